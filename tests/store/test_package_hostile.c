/* Files that ReadStat would read beyond their bytes, or write beyond its own, are refused before it
 * sees their rows; what is merely unusual is read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "store/source_kind.h"
#include "store/statistics/package_file.h"
#include "support/package_bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/shoal_package_hostile_XXXXXX";
static char path[64];

static const char *name_file(const char *suffix) {
    snprintf(path, sizeof path, "%s/a%s", folder, suffix);
    return path;
}

static shoal_table *load(const char *name, shoal_error *error) {
    source_options options = {.sha256 = true};
    shoal_table *table = NULL;
    *error = (shoal_error){0};
    shoal_status status = source_load(&table, NULL, &name, 1, &options, error);
    assert_true((status == SHOAL_OK) == (table != NULL));
    return table;
}

static const char *cell(const shoal_table *table, size_t row, size_t index) {
    const column *of = &table->column[index];
    return dictionary_text(&of->values, codes_get(&of->codes, row));
}

static void check_refused(const char *name, const shoal_table *table, const shoal_error *error,
                          const char *why) {
    if (table || !strstr(error->message, why))
        print_message("%s: not refused (%s): %s\n", name, why, error->message);
    assert_null(table);
    assert_int_equal(error->status, SHOAL_BAD_DATA);
    assert_string_equal(error->code, "package_file_damaged");
    assert_non_null(strstr(error->message, name));
    assert_non_null(strstr(error->message, why));
}

/* ---- Long texts of SPSS ---------------------------------------------------------------------- */

typedef struct parts_case {
    const char *rows[4];
    size_t cells;
    bool other_code;
    const char *refused; /* in which row; NULL: it is read */
} parts_case;

static const parts_case parts_cases[] = {
    {{"xxx", "xbx"}, 1, false, NULL},
    {{"xx", "xx"}, 32, false, NULL},
    /* Not in UTF-8, or not in parts, nothing is taken back. */
    {{"0xx", "000"}, 1, true, NULL},
    {{"0", "x"}, 32, false, NULL},
    /* One byte is taken back at the end of each part but the last. */
    {{"xx0", "x0x"}, 1, false, NULL},
    {{"x0000000x"}, 1, false, NULL},
    {{"x00000000x"}, 1, false, "row 1"},
    {{"0x"}, 1, false, "row 1"},
    {{"00000000x"}, 1, false, "row 1"},
    {{"00"}, 32, false, "row 1"},
    {{"xx", "bb", "0x"}, 2, false, "row 3"},
    {{"nx"}, 4, false, "row 1"},
};

static void check_parts(const parts_case *of, int packing, bool swapped, bool counted) {
    const char *name = name_file(packing == 2 ? ".zsav" : ".sav");
    spss_sample sample = {.packing = packing,
                          .swapped = swapped,
                          .other_code = of->other_code,
                          .ends = !counted,
                          .cells = of->cells,
                          .rows = of->rows};
    shoal_error error;
    size_t rows = 0;
    while (of->rows[rows])
        rows++;
    sample.declared = counted ? (int32_t)rows : -1;
    assert_true(spss_sample_write(name, &sample));
    shoal_table *table = load(name, &error);
    if (of->refused) {
        check_refused(name, table, &error, of->refused);
        return;
    }
    if (!table)
        print_message("%s, %s: %s\n", name, of->rows[0], error.message);
    assert_non_null(table);
    assert_int_equal(table->rows, rows);
    assert_string_equal(cell(table, rows - 1, 0), rows == 1 ? "1" : "2");
    assert_int_equal(cell(table, 0, 1)[0], of->rows[0][0] == 'x' ? 'a' : '\0');
    shoal_table_free(table);
}

static void test_parts(void **state) {
    (void)state;
    for (size_t i = 0; package_is_built() && i < sizeof parts_cases / sizeof *parts_cases; i++)
        for (int way = 0; way < 12; way++)
            check_parts(&parts_cases[i], way % 3, way / 3 % 2, way / 6);
}

/* ---- Rows of SPSS that nobody counted -------------------------------------------------------- */

#define MANY 9000

static void test_unknown_rows(void **state) {
    (void)state;
    const char **rows = calloc(MANY + 1, sizeof *rows);
    assert_non_null(rows);
    for (size_t i = 0; i < MANY; i++)
        rows[i] = "x";
    for (int way = 0; package_is_built() && way < 6; way++) {
        const char *name = name_file(".sav");
        spss_sample sample = {
            .packing = way % 3, .ends = way >= 3, .declared = -1, .cells = 1, .rows = rows};
        shoal_error error;
        assert_true(spss_sample_write(name, &sample));
        shoal_table *table = load(name, &error);
        if (!table)
            print_message("%d: %s\n", way, error.message);
        assert_non_null(table);
        assert_int_equal(table->rows, MANY);
        shoal_table_free(table);
    }
    free(rows);
}

/* A row that is not whole is not left out. */
static void test_unknown_rows_cut(void **state) {
    (void)state;
    static const char *const rows[] = {"xx", "xx", "xx", NULL};
    for (int packing = 0; package_is_built() && packing < 2; packing++)
        for (size_t left_out = 1; left_out < 20; left_out++) {
            const char *name = name_file(".sav");
            spss_sample sample = {
                .packing = packing, .declared = -1, .cells = 1, .left_out = left_out, .rows = rows};
            shoal_error error;
            assert_true(spss_sample_write(name, &sample));
            check_refused(name, load(name, &error), &error, "within a row");
        }
}

/* ---- Names and texts of Stata ---------------------------------------------------------------- */

static const uint8_t versions[] = {104, 105, 108, 110, 111, 113, 114, 115, 117, 118, 119};
#define VERSIONS (sizeof versions / sizeof *versions)

static void test_stata(void **state) {
    (void)state;
    for (size_t i = 0; package_is_built() && i < 2 * VERSIONS; i++) {
        const char *name = name_file(".dta");
        stata_sample sample = {.version = versions[i / 2], .big = i % 2};
        shoal_error error;
        assert_true(stata_sample_write(name, &sample));
        shoal_table *table = load(name, &error);
        if (!table)
            print_message("%d: %s\n", sample.version, error.message);
        assert_non_null(table);
        assert_int_equal(table->rows, 2);
        assert_string_equal(cell(table, 0, 0), "no");
        assert_string_equal(cell(table, 1, 0), "yes");
        if (sample.version >= 117)
            assert_int_equal(strlen(cell(table, 1, 1)), 5000);
        shoal_table_free(table);
    }
}

static void test_stata_without_ends(void **state) {
    (void)state;
    for (size_t i = 0; package_is_built() && i < 8 * VERSIONS; i++) {
        const char *name = name_file(".dta");
        unsigned fault = i % 8 / 2;
        stata_sample sample = {.version = versions[i / 8],
                               .big = i % 2,
                               .open_name = fault == 0,
                               .open_set = fault == 1,
                               .open_text = fault == 2,
                               .empty_text = fault == 3};
        shoal_error error;
        if (fault >= 2 && sample.version < 117)
            continue;
        assert_true(stata_sample_write(name, &sample));
        check_refused(name, load(name, &error), &error,
                      fault < 2 ? "the name of a set of labels has no end"
                                : "a long text has no end");
    }
}

/* ---- */

static int open_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    remove(name_file(".sav"));
    remove(name_file(".zsav"));
    remove(name_file(".dta"));
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_unknown_rows),
        cmocka_unit_test(test_unknown_rows_cut),
        cmocka_unit_test(test_stata),
        cmocka_unit_test(test_stata_without_ends),
    };
    return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
