/* The exact optimum in one dimension (Hansen and Mukherjee 2003): clusters are runs of the sorted
 * values, and none needs 2k or more. */
#ifndef SHOAL_CLUSTER_UNIVARIATE_H
#define SHOAL_CLUSTER_UNIVARIATE_H

#include "cluster/division.h"

typedef struct univariate {
    size_t k;
    division *into;
    size_t count;
    size_t done;         /* values with a known optimum */
    neighbour *sorted;   /* [rows] the values, least first */
    double *cost;        /* [rows + 1] least sum of squares of the first values */
    uint32_t *last_size; /* [rows + 1] of the last cluster there */
    double *reciprocal;  /* [2k] */
} univariate;

/* False when out of memory. */
bool univariate_open(univariate *out, arena *memory, size_t most_rows, size_t k, division *into);
void univariate_begin(univariate *out, const uint32_t *rows, size_t count);
/* Adds to *work how many clusters it looked at; false when all is done. */
bool univariate_step(univariate *used, uint64_t *work);

#endif
