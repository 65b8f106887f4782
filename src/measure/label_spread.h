/* Where an analyst counts the cells of a generalized column: a label that covers several values
 * counts for each of them with the same weight, and these weights add up to 1. */
#ifndef SHOAL_MEASURE_LABEL_SPREAD_H
#define SHOAL_MEASURE_LABEL_SPREAD_H

#include "measure/generalized_linkage.h"

/* Values are known by their positions: equal ones share one. */
typedef struct label_spread {
    uint32_t positions; /* at least 1 */
    uint32_t labels;
    size_t *first;      /* [labels + 1] */
    uint32_t *position; /* [first[label] .. first[label + 1]) ascending; none: all positions */
} label_spread;

/* Pairs of a position and a label, in any order; repeated ones change nothing. A label without a
 * pair covers everything. Codes that are too large are SHOAL_USAGE. Free it also after a failure.
 */
SHOAL_CHECKED shoal_status label_spread_open(label_spread *out, uint32_t positions, uint32_t labels,
                                             const label_pair *pairs, size_t count,
                                             shoal_error *error);
void label_spread_close(label_spread *made);

/* Positions that a label covers. */
size_t label_spread_width(const label_spread *of, uint32_t label);
/* The share of a cell that is counted at positions begin <= p < end. */
double label_spread_share(const label_spread *of, uint32_t label, uint32_t begin, uint32_t end);

#endif
