/* Variable-size MDAV (Solanas and Martinez-Balleste 2006): a cluster takes further records that are
 * nearer to it than to anything else that is left. */
#ifndef SHOAL_CLUSTER_VMDAV_H
#define SHOAL_CLUSTER_VMDAV_H

#include "cluster/division.h"
#include "cluster/neighbours.h"

typedef struct vmdav_member {
    uint32_t row;
    neighbour nearest; /* of the records that are left */
} vmdav_member;

typedef struct vmdav {
    size_t k;
    double gamma;
    neighbours *left;
    division *into;
    neighbour *order; /* [rows] of the part, the farthest from its centre first */
    size_t count;
    size_t next; /* in the order */
    size_t first_cluster;
    bool *taken;           /* [row of the table] has a cluster */
    double *query;         /* [dimensions] */
    double *centres;       /* [cluster of the part][dimensions] */
    neighbour *found;      /* [k] */
    vmdav_member *members; /* [2k] */
} vmdav;

/* False when out of memory. */
bool vmdav_open(vmdav *out, arena *memory, size_t most_rows, size_t most_dimensions, size_t k,
                double gamma, neighbours *left, division *into);
void vmdav_begin(vmdav *out, const uint32_t *rows, size_t count);
/* Makes a cluster; false when no record is left. */
bool vmdav_step(vmdav *used);

#endif
