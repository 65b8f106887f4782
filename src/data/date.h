/* Dates as text: 2020-03-31, 2020/03/31, 31/03/2020, 31.03.2020, 03/31/2020, with or without a time
 * of day after it. */
#ifndef SHOAL_DATA_DATE_H
#define SHOAL_DATA_DATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Order of the parts; a set of orders is their sum. */
typedef enum date_order { DATE_YMD = 1, DATE_DMY = 2, DATE_MDY = 4 } date_order;

typedef struct date {
    int year, month, day;
    bool timed;
} date;

/* False if the text is not a date in that order. */
bool date_parse(date *out, const char *text, date_order order);

/* Days from 1970-01-01 to the date, and back; the day alone counts, not the time. */
int64_t date_to_days(const date *from);
date date_from_days(int64_t days);

/* Writes the date in the order, with `separator` between its parts and two digits for day and
 * month; `size` bytes at `out`. */
void date_format(char *out, size_t size, const date *from, date_order order, char separator);

/* Every order under which the text is a date; 0 when it is none. */
int date_orders(const char *text);

/* What the values of a column show about their order. */
typedef struct date_survey {
    date_order order; /* the only one that fits; day before month where both do */
    bool ambiguous;   /* both did */
    size_t dates;
    size_t others; /* values that are not dates in any order */
} date_survey;

/* False when no single order fits all the dates. */
bool date_survey_values(date_survey *out, const char *const *values, size_t count);

/* A column is one of dates when it has at most this many other values (such as 9999-99-99 for
 * "none"), and not more than dates. */
#define DATE_MOST_OTHERS 5
bool date_survey_is_dates(const date_survey *survey);

#endif
