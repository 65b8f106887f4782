/* Rows that look the same: those that share their clusters in all groups of attributes. */
#ifndef SHOAL_RECODE_MICROAGGREGATION_ROW_CLASSES_H
#define SHOAL_RECODE_MICROAGGREGATION_ROW_CLASSES_H

#include "base/memory.h"

#include <stdint.h>

typedef struct row_classes {
    size_t rows;
    uint32_t *of; /* [rows] the class of each row, below `count` */
    size_t count;
    uint32_t *sizes;  /* [rows + 1] of the classes, by row_classes_count; 0 after the last */
    uint64_t *key;    /* [slots] */
    uint32_t *number; /* [slots] */
    size_t slots;     /* a power of two */
} row_classes;

/* Room from an arena; false when there is none. */
bool row_classes_open(row_classes *out, size_t rows, arena *memory);

/* The clusters of the first group, cluster[row] < count; and of each further one. */
void row_classes_begin(row_classes *classes, const uint32_t *cluster, size_t count);
void row_classes_split(row_classes *classes, const uint32_t *cluster);
void row_classes_count(row_classes *classes);

#endif
