/* The population of a grouping genetic algorithm and its offspring (balasch2010, sections 3.1 and
 * 3.4.3). Chromosomes are borrowed: their places are used again after gomm_population_clear. */
#ifndef SHOAL_SEARCH_MICROAGGREGATION_GOMM_POPULATION_H
#define SHOAL_SEARCH_MICROAGGREGATION_GOMM_POPULATION_H

#include "base/memory.h"
#include "recode/microaggregation/group_node.h"

typedef struct chromosome {
    group_number *node; /* [attributes] canonical */
    double cost;        /* not NaN */
    double reference;   /* its parent's cost, or the mean of its parents' */
    int maker;          /* the group_operator, or GOMM_FIRST: of the first population */
    size_t born;        /* generation */
    bool parent;        /* at least once */
    bool clone;         /* of a member or of another child */
    size_t order;       /* the selection's own */
} chromosome;

#define GOMM_FIRST (-1)

typedef struct chromosome_list {
    chromosome **each;
    size_t count;
} chromosome_list;

typedef struct gomm_population {
    size_t attributes;
    size_t size;               /* members that survive a generation */
    chromosome_list members;   /* the best first */
    chromosome_list offspring; /* in the order they were made, until the selection */
    chromosome_list discarded; /* since the last clear */
    chromosome_list next;      /* of the selection */
    chromosome_list vacant;    /* to be born into */
    chromosome **seen;         /* [seen_slots] hash table of nodes, for clones */
    size_t seen_slots;         /* a power of two */
} gomm_population;

/* Allocates from `owner`; false when out of memory. */
bool gomm_population_open(gomm_population *out, arena *owner, size_t attributes, size_t size,
                          size_t most_offspring);

/* A new child; its node is still to be written. At most `most_offspring` of a generation, or `size`
 * of them in the first. */
chromosome *gomm_population_add(gomm_population *of);

/* Discards offspring that are the same grouping as a member or as a child made before. */
void gomm_population_drop_clones(gomm_population *of);

/* Algorithm 3: the best `size` of the members and the offspring survive, the others are discarded.
 * Equals: members before offspring, and offspring in the order they were made. */
void gomm_population_select(gomm_population *of);

/* Empties the list of the discarded. */
void gomm_population_clear(gomm_population *of);

#endif
