/* The prediction task, by hand. */
#include "support/named_column.h"

#include "measure/prediction.h"

#include <math.h>

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_of_the_target_tells_it),
        cmocka_unit_test(nothing_to_go_by_is_the_majority),
        cmocka_unit_test(numbers_are_cut_into_bins),
        cmocka_unit_test(missing_targets_are_left_out),
        cmocka_unit_test(extremes_are_predicted),
        cmocka_unit_test(folds_are_about_equal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
