/* One group of attributes, microaggregated: everything about it that the cost of a grouping is put
 * together from. It depends on the attributes of the group alone. */
#ifndef SHOAL_RECODE_MICROAGGREGATION_AVERAGED_GROUP_H
#define SHOAL_RECODE_MICROAGGREGATION_AVERAGED_GROUP_H

#include "cluster/points.h"

typedef struct averaged_group {
    size_t rows;
    size_t dimensions;
    const double **column; /* [dimensions] borrowed from the table */
    double *origin;        /* [dimensions] as interval_disclosed takes it */
    size_t count;          /* clusters */
    uint32_t *cluster;     /* [rows] */
    uint32_t *member;      /* [rows] the rows, cluster by cluster, ascending in each */
    uint32_t *first;       /* [count + 1] where each begins in `member` */
    double *mean;          /* [count * dimensions] */
    double *own;           /* [rows] squared distance to the mean of its cluster */
    double *distance;      /* [rows * count] to every mean; NULL: too large, is worked out anew */
    double sse;
    uint64_t disclosed; /* cells within the interval, see measure/disclosure.h */
    size_t bytes;       /* that it takes */
} averaged_group;

typedef struct averaged_group_setup {
    points of;
    const double *origin; /* [dimensions] as interval_disclosed takes it */
    const uint32_t *cluster;
    size_t count;
    size_t table_bytes; /* most that `distance` may take; 0: none is wanted */
} averaged_group_setup;

/* False when out of memory. */
bool averaged_group_make(averaged_group *out, const averaged_group_setup *setup);
void averaged_group_free(averaged_group *group);

/* Squared distance of a record to the mean of a cluster, the dimensions added in their order. */
double averaged_group_distance(const averaged_group *group, size_t row, size_t cluster);

/* The same measures where the rows that `lost` marks are suppressed: they count as if their values
 * had been replaced by the mean of the table, which is 0. `scratch` has room for the rows. */
double averaged_group_sse(const averaged_group *group, const uint8_t *lost);
uint64_t averaged_group_disclosed(const averaged_group *group, const uint8_t *lost,
                                  double *scratch);
/* Squared distance of a record to the mean of the table. */
double averaged_group_norm(const averaged_group *group, size_t row);

#endif
