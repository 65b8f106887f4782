/* A sensitive attribute as the judge of a release takes it from the text of the file: its values,
 * which persons of a class have them, their order and their groups. */
#ifndef SHOAL_RELEASE_JUDGE_VALUES_H
#define SHOAL_RELEASE_JUDGE_VALUES_H

#include "data/hierarchy.h"
#include "release/judge_classes.h"

/* What is asked of an attribute. */
typedef struct judged_needs {
    bool order;   /* by number, date, the plan's order, its hierarchy or text */
    bool tree;    /* by its hierarchy, which must be given */
    bool numbers; /* values as numbers */
} judged_needs;

#define JUDGED_NO_VALUE UINT32_MAX

__extension__ typedef __int128 judged_sum;

typedef struct judged_values {
    const column *from;
    uint32_t size;     /* different values; all missing tokens are one */
    uint32_t *of_code; /* [codes] JUDGED_NO_VALUE where no row that counts has it */
    uint64_t *table;   /* [size] how often each occurs in the table, suppressed rows included: the
                          persons who have it */
    uint64_t total;    /* sum of these */
    /* Of one class; see judged_values_count: */
    uint32_t *counts;  /* [size] 0 for values that it does not have */
    uint32_t *present; /* [distinct] values that it has */
    uint32_t distinct;
    uint64_t sum;    /* of the counts */
    uint64_t *pairs; /* room for the values of its persons */
    size_t pairs_held;
    judged_sum *room; /* [3 * size] for sums */
    /* If asked for: */
    uint32_t *at;       /* [size] the values in their order */
    judged_sum *number; /* [size] times 10^9 */
    bool *is_number;    /* [size] */
    int height;         /* levels below the root */
    uint32_t **group;   /* [height + 1][size] a value that the value's group of each level is called
                           by: at level 0 the value itself, at `height` one for all */
    arena memory;
} judged_values;

/* Free it also after a failure. */
SHOAL_CHECKED shoal_status judged_values_make(judged_values *out, const judged_rows *of,
                                              const column *from, judged_needs needs,
                                              shoal_error *error);
void judged_values_free(judged_values *values);

/* Counts the values of a class, a person who has one twice only once; and of these rows. False: out
 * of memory. */
SHOAL_CHECKED bool judged_values_count(judged_values *values, const judged_rows *of,
                                       const judged_classes *classes, size_t class);
SHOAL_CHECKED bool judged_values_count_rows(judged_values *values, const judged_rows *of,
                                            const uint32_t *row, size_t rows);

/* Order and groups by the plan's hierarchy and settings (judge_order.c). */
SHOAL_CHECKED shoal_status judged_values_arrange(judged_values *values, const shoal_plan *plan,
                                                 judged_needs needs, shoal_error *error);

#endif
