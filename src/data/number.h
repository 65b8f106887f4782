/* Numbers as text, taken exactly: ranges must not depend on binary rounding. */
#ifndef SHOAL_DATA_NUMBER_H
#define SHOAL_DATA_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NUMBER_DIGITS 40
#define NUMBER_LARGEST INT64_C(100000000000000000)
#define NUMBER_FINEST 15

/* ±0.DIGITS × 10^point, without leading or trailing zeros in the digits. */
typedef struct number {
    bool negative;
    bool plain; /* an optional minus and digits without leading zeros: an integer as people write it
                 */
    bool cut;   /* digits beyond NUMBER_DIGITS were dropped */
    int count;
    int point;
    char digits[NUMBER_DIGITS];
} number;

/* Optional sign, digits with an optional decimal point, optional exponent; nothing else. From 1000
 * on, thousands may be separated, all by the same sign: a comma, an apostrophe or a blank, also a
 * narrow one or one that does not break. */
bool number_parse(number *out, const char *text, size_t length);

/* Decimal places that the number needs; 0 for an integer. */
int number_places(const number *value);

/* The largest integer not above value × 10^places; false when beyond ±NUMBER_LARGEST. */
bool number_floor(const number *value, int places, int64_t *out);

/* The value × 10^9 without what follows nine decimals; false beyond 10^18. */
__extension__ typedef __int128 number_wide;
bool number_scaled(const number *value, number_wide *out);

/* Below, at or above 0 as `a` is below, equal to or above `b`. */
int number_compare(const number *a, const number *b);

/* The nearest double, infinite beyond them. */
double number_value(const number *value);

/* Nearly the value; for choosing, not for computing. */
double number_approximate(const number *value);

/* 10^places for 0 <= places <= NUMBER_FINEST. */
int64_t number_power(int places);

#endif
