/* Variables from string literals and figures by hand, for tests. Everything asserts. */
#ifndef SHOAL_TESTS_NAMED_COLUMN_H
#define SHOAL_TESTS_NAMED_COLUMN_H

#include "measure/variable.h"
#include "support/columns.h"

#include <math.h>

#define NAMED_MOST 24

static inline void assert_near(double found, double expected) {
    if (isnan(expected) ? !isnan(found) : !(fabs(found - expected) < 1e-12))
        fail_msg("%.17g instead of %.17g", found, expected);
}

/* A column from texts, with missing tokens `?` and, when asked, the numbers of its values. */
typedef struct named {
    column made;
    bool missing[NAMED_MOST];
    double number[NAMED_MOST];
    variable as;
    variable_rows rows;
} named;

static inline void named_of(named *out, const char *const *cells, bool numbers) {
    out->made = column_of("column", cells, texts_count(cells));
    assert_true(out->made.values.size <= NAMED_MOST);
    for (uint32_t code = 0; code < out->made.values.size; code++) {
        const char *cell = dictionary_text(&out->made.values, code);
        out->missing[code] = strcmp(cell, "?") == 0;
        out->number[code] = out->missing[code] ? NAN : strtod(cell, NULL);
    }
    out->as = (variable){.codes = &out->made.codes,
                         .size = (uint32_t)out->made.values.size,
                         .missing = out->missing,
                         .number = numbers ? out->number : NULL};
    out->rows = (variable_rows){.rows = texts_count(cells)};
}

static inline void named_free(named *made) {
    column_free(&made->made);
}

#define CELLS(...) ((const char *const[]){__VA_ARGS__, NULL})

#endif
