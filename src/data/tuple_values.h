/* For every tuple of a frequency set: which values of one further column its rows have, and how
 * often. What the privacy models of sensitive attributes are judged by. */
#ifndef SHOAL_DATA_TUPLE_VALUES_H
#define SHOAL_DATA_TUPLE_VALUES_H

#include "data/frequency.h"

typedef struct tuple_values {
    size_t tuples;
    size_t *first;    /* [tuples + 1] where each tuple's entries begin */
    uint32_t *values; /* [first[tuples]] */
    uint32_t *counts; /* [first[tuples]] rows of the tuple with this value */
} tuple_values;

/* The tuple of every row: tuple_of[row], undefined for rows that do not count. `inputs` and `kept`
 * are what the set was built of. */
SHOAL_CHECKED shoal_status tuple_values_find_rows(uint32_t *tuple_of, const frequency_set *set,
                                                  const frequency_input *inputs, size_t rows,
                                                  const bool *kept, shoal_error *error);

/* Counts the values of a column; value_of[code] < size is the value of each of its codes. */
SHOAL_CHECKED shoal_status tuple_values_build(tuple_values *out, size_t tuples,
                                              const uint32_t *tuple_of, const codes *column,
                                              const uint32_t *value_of, uint32_t size, size_t rows,
                                              const bool *kept, shoal_error *error);
void tuple_values_free(tuple_values *made);

#endif
