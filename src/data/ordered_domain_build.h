/* What the parts of domain_make share. */
#ifndef SHOAL_DATA_ORDERED_DOMAIN_BUILD_H
#define SHOAL_DATA_ORDERED_DOMAIN_BUILD_H

#include "data/ordered_domain.h"

#define DOMAIN_NO_ROW UINT32_MAX

/* A value on its way to a position. */
typedef struct ordered_domain_value {
    uint32_t row;    /* of the hierarchy, whose path it takes; DOMAIN_NO_ROW: a child of the root */
    uint32_t number; /* of the value as found; a position is a place in the order */
    const char *label; /* borrowed */
    uint64_t rows;
} ordered_domain_value;

typedef struct ordered_domain_build {
    ordered_domain *out;
    const column *column;
    const bound_hierarchy *bound;
    const shoal_hierarchy *hierarchy;
    const shoal_plan *plan;
    const plan_attribute *attribute; /* may be NULL */
    int finest;
    bool *in_domain;              /* [row of the hierarchy] */
    ordered_domain_value *values; /* [count] */
    uint32_t count;
    uint32_t missing; /* number of the value that all missing tokens are; DOMAIN_NO_ROW: none */
    arena scratch;
} ordered_domain_build;

/* Puts the values in order; sets the domain's order, ranged and between. */
SHOAL_CHECKED shoal_status ordered_domain_order_values(ordered_domain_build *build,
                                                       shoal_error *error);

/* The same by number or date. *ordered stays false, and the values unchanged, if they are not
 * numbers or dates, or if ranges of the level `finest` overlap. */
SHOAL_CHECKED shoal_status ordered_domain_order_numbers(ordered_domain_build *build, bool *ordered,
                                                        shoal_error *error);

/* The ends of a range such as 15-19 or -10 to -1, or of the text itself when it is none. */
typedef struct range_ends {
    const char *low, *high;
    int low_length, high_length;
    bool whole; /* both are whole numbers, not below zero */
} range_ends;

range_ends range_ends_of(const char *label);

/* The label of a group of the hierarchy that the order of the values tears apart, or NULL. */
SHOAL_CHECKED shoal_status taxonomy_find_torn(const char **torn, ordered_domain_build *build,
                                              shoal_error *error);

/* Fills in the nodes; the values are in order and the domain's labels are set. */
SHOAL_CHECKED shoal_status taxonomy_make(ordered_domain_build *build, shoal_error *error);

#endif
