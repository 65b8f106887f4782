/* Cells of spreadsheets as text: numbers in their shortest form, dates as ISO 8601 has them. */
#ifndef SHOAL_STORE_SHEET_VALUE_H
#define SHOAL_STORE_SHEET_VALUE_H

#include <stdbool.h>
#include <stddef.h>

#define SHEET_VALUE_SIZE 48

/* What a number format makes of a number. */
typedef enum sheet_format {
    SHEET_NUMBER,
    SHEET_DATE,      /* 2024-01-31 */
    SHEET_DATE_TIME, /* 2024-01-31 12:30:00 */
    SHEET_TIME,      /* 12:30:00 */
    SHEET_DURATION   /* 30:15:00: hours may exceed a day */
} sheet_format;

/* The format of a number format's code, such as "dd.mm.yyyy" or "0.00"; and of one that every
 * spreadsheet knows by its number, if it has no code of its own. */
sheet_format sheet_format_of_code(const char *code);
sheet_format sheet_format_of_number(unsigned id);

/* The shortest text that reads back as the same double: 0.1, 44197, 1e+20. Whole numbers below
 * 10^15 have no exponent. */
void sheet_number_text(char out[SHEET_VALUE_SIZE], double number);

/* A day number as the format shows it, counted from 1900 as Excel does (its day 60 is the 29th of
 * February 1900, which never was) or from 1904. Beyond the years 1900 to 9999, and below 0, the
 * number itself. */
void sheet_serial_text(char out[SHEET_VALUE_SIZE], double serial, sheet_format format,
                       bool from_1904);

/* A date or a span of time as XML writes it (2024-01-31T12:30:00, PT12H30M0S) in the same form.
 * False: it is neither, and `out` is unchanged. */
bool sheet_date_text(char out[SHEET_VALUE_SIZE], const char *iso);
bool sheet_span_text(char out[SHEET_VALUE_SIZE], const char *iso);

#endif
