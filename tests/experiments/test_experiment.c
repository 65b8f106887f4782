/* Lists of numbers, spreads and accuracies of trials, and searches that share what they know. */
#include "experiments/number_list.h"
#include "experiments/trial.h"
#include "search/driver/shared_memo.h"
#include "support/lattice_problem.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* ---- Lists of numbers ------------------------------------------------------------------------ */

static const struct list_case {
    const char *words;
    const char *expected; /* NULL: refused */
} list_cases[] = {
    {"1", "1 "},         {"9", "9 "},     {"2-4,7", "2 3 4 7 "}, {"3-3", "3 "},
    {"1,2,3", "1 2 3 "}, {"", NULL},      {",", NULL},           {"1,", NULL},
    {",1", NULL},        {"0", NULL},     {"10", NULL},          {"2-", NULL},
    {"-2", NULL},        {"4-2", NULL},   {"2,2", NULL},         {"3,2", NULL},
    {"1-3,3", NULL},     {"1-2-3", NULL}, {"two", NULL},         {"1 ", NULL},
    {" 1", NULL},        {"+1", NULL},    {"1.5", NULL},         {"99999999999999999999", NULL},
};

static void lists_are_read_or_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof list_cases / sizeof *list_cases; i++) {
        const struct list_case *each = &list_cases[i];
        number_list list;
        shoal_error error = {0};
        text got = {0};
        shoal_status status = number_list_parse(&list, each->words, 9, "numbers", &error);
        assert_int_equal(status, each->expected ? SHOAL_OK : SHOAL_USAGE);
        for (size_t n = 0; status == SHOAL_OK && n < list.count; n++)
            text_format(&got, "%zu ", list.numbers[n]);
        if (each->expected)
            assert_string_equal(got.bytes, each->expected);
        else
            assert_non_null(strstr(error.message, "numbers is"));
        text_free(&got);
        number_list_free(&list);
    }
}

/* ---- Groups ---------------------------------------------------------------------------------- */

static trial made_trial(const char *method, double value, int height, bool proven) {
    return (trial){
        .table = "table",
        .attributes = 2,
        .k = 2,
        .metric = "loss",
        .algorithm = method,
        .found = !isnan(value),
        .proven = proven,
        .value = value,
        .bound = proven ? value : NAN,
        .los = 0,
        .height = height,
        .top = 10,
        .evaluations = 7,
    };
}

static void spreads_leave_out_what_was_not_found(void **state) {
    (void)state;
    trial trials[] = {
        made_trial("random", 4, 4, false), made_trial("random", NAN, 0, false),
        made_trial("random", 1, 4, false), made_trial("random", 7, 4, false),
        made_trial("kgen", 3, 4, false),
    };
    trial_list list = {trials, 5, 5};
    trial_groups groups;
    assert_int_equal(trial_groups_make(&groups, &list, NULL), SHOAL_OK);
    assert_int_equal(groups.count, 2);
    const trial_group *group = trial_groups_find(&groups, "table", 2, 2, "random");
    assert_int_equal(group->count, 4);
    assert_int_equal(group->found, 3);
    assert_true(group->value.mean == 4 && group->value.median == 4);
    assert_true(group->value.least == 1 && group->value.most == 7 && group->value.deviation == 3);
    assert_true(group->evaluations.count == 4 && group->evaluations.mean == 7);
    assert_false(group->settled);
    assert_true(isnan(group->bound));
    assert_int_equal(group->accuracy.count, 0);
    assert_null(trial_groups_find(&groups, "table", 3, 2, "random"));
    trial_groups_free(&groups);
}

static void nothing_agrees_with_what_is_infinite(void **state) {
    (void)state;
    assert_true(trial_values_agree(0.1 + 0.2, 0.3));
    assert_true(trial_values_agree(INFINITY, INFINITY));
    assert_false(trial_values_agree(0.3, 0.3001));
    assert_false(trial_values_agree(-INFINITY, 4200));
    assert_false(trial_values_agree(4200, INFINITY));
}

static void accuracy_needs_a_proven_optimum(void **state) {
    (void)state;
    trial trials[] = {
        made_trial("optimal", 2, 6, true),
        made_trial("kgen", 2, 5, false),
        made_trial("kgen", 3, 7, false),
        made_trial("kgen", 9, 10, false),
    };
    trial_list list = {trials, 4, 4};
    trial_groups groups;
    assert_int_equal(trial_groups_make(&groups, &list, NULL), SHOAL_OK);
    assert_true(trials[0].accuracy == 1);
    /* The same value at another height: another optimum. */
    assert_true(trials[1].accuracy == 1);
    assert_true(trials[2].accuracy == 0.75);
    assert_true(trials[3].accuracy == 0);
    const trial_group *group = trial_groups_find(&groups, "table", 2, 2, "kgen");
    assert_true(group->settled && group->bound == 2);
    assert_int_equal(group->optimal, 1);
    trial_groups_free(&groups);
}

/* ---- Shared evaluations ---------------------------------------------------------------------- */

static void search_once(search *out, lattice *space, shared_memo *shared, uint64_t number) {
    search_setup setup = {
        .space = lattice_as_space(space),
        .algorithm = algorithm_find("lattice", "random"),
        .shared = shared,
        .seed = number,
        .skip_proof = true,
    };
    assert_int_equal(search_run(out, &setup, NULL), SHOAL_OK);
}

static void shared_evaluations_change_nothing(void **state) {
    (void)state;
    lattice_problem made;
    shared_memo *shared;
    lattice_problem_binary(&made, 4, 3, 300, 1);
    lattice *space = lattice_problem_open(&made, metric_find("dm"), NULL);
    assert_int_equal(shared_memo_open(&shared, made.attributes, 0, NULL), SHOAL_OK);
    for (uint64_t number = 0; number < 6; number++) {
        search alone, sharing;
        search_once(&alone, space, NULL, number / 2);
        search_once(&sharing, space, shared, number / 2);
        assert_true(alone.found && sharing.found);
        assert_true(alone.best.value == sharing.best.value);
        assert_memory_equal(alone.best_node, sharing.best_node, made.attributes);
        assert_int_equal(alone.evaluations, sharing.evaluations);
        assert_int_equal(alone.memo_hits, sharing.memo_hits);
        assert_int_equal(sharing.proof_evaluations, 0);
        search_close(&alone);
        search_close(&sharing);
    }
    shared_memo_close(shared);
    lattice_close(space);
    lattice_problem_free(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_read_or_refused),
        cmocka_unit_test(spreads_leave_out_what_was_not_found),
        cmocka_unit_test(nothing_agrees_with_what_is_infinite),
        cmocka_unit_test(accuracy_needs_a_proven_optimum),
        cmocka_unit_test(shared_evaluations_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
