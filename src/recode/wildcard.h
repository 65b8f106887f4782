/* Missing values as wildcards: how many published rows, or persons, each class is compatible with.
 */
#ifndef SHOAL_RECODE_WILDCARD_H
#define SHOAL_RECODE_WILDCARD_H

#include "data/class_table.h"
#include "data/packing.h"
#include "data/roamers.h"

typedef struct wildcard_scratch {
    uint64_t *masks; /* [class * words] bits that must agree */
    size_t masks_held;
    uint32_t *support; /* [class] rows or persons compatible with the class */
    size_t support_held;
    uint32_t *wild; /* classes with at least one missing value */
    size_t wild_held;
    size_t wild_count;
    uint8_t *dead; /* [class] below k and so no longer counted for others */
    size_t dead_held;
} wildcard_scratch;

/* The persons of the classes. */
typedef struct class_persons {
    roamers roaming; /* by classes: those who are in several */
    uint32_t *own;   /* [class] those who are in no other */
    size_t *first;   /* [classes + 1] where each class's sets begin */
    uint32_t *sets;  /* [first[classes]] */
    uint32_t *last;  /* [sets] class that counted it last */
} class_persons;

/* From what tuple_persons_count found, and the classes of the tuples that it was counted by. False
 * when out of memory. */
SHOAL_CHECKED bool class_persons_open(class_persons *out, const uint32_t *persons,
                                      const roamers *of_tuples, const uint32_t *class_of,
                                      size_t classes);
void class_persons_close(class_persons *of);

/* Fills scratch->support. `missing[attribute]` is the code that stands for missing, or NO_CODE;
 * `barred[class]` (may be NULL) marks classes that are suppressed whatever their size, whose
 * support is 0. A class below k is suppressed and leaves the support of the others, until nothing
 * changes; its own support stays what it was when it fell below k. `of` counts persons instead of
 * rows; NULL: rows. False when out of memory. */
bool wildcard_count(wildcard_scratch *scratch, const class_table *classes,
                    const packing_field *fields, const uint32_t *missing, size_t attributes,
                    uint64_t k, const uint8_t *barred, class_persons *of);
void wildcard_free(wildcard_scratch *scratch);

#endif
