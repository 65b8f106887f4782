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
    remove(name_file(".dta"));
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stata),
        cmocka_unit_test(test_stata_without_ends),
    };
    return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
