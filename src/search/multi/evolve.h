/* NSGA-II (Deb et al. 2002) on strings of bytes of any meaning: ranks and crowding, binary
 * tournaments, the best of parents and children survive. Everything follows from the seed and the
 * callbacks. */
#ifndef SHOAL_SEARCH_MULTI_EVOLVE_H
#define SHOAL_SEARCH_MULTI_EVOLVE_H

#include "base/random.h"
#include "search/multi/pareto.h"

/* A member as comparisons see it. */
typedef struct evolve_member {
    const double *values; /* [objectives] minimized */
    double violation;     /* of constraints; 0 or below: feasible */
    uint32_t rank;
    double crowding;
} evolve_member;

typedef struct evolve_problem {
    size_t node_bytes;
    size_t objectives;
    void *context;
    /* A node drawn at random. */
    void (*draw)(void *context, uint8_t *node, random_stream *stream);
    /* Two children of two parents, crossed and mutated. */
    void (*breed)(void *context, const uint8_t *one, const uint8_t *other, uint8_t *first,
                  uint8_t *second, random_stream *stream);
    /* Objectives and violations of `count` nodes; violations are 0 unless it sets them. False: stop
     * now. */
    bool (*evaluate)(void *context, const uint8_t *nodes, size_t count, double *values,
                     double *violations);
    /* The winner of a tournament: below 0 the first, above 0 the second, 0 either, by chance. NULL:
     * evolve_compare. */
    int (*compare)(void *context, const evolve_member *one, const evolve_member *other);
} evolve_problem;

/* The crowded comparison: by rank, then the less crowded first. */
int evolve_compare_crowded(const evolve_member *one, const evolve_member *other);

/* Feasible before infeasible, infeasible by violation; those alike by the crowded comparison. */
int evolve_compare(const evolve_member *one, const evolve_member *other);

typedef struct evolve evolve;

/* `constrained`: ranks put feasible members before infeasible ones, and those in order of their
 * violation (Deb's rule), with equal violations in one rank. Else violations count in tournaments
 * only, as in dewri2009. */
typedef struct evolve_setup {
    evolve_problem problem;
    size_t population; /* at least 2; an odd number is bred like the next even one */
    bool constrained;
    uint64_t seed;
} evolve_setup;

SHOAL_CHECKED shoal_status evolve_open(evolve **out, const evolve_setup *setup, shoal_error *error);
void evolve_close(evolve *run);

typedef enum evolve_step { EVOLVE_CONTINUE, EVOLVE_STOPPED, EVOLVE_NO_MEMORY } evolve_step;

/* The first population, then one generation: parents win tournaments of two members each, drawn
 * with replacement, and the two parents of a pair are never the same member. When it stops or lacks
 * memory, the population stays as it was. */
SHOAL_CHECKED evolve_step evolve_next(evolve *run);

/* The population: the better half of parents and children, by rank. Empty before the first step. */
size_t evolve_count(const evolve *run);
evolve_member evolve_member_at(const evolve *run, size_t index);
/* Nodes of members lie one after the other. */
const uint8_t *evolve_node_at(const evolve *run, size_t index);

#endif
