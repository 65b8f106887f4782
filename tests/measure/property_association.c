/* Associations between columns, against naive twins: loops over rows straight from the
 * definitions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/association.h"
#include "support/near.h"
#include "support/random_cases.h"
#include "support/random_variables.h"

#include <math.h>

static uint64_t seed;

typedef struct complete_rows {
    size_t count;
    size_t row[VARIABLES_MOST_ROWS];
} complete_rows;

static complete_rows complete(const random_variables *in, const random_variable *x,
                              const random_variable *y) {
    complete_rows found = {0};
    for (size_t row = 0; row < in->in.rows; row++)
        if (variables_count(in, row) && !variable_lacks(x, row) && !variable_lacks(y, row))
            found.row[found.count++] = row;
    return found;
}

static bool is_constant(const random_variable *of, const complete_rows *in) {
    for (size_t i = 1; i < in->count; i++)
        if (of->as.number ? variable_number(of, in->row[i]) != variable_number(of, in->row[0])
                          : of->data[in->row[i]] != of->data[in->row[0]])
            return false;
    return true;
}

static double mean_of(const random_variable *of, const complete_rows *in) {
    double sum = 0;
    for (size_t i = 0; i < in->count; i++)
        sum += variable_number(of, in->row[i]);
    return sum / (double)in->count;
}

static double twin_correlation(const random_variable *x, const random_variable *y,
                               const complete_rows *in) {
    double xx = 0, yy = 0, xy = 0;
    for (size_t i = 0; i < in->count; i++) {
        double a = variable_number(x, in->row[i]) - mean_of(x, in);
        double b = variable_number(y, in->row[i]) - mean_of(y, in);
        xx += a * a, yy += b * b, xy += a * b;
    }
    return xy / sqrt(xx * yy);
}

/* Every row stands for the mean of its category. */
static double twin_ratio(const random_variable *x, const random_variable *y,
                         const complete_rows *in) {
    double between = 0, all = 0;
    for (size_t i = 0; i < in->count; i++) {
        complete_rows same = {0};
        for (size_t j = 0; j < in->count; j++)
            if (x->data[in->row[j]] == x->data[in->row[i]])
                same.row[same.count++] = in->row[j];
        between += pow(mean_of(y, &same) - mean_of(y, in), 2);
        all += pow(variable_number(y, in->row[i]) - mean_of(y, in), 2);
    }
    return sqrt(between / all);
}

static double rows_like(const random_variable *x, const random_variable *y, const complete_rows *in,
                        size_t row) {
    double found = 0;
    for (size_t i = 0; i < in->count; i++)
        found += (!x || x->data[in->row[i]] == x->data[row]) &&
                 (!y || y->data[in->row[i]] == y->data[row]);
    return found;
}

/* Sums over cells are sums over rows, each with its share of the cell. */
static double twin_cramer(const random_variable *x, const random_variable *y,
                          const complete_rows *in) {
    double n = (double)in->count, square = -1, r = 0, c = 0;
    for (size_t i = 0; i < in->count; i++) {
        double a = rows_like(x, NULL, in, in->row[i]), b = rows_like(NULL, y, in, in->row[i]);
        square += rows_like(x, y, in, in->row[i]) / a / b;
        r += 1 / a, c += 1 / b;
    }
    r = round(r), c = round(c);
    if (r == n || c == n)
        return NAN;
    double shown = fmax(0, square - (r - 1) * (c - 1) / (n - 1));
    return sqrt(shown /
                fmin(r - 1 - (r - 1) * (r - 1) / (n - 1), c - 1 - (c - 1) * (c - 1) / (n - 1)));
}

static double twin_association(const random_variables *in, size_t one, size_t other) {
    const random_variable *x = &in->column[one], *y = &in->column[other];
    complete_rows rows = complete(in, x, y);
    if (is_constant(x, &rows) || is_constant(y, &rows))
        return NAN;
    if (one == other)
        return 1;
    if (x->as.number && y->as.number)
        return twin_correlation(x, y, &rows);
    if (x->as.number || y->as.number)
        return x->as.number ? twin_ratio(y, x, &rows) : twin_ratio(x, y, &rows);
    return twin_cramer(x, y, &rows);
}

static void associations_are_the_twins(void **state) {
    (void)state;
    static random_variables in;
    thread_pool *pool = property_threads(3);
    size_t cases = property_cases(300);
    for (size_t item = 0; item < cases; item++) {
        static association_matrix found, threaded;
        variables_draw(&in, seed, item);
        assert_int_equal(association_measure(&found, in.variables, in.columns, &in.in, NULL, NULL),
                         SHOAL_OK);
        assert_int_equal(
            association_measure(&threaded, in.variables, in.columns, &in.in, pool, NULL), SHOAL_OK);
        for (size_t a = 0; a < in.columns; a++)
            for (size_t b = 0; b < in.columns; b++) {
                size_t at = a * in.columns + b;
                double value = found.value[at];
                double least = in.variables[a].number && in.variables[b].number ? -1 : 0;
                assert_near(value, twin_association(&in, a, b), item);
                assert_true(isnan(value) || (value >= least && value <= 1));
                assert_memory_equal(&value, &threaded.value[at], sizeof value);
                assert_memory_equal(&value, &found.value[b * in.columns + a], sizeof value);
            }
        assert_true(association_compare(&found, &threaded).largest == 0);
    }
    threads_stop(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(associations_are_the_twins),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
