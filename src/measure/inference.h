/* What an attacker learns of a sensitive attribute who knows somebody's class: he guesses its most
 * frequent value. Nobody who knows the quasi-identifiers alone guesses better. */
#ifndef SHOAL_MEASURE_INFERENCE_H
#define SHOAL_MEASURE_INFERENCE_H

#include "data/tuple_values.h"

typedef struct value_inference {
    uint64_t rows;
    double guessed;   /* share of the rows that have the most frequent value of their class */
    double majority;  /* the same where everything is one class: what is known without the table */
    uint64_t certain; /* rows of classes in which all have the same value */
} value_inference;

/* Values are below `size`. SHOAL_NO_MEMORY where there is none. */
SHOAL_CHECKED shoal_status inference_measure(value_inference *out, const tuple_values *classes,
                                             uint32_t size, shoal_error *error);

#endif
