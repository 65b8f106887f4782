#include "data/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_EXPONENT 400

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static void add_digit(number *out, char digit) {
    if (out->count == 0 && digit == '0')
        out->point--;
    else if (out->count < NUMBER_DIGITS)
        out->digits[out->count++] = digit;
    else
        out->cut |= digit != '0';
}

/* Length of the sign that separates thousands, 0 where there is none. */
static size_t separator_length(const char *at, const char *end) {
    static const char *const signs[] = {",", "'", " ", "\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x99"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t length = strlen(signs[i]);
        if ((size_t)(end - at) > length && memcmp(at, signs[i], length) == 0)
            return length;
    }
    return 0;
}

static size_t count_digits(const char *at, const char *end) {
    const char *begin = at;
    while (at < end && is_digit(*at))
        at++;
    return (size_t)(at - begin);
}

/* Reads 1,234,567 with any of the separators; false and nothing read where it is none. */
static bool parse_thousands(number *out, const char **at, const char *end, size_t *whole) {
    size_t first = count_digits(*at, end);
    if (first == 0 || first > 3 || **at == '0')
        return false;
    size_t sign = separator_length(*at + first, end);
    const char *separator = *at + first, *stop = separator;
    while (sign > 0 && (size_t)(end - stop) > sign && memcmp(stop, separator, sign) == 0) {
        if (count_digits(stop + sign, end) != 3)
            return false;
        stop += sign + 3;
    }
    if (stop == separator)
        return false;
    for (; *at < stop; ++*at)
        if (is_digit(**at)) {
            add_digit(out, **at);
            ++*whole;
        }
    return true;
}

/* Reads DIGITS[.DIGITS]; leaves `point` at the place of the decimal point. */
static bool parse_digits(number *out, const char **at, const char *end) {
    const char *start = *at;
    size_t whole = 0, fraction = 0;
    bool grouped = parse_thousands(out, at, end, &whole);
    for (; !grouped && *at < end && is_digit(**at); ++*at, whole++)
        add_digit(out, **at);
    if (*at < end && **at == '.')
        for (++*at; *at < end && is_digit(**at); ++*at, fraction++)
            add_digit(out, **at);
    if (whole + fraction == 0 || whole > MOST_EXPONENT || fraction > MOST_EXPONENT)
        return false;
    out->plain = !grouped && *at == start + whole && (whole == 1 || *start != '0');
    out->point += (int)whole;
    return true;
}

static bool parse_exponent(number *out, const char **at, const char *end) {
    if (*at == end || (**at != 'e' && **at != 'E'))
        return true;
    ++*at;
    out->plain = false;
    bool negative = *at < end && **at == '-';
    if (*at < end && (**at == '-' || **at == '+'))
        ++*at;
    if (*at == end)
        return false;
    int exponent = 0;
    for (; *at < end && is_digit(**at); ++*at)
        if ((exponent = exponent * 10 + (**at - '0')) > MOST_EXPONENT)
            return false;
    out->point += negative ? -exponent : exponent;
    return true;
}

bool number_parse(number *out, const char *text, size_t length) {
    const char *at = text, *end = text + length;
    *out = (number){0};
    bool plus = at < end && *at == '+';
    out->negative = at < end && *at == '-';
    if (plus || out->negative)
        at++;
    if (!parse_digits(out, &at, end) || !parse_exponent(out, &at, end) || at != end)
        return false;
    out->plain &= !plus;
    while (out->count > 0 && out->digits[out->count - 1] == '0')
        out->count--;
    if (out->count == 0) {
        out->point = 0;
        out->negative = false;
    }
    return true;
}

int number_places(const number *value) {
    return value->count > value->point ? value->count - value->point : 0;
}

bool number_floor(const number *value, int places, int64_t *out) {
    int wanted = value->count ? value->point + places : 0;
    if (wanted > 18)
        return false;
    int64_t whole = 0;
    for (int i = 0; i < wanted; i++)
        whole = whole * 10 + (i < value->count ? value->digits[i] - '0' : 0);
    if (value->negative)
        whole = -whole - (value->count > wanted || value->cut);
    *out = whole;
    return whole <= NUMBER_LARGEST && whole >= -NUMBER_LARGEST;
}

/* Of two numbers above zero. */
static int compare_magnitudes(const number *a, const number *b) {
    if (a->point != b->point)
        return a->point < b->point ? -1 : 1;
    int common = a->count < b->count ? a->count : b->count;
    int digits = memcmp(a->digits, b->digits, (size_t)common);
    return digits ? digits : a->count - b->count;
}

static int sign(const number *of) {
    return of->count == 0 ? 0 : of->negative ? -1 : 1;
}

bool number_scaled(const number *value, number_wide *out) {
    enum { PLACES = 9, MOST_WHOLE = 18 };
    number_wide scaled = 0;
    if (value->point > MOST_WHOLE)
        return false;
    for (int i = 0; i < value->point + PLACES; i++)
        scaled = scaled * 10 + (i < value->count ? value->digits[i] - '0' : 0);
    *out = value->negative ? -scaled : scaled;
    return true;
}

int number_compare(const number *a, const number *b) {
    int one = sign(a), other = sign(b);
    if (one != other)
        return one < other ? -1 : 1;
    return one == 0 ? 0 : one * compare_magnitudes(a, b);
}

double number_approximate(const number *value) {
    double sum = 0;
    for (int i = 0; i < value->count; i++)
        sum = sum * 10 + (value->digits[i] - '0');
    sum *= pow(10, value->point - value->count);
    return value->negative ? -sum : sum;
}

int64_t number_power(int places) {
    int64_t power = 1;
    while (places-- > 0)
        power *= 10;
    return power;
}

/* Digits and an exponent alone read the same in every locale. */
double number_value(const number *from) {
    char printed[NUMBER_DIGITS + 32];
    int length = from->count;
    memcpy(printed, from->digits, (size_t)length);
    snprintf(printed + length, sizeof printed - (size_t)length, "%se%d", length ? "" : "0",
             from->point - from->count);
    double value = strtod(printed, NULL);
    return from->negative ? -value : value;
}
