/* Numbers of a column as whole counts of a unit, round bounds between them, and ranges as text. */
#ifndef SHOAL_DATA_NUMBER_RANGES_H
#define SHOAL_DATA_NUMBER_RANGES_H

#include "data/hierarchy_build.h"

/* All numbers count units of 10^-places, rounded down. */
typedef struct number_survey {
    int places;
    bool whole;   /* every number that occurs is whole */
    bool rounded; /* some need more places */
} number_survey;

/* As many places as the numbers need and an int64_t holds. Refuses values that are not numbers. */
SHOAL_CHECKED shoal_status number_survey_make(number_survey *out, const build_input *input,
                                              shoal_error *error);
SHOAL_CHECKED shoal_status number_survey_unit(int64_t *out, const number_survey *survey,
                                              const build_input *input, size_t value,
                                              shoal_error *error);

/* The largest integer not above a / b. */
int64_t floor_divide(int64_t a, int64_t b);

/* The roundest number above `low` and not above `high`, low < high: the smallest multiple of the
 * largest of 1, 2, 5, 10, 20, … up to the next power of ten that has one there. Returns how round
 * that is. */
int number_roundest(int64_t *out, int64_t low, int64_t high);

/* ---- Ranges as text ----------------------------------------------------------------------------
 */

#define RANGE_LABEL_SIZE 128

/* 20-29, <20, 65+; -5 to 3 where a bound is below zero; 18.5 to <25.0, <18.5, >=40.0 of decimals.
 */
typedef struct range_style {
    int places; /* of the units */
    int shown;  /* places shown, not more than those */
    bool whole;
    bool dashed;
} range_style;

range_style range_style_make(const number_survey *survey);
/* Makes room for a bound that will be shown. */
void range_style_show(range_style *style, int64_t bound);

/* The number as text; returns its length. */
int range_format_number(char *out, size_t size, const range_style *style, int64_t units);
/* From *low (NULL: no bound) up to, not including, *high (NULL: no bound); not both NULL. */
void range_format(char *out, size_t size, const range_style *style, const int64_t *low,
                  const int64_t *high);

#endif
