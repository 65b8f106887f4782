#include "data/date.h"

#include <stdio.h>
#include <string.h>

/* Reads `most` digits or fewer, but at least one; -1 when there are none or more. */
static int parse_digits(const char **at, int most) {
    int value = 0, count = 0;
    for (; **at >= '0' && **at <= '9'; ++*at) {
        if (++count > most)
            return -1;
        value = value * 10 + (**at - '0');
    }
    return count ? value : -1;
}

static int days_of_month(int year, int month) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap);
}

/* HH:MM, then seconds, fractions and a zone in any amount. */
static bool is_time(const char *text) {
    const char *at = text;
    int hour = parse_digits(&at, 2);
    if (hour < 0 || hour > 24 || *at++ != ':')
        return false;
    int minute = parse_digits(&at, 2);
    return minute >= 0 && minute < 60 && strspn(at, "0123456789:.,+-Z ") == strlen(at);
}

static bool parse_parts(const char **at, date_order order, int part[3]) {
    const char *separators = order == DATE_YMD ? "-/" : order == DATE_DMY ? "/.-" : "/-";
    char separator = 0;
    for (int i = 0; i < 3; i++) {
        bool is_year = i == (order == DATE_YMD ? 0 : 2);
        const char *start = *at;
        part[i] = parse_digits(at, is_year ? 4 : 2);
        if (part[i] < 0 || (is_year && *at - start != 4))
            return false;
        if (i == 2)
            return true;
        if (!**at || !strchr(separators, **at) || (i == 1 && **at != separator))
            return false;
        separator = *(*at)++;
    }
    return true;
}

bool date_parse(date *out, const char *text, date_order order) {
    int part[3];
    const char *at = text;
    if (!parse_parts(&at, order, part))
        return false;
    bool year_first = order == DATE_YMD;
    *out = (date){.year = part[year_first ? 0 : 2],
                  .month = part[order == DATE_MDY ? 0 : 1],
                  .day = part[year_first          ? 2
                              : order == DATE_DMY ? 0
                                                  : 1],
                  .timed = *at != '\0'};
    if (out->year < 1 || out->month < 1 || out->month > 12 || out->day < 1 ||
        out->day > days_of_month(out->year, out->month))
        return false;
    return !out->timed || ((*at == ' ' || *at == 'T') && is_time(at + 1));
}

/* ---- Days --------------------------------------------------------------------------------- */

#define DAYS_OF_400_YEARS 146097
/* From 0000-03-01, where years begin that end with their leap day, to 1970-01-01. */
#define DAYS_TO_1970 719468

int64_t date_to_days(const date *from) {
    int64_t year = from->year - (from->month <= 2);
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    int64_t year_of_era = year - era * 400;
    int64_t month = (from->month + 9) % 12;
    int64_t day_of_year = (153 * month + 2) / 5 + from->day - 1;
    int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * DAYS_OF_400_YEARS + day_of_era - DAYS_TO_1970;
}

date date_from_days(int64_t days) {
    int64_t shifted = days + DAYS_TO_1970;
    int64_t era = (shifted >= 0 ? shifted : shifted - (DAYS_OF_400_YEARS - 1)) / DAYS_OF_400_YEARS;
    int64_t day_of_era = shifted - era * DAYS_OF_400_YEARS;
    int64_t year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t month = (5 * day_of_year + 2) / 153;
    int month_of_year = (int)(month < 10 ? month + 3 : month - 9);
    return (date){.year = (int)(year_of_era + era * 400 + (month_of_year <= 2)),
                  .month = month_of_year,
                  .day = (int)(day_of_year - (153 * month + 2) / 5 + 1)};
}

void date_format(char *out, size_t size, const date *from, date_order order, char separator) {
    if (order == DATE_YMD)
        snprintf(out, size, "%04d%c%02d%c%02d", from->year, separator, from->month, separator,
                 from->day);
    else
        snprintf(out, size, "%02d%c%02d%c%04d", order == DATE_DMY ? from->day : from->month,
                 separator, order == DATE_DMY ? from->month : from->day, separator, from->year);
}

int date_orders(const char *text) {
    static const date_order orders[] = {DATE_YMD, DATE_DMY, DATE_MDY};
    int found = 0;
    date ignored;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (date_parse(&ignored, text, orders[i]))
            found |= (int)orders[i];
    return found;
}

bool date_survey_values(date_survey *out, const char *const *values, size_t count) {
    int common = DATE_YMD | DATE_DMY | DATE_MDY;
    *out = (date_survey){0};
    for (size_t i = 0; i < count; i++) {
        int orders = date_orders(values[i]);
        if (orders)
            common &= orders;
        out->dates += orders != 0;
        out->others += orders == 0;
    }
    out->ambiguous = common == (DATE_DMY | DATE_MDY);
    out->order = common & DATE_YMD ? DATE_YMD : common & DATE_DMY ? DATE_DMY : DATE_MDY;
    return common != 0;
}

bool date_survey_is_dates(const date_survey *survey) {
    return survey->dates > 0 && survey->others <= DATE_MOST_OTHERS &&
           survey->others <= survey->dates;
}
