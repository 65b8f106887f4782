/* Random columns of Arrow's types, written to Parquet and read from there: the texts are those that
 * DuckDB's casts make, and the types are kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "data/table.h"
#include "store/duckdb/duckdb_library.h"
#include "support/arrow_made.h"
#include "support/random_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 300, MOST_COLUMNS = 64 };

/* Types that Parquet has for all of their values. */
static bool is_kept(const char *format) {
    static const char *const texts[] = {"n", "u", "U", "vu", "d:4,-2", "d:76,20,256"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i], format) == 0)
            return false;
    /* Nanoseconds do not fit into DuckDB's usual types. */
    return !(format[0] == 't' && format[2] == 'n');
}

static void check_column(const shoal_table *one, const shoal_table *other, size_t index,
                         const arrow_made_column *of) {
    for (int64_t row = 0; row < ROWS; row++) {
        int64_t at = (int64_t)index;
        assert_int_equal(shoal_table_is_null(one, row, at), shoal_table_is_null(other, row, at));
        assert_string_equal(shoal_table_value(one, row, at), of->cell[row].text);
        assert_string_equal(shoal_table_value(other, row, at), of->cell[row].text);
    }
    if (is_kept(of->format) && one->column[index].origin->of != other->column[index].origin->of)
        fail_msg("%s was not kept", of->format);
}

static void texts_are_those_of_duckdb(void **state) {
    (void)state;
    if (!duckdb_library_is_there())
        skip();
    uint64_t seed = property_seed();
    char path[] = "/tmp/shoal-arrow-XXXXXX.parquet";
    int file = mkstemps(path, 8);
    assert_true(file >= 0);
    close(file);
    for (size_t i = 0, cases = property_cases(12); i < cases; i++) {
        random_stream draw = random_open(seed, "arrow parquet", i);
        arrow_made_column columns[MOST_COLUMNS];
        static char names[MOST_COLUMNS][16];
        size_t count = 0, whole = ROWS;
        for (; arrow_cell_formats[count]; count++) {
            arrow_cell *cell = calloc(ROWS, sizeof *cell);
            assert_non_null(cell);
            for (size_t row = 0; row < ROWS; row++)
                arrow_cell_draw(&cell[row], arrow_cell_formats[count], &draw);
            cell[0] = (arrow_cell){.is_null = true};
            snprintf(names[count], sizeof names[count], "c%zu", count);
            columns[count] =
                (arrow_made_column){names[count], arrow_cell_formats[count], NULL, cell};
        }
        arrow_made made = {count, columns, ROWS, &whole, 1};
        struct ArrowArrayStream stream;
        shoal_table *one = NULL, *other = NULL;
        shoal_error error = {0};
        arrow_make_stream(&stream, &made, &draw, -1);
        assert_int_equal(shoal_table_from_arrow_stream(&one, &stream, NULL, &error), SHOAL_OK);
        if (shoal_table_write(one, path, &error) != SHOAL_OK ||
            shoal_table_read(&other, path, NULL, &error) != SHOAL_OK)
            fail_msg("%s", error.message);
        for (size_t c = 0; c < count; c++) {
            check_column(one, other, c, &columns[c]);
            free((void *)columns[c].cell);
        }
        shoal_table_free(one);
        shoal_table_free(other);
    }
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_those_of_duckdb),
    };
    return cmocka_run_group_tests_name("arrow_parquet", tests, NULL, NULL);
}
