/* A population of nodes and its generations as run2011 breeds them: roulette, random pairs,
 * one-point crossover, and the children take their parents' place. Used by `genetic`, which mutates
 * the children, and by `tabu-genetic`, which sends them on tabu walks instead. */
#ifndef SHOAL_SEARCH_LATTICE_LEVEL_BREEDING_H
#define SHOAL_SEARCH_LATTICE_LEVEL_BREEDING_H

#include "search/lattice/cost_rule.h"

typedef struct breeding {
    arena memory;
    bool started;
    cost_rule rule;
    double penalty;
    double crossover; /* probability that a pair is crossed */
    size_t size;
    size_t brood;       /* children in a generation; the rest are the best of the one before */
    int64_t generation; /* those bred so far */
    int64_t generations;
    uint8_t *nodes;      /* [size * attributes] */
    evaluation *results; /* [size] */
    uint8_t *children;   /* [size * attributes] */
    evaluation *born;    /* [size] what the children are worth */
    double *costs;       /* [size] */
    double *wheel;       /* [size] */
    size_t *pool;        /* [size] */
} breeding;

/* Reads the parameters population, generations, crossover, elite and penalty. breeding_close is the
 * caller's also after a failure. */
SHOAL_CHECKED shoal_status breeding_open(breeding *out, const search *run, shoal_error *error);
void breeding_close(breeding *of);

/* Draws and evaluates the first generation. SEARCH_PROVEN: no node is feasible. */
search_step breeding_start(breeding *of, search *run);

/* Fills the first `brood` of `children` from the present generation. */
void breeding_cross(breeding *of, const search *run);

/* The children, with what they are worth in `born`, and the elite become the present generation. */
void breeding_replace(breeding *of, const search *run);

#endif
