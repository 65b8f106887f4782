/* What a release is still good for, against naive twins: loops over rows straight from the
 * definitions. Tables are small and full of ties and missing values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/association.h"
#include "measure/cell_losses.h"
#include "measure/distribution.h"
#include "measure/prediction.h"
#include "support/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_COLUMNS 6
#define MOST_ROWS 130
#define MOST_VALUES 300

static uint64_t seed;

/* Equal but for rounding, or both undefined. */
static bool near(double a, double b) {
    return isnan(a) ? isnan(b) : fabs(a - b) < 1e-9 * fmax(1, fabs(b));
}

static void assert_near(double found, double expected, size_t item) {
    if (!near(found, expected))
        fail_msg("case %zu: %.17g instead of %.17g", item, found, expected);
}

/* ---- Tables --------------------------------------------------------------------------------- */

typedef struct some_column {
    uint32_t data[MOST_ROWS];
    codes codes;
    double number[MOST_VALUES];
    bool missing[MOST_VALUES];
    variable as;
} some_column;

typedef struct some_table {
    some_column column[MOST_COLUMNS];
    variable variables[MOST_COLUMNS];
    size_t columns;
    bool kept[MOST_ROWS];
    variable_rows in;
} some_table;

static uint32_t below(random_stream *stream, size_t bound) {
    return (uint32_t)random_below(stream, bound);
}

/* Several codes may be one number, some are none. */
static void column_draw(some_column *out, random_stream *stream, size_t rows, bool numbers) {
    uint32_t size = 1 + below(stream, below(stream, 2) ? 6 : MOST_VALUES);
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
static void column_follow(some_column *out, const some_column *other, random_stream *stream,
                          size_t rows) {
    for (size_t row = 0; row < rows; row++)
        if (below(stream, 5) > 0)
            out->data[row] = other->data[row] % out->as.size;
}

static void table_draw(some_table *out, size_t item) {
    random_stream stream = random_open(seed, "utility table", item);
    out->columns = 1 + below(&stream, MOST_COLUMNS);
    out->in = (variable_rows){.rows = below(&stream, MOST_ROWS + 1)};
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

static bool counts(const some_table *in, size_t row) {
    return !in->in.kept || in->in.kept[row];
}

static bool lacks(const some_column *in, size_t row) {
    uint32_t code = in->data[row];
    return (in->as.missing && in->missing[code]) || (in->as.number && isnan(in->number[code]));
}

static double number_at(const some_column *in, size_t row) {
    return in->number[in->data[row]];
}

/* ---- Distributions -------------------------------------------------------------------------- */

static double share(const some_table *in, const some_column *of, uint32_t code, bool missing) {
    double rows = 0, found = 0;
    for (size_t row = 0; row < in->in.rows; row++) {
        if (!counts(in, row))
            continue;
        rows++;
        found += lacks(of, row) ? missing : !missing && of->data[row] == code;
    }
    return found / rows;
}

static void categories_are_as_counted(void **state) {
    (void)state;
    static some_table one, other;
    size_t cases = task_cases(400);
    for (size_t item = 0; item < cases; item++) {
        table_draw(&one, 2 * item);
        table_draw(&other, 2 * item + 1);
        some_column *before = &one.column[0], *after = &other.column[0];
        before->as.number = after->as.number = NULL;
        double expected = fabs(share(&one, before, 0, true) - share(&other, after, 0, true));
        for (uint32_t code = 0; code < MOST_VALUES; code++)
            expected += fabs(share(&one, before, code, false) - share(&other, after, code, false));
        double found;
        assert_int_equal(
            category_distance(&found, &before->as, &one.in, &after->as, &other.in, NULL, NULL),
            SHOAL_OK);
        assert_near(found, expected / 2, item);
        category_distribution taken;
        assert_int_equal(category_distribution_take(&taken, &before->as, &one.in, NULL), SHOAL_OK);
        double entropy = 0, present = 1 - share(&one, before, 0, true);
        uint64_t shown = taken.rest + taken.missing;
        for (uint32_t code = 0; code < MOST_VALUES; code++) {
            double part = share(&one, before, code, false) / present;
            entropy -= part > 0 ? part * log2(part) : 0;
        }
        assert_near(taken.entropy, entropy, item);
        for (size_t i = 0; i < taken.shown; i++) {
            shown += taken.top[i].rows;
            assert_near((double)taken.top[i].rows / (double)taken.rows,
                        share(&one, before, taken.top[i].code, false), item);
            assert_true(i == 0 || taken.top[i].rows <= taken.top[i - 1].rows);
        }
        assert_int_equal(shown, taken.rows);
    }
}

static int ascending(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static size_t sorted(const some_table *in, const some_column *of, double *out) {
    size_t count = 0;
    for (size_t row = 0; row < in->in.rows; row++)
        if (counts(in, row) && !lacks(of, row))
            out[count++] = number_at(of, row);
    qsort(out, count, sizeof *out, ascending);
    return count;
}

static void check_summary(const number_distribution *found, const double *number, size_t count,
                          size_t item) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++)
        sum += number[i];
    for (size_t i = 0; i < count; i++)
        squares += pow(number[i] - sum / (double)count, 2);
    assert_int_equal(found->rows - found->missing, count);
    assert_near(found->mean, sum / (double)count, item);
    assert_near(found->deviation, sqrt(squares / (double)count), item);
    for (size_t q = 0; count > 0 && q < 3; q++) {
        double place = (double)(count - 1) * (double)(q + 1) / 4;
        size_t low = (size_t)place, high = low + 1 < count ? low + 1 : low;
        double part = place - (double)low;
        assert_near(found->quartile[q], number[low] + part * (number[high] - number[low]), item);
    }
    if (count > 0) {
        assert_near(found->smallest, number[0], item);
        assert_near(found->largest, number[count - 1], item);
    }
}

static double up_to(const double *number, size_t count, double most) {
    double found = 0;
    for (size_t i = 0; i < count; i++)
        found += number[i] <= most;
    return found / (double)count;
}

static void check_bins(const number_distribution *found, const number_comparison *in,
                       const double *number, size_t count) {
    double width = (in->high - in->low) / DISTRIBUTION_BINS;
    uint64_t all = 0;
    for (size_t b = 0; b < DISTRIBUTION_BINS; b++) {
        double begin = in->low + (double)b * width, end = begin + width;
        uint64_t least = 0, most = 0;
        for (size_t i = 0; i < count; i++) {
            bool last = b == DISTRIBUTION_BINS - 1;
            least += number[i] > begin + 1e-9 && (number[i] < end - 1e-9 || last);
            most += number[i] > begin - 1e-9 && number[i] < end + 1e-9;
        }
        if (width > 0)
            assert_in_range(found->bin[b], least, most);
        all += found->bin[b];
    }
    assert_int_equal(all, count);
}

static void numbers_are_as_sorted(void **state) {
    (void)state;
    static some_table one, other;
    static double before[MOST_ROWS], after[MOST_ROWS];
    size_t cases = task_cases(400);
    for (size_t item = 0; item < cases; item++) {
        table_draw(&one, 2 * item);
        table_draw(&other, 2 * item + 1);
        variable *a = &one.column[0].as, *b = &other.column[0].as;
        a->number = one.column[0].number;
        b->number = other.column[0].number;
        number_comparison found;
        assert_int_equal(number_distributions_compare(&found, a, &one.in, b, &other.in, NULL),
                         SHOAL_OK);
        size_t count = sorted(&one, &one.column[0], before);
        size_t other_count = sorted(&other, &other.column[0], after);
        check_summary(&found.before, before, count, item);
        check_summary(&found.after, after, other_count, item);
        check_bins(&found.before, &found, before, count);
        check_bins(&found.after, &found, after, other_count);
        double apart = count > 0 && other_count > 0 ? 0 : NAN;
        for (size_t i = 0; other_count > 0 && i < count; i++)
            apart = fmax(apart, fabs(up_to(before, count, before[i]) -
                                     up_to(after, other_count, before[i])));
        for (size_t i = 0; count > 0 && i < other_count; i++)
            apart = fmax(
                apart, fabs(up_to(before, count, after[i]) - up_to(after, other_count, after[i])));
        assert_near(found.kolmogorov, apart, item);
    }
}

/* ---- Associations --------------------------------------------------------------------------- */

typedef struct complete_rows {
    size_t count;
    size_t row[MOST_ROWS];
} complete_rows;

static complete_rows complete(const some_table *in, const some_column *x, const some_column *y) {
    complete_rows found = {0};
    for (size_t row = 0; row < in->in.rows; row++)
        if (counts(in, row) && !lacks(x, row) && !lacks(y, row))
            found.row[found.count++] = row;
    return found;
}

static bool is_constant(const some_column *of, const complete_rows *in) {
    for (size_t i = 1; i < in->count; i++)
        if (of->as.number ? number_at(of, in->row[i]) != number_at(of, in->row[0])
                          : of->data[in->row[i]] != of->data[in->row[0]])
            return false;
    return true;
}

static double mean_of(const some_column *of, const complete_rows *in) {
    double sum = 0;
    for (size_t i = 0; i < in->count; i++)
        sum += number_at(of, in->row[i]);
    return sum / (double)in->count;
}

static double twin_correlation(const some_column *x, const some_column *y,
                               const complete_rows *in) {
    double xx = 0, yy = 0, xy = 0;
    for (size_t i = 0; i < in->count; i++) {
        double a = number_at(x, in->row[i]) - mean_of(x, in);
        double b = number_at(y, in->row[i]) - mean_of(y, in);
        xx += a * a, yy += b * b, xy += a * b;
    }
    return xy / sqrt(xx * yy);
}

/* Every row stands for the mean of its category. */
static double twin_ratio(const some_column *x, const some_column *y, const complete_rows *in) {
    double between = 0, all = 0;
    for (size_t i = 0; i < in->count; i++) {
        complete_rows same = {0};
        for (size_t j = 0; j < in->count; j++)
            if (x->data[in->row[j]] == x->data[in->row[i]])
                same.row[same.count++] = in->row[j];
        between += pow(mean_of(y, &same) - mean_of(y, in), 2);
        all += pow(number_at(y, in->row[i]) - mean_of(y, in), 2);
    }
    return sqrt(between / all);
}

static double rows_like(const some_column *x, const some_column *y, const complete_rows *in,
                        size_t row) {
    double found = 0;
    for (size_t i = 0; i < in->count; i++)
        found += (!x || x->data[in->row[i]] == x->data[row]) &&
                 (!y || y->data[in->row[i]] == y->data[row]);
    return found;
}

/* Sums over cells are sums over rows, each with its share of the cell. */
static double twin_cramer(const some_column *x, const some_column *y, const complete_rows *in) {
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

static double twin_association(const some_table *in, size_t one, size_t other) {
    const some_column *x = &in->column[one], *y = &in->column[other];
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
    static some_table in;
    thread_pool *pool = task_threads(3);
    size_t cases = task_cases(300);
    for (size_t item = 0; item < cases; item++) {
        static association_matrix found, threaded;
        table_draw(&in, item);
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

/* ---- Predictions ---------------------------------------------------------------------------- */

typedef struct fold_rows {
    const some_table *in;
    const some_column *target;
    unsigned fold[MOST_ROWS];
    bool used[MOST_ROWS];
} fold_rows;

static void folds_take(fold_rows *out, const some_table *in) {
    uint64_t rank = 0;
    *out = (fold_rows){.in = in, .target = &in->column[0]};
    for (size_t row = 0; row < in->in.rows; row++) {
        if (!counts(in, row))
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

static size_t distinct_numbers(const fold_rows *of, const some_column *feature) {
    static double number[MOST_ROWS];
    size_t count = 0, distinct = 0;
    for (size_t i = 0; i < of->in->in.rows; i++)
        if (of->used[i] && !lacks(feature, i))
            number[count++] = number_at(feature, i);
    qsort(number, count, sizeof *number, ascending);
    for (size_t i = 0; i < count; i++)
        distinct += i == 0 || number[i] != number[i - 1];
    return distinct;
}

/* The value of a feature in row `at`, learnt for `row`: of missing ones, a bin, a number or a code.
 */
static double value_at(const fold_rows *of, const some_column *feature, size_t at, size_t row) {
    if (lacks(feature, at))
        return -1e9;
    if (!feature->as.number)
        return feature->data[at];
    if (distinct_numbers(of, feature) <= PREDICTION_BINS)
        return number_at(feature, at);
    uint64_t all = 0, smaller = 0;
    for (size_t i = 0; i < of->in->in.rows; i++) {
        if (!learns(of, i, row) || lacks(feature, i))
            continue;
        all++;
        smaller += number_at(feature, i) < number_at(feature, at);
    }
    uint64_t bin = smaller < all ? smaller * PREDICTION_BINS / all : PREDICTION_BINS - 1;
    return (double)bin;
}

/* What a feature adds to the score of each class. */
static void add_feature(double *score, const fold_rows *of, const some_column *feature,
                        size_t row) {
    static double value[MOST_ROWS];
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
    static double score[MOST_VALUES];
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
    static some_table in;
    static fold_rows folds;
    thread_pool *pool = task_threads(3);
    size_t cases = task_cases(60);
    for (size_t item = 0; item < cases; item++) {
        table_draw(&in, item);
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

/* ---- Losses --------------------------------------------------------------------------------- */

#define MOST_ATTRIBUTES 4

/* A node of a random lattice as a release: codes of groups, and one more for `*`. */
typedef struct released {
    codes release[MOST_ATTRIBUTES];
    cell_attribute attributes[MOST_ATTRIBUTES];
    cell_task task;
} released;

static void release_attribute(released *out, const task *of, const oracle_answer *by, size_t a,
                              int l) {
    const ladder *bound = &of->ladders[a];
    const ladder_level *level = &bound->level[l];
    out->release[a] = (codes){calloc(of->rows + 1, sizeof(uint32_t)), 4};
    assert_non_null(out->release[a].data);
    for (size_t row = 0; row < of->rows; row++)
        codes_put(&out->release[a], row,
                  by->suppressed[row] ? level->size
                                      : level->of_ground[codes_get(&of->columns[a], row)]);
    out->attributes[a] = (cell_attribute){.original = &of->columns[a],
                                          .original_size = bound->ground,
                                          .ground = bound->level[0].of_ground,
                                          .release = &out->release[a],
                                          .release_size = level->size + 1,
                                          .star = level->size,
                                          .domain = bound->domain,
                                          .weight = bound->weight,
                                          .level = l,
                                          .height = bound->height};
}

static void release_make(released *out, const task *of, const oracle_answer *by,
                         const uint8_t *node) {
    *out = (released){0};
    out->task = (cell_task){.attributes = out->attributes,
                            .count = of->attributes,
                            .original_rows = of->rows,
                            .release_rows = of->rows,
                            .k = of->context.k};
    for (size_t a = 0; a < of->attributes; a++)
        release_attribute(out, of, by, a, node[a]);
}

/* Labels that tell levels and groups apart, as texts of a dictionary of the release. */
static void label_level(dictionary *out, arena *memory, ladder_level *level, int l) {
    out->size = level->size + 1;
    out->offsets = arena_zero(memory, out->size + 1, sizeof *out->offsets);
    out->bytes = arena_zero(memory, out->size, 16);
    assert_non_null(out->offsets);
    assert_non_null(out->bytes);
    for (uint32_t g = 0; g <= level->size; g++) {
        char label[16];
        int length = g < level->size ? snprintf(label, sizeof label, "%d:%u", l, g)
                                     : snprintf(label, sizeof label, "*");
        memcpy(out->bytes + out->offsets[g], label, (size_t)length + 1);
        out->offsets[g + 1] = out->offsets[g] + (size_t)length + 1;
        if (g < level->size)
            level->label[g] = out->bytes + out->offsets[g];
    }
}

/* Observed coverage, row by row. */
static double twin_observed_loss(const released *in, const task *of, const oracle_answer *by,
                                 size_t a) {
    const cell_attribute *is = &in->attributes[a];
    double sum = 0;
    for (size_t row = 0; row < of->rows; row++) {
        bool seen[64] = {false};
        double covered = 0;
        for (size_t r = 0; r < of->rows; r++) {
            uint32_t value = is->ground[codes_get(is->original, r)];
            if (by->suppressed[r] || codes_get(is->release, r) != codes_get(is->release, row))
                continue;
            covered += !seen[value];
            seen[value] = true;
        }
        sum += by->suppressed[row] ? 1
               : is->domain > 1    ? (covered - 1) / (double)(is->domain - 1)
                                   : 0;
    }
    return sum / (double)of->rows;
}

static void check_metrics(const cell_losses *found, const oracle_answer *by, size_t item) {
    const double expected[] = {found->loss,    found->precision, found->dm,  found->aecs,
                               found->entropy, found->nwp,       found->necd};
    for (size_t m = 0; m < sizeof expected / sizeof *expected; m++)
        assert_near(expected[m], by->values[m], item);
    assert_int_equal(found->statistics.suppressed, by->classes.suppressed);
    assert_int_equal(found->statistics.classes, by->classes.classes);
    assert_int_equal(found->statistics.smallest, by->classes.smallest);
    assert_int_equal(found->statistics.largest, by->classes.largest);
    assert_int_equal(found->statistics.squares, by->classes.squares);
}

/* With the ladders, a release costs what the lattice says; without, what is seen of it. */
static void check_release(released *in, const task *of, const oracle_answer *by,
                          const uint8_t *node, size_t item) {
    double loss[MOST_ATTRIBUTES];
    cell_losses found;
    cell_coverage coverage[MOST_ATTRIBUTES];
    arena memory = {0};
    assert_int_equal(cell_losses_measure(&found, loss, &in->task, NULL), SHOAL_OK);
    for (size_t a = 0; a < of->attributes; a++)
        assert_near(loss[a], twin_observed_loss(in, of, by, a), item);
    for (size_t a = 0; a < of->attributes; a++) {
        dictionary labels = {0}, other;
        for (int l = 0; l <= of->ladders[a].height; l++)
            label_level(l == node[a] ? &labels : &other, &memory, &of->ladders[a].level[l], l);
        assert_int_equal(
            cell_coverage_find(&coverage[a], &in->task, a, &of->ladders[a], &labels, NULL),
            SHOAL_OK);
        assert_int_equal(coverage[a].unknown, 0);
        assert_int_equal(coverage[a].level, by->classes.classes > 0 ? node[a] : 0);
        in->attributes[a].covered = coverage[a].covered;
        in->attributes[a].rows = coverage[a].rows;
    }
    assert_int_equal(cell_losses_measure(&found, loss, &in->task, NULL), SHOAL_OK);
    check_metrics(&found, by, item);
    for (size_t a = 0; a < of->attributes; a++) {
        assert_near(loss[a], oracle_attribute_loss(by, of, node, a), item);
        cell_coverage_free(&coverage[a]);
    }
    arena_free(&memory);
}

/* The class of a row, its majority and the rows that are not of it, one row at a time. */
static void check_classification(const released *in, const task *of, const oracle_answer *by,
                                 size_t item) {
    uint32_t *class_of;
    uint64_t *sizes;
    size_t classes;
    double found, wrong = 0;
    const codes *target = &of->columns[0];
    assert_int_equal(cell_classes_find(&class_of, &sizes, &classes, &in->task, NULL), SHOAL_OK);
    assert_int_equal(classes, by->classes.classes);
    assert_int_equal(classification_metric(&found, class_of, of->rows, target,
                                           of->ladders[0].ground, NULL, NULL),
                     SHOAL_OK);
    for (size_t row = 0; row < of->rows; row++) {
        double size = 0, most = 0;
        for (uint32_t value = 0; value < of->ladders[0].ground; value++) {
            double same = 0;
            for (size_t r = 0; r < of->rows; r++)
                same += class_of[r] == class_of[row] && codes_get(target, r) == value;
            size += same;
            most = fmax(most, same);
        }
        wrong += by->suppressed[row] ? 1 : (size - most) / size;
    }
    assert_near(found, wrong / (double)of->rows, item);
    memory_free(class_of);
    memory_free(sizes);
}

static void losses_are_those_of_the_lattice(void **state) {
    (void)state;
    const task_shape shape = {1, MOST_ATTRIBUTES, 3, 9, 60, 64};
    size_t cases = task_cases(250);
    for (size_t item = 0; item < cases; item++) {
        task of;
        oracle_answer by;
        released in;
        uint8_t node[MOST_ATTRIBUTES];
        random_stream stream = random_open(seed, "node", item);
        task_new(&of, seed + item, &shape);
        task_node(&of, random_below(&stream, task_nodes(&of)), node);
        of.wildcard = false;
        oracle_evaluate(&by, &of, node);
        release_make(&in, &of, &by, node);
        check_release(&in, &of, &by, node, item);
        check_classification(&in, &of, &by, item);
        for (size_t a = 0; a < of.attributes; a++)
            free(in.release[a].data);
        oracle_free(&by);
        task_free(&of);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(categories_are_as_counted),
        cmocka_unit_test(numbers_are_as_sorted),
        cmocka_unit_test(associations_are_the_twins),
        cmocka_unit_test(predictions_are_the_twins),
        cmocka_unit_test(predictions_are_plausible),
        cmocka_unit_test(losses_are_those_of_the_lattice),
    };
    seed = task_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
