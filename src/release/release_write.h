/* Applying a solution: the recoded table as rows for a sink. */
#ifndef SHOAL_RELEASE_RELEASE_WRITE_H
#define SHOAL_RELEASE_RELEASE_WRITE_H

#include "recode/lattice/lattice.h"
#include "store/sink.h"

typedef enum column_use {
    COLUMN_KEEP,
    COLUMN_RECODE,  /* by a bound hierarchy */
    COLUMN_REPLACE, /* row by row */
    COLUMN_MASK,
    COLUMN_DROP
} column_use;

/* What becomes of one column of the table. */
typedef struct release_column {
    column_use use;
    const bound_hierarchy
        *bound_hierarchy; /* COLUMN_RECODE: published as the bound hierarchy's labels … */
    int level;            /* … at this level */
    /* COLUMN_REPLACE: the label of every row of the table; label_count is `*`. */
    const codes *replaced;
    const char *const *labels; /* [label_count] */
    size_t label_count;
} release_column;

typedef struct release_task {
    const shoal_table *table;
    table_format format;           /* of the table */
    const release_column *columns; /* [table->columns] */
    const bool *kept_rows;         /* may be NULL: all */
    /* Which rows are suppressed; NULL: none. */
    const lattice_verdicts *verdicts;
    const codes *const *quasi; /* what the rows are judged by, as lattice_judge_rows takes it */
    thread_pool *pool;
    const volatile int *cancel; /* may be NULL */
} release_task;

/* Writes the rows in their order, in the format of the table. What is written does not depend on
 * the number of threads. */
SHOAL_CHECKED shoal_status release_write(sink *to, const release_task *task, shoal_error *error);

#endif
