/* Tables of columns that a program hands over, and what programs see of tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <shoal.h>

#include <string.h>

/* ---- Refusals ---------------------------------------------------------------------------------
 */

static const char *const texts[] = {"b", "a", NULL, "", "b"};
static const int8_t narrow[] = {1, 0, -1, 2, 1};
static const char *const values[] = {"a", "b", "", "unused"};
enum { ROWS = 5 };

typedef struct refusal {
    const char *name;
    shoal_column columns[2];
    size_t count;
    int64_t rows;
    const char *code;
} refusal;

#define OF .size = sizeof(shoal_column)

static const refusal refusals[] = {
    {"no column", {{OF}}, 0, ROWS, "table_empty"},
    {"fewer than no rows", {{OF, .name = "a", .texts = texts}}, 1, -1, "table_empty"},
    {"no rows", {{OF, .name = "a", .texts = texts}}, 1, 0, "table_empty"},
    {"no name", {{OF, .texts = texts}}, 1, ROWS, "column_unnamed"},
    {"an empty name", {{OF, .name = "", .texts = texts}}, 1, ROWS, "column_unnamed"},
    {"a name in Latin-1",
     {{OF,
       .name = "stra\xdf"
               "e",
       .texts = texts}},
     1,
     ROWS,
     "value_not_text"},
    {"a name twice",
     {{OF, .name = "a", .texts = texts}, {OF, .name = "a", .texts = texts}},
     2,
     ROWS,
     "column_named_twice"},
    {"neither texts nor codes", {{OF, .name = "a"}}, 1, ROWS, "column_layout"},
    {"texts and codes",
     {{OF, .name = "a", .texts = texts, .codes = narrow, .code_width = 1}},
     1,
     ROWS,
     "column_layout"},
    {"codes of three bytes",
     {{OF, .name = "a", .codes = narrow, .code_width = 3, .values = values, .value_count = 4}},
     1,
     ROWS,
     "column_layout"},
    {"a code behind the dictionary",
     {{OF, .name = "a", .codes = narrow, .code_width = 1, .values = values, .value_count = 2}},
     1,
     ROWS,
     "code_unknown"},
    {"a first code that is too small",
     {{OF, .name = "a", .codes = narrow, .code_width = 1, .first_code = INT64_MIN, .values = values,
       .value_count = 4}},
     1,
     ROWS,
     "code_unknown"},
};

static void what_makes_no_table_is_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const refusal *of = &refusals[i];
        shoal_table *table = (shoal_table *)(void *)&table;
        shoal_error error = {0};
        shoal_status status =
            shoal_table_from_columns(&table, of->columns, of->count, of->rows, NULL, &error);
        if (status == SHOAL_OK || table || !error.code || strcmp(error.code, of->code) != 0)
            fail_msg("%s: status %d, %s", of->name, status, error.code ? error.code : "no code");
    }
}

static void texts_that_are_none_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"\xff", "\xEF\xBF\xBF"};
    for (size_t i = 0; i < 2; i++) {
        shoal_column of = {.size = sizeof of, .name = "a", .texts = &wrong[i]};
        shoal_table *table = NULL;
        shoal_error error = {0};
        assert_int_equal(shoal_table_from_columns(&table, &of, 1, 1, NULL, &error), SHOAL_BAD_DATA);
        assert_string_equal(error.code, "value_not_text");
        assert_null(table);
    }
}

static void a_table_without_rows_is_refused(void **state) {
    (void)state;
    shoal_column of = {.size = sizeof of, .name = "a", .texts = texts};
    shoal_table *table = NULL;
    assert_int_equal(shoal_table_from_columns(&table, &of, 1, 0, NULL, NULL), SHOAL_BAD_DATA);
    assert_null(table);
}

/* ---- What is seen of a table ------------------------------------------------------------------
 */

static shoal_table *table_of_both(void) {
    shoal_column of[] = {
        {OF, .name = "texts", .texts = texts},
        {OF, .name = "codes", .codes = narrow, .code_width = 1, .values = values, .value_count = 4},
    };
    shoal_table *table = NULL;
    assert_int_equal(shoal_table_from_columns(&table, of, 2, ROWS, NULL, NULL), SHOAL_OK);
    return table;
}

static void no_value_is_not_an_empty_text(void **state) {
    (void)state;
    shoal_table *table = table_of_both();
    for (int64_t c = 0; c < 2; c++)
        for (int64_t row = 0; row < ROWS; row++) {
            assert_string_equal(shoal_table_value(table, row, c), texts[row] ? texts[row] : "");
            assert_int_equal(shoal_table_is_null(table, row, c), texts[row] == NULL);
        }
    assert_false(shoal_table_is_null(table, ROWS, 0));
    assert_false(shoal_table_is_null(table, 0, 2));
    shoal_table_free(table);
}

static int64_t code_of(const shoal_column_view *of, int64_t row) {
    assert_int_equal(of->code_width, 1);
    return ((const uint8_t *)of->codes)[row];
}

static void views_show_codes_and_dictionaries(void **state) {
    (void)state;
    shoal_table *table = table_of_both();
    for (int64_t c = 0; c < 2; c++) {
        shoal_column_view of = {.size = sizeof of};
        assert_true(shoal_table_view(table, c, &of));
        assert_string_equal(of.name, c ? "codes" : "texts");
        assert_int_equal(of.value_count, 4);
        assert_false(of.untouched);
        for (int64_t row = 0; row < ROWS; row++) {
            size_t length = 99;
            const char *text = shoal_table_dictionary(table, c, code_of(&of, row), &length);
            assert_int_equal(code_of(&of, row) == of.null_code, texts[row] == NULL);
            if (!texts[row]) {
                assert_null(text);
                continue;
            }
            assert_string_equal(text, texts[row]);
            assert_int_equal(length, strlen(texts[row]));
        }
        assert_null(shoal_table_dictionary(table, c, 4, NULL));
        assert_null(shoal_table_dictionary(table, c, -1, NULL));
    }
    shoal_column_view none = {.size = sizeof none};
    assert_false(shoal_table_view(table, 2, &none));
    assert_false(shoal_table_view(table, -1, &none));
    shoal_table_free(table);
}

static void a_shared_table_is_freed_with_its_last_owner(void **state) {
    (void)state;
    shoal_table *table = table_of_both(), *shared = shoal_table_share(table);
    assert_ptr_equal(table, shared);
    shoal_table_free(table);
    assert_string_equal(shoal_table_value(shared, 0, 0), "b");
    shoal_table_free(shared);
    assert_null(shoal_table_share(NULL));
    shoal_table_free(NULL);
}

/* Callers whose structs are longer than the library's, with fields that it does not know. */
static void longer_structs_are_read(void **state) {
    (void)state;
    struct {
        shoal_column known;
        void *later[3];
    } of[2] = {
        {{.size = sizeof of[0], .name = "a", .texts = texts}, {0}},
        {{.size = sizeof of[0], .name = "b", .texts = texts}, {0}},
    };
    shoal_table *table = NULL;
    assert_int_equal(shoal_table_from_columns(&table, &of[0].known, 2, ROWS, NULL, NULL), SHOAL_OK);
    assert_string_equal(shoal_table_column_name(table, 1), "b");
    assert_string_equal(shoal_table_value(table, 1, 1), "a");
    shoal_table_free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_makes_no_table_is_refused),
        cmocka_unit_test(texts_that_are_none_are_refused),
        cmocka_unit_test(a_table_without_rows_is_refused),
        cmocka_unit_test(no_value_is_not_an_empty_text),
        cmocka_unit_test(views_show_codes_and_dictionaries),
        cmocka_unit_test(a_shared_table_is_freed_with_its_last_owner),
        cmocka_unit_test(longer_structs_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
