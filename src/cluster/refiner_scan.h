/* The rows whose cluster can change, part by part, and which of them are near a row. */
#ifndef SHOAL_CLUSTER_REFINER_SCAN_H
#define SHOAL_CLUSTER_REFINER_SCAN_H

#include "base/memory.h"
#include "cluster/candidates.h"
#include "cluster/points.h"

typedef struct part_range {
    size_t first, count;
} part_range;

typedef struct near_scan {
    const points *of;
    const uint32_t *part; /* [rows], may be NULL */
    part_range *range;    /* [parts] of places; of none where a part is one cluster for ever */
    size_t rows;          /* in all ranges */
    size_t places;        /* the same in whole tiles */
    uint32_t *row;        /* [places] those of a part in their order */
    double *tiles;        /* their coordinates */
    double *query;        /* [dimensions] */
} near_scan;

/* Leaves out parts of fewer than 2k rows; false when out of memory. */
bool near_scan_open(near_scan *out, arena *owner, const points *of, point_parts parts, size_t k);

/* The `wanted` rows nearest to one of them and of its part, itself among them, nearest first; how
 * many there are. */
size_t near_scan_find(near_scan *in, neighbour *found, size_t wanted, uint32_t row);

/* Rows of the part of this row. */
size_t near_scan_part_rows(const near_scan *in, uint32_t row);

#endif
