/* Decimals and large integers. */
#include "data/value_text.h"

#include <string.h>

/* Of 256 bits. */
#define DIGITS_MOST 80
#define CHUNK UINT64_C(1000000000000000000)
#define CHUNK_DIGITS 18

__extension__ typedef unsigned __int128 double_word;

static bool is_negative(const wide_integer *value) {
    return value->limb[3] >> 63;
}

static void negate(wide_integer *value) {
    uint64_t carry = 1;
    for (int i = 0; i < 4; i++) {
        value->limb[i] = ~value->limb[i] + carry;
        carry = carry && value->limb[i] == 0;
    }
}

/* Divides by CHUNK; the rest. */
static uint64_t divide(wide_integer *value) {
    double_word rest = 0;
    for (int i = 3; i >= 0; i--) {
        double_word now = rest << 64 | value->limb[i];
        value->limb[i] = (uint64_t)(now / CHUNK);
        rest = now % CHUNK;
    }
    return (uint64_t)rest;
}

static bool is_small(const wide_integer *value) {
    return !(value->limb[1] | value->limb[2] | value->limb[3]);
}

/* The digits of the value without its sign; returns their number, at least 1. */
static size_t digits_of(char out[DIGITS_MOST], wide_integer value) {
    uint64_t chunk[6];
    int chunks = 0;
    while (!is_small(&value))
        chunk[chunks++] = divide(&value);
    size_t length = value_text_integer(out, value.limb[0], false);
    while (chunks-- > 0) {
        for (int place = CHUNK_DIGITS - 1; place >= 0; place--) {
            out[length + (size_t)place] = (char)('0' + chunk[chunks] % 10);
            chunk[chunks] /= 10;
        }
        length += CHUNK_DIGITS;
    }
    return length;
}

static char *put_zeros(char *at, size_t count) {
    memset(at, '0', count);
    return at + count;
}

static char *put(char *at, const char *digits, size_t count) {
    memcpy(at, digits, count);
    return at + count;
}

size_t value_text_decimal(char *out, const wide_integer *value, int precision, int scale) {
    char digits[DIGITS_MOST], *at = out;
    wide_integer size = *value;
    if (is_negative(value)) {
        negate(&size);
        *at++ = '-';
    }
    size_t count = digits_of(digits, size), behind = scale > 0 ? (size_t)scale : 0;
    if (count > behind)
        at = put(at, digits, count - behind);
    else if (precision > scale)
        *at++ = '0';
    if (behind > 0) {
        *at++ = '.';
        at = put_zeros(at, behind > count ? behind - count : 0);
        size_t shown = count < behind ? count : behind;
        at = put(at, digits + count - shown, shown);
    } else if (digits[0] != '0') {
        at = put_zeros(at, (size_t)-scale);
    }
    return (size_t)(at - out);
}

/* value * 10 + digit; false: it does not fit. */
static bool add_digit(wide_integer *value, char digit) {
    double_word carry = (double_word)(digit - '0');
    for (int i = 0; i < 4; i++) {
        carry += (double_word)value->limb[i] * 10;
        value->limb[i] = (uint64_t)carry;
        carry >>= 64;
    }
    return carry == 0 && !is_negative(value);
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool value_parse_decimal(wide_integer *out, const char *text, int scale) {
    bool minus = *text == '-';
    const char *at = text + minus;
    *out = (wide_integer){0};
    size_t whole = strspn(at, "0123456789"), dropped = scale < 0 ? (size_t)-scale : 0;
    bool is_zero = whole == 1 && *at == '0';
    /* Zeros that the scale stands for. */
    size_t kept = whole > dropped ? whole - dropped : is_zero ? whole : 0;
    for (size_t i = 0; i < kept; i++)
        if (!add_digit(out, at[i]))
            return false;
    if (whole > 0 && kept == 0)
        return false;
    at += whole;
    int places = 0;
    if (*at == '.')
        for (at++; is_digit(*at); at++, places++)
            if (!add_digit(out, *at))
                return false;
    if (*at || at == text + minus || (scale > 0 ? places != scale : places != 0))
        return false;
    if (minus)
        negate(out);
    return true;
}

bool value_parse_integer(wide_integer *out, const char *text) {
    return value_parse_decimal(out, text, 0);
}
