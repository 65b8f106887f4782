/* Maximum distance to average vector: clusters around the records farthest from the centre. */
#ifndef SHOAL_CLUSTER_MDAV_H
#define SHOAL_CLUSTER_MDAV_H

#include "cluster/division.h"
#include "cluster/neighbours.h"

typedef struct mdav {
    size_t k;
    neighbours *left;
    division *into;
    double *sum;        /* [dimensions] of the records that are left */
    double *query;      /* [dimensions] */
    neighbour *members; /* [k] of the cluster that is being made */
    uint32_t *rest;     /* [2k] the last cluster */
} mdav;

/* False when out of memory. */
bool mdav_open(mdav *out, arena *memory, size_t most_dimensions, size_t k, neighbours *left,
               division *into);
void mdav_begin(mdav *out, const uint32_t *rows, size_t count);
/* Makes up to two clusters; false when no record is left. */
bool mdav_step(mdav *used);

#endif
