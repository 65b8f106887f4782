/* The classes of a table, row by row: what privacy is judged by once a release is written. Shares
 * nothing with the frequency sets and class tables of the search. */
#ifndef SHOAL_RELEASE_JUDGE_CLASSES_H
#define SHOAL_RELEASE_JUDGE_CLASSES_H

#include "base/threads.h"
#include "data/table.h"
#include "plan/plan.h"

#define JUDGE_NO_CLASS UINT32_MAX

typedef struct judged_rows {
    const shoal_table *table;
    const size_t *quasi; /* [attributes] columns */
    size_t attributes;
    const uint32_t *row; /* [row_count] rows of the table that count; NULL: all do */
    size_t row_count;
    const uint32_t *person_of;  /* [table->rows] whose row it is; NULL: everybody has one row */
    const shoal_plan *plan;     /* its rule and tokens of missing values */
    thread_pool *pool;          /* may be NULL */
    const volatile int *cancel; /* may be NULL */
} judged_rows;

/* Rows whose quasi-identifiers have the same text. */
typedef struct judged_classes {
    size_t count;
    uint32_t *key;     /* [count * attributes] codes of its text */
    size_t *first;     /* [count + 1] where its rows begin in */
    uint32_t *row;     /* [rows] rows, class by class, in their order */
    uint64_t *members; /* [count] its different persons */
    /* [count] the members that it hides among. Where missing values match every value, those of all
     * classes that it is compatible with, which suppressed rows are not. */
    uint64_t *support;
    bool *star; /* [count] every value is `*` */
    /* To find a class by its key: */
    uint32_t *slots; /* class + 1, or 0 */
    size_t slot_mask;
    size_t attributes;
} judged_classes;

/* Of the whole table: `row` must be NULL. Free it also after a failure. SHOAL_INTERRUPTED when
 * cancelled. */
SHOAL_CHECKED shoal_status judged_classes_make(judged_classes *out, const judged_rows *of,
                                               shoal_error *error);
void judged_classes_free(judged_classes *classes);

/* The class with these codes, or JUDGE_NO_CLASS. */
uint32_t judged_classes_find(const judged_classes *classes, const uint32_t *key);

#endif
