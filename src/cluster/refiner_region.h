/* Some near clusters by themselves: their rows copied together, and the changes to them that the
 * refiner looks at. The sum of squared distances is kept up by what each change adds to it. */
#ifndef SHOAL_CLUSTER_REFINER_REGION_H
#define SHOAL_CLUSTER_REFINER_REGION_H

#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>

/* Changes that can be noted after a cluster is dissolved or founded. */
#define REGION_NOTES 256

/* A row that came from a cluster, or was exchanged with a row. */
typedef struct region_note {
    uint32_t row;
    uint32_t from;
    bool exchanged;
} region_note;

typedef struct region {
    size_t k;
    size_t stride; /* doubles per point: the dimensions, made up to a multiple of four by zeros */
    size_t rows;
    size_t clusters;
    size_t near_most;
    size_t near_rows;  /* of each row that may come to share its cluster; near_most, or all */
    double *point;     /* [rows][stride], their mean subtracted */
    double *norm;      /* [rows] squared length of the point */
    uint32_t *near;    /* [rows][near_most], nearest first */
    uint32_t *cluster; /* [rows] */
    uint32_t *place;   /* [rows] among the members of its cluster */
    uint32_t *member;  /* [clusters][2k - 1] */
    uint32_t *size;    /* [clusters] */
    double *sum;       /* [clusters][stride] of the points */
    double *square;    /* [clusters] squared length of the sum */
    double *share;     /* [clusters] the same by the size: what the cluster saves of the norms */
    double sse;
    /* A dissolving or founding under way, and what has been done since, to take it back. */
    bool founding;
    uint32_t recounted; /* the cluster */
    double sse_before;
    region_note *note; /* [2k - 1 + REGION_NOTES] */
    size_t notes;
} region;

/* Room for up to so many rows; false when out of memory. The arena owns it. */
bool region_open(region *out, arena *owner, size_t most_rows, size_t dimensions, size_t k);

/* Takes up rows[i] whose points are in place; clusters are numbered without gaps. */
void region_load(region *of, size_t rows, const uint32_t *cluster, size_t clusters);

/* What moving `row` to another cluster, or exchanging it with a row of another one, adds to the sum
 * of squared distances. The row's cluster must not be left empty. */
double region_shift_cost(const region *of, uint32_t row, uint32_t to);
double region_swap_cost(const region *of, uint32_t row, uint32_t other);

void region_shift(region *of, uint32_t row, uint32_t to);
void region_swap(region *of, uint32_t row, uint32_t other);

/* Each member of a cluster joins the near cluster with room that it suits best, or `row` founds a
 * cluster with near rows that their clusters can spare. False if that is not possible; nothing has
 * changed then. Otherwise this and the changes noted after it must be kept or undone. */
bool region_dissolve(region *of, uint32_t cluster);
bool region_found(region *of, uint32_t row);

/* The same as without noting, up to REGION_NOTES times. */
void region_shift_noted(region *of, uint32_t row, uint32_t to);
void region_swap_noted(region *of, uint32_t row, uint32_t other);

void region_keep(region *of);
void region_take_back(region *of);

#endif
