/* The eight attributes of the lunacek2006 experiment: how their values are ordered and grouped. */
#ifndef SHOAL_EXPERIMENTS_LUNACEK2006_TAXONOMIES_H
#define SHOAL_EXPERIMENTS_LUNACEK2006_TAXONOMIES_H

#include <stdbool.h>

#define LUNACEK2006_ATTRIBUTES 8

typedef struct lunacek2006_attribute {
    const char *name;      /* of the column in Adult */
    bool constrained;      /* only groups that are nodes of the hierarchy are valid */
    int finest;            /* level of the hierarchy that gives the values which are cut */
    const char *hierarchy; /* as a hierarchy file: value;level1;…, in the order of the domain */
    const char *reason;    /* why these groups, or this order; sentences for the page */
} lunacek2006_attribute;

/* Free attributes first, in the paper's order. */
extern const lunacek2006_attribute lunacek2006_attributes[LUNACEK2006_ATTRIBUTES];

#endif
