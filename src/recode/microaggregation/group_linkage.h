/* Distance-based linkage (DLD) of a table that is averaged group by group. */
#ifndef SHOAL_RECODE_MICROAGGREGATION_GROUP_LINKAGE_H
#define SHOAL_RECODE_MICROAGGREGATION_GROUP_LINKAGE_H

#include "base/memory.h"
#include "recode/microaggregation/averaged_group.h"
#include "recode/microaggregation/row_classes.h"

/* What one thread needs, for so many rows. */
typedef struct link_scratch {
    double *distance;  /* [rows] */
    row_classes same;  /* rows that have the same averaged record */
    uint32_t *speaker; /* [rows] a row for each averaged record, by its cluster in one group … */
    uint32_t *tuple;   /* [rows * attributes] … its clusters in all groups … */
    uint32_t *first;   /* [rows + 1] … where these begin */
    const double **to; /* [attributes] of one record, its distances to the clusters of each group */
} link_scratch;

/* Room from an arena; false when there is none. */
bool link_scratch_open(link_scratch *out, size_t rows, size_t attributes, arena *memory);

/* Records whose own averaged record is strictly nearest of all, where an averaged record combines
 * its clusters in `groups`; rows that `lost` marks (may be NULL), all those of some classes, have
 * the mean of the table instead. A distance is the sum over the groups in their order.
 * is_over(context) is called now and then; once it is true, the answer is meaningless. */
uint64_t groups_link(const averaged_group *const *groups, size_t count, link_scratch *scratch,
                     const uint8_t *lost, bool (*is_over)(const void *context),
                     const void *context);

#endif
