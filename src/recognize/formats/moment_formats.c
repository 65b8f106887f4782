/* Dates and times of day, also as people write them. */
#include "recognize/formats/formats.h"
#include "recognize/formats/text_scan.h"

#include "data/date.h"

#include <string.h>

/* First letters of the months in eight languages, without accents; Chinese has numbers. */
static const char *const months[] = {
    "abr", "ago", "aou", "apr", "aug", "avr", "dec", "det", "dez", "dic", "ene", "fev", "feb",
    "fev", "gen", "giu", "jan", "jui", "jul", "jun", "lug", "maa", "mae", "mag", "mai", "mar",
    "may", "mei", "mrt", "nov", "oct", "okt", "ott", "out", "sep", "set", "abr"};

static bool scan_month(text_scan *scan) {
    const char *begin = scan->at;
    while (!scan_done(scan) && (is_ascii_letter(*scan->at) || (unsigned char)*scan->at >= 0x80))
        scan->at++;
    char word[24];
    if (word_fold(word, sizeof word, begin, (size_t)(scan->at - begin)) < 3)
        return false;
    scan_is(scan, '.');
    for (size_t i = 0; i < sizeof months / sizeof *months; i++)
        if (strncmp(word, months[i], 3) == 0)
            return true;
    return false;
}

/* Between the parts of a date with a month's name: "12. März 2020", "12-Mar-2020", "Mar 12, 2020",
 * "12 de marzo de 2020". */
static bool scan_gap(text_scan *scan) {
    const char *begin = scan->at;
    while (scan_one_of(scan, " .,-/"))
        continue;
    text_scan word = *scan;
    if (scan_word(&word, "de ") || scan_word(&word, "of "))
        *scan = word;
    return scan->at > begin;
}

static bool is_named_month_date(const char *text, size_t length) {
    text_scan scan = scan_of(text, length);
    int day, year;
    size_t digits = scan_digits(&scan, 2, &day);
    if (digits > 0 && !scan_gap(&scan))
        return false;
    if (!scan_month(&scan) || !scan_gap(&scan))
        return false;
    if (digits == 0) {
        text_scan only_year = scan;
        bool month_alone = scan_digits(&only_year, 4, &year) == 4 && scan_done(&only_year);
        if (!month_alone && (scan_digits(&scan, 2, &day) == 0 || !scan_gap(&scan)))
            return false;
        day = month_alone ? 1 : day;
    }
    digits = scan_digits(&scan, 4, &year);
    return scan_done(&scan) && day >= 1 && day <= 31 && (digits == 4 || digits == 2);
}

/* 1/3/90: years of two digits, with slashes or points between the parts. */
static bool is_short_date(const char *text, size_t length) {
    text_scan scan = scan_of(text, length);
    int first, second, year;
    if (scan_digits(&scan, 2, &first) == 0)
        return false;
    char separator = scan_one_of(&scan, "/.");
    if (!separator || scan_digits(&scan, 2, &second) == 0 || !scan_is(&scan, separator) ||
        scan_digits(&scan, 2, &year) != 2 || !scan_done(&scan))
        return false;
    int low = first < second ? first : second, high = first < second ? second : first;
    return low >= 1 && low <= 12 && high <= 31;
}

/* 2020年3月31日 */
static bool is_chinese_date(const char *text, size_t length) {
    text_scan scan = scan_of(text, length);
    int year, month, day;
    return scan_digits(&scan, 4, &year) == 4 && scan_word(&scan, "年") &&
           scan_digits(&scan, 2, &month) > 0 && scan_word(&scan, "月") &&
           scan_digits(&scan, 2, &day) > 0 && scan_word(&scan, "日") && scan_done(&scan) &&
           month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/* A date as data/date.h reads it; *timed says whether a time of day follows. */
static bool is_plain_date(const char *text, size_t length, bool *timed) {
    static const date_order orders[] = {DATE_YMD, DATE_DMY, DATE_MDY};
    char copy[48];
    date found;
    if (length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    for (size_t i = 0; i < 3; i++)
        if (date_parse(&found, copy, orders[i])) {
            *timed = found.timed;
            return true;
        }
    return false;
}

bool format_is_date(const char *text, size_t length) {
    bool timed;
    if (is_plain_date(text, length, &timed))
        return !timed;
    return is_named_month_date(text, length) || is_short_date(text, length) ||
           is_chinese_date(text, length);
}

bool format_is_date_time(const char *text, size_t length) {
    bool timed;
    return is_plain_date(text, length, &timed) && timed;
}

bool format_is_time(const char *text, size_t length) {
    text_scan scan = scan_of(text, length);
    int hour, minute, second;
    if (scan_digits(&scan, 2, &hour) == 0 || !scan_is(&scan, ':') ||
        scan_digits(&scan, 2, &minute) != 2 || hour > 24 || minute > 59)
        return false;
    if (scan_is(&scan, ':') && (scan_digits(&scan, 2, &second) != 2 || second > 60))
        return false;
    if (scan_one_of(&scan, ".,") && scan_digits(&scan, 9, NULL) == 0)
        return false;
    scan_blanks(&scan);
    if (!scan_done(&scan) && !scan_word(&scan, "am"))
        scan_word(&scan, "pm");
    return scan_done(&scan);
}
