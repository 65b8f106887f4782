/* Losses measured on the cells of a release, by hand. */
#include "support/named_column.h"

#include "measure/cell_losses.h"
#include "measure/metrics.h"

#include <math.h>

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

/* What was found, and the sums it is borrowed from. */
typedef struct measured {
    cell_losses found;
    cell_sums sums[2];
} measured;

static void measure(measured *out, const released *in) {
    assert_int_equal(cell_losses_measure(&out->found, out->sums, &in->task, NULL), SHOAL_OK);
}

static double value_of(const measured *of, const metric *which) {
    return cell_losses_value(&of->found, which);
}

/* Nobody of age 3 is published, so `3-4` is seen to stand for 4 alone. */
static void losses_are_as_observed(void **state) {
    (void)state;
    released in;
    measured made;
    released_open(&in);
    measure(&made, &in);
    assert_near(made.sums[0].loss, 2.0 / 6);
    assert_near(made.sums[1].loss, 1);
    assert_near(value_of(&made, &metric_loss), 2.0 / 3);
    assert_near(value_of(&made, &metric_nwp), (2 * 2.0 / 6 + 1) / 3);
    double bits = 4 * log2(3) + 2 * log2(6), sex = 4 * log2(1.5) + 2 * log2(3);
    assert_near(value_of(&made, &metric_entropy),
                (2 * log2(1.5) + log2(3) + log2(6) + sex) / (bits + sex));
    assert_near(value_of(&made, &metric_precision), 0.75);
    assert_int_equal(made.found.published.suppressed, 1);
    assert_int_equal(made.found.published.classes, 2);
    assert_int_equal(made.found.published.smallest, 2);
    assert_int_equal(made.found.published.largest, 3);
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
    measured made;
    measure(&made, &in);
    assert_near(value_of(&made, &metric_loss), (4.0 / 9 + 1) / 2);
    assert_near(value_of(&made, &metric_nwp), (2 * 4.0 / 9 + 1) / 3);
    double bits = 4 * log2(3) + 2 * log2(6), sex = 4 * log2(1.5) + 2 * log2(3);
    assert_near(value_of(&made, &metric_entropy),
                (4 * log2(1.5) + log2(3) + log2(6) + sex) / (bits + sex));
    assert_near(value_of(&made, &metric_dm), 9 + 4 + 6);
    assert_near(value_of(&made, &metric_aecs), 1);
    assert_near(value_of(&made, &metric_necd), 0.2);
    in.task.k = 3;
    in.attributes[1].height = -1;
    measure(&made, &in);
    assert_near(value_of(&made, &metric_dm), 9 + 3 * 6);
    assert_near(value_of(&made, &metric_aecs), 2.0 / 3);
    assert_near(value_of(&made, &metric_precision), NAN);
    released_close(&in);
}

/* The row that is `*` all over is a class of one then, and stands for everything. */
static void stars_can_be_a_class(void **state) {
    (void)state;
    released in;
    released_open(&in);
    in.task.stars_published = true;
    measured made;
    measure(&made, &in);
    assert_int_equal(made.found.published.suppressed, 0);
    assert_int_equal(made.found.published.classes, 3);
    assert_near(value_of(&made, &metric_loss), 2.0 / 3);
    assert_near(value_of(&made, &metric_necd), 0.4);
    assert_near(value_of(&made, &metric_dm), 9 + 4 + 6);
    released_close(&in);
}

/* The original has a seventh row in front that was not to be published. */
static void dropped_rows_do_not_count(void **state) {
    (void)state;
    static const bool kept[] = {false, true, true, true, true, true, true};
    released in;
    released_open(&in);
    measured made, expected;
    measure(&expected, &in);
    column_free(&in.original[0]);
    column_free(&in.original[1]);
    in.original[0] = column_of("age", CELLS("9", "1", "1", "2", "3", "4", "4"), 7);
    in.original[1] = column_of("sex", CELLS("z", "x", "y", "x", "y", "x", "x"), 7);
    for (size_t a = 0; a < 2; a++)
        in.attributes[a].original_size = (uint32_t)in.original[a].values.size;
    in.task.original_rows = 7;
    in.task.kept = kept;
    measure(&made, &in);
    assert_near(value_of(&made, &metric_loss), value_of(&expected, &metric_loss));
    assert_near(value_of(&made, &metric_nwp), value_of(&expected, &metric_nwp));
    assert_near(value_of(&made, &metric_entropy), value_of(&expected, &metric_entropy));
    in.task.release_rows = in.task.original_rows = 0;
    measure(&made, &in);
    for (size_t i = 0; metric_list[i]; i++)
        if (metric_list[i] != &metric_precision && !metric_list[i]->needs_target)
            assert_near(value_of(&made, metric_list[i]), 0);
    released_close(&in);
}

/* A bound hierarchy 1, 2 -> 1-2; 3, 4 -> 3-4; everything -> *, of a domain with a fifth value. */
static void hierarchies_say_what_labels_cover(void **state) {
    (void)state;
    static uint32_t same[] = {0, 1, 2, 3}, halves[] = {0, 0, 1, 1}, whole[] = {0, 0, 0, 0};
    static uint32_t ones[] = {1, 1, 1, 1}, in_halves[] = {2, 3}, all[] = {5};
    static uint64_t each[] = {2, 1, 1, 2}, of_halves[] = {3, 3}, of_all[] = {6};
    static const char *values[] = {"1", "2", "3", "4"}, *ranges[] = {"1-2", "3-4"}, *top[] = {"*"};
    bound_level levels[] = {
        {.size = 4, .of_ground = same, .label = values, .covered = ones, .frequency = each},
        {.size = 2,
         .of_ground = halves,
         .label = ranges,
         .covered = in_halves,
         .frequency = of_halves},
        {.size = 1, .of_ground = whole, .label = top, .covered = all, .frequency = of_all}};
    bound_hierarchy bound = {.ground = 4, .domain = 5, .height = 2, .level = levels};
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
    /* Beside `3-4`, a 2 contradicts the bound hierarchy: the label is known by what is seen alone.
     */
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
    measured made;
    uint32_t *class_of;
    uint64_t *sizes, *strays;
    size_t classes;
    named_of(&target, CELLS("s", "s", "t", "t", "t", "?"), false);
    in.task.target = target.as.codes;
    in.task.target_size = target.as.size;
    in.task.target_missing = target.missing;
    assert_int_equal(cell_classes_find(&class_of, &sizes, &classes, &in.task, NULL), SHOAL_OK);
    assert_int_equal(classes, 2);
    assert_int_equal(sizes[0], 3);
    assert_int_equal(sizes[1], 2);
    const uint32_t expected[] = {0, 0, 0, CELL_SUPPRESSED, 1, 1};
    assert_memory_equal(class_of, expected, sizeof expected);
    assert_int_equal(cell_strays_find(&strays, class_of, classes, &in.task, NULL), SHOAL_OK);
    assert_int_equal(strays[0], 1);
    assert_int_equal(strays[1], 1);
    assert_int_equal(strays[2], 0);
    measure(&made, &in);
    assert_near(value_of(&made, &metric_cm), 0.5);
    /* When t is missing too, it is the same value as `?`. */
    target.missing[code_of(&target.made, "t")] = true;
    measure(&made, &in);
    assert_near(value_of(&made, &metric_cm), 2.0 / 6);
    memory_free(class_of);
    memory_free(sizes);
    memory_free(strays);
    named_free(&target);
    released_close(&in);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses_are_as_observed),
        cmocka_unit_test(losses_follow_the_domain),
        cmocka_unit_test(stars_can_be_a_class),
        cmocka_unit_test(dropped_rows_do_not_count),
        cmocka_unit_test(hierarchies_say_what_labels_cover),
        cmocka_unit_test(classes_are_classified),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
