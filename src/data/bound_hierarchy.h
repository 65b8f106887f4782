/* A bound hierarchy is a hierarchy bound to the values of a column: integers only, ready for the
 * search. */
#ifndef SHOAL_DATA_BOUND_HIERARCHY_H
#define SHOAL_DATA_BOUND_HIERARCHY_H

#include "data/hierarchy.h"
#include "data/table.h"
#include "plan/plan.h"

#define NO_CODE UINT32_MAX

/* Codes of one level number its groups that occur in the data, in order of their first ground code.
 * Groups of one level with the same label are the same group: a reader of the release cannot
 * distinguish them, so the search does not either. */
typedef struct bound_level {
    uint32_t size;       /* groups that occur in the data */
    uint32_t *of_ground; /* [ground] group of each ground code */
    uint32_t *up;        /* [size] group one level higher; NULL at the top */
    const char **label;  /* [size] published text */
    uint32_t *covered;   /* [size] P: ground values of the domain that the group covers, never 0 */
    uint64_t *frequency; /* [size] rows that count in the group; 0 where all were dropped */
    uint32_t missing;    /* the group of missing values, if they are a separate group that wildcards
                            apply to; NO_CODE otherwise */
} bound_level;

typedef struct bound_hierarchy {
    const char *name;
    uint32_t ground; /* size of the column's dictionary: level 0 has fewer groups where
                        several missing tokens occur */
    uint32_t domain; /* N of the loss metrics, by the plan's domain rule, never 0 */
    int height;
    int lowest;          /* level that may be published */
    int barred;          /* levels at the top that may not */
    double weight;       /* as given, not normalized */
    const bool *strange; /* [ground] codes that are in a group for form's sake, which does not cover
                            them: all their rows were dropped. NULL: none is */
    bound_level *level;  /* [height + 1] */
    arena memory;
} bound_hierarchy;

/* The highest level that may be published. */
static inline int bound_hierarchy_highest(const bound_hierarchy *of) {
    return of->height - of->barred;
}

/* Entropy of the level's groups, in bits. */
double bound_level_bits(const bound_level *of);

/* Binds a sealed hierarchy to a column. `kept_rows` (may be NULL) marks the rows that count.
 *
 * All missing tokens are one group at every level, published as the first token that occurs in the
 * column. If the hierarchy names a missing token, they take its path; otherwise they stay a
 * separate group, except at levels (above 0) where the hierarchy has a single group, which they
 * join. Other values that the hierarchy does not name are SHOAL_BAD_DATA, with their number and the
 * first few.
 *
 * Name and level-0 labels are borrowed from the column, which must outlive the bound hierarchy; the
 * hierarchy need not. */
SHOAL_CHECKED shoal_status bound_hierarchy_bind(bound_hierarchy *out, const column *values,
                                                const shoal_hierarchy *hierarchy,
                                                const shoal_plan *plan, size_t rows,
                                                const bool *kept_rows, shoal_error *error);
void bound_hierarchy_free(bound_hierarchy *bound);

/* Notes the lowest and the highest level that the plan allows; SHOAL_USAGE where the hierarchy has
 * no such level. Binding does it. */
SHOAL_CHECKED shoal_status bound_hierarchy_limit(bound_hierarchy *of, const plan_attribute *by,
                                                 shoal_error *error);

/* The row of the hierarchy whose path missing values take: that of a token the column holds, else
 * of any token; -1: none. As wildcards they take none. */
int64_t bound_hierarchy_missing_row(const column *values, const shoal_hierarchy *hierarchy,
                                    const shoal_plan *plan);

#endif
