/* Numbers that are more than a number: with units, or as ranges. */
#include "recognize/formats/formats.h"
#include "recognize/formats/text_scan.h"

#include <string.h>

/* Folded, in byte order. */
static const char *const units[] = {
    "$",     "%",    "anni",   "anos",   "ans",   "bpm",   "c",     "chf",    "cl",   "cm",
    "days",  "dkk",  "dl",     "eur",    "euro",  "euros", "ft",    "g",      "gbp",  "g/dl",
    "g/l",   "h",    "ha",     "hours",  "hrs",   "in",    "inch",  "inches", "iu/l", "jaar",
    "jahre", "jpy",  "k",      "kg",     "kg/m2", "km",    "km/h",  "kwh",    "l",    "lb",
    "lbs",   "m",    "m2",     "mcg",    "mg",    "mg/dl", "mg/l",  "mi",     "min",  "ml",
    "mm",    "mmhg", "mmol/l", "months", "ms",    "oz",    "s",     "sec",    "st",   "tage",
    "tsd",   "u/l",  "ug",     "usd",    "weeks", "y",     "years", "yrs",    "€",    "£",
    "¥",     "°c",   "°f",     "μg",     "元",    "公斤",  "厘米",  "岁",     "米"};

bool format_is_unit(const char *text, size_t length) {
    char folded[16];
    if (length == 0 || length >= sizeof folded)
        return false;
    word_fold(folded, sizeof folded, text, length);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(folded, units[i]) == 0)
            return true;
    return false;
}

/* A number as people write it, thousands and all. */
static bool scan_amount(text_scan *scan) {
    scan_one_of(scan, "+-");
    if (scan_digits(scan, 12, NULL) == 0)
        return false;
    text_scan next = *scan;
    while (scan_one_of(&next, ".,'") && scan_digits(&next, 12, NULL) > 0)
        *scan = next;
    return true;
}

/* 5'10" or 5 ft 10 in. */
static bool is_feet(const char *text, size_t length) {
    text_scan scan = scan_of(text, length);
    int feet, inches = 0;
    if (scan_digits(&scan, 1, &feet) == 0)
        return false;
    scan_blanks(&scan);
    if (!scan_is(&scan, '\'') && !scan_word(&scan, "ft"))
        return false;
    scan_blanks(&scan);
    if (scan_digits(&scan, 2, &inches) > 0) {
        scan_blanks(&scan);
        if (!scan_is(&scan, '"') && !scan_word(&scan, "in"))
            scan_word(&scan, "''");
    }
    return scan_done(&scan) && feet >= 1 && inches < 12;
}

/* Blood pressure: 120/80. */
static bool is_pressure(const char *text, size_t length) {
    text_scan scan = scan_of(text, length);
    int upper, lower;
    return scan_digits(&scan, 3, &upper) >= 2 && scan_is(&scan, '/') &&
           scan_digits(&scan, 3, &lower) >= 2 && scan_done(&scan) && upper >= 60 && upper <= 260 &&
           lower >= 30 && lower <= 160 && lower < upper;
}

bool format_is_quantity(const char *text, size_t length) {
    if (is_feet(text, length) || is_pressure(text, length))
        return true;
    text_scan scan = scan_of(text, length);
    bool currency = scan_is(&scan, '$') || scan_word(&scan, "€") || scan_word(&scan, "£") ||
                    scan_word(&scan, "¥") || scan_word(&scan, "EUR ") || scan_word(&scan, "USD ");
    scan_blanks(&scan);
    if (!scan_amount(&scan))
        return false;
    scan_blanks(&scan);
    return scan_done(&scan) ? currency : format_is_unit(scan.at, (size_t)(scan.end - scan.at));
}

/* The sign or word between two bounds. */
static bool scan_between(text_scan *scan) {
    static const char *const words[] = {"-",    "–",    "..",     "to ", "bis ", "a ", "à ",
                                        "tot ", "ate ", "hasta ", ",",   ";",    "~",  "至"};
    scan_blanks(scan);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (scan_word(scan, words[i])) {
            scan_blanks(scan);
            return true;
        }
    return false;
}

/* [70-80), 18 to 24, 65+, <5, >=90, 10-19. A number with a decimal comma is none. */
bool format_is_interval(const char *text, size_t length) {
    text_scan scan = scan_of(text, length);
    double low, high;
    size_t places;
    bool open = scan_one_of(&scan, "<>") || scan_word(&scan, "≥") || scan_word(&scan, "≤");
    if (open)
        scan_is(&scan, '=');
    bool bracket = !open && scan_one_of(&scan, "[(]");
    scan_blanks(&scan);
    if (!scan_decimal(&scan, &low, &places))
        return false;
    if (open)
        return scan_done(&scan) || (scan_word(&scan, "k") && scan_done(&scan));
    if (scan_is(&scan, '+'))
        return scan_done(&scan);
    const char *separator = scan.at;
    if (!scan_between(&scan) || !scan_decimal(&scan, &high, &places) || low >= high)
        return false;
    if (!bracket && (*separator == ',' || *separator == ';'))
        return false;
    return (!bracket || scan_one_of(&scan, "])[")) && scan_done(&scan);
}
