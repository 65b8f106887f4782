/* Releases of random tables by every recoding, with one byte changed between writing and reading
 * back: verification finds it, unless every cell still reads the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/text.h"
#include "release/release_verify.h"
#include "store/csv_cells.h"
#include "store/memory/memory_sink.h"
#include "support/random_cases.h"
#include "support/recoded_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FAULTS 100 /* of each release */
#define COLUMNS 5  /* id, two numbers, a sensitive one and a plain one */

static uint64_t seed;
static const release_checks no_checks = {0};

/* ---- Random tables -------------------------------------------------------------------------- */

static const char *const plain_values[] = {"x",  "y ",   "a,b", "a;b", "\"",  "",
                                           "\r", "l\nl", "*",   "é",   "1.50"};
#define PLAIN (sizeof plain_values / sizeof *plain_values)

static void add_cell(text *out, const char *value, char delimiter, size_t place) {
    char separator = place + 1 < COLUMNS ? delimiter : '\n';
    csv_cells_form form = {.delimiter = delimiter, .separator = separator};
    csv_cells_escape(out, value, strlen(value), &form);
}

static void add_row(text *out, random_stream *draw, char delimiter, size_t row) {
    char number[32];
    snprintf(number, sizeof number, "person %zu", row);
    add_cell(out, number, delimiter, 0);
    snprintf(number, sizeof number, "%d", 20 + (int)random_below(draw, 12));
    add_cell(out, number, delimiter, 1);
    snprintf(number, sizeof number, "%d", 1000 * (1 + (int)random_below(draw, 4)));
    add_cell(out, number, delimiter, 2);
    add_cell(out, random_below(draw, 2) ? "flu" : "cold", delimiter, 3);
    add_cell(out, plain_values[random_below(draw, PLAIN)], delimiter, 4);
}

static text draw_table(random_stream *draw, char delimiter) {
    static const char *const names[COLUMNS] = {"id", "age", "pay, net", "ill", "note"};
    text out = {0};
    size_t rows = 4 + random_below(draw, 30);
    for (size_t i = 0; i < COLUMNS; i++)
        add_cell(&out, names[i], delimiter, i);
    for (size_t row = 0; row < rows; row++)
        add_row(&out, draw, delimiter, row);
    text_add(&out, "", 1);
    assert_false(out.failed);
    return out;
}

static shoal_plan *draw_plan(random_stream *draw, const recoding *by, char delimiter) {
    static const char *const limits[] = {"0", "0.2", "0.6"};
    shoal_plan *plan = NULL;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    plan_set(plan, "privacy.k", random_below(draw, 2) ? "2" : "3");
    plan_set(plan, "suppression", limits[random_below(draw, 3)]);
    plan_set(plan, "recoding", by->name);
    plan_set(plan, "attributes.id.role", "identifier");
    plan_set(plan, "identifiers", random_below(draw, 2) ? "drop" : "mask");
    plan_set(plan, "attributes.age.role", "quasi");
    plan_set(plan, "attributes.pay, net.role", "quasi");
    plan_set(plan, "attributes.ill.role", "sensitive");
    plan_set(plan, "input.header", "yes");
    plan_set(plan, "input.delimiter", (char[]){delimiter, '\0'});
    return plan;
}

/* ---- Cells, as a naive reader sees them ------------------------------------------------------ */

/* Adds one field as it reads, and a byte that ends it; returns where the next one begins. A quote
 * that is never closed, or is followed by anything but a separator, ends in a byte of its own. */
static size_t add_field(text *out, const char *bytes, size_t length, size_t at, char delimiter) {
    bool quoted = at < length && bytes[at] == '"', open = quoted;
    for (at += quoted; at < length; at++) {
        bool pair = open && bytes[at] == '"' && at + 1 < length && bytes[at + 1] == '"';
        if (open && bytes[at] == '"' && !pair) {
            open = false;
            continue;
        }
        if (!open && (bytes[at] == delimiter || bytes[at] == '\n'))
            break;
        if (quoted && !open)
            text_add(out, "\2", 1);
        text_add(out, bytes + at, 1);
        at += pair;
    }
    char last = at < length ? bytes[at] : '\n';
    text_add(out, open ? "\3" : last == '\n' ? "\n\1" : "\1", open || last != '\n' ? 1 : 2);
    return at + 1;
}

static text cells_of(const char *bytes, size_t length, char delimiter) {
    text out = {0};
    for (size_t at = 0; at < length;)
        at = add_field(&out, bytes, length, at, delimiter);
    assert_false(out.failed);
    return out;
}

/* A carriage return at the very end of a file ends its last line. */
static bool reads_the_same(const char *one, const char *other, size_t length, char delimiter) {
    size_t shorter = length - (other[length - 1] == '\r');
    text first = cells_of(one, length, delimiter), second = cells_of(other, shorter, delimiter);
    bool same = first.bytes && second.bytes && first.length == second.length &&
                memcmp(first.bytes, second.bytes, first.length) == 0;
    text_free(&first);
    text_free(&second);
    return same;
}

/* ---- Faults ---------------------------------------------------------------------------------- */

/* Bytes that mean something to a reader come up more often than others. */
static char draw_byte(random_stream *draw, char instead_of) {
    static const char special[] = "\",;\t|\n\r*0129 \0\xEF\x1f";
    char drawn = instead_of;
    while (drawn == instead_of)
        drawn = random_below(draw, 2) ? special[random_below(draw, sizeof special - 1)]
                                      : (char)random_below(draw, 256);
    return drawn;
}

static char *content_of(const sink *written, size_t *length) {
    int descriptor = sink_file(written)->descriptor;
    off_t end = lseek(descriptor, 0, SEEK_END);
    assert_true(end > 0);
    char *bytes = malloc((size_t)end);
    assert_non_null(bytes);
    assert_int_equal(pread(descriptor, bytes, (size_t)end, 0), end);
    *length = (size_t)end;
    return bytes;
}

typedef struct fault_count {
    size_t found, harmless;
} fault_count;

static void put_byte(const sink *written, size_t at, char byte) {
    assert_int_equal(pwrite(sink_file(written)->descriptor, &byte, 1, (off_t)at), 1);
}

static void inject(sink *written, const release_task *task, const shoal_plan *plan,
                   random_stream *draw, fault_count *count) {
    size_t length;
    char *before = content_of(written, &length), *after = content_of(written, &length);
    for (int i = 0; i < FAULTS; i++) {
        size_t at = random_below(draw, length);
        after[at] = draw_byte(draw, before[at]);
        put_byte(written, at, after[at]);
        shoal_error error = {0};
        shoal_status status = release_verify(written, task, plan, &no_checks, NULL, &error);
        bool harmless = reads_the_same(before, after, length, plan->delimiter);
        if (status != SHOAL_UNVERIFIED && !(harmless && status == SHOAL_OK))
            fail_msg("byte %zu, %d instead of %d: status %d, %s; the file was\n%.*s", at, after[at],
                     before[at], status, error.message, (int)length, before);
        count->found += status == SHOAL_UNVERIFIED;
        count->harmless += status == SHOAL_OK;
        after[at] = before[at];
        put_byte(written, at, before[at]);
    }
    assert_int_equal(release_verify(written, task, plan, &no_checks, NULL, NULL), SHOAL_OK);
    free(before);
    free(after);
}

/* The same for a release in memory: a code that becomes another one of its column. */
static void inject_codes(sink *written, const release_task *task, const shoal_plan *plan,
                         random_stream *draw, fault_count *count) {
    source_options options = {0};
    source *from = NULL;
    shoal_table *seen = NULL; /* its codes are those of the release */
    assert_int_equal(sink_reopen(&from, written, &options, NULL), SHOAL_OK);
    assert_int_equal(source_load_opened(&seen, NULL, from, &options, NULL), SHOAL_OK);
    for (int i = 0; i < FAULTS; i++) {
        column *of = &seen->column[random_below(draw, seen->columns)];
        size_t row = random_below(draw, seen->rows);
        uint32_t before = codes_get(&of->codes, row);
        uint32_t after = (uint32_t)random_below(draw, of->values.size);
        if (!of->borrowed || after == before)
            continue;
        codes_put(&of->codes, row, after);
        assert_int_equal(release_verify(written, task, plan, &no_checks, NULL, NULL),
                         SHOAL_UNVERIFIED);
        codes_put(&of->codes, row, before);
        count->found++;
    }
    assert_int_equal(release_verify(written, task, plan, &no_checks, NULL, NULL), SHOAL_OK);
    shoal_table_free(seen);
}

static void try_in_memory(const release_task *task, const shoal_plan *plan, random_stream *draw,
                          fault_count *count) {
    sink *written = NULL;
    shoal_table *published = NULL;
    assert_int_equal(memory_sink_open(&written, &published, NULL), SHOAL_OK);
    assert_int_equal(release_write(written, task, NULL), SHOAL_OK);
    inject_codes(written, task, plan, draw, count);
    sink_close(written);
    assert_null(published);
}

static bool try_one(const recoding *by, uint64_t index, fault_count *count) {
    random_stream draw = random_open(seed, by->name, index);
    char delimiter = ",;\t|"[random_below(&draw, 4)];
    text csv = draw_table(&draw, delimiter);
    shoal_plan *plan = draw_plan(&draw, by, delimiter);
    recoded_table made;
    shoal_error error = {0};
    shoal_status status = recoded_table_open(&made, plan, csv.bytes, &error);
    if (status == SHOAL_OK)
        status = recoded_table_publish(&made, &error);
    if (status != SHOAL_OK && status != SHOAL_INFEASIBLE)
        fail_msg("case %llu: %s", (unsigned long long)index, error.message);
    if (status == SHOAL_OK) {
        sink *written = NULL;
        assert_int_equal(sink_open(&written, "-", NULL), SHOAL_OK);
        assert_int_equal(release_write(written, &made.task, NULL), SHOAL_OK);
        inject(written, &made.task, plan, &draw, count);
        sink_close(written);
        try_in_memory(&made.task, plan, &draw, count);
    }
    recoded_table_close(&made);
    shoal_plan_free(plan);
    text_free(&csv);
    return status == SHOAL_OK;
}

static void every_fault_is_found(void **state) {
    (void)state;
    size_t cases = property_cases(15);
    for (size_t r = 0; recoding_list[r]; r++) {
        fault_count count = {0};
        size_t released = 0;
        for (size_t i = 0; i < cases; i++)
            released += try_one(recoding_list[r], i, &count);
        print_message("%s: %zu of %zu released, %zu faults found, %zu harmless\n",
                      recoding_list[r]->name, released, cases, count.found, count.harmless);
        assert_true(released > cases / 4);
        assert_true(count.found > 20 * count.harmless);
    }
}

int main(void) {
    seed = property_seed();
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_fault_is_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
