/* What a release is still good for, by hand: distributions, associations, predictions, losses. */
#include "support/columns.h"

#include "measure/association.h"
#include "measure/cell_losses.h"
#include "measure/distribution.h"
#include "measure/prediction.h"

#include <math.h>

#define MOST 24

static void assert_near(double found, double expected) {
    if (isnan(expected) ? !isnan(found) : !(fabs(found - expected) < 1e-12))
        fail_msg("%.17g instead of %.17g", found, expected);
}

/* A column from texts, with missing tokens `?` and, when asked, the numbers of its values. */
typedef struct named {
    column made;
    bool missing[MOST];
    double number[MOST];
    variable as;
    variable_rows rows;
} named;

static void named_of(named *out, const char *const *cells, bool numbers) {
    out->made = column_of("column", cells, texts_count(cells));
    assert_true(out->made.values.size <= MOST);
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

static void named_free(named *made) {
    column_free(&made->made);
}

#define CELLS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* ---- Distributions -------------------------------------------------------------------------- */

static void categories_are_counted(void **state) {
    (void)state;
    named in;
    category_distribution found;
    named_of(&in, CELLS("b", "a", "?", "a", "c", "b", "a", "?"), false);
    assert_int_equal(category_distribution_take(&found, &in.as, &in.rows, NULL), SHOAL_OK);
    assert_int_equal(found.rows, 8);
    assert_int_equal(found.missing, 2);
    assert_int_equal(found.distinct, 3);
    assert_int_equal(found.shown, 3);
    assert_int_equal(found.rest, 0);
    assert_near(found.entropy, log2(6) - (3 * log2(3) + 2) / 6);
    const char *order[] = {"a", "b", "c"};
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(dictionary_text(&in.made.values, found.top[i].code), order[i]);
        assert_int_equal(found.top[i].rows, 3 - i);
    }
    const bool kept[] = {true, false, true, false, true, false, false, false};
    variable_rows some = {8, kept};
    assert_int_equal(category_distribution_take(&found, &in.as, &some, NULL), SHOAL_OK);
    assert_int_equal(found.rows, 3);
    assert_int_equal(found.missing, 1);
    assert_near(found.entropy, 1);
    named_free(&in);
}

/* Forty values: 35 twice, the others once. */
static void rare_categories_are_the_rest(void **state) {
    (void)state;
    uint8_t data[41];
    for (size_t i = 0; i < 41; i++)
        data[i] = (uint8_t)(i < 40 ? i : 35);
    codes values = {data, 1};
    variable in = {.codes = &values, .size = 50};
    variable_rows rows = {.rows = 41};
    category_distribution found;
    assert_int_equal(category_distribution_take(&found, &in, &rows, NULL), SHOAL_OK);
    assert_int_equal(found.distinct, 40);
    assert_int_equal(found.shown, DISTRIBUTION_TOP);
    assert_int_equal(found.top[0].code, 35);
    assert_int_equal(found.top[1].code, 0);
    assert_int_equal(found.top[29].code, 28);
    assert_int_equal(found.rest, 41 - 31);
    rows.rows = 0;
    assert_int_equal(category_distribution_take(&found, &in, &rows, NULL), SHOAL_OK);
    assert_int_equal(found.rows + found.shown + found.rest, 0);
    assert_near(found.entropy, 0);
}

typedef struct distance_case {
    const char *name;
    const char *before[MOST], *after[MOST];
    double distance;
} distance_case;

static const distance_case distances[] = {
    {"the same", {"a", "b", "b"}, {"b", "a", "b"}, 0},
    {"another number of rows", {"a", "b"}, {"b", "a", "b", "a"}, 0},
    {"nothing in common", {"a", "b"}, {"c", "d"}, 1},
    {"a star in a quarter of the rows", {"a", "a", "b", "b"}, {"a", "b", "b", "*"}, 0.25},
    {"missing is a value", {"a", "?"}, {"a", "a"}, 0.5},
    {"missing in both", {"?", "a"}, {"a", "?"}, 0},
    {"only the first has it", {"a", "b", "c", "d"}, {"b"}, 0.75},
};

static void categories_are_compared(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        named before, after;
        uint32_t match[MOST];
        double found;
        print_message("%s\n", distances[i].name);
        named_of(&before, distances[i].before, false);
        named_of(&after, distances[i].after, false);
        assert_int_equal(distribution_match(match, &before.made.values, &after.made.values, NULL),
                         SHOAL_OK);
        assert_int_equal(category_distance(&found, &before.as, &before.rows, &after.as, &after.rows,
                                           match, NULL),
                         SHOAL_OK);
        assert_near(found, distances[i].distance);
        after.rows.rows = 0;
        assert_int_equal(category_distance(&found, &before.as, &before.rows, &after.as, &after.rows,
                                           match, NULL),
                         SHOAL_OK);
        assert_near(found, NAN);
        named_free(&before);
        named_free(&after);
    }
}

static void numbers_are_summarized(void **state) {
    (void)state;
    named before, after;
    number_comparison found;
    named_of(&before, CELLS("1", "4", "2", "3"), true);
    named_of(&after, CELLS("2", "3.0", "?", "2.0"), true);
    assert_int_equal(number_distributions_compare(&found, &before.as, &before.rows, &after.as,
                                                  &after.rows, NULL),
                     SHOAL_OK);
    assert_near(found.before.mean, 2.5);
    assert_near(found.before.deviation, sqrt(1.25));
    const double quartiles[] = {1.75, 2.5, 3.25}, after_quartiles[] = {2, 2, 2.5};
    for (size_t i = 0; i < 3; i++) {
        assert_near(found.before.quartile[i], quartiles[i]);
        assert_near(found.after.quartile[i], after_quartiles[i]);
    }
    assert_near(found.after.mean, 7.0 / 3);
    assert_near(found.after.deviation, sqrt(2.0 / 9));
    assert_near(found.after.smallest, 2);
    assert_near(found.after.largest, 3);
    assert_int_equal(found.after.distinct, 2);
    assert_int_equal(found.after.rows, 4);
    assert_int_equal(found.after.missing, 1);
    assert_near(found.low, 1);
    assert_near(found.high, 4);
    const size_t bins[] = {0, 10, 20, 29}, rows[] = {0, 2, 1, 0};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(found.before.bin[bins[i]], 1);
        assert_int_equal(found.after.bin[bins[i]], rows[i]);
    }
    assert_near(found.shift, (7.0 / 3 - 2.5) / sqrt(1.25));
    assert_near(found.kolmogorov, 0.25);
    named_free(&before);
    named_free(&after);
}

typedef struct number_case {
    const char *name;
    const char *before[MOST], *after[MOST];
    double mean, deviation, shift, kolmogorov;
} number_case;

static const number_case numbers[] = {
    {"constant and the same", {"3", "3"}, {"3"}, 3, 0, 0, 0},
    {"constant and moved", {"3", "3"}, {"4"}, 3, 0, NAN, 1},
    {"nothing is left", {"1", "3"}, {"?"}, 2, 1, NAN, NAN},
    {"nothing was there", {"?"}, {"1"}, NAN, NAN, NAN, NAN},
    {"shifted by two deviations", {"1", "3"}, {"3", "5"}, 2, 1, 2, 0.5},
    {"huge", {"-1e308", "1e308"}, {"1e308"}, 0, 1e308, 1, 0.5},
    {"tiny", {"-1e-310", "1e-310"}, {"-1e-310"}, 0, 1e-310, -1, 0.5},
};

static void unusual_numbers_are_compared(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const number_case *is = &numbers[i];
        named before, after;
        number_comparison found;
        print_message("%s\n", is->name);
        named_of(&before, is->before, true);
        named_of(&after, is->after, true);
        assert_int_equal(number_distributions_compare(&found, &before.as, &before.rows, &after.as,
                                                      &after.rows, NULL),
                         SHOAL_OK);
        assert_near(found.before.mean, is->mean);
        double unit = is->deviation > 0 ? is->deviation : 1;
        assert_near(found.before.deviation / unit, is->deviation / unit);
        assert_near(found.shift, is->shift);
        assert_near(found.kolmogorov, is->kolmogorov);
        uint64_t binned = 0;
        for (size_t b = 0; b < DISTRIBUTION_BINS; b++)
            binned += found.before.bin[b];
        assert_int_equal(binned, found.before.rows - found.before.missing);
        assert_int_equal(
            number_distributions_compare(&found, &before.as, &before.rows, NULL, NULL, NULL),
            SHOAL_OK);
        assert_near(found.before.mean, is->mean);
        assert_near(found.kolmogorov, NAN);
        named_free(&before);
        named_free(&after);
    }
}

/* ---- Associations --------------------------------------------------------------------------- */

typedef struct association_case {
    const char *name;
    const char *one[MOST], *other[MOST];
    bool one_is_number, other_is_number;
    double expected;
} association_case;

static const association_case associations[] = {
    /* 23 / 2 over the root of 5 * 107 / 4. */
    {"correlation", {"1", "2", "3", "4"}, {"2", "4", "6", "9"}, true, true, 0.99437671268436889},
    {"falling", {"1", "2", "3"}, {"6", "4", "2"}, true, true, -1},
    {"pairs with a missing one are left out",
     {"1", "2", "?", "3", "9"},
     {"1", "2", "7", "3", "?"},
     true,
     true,
     1},
    {"constant", {"1", "2", "3"}, {"4", "4", "4"}, true, true, NAN},
    {"constant in what is left", {"1", "2", "3"}, {"4", "4", "?"}, true, true, NAN},
    {"huge numbers", {"-1e308", "1e308", "1e308"}, {"1", "2", "2"}, true, true, 1},
    /* Phi squared is 1/4, of which 1/7 is expected: (3/28) / (6/7) = 1/8. */
    {"Cramér's V",
     {"a", "a", "a", "a", "b", "b", "b", "b"},
     {"x", "x", "x", "y", "x", "y", "y", "y"},
     false,
     false,
     0.35355339059327379},
    {"determined", {"a", "a", "b", "b", "c"}, {"x", "x", "y", "y", "z"}, false, false, 1},
    {"less than expected", {"a", "a", "b", "b"}, {"x", "y", "x", "y"}, false, false, 0},
    {"all rows differ", {"a", "b", "c"}, {"x", "y", "y"}, false, false, NAN},
    {"one category", {"a", "a", "?"}, {"x", "y", "z"}, false, false, NAN},
    {"no row is left", {"a", "b", "?", "?"}, {"?", "?", "x", "y"}, false, false, NAN},
    /* 9 of 14 squares lie between the groups. */
    {"correlation ratio",
     {"a", "a", "b", "b"},
     {"1", "2", "3", "6"},
     false,
     true,
     0.80178372573727319},
    {"numbers first", {"1", "2", "3", "6"}, {"a", "a", "b", "b"}, true, false, 0.80178372573727319},
    {"one group is left", {"a", "a", "b"}, {"1", "2", "?"}, false, true, NAN},
    {"equal means", {"a", "a", "b", "b"}, {"1", "3", "0", "4"}, false, true, 0},
};

static void pairs_are_associated(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof associations / sizeof *associations; i++) {
        const association_case *is = &associations[i];
        named one, other;
        association_matrix found;
        print_message("%s\n", is->name);
        named_of(&one, is->one, is->one_is_number);
        named_of(&other, is->other, is->other_is_number);
        variable both[] = {one.as, other.as};
        assert_int_equal(association_measure(&found, both, 2, &one.rows, NULL, NULL), SHOAL_OK);
        assert_near(found.value[1], is->expected);
        assert_near(found.value[2], is->expected);
        assert_int_equal(found.numeric[0], is->one_is_number);
        assert_int_equal(found.left_out, 0);
        named_free(&one);
        named_free(&other);
    }
}

static void more_columns_are_left_out(void **state) {
    (void)state;
    named in;
    association_matrix found;
    variable many[ASSOCIATION_MOST + 3];
    named_of(&in, CELLS("1", "2", "3"), true);
    for (size_t i = 0; i < ASSOCIATION_MOST + 3; i++)
        many[i] = in.as;
    assert_int_equal(association_measure(&found, many, ASSOCIATION_MOST + 3, &in.rows, NULL, NULL),
                     SHOAL_OK);
    assert_int_equal(found.columns, ASSOCIATION_MOST);
    assert_int_equal(found.left_out, 3);
    for (size_t i = 0; i < ASSOCIATION_MOST * ASSOCIATION_MOST; i++)
        assert_near(found.value[i], 1);
    assert_int_equal(association_measure(&found, many, 0, &in.rows, NULL, NULL), SHOAL_OK);
    assert_int_equal(found.columns, 0);
    named_free(&in);
}

static void changes_are_found(void **state) {
    (void)state;
    association_matrix before = {.columns = 3, .numeric = {true, true, false}}, after = before;
    const double one[] = {1, 0.5, 0.2, 0.5, 1, NAN, 0.2, NAN, 1};
    const double other[] = {1, -0.25, 0.9, -0.25, 1, 0.5, 0.9, 0.5, 1};
    memcpy(before.value, one, sizeof one);
    memcpy(after.value, other, sizeof other);
    association_change found = association_compare(&before, &after);
    assert_int_equal(found.compared, 2);
    assert_int_equal(found.one, 0);
    assert_int_equal(found.other, 1);
    assert_near(found.largest, 0.75);
    assert_near(found.mean, (0.75 + 0.7) / 2);
    after.numeric[1] = false;
    found = association_compare(&before, &after);
    assert_int_equal(found.compared, 1);
    assert_int_equal(found.other, 2);
    assert_near(found.largest, 0.7);
    after.columns = 2;
    assert_int_equal(association_compare(&before, &after).compared, 0);
}

/* ---- Predictions ---------------------------------------------------------------------------- */

#define MANY 2000

typedef struct guessing {
    uint16_t target[MANY], feature[MANY];
    codes target_codes, feature_codes;
    double number[MANY];
    variable features[1];
    prediction_task task;
} guessing;

static void guessing_open(guessing *out, uint32_t values) {
    out->target_codes = (codes){out->target, 2};
    out->feature_codes = (codes){out->feature, 2};
    out->features[0] = (variable){.codes = &out->feature_codes, .size = values};
    out->task = (prediction_task){.target = {.codes = &out->target_codes, .size = MANY},
                                  .features = out->features,
                                  .count = 1,
                                  .in = {.rows = MANY}};
}

static prediction guessed(const guessing *in) {
    prediction found;
    assert_int_equal(prediction_measure(&found, &in->task, NULL), SHOAL_OK);
    return found;
}

static void a_copy_of_the_target_tells_it(void **state) {
    (void)state;
    static guessing in;
    guessing_open(&in, 5);
    for (size_t i = 0; i < MANY; i++)
        in.target[i] = in.feature[i] = (uint16_t)(i % 5);
    prediction found = guessed(&in);
    assert_int_equal(found.rows, MANY);
    assert_int_equal(found.classes, 5);
    assert_near(found.naive_bayes, 1);
    assert_true(found.majority < 0.25);
}

/* Three of five rows have the first class; the feature says nothing. */
static void nothing_to_go_by_is_the_majority(void **state) {
    (void)state;
    static guessing in;
    guessing_open(&in, 1);
    for (size_t i = 0; i < MANY; i++)
        in.target[i] = i % 5 < 3;
    prediction found = guessed(&in);
    assert_int_equal(found.classes, 2);
    assert_near(found.majority, 0.6);
    assert_near(found.naive_bayes, 0.6);
    in.task.count = 0;
    assert_near(guessed(&in).naive_bayes, 0.6);
    memset(in.target, 0, sizeof in.target);
    assert_near(guessed(&in).majority, 1);
    assert_near(guessed(&in).naive_bayes, 1);
}

/* Numbers 0 .. 1999 and the class their hundred has: bins of a hundred rows find it but at their
 * ends. */
static void numbers_are_cut_into_bins(void **state) {
    (void)state;
    static guessing in;
    guessing_open(&in, MANY);
    for (size_t i = 0; i < MANY; i++) {
        in.target[i] = (uint16_t)(i / 100 * 7 % 3);
        in.feature[i] = (uint16_t)i;
        in.number[i] = (double)i;
    }
    assert_true(guessed(&in).naive_bayes < 0.4);
    in.features[0].number = in.number;
    assert_true(guessed(&in).naive_bayes > 0.9);
}

static void missing_targets_are_left_out(void **state) {
    (void)state;
    static guessing in;
    static bool missing[MANY], kept[MANY];
    guessing_open(&in, 2);
    missing[2] = true;
    for (size_t i = 0; i < MANY; i++) {
        in.target[i] = (uint16_t)(i % 4 == 3 ? 2 : i % 2);
        in.feature[i] = i % 2;
        kept[i] = i < 400;
    }
    in.task.target.missing = missing;
    prediction found = guessed(&in);
    assert_int_equal(found.rows, MANY * 3 / 4);
    assert_int_equal(found.classes, 2);
    assert_near(found.naive_bayes, 1);
    in.task.in.kept = kept;
    assert_int_equal(guessed(&in).rows, 300);
    memset(kept, 0, sizeof kept);
    assert_int_equal(guessed(&in).rows, 0);
    assert_near(guessed(&in).majority, NAN);
    assert_near(guessed(&in).naive_bayes, NAN);
}

/* A single row has nothing to be guessed from; too many classes are not for naive Bayes. */
static void extremes_are_predicted(void **state) {
    (void)state;
    static guessing in;
    guessing_open(&in, 1);
    for (size_t i = 0; i < MANY; i++)
        in.target[i] = (uint16_t)(i % (PREDICTION_MOST_CLASSES + 1));
    in.task.in.rows = 1;
    assert_near(guessed(&in).majority, 0);
    assert_near(guessed(&in).naive_bayes, 0);
    in.task.in.rows = MANY;
    prediction found = guessed(&in);
    assert_int_equal(found.classes, PREDICTION_MOST_CLASSES + 1);
    assert_true(found.majority < 0.01);
    assert_near(found.naive_bayes, NAN);
}

static void folds_are_about_equal(void **state) {
    (void)state;
    size_t rows[PREDICTION_FOLDS] = {0};
    for (uint64_t rank = 0; rank < 10000; rank++)
        rows[prediction_fold(rank)]++;
    for (size_t f = 0; f < PREDICTION_FOLDS; f++)
        assert_in_range(rows[f], 900, 1100);
}

/* ---- Losses --------------------------------------------------------------------------------- */

/* Six rows, of which the fourth is suppressed: classes of three and of two are left. */
typedef struct released {
    column original[2], release[2];
    cell_attribute attributes[2];
    cell_task task;
} released;

static uint32_t code_of(const column *in, const char *value) {
    for (uint32_t code = 0; code < in->values.size; code++)
        if (strcmp(dictionary_text(&in->values, code), value) == 0)
            return code;
    return CELL_NO_CODE;
}

static void released_open(released *out) {
    out->original[0] = column_of("age", CELLS("1", "1", "2", "3", "4", "4"), 6);
    out->original[1] = column_of("sex", CELLS("x", "y", "x", "y", "x", "x"), 6);
    out->release[0] = column_of("age", CELLS("1-2", "1-2", "1-2", "*", "3-4", "3-4"), 6);
    out->release[1] = column_of("sex", CELLS("any", "any", "any", "*", "any", "any"), 6);
    for (size_t a = 0; a < 2; a++)
        out->attributes[a] =
            (cell_attribute){.original = &out->original[a].codes,
                             .original_size = (uint32_t)out->original[a].values.size,
                             .release = &out->release[a].codes,
                             .release_size = (uint32_t)out->release[a].values.size,
                             .star = code_of(&out->release[a], "*"),
                             .weight = 2 - (double)a,
                             .level = 1,
                             .height = 2 - (int)a};
    out->task = (cell_task){
        .attributes = out->attributes, .count = 2, .original_rows = 6, .release_rows = 6, .k = 2};
}

static void released_close(released *made) {
    for (size_t a = 0; a < 2; a++) {
        column_free(&made->original[a]);
        column_free(&made->release[a]);
    }
}

static cell_losses measured(const released *in, double *attribute_loss) {
    cell_losses found;
    assert_int_equal(cell_losses_measure(&found, attribute_loss, &in->task, NULL), SHOAL_OK);
    return found;
}

/* Nobody of age 3 is published, so `3-4` is seen to stand for 4 alone. */
static void losses_are_as_observed(void **state) {
    (void)state;
    released in;
    double attribute_loss[2];
    released_open(&in);
    cell_losses found = measured(&in, attribute_loss);
    assert_near(attribute_loss[0], 2.0 / 6);
    assert_near(attribute_loss[1], 1);
    assert_near(found.loss, 2.0 / 3);
    assert_near(found.nwp, (2 * 2.0 / 6 + 1) / 3);
    double bits = 4 * log2(3) + 2 * log2(6), sex = 4 * log2(1.5) + 2 * log2(3);
    assert_near(found.entropy, (2 * log2(1.5) + log2(3) + log2(6) + sex) / (bits + sex));
    assert_near(found.precision, 0.75);
    assert_int_equal(found.statistics.suppressed, 1);
    assert_int_equal(found.statistics.classes, 2);
    assert_int_equal(found.statistics.smallest, 2);
    assert_int_equal(found.statistics.largest, 3);
    released_close(&in);
}

static void losses_follow_the_domain(void **state) {
    (void)state;
    released in;
    released_open(&in);
    uint32_t covered[3];
    uint64_t rows[3];
    covered[code_of(&in.release[0], "1-2")] = covered[code_of(&in.release[0], "3-4")] = 2;
    rows[code_of(&in.release[0], "1-2")] = rows[code_of(&in.release[0], "3-4")] = 3;
    in.attributes[0].covered = covered;
    in.attributes[0].rows = rows;
    in.attributes[0].domain = 4;
    cell_losses found = measured(&in, NULL);
    assert_near(found.loss, (4.0 / 9 + 1) / 2);
    assert_near(found.nwp, (2 * 4.0 / 9 + 1) / 3);
    double bits = 4 * log2(3) + 2 * log2(6), sex = 4 * log2(1.5) + 2 * log2(3);
    assert_near(found.entropy, (4 * log2(1.5) + log2(3) + log2(6) + sex) / (bits + sex));
    assert_near(found.dm, 9 + 4 + 6);
    assert_near(found.aecs, 1);
    assert_near(found.necd, 0.2);
    in.task.k = 3;
    in.attributes[1].height = -1;
    found = measured(&in, NULL);
    assert_near(found.dm, 9 + 3 * 6);
    assert_near(found.aecs, 2.0 / 3);
    assert_near(found.precision, NAN);
    released_close(&in);
}

/* The row that is `*` all over is a class of one then, and stands for everything. */
static void stars_can_be_a_class(void **state) {
    (void)state;
    released in;
    released_open(&in);
    in.task.stars_published = true;
    cell_losses found = measured(&in, NULL);
    assert_int_equal(found.statistics.suppressed, 0);
    assert_int_equal(found.statistics.classes, 3);
    assert_near(found.loss, 2.0 / 3);
    assert_near(found.necd, 0.4);
    assert_near(found.dm, 9 + 4 + 6);
    released_close(&in);
}

/* The original has a seventh row in front that was not to be published. */
static void dropped_rows_do_not_count(void **state) {
    (void)state;
    static const bool kept[] = {false, true, true, true, true, true, true};
    released in;
    released_open(&in);
    cell_losses expected = measured(&in, NULL);
    column_free(&in.original[0]);
    column_free(&in.original[1]);
    in.original[0] = column_of("age", CELLS("9", "1", "1", "2", "3", "4", "4"), 7);
    in.original[1] = column_of("sex", CELLS("z", "x", "y", "x", "y", "x", "x"), 7);
    for (size_t a = 0; a < 2; a++)
        in.attributes[a].original_size = (uint32_t)in.original[a].values.size;
    in.task.original_rows = 7;
    in.task.kept = kept;
    cell_losses found = measured(&in, NULL);
    assert_near(found.loss, expected.loss);
    assert_near(found.nwp, expected.nwp);
    assert_near(found.entropy, expected.entropy);
    in.task.release_rows = in.task.original_rows = 0;
    found = measured(&in, NULL);
    assert_near(found.loss + found.nwp + found.entropy + found.dm + found.aecs + found.necd, 0);
    released_close(&in);
}

/* A ladder 1, 2 -> 1-2; 3, 4 -> 3-4; everything -> *, of a domain with a fifth value. */
static void ladders_say_what_labels_cover(void **state) {
    (void)state;
    static uint32_t same[] = {0, 1, 2, 3}, halves[] = {0, 0, 1, 1}, whole[] = {0, 0, 0, 0};
    static uint32_t ones[] = {1, 1, 1, 1}, in_halves[] = {2, 3}, all[] = {5};
    static uint64_t each[] = {2, 1, 1, 2}, of_halves[] = {3, 3}, of_all[] = {6};
    static const char *values[] = {"1", "2", "3", "4"}, *ranges[] = {"1-2", "3-4"}, *top[] = {"*"};
    ladder_level levels[] = {
        {.size = 4, .of_ground = same, .label = values, .covered = ones, .frequency = each},
        {.size = 2,
         .of_ground = halves,
         .label = ranges,
         .covered = in_halves,
         .frequency = of_halves},
        {.size = 1, .of_ground = whole, .label = top, .covered = all, .frequency = of_all}};
    ladder bound = {.ground = 4, .domain = 5, .height = 2, .level = levels};
    released in;
    cell_coverage found;
    released_open(&in);
    in.attributes[0].domain = 5;
    const dictionary *labels = &in.release[0].values;
    assert_int_equal(cell_coverage_find(&found, &in.task, 0, &bound, labels, NULL), SHOAL_OK);
    assert_int_equal(found.level, 1);
    assert_int_equal(found.unknown, 0);
    assert_int_equal(found.covered[code_of(&in.release[0], "3-4")], 3);
    assert_int_equal(found.rows[code_of(&in.release[0], "3-4")], 3);
    assert_int_equal(found.covered[in.attributes[0].star], 5);
    cell_coverage_free(&found);
    /* Beside `3-4`, a 2 contradicts the ladder: the label is known by what is seen alone. */
    codes_put(&in.release[0].codes, 2, code_of(&in.release[0], "3-4"));
    assert_int_equal(cell_coverage_find(&found, &in.task, 0, &bound, labels, NULL), SHOAL_OK);
    assert_int_equal(found.level, -1);
    assert_int_equal(found.unknown, 1);
    assert_int_equal(found.covered[code_of(&in.release[0], "3-4")], 2);
    assert_int_equal(found.rows[code_of(&in.release[0], "3-4")], 3);
    assert_int_equal(found.covered[code_of(&in.release[0], "1-2")], 2);
    cell_coverage_free(&found);
    released_close(&in);
}

/* Two of three, one of two and none of the suppressed row have their class's majority. */
static void classes_are_classified(void **state) {
    (void)state;
    released in;
    released_open(&in);
    named target;
    uint32_t *class_of;
    uint64_t *sizes;
    size_t classes;
    double found;
    named_of(&target, CELLS("s", "s", "t", "t", "t", "?"), false);
    assert_int_equal(cell_classes_find(&class_of, &sizes, &classes, &in.task, NULL), SHOAL_OK);
    assert_int_equal(classes, 2);
    assert_int_equal(sizes[0], 3);
    assert_int_equal(sizes[1], 2);
    const uint32_t expected[] = {0, 0, 0, CELL_SUPPRESSED, 1, 1};
    assert_memory_equal(class_of, expected, sizeof expected);
    assert_int_equal(classification_metric(&found, class_of, 6, target.as.codes, target.as.size,
                                           target.missing, NULL),
                     SHOAL_OK);
    assert_near(found, 0.5);
    /* When t is missing too, it is the same value as `?`. */
    target.missing[code_of(&target.made, "t")] = true;
    assert_int_equal(classification_metric(&found, class_of, 6, target.as.codes, target.as.size,
                                           target.missing, NULL),
                     SHOAL_OK);
    assert_near(found, 2.0 / 6);
    assert_int_equal(
        classification_metric(&found, NULL, 0, target.as.codes, target.as.size, NULL, NULL),
        SHOAL_OK);
    assert_near(found, 0);
    memory_free(class_of);
    memory_free(sizes);
    named_free(&target);
    released_close(&in);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(categories_are_counted),
        cmocka_unit_test(rare_categories_are_the_rest),
        cmocka_unit_test(categories_are_compared),
        cmocka_unit_test(numbers_are_summarized),
        cmocka_unit_test(unusual_numbers_are_compared),
        cmocka_unit_test(pairs_are_associated),
        cmocka_unit_test(more_columns_are_left_out),
        cmocka_unit_test(changes_are_found),
        cmocka_unit_test(a_copy_of_the_target_tells_it),
        cmocka_unit_test(nothing_to_go_by_is_the_majority),
        cmocka_unit_test(numbers_are_cut_into_bins),
        cmocka_unit_test(missing_targets_are_left_out),
        cmocka_unit_test(extremes_are_predicted),
        cmocka_unit_test(folds_are_about_equal),
        cmocka_unit_test(losses_are_as_observed),
        cmocka_unit_test(losses_follow_the_domain),
        cmocka_unit_test(stars_can_be_a_class),
        cmocka_unit_test(dropped_rows_do_not_count),
        cmocka_unit_test(ladders_say_what_labels_cover),
        cmocka_unit_test(classes_are_classified),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
