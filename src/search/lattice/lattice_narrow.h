/* Narrowing an interval [low, high] of the lattice without losing a node that could be better than
 * the best one found. */
#ifndef SHOAL_SEARCH_LATTICE_LATTICE_NARROW_H
#define SHOAL_SEARCH_LATTICE_LATTICE_NARROW_H

#include "search/lattice/known_costs.h"

/* What probing found out about one interval. A probe is `high` with one attribute lowered: every
 * node of the interval with that level, or a lower one, suppresses at least as many rows. */
typedef struct probes {
    bool rows_cost;
    size_t *first;       /* [attributes] where its levels begin in `rows` */
    uint64_t *rows;      /* [level] rows suppressed at least at this level of the attribute */
    double *floors;      /* [level] lower bound on every node of the interval with this level */
    uint64_t *limits;    /* distinct numbers in `rows` */
    double *cheapest;    /* [attributes] cost of the cheapest level under one limit */
    uint8_t *nodes;      /* [probe * attributes] */
    evaluation *results; /* [probe] */
    size_t *places;      /* [probe] place in `rows` */
    size_t *attribute;   /* [probe] */
    uint8_t *least;      /* [attributes] levels below are ruled out */
    uint8_t *fit;        /* [attributes] lowest level known not to be ruled out */
} probes;

bool probes_open(probes *out, const search *run);
void probes_close(probes *found);

/* Lowers `high` while the bound of its topmost levels is hopeless, given that every node of the
 * interval suppresses at least so many rows. Looks at no data. */
void narrow_from_top(const search *run, const known_floor *known, uint8_t *low, uint8_t *high,
                     uint64_t suppressed);

/* Probes an interval whose `high` suppresses so many rows and raises `low` to the lowest level that
 * is not ruled out for each attribute. False: stop now. */
SHOAL_CHECKED bool narrow_by_probes(search *run, probes *found, const known_floor *known,
                                    uint8_t *low, const uint8_t *high, uint64_t suppressed);

/* After narrow_by_probes: narrows both ends by a bound that weighs, for every attribute, what a
 * level saves against the rows it is known to suppress; returns that bound for what is left. */
double narrow_by_trade(const search *run, probes *found, const known_floor *known, uint8_t *low,
                       uint8_t *high);

#endif
