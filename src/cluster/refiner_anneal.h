/* Annealing of a region: random changes, of which those that cost more than the falling temperature
 * allows are passed over. */
#ifndef SHOAL_CLUSTER_REFINER_ANNEAL_H
#define SHOAL_CLUSTER_REFINER_ANNEAL_H

#include "base/random.h"
#include "cluster/refiner_region.h"

#define ANNEAL_CHANCES 4096
#define ANNEAL_RANKS 256

typedef struct anneal {
    region *of;
    random_stream stream;
    int64_t done, total; /* changes looked at, and to be looked at */
    uint64_t rarely;     /* one in so many changes is to the number of clusters */
    double hottest, coldest, temperature;
    uint32_t rank[ANNEAL_RANKS];   /* of the near row, drawn in favour of the nearest */
    double chance[ANNEAL_CHANCES]; /* quantiles of what may be accepted, in temperatures */
    uint32_t *best; /* [rows] the best clusters met on the way, better or worse than at first */
    size_t best_clusters;
    double start_sse, best_sse;
} anneal;

/* Room for the best clusters of so many rows; false when out of memory. */
bool anneal_open(anneal *out, arena *owner, region *of, size_t most_rows);

/* Begins with the clusters that the region has. */
void anneal_begin(anneal *used, random_stream stream, int64_t total);
/* Examines up to so many more changes; returns how many. 0: all were examined. */
int64_t anneal_step(anneal *used, int64_t changes);

#endif
