/* The farthest record from a centre that moves in small steps. A distance cannot have grown by more
 * than the path of the centre since it was measured, so few need to be measured again. */
#ifndef SHOAL_CLUSTER_EXTREMES_H
#define SHOAL_CLUSTER_EXTREMES_H

#include "cluster/blocks.h"

typedef struct extreme_queue {
    size_t count;
    neighbour *heap;  /* [rows] the distance less the way that the centre had gone by then */
    neighbour *again; /* [rows] taken out while looking */
    double *centre;   /* [dimensions] of the last question */
    double way;       /* that the centre has gone */
    bool begun;       /* the distances are known */
    uint64_t work;    /* distances computed */
} extreme_queue;

/* False when out of memory. */
bool extremes_open(extreme_queue *out, arena *memory, size_t most_rows, size_t most_dimensions);
void extremes_begin(extreme_queue *out, const uint32_t *rows, size_t count);
/* Of the records that `left` still has, those given at the beginning or their heirs: heir[row], or
 * NEIGHBOUR_NONE, is of a row that was removed; with NULL there are none. Finds NEIGHBOUR_NONE when
 * no distance is a number. */
neighbour extremes_find(extreme_queue *in, const points *of, const block_set *left,
                        const uint32_t *heir, const double *centre);

#endif
