/* How wrong the counts are that an analyst gets from a release: of rows in ranges of values
 * (query_error.c), and of tables by one or two attributes (group_error.c). Labels count as
 * label_spread says. */
#ifndef SHOAL_MEASURE_QUERY_ERROR_H
#define SHOAL_MEASURE_QUERY_ERROR_H

#include "base/memory.h"
#include "base/threads.h"
#include "data/frequency.h"
#include "measure/label_spread.h"

/* An attribute of both tables. */
typedef struct query_column {
    const codes *original;       /* [original_rows] */
    const codes *release;        /* [release_rows] labels, below those of the spread */
    uint32_t values;             /* codes of the original are below */
    const uint32_t *position_of; /* [values] below the positions of the spread */
    uint32_t ordered;            /* the first positions are numbers in their order: queries ask for
                                    ranges of them, and for other values alone */
    const label_spread *spread;
} query_column;

typedef struct query_task {
    const query_column *columns; /* [count] */
    size_t count;                /* at least 1 */
    size_t original_rows, release_rows;
    const bool *original_kept, *release_kept; /* rows that count; NULL: all */
    uint64_t seed;
    thread_pool *pool;          /* may be NULL */
    const volatile int *cancel; /* may be NULL */
} query_task;

enum {
    QUERY_DIMENSIONS = 3, /* attributes that a query asks for, at most */
    QUERY_MOST = 1000,    /* queries of each number of attributes, */
    QUERY_FEWEST = 50,    /* and where all would take too long */
    QUERY_GROUPS = 50,    /* rows of a table: of more values, neighbours are taken together */
    QUERY_PAIRED = 40     /* attributes whose pairs are looked at: the first ones */
};

/* Asks for the rows with begin <= position < end in each of its columns. */
typedef struct range_query {
    size_t dimensions;
    size_t column[QUERY_DIMENSIONS];
    uint32_t begin[QUERY_DIMENSIONS], end[QUERY_DIMENSIONS];
} range_query;

/* Drawn around a row of the original, so that no query asks for nothing: in each of its columns the
 * range from the value of that row to the value of another, or that value alone. A row must count,
 * and there must be so many columns. */
range_query range_query_draw(const query_task *task, size_t dimensions, size_t index);

/* Queries of one number of attributes. The error of one is |estimate - count| / count; counts below
 * a thousandth of the rows are taken for that many, as a few rows are not what is asked for. */
typedef struct range_error {
    uint64_t queries; /* 0: there are fewer attributes */
    double median, mean;
    double upper; /* nine in ten are not above it */
} range_error;

SHOAL_CHECKED shoal_status range_errors_measure(range_error out[QUERY_DIMENSIONS],
                                                const query_task *task, shoal_error *error);

/* The error of a table is the total variation distance of its shares: the share of the rows that is
 * counted in a wrong cell, from 0 to 1. */
typedef struct group_errors {
    double *single; /* [count] */
    double *pair;   /* [paired * paired] symmetric; NaN on the diagonal */
    size_t paired;
    double single_mean, pair_mean; /* NaN: there is none */
    double pair_largest;           /* of the pair `one` and `other` */
    size_t one, other;
} group_errors;

/* Lists are in the arena. */
SHOAL_CHECKED shoal_status group_errors_measure(group_errors *out, const query_task *task,
                                                arena *memory, shoal_error *error);

/* The distinct tuples of both tables. Free them also after a failure. */
SHOAL_CHECKED shoal_status query_group_rows(frequency_set *original, frequency_set *release,
                                            const query_task *task, shoal_error *error);

static inline shoal_status query_check_cancel(const query_task *task, shoal_error *error) {
    return task->cancel && *task->cancel ? status_fail(error, SHOAL_INTERRUPTED, "interrupted")
                                         : SHOAL_OK;
}

#endif
