/* The population of kgen: nodes with their age, drawn as parents by chance. */
#ifndef SHOAL_SEARCH_LATTICE_KGEN_POPULATION_H
#define SHOAL_SEARCH_LATTICE_KGEN_POPULATION_H

#include "base/memory.h"
#include "base/random.h"
#include "recode/lattice/lattice.h"

/* Age from which a member is never chosen as a parent again (kgen, section 3.5). */
#define POPULATION_OLDEST 10

typedef struct individual {
    uint8_t *node; /* moves along with the individual */
    evaluation result;
    int age;       /* generations survived */
    uint64_t born; /* running number */
} individual;

typedef struct population {
    size_t size;         /* members that survive a generation */
    size_t room;         /* members with their offspring */
    size_t count;        /* members now */
    uint64_t born;       /* members so far */
    individual *members; /* [room] */
} population;

/* Allocates from `owner`; false when out of memory. */
bool population_open(population *out, arena *owner, size_t attributes, size_t size, size_t room);

/* Room for a newborn, with its node still to be written; NULL when there is none. */
individual *population_add(population *of);

/* Makes all members a generation older. To be called before the offspring are added. */
void population_age(population *of);

/* Feasible before infeasible; feasible ones by value, then by suppressed rows; infeasible ones by
 * suppressed rows, then by value. Equals: the younger first. */
int individual_compare(const individual *one, const individual *other);

/* Sorts the members, the best first, and keeps `size` of them. Of these a share is kept free for
 * infeasible ones, as far as there are any: feasible ones alone soon have one common ancestor. */
void population_survive(population *of, double infeasible);

/* Chances of members to become parents: 1 - value / scale, or value / scale when `printed`, less a
 * tenth for every generation survived. The scale is `worst` or, if larger, the largest value among
 * the members. */
void population_weigh(const population *of, double worst, bool printed, double *weights);

/* Draws one of `count` by weight, but never `except` while there is another (SIZE_MAX: any may be
 * drawn). Uniform among them when all their weights are 0. */
size_t population_draw(const double *weights, size_t count, size_t except, random_stream *stream);

#endif
