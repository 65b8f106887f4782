/* Persons whose rows are in several tuples, by the set of these tuples: in a class that has one of
 * them, or all, each such person counts once. Persons with the same set are counted together, so
 * that the sets get fewer as tuples are merged. */
#ifndef SHOAL_DATA_ROAMERS_H
#define SHOAL_DATA_ROAMERS_H

#include "data/codes.h"
#include <shoal.h>

typedef struct roamers {
    size_t sets;
    size_t *first;     /* [sets + 1] where the tuples of each set begin */
    uint32_t *members; /* [first[sets]] tuples, ascending within a set, at least two */
    uint32_t *value;   /* [sets] the value that the persons have in all these tuples */
    uint32_t *persons; /* [sets] how many there are */
} roamers;

void roamers_free(roamers *of);
size_t roamers_bytes(const roamers *of);

/* The rows that persons are counted by. */
typedef struct person_rows {
    const uint32_t *person_of; /* [rows] below `persons` where a row counts */
    size_t persons;
    const uint32_t *tuple_of; /* [rows] */
    const codes *column;      /* with value_of[code] the value of a row; NULL: all have value 0 */
    const uint32_t *value_of;
    size_t rows;
    const bool *kept; /* [rows] those that count; NULL: all */
} person_rows;

/* Takes a person apart into one for each value that his rows have. *out gets those who are in
 * several tuples; for each of the others stands[row] is set for exactly one of the rows, else
 * cleared. */
SHOAL_CHECKED shoal_status roamers_build(roamers *out, bool *stands, const person_rows *rows,
                                         shoal_error *error);

/* The same persons by classes of tuples. Those who are in one class only are left out. False when
 * out of memory. */
SHOAL_CHECKED bool roamers_roll(roamers *out, const roamers *from, const uint32_t *class_of);

#endif
