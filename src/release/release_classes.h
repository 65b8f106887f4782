/* The classes of a table as a reader of it sees them: from its text alone. */
#ifndef SHOAL_RELEASE_RELEASE_CLASSES_H
#define SHOAL_RELEASE_RELEASE_CLASSES_H

#include "data/frequency.h"
#include "data/table.h"
#include "plan/plan.h"

typedef struct release_classes {
    uint64_t rows;
    uint64_t stars;    /* rows whose every quasi-identifier is `*` */
    uint64_t classes;  /* of the other rows */
    uint64_t smallest; /* of these classes, in persons where they are counted; 0: there is none */
    uint64_t largest;  /* likewise */
    uint64_t smallest_rows;
    uint64_t squares; /* sum of squares of the rows with the same text */
} release_classes;

/* The classes one by one. Under the plan's wildcard rule a missing value matches every value, and
 * the size of a class counts the rows it is compatible with; rows of `*` are suppressed and support
 * no class. */
typedef struct release_class_list {
    frequency_set set;    /* of the rows that count; a tuple is a class */
    bool *star;           /* [tuples] every value is `*` */
    uint32_t *persons;    /* [tuples] different persons among its rows; NULL: they are not known */
    uint64_t *compatible; /* [tuples] rows, or persons, that match it, of those that are not `*` all
                             over; NULL: they are the tuple's own */
} release_class_list;

typedef struct release_class_input {
    const shoal_table *table;
    const size_t *quasi; /* [attributes] */
    size_t attributes;
    const bool *kept;           /* [table->rows]; NULL: all */
    const uint32_t *person_of;  /* [table->rows] whose row it is; NULL: rows are counted */
    const shoal_plan *plan;     /* its tokens of missing values */
    bool wildcard;              /* a missing value matches every value */
    uint64_t most_pairs;        /* of tuples that are compared at most, else *known is false */
    thread_pool *pool;          /* may be NULL */
    const volatile int *cancel; /* may be NULL */
} release_class_input;

/* Free it in any case. */
SHOAL_CHECKED shoal_status release_classes_list(release_class_list *out, bool *known,
                                                const release_class_input *input,
                                                shoal_error *error);
/* What counts for k: the persons of a class or its rows, with wildcards those that match it. */
uint64_t release_class_size(const release_class_list *list, size_t tuple);
void release_classes_free(release_class_list *list);

#endif
