/* The classes of a table as a reader of it sees them: from its text alone. */
#ifndef SHOAL_RELEASE_CLASSES_H
#define SHOAL_RELEASE_CLASSES_H

#include "base/threads.h"
#include "data/plan.h"
#include "data/table.h"

typedef struct release_classes {
    uint64_t rows;
    uint64_t stars;    /* rows whose every quasi-identifier is `*` */
    uint64_t classes;  /* of the other rows */
    uint64_t smallest; /* of these classes; 0 when there is none */
    uint64_t largest;
    uint64_t squares; /* sum of squares of the rows with the same text */
} release_classes;

/* Groups the rows by the columns quasi[0 .. attributes). Under the plan's wildcard rule a missing
 * value matches every value, and the size of a class counts the rows it is compatible with; rows
 * of `*` are suppressed and count for nobody. */
SHOAL_CHECKED shoal_status release_classes_count(release_classes *out, const shoal_table *table,
                                                 const size_t *quasi, size_t attributes,
                                                 const shoal_plan *plan, thread_pool *pool,
                                                 shoal_error *error);

#endif
