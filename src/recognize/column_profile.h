/* What is in one column of an unknown table. */
#ifndef SHOAL_RECOGNIZE_COLUMN_PROFILE_H
#define SHOAL_RECOGNIZE_COLUMN_PROFILE_H

#include "data/column_type.h"
#include "data/date.h"
#include "recognize/name_concept.h"
#include "recognize/value_format.h"

#define PROFILE_TOP 5
#define PROFILE_QUANTILES 5 /* smallest, quarter, middle, three quarters, largest */
#define PROFILE_BINS 12
#define PROFILE_TEXT_SIZE 40

typedef struct profile_value {
    const char *text; /* borrowed from the table */
    uint64_t rows;
} profile_value;

/* Nothing of it is owned: texts are borrowed from the table, which must outlive it. Rows without a
 * value count only in `rows` and `missing`. */
typedef struct column_profile {
    const char *name;
    plan_type type; /* never TYPE_AUTO */
    uint64_t rows;
    uint64_t missing;
    size_t distinct;     /* values, missing ones aside */
    uint64_t singletons; /* values that one row has */
    double alone;        /* singletons / rows: the share of rows that the column names */
    double naming; /* distinct / rows with a value: 1 where every row has a value of its own */
    profile_value top[PROFILE_TOP]; /* most frequent first; equal ones in dictionary order */
    size_t top_count;
    size_t longest; /* in characters */
    double mean_length;

    /* Numbers and dates (days from 1970-01-01; the few others of a column of dates are left out);
     * all 0 with strings. Quantiles and bins count rows; the bins are equally wide. */
    bool ordered;
    date_order order; /* of dates */
    double quantile[PROFILE_QUANTILES];
    double mean, deviation;
    uint64_t bin[PROFILE_BINS];
    int places;      /* most decimals of a value */
    bool successive; /* integers without a gap, each once: a row number */
    double
        dense; /* whole numbers and days: share of those between smallest and largest that occur */
    uint64_t others; /* rows of a column of dates whose value is none */

    value_format format;
    double format_share; /* of the rows with a value; at most PROFILE_SAMPLE values are looked at */
    concept_found concept;
    bool generic_name; /* the name says nothing because the table has no header */
} column_profile;

/* Distinct values whose format is looked at; more are sampled evenly. */
#define PROFILE_SAMPLE 5000

/* Safe to call for several columns at a time. The column must have been kept. */
SHOAL_CHECKED shoal_status column_profile_make(column_profile *out, const column *of, size_t rows,
                                               const shoal_plan *plan, shoal_error *error);

/* A number, or the date, of the column's distribution as text: "41.5", "1998-01-28". */
void column_profile_number(char out[PROFILE_TEXT_SIZE], const column_profile *of, double value);

#endif
