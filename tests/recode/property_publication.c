/* Publications with random labels, and random rows and cells that are blanked: every cell is
 * written as a naive reading of the publication says, and what is written verifies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/text.h"
#include "plan/plan.h"
#include "release/release_verify.h"
#include "store/csv_source.h"
#include "support/random_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ATTRIBUTES 3
#define MOST_ROWS 150 /* more than one word of bits */
#define MOST_VALUES 5
#define MOST_LABELS 4

static uint64_t seed;
static const release_checks no_checks = {0};
static const char *const labels[MOST_LABELS] = {"low", "high, or so", "\"q\"", "4"};

/* ---- A random publication -------------------------------------------------------------------- */

typedef struct random_publication {
    shoal_table *table; /* the attributes, and a column that is kept */
    size_t rows;
    publication published;
    published_attribute attribute[ATTRIBUTES];
    uint32_t of_value[ATTRIBUTES][MOST_VALUES];
    codes of_row[ATTRIBUTES];
    uint8_t row_codes[ATTRIBUTES][MOST_ROWS];
    uint64_t bits[ATTRIBUTES][MOST_ROWS / 64 + 1];
    const uint64_t *cells[ATTRIBUTES];
    uint8_t blank[MOST_ROWS];
    bool kept[MOST_ROWS];
    bool drops;
} random_publication;

static shoal_table *draw_table(random_stream *draw, size_t rows) {
    text csv = {0};
    shoal_table *made = NULL;
    source_options options = {.header = SHOAL_YES, .delimiter = ','};
    text_add_string(&csv, "a,b,c,kept\n");
    for (size_t row = 0; row < rows; row++)
        text_format(&csv, "%d,%d,%d,\"n, %zu\"\n", (int)random_below(draw, MOST_VALUES),
                    (int)random_below(draw, MOST_VALUES), (int)random_below(draw, MOST_VALUES),
                    row % 7);
    assert_int_equal(csv_read_memory(&made, csv.bytes, csv.length, &options, NULL), SHOAL_OK);
    text_free(&csv);
    return made;
}

static void draw_attribute(random_publication *out, size_t a, random_stream *draw) {
    published_attribute *made = &out->attribute[a];
    *made = (published_attribute){.labels = labels, .label_count = 1 + random_below(draw, 4)};
    for (size_t value = 0; value < MOST_VALUES; value++)
        out->of_value[a][value] = (uint32_t)random_below(draw, made->label_count);
    for (size_t row = 0; row < out->rows; row++)
        out->row_codes[a][row] = (uint8_t)random_below(draw, made->label_count);
    out->of_row[a] = (codes){out->row_codes[a], 1};
    if (random_below(draw, 2))
        made->of_value = out->of_value[a];
    else
        made->of_row = &out->of_row[a];
}

static void blank_rows(const void *context, size_t begin, size_t count, uint8_t *blank) {
    memcpy(blank, (const uint8_t *)context + begin, count);
}

static void draw_blanks(random_publication *out, random_stream *draw) {
    publication_blanks *blanks = &out->published.blanks;
    uint64_t often = 1 + random_below(draw, 10);
    for (size_t row = 0; row < out->rows; row++) {
        out->blank[row] = random_below(draw, often + 2) == 0;
        out->kept[row] = !out->drops || random_below(draw, 4) > 0;
        for (size_t a = 0; a < ATTRIBUTES; a++)
            if (random_below(draw, often) == 0)
                out->bits[a][row / 64] |= (uint64_t)1 << (row % 64);
    }
    for (size_t a = 0; a < ATTRIBUTES; a++)
        out->cells[a] = random_below(draw, 4) ? out->bits[a] : NULL;
    if (random_below(draw, 4))
        *blanks = (publication_blanks){.rows = blank_rows, .context = out->blank};
    if (random_below(draw, 4))
        blanks->cells = out->cells;
}

static void draw_publication(random_publication *out, random_stream *draw) {
    *out = (random_publication){.rows = 1 + random_below(draw, MOST_ROWS),
                                .drops = random_below(draw, 3) == 0};
    out->table = draw_table(draw, out->rows);
    out->published = (publication){.attributes = ATTRIBUTES, .attribute = out->attribute};
    for (size_t a = 0; a < ATTRIBUTES; a++)
        draw_attribute(out, a, draw);
    draw_blanks(out, draw);
}

/* ---- A naive reading of it ------------------------------------------------------------------- */

static const char *expected_cell(const random_publication *of, size_t row, size_t a) {
    const publication_blanks *blanks = &of->published.blanks;
    const published_attribute *from = &of->attribute[a];
    if (blanks->rows && of->blank[row])
        return "*";
    if (blanks->cells && blanks->cells[a] && (blanks->cells[a][row / 64] >> (row % 64)) % 2)
        return "*";
    if (from->of_row)
        return labels[of->row_codes[a][row]];
    const column *values = &of->table->column[a];
    return labels[from->of_value[codes_get(&values->codes, row)]];
}

static bool same_cells(const random_publication *of, size_t one, size_t other) {
    for (size_t a = 0; a < ATTRIBUTES; a++)
        if (strcmp(expected_cell(of, one, a), expected_cell(of, other, a)) != 0)
            return false;
    return true;
}

static bool is_all_stars(const random_publication *of, size_t row) {
    for (size_t a = 0; a < ATTRIBUTES; a++)
        if (strcmp(expected_cell(of, row, a), "*") != 0)
            return false;
    return true;
}

/* Counts as a reader would, row by row. */
static publication_claim count_classes(const random_publication *of) {
    publication_claim out = {.k = 1};
    for (size_t row = 0; row < of->rows; row++) {
        uint64_t size = 0;
        bool first = true;
        if (!of->kept[row])
            continue;
        out.rows++;
        out.stars += is_all_stars(of, row);
        for (size_t other = 0; other < of->rows; other++) {
            bool same = of->kept[other] && same_cells(of, row, other);
            size += same;
            first &= !(same && other < row);
        }
        if (is_all_stars(of, row) || !first)
            continue;
        out.smallest = out.classes++ == 0 || size < out.smallest ? size : out.smallest;
    }
    return out;
}

/* ---- Writing and verifying ------------------------------------------------------------------- */

static shoal_table *read_again(sink *written) {
    shoal_table *read = NULL;
    source *from = NULL;
    source_options options = {0};
    assert_int_equal(sink_reopen(&from, written, &options, NULL), SHOAL_OK);
    assert_int_equal(source_load_opened(&read, NULL, from, &options, NULL), SHOAL_OK);
    return read;
}

static void compare(const random_publication *of, const shoal_table *read) {
    int64_t at = 0;
    for (size_t row = 0; row < of->rows; row++) {
        if (!of->kept[row])
            continue;
        for (size_t a = 0; a < ATTRIBUTES; a++)
            assert_string_equal(shoal_table_value(read, at, (int64_t)a), expected_cell(of, row, a));
        assert_string_equal(shoal_table_value(read, at, ATTRIBUTES),
                            shoal_table_value(of->table, (int64_t)row, ATTRIBUTES));
        at++;
    }
    assert_int_equal(shoal_table_rows(read), at);
}

static bool try_one(uint64_t index, thread_pool *pool, const shoal_plan *plan) {
    static const release_column uses[] = {
        {COLUMN_PUBLISH, 0}, {COLUMN_PUBLISH, 1}, {COLUMN_PUBLISH, 2}, {COLUMN_KEEP, 0}};
    random_stream draw = random_open(seed, "publication", index);
    random_publication *made = malloc(sizeof *made);
    assert_non_null(made);
    draw_publication(made, &draw);
    made->published.claim = count_classes(made);
    release_task task = {.table = made->table,
                         .columns = uses,
                         .kept_rows = made->drops ? made->kept : NULL,
                         .published = &made->published,
                         .pool = index % 2 ? pool : NULL};
    bool any = made->published.claim.rows > 0;
    if (any) {
        sink *written = NULL;
        shoal_error error = {0};
        assert_int_equal(sink_open(&written, "-", NULL), SHOAL_OK);
        assert_int_equal(release_write(written, &task, NULL), SHOAL_OK);
        if (release_verify(written, &task, plan, &no_checks, NULL, &error) != SHOAL_OK)
            fail_msg("case %llu: %s", (unsigned long long)index, error.message);
        shoal_table *read = read_again(written);
        compare(made, read);
        shoal_table_free(read);
        sink_close(written);
    }
    shoal_table_free(made->table);
    free(made);
    return any;
}

static void cells_are_published_or_blanked(void **state) {
    (void)state;
    size_t cases = property_cases(200), written = 0;
    thread_pool *pool = property_threads(2);
    shoal_plan *plan = NULL;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    for (size_t i = 0; i < cases; i++)
        written += try_one(i, pool, plan);
    print_message("%zu of %zu written\n", written, cases);
    assert_true(written > cases / 2);
    shoal_plan_free(plan);
    threads_stop(pool);
}

int main(void) {
    seed = property_seed();
    const struct CMUnitTest tests[] = {cmocka_unit_test(cells_are_published_or_blanked)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
