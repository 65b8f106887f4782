/* Binary fractions: the shortest digits that tell one from its neighbours. */
#include "data/value_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS_MOST 17
/* Numbers from 10^-4 up to here are written without an exponent. */
#define FIXED_FROM (-4)
#define FIXED_BELOW 16
#define SHORT_ROOM 48

/* 0.D1D2D3… × 10^(exponent + 1) */
typedef struct digits {
    char digit[DIGITS_MOST + 1];
    int count;
    int exponent;
} digits;

/* ---- Numbers of 16 bits ---------------------------------------------------------------------- */

double value_half_widen(uint16_t half) {
    int exponent = half >> 10 & 31;
    double fraction = half & 1023;
    double size = exponent == 31  ? (fraction > 0 ? (double)NAN : (double)INFINITY)
                  : exponent == 0 ? ldexp(fraction, -24)
                                  : ldexp(fraction + 1024, exponent - 25);
    return half >> 15 ? -size : size;
}

uint16_t value_half_narrow(double value) {
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    double size = fabs(value);
    int exponent;
    if (isnan(value))
        return 0x7e00;
    if (size >= 65520)
        return sign | 0x7c00;
    frexp(size, &exponent);
    int step = exponent - 11 < -24 || size == 0 ? -24 : exponent - 11;
    double units = nearbyint(ldexp(size, -step));
    /* A carry out of the fraction goes on into the exponent. */
    return (uint16_t)(sign | (step == -24 ? (int)units : (step + 24) * 1024 + (int)units));
}

/* ---- To digits ------------------------------------------------------------------------------- */

static double nearest(const char *text, int bits) {
    return bits == 64   ? strtod(text, NULL)
           : bits == 32 ? (double)strtof(text, NULL)
                        : value_half_widen(value_half_narrow(strtod(text, NULL)));
}

/* Without a point, which is another sign in other languages. */
static double value_of(const digits *from, int bits) {
    char text[SHORT_ROOM];
    snprintf(text, sizeof text, "%.*se%d", from->count, from->digit,
             from->exponent - from->count + 1);
    return nearest(text, bits);
}

static void drop_zeros(digits *of) {
    while (of->count > 1 && of->digit[of->count - 1] == '0')
        of->count--;
}

static void set_digits(digits *out, double size, int count) {
    char text[SHORT_ROOM];
    const char *at = text;
    snprintf(text, sizeof text, "%.*e", count - 1, size);
    for (out->count = 0; *at && *at != 'e'; at++)
        if (*at >= '0' && *at <= '9')
            out->digit[out->count++] = *at;
    out->exponent = atoi(at + 1);
}

/* One more in the last place. */
static void step_up(digits *of) {
    int at = of->count - 1;
    while (at >= 0 && of->digit[at] == '9')
        of->digit[at--] = '0';
    if (at >= 0) {
        of->digit[at]++;
        return;
    }
    of->digit[0] = '1';
    of->exponent++;
}

/* Digits of that count that are the number again. Those nearest to it may be below the numbers that
 * are rounded to a power of two, of which there are fewer below it than above. */
static bool try_digits(digits *out, double size, int count, int bits) {
    int exponent;
    set_digits(out, size, count);
    if (value_of(out, bits) == size)
        return true;
    if (frexp(size, &exponent) > 0.5)
        return false;
    step_up(out);
    return value_of(out, bits) == size;
}

/* ---- In integers ------------------------------------------------------------------------------
 *
 * From 10^-4 up to 2^53 a number m / 2^shift and its decimals of up to 17 digits can be compared
 * exactly: both sides times 10^places times 2^shift fit into 128 bits. */

__extension__ typedef unsigned __int128 double_word;

/* `gap`: a neighbour of the same width is 2^gap in `whole` away; below a power of two, half of it.
 */
typedef struct binary_fraction {
    uint64_t whole; /* 53 bits */
    int shift;
    int gap;
    bool is_power;
} binary_fraction;

static const uint64_t powers[] = {1u,
                                  10u,
                                  100u,
                                  1000u,
                                  10000u,
                                  100000u,
                                  1000000u,
                                  10000000u,
                                  100000000u,
                                  1000000000u,
                                  10000000000u,
                                  100000000000u,
                                  1000000000000u,
                                  10000000000000u,
                                  100000000000000u,
                                  1000000000000000u,
                                  10000000000000000u,
                                  100000000000000000u};

/* Of negative ones: 1. */
static double_word power(int places) {
    return places <= 0 ? 1
           : places <= DIGITS_MOST
               ? powers[places]
               : (double_word)powers[DIGITS_MOST] * powers[places - DIGITS_MOST];
}

typedef enum trip { TRIP_AWAY, TRIP_BACK, TRIP_CLOSE } trip;

/* Whether a decimal is read as the number again. TRIP_CLOSE: it is as near to a neighbour. */
static trip trip_of(uint64_t decimal, const binary_fraction *of, int places) {
    double_word unit = power(places), scaled = of->whole * unit;
    double_word there = decimal * power(-places) << of->shift, limit = unit << of->gap;
    double_word off = 2 * (there > scaled ? there - scaled : scaled - there);
    if (of->is_power && there < scaled)
        limit /= 2;
    return off < limit ? TRIP_BACK : off > limit ? TRIP_AWAY : TRIP_CLOSE;
}

/* The nearest decimal with that many places, the even one of two; *is_tie: there were two. */
static uint64_t nearest_decimal(const binary_fraction *of, int places, bool *is_tie) {
    double_word scaled = of->whole * power(places), step = power(-places) << of->shift;
    double_word rest = places < 0 ? scaled % step : scaled & (step - 1), half = step / 2;
    uint64_t below = (uint64_t)(places < 0 ? scaled / step : scaled >> of->shift);
    *is_tie = rest == half;
    return below + (rest > half || (*is_tie && below % 2 == 1));
}

static bool split(binary_fraction *out, double size, int bits) {
    int exponent;
    if (!(size >= 1e-4 && size < 0x1p53))
        return false;
    out->whole = (uint64_t)ldexp(frexp(size, &exponent), 53);
    out->shift = 53 - exponent;
    out->gap = bits == 64 ? 0 : 53 - 24;
    out->is_power = out->whole == UINT64_C(1) << 52;
    return out->shift > 0;
}

/* The digits in front of the point; of smaller numbers, less by the zeros behind it. */
static int whole_digits(double size) {
    int count = 0;
    if (size < 1) {
        static const double below[] = {0.1, 0.01, 0.001, 0.0001};
        while (count > -4 && size < below[-count])
            count--;
        return count;
    }
    while (count <= DIGITS_MOST && size >= (double)powers[count])
        count++;
    return count;
}

static void set_decimal(digits *out, uint64_t decimal, int places) {
    char text[24];
    out->count = (int)value_text_integer(text, decimal, false);
    out->exponent = out->count - 1 - places;
    while (out->count > 1 && text[out->count - 1] == '0')
        out->count--;
    memcpy(out->digit, text, (size_t)out->count);
}

/* Where the shortest of a number of 32 bits is not the only one, DuckDB has those of 64 bits. */
static bool try_integers(digits *out, double size, int sure, int bits) {
    binary_fraction of;
    if (!split(&of, size, bits))
        return false;
    for (int count = sure, whole = whole_digits(size); count <= DIGITS_MOST; count++) {
        bool is_tie;
        int places = count - whole;
        uint64_t decimal = nearest_decimal(&of, places, &is_tie);
        trip found = trip_of(decimal, &of, places);
        if (found == TRIP_AWAY && of.is_power)
            found = trip_of(++decimal, &of, places);
        if (bits == 32 && (found == TRIP_CLOSE || (found == TRIP_BACK && is_tie)))
            return try_integers(out, size, 15, 64);
        if (found == TRIP_AWAY || (found == TRIP_CLOSE && of.whole % 2 == 1))
            continue;
        set_decimal(out, decimal, places);
        return true;
    }
    return false;
}

/* Whatever has that many digits at most can be told apart by so many; below the normal numbers
 * fewer do. */
static void find_digits(digits *out, double size, int bits) {
    int sure = bits == 64 ? 15 : bits == 32 ? 6 : 3;
    double normal = bits == 64 ? 0x1p-1022 : bits == 32 ? 0x1p-126 : 0x1p-14;
    if (bits >= 32 && try_integers(out, size, sure, bits))
        return;
    for (int count = size < normal ? 1 : sure; count <= DIGITS_MOST; count++)
        if (try_digits(out, size, count, bits))
            break;
    drop_zeros(out);
}

/* ---- To text --------------------------------------------------------------------------------- */

static char *put(char *at, const char *from, int count) {
    memcpy(at, from, (size_t)count);
    return at + count;
}

static char *put_zeros(char *at, int count) {
    for (; count > 0; count--)
        *at++ = '0';
    return at;
}

static char *put_fixed(char *at, const digits *of) {
    int whole = of->exponent + 1, shown = whole < of->count ? whole : of->count;
    if (whole <= 0) {
        at = put_zeros(put(at, "0.", 2), -whole);
        return put(at, of->digit, of->count);
    }
    at = put_zeros(put(at, of->digit, shown), whole - shown);
    *at++ = '.';
    return shown < of->count ? put(at, of->digit + shown, of->count - shown) : put(at, "0", 1);
}

static char *put_exponent(char *at, const digits *of) {
    char behind[SHORT_ROOM];
    at = put(at, of->digit, 1);
    if (of->count > 1)
        at = put(put(at, ".", 1), of->digit + 1, of->count - 1);
    return put(at, behind, snprintf(behind, sizeof behind, "e%+03d", of->exponent));
}

size_t value_text_real(char *out, double value, int bits) {
    char *at = out;
    digits found = {.digit = "0", .count = 1};
    if (isnan(value)) {
        memcpy(out, "nan", 3);
        return 3;
    }
    if (signbit(value))
        *at++ = '-';
    if (isinf(value)) {
        memcpy(at, "inf", 3);
        return (size_t)(at - out) + 3;
    }
    if (value != 0)
        find_digits(&found, fabs(value), bits);
    bool is_fixed = found.exponent >= FIXED_FROM && found.exponent < FIXED_BELOW;
    at = is_fixed ? put_fixed(at, &found) : put_exponent(at, &found);
    return (size_t)(at - out);
}

/* ---- And back -------------------------------------------------------------------------------- */

/* The digits without the point; false: it is none of the texts of above. */
static bool collect(char *out, size_t room, const char *text, int *exponent) {
    size_t used = 0;
    bool behind = false;
    for (*exponent = 0; *text && *text != 'e'; text++) {
        if (*text == '.' && !behind) {
            behind = true;
            continue;
        }
        if (*text < '0' || *text > '9' || used + 1 >= room)
            return false;
        out[used++] = *text;
        *exponent -= behind;
    }
    out[used] = '\0';
    if (*text == 'e') {
        char *end;
        long shift = strtol(text + 1, &end, 10);
        if (*end || end == text + 1 || shift < -400 || shift > 400)
            return false;
        *exponent += (int)shift;
    }
    return used > 0;
}

/* Up to 15 digits and such powers of ten are exact, and so is the last step. */
static bool parse_few_digits(double *out, const char *digits_of, int exponent) {
    static const double exact[] = {1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    size_t length = strlen(digits_of);
    if (length > 15 || exponent < -22 || exponent > 22)
        return false;
    uint64_t whole = 0;
    for (size_t i = 0; i < length; i++)
        whole = whole * 10 + (uint64_t)(digits_of[i] - '0');
    *out = exponent < 0 ? (double)whole / exact[-exponent] : (double)whole * exact[exponent];
    return true;
}

bool value_parse_real(double *out, const char *text, int bits) {
    bool minus = *text == '-';
    const char *at = text + minus;
    char plain[SHORT_ROOM] = "", whole[SHORT_ROOM + 16];
    int exponent;
    if (strcmp(at, "nan") == 0 || strcmp(at, "inf") == 0) {
        *out = *at == 'n' ? (double)NAN : (double)INFINITY;
    } else {
        if (!collect(plain, sizeof plain, at, &exponent))
            return false;
        if (bits != 64 || !parse_few_digits(out, plain, exponent)) {
            snprintf(whole, sizeof whole, "%se%d", plain, exponent);
            *out = nearest(whole, bits);
        }
    }
    if (minus)
        *out = -*out;
    return true;
}
