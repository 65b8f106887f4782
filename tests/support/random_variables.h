/* Random small tables for the measures of utility, full of ties and missing values. */
#ifndef SHOAL_TESTS_SUPPORT_RANDOM_VARIABLES_H
#define SHOAL_TESTS_SUPPORT_RANDOM_VARIABLES_H

#include "base/random.h"
#include "measure/variable.h"

#define VARIABLES_MOST_COLUMNS 6
#define VARIABLES_MOST_ROWS 130
#define VARIABLES_MOST_VALUES 300

typedef struct random_variable {
    uint32_t data[VARIABLES_MOST_ROWS];
    codes codes;
    double number[VARIABLES_MOST_VALUES];
    bool missing[VARIABLES_MOST_VALUES];
    variable as;
} random_variable;

typedef struct random_variables {
    random_variable column[VARIABLES_MOST_COLUMNS];
    variable variables[VARIABLES_MOST_COLUMNS];
    size_t columns;
    bool kept[VARIABLES_MOST_ROWS];
    variable_rows in;
} random_variables;

void variables_draw(random_variables *out, uint64_t seed, size_t item);

/* Whether the row is one of those that are kept. */
bool variables_count(const random_variables *in, size_t row);
bool variable_lacks(const random_variable *in, size_t row);
double variable_number(const random_variable *in, size_t row);

/* For qsort. */
int numbers_ascending(const void *one, const void *other);

#endif
