/* Random tables with awkward values through the whole of anonymize: what is released verifies, and
 * the columns that are not recoded come out as they went in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "files/pending_file.h"
#include "store/csv_cells.h"
#include "support/random_cases.h"

#include <shoal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_COLUMNS 5
#define MOST_ROWS 60

static const char *const awkward[] = {
    "a",          "b",          "b ", " b",   "",     "?", "NA",   "*",  "\"",       "a,b",
    "a;b",        "x\ny",       "\r", "\tq",  "\"\"", "1", "10",   "-3", "1.50",     "1e3",
    "2001-02-03", "1999-12-31", "é",  "\xff", "'",    "#", "=1+1", "c1", "\x1f\x8b", "\xEF\xBB\xBF",
};
#define AWKWARD (sizeof awkward / sizeof *awkward)

static uint64_t seed;

/* ---- A random table ------------------------------------------------------------------------- */

typedef struct random_table {
    size_t rows, columns;
    const char *cell[MOST_ROWS][MOST_COLUMNS];
    bool quasi[MOST_COLUMNS];
    size_t quasi_count;
    char delimiter;
    bool header;
} random_table;

static random_table table_new(random_stream *draw) {
    random_table made = {.rows = 1 + random_below(draw, MOST_ROWS),
                         .columns = 1 + random_below(draw, MOST_COLUMNS),
                         .delimiter = ",;\t|"[random_below(draw, 4)],
                         .header = random_below(draw, 4) > 0};
    for (size_t i = 0; i < made.columns; i++) {
        uint64_t first = random_below(draw, AWKWARD), kinds = 1 + random_below(draw, 6);
        made.quasi[i] = i == 0 || random_below(draw, 2);
        made.quasi_count += made.quasi[i];
        for (size_t row = 0; row < made.rows; row++)
            made.cell[row][i] = awkward[(first + random_below(draw, kinds)) % AWKWARD];
    }
    return made;
}

static void table_write(const random_table *table, const char *path) {
    text out = {0};
    for (size_t i = 0; table->header && i < table->columns; i++)
        text_format(&out, "column %zu%c", i, i + 1 < table->columns ? table->delimiter : '\n');
    for (size_t row = 0; row < table->rows; row++)
        for (size_t i = 0; i < table->columns; i++) {
            char separator = i + 1 < table->columns ? table->delimiter : '\n';
            csv_cells_form form = {.delimiter = table->delimiter,
                                   .separator = separator,
                                   .quoted = table->columns == 1};
            csv_cells_escape(&out, table->cell[row][i], strlen(table->cell[row][i]), &form);
        }
    assert_int_equal(file_write_whole(path, out.bytes, out.length, NULL), SHOAL_OK);
    text_free(&out);
}

static void set(shoal_plan *plan, const char *key, const char *value) {
    assert_int_equal(shoal_plan_set(plan, key, value, NULL), SHOAL_OK);
}

static shoal_plan *plan_for(const random_table *table, random_stream *draw) {
    static const char *const rules[] = {"category", "wildcard", "drop"};
    static const char *const limits[] = {"0", "0.1", "0.5", "1"};
    static const char *const specs[] = {"flat", "auto", "mask:right", "mask:left"};
    shoal_plan *plan;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    char key[64], value[16];
    snprintf(value, sizeof value, "%d", 1 + (int)random_below(draw, 4));
    set(plan, "privacy.k", value);
    set(plan, "suppression", limits[random_below(draw, 4)]);
    set(plan, "missing.rule", rules[random_below(draw, 3)]);
    set(plan, "threads", random_below(draw, 2) ? "1" : "3");
    for (size_t i = 0; i < table->columns; i++) {
        const char *name = table->header ? "column %zu" : "c%zu";
        char attribute[32];
        snprintf(attribute, sizeof attribute, name, table->header ? i : i + 1);
        snprintf(key, sizeof key, "attributes.%s.role", attribute);
        set(plan, key, table->quasi[i] ? "quasi" : "plain");
        if (!table->quasi[i])
            continue;
        snprintf(key, sizeof key, "attributes.%s.hierarchy", attribute);
        set(plan, key, specs[random_below(draw, 4)]);
    }
    char delimiter[2] = {table->delimiter, '\0'};
    set(plan, "input.delimiter", delimiter);
    set(plan, "input.header", table->header ? "yes" : "no");
    set(plan, "input.trim", "no");
    set(plan, "order", "input"); /* row by row, as in the table */
    set(plan, "input.encoding", "bytes");
    return plan;
}

/* ---- What must hold ------------------------------------------------------------------------- */

static void check_plain_columns(const random_table *table, const uint8_t *kept, const char *path) {
    shoal_table *read;
    shoal_csv_options options = {.size = sizeof options,
                                 .delimiter = table->delimiter,
                                 .header = table->header ? SHOAL_YES : SHOAL_NO,
                                 .trim = SHOAL_NO,
                                 .threads = 1,
                                 .encoding = "bytes"};
    assert_int_equal(shoal_table_read_csv(&read, path, &options, NULL), SHOAL_OK);
    assert_int_equal(shoal_table_columns(read), table->columns);
    int64_t to = 0;
    for (size_t row = 0; row < table->rows; row++) {
        if (kept && !kept[row])
            continue;
        for (size_t i = 0; i < table->columns; i++)
            if (!table->quasi[i])
                assert_string_equal(shoal_table_value(read, to, (int64_t)i), table->cell[row][i]);
        to++;
    }
    assert_int_equal(shoal_table_rows(read), to);
    shoal_table_free(read);
}

static void check_released(const random_table *table, const shoal_plan *plan, const uint8_t *kept,
                           const char *path) {
    shoal_verdict verdict = {.size = sizeof verdict};
    shoal_error error = {0};
    assert_int_equal(shoal_verify(&verdict, plan, path, &error), SHOAL_OK);
    if (!verdict.holds)
        print_message("%s\n", error.message);
    assert_true(verdict.holds);
    check_plain_columns(table, kept, path);
}

static bool is_expected_refusal(shoal_status status) {
    return status == SHOAL_INFEASIBLE || status == SHOAL_USAGE || status == SHOAL_BAD_DATA;
}

static size_t run_one(uint64_t index) {
    random_stream draw = random_open(seed, "release", index);
    random_table table = table_new(&draw);
    shoal_plan *plan = plan_for(&table, &draw);
    table_write(&table, "in.csv");
    shoal_job job = {.size = sizeof job,
                     .input = "in.csv",
                     .output = random_below(&draw, 2) ? "out.csv" : "out.csv.gz"};
    shoal_result *result = NULL;
    shoal_error error = {0};
    shoal_status status = shoal_anonymize(&result, plan, &job, NULL, &error);
    if (status != SHOAL_OK && !is_expected_refusal(status))
        fail_msg("case %llu: %d, %s", (unsigned long long)index, status, error.message);
    if (status == SHOAL_OK)
        check_released(&table, plan, shoal_result_kept(result, NULL), job.output);
    else
        assert_int_equal(access(job.output, F_OK), -1);
    unlink(job.output);
    shoal_result_free(result);
    shoal_plan_free(plan);
    return status == SHOAL_OK;
}

static void releases_verify(void **state) {
    (void)state;
    size_t cases = property_cases(1500), released = 0;
    for (size_t i = 0; i < cases; i++)
        released += run_one(i);
    print_message("%zu of %zu released\n", released, cases);
    assert_true(released > cases / 4);
}

/* In memory where possible: each release is flushed to the disk before it gets its name. */
static int enter_folder(void **state) {
    static char in_memory[] = "/dev/shm/shoal-release-XXXXXX";
    static char on_disk[] = "/tmp/shoal-release-XXXXXX";
    *state = mkdtemp(in_memory);
    if (!*state)
        *state = mkdtemp(on_disk);
    return *state && chdir(*state) == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    unlink("in.csv");
    return chdir("/") == 0 && rmdir(*state) == 0 ? 0 : -1;
}

int main(void) {
    seed = property_seed();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(releases_verify, enter_folder, leave_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
