/* The ordered domain of an attribute, which cuts partition into runs of neighbouring values, and
 * its taxonomy: a tree whose leaves, in preorder, are the domain's values. */
#ifndef SHOAL_DATA_ORDERED_DOMAIN_H
#define SHOAL_DATA_ORDERED_DOMAIN_H

#include "data/bound_hierarchy.h"

struct text;

/* A node of the taxonomy. Nodes stand in preorder: the children of node i are i + 1, then the
 * `next` of that, and so on while they are below node i's `next`. No two nodes have the same
 * leaves; node 0 has them all. */
typedef struct taxonomy_node {
    uint32_t begin, end; /* its leaves are the positions begin <= p < end */
    uint32_t next;       /* the first node after it that is not among its descendants */
    const char *label;
    int level; /* the lowest of the hierarchy that has it as a group; of the root one above the
                  highest where no level has all values */
} taxonomy_node;

static inline bool taxonomy_is_leaf(const taxonomy_node *node) {
    return node->end - node->begin == 1;
}

/* How the values are ordered. */
typedef enum ordered_domain_order {
    ORDER_NUMBERS,   /* by number or date; groups of neighbours are published as ranges */
    ORDER_INTERVALS, /* by the intervals of numbers that they are: <18, 18-24, 65+ */
    ORDER_TAXONOMY,  /* in preorder of the hierarchy */
    ORDER_GIVEN,     /* by the plan */
    ORDER_TEXT       /* by their bytes: no better order is known */
} ordered_domain_order;

typedef struct ordered_domain {
    const char *name; /* of the attribute */
    ordered_domain_order order;
    bool constrained;     /* groups must be nodes of the taxonomy */
    uint32_t size;        /* positions, the values that are cut; never 0 */
    uint32_t count;       /* N of the loss metrics: size, and one for missing values set apart */
    const char **label;   /* [size] published text of each value */
    uint64_t *rows;       /* [size] rows that count; 0 for values absent from the data */
    uint32_t *values;     /* [size] values of the column that each is, as the plan's `domain` counts
                             them: several where `finest` or min_level joins them, never 0 */
    uint32_t value_count; /* of all, and one for missing values set apart: N from these */
    uint32_t ground;      /* size of the column's dictionary */
    uint32_t *of_ground;  /* [ground] position of each code of the column; `size` for missing values
                             that are wildcards, which are never in a group with others */
    bool *strange;        /* [ground] codes whose rows were all dropped and which have the first
                             position for form's sake; NULL: none */
    const char *apart;    /* published text of those; NULL: no code is set apart */
    uint64_t rows_apart;  /* and their rows */
    uint32_t ranged;      /* positions below this are published as ranges where they are grouped */
    const char *between;  /* the ends of a range */
    taxonomy_node *nodes; /* [node_count]; the leaves are the positions, in order */
    uint32_t node_count;
    bool *required; /* [size - 1] positions i and i + 1 are never in one group, because no level up
                       to the highest that is allowed has one of them; NULL: any may be */
    double weight;  /* as given, not normalized */
    arena memory;
} ordered_domain;

/* Makes the domain of a column from its bound hierarchy, the hierarchy it was bound to, and the
 * plan's settings for the attribute: order, constrained, finest or min_level, max_level. The
 * hierarchy's level `finest` gives the values; its levels above give the taxonomy. With `domain:
 * hierarchy` values that do not occur are positions too. An order that splits a group of the
 * taxonomy is refused if the attribute is constrained; otherwise split groups are not nodes.
 *
 * An order the plan gives must name every value of the domain once, by its label; what else it
 * names is ignored. Numbers, dates and intervals (data/interval.h) are in their natural order,
 * followed by other values. Missing values that follow no path of the hierarchy are the last
 * position, unless the given order names them, and a child of the root; wildcards are kept apart.
 *
 * Codes whose rows were all dropped have a position as well, the first if there is no other; they
 * are `strange` then.
 *
 * The name is borrowed from the bound hierarchy; labels are copied. */
SHOAL_CHECKED shoal_status ordered_domain_make(ordered_domain *out, const column *values,
                                               const bound_hierarchy *bound,
                                               const shoal_hierarchy *hierarchy,
                                               const shoal_plan *plan, shoal_error *error);
/* The same with the attribute constrained whatever the plan says: every group of the hierarchy is a
 * node. */
SHOAL_CHECKED shoal_status ordered_domain_make_nested(ordered_domain *out, const column *values,
                                                      const bound_hierarchy *bound,
                                                      const shoal_hierarchy *hierarchy,
                                                      const shoal_plan *plan, shoal_error *error);
void ordered_domain_free(ordered_domain *made);

/* What the positions begin <= p < end are published as: their one value, their taxonomy node, a
 * range of numbers such as 17-25 or -5 to 3, both ends included, or a set such as {a, b, c}; with
 * as_set a set in any case. `end` may be size + 1 where missing values are set apart: they are the
 * last then. */
void ordered_domain_write(struct text *out, const ordered_domain *of, uint32_t begin, uint32_t end,
                          bool as_set);
/* The same, but numbers as a range even where they are a node, whose label may say less. */
void ordered_domain_write_range(struct text *out, const ordered_domain *of, uint32_t begin,
                                uint32_t end);
/* A range with other bounds than values of the domain, and the values after the numbers. */
void ordered_domain_write_between(struct text *out, const ordered_domain *of, const char *low,
                                  const char *high, uint32_t end);
/* A set of any positions, listed in ascending order. */
void ordered_domain_write_set(struct text *out, const ordered_domain *of, const uint32_t *position,
                              size_t count);

/* Some positions in ascending order, at least one, as a group of just these would read: their one
 * value, a range of the numbers among them, or a set; with as_set a set in any case. */
void ordered_domain_write_some(struct text *out, const ordered_domain *of, const uint32_t *position,
                               size_t count, bool as_set);
/* Whether the positions begin <= p < end are the leaves of a node of the taxonomy. */
bool ordered_domain_is_node(const ordered_domain *of, uint32_t begin, uint32_t end);

/* A bound hierarchy of two levels: the values, and groups of them; begins[g] is the first position
 * of group g, begins[0] = 0. What the release publishes and is measured by. Groups are called by
 * their one value, their taxonomy node, as ranges of numbers such as 17-25 or -5 to 3, both ends
 * included, or as sets such as {a, b, c}; no two have the same text. The domain must outlive it. */
SHOAL_CHECKED shoal_status ordered_domain_hierarchy(bound_hierarchy *out, const ordered_domain *of,
                                                    const uint32_t *begins, uint32_t groups,
                                                    shoal_error *error);
/* Labels its groups again without the values that are left out, [size + 1] with what is set apart:
 * those that no published row has. Groups that are nodes of the taxonomy keep their labels, and so
 * do groups of which nothing is left. What the groups cover and cost stays. */
SHOAL_CHECKED shoal_status ordered_domain_relabel(bound_hierarchy *made, const ordered_domain *of,
                                                  const uint32_t *begins, uint32_t groups,
                                                  const bool *left_out, shoal_error *error);

#endif
