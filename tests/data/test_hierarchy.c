#include "support/columns.h"

#define MOST 8

typedef struct seal_case {
    const char *name;
    const char *rows[MOST];
    size_t values;       /* after sealing */
    int64_t line;        /* of the first problem; 0: none */
    const char *message; /* of the error, or NULL */
} seal_case;

static const seal_case seals[] = {
    {"plain", {"a;x;*", "b;x;*", "c;y;*"}, 3, 0, NULL},
    {"no top", {"a;x", "b;y"}, 2, 0, NULL},
    {"height 0", {"a", "b"}, 2, 0, NULL},
    {"repeated row", {"a;x;*", "b;y;*", "a;x;*", "c;x;*"}, 3, 0, NULL},
    {"empty value", {";x", "b;x"}, 2, 0, NULL},
    {"mapped two ways",
     {"a;x;*", "b;y;*", "a;y;*"},
     2,
     3,
     "h.csv:3: value 'a' is mapped two ways: level 1 is 'x' in line 1 and 'y' here"},
    {"no coarsening",
     {"a;x;1", "a;x;1", "b;x;2"},
     2,
     3,
     "h.csv:3: level 2 is not a coarsening: 'x' of level 1 belongs to '1' in line 1 and to "
     "'2' here"},
    {"long labels are cut at a character",
     {"äääääääääääääääääääääääää;x", "äääääääääääääääääääääääää;y"},
     1,
     2,
     "h.csv:2: value 'ääääääääääääääää' is mapped two ways: level 1 is 'x' in line 1 and "
     "'y' here"},
};

static void test_seal(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof seals / sizeof *seals; i++) {
        const seal_case *row = &seals[i];
        print_message("  %s\n", row->name);
        shoal_hierarchy *hierarchy = hierarchy_of(row->rows);
        shoal_error error = {0};
        assert_int_equal(hierarchy_set_source(hierarchy, "h.csv", NULL), SHOAL_OK);
        assert_int_equal(hierarchy_seal(hierarchy, &error),
                         row->message ? SHOAL_BAD_DATA : SHOAL_OK);
        assert_string_equal(error.message, row->message ? row->message : "");
        assert_int_equal(error.line, row->line);
        assert_int_equal(hierarchy->values, row->values);
        shoal_hierarchy_free(hierarchy);
    }
}

static void test_find(void **state) {
    (void)state;
    const char *rows[] = {"a;x", "b;x", "a;x", "c;y", NULL};
    shoal_hierarchy *hierarchy = hierarchy_of(rows);
    assert_int_equal(hierarchy_seal(hierarchy, NULL), SHOAL_OK);
    assert_int_equal(hierarchy_find(hierarchy, "a"), 0);
    assert_int_equal(hierarchy_find(hierarchy, "c"), 2);
    assert_int_equal(hierarchy_find(hierarchy, "x"), -1);
    assert_int_equal(hierarchy_find(hierarchy, ""), -1);
    assert_int_equal(hierarchy->group_counts[1], 2);
    assert_int_equal(hierarchy_group(hierarchy, 2, 1), 1);
    shoal_hierarchy_free(hierarchy);
}

typedef struct top_case {
    const char *name;
    const char *rows[MOST];
    int height; /* with the top */
} top_case;

static const top_case tops[] = {
    {"added", {"a;x", "b;y"}, 2},
    {"not twice", {"a;x", "b;x"}, 1},
    {"on the ground", {"a", "b"}, 1},
    {"one value is its own top", {"a"}, 0},
};

static void test_top(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof tops / sizeof *tops; i++) {
        print_message("  %s\n", tops[i].name);
        shoal_hierarchy *hierarchy = hierarchy_of(tops[i].rows);
        assert_int_equal(hierarchy_seal(hierarchy, NULL), SHOAL_OK);
        int before = hierarchy->height;
        assert_int_equal(hierarchy_add_top(hierarchy, NULL), SHOAL_OK);
        assert_int_equal(hierarchy->height, tops[i].height);
        assert_int_equal(hierarchy->group_counts[hierarchy->height], 1);
        if (hierarchy->height > before)
            assert_string_equal(hierarchy_label(hierarchy, 0, hierarchy->height), "*");
        assert_int_equal(hierarchy_add_top(hierarchy, NULL), SHOAL_OK);
        assert_int_equal(hierarchy->height, tops[i].height);
        shoal_hierarchy_free(hierarchy);
    }
}

static void count_finding(const char *problem, int64_t line, void *user) {
    assert_non_null(problem);
    assert_true(line > 0);
    ++*(int *)user;
}

static void test_examine_lists_all(void **state) {
    (void)state;
    const char *rows[] = {"a;x;1;*", "b;x;2;*", "c;x;3;*", "d;y;1;*", "e;y;2;*", "a;y;1;*", NULL};
    shoal_hierarchy *hierarchy = hierarchy_of(rows);
    int64_t problems = 0;
    int calls = 0;
    assert_int_equal(hierarchy_examine(hierarchy, count_finding, &calls, &problems, NULL),
                     SHOAL_OK);
    assert_int_equal(problems, 3); /* a two ways; x and y split, each said once */
    assert_int_equal(calls, 3);
    shoal_hierarchy_free(hierarchy);
}

static void test_too_high(void **state) {
    (void)state;
    shoal_hierarchy *hierarchy = NULL;
    assert_int_equal(hierarchy_new(&hierarchy, 1, HIERARCHY_MOST_LEVELS + 1, NULL), SHOAL_BAD_DATA);
    assert_null(hierarchy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seal),     cmocka_unit_test(test_find),
        cmocka_unit_test(test_top),      cmocka_unit_test(test_examine_lists_all),
        cmocka_unit_test(test_too_high),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
