/* A column as naive Bayes sees it: a small number of values. */
#ifndef SHOAL_MEASURE_FEATURE_H
#define SHOAL_MEASURE_FEATURE_H

#include "measure/variable.h"

typedef struct feature {
    const variable *of;
    uint32_t *value; /* [size] value of each code that occurs; of numbers with bins: of missing
                        ones, the rest is 0 */
    uint32_t values;
    /* Numbers with bins, which depend on the rows that are learnt from. */
    uint32_t *order; /* [ordered] codes that occur, by number; NULL: there are no bins */
    size_t ordered;
} feature;

/* `most` values; numbers with more than `bins` values are to be cut. False: out of memory; to be
 * closed in any case. */
bool feature_open(feature *out, const variable *of, const variable_rows *in, size_t most,
                  size_t bins);
void feature_close(feature *made);

/* The value of each code in out[size] where counts[size] are the rows that are learnt from, with
 * bins of equally many of them; the number of values. For features with bins. */
uint32_t feature_cut(const feature *of, const uint64_t *counts, size_t bins, uint32_t *out);

#endif
