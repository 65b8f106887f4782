/* A column as the utility measures see it: categories, or numbers. */
#ifndef SHOAL_MEASURE_VARIABLE_H
#define SHOAL_MEASURE_VARIABLE_H

#include "base/status.h"
#include "data/codes.h"

#include <math.h>
#include <stdbool.h>

/* Borrowed throughout. Numbers belong to the values of a column, not to its rows: a dictionary is
 * read once, and a million rows need no more memory. */
typedef struct variable {
    const codes *codes;   /* [rows] */
    uint32_t size;        /* codes are below it */
    const bool *missing;  /* [size] values that stand for none; NULL: none does */
    const double *number; /* [size] what each value is as a number, NaN (or infinite) where it is
                             none and so missing; NULL: the values are categories */
} variable;

/* Rows of a table that count. */
typedef struct variable_rows {
    size_t rows;
    const bool *kept; /* [rows]; NULL: all */
} variable_rows;

static inline bool variable_row_counts(const variable_rows *in, size_t row) {
    return !in->kept || in->kept[row];
}

static inline bool variable_is_missing(const variable *of, uint32_t code) {
    return (of->missing && of->missing[code]) || (of->number && !isfinite(of->number[code]));
}

/* Rows with each value, in memory of the caller's, to be freed with memory_free; NULL: out of
 * memory. */
uint64_t *variable_count(const variable *of, const variable_rows *in);

/* The values that are numbers, ascending, equal ones by code, as above; *count of them. */
uint32_t *variable_order(const variable *of, size_t *count);

#endif
