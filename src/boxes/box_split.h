/* Dividing a cluster that is large enough for two. */
#ifndef SHOAL_BOXES_BOX_SPLIT_H
#define SHOAL_BOXES_BOX_SPLIT_H

#include "boxes/box_pieces.h"

typedef struct box_splitter {
    const box_pieces *pieces;
    uint32_t *sorted, *best; /* [most] pieces */
    int64_t *after;          /* [most + 1] what the pieces from here on cost as a cluster */
    uint16_t *least, *most;  /* [lanes] */
    uint64_t *set;
} box_splitter;

/* Room for clusters of up to so many pieces. */
bool box_splitter_open(box_splitter *out, const box_pieces *pieces, size_t most, arena *memory);

/* Orders the pieces so that the first of them, whose number is returned, and the rest are two
 * clusters of at least k rows, which cost least of all divisions of an attribute's order. 0: no
 * division costs less than the whole. */
size_t box_split(box_splitter *used, uint32_t *piece, size_t count);

#endif
