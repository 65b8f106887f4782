/* The CSV reader against a slow twin that reads byte by byte, on random text. */
#include "base/random.h"
#include "base/text.h"
#include "store/csv_source.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define SEED 20240607
#define ROUNDS 2000

/* ---- The twin ----------------------------------------------------------------------------- */

typedef struct twin {
    const char *input;
    size_t length;
    size_t at;
    char delimiter;
    bool trim;
    int64_t line;
    text cells;     /* values of all records but blank lines, each with a NUL behind it */
    size_t fields;  /* of the record at hand */
    size_t columns; /* of the first record */
    size_t records;
    size_t blanks; /* blank lines since the last record */
    bool failed;
    int64_t fault_line;
    int64_t fault_column;
} twin;

/* The text as if it always ended with a line feed. */
static int twin_byte(const twin *self, size_t ahead) {
    size_t at = self->at + ahead;
    if (at < self->length)
        return (unsigned char)self->input[at];
    bool ended = self->length > 0 && self->input[self->length - 1] == '\n';
    return at == self->length && self->length > 0 && !ended ? '\n' : -1;
}

static bool twin_line_end(const twin *self) {
    return twin_byte(self, 0) == '\n' || (twin_byte(self, 0) == '\r' && twin_byte(self, 1) == '\n');
}

static void twin_step(twin *self) {
    if (twin_byte(self, 0) == '\n')
        self->line++;
    self->at++;
}

static void twin_fail(twin *self, int64_t line, int64_t field) {
    self->failed = true;
    self->fault_line = line;
    self->fault_column = field;
}

static void twin_keep(twin *self) {
    char byte = (char)twin_byte(self, 0);
    if (byte == '\0')
        twin_fail(self, self->line, (int64_t)self->fields + 1);
    text_add(&self->cells, &byte, 1);
    twin_step(self);
}

static void twin_quoted(twin *self) {
    int64_t opened = self->line;
    twin_step(self);
    while (!self->failed) {
        if (twin_byte(self, 0) == -1) {
            twin_fail(self, opened, (int64_t)self->fields + 1);
        } else if (twin_byte(self, 0) == '"' && twin_byte(self, 1) == '"') {
            twin_step(self);
            twin_keep(self);
        } else if (twin_byte(self, 0) == '"') {
            twin_step(self);
            break;
        } else {
            twin_keep(self);
        }
    }
    if (!self->failed && !twin_line_end(self) && twin_byte(self, 0) != self->delimiter)
        twin_fail(self, self->line, (int64_t)self->fields + 1);
}

static void twin_field(twin *self) {
    while (self->trim && (twin_byte(self, 0) == ' ' || twin_byte(self, 0) == '\t') &&
           twin_byte(self, 0) != self->delimiter)
        twin_step(self);
    if (twin_byte(self, 0) == '"')
        twin_quoted(self);
    else
        while (!self->failed && !twin_line_end(self) && twin_byte(self, 0) != self->delimiter)
            twin_keep(self);
    text_add(&self->cells, "", 1);
    self->fields++;
}

static void twin_finish_line(twin *self) {
    while (twin_byte(self, 0) != '\n')
        twin_step(self);
    twin_step(self);
}

static void twin_record(twin *self) {
    int64_t begun = self->line;
    self->fields = 0;
    twin_field(self);
    while (!self->failed && twin_byte(self, 0) == self->delimiter) {
        twin_step(self);
        twin_field(self);
    }
    if (self->failed)
        return;
    if (self->records == 0)
        self->columns = self->fields;
    if (self->fields != self->columns)
        twin_fail(self, begun, 0);
    else
        twin_finish_line(self);
    self->records++;
}

/* Blank lines of a single column are values once a record follows. */
static void twin_read(twin *self) {
    self->line = 1;
    if (self->length >= 3 && memcmp(self->input, "\xef\xbb\xbf", 3) == 0) {
        self->input += 3;
        self->length -= 3;
    }
    while (!self->failed && twin_byte(self, 0) != -1) {
        if (twin_line_end(self)) {
            self->blanks++;
            twin_finish_line(self);
            continue;
        }
        bool valued = self->records > 0 && self->columns == 1;
        for (size_t i = 0; valued && i < self->blanks; i++, self->records++)
            text_add(&self->cells, "", 1);
        self->blanks = 0;
        twin_record(self);
    }
    if (!self->failed && self->records == 0)
        twin_fail(self, 1, 0);
}

/* ---- Comparison --------------------------------------------------------------------------- */

static void compare_tables(const twin *slow, const shoal_table *fast, const char *about) {
    if (fast->rows != slow->records || fast->columns != slow->columns)
        fail_msg("%s: %zu x %zu, not %zu x %zu", about, fast->rows, fast->columns, slow->records,
                 slow->columns);
    const char *cell = slow->cells.bytes;
    for (size_t r = 0; r < fast->rows; r++)
        for (size_t c = 0; c < fast->columns; c++, cell += strlen(cell) + 1) {
            const char *value = shoal_table_value(fast, (int64_t)r, (int64_t)c);
            if (strcmp(value, cell) != 0)
                fail_msg("%s: row %zu, column %zu is [%s], not [%s]", about, r, c, value, cell);
        }
    for (size_t c = 0; c < fast->columns; c++) {
        const dictionary *values = &fast->column[c].values;
        for (uint32_t i = 1; i < values->size; i++)
            if (strcmp(dictionary_text(values, i - 1), dictionary_text(values, i)) >= 0)
                fail_msg("%s: values of column %zu are not sorted", about, c);
    }
}

static void compare(const twin *slow, const source_options *options, const char *input,
                    size_t length, uint64_t round) {
    shoal_table *fast = NULL;
    shoal_error error = {0};
    shoal_status status = csv_read_memory(&fast, input, length, options, &error);
    char about[400];
    snprintf(about, sizeof about, "seed %d round %llu chunk %zu threads %d: %s", SEED,
             (unsigned long long)round, options->chunk, threads_count(options->pool),
             error.message);
    if (status != (slow->failed ? SHOAL_BAD_DATA : SHOAL_OK))
        fail_msg("%s: status %d", about, (int)status);
    if (!slow->failed)
        compare_tables(slow, fast, about);
    else if (error.line != slow->fault_line || error.column != slow->fault_column)
        fail_msg("%s: expected line %lld column %lld", about, (long long)slow->fault_line,
                 (long long)slow->fault_column);
    shoal_table_free(fast);
}

static void compare_chunks(const char *input, size_t length, char delimiter, bool trim,
                           thread_pool *pool, uint64_t round) {
    static const size_t chunks[] = {1, 7, 64, 300, 0};
    twin slow = {.input = input, .length = length, .delimiter = delimiter, .trim = trim};
    twin_read(&slow);
    assert_false(slow.cells.failed);
    for (size_t c = 0; c < sizeof chunks / sizeof *chunks; c++) {
        source_options options = {.encoding = TEXT_BYTES,
                                  .delimiter = delimiter,
                                  .header = SHOAL_NO,
                                  .trim = trim ? SHOAL_YES : SHOAL_NO,
                                  .pool = pool,
                                  .chunk = chunks[c]};
        compare(&slow, &options, input, length, round);
    }
    text_free(&slow.cells);
}

/* ---- Random text -------------------------------------------------------------------------- */

/* Mostly special characters, so that everything meets everything. */
static void make_soup(text *out, random_stream *random, char delimiter) {
    const char alphabet[] = {'a', 'b', '"', '"', delimiter, delimiter, '\n', '\n', '\r', ' ', '\t'};
    size_t length = random_below(random, 60);
    size_t variety = 1 + random_below(random, sizeof alphabet);
    for (size_t i = 0; i < length; i++) {
        char byte = alphabet[random_below(random, variety)];
        if (random_below(random, 500) == 0)
            byte = '\0';
        text_add(out, &byte, 1);
    }
}

static void make_value(text *out, random_stream *random, char delimiter, bool quoted) {
    const char alphabet[] = {'a', 'b', 'c', '1', '2', ' ', '\r', '"', delimiter, '\n'};
    size_t length = random_below(random, random_below(random, 4) ? 4 : 40);
    for (size_t i = 0; i < length; i++) {
        /* A quote that is not the first byte of a plain value is text. */
        size_t variety = quoted ? sizeof alphabet : i > 0 ? 8 : 5;
        char byte = alphabet[random_below(random, variety)];
        if (byte == '"' && quoted)
            text_add(out, "\"", 1);
        text_add(out, &byte, 1);
    }
}

/* A table as a program would write it, perhaps with one byte changed. */
static void make_table(text *out, random_stream *random, char delimiter) {
    size_t columns = 1 + random_below(random, 6);
    size_t rows = random_below(random, random_below(random, 8) ? 12 : 300);
    if (random_below(random, 100) == 0)
        rows += 4000;
    uint64_t quoting = random_below(random, 3) ? random_below(random, 5) : 0;
    const char *line_end = random_below(random, 2) ? "\n" : "\r\n";
    for (size_t r = 0; r < rows; r++) {
        if (random_below(random, 20) == 0)
            text_add_string(out, line_end);
        for (size_t c = 0; c < columns; c++) {
            bool quoted = random_below(random, 4) < quoting;
            if (c > 0)
                text_add(out, &delimiter, 1);
            text_add_string(out, quoted ? "\"" : "");
            make_value(out, random, delimiter, quoted);
            text_add_string(out, quoted ? "\"" : "");
        }
        if (r + 1 < rows || random_below(random, 2))
            text_add_string(out, line_end);
    }
    if (out->length > 0 && random_below(random, 4) == 0)
        out->bytes[random_below(random, out->length)] = "\"\n,a"[random_below(random, 4)];
}

typedef void text_maker(text *out, random_stream *random, char delimiter);

static void run_rounds(text_maker *make, const char *purpose) {
    thread_pool *pools[3] = {NULL};
    assert_int_equal(threads_start(&pools[1], 2, NULL), SHOAL_OK);
    assert_int_equal(threads_start(&pools[2], 7, NULL), SHOAL_OK);
    for (uint64_t round = 0; round < ROUNDS; round++) {
        random_stream random = random_open(SEED, purpose, round);
        char delimiter = ",;\t| "[random_below(&random, 5)];
        text input = {0};
        if (random_below(&random, 10) == 0)
            text_add_string(&input, "\xef\xbb\xbf");
        make(&input, &random, delimiter);
        assert_false(input.failed);
        compare_chunks(input.bytes ? input.bytes : "", input.length, delimiter,
                       random_below(&random, 3) == 0, pools[round % 3], round);
        text_free(&input);
    }
    threads_stop(pools[1]);
    threads_stop(pools[2]);
}

static void soup_is_read_as_the_twin_reads_it(void **state) {
    (void)state;
    run_rounds(make_soup, "soup");
}

static void tables_are_read_as_the_twin_reads_them(void **state) {
    (void)state;
    run_rounds(make_table, "table");
}

/* Any bytes at all, sniffed: no crash, and the same answer for every number of threads. */
static void sniffing_does_not_depend_on_threads(void **state) {
    (void)state;
    thread_pool *pool = NULL;
    assert_int_equal(threads_start(&pool, 3, NULL), SHOAL_OK);
    for (uint64_t round = 0; round < ROUNDS; round++) {
        random_stream random = random_open(SEED, "sniff", round);
        text input = {0};
        make_table(&input, &random, ",;\t|"[random_below(&random, 4)]);
        const char *bytes = input.bytes ? input.bytes : "";
        shoal_table *one = NULL;
        shoal_table *other = NULL;
        shoal_error first = {0};
        shoal_error second = {0};
        source_options alone = {.label = "t"};
        source_options together = {.label = "t", .pool = pool, .chunk = 30};
        shoal_status status = csv_read_memory(&one, bytes, input.length, &alone, &first);
        assert_int_equal(status, csv_read_memory(&other, bytes, input.length, &together, &second));
        assert_string_equal(first.message, second.message);
        if (status == SHOAL_OK) {
            assert_int_equal(one->rows, other->rows);
            for (size_t c = 0; c < one->columns; c++)
                assert_memory_equal(one->column[c].codes.data, other->column[c].codes.data,
                                    one->rows * (size_t)one->column[c].codes.width);
        }
        shoal_table_free(one);
        shoal_table_free(other);
        text_free(&input);
    }
    threads_stop(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soup_is_read_as_the_twin_reads_it),
        cmocka_unit_test(tables_are_read_as_the_twin_reads_them),
        cmocka_unit_test(sniffing_does_not_depend_on_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
