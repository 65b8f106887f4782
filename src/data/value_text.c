#include "data/value_text.h"

#include "data/date.h"

#include <stdio.h>
#include <string.h>

#define SHORT_ROOM 48

static const int64_t powers[] = {1,      10,      100,      1000,      10000,
                                 100000, 1000000, 10000000, 100000000, 1000000000};

size_t value_text_integer(char *out, uint64_t magnitude, bool is_negative) {
    char digits[20];
    size_t count = 0, at = 0;
    do
        digits[count++] = (char)('0' + magnitude % 10);
    while ((magnitude /= 10) > 0);
    if (is_negative)
        out[at++] = '-';
    while (count > 0)
        out[at++] = digits[--count];
    return at;
}

/* ---- Dates and times ------------------------------------------------------------------------- */

static size_t infinite_text(char *out, bool is_negative) {
    size_t length = is_negative ? 9 : 8;
    memcpy(out, is_negative ? "-infinity" : "infinity", length);
    return length;
}

size_t value_text_date(char *out, int64_t days) {
    if (days >= INT32_MAX || days <= -INT32_MAX)
        return infinite_text(out, days < 0);
    date day = date_from_days(days);
    bool is_early = day.year <= 0;
    char made[SHORT_ROOM];
    int length = snprintf(made, sizeof made, "%04d-%02d-%02d%s", is_early ? 1 - day.year : day.year,
                          day.month, day.day, is_early ? " (BC)" : "");
    memcpy(out, made, (size_t)length);
    return (size_t)length;
}

static char *two_digits(char *out, int64_t number) {
    out[0] = (char)('0' + number / 10);
    out[1] = (char)('0' + number % 10);
    return out + 2;
}

size_t value_text_clock(char *out, int64_t units, int digits) {
    int64_t seconds = units / powers[digits], fraction = units % powers[digits];
    char *at = two_digits(out, seconds / 3600);
    *at++ = ':';
    at = two_digits(at, seconds / 60 % 60);
    *at++ = ':';
    at = two_digits(at, seconds % 60);
    if (fraction > 0)
        *at++ = '.';
    for (int place = digits - 1; fraction > 0; place--) {
        *at++ = (char)('0' + fraction / powers[place]);
        fraction %= powers[place];
    }
    return (size_t)(at - out);
}

size_t value_text_moment(char *out, int64_t units, int digits, bool is_utc) {
    int64_t day_units = VALUE_SECONDS_OF_DAY * powers[digits];
    if (units == INT64_MAX || units == -INT64_MAX)
        return infinite_text(out, units < 0);
    int64_t days = units / day_units, rest = units % day_units;
    if (rest < 0) {
        days--;
        rest += day_units;
    }
    if (days >= INT32_MAX || days <= -INT32_MAX)
        return 0;
    size_t length = value_text_date(out, days);
    out[length++] = ' ';
    length += value_text_clock(out + length, rest, digits);
    if (is_utc) {
        memcpy(out + length, "+00", 3);
        length += 3;
    }
    return length;
}

/* ---- And back -------------------------------------------------------------------------------- */

/* Digits, at least `least` of them and below 10^most. */
static bool parse_digits(const char **at, int least, int most, int64_t *out) {
    int count = 0;
    for (*out = 0; **at >= '0' && **at <= '9' && count < most; ++*at, count++)
        *out = *out * 10 + (**at - '0');
    return count >= least;
}

static bool take(const char **at, const char *word) {
    size_t length = strlen(word);
    if (strncmp(*at, word, length) != 0)
        return false;
    *at += length;
    return true;
}

static bool take_infinite(int64_t *out, const char *text, int64_t most) {
    bool is_negative = *text == '-';
    if (strcmp(text + is_negative, "infinity") != 0)
        return false;
    *out = is_negative ? -most : most;
    return true;
}

static bool take_date(int64_t *days, const char **at) {
    int64_t year, month, day;
    if (!parse_digits(at, 4, 8, &year) || !take(at, "-") || !parse_digits(at, 2, 2, &month) ||
        !take(at, "-") || !parse_digits(at, 2, 2, &day) || month < 1 || month > 12 || day < 1 ||
        day > 31)
        return false;
    if (take(at, " (BC)"))
        year = 1 - year;
    date from = {.year = (int)year, .month = (int)month, .day = (int)day};
    *days = date_to_days(&from);
    return true;
}

bool value_parse_date(int64_t *days, const char *text) {
    const char *at = text;
    if (take_infinite(days, text, INT32_MAX))
        return true;
    return take_date(days, &at) && !*at && *days<INT32_MAX && * days> - INT32_MAX;
}

static bool take_clock(int64_t *units, const char **at, int digits) {
    int64_t hours, minutes, seconds, fraction = 0;
    if (!parse_digits(at, 2, 2, &hours) || !take(at, ":") || !parse_digits(at, 2, 2, &minutes) ||
        !take(at, ":") || !parse_digits(at, 2, 2, &seconds) || hours > 24 || minutes > 59 ||
        seconds > 59)
        return false;
    if (take(at, ".")) {
        const char *begin = *at;
        if (!parse_digits(at, 1, digits, &fraction))
            return false;
        fraction *= powers[digits - (*at - begin)];
    }
    *units = (hours * 3600 + minutes * 60 + seconds) * powers[digits] + fraction;
    return true;
}

bool value_parse_clock(int64_t *units, const char *text, int digits) {
    const char *at = text;
    return take_clock(units, &at, digits) && !*at &&
           *units <= VALUE_SECONDS_OF_DAY * powers[digits];
}

bool value_parse_moment(int64_t *units, const char *text, int digits, bool is_utc) {
    const char *at = text;
    int64_t days, rest;
    if (take_infinite(units, text, INT64_MAX))
        return true;
    if (!take_date(&days, &at) || !take(&at, " ") || !take_clock(&rest, &at, digits) ||
        (is_utc && !take(&at, "+00")) || *at)
        return false;
    /* A day that begins before the first moment can end behind it. */
    int64_t day_units = VALUE_SECONDS_OF_DAY * powers[digits];
    if (days < 0) {
        days++;
        rest -= day_units;
    }
    return !__builtin_mul_overflow(days, day_units, units) &&
           !__builtin_add_overflow(*units, rest, units);
}
