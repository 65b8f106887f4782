/* Narrowing an interval [low, high] of the lattice without losing a node that could be better than
 * the best one found. */
#ifndef SHOAL_SEARCH_NARROW_H
#define SHOAL_SEARCH_NARROW_H

#include "search/search.h"

typedef struct probe_scratch {
    uint8_t *nodes;      /* [attributes * attributes] one probe per attribute */
    evaluation *results; /* [attributes] */
    uint8_t *least;      /* [attributes] levels below are ruled out */
    uint8_t *fit;        /* [attributes] lowest level known not to be ruled out */
    size_t *attribute;   /* [attributes] of each probe */
} probe_scratch;

bool probe_open(probe_scratch *scratch, size_t attributes);
void probe_close(probe_scratch *scratch);

/* Lowers `high` while the bound of its topmost levels is hopeless, given that every node of the
 * interval suppresses at least so many rows. Looks at no data. */
void narrow_from_top(const search *run, uint8_t *low, uint8_t *high, uint64_t suppressed);

/* Raises `low` to the lowest level that each attribute alone can have while the others are as in
 * `high`, by bisection, all attributes at once. False: stop now. */
SHOAL_CHECKED bool narrow_from_bottom(search *run, probe_scratch *scratch, uint8_t *low,
                                      const uint8_t *high);

#endif
