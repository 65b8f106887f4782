/* A table bound to a plan: rows that count, limits, and closing it however far it came. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "bind/bound_table.h"
#include "store/csv_source.h"
#include "support/recoded_table.h"

#include <string.h>

#define MOST_KEYS 7

static shoal_plan *plan_of(const char *const *keys) {
    shoal_plan *plan = NULL;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    for (; *keys; keys += 2)
        plan_set(plan, keys[0], keys[1]);
    return plan;
}

/* ---- The limit of suppression ---------------------------------------------------------------- */

typedef struct limit_case {
    const char *share;
    uint64_t rows, limit;
} limit_case;

static void shares_of_rows_are_exact(void **state) {
    (void)state;
    static const limit_case cases[] = {
        {"0", 100, 0},
        {"1", 100, 100},
        {"0.29", 100, 29},
        {"0.57", 100, 57},
        {"0.58", 100, 58},
        {"0.07", 100, 7},
        {"0.1", 3, 0},
        {"0.1", 10, 1},
        {"0.1", 19, 1},
        {"0.3", 10, 3},
        {"0.5", 1, 0},
        {"1", 0, 0},
        {"0.001", 1000, 1},
        {"0.999", 1000, 999},
        {"2%", 50, 1},
        {"29%", 100, 29},
        {"0.29", 1000000, 290000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *keys[] = {"suppression", cases[i].share, NULL};
        shoal_plan *plan = plan_of(keys);
        print_message("%s of %d\n", cases[i].share, (int)cases[i].rows);
        assert_int_equal(suppression_limit(plan, cases[i].rows), cases[i].limit);
        assert_int_equal(suppression_limit_asked(plan, cases[i].rows), cases[i].limit);
        shoal_plan_free(plan);
    }
}

/* Every whole percentage of 100 rows is that many rows. */
static void every_percentage_of_a_hundred_rows(void **state) {
    (void)state;
    static const char *const none[] = {NULL};
    shoal_plan *plan = plan_of(none);
    for (uint64_t percent = 0; percent <= 100; percent++) {
        plan->suppression = (double)percent / 100;
        assert_int_equal(suppression_limit(plan, 100), percent);
    }
    assert_int_equal(suppression_limit_asked(plan, 7), 7);
    shoal_plan_free(plan);
}

/* ---- Binding --------------------------------------------------------------------------------- */

/* Up to one of the steps; a step that fails is the last. */
enum { READ, FIND, CHOOSE, HIERARCHIES, COUNT, STARS, RULES, STEPS };

static shoal_status step(bound_table *bound, const char *csv, int number, shoal_error *error) {
    source_options options = {.header = SHOAL_YES, .trim = SHOAL_NO, .delimiter = ','};
    switch (number) {
    case READ:
        STATUS_TRY(csv_read_memory(&bound->owned, csv, strlen(csv), &options, error));
        bound->table = bound->owned;
        return SHOAL_OK;
    case FIND:
        return bound_table_find_columns(bound, false, error);
    case CHOOSE:
        return bound_table_choose_rows(bound, error);
    case HIERARCHIES:
        return bound_table_bind_hierarchies(bound, true, error);
    case COUNT:
        return bound_table_count(bound, error);
    case STARS:
        return bound_table_check_stars(bound, error);
    default:
        STATUS_TRY(rules_read(&bound->rules, bound->plan, error));
        return bound_table_bind_rules(bound, error);
    }
}

typedef struct binding_case {
    const char *name;
    const char *csv;
    const char *keys[MOST_KEYS];
    int fails; /* the step; STEPS: none */
    shoal_status status;
    const char *word; /* of the message */
    uint64_t rows, smallest;
} binding_case;

#define QUASI "attributes.a.role", "quasi"

static const binding_case binding_cases[] = {
    {"all rows", "a,b\n1,x\n1,y\n2,z\n", {QUASI}, STEPS, SHOAL_OK, "", 3, 1},
    {"classes of two", "a,b\n1,x\n1,y\n2,z\n2,z\n", {QUASI}, STEPS, SHOAL_OK, "", 4, 2},
    {"missing values are a category", "a,b\n1,x\n?,y\n?,z\n", {QUASI}, STEPS, SHOAL_OK, "", 3, 1},
    {"rows with missing values are dropped",
     "a,b\n1,x\n?,y\n1,z\n,z\n",
     {QUASI, "missing.rule", "drop"},
     STEPS,
     SHOAL_OK,
     "",
     2,
     2},
    {"only quasi-identifiers are looked at",
     "a,b\n1,?\n1,y\n2,?\n",
     {QUASI, "missing.rule", "drop"},
     STEPS,
     SHOAL_OK,
     "",
     3,
     1},
    {"every row is dropped",
     "a,b\n?,x\nNA,y\n",
     {QUASI, "missing.rule", "drop"},
     CHOOSE,
     SHOAL_BAD_DATA,
     "t.csv",
     0,
     0},
    {"no such column", "b,c\n1,x\n", {QUASI}, FIND, SHOAL_USAGE, "'a'", 0, 0},
    {"not a table", "a,b\n1\n", {QUASI}, READ, SHOAL_BAD_DATA, "2", 0, 0},
    {"no such hierarchy",
     "a,b\n1,x\n",
     {QUASI, "attributes.a.hierarchy", "/none/a.csv"},
     HIERARCHIES,
     SHOAL_IO,
     "/none/a.csv",
     0,
     0},
    {"a row of stars", "a,b\n1,x\n*,y\n*,y\n", {QUASI}, STARS, SHOAL_BAD_DATA, "2 rows", 3, 1},
    {"a star beside a value",
     "a,b\n1,x\n*,y\n",
     {QUASI, "attributes.b.role", "quasi"},
     STEPS,
     SHOAL_OK,
     "",
     2,
     1},
    {"no sensitive attribute",
     "a,b\n1,x\n",
     {QUASI, "privacy.l", "2"},
     RULES,
     SHOAL_USAGE,
     "",
     1,
     1},
};

static void tables_are_bound_step_by_step(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof binding_cases / sizeof *binding_cases; i++) {
        const binding_case *each = &binding_cases[i];
        shoal_plan *plan = plan_of(each->keys);
        bound_table bound = {.plan = plan, .path = "t.csv"};
        shoal_error error = {0};
        int at = 0;
        shoal_status status = SHOAL_OK;
        print_message("%s\n", each->name);
        while (at < STEPS && (status = step(&bound, each->csv, at, &error)) == SHOAL_OK)
            at++;
        if (at != each->fails || status != each->status)
            fail_msg("step %d, %d: %s", at, status, error.message);
        assert_non_null(strstr(error.message, each->word));
        if (each->rows > 0) {
            assert_int_equal(bound.rows, each->rows);
            assert_int_equal(bound.smallest, each->smallest);
        }
        bound_table_close(&bound);
        assert_null(bound.quasi);
        shoal_plan_free(plan);
    }
}

/* Under the sanitizers: nothing is left behind, nor freed twice. */
static void it_closes_however_far_it_came(void **state) {
    (void)state;
    static const char *const keys[] = {QUASI, "attributes.b.role", "sensitive", "privacy.l", "2",
                                       NULL};
    static const char csv[] = "a,b\n1,x\n1,y\n2,x\n2,y\n";
    for (int last = 0; last <= STEPS; last++) {
        shoal_plan *plan = plan_of(keys);
        bound_table bound = {.plan = plan, .path = "t.csv"};
        for (int at = 0; at < last; at++)
            assert_int_equal(step(&bound, csv, at, NULL), SHOAL_OK);
        assert_int_equal(bound.bound_rules != NULL, last == STEPS);
        bound_table_close(&bound);
        bound_table_close(&bound);
        shoal_plan_free(plan);
    }
}

static void the_limit_is_of_the_rows_that_count(void **state) {
    (void)state;
    static const char *const keys[] = {QUASI, "missing.rule", "drop", "suppression", "0.5", NULL};
    shoal_plan *plan = plan_of(keys);
    bound_table bound = {.plan = plan, .path = "t.csv"};
    for (int at = READ; at <= CHOOSE; at++)
        assert_int_equal(step(&bound, "a,b\n1,x\n?,y\n2,z\n?,z\n", at, NULL), SHOAL_OK);
    assert_int_equal(bound.limit, 1);
    assert_true(bound.kept[0] && !bound.kept[1] && bound.kept[2] && !bound.kept[3]);
    bound_table_close(&bound);
    shoal_plan_free(plan);
}

static void a_plan_needs_a_quasi_identifier(void **state) {
    (void)state;
    static const char *const with[] = {QUASI, NULL};
    static const char *const without[] = {"attributes.a.role", "identifier", NULL};
    shoal_plan *plan = plan_of(with);
    assert_int_equal(bound_table_check_plan(plan, NULL), SHOAL_OK);
    shoal_plan_free(plan);
    plan = plan_of(without);
    assert_int_equal(bound_table_check_plan(plan, NULL), SHOAL_USAGE);
    shoal_plan_free(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_of_rows_are_exact),
        cmocka_unit_test(every_percentage_of_a_hundred_rows),
        cmocka_unit_test(tables_are_bound_step_by_step),
        cmocka_unit_test(it_closes_however_far_it_came),
        cmocka_unit_test(the_limit_is_of_the_rows_that_count),
        cmocka_unit_test(a_plan_needs_a_quasi_identifier),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
