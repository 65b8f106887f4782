/* The rows of each spot in pieces: what a method moves as a whole. */
#ifndef SHOAL_BOXES_BOX_PIECES_H
#define SHOAL_BOXES_BOX_PIECES_H

#include "boxes/box_spots.h"

typedef struct box_pieces {
    const box_spots *of;
    size_t count;
    size_t *begin;    /* [spots + 1] pieces of each spot */
    uint32_t *copies; /* [count] rows */
    uint32_t *spot;   /* [count] */
} box_pieces;

/* Spots of 2k rows or more are divided into pieces of k to 2k - 1, others are one each. With a
 * rule, which tells rows apart, all are. */
SHOAL_CHECKED shoal_status box_pieces_open(box_pieces *out, const box_spots *of,
                                           shoal_error *error);
void box_pieces_close(box_pieces *made);

/* The clusters that pieces are in, cluster[pieces], as portions of tuples: rows of a spot are
 * handed out piece by piece. Mended and settled. */
SHOAL_CHECKED shoal_status box_pieces_settle(box_clusters *out, const box_pieces *made,
                                             const uint32_t *cluster, shoal_error *error);

#endif
