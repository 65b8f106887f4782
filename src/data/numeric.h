/* The quasi-identifiers as numbers, standardized: what microaggregation works on. */
#ifndef SHOAL_DATA_NUMERIC_H
#define SHOAL_DATA_NUMERIC_H

#include "data/date.h"
#include "data/table.h"
#include "plan/plan.h"

typedef struct numeric_column {
    const char *name; /* borrowed from the table */
    plan_type type;   /* TYPE_INTEGER, TYPE_DECIMAL or TYPE_DATE */
    date_order order; /* of dates, as below */
    char separator;
    int places;             /* decimals that an average is published with */
    double mean, deviation; /* of the rows below that have a value; the deviation of a population */
    double *value;          /* [rows] in deviations from the mean; 0 where missing or constant */
    const char **token; /* [rows] how a missing value is written, else NULL; NULL: none is missing,
                           or missing values stand for the mean */
} numeric_column;

/* Rules for missing values: with `drop` their rows are not here; with `wildcard` a missing value
 * stands for the mean (where there is one); with `category` it stays missing, only rows with the
 * same missing attributes may share a cluster, and rows whose pattern of missing values fewer than
 * k rows share are suppressed. */
typedef struct numeric_table {
    size_t attributes;
    numeric_column *column; /* [attributes] */
    size_t rows;            /* that are neither dropped nor suppressed */
    size_t *row;            /* [rows] their places in the table they are from */
    uint64_t suppressed;
    arena memory;
} numeric_table;

typedef struct numeric_input {
    const shoal_table *table;
    const size_t *columns; /* [attributes] of the table */
    size_t attributes;
    const bool *kept; /* [table->rows]; NULL: all */
    const shoal_plan *plan;
    const uint32_t
        *input_row; /* [table->rows] the row of its source, for messages; NULL: the same */
} numeric_input;

/* SHOAL_BAD_DATA names the first value that is neither a number nor a date. */
SHOAL_CHECKED shoal_status numeric_make(numeric_table *out, const numeric_input *input,
                                        shoal_error *error);
void numeric_free(numeric_table *table);

/* Numbers the rows by which of the attributes they miss: part[row] < the number returned, 1 when
 * nothing is missing. `attributes` are places in `table->column`; `scratch` has 2 * rows items. */
size_t numeric_parts(const numeric_table *table, const size_t *attributes, size_t count,
                     uint32_t *part, uint32_t *scratch);

/* The text that publishes an average, given in deviations from the mean. */
#define NUMERIC_LABEL_SIZE 40
void numeric_format(char out[NUMERIC_LABEL_SIZE], const numeric_column *of, double average);

#endif
