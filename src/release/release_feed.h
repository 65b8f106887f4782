/* What is to be released, as rows for a sink: the publication and the other columns. */
#ifndef SHOAL_RELEASE_RELEASE_FEED_H
#define SHOAL_RELEASE_RELEASE_FEED_H

#include "bind/bound_table.h"
#include "recode/publication.h"
#include "release/pseudonyms.h"
#include "store/sink.h"

typedef enum column_use {
    COLUMN_KEEP,
    COLUMN_PUBLISH,   /* a quasi-identifier, as the publication has it */
    COLUMN_MASK,      /* `*` in every row */
    COLUMN_PSEUDONYM, /* the task's pseudonyms */
    COLUMN_DROP
} column_use;

/* What becomes of one column of the table. */
typedef struct release_column {
    column_use use;
    size_t attribute; /* COLUMN_PUBLISH: of the publication */
} release_column;

typedef struct release_task {
    const shoal_table *table;
    table_format format;           /* of the table: the release is written alike */
    const release_column *columns; /* [table->columns] */
    const bool *kept_rows;         /* [table->rows]; NULL: all */
    const uint32_t *order;         /* [table->rows] the row at each place; NULL: as in the table */
    const publication *published;
    const uint32_t *person_of;    /* [table->rows] whose row it is; NULL: rows are counted */
    const pseudonyms *pseudonyms; /* of these; NULL: none are published */
    thread_pool *pool;            /* may be NULL */
    const volatile int *cancel;   /* may be NULL */
    const shoal_hooks *hooks;     /* told how far writing and reading back are; may be NULL */
} release_task;

/* What becomes of every column by the plan's roles: identifiers are dropped or masked, the keys of
 * persons dropped or the first of them replaced by pseudonyms. The caller frees it; NULL: out of
 * memory. */
release_column *release_columns(const bound_table *bound);

/* Where the codes of a released column come from. */
typedef struct released_column {
    const codes *codes;      /* NULL: every cell is cell 0 */
    const uint32_t *group;   /* [code] its cell; NULL: the code is the cell */
    const uint64_t *blanked; /* a bit per row of cells that are blanked; NULL: none */
    bool published;          /* a quasi-identifier: suppressed rows have the cell `star` */
    uint32_t star;
} released_column;

typedef struct release_feed {
    row_feed rows;
    const release_task *task;
    released_column *columns; /* [rows.columns] */
    feed_column *texts;       /* [rows.columns] */
    uint64_t *suppressed;     /* a bit per row of the table, of rows in another order; NULL: none */
    arena memory;             /* of texts with a decimal comma, and of these bits */
} release_feed;

/* The feed must not move while its rows are in use. Close it also after a failure. */
SHOAL_CHECKED shoal_status release_feed_open(release_feed *out, const release_task *task,
                                             shoal_error *error);
void release_feed_close(release_feed *feed);

/* [columns of the release] what stands for absent values and empty texts, to read it back. The
 * caller frees it; NULL: out of memory. */
absent_texts *release_absent(const release_task *task);

/* Writes the rows in their order, in the format of the table. What is written does not depend on
 * the number of threads. */
SHOAL_CHECKED shoal_status release_write(sink *to, const release_task *task, shoal_error *error);

#endif
