#include "support/random_variables.h"

#include <math.h>

static uint32_t below(random_stream *stream, size_t bound) {
    return (uint32_t)random_below(stream, bound);
}

/* Several codes may be one number, some are none. */
static void column_draw(random_variable *out, random_stream *stream, size_t rows, bool numbers) {
    uint32_t size = 1 + below(stream, below(stream, 2) ? 6 : VARIABLES_MOST_VALUES);
    uint32_t used = 1 + below(stream, size);
    for (uint32_t code = 0; code < size; code++) {
        out->missing[code] = below(stream, 12) == 0;
        out->number[code] = below(stream, 20) == 0 ? NAN : (double)below(stream, size) * 0.3 - 7;
    }
    for (size_t row = 0; row < rows; row++)
        out->data[row] = below(stream, 1 + below(stream, used));
    out->codes = (codes){out->data, 4};
    out->as = (variable){.codes = &out->codes,
                         .size = size,
                         .missing = below(stream, 2) ? out->missing : NULL,
                         .number = numbers ? out->number : NULL};
}

/* Some columns follow another one, so that there is something to find. */
static void column_follow(random_variable *out, const random_variable *other, random_stream *stream,
                          size_t rows) {
    for (size_t row = 0; row < rows; row++)
        if (below(stream, 5) > 0)
            out->data[row] = other->data[row] % out->as.size;
}

void variables_draw(random_variables *out, uint64_t seed, size_t item) {
    random_stream stream = random_open(seed, "utility table", item);
    out->columns = 1 + below(&stream, VARIABLES_MOST_COLUMNS);
    out->in = (variable_rows){.rows = below(&stream, VARIABLES_MOST_ROWS + 1)};
    for (size_t c = 0; c < out->columns; c++) {
        column_draw(&out->column[c], &stream, out->in.rows, below(&stream, 2));
        if (c > 0 && below(&stream, 2))
            column_follow(&out->column[c], &out->column[0], &stream, out->in.rows);
        out->variables[c] = out->column[c].as;
    }
    for (size_t row = 0; row < out->in.rows; row++)
        out->kept[row] = below(&stream, 4) > 0;
    if (below(&stream, 2))
        out->in.kept = out->kept;
}

bool variables_count(const random_variables *in, size_t row) {
    return !in->in.kept || in->in.kept[row];
}

bool variable_lacks(const random_variable *in, size_t row) {
    uint32_t code = in->data[row];
    return (in->as.missing && in->missing[code]) || (in->as.number && isnan(in->number[code]));
}

double variable_number(const random_variable *in, size_t row) {
    return in->number[in->data[row]];
}

int numbers_ascending(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}
