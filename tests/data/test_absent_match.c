/* Absent values and empty texts of two tables, written alike. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "data/absent_match.h"

enum { MOST = 5 };

static const char absent[] = "absent"; /* stands for NULL in the cases */

typedef struct match_case {
    const char *name;
    const char *own[MOST], *like[MOST]; /* NULL after the last */
    const char *tokens;                 /* of missing values */
    const char *found[MOST];            /* texts of the cells afterwards */
} match_case;

static const match_case cases[] = {
    {"both know both", {absent, "", "x"}, {absent, "", "y"}, "-", {"", "\"\"", "x"}},
    {"empty texts where the other has both", {"", "x"}, {absent, "", "x"}, "-", {"\"\"", "x"}},
    {"also where it is missing", {"", "x"}, {absent, "", "x"}, "", {"\"\"", "x"}},
    {"absent values where the other has both", {absent, "x"}, {absent, "", "x"}, "-", {"", "x"}},
    {"both where the other has empty texts",
     {absent, "", "x"},
     {"", "x"},
     "-",
     {ORIGIN_ABSENT, "", "x"}},
    {"both where the other has absent values",
     {absent, "", "x"},
     {absent, "x"},
     "-",
     {"", ORIGIN_EMPTY, "x"}},
    {"all of them missing", {"", "x"}, {absent, "x"}, "", {"", "x"}},
    {"a text that stands for the empty one there",
     {"\"\"", "x"},
     {absent, "", "x"},
     "-",
     {ORIGIN_ABSENT ORIGIN_ABSENT, "x"}},
};

static shoal_table *table_of(const char *const *cells) {
    const char *texts[MOST];
    int64_t rows = 0;
    for (; cells[rows]; rows++)
        texts[rows] = cells[rows] == absent ? NULL : cells[rows];
    shoal_column of = {.size = sizeof of, .name = "q", .texts = texts};
    shoal_table *made = NULL;
    assert_int_equal(shoal_table_from_columns(&made, &of, 1, rows, NULL, NULL), SHOAL_OK);
    return made;
}

static void texts_become_those_of_the_other(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const match_case *of = &cases[i];
        shoal_table *own = table_of(of->own), *like = table_of(of->like);
        shoal_plan *plan = NULL;
        assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
        assert_int_equal(shoal_plan_set(plan, "attributes.q.role", "quasi", NULL), SHOAL_OK);
        assert_int_equal(shoal_plan_set_list(plan, "missing.tokens", &of->tokens, 1, NULL),
                         SHOAL_OK);
        assert_true(absent_match(own, like, plan));
        const column *made = &own->column[0];
        for (size_t row = 0; of->found[row]; row++) {
            const char *text = dictionary_text(&made->values, codes_get(&made->codes, row));
            if (strcmp(text, of->found[row]) != 0)
                fail_msg("%s: row %zu is '%s', not '%s'", of->name, row, text, of->found[row]);
        }
        for (uint32_t code = 1; code < made->values.size; code++)
            assert_true(strcmp(dictionary_text(&made->values, code - 1),
                               dictionary_text(&made->values, code)) < 0);
        shoal_plan_free(plan);
        shoal_table_free(own);
        shoal_table_free(like);
    }
}

/* Nobody of the population is like the rows without a value: they are left out. */
static void a_population_counts_empty_texts_for_empty_texts(void **state) {
    (void)state;
    static const char *const rows[] = {NULL, NULL, NULL, "", "", "", "x", "x", "x"};
    const char *others[20];
    for (size_t i = 0; i < 20; i++)
        others[i] = i < 10 ? "" : "x";
    shoal_column own = {.size = sizeof own, .name = "q", .texts = rows};
    shoal_column other = {.size = sizeof other, .name = "q", .texts = others};
    static const char *const settings[][2] = {
        {"privacy.k", "3"},      {"attributes.q.role", "quasi"},
        {"suppression", "0.4"},  {"attributes.q.hierarchy", "flat"},
        {"missing.tokens", "-"}, {"privacy.models", "k-map k=5"},
    };
    shoal_table *table = NULL, *people = NULL, *release = NULL;
    shoal_plan *plan = NULL;
    shoal_result *result = NULL;
    assert_int_equal(shoal_table_from_columns(&table, &own, 1, 9, NULL, NULL), SHOAL_OK);
    assert_int_equal(shoal_table_from_columns(&people, &other, 1, 20, NULL, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        assert_int_equal(shoal_plan_set(plan, settings[i][0], settings[i][1], NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set_population(plan, people, NULL), SHOAL_OK);
    shoal_job job = {.size = sizeof job, .table = table, .release = &release};
    assert_int_equal(shoal_anonymize(&result, plan, &job, NULL, NULL), SHOAL_OK);
    assert_int_equal(shoal_table_rows(release), 6);
    for (int64_t row = 0; row < 6; row++) {
        assert_false(shoal_table_is_null(release, row, 0));
        assert_string_equal(shoal_table_value(release, row, 0), rows[3 + row]);
    }
    shoal_result_free(result);
    shoal_plan_free(plan);
    shoal_table_free(release);
    shoal_table_free(people);
    shoal_table_free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_become_those_of_the_other),
        cmocka_unit_test(a_population_counts_empty_texts_for_empty_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
