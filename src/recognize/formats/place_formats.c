/* Where something is: coordinates, postcodes, street addresses. */
#include "recognize/formats/formats.h"
#include "recognize/formats/text_scan.h"

#include <math.h>
#include <string.h>

/* A number of degrees with at least three decimals, or a sign of the compass behind it. */
static bool scan_degrees(text_scan *scan, double most, const char *compass) {
    double value;
    size_t places;
    if (!scan_decimal(scan, &value, &places) || fabs(value) > most)
        return false;
    scan_word(scan, "°");
    text_scan behind = *scan;
    scan_blanks(&behind);
    bool named = scan_one_of(&behind, compass) != '\0';
    if (named)
        *scan = behind;
    return named ? places > 0 : places >= 3;
}

bool format_is_coordinates(const char *text, size_t length) {
    text_scan scan = scan_of(text, length);
    bool point = scan_word(&scan, "POINT");
    scan_blanks(&scan);
    bool bracket = scan_one_of(&scan, "([") != '\0';
    /* POINT gives the longitude first. */
    if (!scan_degrees(&scan, point ? 180 : 90, point ? "EW" : "NS"))
        return false;
    bool separated = scan_one_of(&scan, ",;") != '\0';
    separated = scan_blanks(&scan) > 0 || separated;
    return separated && scan_degrees(&scan, point ? 90 : 180, point ? "NS" : "EWO") &&
           (!bracket || scan_one_of(&scan, ")]")) && scan_done(&scan);
}

/* British: A9, A99, A9A, AA9, AA99 or AA9A before 9AA. */
static bool is_british(const char *text, size_t length) {
    static const char *const shapes[] = {"A99AA",  "A999AA",  "A9A9AA",
                                         "AA99AA", "AA999AA", "AA9A9AA"};
    char compact[10];
    size_t count;
    if (!scan_compact(compact, sizeof compact, &count, text, length))
        return false;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (scan_shape(compact, count, shapes[i]))
            return true;
    return false;
}

/* Canada, the Netherlands, Portugal, Poland, Sweden and others, the United States with four more
 * digits, Brazil, Japan; plain digits; digits with a country's letters before them. Plain digits
 * count only in a column of strings, where some begin with a zero: see format_suits_column. */
bool format_is_postcode(const char *text, size_t length) {
    static const char *const shapes[] = {
        "A9A 9A9", "A9A9A9",     "9999 AA",   "9999AA",   "9999-999", "99-999",
        "999 99",  "99999-9999", "99999-999", "999-9999", "9999",     "99999",
        "999999",  "A-9999",     "A-99999",   "AA-9999",  "AA-99999"};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (scan_shape(text, length, shapes[i]))
            return true;
    return is_british(text, length);
}

/* Words for streets, in byte order; and endings of words that are streets. */
static const char *const street_words[] = {
    "allee",   "av",       "ave",    "avenida", "avenue", "blvd",  "boulevard", "c",       "calle",
    "camino",  "carrer",   "chemin", "cours",   "court",  "ct",    "dr",        "drive",   "lane",
    "ln",      "paseo",    "piazza", "place",   "plaza",  "plein", "pl",        "praca",   "rd",
    "road",    "route",    "rua",    "rue",     "square", "st",    "street",    "strasse", "str",
    "terrace", "travessa", "via",    "viale",   "way",    "weg"};
static const char *const street_endings[] = {"strasse", "straat", "gasse", "laan", "platz",
                                             "allee",   "gracht", "plein", "str",  "weg"};

static bool is_street_word(const char *word, size_t length) {
    for (size_t i = 0; i < sizeof street_words / sizeof *street_words; i++)
        if (strcmp(word, street_words[i]) == 0)
            return true;
    for (size_t i = 0; i < sizeof street_endings / sizeof *street_endings; i++) {
        size_t ending = strlen(street_endings[i]);
        if (length > ending + 2 && strcmp(word + length - ending, street_endings[i]) == 0)
            return true;
    }
    return false;
}

/* A number and a word for a street; in Chinese 路 or 街 with 号. */
bool format_is_street(const char *text, size_t length) {
    char folded[120], *rest;
    size_t count = word_fold(folded, sizeof folded, text, length);
    bool digits = false, street = false;
    for (size_t i = 0; i < count; i++)
        digits = digits || is_ascii_digit(folded[i]);
    if (!digits || count < 6)
        return false;
    if ((strstr(folded, "路") || strstr(folded, "街")) && strstr(folded, "号"))
        return true;
    for (char *word = strtok_r(folded, " ,.0123456789", &rest); word && !street;
         word = strtok_r(NULL, " ,.0123456789", &rest))
        street = is_street_word(word, strlen(word));
    return street;
}
