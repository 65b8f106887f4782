/* Typed values as texts, and back. The texts are those that DuckDB's casts make, so that a table
 * has the same texts whether it comes from Parquet, from DuckDB or from memory. */
#ifndef SHOAL_DATA_VALUE_TEXT_H
#define SHOAL_DATA_VALUE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for any of them, a NUL included where one is written. */
#define VALUE_TEXT_MOST 192
#define VALUE_SECONDS_OF_DAY INT64_C(86400)

/* A number of up to 256 bits with a sign, least significant first. */
typedef struct wide_integer {
    uint64_t limb[4];
} wide_integer;

/* All of these return the length; nothing is behind the text. */

size_t value_text_integer(char *out, uint64_t magnitude, bool is_negative);

/* Days since 1970-01-01 within 32 bits; the last of these on both sides are infinite. */
size_t value_text_date(char *out, int64_t days);

/* A time of day, from 0 to 24:00:00, in units of 10^-digits seconds; digits: 0, 3, 6 or 9. */
size_t value_text_clock(char *out, int64_t units, int digits);
/* Since 1970-01-01 00:00:00 in such units; `is_utc` adds +00. 0: its day is beyond 32 bits. */
size_t value_text_moment(char *out, int64_t units, int digits, bool is_utc);

/* The shortest digits that are this number again, as one of 16, 32 or 64 bits. */
size_t value_text_real(char *out, double value, int bits);

/* value / 10^scale. With a scale, as many digits are behind the point; there is a zero in front of
 * it only if the precision has a place for it. -76 <= scale <= 76. */
size_t value_text_decimal(char *out, const wide_integer *value, int precision, int scale);

/* And back. The text ends with a NUL. These may take more than the texts of above: whoever needs
 * just those compares what becomes of the value. */
bool value_parse_integer(wide_integer *out, const char *text);
bool value_parse_date(int64_t *days, const char *text);
bool value_parse_clock(int64_t *units, const char *text, int digits);
bool value_parse_moment(int64_t *units, const char *text, int digits, bool is_utc);
bool value_parse_real(double *out, const char *text, int bits);
bool value_parse_decimal(wide_integer *out, const char *text, int scale);

/* Numbers of 16 bits: to wider ones, exactly; from them, the nearest, to even where two are. */
double value_half_widen(uint16_t half);
uint16_t value_half_narrow(double value);

#endif
