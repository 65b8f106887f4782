#include "store/sheet_value.h"

#include "data/date.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Number formats -------------------------------------------------------------------------- */

typedef struct code_letters {
    bool day, month, hour, second; /* year counts as a day; `m` as a month */
    bool elapsed;
} code_letters;

static void see_letter(code_letters *seen, char letter) {
    switch (tolower((unsigned char)letter)) {
    case 'y':
    case 'd':
        seen->day = true;
        break;
    case 'm':
        seen->month = true;
        break;
    case 'h':
        seen->hour = true;
        break;
    case 's':
        seen->second = true;
        break;
    default:
        break;
    }
}

/* [h], [mm] and [ss] are spans of time; [Red], [$-409] and [>100] say nothing about the kind. */
static void see_bracket(code_letters *seen, const char *inside, size_t length) {
    char letter = length > 0 ? (char)tolower((unsigned char)inside[0]) : 0;
    if (!letter || !strchr("hms", letter))
        return;
    for (size_t i = 1; i < length; i++)
        if (tolower((unsigned char)inside[i]) != letter)
            return;
    seen->elapsed = true;
}

/* The first section of the code, without texts in quotes, escaped, padding and repeated letters. */
static code_letters read_code(const char *code) {
    code_letters seen = {0};
    for (const char *at = code; *at && *at != ';'; at++) {
        if (*at == '"') {
            at = strchr(at + 1, '"');
            if (!at)
                break;
        } else if (*at == '[') {
            const char *end = strchr(at, ']');
            if (!end)
                break;
            see_bracket(&seen, at + 1, (size_t)(end - at - 1));
            at = end;
        } else if (strchr("\\_*", *at)) {
            if (!*++at)
                break;
        } else if (strncasecmp(at, "General", 7) == 0) {
            at += 6;
        } else {
            see_letter(&seen, *at);
        }
    }
    return seen;
}

sheet_format sheet_format_of_code(const char *code) {
    code_letters seen = read_code(code);
    bool timed = seen.hour || seen.second;
    if (seen.elapsed)
        return SHEET_DURATION;
    if (timed)
        return seen.day ? SHEET_DATE_TIME : SHEET_TIME;
    return seen.day || seen.month ? SHEET_DATE : SHEET_NUMBER;
}

sheet_format sheet_format_of_number(unsigned id) {
    if (id == 22)
        return SHEET_DATE_TIME;
    if (id == 46)
        return SHEET_DURATION;
    if ((id >= 18 && id <= 21) || id == 32 || id == 33 || id == 45 || id == 47)
        return SHEET_TIME;
    /* 27 to 36 and 50 to 58 are those of East Asia. */
    if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58))
        return SHEET_DATE;
    return SHEET_NUMBER;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

void sheet_number_text(char out[SHEET_VALUE_SIZE], double number) {
    if (fabs(number) < 1e15 && number == floor(number)) {
        snprintf(out, SHEET_VALUE_SIZE, "%.0f", number == 0 ? 0.0 : number);
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, SHEET_VALUE_SIZE, "%.*g", digits, number);
        if (strtod(out, NULL) == number)
            return;
    }
}

/* ---- Dates ----------------------------------------------------------------------------------- */

#define DAY_MILLISECONDS INT64_C(86400000)
#define LAST_DAY_1900 2958465 /* 9999-12-31 */

/* Appends 12:30:00, and milliseconds where there are some. */
static void add_time(char *out, size_t size, int64_t milliseconds) {
    int64_t seconds = milliseconds / 1000;
    int used = snprintf(out, size, "%02lld:%02lld:%02lld", (long long)(seconds / 3600),
                        (long long)(seconds / 60 % 60), (long long)(seconds % 60));
    if (milliseconds % 1000 != 0)
        snprintf(out + used, size - (size_t)used, ".%03lld", (long long)(milliseconds % 1000));
}

/* The day that a number stands for in the count from 1900; 0 and 60 were no days. */
static date day_of_1900(int64_t day) {
    const date first = {1899, 12, 31, false}, never = {1900, 2, 29, false};
    if (day == 60)
        return never;
    return date_from_days(date_to_days(&first) + day - (day > 60));
}

static date day_of_1904(int64_t day) {
    const date first = {1904, 1, 1, false};
    return date_from_days(date_to_days(&first) + day);
}

void sheet_serial_text(char out[SHEET_VALUE_SIZE], double serial, sheet_format format,
                       bool from_1904) {
    int64_t last = LAST_DAY_1900 - (from_1904 ? 1462 : 0);
    bool dated = format == SHEET_DATE || format == SHEET_DATE_TIME;
    if (format == SHEET_NUMBER || !(serial >= 0) || serial >= (double)last + 1 ||
        (dated && !from_1904 && serial < 1)) {
        sheet_number_text(out, serial);
        return;
    }
    int64_t whole = llround(serial * (double)DAY_MILLISECONDS);
    if (format == SHEET_TIME || format == SHEET_DURATION) {
        add_time(out, SHEET_VALUE_SIZE, format == SHEET_TIME ? whole % DAY_MILLISECONDS : whole);
        return;
    }
    int64_t day = format == SHEET_DATE ? (int64_t)floor(serial) : whole / DAY_MILLISECONDS;
    date shown = from_1904 ? day_of_1904(day) : day_of_1900(day);
    int used =
        snprintf(out, SHEET_VALUE_SIZE, "%04d-%02d-%02d", shown.year, shown.month, shown.day);
    if (format == SHEET_DATE_TIME) {
        out[used] = ' ';
        add_time(out + used + 1, SHEET_VALUE_SIZE - (size_t)used - 1, whole % DAY_MILLISECONDS);
    }
}

/* ---- Dates and spans of XML ------------------------------------------------------------------ */

bool sheet_date_text(char out[SHEET_VALUE_SIZE], const char *iso) {
    int year, month, day, hour = 0, minute = 0, used = 0;
    double second = 0;
    if (sscanf(iso, "%4d-%2d-%2d%n", &year, &month, &day, &used) != 3 || used != 10 || year < 0 ||
        month < 1 || month > 12 || day < 1 || day > 31)
        return false;
    const char *rest = iso + used;
    if (!*rest) {
        snprintf(out, SHEET_VALUE_SIZE, "%.10s", iso);
        return true;
    }
    if (*rest != 'T' || sscanf(rest, "T%2d:%2d:%lf", &hour, &minute, &second) < 2 || hour < 0 ||
        hour > 24 || minute < 0 || minute > 59 || !(second >= 0 && second < 61))
        return false;
    snprintf(out, SHEET_VALUE_SIZE, "%.10s ", iso);
    add_time(out + 11, SHEET_VALUE_SIZE - 11,
             ((int64_t)hour * 60 + minute) * 60000 + llround(second * 1000));
    return true;
}

bool sheet_span_text(char out[SHEET_VALUE_SIZE], const char *iso) {
    double hours, minutes, seconds;
    int used = 0;
    if (sscanf(iso, "PT%lfH%lfM%lfS%n", &hours, &minutes, &seconds, &used) != 3 || used == 0 ||
        iso[used] || !(hours >= 0 && hours < 1e9) || !(minutes >= 0 && minutes < 60) ||
        !(seconds >= 0 && seconds < 61))
        return false;
    add_time(out, SHEET_VALUE_SIZE, llround(((hours * 60 + minutes) * 60 + seconds) * 1000));
    return true;
}
