/* What groups of attributes are known to cost at least, whatever node is chosen. Groups are nested:
 * each attribute is in at most one smallest group, and each group in at most one around it.
 *
 * They sharpen the bound of an interval: the cells of a group cost at least what the group is known
 * to, and at least the sum of what is in it: smaller groups, and attributes at their lowest levels.
 */
#ifndef SHOAL_SEARCH_LATTICE_KNOWN_COSTS_H
#define SHOAL_SEARCH_LATTICE_KNOWN_COSTS_H

#include "search/lattice/search_lattice.h"

#define KNOWN_NONE UINT32_MAX

typedef struct known_costs {
    size_t groups, most;
    uint32_t *group;  /* [attributes] the smallest one that it is in, or KNOWN_NONE */
    uint32_t *around; /* [groups] the next larger one, which has a higher number, or KNOWN_NONE */
    double *least;    /* [groups] */
} known_costs;

SHOAL_CHECKED bool known_costs_open(known_costs *out, size_t attributes);
void known_costs_close(known_costs *of);

/* A group of its own, of which nothing is known. At most twice as many as attributes. */
uint32_t known_costs_add(known_costs *of);

/* What a search of some attributes uses of them: the groups that there are when it begins and that
 * it has all attributes of. A search of all attributes also uses those that are added later. */
typedef struct known_floor {
    const known_costs *known; /* NULL: nothing is known */
    bool *counts;             /* [groups] */
    double *sums;             /* [groups] */
} known_floor;

/* Of a search from this node on; NULL: one that has all attributes. Without `known` nothing is. */
SHOAL_CHECKED bool known_floor_open(known_floor *out, const known_costs *known, const search *run,
                                    const uint8_t *low);
void known_floor_close(known_floor *of);

/* lattice_floor with what is known: nodes that are nowhere below this one, and that suppress at
 * least so many rows, cost at least so much. */
double known_floor_of(const known_floor *of, const search *run, const uint8_t *node,
                      uint64_t suppressed);

/* The same of costs by attribute; those of attributes that `low` lacks are left out. */
double known_sum(const known_floor *of, const search *run, const uint8_t *low, const double *costs);

#endif
