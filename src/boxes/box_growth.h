/* Growing a new cluster around a unit: from its near units those whose cost in the new cluster,
 * less what they cost now, is smallest. */
#ifndef SHOAL_BOXES_BOX_GROWTH_H
#define SHOAL_BOXES_BOX_GROWTH_H

#include "boxes/box_chunk.h"

/* A spot that units may come from, and the one that is taken next: that which costs most now. */
typedef struct growth_spot {
    uint32_t spot;
    uint32_t distance; /* from the first unit */
    chunk_unit unit;   /* CHUNK_NONE: all are taken */
    int64_t now;       /* its cost */
} growth_spot;

typedef struct chunk_growth {
    chunk_unit *unit; /* [count] */
    size_t count;
    uint32_t *from; /* [torn] clusters that units are taken from */
    uint32_t *lost; /* [torn] how many */
    size_t torn;
    int64_t change; /* of the cost of the units */
    int64_t still;  /* what the rest of the torn clusters costs now */

    growth_spot *spots; /* [spot_count] */
    size_t spot_count;
    uint32_t *taken; /* [units] number of the growth that took it */
    uint32_t number;
    uint16_t *least, *most; /* of the new cluster */
    uint64_t *set;
} chunk_growth;

/* Room for growths in chunks of up to so many units and near spots. */
bool chunk_growth_open(chunk_growth *out, const box_spots *of, size_t units, size_t near,
                       arena *memory);

/* False: there are not enough near units. Nothing of the chunk is changed. */
bool chunk_grow(chunk_growth *out, box_chunk *in, chunk_unit first);

#endif
