/* The prediction task, against naive twins: loops over rows straight from the definitions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/prediction.h"
#include "support/random_cases.h"
#include "support/random_variables.h"

#include <math.h>
#include <stdlib.h>

static uint64_t seed;

static uint32_t below(random_stream *stream, size_t bound) {
    return (uint32_t)random_below(stream, bound);
}

typedef struct fold_rows {
    const random_variables *in;
    const random_variable *target;
    unsigned fold[VARIABLES_MOST_ROWS];
    bool used[VARIABLES_MOST_ROWS];
} fold_rows;

static void folds_take(fold_rows *out, const random_variables *in) {
    uint64_t rank = 0;
    *out = (fold_rows){.in = in, .target = &in->column[0]};
    for (size_t row = 0; row < in->in.rows; row++) {
        if (!variables_count(in, row))
            continue;
        out->fold[row] = prediction_fold(rank++);
        out->used[row] = !(out->target->as.missing && out->target->missing[out->target->data[row]]);
    }
}

static bool learns(const fold_rows *of, size_t from, size_t row) {
    return of->used[from] && of->fold[from] != of->fold[row];
}

static double class_rows(const fold_rows *of, size_t row, uint32_t class) {
    double found = 0;
    for (size_t i = 0; i < of->in->in.rows; i++)
        found += learns(of, i, row) && of->target->data[i] == class;
    return found;
}

static size_t distinct_numbers(const fold_rows *of, const random_variable *feature) {
    static double number[VARIABLES_MOST_ROWS];
    size_t count = 0, distinct = 0;
    for (size_t i = 0; i < of->in->in.rows; i++)
        if (of->used[i] && !variable_lacks(feature, i))
            number[count++] = variable_number(feature, i);
    qsort(number, count, sizeof *number, numbers_ascending);
    for (size_t i = 0; i < count; i++)
        distinct += i == 0 || number[i] != number[i - 1];
    return distinct;
}

/* The value of a feature in row `at`, learnt for `row`: of missing ones, a bin, a number or a code.
 */
static double value_at(const fold_rows *of, const random_variable *feature, size_t at, size_t row) {
    if (variable_lacks(feature, at))
        return -1e9;
    if (!feature->as.number)
        return feature->data[at];
    if (distinct_numbers(of, feature) <= PREDICTION_BINS)
        return variable_number(feature, at);
    uint64_t all = 0, smaller = 0;
    for (size_t i = 0; i < of->in->in.rows; i++) {
        if (!learns(of, i, row) || variable_lacks(feature, i))
            continue;
        all++;
        smaller += variable_number(feature, i) < variable_number(feature, at);
    }
    uint64_t bin = smaller < all ? smaller * PREDICTION_BINS / all : PREDICTION_BINS - 1;
    return (double)bin;
}

/* What a feature adds to the score of each class. */
static void add_feature(double *score, const fold_rows *of, const random_variable *feature,
                        size_t row) {
    static double value[VARIABLES_MOST_ROWS];
    size_t rows = of->in->in.rows;
    double values = 0;
    for (size_t i = 0; i < rows; i++) {
        value[i] = of->used[i] ? value_at(of, feature, i, row) : -2e9;
        bool seen = !of->used[i];
        for (size_t j = 0; j < i; j++)
            seen |= of->used[j] && value[j] == value[i];
        values += !seen;
    }
    for (uint32_t class = 0; class < of->target->as.size; class ++) {
        double both = 0;
        for (size_t i = 0; i < rows; i++)
            both += learns(of, i, row) && of->target->data[i] == class && value[i] == value[row];
        score[class] += log((both + 1) / (class_rows(of, row, class) + values));
    }
}

typedef struct bounds {
    uint64_t least, most; /* ties and rounding in between */
} bounds;

static void judge(bounds *out, const double *score, uint32_t size, uint32_t actual) {
    double best = -INFINITY;
    for (uint32_t class = 0; class < size; class ++)
        if (class != actual)
            best = fmax(best, score[class]);
    bool possible = score[actual] > -INFINITY && score[actual] >= best - 1e-9;
    bool alone = score[actual] > best + 1e-9;
    out->least += possible && alone;
    out->most += possible;
}

static void guess_rows(bounds *majority, bounds *bayes, const fold_rows *of) {
    static double score[VARIABLES_MOST_VALUES];
    uint32_t size = of->target->as.size;
    for (size_t row = 0; row < of->in->in.rows; row++) {
        if (!of->used[row])
            continue;
        for (uint32_t class = 0; class < size; class ++)
            score[class] = log(class_rows(of, row, class));
        judge(majority, score, size, of->target->data[row]);
        for (size_t f = 1; f < of->in->columns; f++)
            add_feature(score, of, &of->in->column[f], row);
        judge(bayes, score, size, of->target->data[row]);
    }
}

static void predictions_are_the_twins(void **state) {
    (void)state;
    static random_variables in;
    static fold_rows folds;
    thread_pool *pool = property_threads(3);
    size_t cases = property_cases(60);
    for (size_t item = 0; item < cases; item++) {
        variables_draw(&in, seed, item);
        in.variables[0].size = in.column[0].as.size = in.column[0].as.size % 7 + 1;
        for (size_t row = 0; row < in.in.rows; row++)
            in.column[0].data[row] %= in.variables[0].size;
        in.column[0].as.number = NULL;
        folds_take(&folds, &in);
        prediction_task asked = {.target = in.variables[0],
                                 .features = in.variables + 1,
                                 .count = in.columns - 1,
                                 .in = in.in};
        prediction found, threaded;
        assert_int_equal(prediction_measure(&found, &asked, NULL), SHOAL_OK);
        asked.pool = pool;
        assert_int_equal(prediction_measure(&threaded, &asked, NULL), SHOAL_OK);
        bounds majority = {0}, bayes = {0};
        guess_rows(&majority, &bayes, &folds);
        double rows = (double)found.rows;
        if (found.rows > 0) {
            assert_in_range(llround(found.majority * rows), majority.least, majority.most);
            assert_in_range(llround(found.naive_bayes * rows), bayes.least, bayes.most);
            assert_true(found.majority == threaded.majority);
            assert_true(found.naive_bayes == threaded.naive_bayes);
        }
        assert_int_equal(found.rows, threaded.rows);
    }
    threads_stop(pool);
}

#define LARGE 20000

/* Features drawn on their own are about as good as the majority; a noisy copy is as good as its
 * noise allows. */
static void predictions_are_plausible(void **state) {
    (void)state;
    static uint8_t target[LARGE], feature[3][LARGE];
    codes columns[4] = {{target, 1}, {feature[0], 1}, {feature[1], 1}, {feature[2], 1}};
    random_stream stream = random_open(seed, "plausible", 0);
    for (size_t row = 0; row < LARGE; row++) {
        target[row] = (uint8_t)(below(&stream, 10) < 6 ? 0 : 1 + below(&stream, 2));
        feature[0][row] = (uint8_t)below(&stream, 5);
        feature[1][row] = (uint8_t)below(&stream, 200);
        feature[2][row] = below(&stream, 10) == 0 ? (uint8_t)below(&stream, 3) : target[row];
    }
    variable features[] = {{.codes = &columns[1], .size = 5},
                           {.codes = &columns[2], .size = 200},
                           {.codes = &columns[3], .size = 3}};
    prediction_task asked = {.target = {.codes = &columns[0], .size = 3},
                             .features = features,
                             .count = 2,
                             .in = {.rows = LARGE}};
    prediction found;
    assert_int_equal(prediction_measure(&found, &asked, NULL), SHOAL_OK);
    assert_true(fabs(found.majority - 0.6) < 0.02);
    assert_true(fabs(found.naive_bayes - found.majority) < 0.02);
    asked.count = 3;
    assert_int_equal(prediction_measure(&found, &asked, NULL), SHOAL_OK);
    assert_true(fabs(found.naive_bayes - (0.9 + 0.1 / 3)) < 0.02);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(predictions_are_the_twins),
        cmocka_unit_test(predictions_are_plausible),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
