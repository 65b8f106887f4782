/* People who are alone with what some columns say of them: nobody else has that. */
#ifndef SHOAL_WARN_ALONE_H
#define SHOAL_WARN_ALONE_H

#include "data/table.h"

/* The rows that are looked at. */
typedef struct alone_rows {
    const shoal_table *table;
    const bool *kept;          /* [table->rows] rows that count; NULL: all */
    const uint32_t *person_of; /* [table->rows] whose row it is, below `persons`, where it counts;
                                  NULL: every row is somebody else's */
    uint64_t persons;          /* used only with person_of */
} alone_rows;

typedef struct alone_count {
    uint64_t of;    /* people who are looked at: with one column, those who have a value in it */
    uint64_t alone; /* of them, those who have something there that nobody else has */
} alone_count;

/* By one column, whose values `missing` (may be NULL) say nothing. False: out of memory. */
SHOAL_CHECKED bool alone_by_column(alone_count *out, const alone_rows *rows, const column *by,
                                   const bool *missing);

/* By all these columns together; a missing value is a value like others, since it reads the same in
 * all rows that have it. Tuples are told apart by hashes of 64 bits. False: out of memory. */
SHOAL_CHECKED bool alone_by_columns(alone_count *out, const alone_rows *rows,
                                    const column *const *by, size_t columns);

#endif
