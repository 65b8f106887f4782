/* NSGA-II (Deb et al. 2002) on strings of bytes that it knows nothing about: ranks and crowding,
 * binary tournaments, the best of parents and children survive. */
#ifndef SHOAL_SEARCH_EVOLVE_H
#define SHOAL_SEARCH_EVOLVE_H

#include "base/random.h"
#include "search/pareto.h"

/* A member as comparisons see it. */
typedef struct evolve_member {
    const double *values; /* [objectives] minimized */
    double violation;     /* of constraints; 0: feasible */
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
    /* Objectives and violations of `count` nodes. False: stop now. */
    bool (*evaluate)(void *context, const uint8_t *nodes, size_t count, double *values,
                     double *violations);
    /* Who wins a tournament: below 0 the first, above 0 the second, 0 either. NULL: feasible before
     * infeasible, infeasible by violation, feasible by rank and then crowding. */
    int (*compare)(void *context, const evolve_member *one, const evolve_member *other);
} evolve_problem;

typedef struct evolve evolve;

/* `constrained`: ranks put feasible members before infeasible ones, and those in order of their
 * violation (Deb's rule). Else violations count in tournaments only, as in dewri2009. */
typedef struct evolve_setup {
    evolve_problem problem;
    size_t population; /* at least 2; an odd number is bred like the next even one */
    bool constrained;
    uint64_t seed;
} evolve_setup;

SHOAL_CHECKED shoal_status evolve_open(evolve **out, const evolve_setup *setup, shoal_error *error);
void evolve_close(evolve *run);

typedef enum evolve_step { EVOLVE_CONTINUE, EVOLVE_STOPPED, EVOLVE_NO_MEMORY } evolve_step;

/* The first population, then one generation. */
evolve_step evolve_next(evolve *run);

/* The population, the better half of parents and children, in no particular order. */
size_t evolve_count(const evolve *run);
evolve_member evolve_member_at(const evolve *run, size_t index);
const uint8_t *evolve_node_at(const evolve *run, size_t index);

#endif
