/* Rows that stay in their database, through the whole of anonymize: the release is the same rows as
 * that of a run that reads them, with the same levels, value and bound; whatever an engine does
 * wrongly is noticed and nothing is published; and above a floor the bound holds for the whole
 * lattice. The engine is one over the rows of a file (support/row_engine.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "pushdown/pushdown_case.h"

/* ---- The same release ------------------------------------------------------------------------ */

static void releases_are_the_same(void **state) {
    (void)state;
    size_t cases = property_cases(160) / SHARE, released = 0;
    for (size_t i = 0; i < cases; i++) {
        run_case of;
        draw_case(&of, "pushdown", i);
        shoal_plan *plan = plan_of(&of);
        row_engine = (row_engine_settings){0};
        answer memory = run(plan, "memory");
        answer stayed = run(plan, "database");
        compare(&of, &memory, &stayed);
        released += memory.status == SHOAL_OK;
        shoal_plan_free(plan);
        free(row_engine.release);
        row_engine.release = NULL;
        unlink("release.csv");
    }
    assert_true(released > cases / 3);
}

/* ---- Faults ---------------------------------------------------------------------------------- */

/* Whether the fault shows at all in this run. */
static bool may_show(row_fault fault, const answer *right) {
    if (fault == ROW_UNBLANKED)
        return right->suppressed > 0;
    /* The label of one row alone: of another class, where there are several. */
    if (fault == ROW_MIXED)
        return right->classes > 1 && right->suppressed == 0;
    return true;
}

static void faults_are_noticed(void **state) {
    (void)state;
    size_t cases = property_cases(120) / SHARE, noticed[ROW_FAULTS] = {0};
    for (size_t i = 0; i < cases; i++) {
        run_case of;
        draw_case(&of, "pushdown-faults", i);
        of.rules.missing = "category";
        shoal_plan *plan = plan_of(&of);
        row_fault fault = (row_fault)(1 + i % (ROW_FAULTS - 1));
        row_engine = (row_engine_settings){0};
        answer right = run(plan, "database");
        free(row_engine.release);
        row_engine = (row_engine_settings){.fault = fault};
        if (right.status == SHOAL_OK && may_show(fault, &right)) {
            answer wrong = run(plan, "database");
            bool changed = fault == ROW_CHANGED || fault == ROW_GROWN;
            if (wrong.status == SHOAL_OK && fault == ROW_MIXED) {
                /* The next label may be that of the same group. */
            } else if (row_engine.published ||
                       wrong.status != (changed ? SHOAL_IO : SHOAL_UNVERIFIED)) {
                fail_case(&of, "a fault was not noticed", wrong.error.message);
            }
            noticed[fault]++;
        }
        free(row_engine.release);
        row_engine.release = NULL;
        shoal_plan_free(plan);
    }
    /* Some need tables that are rarely drawn. */
    for (size_t f = 1; f < ROW_FAULTS && cases >= 10 * ROW_FAULTS; f++)
        assert_true(noticed[f] > 0);
}

/* ---- Floors ---------------------------------------------------------------------------------- */

static void floors_are_bounded(void **state) {
    (void)state;
    size_t cases = property_cases(200) / SHARE, floors = 0, proven = 0;
    for (size_t i = 0; i < cases; i++) {
        run_case of;
        draw_case(&of, "pushdown-floor", i);
        of.recoding = "lattice";
        of.metric = i % 5 == 4 ? "dm" : "loss";
        /* Where only high levels are feasible, nothing below a floor can be. */
        if (i % 2) {
            of.rules.k = 1 + of.table.rows / 2;
            of.rules.limit = 0;
        }
        if (i % 3)
            of.rules.rules = 0;
        shoal_plan *plan = plan_of(&of);
        set(plan, "search.algorithm", "exhaustive");
        row_engine = (row_engine_settings){0};
        answer whole = run(plan, "memory");
        char memory[32];
        snprintf(memory, sizeof memory, "%llu", 200 * (1 + (unsigned long long)i % 12));
        set(plan, "search.memory", memory);
        answer above = run(plan, "database");
        bool floor = row_engine.estimates > 1;
        floors += floor && above.status == SHOAL_OK;
        proven += floor && above.status == SHOAL_OK && above.optimal;
        if (above.status == SHOAL_OK) {
            if (whole.status != SHOAL_OK || above.value < whole.value)
                fail_case(&of, "better than the best", "");
            if (!isnan(above.bound) && above.bound > whole.value + 1e-12)
                fail_case(&of, "the bound is above the optimum", "");
            if (above.optimal && above.value != whole.value)
                fail_case(&of, "called optimal, but is not", "");
        } else if (above.status != SHOAL_INFEASIBLE && above.status != SHOAL_USAGE &&
                   whole.status == SHOAL_OK) {
            fail_case(&of, "failed", above.error.message);
        }
        free(row_engine.release);
        row_engine.release = NULL;
        shoal_plan_free(plan);
        unlink("release.csv");
    }
    print_message("%zu floors, %zu proven\n", floors, proven);
    assert_true(floors > cases / 10);
}

/* ---- Large counts ---------------------------------------------------------------------------- */

static void large_counts_do_not_wrap(void **state) {
    (void)state;
    size_t cases = property_cases(40) / SHARE, released = 0;
    for (size_t i = 0; i < cases; i++) {
        run_case of;
        draw_case(&of, "pushdown-large", i);
        of.recoding = "lattice";
        of.metric = "loss";
        of.rules.rules = 0;
        if (strcmp(of.rules.missing, "wildcard") == 0)
            of.rules.missing = "category";
        /* So many of each row that a class of two wraps; k likewise, but not beyond 32 bits. */
        uint64_t times = UINT64_C(1) << (30 + i % 4);
        of.rules.limit = 0;
        of.rules.k = 1;
        shoal_plan *plan = plan_of(&of);
        char k[32];
        snprintf(k, sizeof k, "%llu", (unsigned long long)UINT32_MAX - 1);
        set(plan, "privacy.k", k);
        row_engine = (row_engine_settings){.times = times};
        answer large = run(plan, "database");
        free(row_engine.release);
        row_engine = (row_engine_settings){0};
        /* The same in small: k rows of 2^30 are 4 rows of 1. */
        snprintf(k, sizeof k, "%llu", (unsigned long long)((UINT32_MAX - 1 + times - 1) / times));
        set(plan, "privacy.k", k);
        answer small = run(plan, "database");
        if (large.status != small.status &&
            !(large.status == SHOAL_INFEASIBLE && small.status == SHOAL_INFEASIBLE))
            fail_case(&of, "another end with large counts", large.error.message);
        if (small.status == SHOAL_OK &&
            (strcmp(large.levels, small.levels) != 0 ||
             fabs(large.value - small.value) > 1e-9 * fabs(small.value) ||
             large.rows != small.rows * (double)times))
            fail_case(&of, "another answer with large counts", large.levels);
        released += small.status == SHOAL_OK;
        free(row_engine.release);
        row_engine.release = NULL;
        shoal_plan_free(plan);
    }
    assert_true(released > 0);
}

/* ---- Refusals -------------------------------------------------------------------------------- */

static void refuses(const char *key, const char *value, const char *output, const char *code) {
    run_case of;
    draw_case(&of, "pushdown-refusals", 1);
    of.recoding = "lattice";
    shoal_plan *plan = plan_of(&of);
    shoal_job job = {.size = sizeof job, .input = "rows:table.csv", .output = output};
    shoal_result *result = NULL;
    shoal_error error = {0};
    set(plan, "where", "database");
    if (key)
        set(plan, key, value);
    assert_int_equal(shoal_anonymize(&result, plan, &job, NULL, &error), SHOAL_USAGE);
    assert_string_equal(error.code, code);
    assert_false(row_engine.published);
    shoal_plan_free(plan);
}

static void what_needs_rows_is_refused(void **state) {
    (void)state;
    row_engine = (row_engine_settings){0};
    refuses("recoding", "local", "rows:release", "needs_rows");
    refuses("then", "suppress", "rows:release", "needs_rows");
    refuses("attributes.p0.role", "person", "rows:release", "needs_rows");
    refuses(NULL, NULL, "rows:elsewhere", "output_elsewhere");
    refuses(NULL, NULL, "release.csv", "where_unsupported");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(releases_are_the_same),      cmocka_unit_test(faults_are_noticed),
        cmocka_unit_test(floors_are_bounded),         cmocka_unit_test(large_counts_do_not_wrap),
        cmocka_unit_test(what_needs_rows_is_refused),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
