/* Applying a publication: the recoded table as CSV. */
#ifndef SHOAL_RELEASE_RELEASE_WRITE_H
#define SHOAL_RELEASE_RELEASE_WRITE_H

#include "bind/bound_table.h"
#include "files/pending_file.h"
#include "recode/publication.h"

typedef enum column_use {
    COLUMN_KEEP,
    COLUMN_PUBLISH, /* a quasi-identifier, as the publication has it */
    COLUMN_MASK,    /* `*` in every row */
    COLUMN_DROP
} column_use;

/* What becomes of one column of the table. */
typedef struct release_column {
    column_use use;
    size_t attribute; /* COLUMN_PUBLISH: of the publication */
} release_column;

typedef struct release_task {
    const shoal_table *table;
    const release_column *columns; /* [table->columns] */
    const bool *kept_rows;         /* may be NULL: all */
    const publication *published;
    thread_pool *pool;
    bool gzip;
    const volatile int *cancel; /* may be NULL */
} release_task;

/* What becomes of every column by the plan's roles: identifiers are dropped or masked. The caller
 * frees it; NULL: out of memory. */
release_column *release_columns(const bound_table *bound);

/* Writes the rows in their order, with the delimiter of the table and with its header if it has
 * one. The bytes do not depend on the number of threads. */
SHOAL_CHECKED shoal_status release_write(pending_file *file, const release_task *task,
                                         shoal_error *error);

#endif
