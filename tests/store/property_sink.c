/* Random tables with awkward values, written through a sink in every compression: what is read
 * back, before and after publishing, is what was written; as one file or several. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "files/codec.h"
#include "store/memory/memory_sink.h"
#include "store/sink_kind.h"
#include "support/random_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_COLUMNS 4
#define MOST_ROWS 3000

/* In byte order, as dictionaries are; `*` is the last label of columns that have labels. */
static const char *const awkward[] = {
    "",   "\t", "\r", "\x1f\x8b", " b", "\"",           "\"\"",        "'",    "(\xB5/\xFDq",
    "*x", "-3", "1",  "1.50",     "?",  "NA",           "a",           "a\nb", "a, b; c|d\te",
    "b",  "b ", "c1", "x\r\ny",   "é",  "\xEF\xBB\xBF", "\xfd\x37zXZ", "\xff",
};
#define AWKWARD (sizeof awkward / sizeof *awkward)

typedef struct random_rows {
    size_t rows, columns;
    bool kept[MOST_ROWS];
    uint32_t code[MOST_COLUMNS][MOST_ROWS];
    feed_column texts[MOST_COLUMNS];
    dictionary values; /* of those that have one */
    char names[MOST_COLUMNS][24];
    size_t first; /* row of the feed */
} random_rows;

static dictionary dictionary_of_awkward(void) {
    dictionary made = {
        .size = AWKWARD, .bytes = malloc(1000), .offsets = calloc(AWKWARD + 1, sizeof(size_t))};
    for (size_t i = 0; i < AWKWARD; i++) {
        strcpy(made.bytes + made.offsets[i], awkward[i]);
        made.offsets[i + 1] = made.offsets[i] + strlen(awkward[i]) + 1;
    }
    return made;
}

static random_rows *rows_new(random_stream *draw) {
    random_rows *made = calloc(1, sizeof *made);
    assert_non_null(made);
    made->columns = 1 + random_below(draw, MOST_COLUMNS);
    made->rows = 1 + random_below(draw, random_below(draw, 4) == 0 ? MOST_ROWS : 30);
    made->values = dictionary_of_awkward();
    for (size_t i = 0; i < made->columns; i++) {
        snprintf(made->names[i], sizeof made->names[i], i % 2 ? "column %zu" : "a;b,\"%zu", i);
        bool labels = random_below(draw, 2);
        made->texts[i] =
            labels
                ? (feed_column){.name = made->names[i], .labels = awkward, .label_count = AWKWARD}
                : (feed_column){.name = made->names[i], .values = &made->values};
        for (size_t row = 0; row < made->rows; row++)
            made->code[i][row] = (uint32_t)random_below(draw, AWKWARD + labels);
    }
    for (size_t row = 0; row < made->rows; row++)
        made->kept[row] = random_below(draw, 5) > 0;
    made->kept[random_below(draw, made->rows)] = true;
    return made;
}

static void rows_free(random_rows *made) {
    free(made->values.bytes);
    free(made->values.offsets);
    free(made);
}

static void fill(const void *context, size_t begin, size_t count, uint32_t *cells) {
    const random_rows *from = context;
    for (size_t i = 0; i < from->columns; i++)
        memcpy(cells + i * ROW_FEED_MOST, from->code[i] + from->first + begin,
               count * sizeof *cells);
}

/* The rows [first, end). */
static row_feed feed_of(random_rows *made, size_t first, size_t end) {
    made->first = first;
    return (row_feed){.rows = end - first,
                      .kept = made->kept + first,
                      .columns = made->columns,
                      .column = made->texts,
                      .fill = fill,
                      .context = made};
}

static const char *text_of(const random_rows *made, size_t index, size_t row) {
    uint32_t code = made->code[index][row];
    return code == AWKWARD ? "*" : awkward[code];
}

static void assert_same(const shoal_table *table, const random_rows *made, bool named) {
    size_t at = 0;
    if (!table)
        abort();
    assert_int_equal(table->columns, made->columns);
    for (size_t i = 0; named && i < made->columns; i++)
        assert_string_equal(table->column[i].name, made->names[i]);
    for (size_t row = 0; row < made->rows; row++) {
        if (!made->kept[row])
            continue;
        assert_true(at < table->rows);
        for (size_t i = 0; i < made->columns; i++)
            assert_string_equal(shoal_table_value(table, (int64_t)at, (int64_t)i),
                                text_of(made, i, row));
        at++;
    }
    assert_int_equal(table->rows, at);
}

static char folder[] = "/tmp/shoal-sink-XXXXXX";

static size_t bytes_of(const char *path, char **out) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    *out = malloc(1 << 20);
    size_t length = fread(*out, 1, 1 << 20, file);
    fclose(file);
    return length;
}

/* Written with this many threads, read back and published. */
static void write_checked(const char *path, random_rows *made, const table_format *format,
                          int threads) {
    thread_pool *pool = property_threads(threads);
    row_feed feed = feed_of(made, 0, made->rows);
    sink_options options = {.format = *format, .pool = pool};
    source_options back = {.pool = pool, .sha256 = true};
    sink *to = NULL;
    source *from = NULL;
    shoal_table *table = NULL;
    shoal_error error = {0};
    assert_int_equal(sink_open(&to, path, NULL), SHOAL_OK);
    assert_int_equal(sink_write(to, &feed, &options, NULL), SHOAL_OK);
    for (int twice = 0; twice < 2; twice++) {
        if (sink_reopen(&from, to, &back, &error) != SHOAL_OK ||
            source_load_opened(&table, NULL, from, &back, &error) != SHOAL_OK)
            fail_msg("%s", error.message);
        assert_same(table, made, true);
        shoal_table_free(table);
    }
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(sink_publish(to, NULL), SHOAL_OK);
    sink_close(to);
    threads_stop(pool);
}

static void read_checked(const char *const *paths, size_t count, const random_rows *made,
                         const table_format *format) {
    source_options options = {.encoding = TEXT_BYTES,
                              .delimiter = format->csv.delimiter,
                              .header = format->csv.headless ? SHOAL_NO : SHOAL_YES,
                              .trim = SHOAL_NO,
                              .chunk = 100};
    shoal_table *table = NULL;
    shoal_error error = {0};
    if (source_load(&table, NULL, paths, count, &options, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    assert_same(table, made, !format->csv.headless);
    shoal_table_free(table);
}

static void check_one(random_rows *made, const table_format *format, const char *suffix) {
    char path[100], again[100];
    const char *name = path;
    snprintf(path, sizeof path, "%s/one.csv%s", folder, suffix);
    snprintf(again, sizeof again, "%s/again.csv%s", folder, suffix);
    write_checked(path, made, format, 1);
    write_checked(again, made, format, 3);
    char *one = NULL, *other = NULL;
    size_t length = bytes_of(path, &one);
    assert_int_equal(bytes_of(again, &other), length);
    assert_memory_equal(one, other, length);
    free(one);
    free(other);
    read_checked(&name, 1, made, format);
    unlink(path);
    unlink(again);
}

/* The same rows in up to three files of any compression. */
static void check_several(random_rows *made, const table_format *format, random_stream *draw) {
    char path[3][100];
    const char *names[3];
    size_t begin = 0, count = 0;
    for (size_t i = 0; i < 3; i++) {
        size_t end = i == 2 ? made->rows : begin + random_below(draw, made->rows - begin + 1);
        const codec *by = codec_list[random_below(draw, 4)];
        row_feed feed = feed_of(made, begin, end);
        sink_options options = {.format = *format};
        sink *to = NULL;
        size_t rows = 0;
        for (size_t row = begin; row < end; row++)
            rows += made->kept[row];
        begin = end;
        if (rows == 0 && format->csv.headless)
            continue;
        snprintf(path[count], sizeof *path, "%s/part%zu.csv%s", folder, i, by ? by->suffix : "");
        names[count] = path[count];
        assert_int_equal(sink_open(&to, names[count++], NULL), SHOAL_OK);
        assert_int_equal(sink_write(to, &feed, &options, NULL), SHOAL_OK);
        assert_int_equal(sink_publish(to, NULL), SHOAL_OK);
        sink_close(to);
    }
    read_checked(names, count, made, format);
    for (size_t i = 0; i < count; i++)
        unlink(names[i]);
}

static void what_is_written_is_read(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    size_t cases = property_cases(40);
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < cases; i++) {
        random_stream draw = random_open(seed, "sink", i);
        random_rows *made = rows_new(&draw);
        table_format format = {.csv = {.delimiter = ",;\t|"[random_below(&draw, 4)],
                                       .headless = random_below(&draw, 3) == 0}};
        const codec *by = codec_list[i % 4];
        /* Other names are written in any case. */
        for (size_t c = 0; format.csv.headless && c < made->columns; c++)
            snprintf(made->names[c], sizeof made->names[c], "c%zu", c + 1);
        check_one(made, &format, by ? by->suffix : "");
        check_several(made, &format, &draw);
        rows_free(made);
    }
    rmdir(folder);
}

/* ---- In memory ---------------------------------------------------------------------------------
 */

/* What is shown of a table in memory: a bit for each row that was as it must be. */
typedef struct shown_rows {
    const random_rows *made;
    uint8_t right[MOST_ROWS];
    size_t table_row[MOST_ROWS]; /* of those that are kept */
} shown_rows;

static void see(const cell_block *block, void *context) {
    shown_rows *shown = context;
    for (size_t i = 0; i < block->rows; i++) {
        bool right = true;
        for (size_t c = 0; c < block->columns; c++) {
            cell_span at = block->span[i * block->columns + c];
            const char *must = text_of(shown->made, c, shown->table_row[block->row + i]);
            right = right && at.end - at.begin == strlen(must) &&
                    memcmp(block->text + at.begin, must, strlen(must)) == 0;
        }
        shown->right[block->row + i] += right;
    }
}

static void assert_dictionaries(const shoal_table *table) {
    for (size_t c = 0; c < table->columns; c++) {
        const column *of = &table->column[c];
        bool used[AWKWARD + 1] = {0};
        assert_int_equal(of->codes.width, 1);
        for (size_t row = 0; row < table->rows; row++)
            used[codes_get(&of->codes, row)] = true;
        for (uint32_t code = 0; code < of->values.size; code++) {
            assert_true(used[code]);
            if (code > 0)
                assert_true(strcmp(dictionary_text(&of->values, code - 1),
                                   dictionary_text(&of->values, code)) < 0);
        }
    }
}

static void keep_in_memory(random_rows *made, int threads) {
    thread_pool *pool = property_threads(threads);
    row_feed feed = feed_of(made, 0, made->rows);
    sink_options options = {.pool = pool};
    shown_rows *shown = calloc(1, sizeof *shown);
    assert_non_null(shown);
    source_options back = {.pool = pool, .see = see, .see_context = shown};
    sink *to = NULL;
    source *from = NULL;
    shoal_table *table = NULL, *published = NULL;
    size_t rows = 0;
    shown->made = made;
    for (size_t row = 0; row < made->rows; row++)
        if (made->kept[row])
            shown->table_row[rows++] = row;
    assert_int_equal(memory_sink_open(&to, &published, NULL), SHOAL_OK);
    assert_int_equal(sink_write(to, &feed, &options, NULL), SHOAL_OK);
    assert_null(published);
    assert_int_equal(sink_reopen(&from, to, &back, NULL), SHOAL_OK);
    assert_int_equal(source_load_opened(&table, NULL, from, &back, NULL), SHOAL_OK);
    assert_same(table, made, true);
    for (size_t row = 0; row < rows; row++)
        assert_int_equal(shown->right[row], 1);
    shoal_table_free(table);
    assert_int_equal(sink_publish(to, NULL), SHOAL_OK);
    sink_close(to);
    assert_same(published, made, true);
    assert_dictionaries(published);
    shoal_table_free(published);
    free(shown);
    threads_stop(pool);
}

static void what_is_kept_in_memory_is_read(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    for (size_t i = 0; i < property_cases(60); i++) {
        random_stream draw = random_open(seed, "memory", i);
        random_rows *made = rows_new(&draw);
        keep_in_memory(made, 1 + (int)random_below(&draw, 3));
        rows_free(made);
    }
}

/* Reading back reads what will be handed out: a cell that changes there is seen. */
static void reading_back_reads_the_columns(void **state) {
    (void)state;
    random_stream draw = random_open(1, "changed", 0);
    random_rows *made = rows_new(&draw);
    row_feed feed = feed_of(made, 0, made->rows);
    sink_options options = {0};
    source_options back = {0};
    sink *to = NULL;
    source *from = NULL;
    shoal_table *table = NULL, *published = NULL;
    assert_int_equal(memory_sink_open(&to, &published, NULL), SHOAL_OK);
    assert_int_equal(sink_write(to, &feed, &options, NULL), SHOAL_OK);
    assert_int_equal(sink_reopen(&from, to, &back, NULL), SHOAL_OK);
    assert_int_equal(source_load_opened(&table, NULL, from, &back, NULL), SHOAL_OK);
    assert_int_equal(sink_publish(to, NULL), SHOAL_OK);
    assert_ptr_equal(table->column[0].codes.data, published->column[0].codes.data);
    shoal_table_free(table);
    shoal_table_free(published);
    sink_close(to);
    rows_free(made);
}

/* ---- Single cases ---------------------------------------------------------------------------- */

static void names_of_sinks(void **state) {
    (void)state;
    sink *to = NULL;
    shoal_error error;
    assert_int_equal(sink_open(&to, "s3://bucket/x.csv", &error), SHOAL_USAGE);
    static const char said[] = "cannot write s3://bucket/x.csv: \"s3\" is not a kind of output; "
                               "known: csv, parquet";
    assert_memory_equal(error.message, said, sizeof said - 1);
    assert_int_equal(sink_open(&to, "/tmp/shoal-sink-a:b.csv", &error), SHOAL_OK);
    assert_string_equal(sink_file(to)->path, "/tmp/shoal-sink-a:b.csv");
    sink_close(to);
    sink_close(NULL);
    assert_int_equal(access("/tmp/shoal-sink-a:b.csv", F_OK), -1);
    for (size_t i = 0; sink_kind_list[i]; i++) {
        const sink_kind *kind = sink_kind_list[i];
        assert_true(kind->name && kind->suffixes && kind->schemes && kind->open && kind->begin &&
                    kind->write && kind->finish && kind->reopen && kind->publish && kind->close);
    }
}

/* What is read back comes from the file: a byte that is changed there is seen. */
static void reading_back_reads_the_file(void **state) {
    (void)state;
    random_stream draw = random_open(1, "sink", 0);
    random_rows *made = rows_new(&draw);
    made->rows = made->columns = 1;
    made->kept[0] = true;
    made->texts[0] = (feed_column){.name = "name", .labels = awkward, .label_count = AWKWARD};
    made->code[0][0] = AWKWARD;
    row_feed feed = feed_of(made, 0, 1);
    sink_options options = {0};
    source_options back = {0};
    sink *to = NULL;
    source *from = NULL;
    shoal_table *table = NULL;
    assert_int_equal(sink_open(&to, "-", NULL), SHOAL_OK);
    assert_int_equal(sink_write(to, &feed, &options, NULL), SHOAL_OK);
    assert_int_equal(pwrite(sink_file(to)->descriptor, "X", 1, 5), 1);
    assert_int_equal(sink_reopen(&from, to, &back, NULL), SHOAL_OK);
    assert_int_equal(source_load_opened(&table, NULL, from, &back, NULL), SHOAL_OK);
    assert_string_equal(shoal_table_value(table, 0, 0), "X");
    shoal_table_free(table);
    sink_close(to);
    rows_free(made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(what_is_kept_in_memory_is_read),
        cmocka_unit_test(reading_back_reads_the_columns),
        cmocka_unit_test(names_of_sinks),
        cmocka_unit_test(reading_back_reads_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
