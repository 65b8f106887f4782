/* For every tuple of a frequency set: which values of one further column its rows have, and how
 * often. What the privacy models of sensitive attributes are judged by. Where persons are counted,
 * those who have a value in one tuple only are counted there, and the others apart. */
#ifndef SHOAL_DATA_TUPLE_VALUES_H
#define SHOAL_DATA_TUPLE_VALUES_H

#include "data/frequency.h"
#include "data/roamers.h"

typedef struct tuple_values {
    size_t tuples;
    size_t *first;    /* [tuples + 1] where each tuple's entries begin */
    uint32_t *values; /* [first[tuples]] */
    uint32_t *counts; /* [first[tuples]] rows of the tuple with this value, or persons */
    roamers roaming;  /* persons who have a value in several tuples; none where rows are counted */
} tuple_values;

/* The tuple of every row: tuple_of[row], undefined for rows that do not count. `inputs` and `kept`
 * are what the set was built of. */
SHOAL_CHECKED shoal_status tuple_values_find_rows(uint32_t *tuple_of, const frequency_set *set,
                                                  const frequency_input *inputs, size_t rows,
                                                  const bool *kept, shoal_error *error);

/* Counts the values of a column; value_of[code] < size is the value of each of its codes. Row i
 * counts times[i] times (NULL: once). */
SHOAL_CHECKED shoal_status tuple_values_build(tuple_values *out, size_t tuples,
                                              const uint32_t *tuple_of, const codes *column,
                                              const uint32_t *value_of, uint32_t size, size_t rows,
                                              const bool *kept, const uint32_t *times,
                                              shoal_error *error);
/* The same in persons; the rows' column and values are those of the column to be counted. */
SHOAL_CHECKED shoal_status tuple_values_of_persons(tuple_values *out, size_t tuples,
                                                   const person_rows *rows, uint32_t size,
                                                   shoal_error *error);
/* Bytes that it takes. */
size_t tuple_values_bytes(const tuple_values *of);
void tuple_values_free(tuple_values *made);

#endif
