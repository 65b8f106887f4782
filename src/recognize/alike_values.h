/* Which values of a column are the same to a reader, however they are written. */
#ifndef SHOAL_RECOGNIZE_ALIKE_VALUES_H
#define SHOAL_RECOGNIZE_ALIKE_VALUES_H

#include "data/table.h"

typedef struct alike_values {
    uint32_t *group; /* [values] the first code that says the same; missing values are one */
    double *number;  /* [values] NaN: it is none, or missing */
    uint64_t *unit;  /* [values] of its number */
    bool spelled;    /* values that are not missing differ only in how they are written */
} alike_values;

/* A number without a unit has the unit that all others of the column have, if that is one. False:
 * out of memory. */
SHOAL_CHECKED bool alike_values_make(alike_values *out, const column *of, const bool *missing);
void alike_values_free(alike_values *of);

/* Amounts of one unit that lie within ALIKE_NEAR of the larger one are near each other, if that has
 * ALIKE_LEAST or more: smaller numbers are often codes. */
#define ALIKE_NEAR 0.01
#define ALIKE_LEAST 1000
bool alike_is_near(double one, double other);

/* Some different numbers of the column are near each other. False also in *any: none are. */
SHOAL_CHECKED bool alike_values_find_near(bool *any, const alike_values *of, size_t values);

/* One number of some that are to be put into order: by unit, then by size. */
typedef struct alike_number {
    uint64_t unit;
    double number;
    uint32_t code;
} alike_number;

void alike_numbers_sort(alike_number *each, size_t count);

#endif
