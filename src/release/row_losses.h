/* What a written release costs, row by row: its cells are compared with those of the original
 * table, and the cost of each follows from the definitions. Searches share none of this code. */
#ifndef SHOAL_RELEASE_ROW_LOSSES_H
#define SHOAL_RELEASE_ROW_LOSSES_H

#include "data/bound_hierarchy.h"

typedef struct row_losses_input {
    const shoal_table *original, *written;
    const size_t *original_columns, *written_columns; /* [attributes] */
    size_t attributes;
    const bool *kept; /* [original->rows] rows that were to be published; NULL: all */
    const bound_hierarchy *hierarchies; /* [attributes] bound to the original */
    const uint8_t *node;                /* [attributes] the levels that were to be published */
    uint64_t k;
} row_losses_input;

typedef struct row_losses {
    /* The first cell that is not what the levels make of the original; else `agrees`. */
    bool agrees;
    uint64_t row; /* of the written table, from 1; 0: they have different numbers of rows */
    size_t attribute;
    const char *found, *expected; /* borrowed from the tables and bound hierarchies */
    /* When they agree. */
    uint64_t rows, suppressed;
    double loss, nwp, entropy;
} row_losses;

SHOAL_CHECKED shoal_status row_losses_sum(row_losses *out, const row_losses_input *in,
                                          shoal_error *error);

#endif
