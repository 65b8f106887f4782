/* Missing values as wildcards: how many published rows each class is compatible with. */
#ifndef SHOAL_RECODE_WILDCARD_H
#define SHOAL_RECODE_WILDCARD_H

#include "data/class_table.h"
#include "data/packing.h"

typedef struct wildcard_scratch {
    uint64_t *masks; /* [class * words] bits that must agree */
    size_t masks_held;
    uint32_t *support; /* [class] rows compatible with the class */
    size_t support_held;
    uint32_t *wild; /* classes with at least one missing value */
    size_t wild_held;
    size_t wild_count;
    uint8_t *dead; /* [class] below k and so no longer counted for others */
    size_t dead_held;
} wildcard_scratch;

/* Fills scratch->support. `missing[attribute]` is the code that stands for missing, or NO_CODE;
 * `barred[class]` (may be NULL) marks classes that are suppressed whatever their size, whose
 * support is 0. A class below k is suppressed and leaves the support of the others, until nothing
 * changes; its own support stays what it was when it fell below k. False when out of memory. */
bool wildcard_count(wildcard_scratch *scratch, const class_table *classes,
                    const packing_field *fields, const uint32_t *missing, size_t attributes,
                    uint64_t k, const uint8_t *barred);
void wildcard_free(wildcard_scratch *scratch);

#endif
