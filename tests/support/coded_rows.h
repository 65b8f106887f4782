/* Random rows of codes, for the property tests of risk. */
#ifndef SHOAL_TESTS_SUPPORT_CODED_ROWS_H
#define SHOAL_TESTS_SUPPORT_CODED_ROWS_H

#include "base/random.h"
#include "data/frequency.h"

#define MOST_ATTRIBUTES 9
#define MOST_ROWS 60
#define MOST_VALUES 12

typedef struct coded_rows {
    size_t rows, attributes;
    uint32_t cell[MOST_ATTRIBUTES][MOST_ROWS];
    codes column[MOST_ATTRIBUTES];
    uint32_t size[MOST_ATTRIBUTES];
} coded_rows;

static inline void draw_rows(coded_rows *out, random_stream *stream) {
    out->rows = random_below(stream, MOST_ROWS + 1);
    out->attributes = 1 + random_below(stream, 6);
    for (size_t a = 0; a < out->attributes; a++) {
        out->size[a] = 1 + (uint32_t)random_below(stream, MOST_VALUES);
        for (size_t i = 0; i < out->rows; i++)
            out->cell[a][i] =
                (uint32_t)random_below(stream, 1 + random_below(stream, out->size[a]));
        out->column[a] = (codes){out->cell[a], 4};
    }
}

static inline void group_rows(frequency_set *out, const coded_rows *from) {
    frequency_input inputs[MOST_ATTRIBUTES];
    for (size_t a = 0; a < from->attributes; a++)
        inputs[a] = (frequency_input){&from->column[a], from->size[a]};
    assert_int_equal(frequency_build(out, inputs, from->attributes, from->rows, NULL, NULL, NULL),
                     SHOAL_OK);
}

#endif
