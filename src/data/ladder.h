/* A ladder is a hierarchy bound to the values of a column: integers only, ready for the search. */
#ifndef SHOAL_DATA_LADDER_H
#define SHOAL_DATA_LADDER_H

#include "data/hierarchy.h"
#include "data/plan.h"
#include "data/table.h"

#define LADDER_NO_CODE UINT32_MAX

/* Codes of one level number its groups that occur in the data, in order of their first ground
 * code. Groups of one level with the same label are the same group: what a reader of the release
 * cannot tell apart, the search does not either. */
typedef struct ladder_level {
    uint32_t size;         /* groups that occur in the data */
    uint32_t *of_ground;   /* [ground] group of each ground code */
    uint32_t *up;          /* [size] group one level higher; NULL at the top */
    const char **label;    /* [size] published text */
    uint32_t *covered;     /* [size] P: ground values of the domain that the group covers */
    uint64_t *frequency;   /* [size] rows of the data in the group */
    uint32_t missing;      /* the group of missing values, when they are a group of their own that
                              wildcards apply to; LADDER_NO_CODE otherwise */
} ladder_level;

typedef struct ladder {
    const char *name;
    uint32_t ground;     /* distinct values in the data */
    uint32_t domain;     /* N of the loss metrics, by the plan's domain rule */
    int height;
    double weight;       /* as given, not normalized */
    ladder_level *level; /* [height + 1] */
    arena memory;
} ladder;

/* Binds `hierarchy` to a column. Missing values that the hierarchy does not name stay a category
 * of their own (published as plan->missing_tokens[0]) up to the last level that has more than one
 * other group; other values it does not name are SHOAL_BAD_DATA, with the number of such values
 * and the first few. `kept_rows` (may be NULL) marks the rows that count. */
SHOAL_CHECKED shoal_status ladder_bind(ladder *out, const column *values,
                                       const shoal_hierarchy *hierarchy, const shoal_plan *plan,
                                       size_t rows, const bool *kept_rows, shoal_error *error);
void ladder_free(ladder *bound);

#endif
