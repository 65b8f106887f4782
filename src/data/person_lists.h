/* The persons of each class of rows, for counting different ones. */
#ifndef SHOAL_DATA_PERSON_LISTS_H
#define SHOAL_DATA_PERSON_LISTS_H

#include "data/frequency.h"

typedef struct person_lists {
    size_t persons;   /* numbers of persons are below it */
    size_t *first;    /* [classes + 1] where each class's rows begin */
    uint32_t *person; /* [rows that count] of each, class by class */
} person_lists;

/* Rows that are grouped: class_of[row] is a tuple of the set, person_of[row] whose row it is. Those
 * that count are somebody's. */
typedef struct grouped_rows {
    const frequency_set *set;
    const uint32_t *class_of, *person_of; /* [rows] */
    size_t rows;
    const bool *kept; /* [rows] those that count; NULL: all */
} grouped_rows;

/* False when out of memory. Free it in any case. */
SHOAL_CHECKED bool person_lists_make(person_lists *out, const grouped_rows *of);
void person_lists_free(person_lists *lists);

/* Persons of the class that do not have this mark in last[person] yet; they get it. */
uint32_t person_lists_add(const person_lists *lists, size_t class, uint32_t *last, uint32_t mark);
/* [classes] different persons of each; the caller frees it. NULL: out of memory. */
uint32_t *person_lists_count(const person_lists *lists, size_t classes);

#endif
