/* How many persons are behind the tuples of a frequency set. A class of tuples has as many persons
 * as rows, less what persons with several rows in it account for. */
#ifndef SHOAL_DATA_TUPLE_PERSONS_H
#define SHOAL_DATA_TUPLE_PERSONS_H

#include "data/roamers.h"

typedef struct tuple_persons {
    /* Tuples with more rows than persons who are in no other tuple: a few only where most persons
     * have one row. */
    uint32_t *tuple;  /* [count] ascending */
    uint32_t *excess; /* [count] rows less such persons */
    size_t count;
    roamers roaming; /* persons in several tuples */
} tuple_persons;

/* *out has no tuples where every person has one row. `rows` has no column; counts[tuple] are the
 * tuples' rows. */
SHOAL_CHECKED shoal_status tuple_persons_build(tuple_persons *out, const person_rows *rows,
                                               const uint32_t *counts, size_t tuples,
                                               shoal_error *error);
void tuple_persons_free(tuple_persons *of);
size_t tuple_persons_bytes(const tuple_persons *of);

/* Counts the persons of classes: rows[class] of them have class_of[tuple] == class. class_of is
 * read for the tuples in of->tuple only. `last` is scratch, [classes], in which nothing is above
 * `before`; then nothing is above that and the number of sets. */
void tuple_persons_count(uint32_t *persons, uint32_t *last, uint32_t before,
                         const tuple_persons *of, const uint32_t *class_of, const uint32_t *rows,
                         size_t classes);

/* The same persons behind classes; persons[class] is what tuple_persons_count found, which changes
 * in between and is the same in the end. False when out of memory. */
SHOAL_CHECKED bool tuple_persons_roll(tuple_persons *out, const tuple_persons *from,
                                      const uint32_t *class_of, const uint32_t *rows,
                                      uint32_t *persons, size_t classes);

#endif
