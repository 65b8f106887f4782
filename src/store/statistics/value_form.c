#include "store/statistics/value_form.h"

#include "data/date.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SECONDS_OF_DAY 86400.0
/* Days from 1970-01-01 to the packages' day 0: 1582-10-14 and 1960-01-01. */
#define SPSS_EPOCH (-141428)
#define SAS_EPOCH (-3653)
/* 0001-01-01 and 9999-12-31. */
#define FIRST_DAY (-719162)
#define LAST_DAY 2932896

/* ---- Formats --------------------------------------------------------------------------------- */

static const value_form spss_date = {FORM_DATE, false, SPSS_EPOCH, SECONDS_OF_DAY, 0, 0};
static const value_form spss_moment = {FORM_MOMENT, false, SPSS_EPOCH, SECONDS_OF_DAY, 0, 0};
static const value_form sas_date = {FORM_DATE, false, SAS_EPOCH, 1, 0, 0};
static const value_form sas_moment = {FORM_MOMENT, false, SAS_EPOCH, SECONDS_OF_DAY, 0, 0};
static const value_form stata_moment = {FORM_MOMENT, false, SAS_EPOCH, 1000 * SECONDS_OF_DAY, 0, 0};
static const value_form seconds = {FORM_TIME, false, 0, SECONDS_OF_DAY, 0, 0};
static const value_form months = {FORM_MONTH, false, 0, 0, 12, 0};

/* Without the width and decimals behind it. */
static size_t stem_length(const char *format) {
    size_t length = strlen(format);
    while (length > 0 && (isdigit((unsigned char)format[length - 1]) || format[length - 1] == '.'))
        length--;
    return length;
}

/* Names that end with `*` are beginnings. */
static bool is_one_of(const char *format, const char *const *names) {
    size_t length = stem_length(format);
    for (; *names; names++) {
        size_t size = strlen(*names);
        bool open = (*names)[size - 1] == '*';
        size -= open;
        if ((open ? length >= size : length == size) && strncasecmp(format, *names, size) == 0)
            return true;
    }
    return false;
}

value_form value_form_spss(const char *format) {
    static const char *const dates[] = {"DATE", "ADATE", "EDATE", "SDATE", "JDATE",
                                        "QYR",  "MOYR",  "WKYR",  NULL};
    static const char *const moments[] = {"DATETIME", "YMDHMS", NULL};
    static const char *const times[] = {"TIME", "DTIME", "MTIME", NULL};
    return is_one_of(format, dates)     ? spss_date
           : is_one_of(format, moments) ? spss_moment
           : is_one_of(format, times)   ? seconds
                                        : (value_form){.kind = FORM_NUMBER};
}

/* %tC counts leap seconds and %tb the days of a calendar that the file does not have: numbers. */
value_form value_form_stata(const char *format) {
    const char *at = format[0] == '%' ? format + 1 : format;
    at += *at == '-';
    if (*at == 'd')
        return sas_date;
    switch (*at == 't' ? at[1] : '\0') {
    case 'd':
        return sas_date;
    case 'c':
        return stata_moment;
    case 'm':
        return months;
    case 'w':
        return (value_form){.kind = FORM_PART_YEAR, .parts = 52, .part_letter = 'w'};
    case 'q':
        return (value_form){.kind = FORM_PART_YEAR, .parts = 4, .part_letter = 'q'};
    case 'h':
        return (value_form){.kind = FORM_PART_YEAR, .parts = 2, .part_letter = 'h'};
    default:
        return (value_form){.kind = FORM_NUMBER};
    }
}

/* What these show is part of a date, but the numbers are whole dates. */
value_form value_form_sas(const char *format) {
    static const char *const dates[] = {
        "DATE",     "DAY",      "DDMMYY*", "DOWNAME", "JULDAY",   "JULIAN",   "MMDDYY*",
        "MMYY*",    "MONNAME",  "MONTH",   "MONYY",   "QTR",      "QTRR",     "WEEKDATE",
        "WEEKDATX", "WEEKDAY",  "WEEKU",   "WEEKV",   "WEEKW",    "WORDDATE", "WORDDATX",
        "YEAR",     "YYMM*",    "YYMON",   "YYQ*",    "E8601DA",  "B8601DA",  "IS8601DA",
        "NLDATE",   "EURDFDD",  "EURDFDE", "EURDFMY", "EURDFDMY", "EURDFDWN", "EURDFMN",
        "EURDFWDX", "EURDFWKX", "NLDATEL", "NLDATEM", "NLDATES",  "NLDATEW",  "NLDATEYM",
        "NLDATEYQ", NULL};
    static const char *const moments[] = {
        "DATETIME", "DATEAMPM", "DTDATE",   "DTMONYY", "DTYEAR",  "DTWKDATX", "DTYYQC",  "MDYAMPM",
        "E8601DT",  "B8601DT",  "E8601DN",  "B8601DN", "E8601DZ", "B8601DZ",  "E8601DX", "B8601DX",
        "E8601LX",  "B8601LX",  "IS8601DT", "EURDFDT", "NLDATM*", NULL};
    static const char *const times[] = {"TIME",    "TIMEAMPM", "HHMM",     "HOUR",    "MMSS",
                                        "TOD",     "E8601TM",  "B8601TM",  "E8601LZ", "B8601LZ",
                                        "E8601TZ", "B8601TZ",  "IS8601TM", "NLTIME*", NULL};
    return is_one_of(format, moments) ? sas_moment
           : is_one_of(format, times) ? seconds
           : is_one_of(format, dates) ? sas_date
                                      : (value_form){.kind = FORM_NUMBER};
}

value_type value_form_type(const value_form *form) {
    switch (form->kind) {
    case FORM_NUMBER:
        return VALUE_REAL;
    case FORM_DATE:
        return VALUE_DATE;
    case FORM_MOMENT:
        return VALUE_TIMESTAMP;
    case FORM_TIME:
        return VALUE_TIME;
    case FORM_MONTH:
    case FORM_PART_YEAR:
        break;
    }
    return VALUE_OTHER;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Whole numbers below 10^15 have no exponent. */
static size_t number_text(char out[VALUE_FORM_SIZE], double number, bool single) {
    if (isinf(number))
        return (size_t)snprintf(out, VALUE_FORM_SIZE, number < 0 ? "-Infinity" : "Infinity");
    if (fabs(number) < 1e15 && number == (double)(int64_t)number)
        return (size_t)snprintf(out, VALUE_FORM_SIZE, "%lld", (long long)number);
    int length = 0;
    for (int digits = single ? 6 : 15; digits <= 17; digits++) {
        length = snprintf(out, VALUE_FORM_SIZE, "%.*g", digits, number);
        if (single ? strtof(out, NULL) == (float)number : strtod(out, NULL) == number)
            break;
    }
    return (size_t)length;
}

/* Only what number_text writes. */
static bool parse_number(double *out, const char *from, bool single) {
    char again[VALUE_FORM_SIZE], *end;
    double number = single ? (double)strtof(from, &end) : strtod(from, &end);
    if (end == from || *end || isnan(number))
        return false;
    number_text(again, number, single);
    *out = number;
    return strcmp(again, from) == 0;
}

/* ---- Times of day ---------------------------------------------------------------------------- */

/* Takes the zeros at the end of a fraction off, and the point too where nothing is left. */
static void cut_zeros(char *text) {
    size_t length = strlen(text);
    while (text[length - 1] == '0')
        length--;
    length -= text[length - 1] == '.';
    text[length] = '\0';
}

/* `span`: seconds, at least 0 and below 10^9 hours. */
static void clock_text(char *out, size_t size, double span) {
    double whole = floor(span);
    long long whole_seconds = (long long)whole;
    int used = snprintf(out, size, "%02lld:%02lld:%02lld", whole_seconds / 3600,
                        whole_seconds / 60 % 60, whole_seconds % 60);
    if (span > whole && used > 0 && (size_t)used < size) {
        char fraction[16];
        snprintf(fraction, sizeof fraction, "%.6f", span - whole);
        if (fraction[0] == '0') {
            cut_zeros(fraction);
            snprintf(out + used, size - (size_t)used, "%s", fraction + 1);
        }
    }
}

static bool digits(const char **at, int least, int most, int64_t *out) {
    int count = 0;
    for (*out = 0; isdigit((unsigned char)**at) && count < most; ++*at, count++)
        *out = *out * 10 + (**at - '0');
    return count >= least;
}

static bool parse_clock(double *out, const char *from) {
    int64_t hours, minutes, whole;
    const char *at = from;
    if (!digits(&at, 2, 9, &hours) || *at++ != ':' || !digits(&at, 2, 2, &minutes) ||
        *at++ != ':' || !digits(&at, 2, 2, &whole) || minutes > 59 || whole > 59)
        return false;
    double fraction = 0;
    if (*at == '.') {
        char *end;
        if (strspn(at + 1, "0123456789") != strlen(at + 1))
            return false;
        fraction = strtod(at, &end);
        at = end;
    }
    *out = (double)(hours * 3600 + minutes * 60 + whole) + fraction;
    return *at == '\0';
}

/* ---- Dates ----------------------------------------------------------------------------------- */

static bool date_text(char out[VALUE_FORM_SIZE], const value_form *form, double number) {
    double day = floor(number / form->per_day), rest = number - day * form->per_day;
    if (!(day > -1e7 && day < 1e7))
        return false;
    int64_t days = (int64_t)day + form->epoch;
    if (days < FIRST_DAY || days > LAST_DAY)
        return false;
    date shown = date_from_days(days);
    date_format(out, VALUE_FORM_SIZE, &shown, DATE_YMD, '-');
    if (form->kind == FORM_DATE && rest == 0)
        return true;
    size_t used = strlen(out);
    out[used++] = ' ';
    clock_text(out + used, VALUE_FORM_SIZE - used, rest / (form->per_day / SECONDS_OF_DAY));
    return true;
}

static bool parse_date(double *out, const value_form *form, const char *from) {
    date shown;
    double clock = 0;
    char day[11];
    if (strlen(from) < 10)
        return false;
    memcpy(day, from, 10);
    day[10] = '\0';
    if (!date_parse(&shown, day, DATE_YMD) ||
        (from[10] ? from[10] != ' ' || !parse_clock(&clock, from + 11) : form->kind != FORM_DATE))
        return false;
    double per_second = form->per_day / SECONDS_OF_DAY;
    /* Fractions of a second are rounded as a whole where the numbers are smaller than seconds. */
    double rest = per_second > 1 ? nearbyint(clock * per_second) : clock * per_second;
    *out = (double)(date_to_days(&shown) - form->epoch) * form->per_day + rest;
    return true;
}

static bool time_text(char out[VALUE_FORM_SIZE], double number) {
    bool negative = number < 0;
    if (!(fabs(number) < 3.6e12))
        return false;
    out[0] = '-';
    clock_text(out + negative, VALUE_FORM_SIZE - negative, fabs(number));
    return true;
}

static bool parse_time(double *out, const char *from) {
    bool negative = from[0] == '-';
    if (!parse_clock(out, from + negative))
        return false;
    *out = negative ? -*out : *out;
    return true;
}

/* ---- Parts of years -------------------------------------------------------------------------- */

static bool part_text(char out[VALUE_FORM_SIZE], const value_form *form, double number) {
    double year = floor(number / form->parts) + 1960;
    if (number != floor(number) || !(year >= 1 && year <= 9999))
        return false;
    int part = (int)(number - (year - 1960) * form->parts) + 1;
    if (form->kind == FORM_MONTH)
        snprintf(out, VALUE_FORM_SIZE, "%04d-%02d", (int)year, part);
    else
        snprintf(out, VALUE_FORM_SIZE, "%04d%c%d", (int)year, form->part_letter, part);
    return true;
}

static bool parse_part(double *out, const value_form *form, const char *from) {
    int64_t year, part;
    char between = form->kind == FORM_MONTH ? '-' : form->part_letter;
    const char *at = from;
    if (!digits(&at, 4, 4, &year) || *at++ != between || !digits(&at, 1, 2, &part) || *at ||
        part < 1 || part > form->parts)
        return false;
    *out = (double)((year - 1960) * form->parts + part - 1);
    return true;
}

/* ---- All ------------------------------------------------------------------------------------- */

static bool shaped_text(char out[VALUE_FORM_SIZE], const value_form *form, double number) {
    switch (form->kind) {
    case FORM_DATE:
    case FORM_MOMENT:
        return date_text(out, form, number);
    case FORM_TIME:
        return time_text(out, number);
    case FORM_MONTH:
    case FORM_PART_YEAR:
        return part_text(out, form, number);
    case FORM_NUMBER:
        break;
    }
    return false;
}

static bool parse_shaped(double *out, const value_form *form, const char *from) {
    switch (form->kind) {
    case FORM_DATE:
    case FORM_MOMENT:
        return parse_date(out, form, from);
    case FORM_TIME:
        return parse_time(out, from);
    case FORM_MONTH:
    case FORM_PART_YEAR:
        return parse_part(out, form, from);
    case FORM_NUMBER:
        break;
    }
    return false;
}

size_t value_form_text(char out[VALUE_FORM_SIZE], const value_form *form, double number) {
    double again;
    if (shaped_text(out, form, number) && parse_shaped(&again, form, out) && again == number)
        return strlen(out);
    return number_text(out, number, form->single);
}

bool value_form_number(double *out, const value_form *form, const char *from) {
    char again[VALUE_FORM_SIZE];
    if (!parse_shaped(out, form, from) && !parse_number(out, from, form->single))
        return false;
    value_form_text(again, form, *out);
    return strcmp(again, from) == 0;
}
