/* Every record of full blocks, shared out among threads where they are many. */
#ifndef SHOAL_CLUSTER_PLAIN_SCAN_H
#define SHOAL_CLUSTER_PLAIN_SCAN_H

#include "base/threads.h"
#include "cluster/blocks.h"

typedef struct plain_scan {
    thread_pool *pool; /* may be NULL */
    size_t most_wanted;
    candidates *found; /* [thread] */
    neighbour *room;   /* [thread][most_wanted] */
    /* Of the scan that is under way. */
    const block_set *records;
    const double *query;
    bool far;
} plain_scan;

/* False when out of memory. */
bool plain_scan_open(plain_scan *out, arena *memory, thread_pool *pool, size_t most_wanted);
/* The farthest is looked for with `far`, the nearest where any are wanted. */
void plain_scan_run(plain_scan *used, const block_set *records, const double *query,
                    candidates *found, bool far);

#endif
