/* What the files of the lattice share. */
#ifndef SHOAL_RECODE_LATTICE_LATTICE_INTERNAL_H
#define SHOAL_RECODE_LATTICE_LATTICE_INTERNAL_H

#include "recode/candidate_classes.h"
#include "recode/lattice/lattice.h"
#include "recode/lattice/near_base.h"

/* A base, and what it takes to choose one for some nodes of a batch. */
typedef struct near_place {
    near_base base;
    double *grouping; /* [batch] what each node costs without a base */
    size_t grouping_held;
    uint8_t *centre, *meet; /* [attributes] of the nodes */
} near_place;

#define NEAR_PLACES ROLLED_PINS

/* Nodes of a batch that are near each other. */
typedef struct near_group {
    size_t begin, count; /* in the batch */
    size_t place;        /* of their base */
    size_t near;         /* those that come first in the order are evaluated from it */
} near_group;

struct lattice {
    recoding_space shared;
    size_t memory, most_classes;
    cost_table costs; /* of the target metric, when it is additive */
    level_maps maps;
    rolled_cache cache;
    node_classes *workers; /* [worker_count] */
    int worker_count;
    rolled_set **made; /* [made_held] sets that a batch's nodes left behind */
    size_t made_held;
    size_t *items; /* [items_held] order in which a batch is worked through */
    size_t items_held;
    /* Where k alone decides, and the table is not huge, nodes are evaluated from near ones. */
    near_place near[NEAR_PLACES];
    size_t near_places;          /* of which so many are used */
    near_scratch **near_scratch; /* [worker_count] */
    near_sum **totals;           /* as near_problem has them; NULL: there are none */
    arena near_memory;
    population_groups population; /* where the population of the rules goes */
    arena population_memory;
    const lattice_counter
        *counter; /* of nodes that the ground set cannot tell; NULL: there are none */
};

static inline class_judge lattice_judged_by(const lattice *space) {
    return (class_judge){&space->shared.context, space->shared.wildcard, space->shared.bound_rules,
                         space->population};
}

extern const space_variation lattice_variation;

/* Nodes near others. Opening decides whether there are any (lattice_near.c). */
SHOAL_CHECKED shoal_status lattice_near_open(lattice *space, shoal_error *error);
void lattice_near_close(lattice *space);
/* Divides a batch into groups with a place each; returns their number, at most NEAR_PLACES
 * (lattice_near_group.c). 0: no node is evaluated from a base. */
size_t lattice_near_divide(const lattice *space, const uint8_t *nodes, size_t count,
                           near_group *out);
/* Of the group's part of `items`, lists first the nodes to be evaluated from the base of its place
 * for k, which may move. */
void lattice_near_choose(lattice *space, near_group *group, const uint8_t *nodes, uint64_t k,
                         size_t *items, int worker);
/* Evaluates one of them. */
SHOAL_CHECKED bool lattice_near_count(lattice *space, const near_group *group, const uint8_t *node,
                                      int worker, class_statistics *out, double *extra);

/* As space_kind.evaluate_each (lattice_evaluate.c). */
SHOAL_CHECKED shoal_status lattice_evaluate_each(recoding_space *space, const uint8_t *nodes,
                                                 size_t count, const uint64_t *ks, size_t k_count,
                                                 evaluation *out, shoal_error *error);

#endif
