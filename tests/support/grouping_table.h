/* Tables of numbers for the tests of microaggregation, from texts or drawn at random. Whatever goes
 * wrong aborts or fails the test. */
#ifndef SHOAL_TESTS_SUPPORT_GROUPING_TABLE_H
#define SHOAL_TESTS_SUPPORT_GROUPING_TABLE_H

#include "base/random.h"
#include "data/frequency.h"
#include "data/numeric.h"

#define GROUPING_TABLE_MOST_ATTRIBUTES 160

typedef struct grouping_table {
    uint64_t seed;
    shoal_table table;
    shoal_plan *plan;
    size_t columns[GROUPING_TABLE_MOST_ATTRIBUTES]; /* 0, 1, 2, … */
    bool *kept;                                     /* with the rule `drop`, else NULL */
    char **cells;                                   /* [column * rows + row] */
    numeric_table numbers;
    frequency_set ground; /* of the rows of `numbers` */
} grouping_table;

typedef struct grouping_shape {
    size_t fewest_rows, most_rows;
    size_t fewest_attributes, most_attributes;
} grouping_shape;

/* Columns of cell texts, cells[column * rows + row], named a, b, c, …; `missing` is the rule. The
 * texts are copied. */
void grouping_table_of(grouping_table *out, const char *const *cells, size_t rows, size_t columns,
                       const char *missing, int64_t k);
/* `numbers` and `ground`; what numeric_make says. */
SHOAL_CHECKED shoal_status grouping_table_numbers(grouping_table *of, shoal_error *error);

/* With ties, constants and missing values under any rule; some rows are always left. */
void grouping_table_draw(grouping_table *out, uint64_t seed, const grouping_shape *shape);
void grouping_table_free(grouping_table *made);

#endif
