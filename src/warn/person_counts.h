/* How many persons each class has, if a column is the key of the person. */
#ifndef SHOAL_WARN_PERSON_COUNTS_H
#define SHOAL_WARN_PERSON_COUNTS_H

#include "base/memory.h"

#include <stdint.h>

/* person[row] is equal where it is the same person; class_of[row] is UINT32_MAX where the row has
 * no class. */
typedef struct person_rows {
    const uint32_t *class_of; /* [rows] below `classes` */
    const uint32_t *person;   /* [rows] */
    size_t rows;
    size_t classes;
    uint64_t k;
} person_rows;

typedef struct person_counts {
    uint64_t below;    /* classes with at least k rows, but fewer than k persons */
    uint64_t smallest; /* persons in the smallest of them; k: there is none */
} person_counts;

/* False: out of memory. */
bool person_counts_make(person_counts *out, const person_rows *from);

#endif
