/* What each genetic operator did in each generation (balasch2010, chapter 4): how many of its
 * children became parents, how long they lived, how often and by how much they were better than
 * their parents.
 *
 * Formulas. A child's reference is its parent's cost or, after a crossover, the mean of its
 * parents'. With r = cost / reference, the change in percent is (4.2, 4.3)
 *     (1 - r) * 100 if r <= 1,  (1/r - 1) * 100 if r > 1
 * so that improvements are above 0 and worsenings below. Formula 4.1, which the thesis prints for
 * mutations, is the ratio and not the change: r * 100 if r <= 1, -100 / r otherwise. This cannot be
 * what its figures 4.7 and 4.8 show, where mutations improve by up to 20 %. So the change is what
 * is given for all operations, and 4.1 as printed is in separate columns, for mutations only.
 *
 * Generation 0 is the first population, the first children are born in generation 1. Children of
 * the last generations look worse than they are: they had no time to become parents. */
#ifndef SHOAL_SEARCH_MICROAGGREGATION_OPERATOR_MONITOR_H
#define SHOAL_SEARCH_MICROAGGREGATION_OPERATOR_MONITOR_H

#include "base/text.h"
#include "search/microaggregation/group_operators.h"

typedef struct operator_monitor operator_monitor;

/* A set of operators has bit 1 << group_operator. */
typedef uint32_t operator_set;

typedef struct operator_monitor_settings {
    const char *algorithm; /* a constant */
    uint64_t seed;
    size_t attributes;
    int64_t population, generations, crossovers, mutations;
    operator_set operators; /* in use at the start */
    bool clones;            /* allowed */
    int64_t patience;       /* 0: no operator is ever switched off */
} operator_monitor_settings;

/* The children that one operation made in one generation. */
typedef struct operator_record {
    uint64_t created;
    uint64_t clones;           /* dropped before the selection */
    uint64_t discarded_unused; /* discarded, clones included, and never a parent */
    uint64_t alive_unused;     /* in the last population and never a parent */
    uint64_t lifetimes;        /* sum; a child that died in the generation of its birth counts 0 */
    uint64_t improved, worsened, equal;
    double improvements, largest_improvement; /* sum and maximum of the changes above 0 */
    double worsenings, largest_worsening;     /* sum and minimum of the changes below 0 */
    double printed_improvements;              /* sum of 4.1 over improved and equal children */
    double printed_worsenings;                /* sum of 4.1 over the others */
} operator_record;

typedef struct generation_record {
    size_t members;
    double best, mean;              /* costs of the population */
    double groups;                  /* mean number of groups in the population */
    int64_t evaluations, memo_hits; /* so far */
    operator_set on;                /* operators that will be used in the next generation */
} generation_record;

/* NULL when out of memory. */
operator_monitor *operator_monitor_open(const operator_monitor_settings *settings);
void operator_monitor_close(operator_monitor *monitor);

/* ---- Collecting ---------------------------------------------------------------------------- */

/* Room for one more generation; false when out of memory. The first is generation 0. */
bool operator_monitor_begin(operator_monitor *monitor);
/* The newest generation: a child, and the population at the end of it. */
void operator_monitor_create(operator_monitor *monitor, group_operator maker, double cost,
                             double reference);
void operator_monitor_end(operator_monitor *monitor, const generation_record *population);

typedef struct operator_life {
    group_operator maker;
    size_t born, died; /* generations */
    bool parent;       /* at least once */
    bool clone;        /* dropped before the selection */
} operator_life;

/* A child was discarded; or, at the end of the run, is alive. */
void operator_monitor_discard(operator_monitor *monitor, const operator_life *life);
void operator_monitor_survive(operator_monitor *monitor, const operator_life *life);

/* ---- Reading ------------------------------------------------------------------------------- */

const operator_monitor_settings *operator_monitor_settings_of(const operator_monitor *monitor);
size_t operator_monitor_generations(const operator_monitor *monitor);
const generation_record *operator_monitor_generation(const operator_monitor *monitor,
                                                     size_t generation);
const operator_record *operator_monitor_record(const operator_monitor *monitor, size_t generation,
                                               group_operator maker);

/* A sum over some of the children as their mean; NaN where there are none. */
double operator_record_mean(double sum, uint64_t children);

/* ---- Printing (CSV with a header, JSON) ---------------------------------------------------- */

void operator_monitor_print_operators(text *out, const operator_monitor *monitor);
void operator_monitor_print_generations(text *out, const operator_monitor *monitor);
void operator_monitor_print_json(text *out, const operator_monitor *monitor);

#endif
