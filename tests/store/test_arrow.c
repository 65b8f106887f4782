/* Arrow's structures: what is refused and how, what is borrowed, who releases what. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "data/table.h"
#include "support/arrow_made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- One column of one batch ------------------------------------------------------------------
 */

enum { ROWS = 4 };

static arrow_cell cells[ROWS];

/* Texts; NULL: no value. */
static void set_texts(const char *const text[ROWS]) {
    for (size_t i = 0; i < ROWS; i++) {
        cells[i] = (arrow_cell){.is_null = text[i] == NULL};
        if (text[i])
            snprintf(cells[i].text, sizeof cells[i].text, "%s", text[i]);
    }
}

static void set_numbers(const int64_t number[ROWS]) {
    for (size_t i = 0; i < ROWS; i++) {
        cells[i] = (arrow_cell){0};
        memcpy(cells[i].raw, &number[i], sizeof number[i]);
    }
}

typedef struct batch {
    arrow_made_column column[2];
    arrow_made made;
    struct ArrowSchema schema;
    struct ArrowArray array;
    size_t rows[1];
} batch;

static void make(batch *out, const char *format, const char *index) {
    out->column[0] = (arrow_made_column){"x", format, index, cells};
    out->rows[0] = ROWS;
    out->made = (arrow_made){1, out->column, ROWS, out->rows, 1};
    arrow_make_schema(&out->schema, &out->made);
    arrow_make_batch(&out->array, &out->made, 0, ROWS, NULL);
}

static shoal_status read_batch(shoal_table **out, batch *from, shoal_error *error) {
    *error = (shoal_error){0};
    shoal_status status =
        shoal_table_from_arrow_array(out, &from->schema, &from->array, NULL, error);
    assert_null(from->schema.release);
    assert_null(from->array.release);
    return status;
}

static void assert_refused(batch *from, const char *code, const char *part) {
    shoal_table *made;
    shoal_error error;
    shoal_status status = read_batch(&made, from, &error);
    assert_int_equal(status, SHOAL_BAD_DATA);
    assert_int_equal(error.status, SHOAL_BAD_DATA);
    assert_null(made);
    assert_string_equal(error.code, code);
    if (!strstr(error.message, part))
        fail_msg("\"%s\" is not in \"%s\"", part, error.message);
    assert_int_equal(arrow_made_open(), 0);
}

/* ---- Types ------------------------------------------------------------------------------------
 */

static void types_without_a_text_are_refused(void **state) {
    (void)state;
    static const char *const refused[][2] = {
        {"z", "binary"},       {"Z", "binary"},         {"w:16", "binary"},
        {"vz", "binary"},      {"+l", "lists"},         {"+L", "lists"},
        {"+w:3", "lists"},     {"+vl", "lists"},        {"+s", "structures"},
        {"+m", "maps"},        {"+ud:0,1", "unions"},   {"+r", "run-end encoded"},
        {"tDs", "durations"},  {"tiM", "intervals"},    {"d:0,0", "unknown"},
        {"d:77,0", "unknown"}, {"d:5,2,77", "unknown"}, {"d:5", "unknown"},
        {"ts", "unknown"},     {"tsx:", "unknown"},     {"?", "unknown"},
        {"", "unknown"},       {"cc", "unknown"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        batch of;
        set_texts((const char *const[]){"a", "b", "c", "d"});
        make(&of, "u", NULL);
        free((void *)of.schema.children[0]->format);
        of.schema.children[0]->format = strdup(refused[i][0]);
        assert_refused(&of, "arrow_type", refused[i][1]);
        make(&of, "u", "c");
        free((void *)of.schema.children[0]->dictionary->format);
        of.schema.children[0]->dictionary->format = strdup(refused[i][0]);
        assert_refused(&of, "arrow_type", "column 'x'");
    }
}

/* ---- Values -----------------------------------------------------------------------------------
 */

static void values_have_the_texts_of_other_sources(void **state) {
    (void)state;
    static const struct {
        const char *format;
        int64_t value;
        const char *text; /* NULL: refused */
    } rows[] = {
        {"l", INT64_MIN, "-9223372036854775808"},
        {"L", -1, "18446744073709551615"},
        {"c", -128, "-128"},
        {"tdD", 0, "1970-01-01"},
        {"tdD", -719528, "0001-01-01 (BC)"},
        {"tdD", INT32_MAX, "infinity"},
        {"tdD", -INT32_MAX, "-infinity"},
        {"tdD", 3000000, "10183-09-21"},
        {"tdm", -86400000, "1969-12-31"},
        {"tdm", 1, NULL},
        {"tdm", INT64_MAX / 86400000 * 86400000, NULL},
        {"tts", 86399, "23:59:59"},
        {"tts", 86400, "24:00:00"},
        {"tts", 86401, NULL},
        {"tts", -1, NULL},
        {"ttn", 1, "00:00:00.000000001"},
        {"ttu", 500000, "00:00:00.5"},
        {"tss:", -1, "1969-12-31 23:59:59"},
        {"tsm:UTC", -1, "1969-12-31 23:59:59.999+00"},
        {"tsu:", INT64_MAX, "infinity"},
        {"tsn:", INT64_MIN, "1677-09-21 00:12:43.145224192"},
        {"tsu:America/New_York", 0, "1970-01-01 00:00:00+00"},
        {"tss:", INT64_MIN, NULL},
        {"tss:", INT64_MAX / 2, NULL},
        {"d:5,2,64", -5, "-0.05"},
        {"d:2,2,64", 5, ".05"},
        {"d:5,-2,64", 12, "1200"},
        {"d:5,0,32", -7, "-7"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        batch of;
        shoal_table *made;
        shoal_error error;
        set_numbers((const int64_t[]){rows[i].value, rows[i].value, rows[i].value, rows[i].value});
        make(&of, rows[i].format, NULL);
        if (!rows[i].text) {
            assert_refused(&of, "arrow_value", "row 1, column 'x'");
            continue;
        }
        assert_int_equal(read_batch(&made, &of, &error), SHOAL_OK);
        assert_string_equal(shoal_table_value(made, ROWS - 1, 0), rows[i].text);
        shoal_table_free(made);
        assert_int_equal(arrow_made_open(), 0);
    }
}

static void texts_must_be_text(void **state) {
    (void)state;
    static const char *const formats[] = {"u", "U", "vu"};
    static const char *const bad[] = {"\xff", "a long text, but then \xc3", "\xEF\xBF\xBF"};
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
            for (int coded = 0; coded < 2; coded++) {
                batch of;
                set_texts((const char *const[]){"", "a", bad[i], "b"});
                make(&of, formats[f], coded ? "s" : NULL);
                assert_refused(&of, "value_not_text", "row 3, column 'x'");
            }
}

static void a_nul_byte_is_not_the_end_of_a_text(void **state) {
    (void)state;
    batch of;
    set_texts((const char *const[]){"a", "ab", "abcdefghijkl", "b"});
    make(&of, "u", NULL);
    char *bytes = (char *)of.array.children[0]->buffers[2];
    bytes[2] = '\0';
    assert_refused(&of, "value_not_text", "row 2, column 'x': the value has a NUL byte");
    make(&of, "u", NULL);
    bytes = (char *)of.array.children[0]->buffers[2];
    bytes[9] = '\0';
    assert_refused(&of, "value_not_text", "row 3, column 'x': the value has a NUL byte");
}

static void null_is_not_an_empty_text(void **state) {
    (void)state;
    static const char *const index[] = {NULL, "c", "L"};
    for (size_t i = 0; i < sizeof index / sizeof *index; i++) {
        batch of;
        shoal_table *made;
        shoal_error error;
        set_texts((const char *const[]){"", NULL, "a", "\"\""});
        make(&of, "u", index[i]);
        assert_int_equal(read_batch(&made, &of, &error), SHOAL_OK);
        assert_false(shoal_table_is_null(made, 0, 0));
        assert_string_equal(shoal_table_value(made, 0, 0), "");
        assert_true(shoal_table_is_null(made, 1, 0));
        assert_string_equal(shoal_table_value(made, 3, 0), "\"\"");
        shoal_table_free(made);
    }
}

/* ---- Layouts ----------------------------------------------------------------------------------
 */

static struct ArrowArray *first(batch *of) {
    return of->array.children[0];
}

static void drop_buffer(struct ArrowArray *of, int number) {
    free((void *)of->buffers[number]);
    of->buffers[number] = NULL;
}

static void negative_length(batch *of) {
    first(of)->length = -1;
}
static void negative_offset(batch *of) {
    first(of)->offset = -1;
}
static void endless_offset(batch *of) {
    first(of)->offset = INT64_MAX;
}
static void endless_length(batch *of) {
    first(of)->length = INT64_MAX / 16;
}
static void negative_nulls(batch *of) {
    first(of)->null_count = -2;
}
static void nulls_nowhere(batch *of) {
    first(of)->null_count = 1;
}
static void no_offsets(batch *of) {
    drop_buffer(first(of), 1);
}
static void no_bytes(batch *of) {
    drop_buffer(first(of), 2);
}
static void short_column(batch *of) {
    first(of)->length = ROWS - 1;
}
static void released_column(batch *of) {
    first(of)->release(first(of));
    first(of)->n_children = 0;
}
static void negative_rows(batch *of) {
    of->array.length = -1;
}
static void nulls_of_nothing(batch *of) {
    of->array.null_count = 2;
}
static void decreasing_offsets(batch *of) {
    ((int32_t *)first(of)->buffers[1])[1] = 4;
    ((int32_t *)first(of)->buffers[1])[2] = 1;
}
static void offsets_beyond(batch *of) {
    ((int32_t *)first(of)->buffers[1])[1] = 1000;
}
static void negative_offsets(batch *of) {
    ((int32_t *)first(of)->buffers[1])[0] = -1;
}
static void other_format(batch *of) {
    free((void *)of->schema.format);
    of->schema.format = strdup("u");
}
static void no_name(batch *of) {
    ((char *)of->schema.children[0]->name)[0] = '\0';
}
static void odd_name(batch *of) {
    ((char *)of->schema.children[0]->name)[0] = '\xff';
}

static void layouts_that_cannot_be_are_refused(void **state) {
    (void)state;
    static const struct {
        void (*spoil)(batch *of);
        const char *code, *part;
    } rows[] = {
        {negative_length, "arrow_invalid", "column 'x' has a negative length"},
        {negative_offset, "arrow_invalid", "negative"},
        {endless_offset, "arrow_invalid", "beyond all memory"},
        {endless_length, "arrow_invalid", "beyond all memory"},
        {negative_nulls, "arrow_invalid", "negative"},
        {nulls_nowhere, "arrow_invalid", "has nulls, but not where"},
        {no_offsets, "arrow_invalid", "has no buffer of values"},
        {no_bytes, "arrow_invalid", "has no buffer of texts"},
        {short_column, "arrow_invalid", "is shorter than its batch"},
        {released_column, "arrow_invalid", "is released"},
        {negative_rows, "arrow_invalid", "a batch has a negative length"},
        {nulls_of_nothing, "arrow_invalid", "a batch has nulls"},
        {decreasing_offsets, "arrow_value", "row 2"},
        {offsets_beyond, "arrow_value", "row 1"},
        {negative_offsets, "arrow_invalid", "negative or decrease"},
        {other_format, "arrow_invalid", "a table is a structure"},
        {no_name, "column_unnamed", "column 1 has no name"},
        {odd_name, "arrow_invalid", "not UTF-8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        batch of;
        set_texts((const char *const[]){"aa", "bb", "cc", "dd"});
        make(&of, "u", NULL);
        rows[i].spoil(&of);
        assert_refused(&of, rows[i].code, rows[i].part);
    }
}

static void codes_beyond_the_dictionary_are_refused(void **state) {
    (void)state;
    static const char *const index[] = {"c", "C", "s", "S", "i", "I", "l", "L"};
    for (size_t i = 0; i < sizeof index / sizeof *index; i++)
        for (int64_t bad = -1; bad <= 4; bad += 5) {
            batch of;
            set_texts((const char *const[]){"a", "b", "c", "d"});
            make(&of, "u", index[i]);
            memcpy((char *)first(&of)->buffers[1] + 2 * arrow_cell_width(index[i]), &bad,
                   arrow_cell_width(index[i]));
            assert_refused(&of, "arrow_value", "row 3, column 'x': the value is a code that");
        }
}

static void names_are_different(void **state) {
    (void)state;
    batch of;
    set_texts((const char *const[]){"a", "b", "c", "d"});
    for (size_t i = 0; i < 2; i++)
        of.column[i] = (arrow_made_column){"x", "u", NULL, cells};
    of.rows[0] = ROWS;
    of.made = (arrow_made){2, of.column, ROWS, of.rows, 1};
    arrow_make_schema(&of.schema, &of.made);
    arrow_make_batch(&of.array, &of.made, 0, ROWS, NULL);
    assert_refused(&of, "column_named_twice", "columns 1 and 2 have the same name, x");
}

static void a_table_has_rows_and_columns(void **state) {
    (void)state;
    batch of;
    make(&of, "u", NULL);
    of.array.length = 0;
    shoal_error error;
    shoal_table *made;
    assert_int_equal(read_batch(&made, &of, &error), SHOAL_BAD_DATA);
    assert_non_null(strstr(error.message, "no rows"));
    of.made = (arrow_made){0, of.column, ROWS, of.rows, 1};
    arrow_make_schema(&of.schema, &of.made);
    arrow_make_batch(&of.array, &of.made, 0, ROWS, NULL);
    assert_refused(&of, "table_empty", "no columns");
}

/* ---- Releasing --------------------------------------------------------------------------------
 */

static void what_is_released_is_not_read(void **state) {
    (void)state;
    batch of;
    shoal_error error;
    shoal_table *made;
    struct ArrowArrayStream stream = {0};
    make(&of, "u", NULL);
    of.array.release(&of.array);
    assert_int_equal(read_batch(&made, &of, &error), SHOAL_USAGE);
    assert_string_equal(error.code, "arrow_released");
    make(&of, "u", NULL);
    of.schema.release(&of.schema);
    assert_int_equal(read_batch(&made, &of, &error), SHOAL_USAGE);
    assert_int_equal(shoal_table_from_arrow_stream(&made, &stream, NULL, &error), SHOAL_USAGE);
    assert_int_equal(shoal_table_from_arrow_stream(&made, NULL, NULL, &error), SHOAL_USAGE);
    assert_int_equal(arrow_made_open(), 0);
}

static void a_stream_that_fails_says_why(void **state) {
    (void)state;
    batch of;
    shoal_error error;
    shoal_table *made;
    struct ArrowArrayStream stream;
    make(&of, "u", NULL);
    of.array.release(&of.array);
    of.schema.release(&of.schema);
    for (int at = 0; at < 2; at++) {
        arrow_make_stream(&stream, &of.made, NULL, at);
        assert_int_equal(shoal_table_from_arrow_stream(&made, &stream, NULL, &error), SHOAL_IO);
        assert_string_equal(error.code, "arrow_stream");
        assert_non_null(strstr(error.message, "the line is dead"));
        assert_null(made);
        assert_int_equal(arrow_made_open(), 0);
    }
}

/* ---- Without a copy ---------------------------------------------------------------------------
 */

static void codes_that_fit_are_borrowed(void **state) {
    (void)state;
    static const struct {
        const char *format, *index;
        const char *text[ROWS];
        bool is_borrowed;
    } rows[] = {
        {"u", "c", {"b", "a", "b", "c"}, true},   {"u", "C", {"b", "a", "b", "c"}, true},
        {"U", "c", {"b", "", "b", "c"}, true},    {"vu", "c", {"b", "a", "b", "c"}, true},
        {"u", "s", {"b", "a", "b", "c"}, false},  {"u", "i", {"b", "a", "b", "c"}, false},
        {"u", "c", {"b", NULL, "b", "c"}, false}, {"u", NULL, {"b", "a", "b", "c"}, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        batch of;
        shoal_table *made;
        shoal_error error;
        set_texts(rows[i].text);
        make(&of, rows[i].format, rows[i].index);
        const void *codes_of = first(&of)->buffers[1];
        assert_int_equal(read_batch(&made, &of, &error), SHOAL_OK);
        assert_int_equal(made->column[0].borrowed, rows[i].is_borrowed);
        assert_int_equal(made->column[0].codes.data == codes_of, rows[i].is_borrowed);
        assert_int_equal(arrow_made_open() > 0, rows[i].is_borrowed);
        for (int64_t row = 0; row < ROWS; row++)
            assert_string_equal(shoal_table_value(made, row, 0),
                                rows[i].text[row] ? rows[i].text[row] : "");
        shoal_table_free(made);
        assert_int_equal(arrow_made_open(), 0);
    }
}

/* A dictionary with a value that no row has, or that is out of order, is not the table's. */
static void codes_that_do_not_fit_are_copied(void **state) {
    (void)state;
    static const char *const texts[][ROWS] = {{"a", "b", "c", "d"}, {"a", "b", "c", "d"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        batch of;
        shoal_table *made;
        shoal_error error;
        set_texts(texts[i]);
        make(&of, "u", "c");
        if (i == 0)
            ((int8_t *)first(&of)->buffers[1])[3] = 0;
        else
            ((char *)first(&of)->dictionary->buffers[2])[0] = 'x';
        assert_int_equal(read_batch(&made, &of, &error), SHOAL_OK);
        assert_false(made->column[0].borrowed);
        assert_string_equal(shoal_table_value(made, i == 0 ? 3 : 0, 0), i == 0 ? "a" : "x");
        assert_int_equal(made->column[0].values.size, i == 0 ? 3 : 4);
        shoal_table_free(made);
        assert_int_equal(arrow_made_open(), 0);
    }
}

/* ---- Export -----------------------------------------------------------------------------------
 */

static void codes_are_handed_out_as_they_are(void **state) {
    (void)state;
    batch of;
    shoal_table *made;
    shoal_error error;
    struct ArrowArrayStream stream;
    struct ArrowArray out, child;
    set_texts((const char *const[]){"b", "a", "b", "c"});
    make(&of, "u", NULL);
    assert_int_equal(read_batch(&made, &of, &error), SHOAL_OK);
    assert_int_equal(shoal_table_to_arrow_stream(&stream, made, NULL, &error), SHOAL_OK);
    assert_int_equal(stream.get_next(&stream, &out), 0);
    assert_ptr_equal(out.children[0]->buffers[1], made->column[0].codes.data);
    /* A column may be moved out of its batch, and outlive everything. */
    child = *out.children[0];
    out.children[0]->release = NULL;
    out.release(&out);
    assert_null(out.release);
    assert_int_equal(stream.get_next(&stream, &out), 0);
    assert_null(out.release);
    stream.release(&stream);
    assert_null(stream.release);
    shoal_table_free(made);
    assert_int_equal(((const int8_t *)child.buffers[1])[3], 2);
    assert_memory_equal(child.dictionary->buffers[2], "abc", 3);
    child.release(&child);
}

/* Texts that are no values of the origin's type, to the letter. */
static void values_that_do_not_come_back_are_texts(void **state) {
    (void)state;
    static const struct {
        value_type of;
        int bits;
        const char *text[ROWS];
        const char *format;
    } rows[] = {
        {VALUE_INTEGER, 32, {"1", "2", "3", "-4"}, "i"},
        {VALUE_INTEGER, 32, {"1", "2", "3", "04"}, NULL},
        {VALUE_INTEGER, 8, {"1", "2", "3", "128"}, NULL},
        {VALUE_INTEGER, 64, {"1", "2", "3", "9223372036854775808"}, NULL},
        {VALUE_INTEGER, 128, {"1", "2", "3", "4"}, NULL},
        {VALUE_REAL, 64, {"1.0", "0.1", "nan", "-inf"}, "g"},
        {VALUE_REAL, 64, {"1", "2", "3", "4"}, NULL},
        {VALUE_BOOLEAN, 0, {"true", "false", "true", "true"}, "b"},
        {VALUE_BOOLEAN, 0, {"t", "f", "t", "t"}, NULL},
        {VALUE_DATE, 0, {"2020-02-29", "1970-01-01", "infinity", "0001-01-01"}, "tdD"},
        {VALUE_DATE, 0, {"2021-02-29", "1970-01-01", "a", "b"}, NULL},
        {VALUE_TIMESTAMP, 0, {"2020-02-29 10:00:00", "1970-01-01 00:00:00.5", "a", "b"}, NULL},
        {VALUE_TIMESTAMP,
         0,
         {"2020-02-29 10:00:00", "1970-01-01 00:00:00.5", "infinity", "2020-02-28 10:00:00"},
         "tsu:"},
        {VALUE_TIMESTAMP,
         0,
         {"2020-02-29 10:00:00", "1970-01-01 00:00:00.000000001", "infinity",
          "2020-02-28 10:00:00"},
         "tsn:"},
        {VALUE_TIME, 0, {"10:00:00", "24:00:00", "00:00:00.5", "00:00:01"}, "ttu"},
        {VALUE_OTHER, 0, {"a", "b", "c", "d"}, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        batch of;
        shoal_table *made;
        shoal_error error;
        struct ArrowArrayStream stream;
        struct ArrowSchema schema;
        set_texts(rows[i].text);
        make(&of, "u", NULL);
        assert_int_equal(read_batch(&made, &of, &error), SHOAL_OK);
        column_origin_free(made->column[0].origin);
        made->column[0].origin = column_origin_new(rows[i].of);
        made->column[0].origin->bits = rows[i].bits;
        assert_int_equal(shoal_table_to_arrow_stream(&stream, made, NULL, &error), SHOAL_OK);
        assert_int_equal(stream.get_schema(&stream, &schema), 0);
        assert_string_equal(schema.children[0]->format, rows[i].format ? rows[i].format : "c");
        schema.release(&schema);
        stream.release(&stream);
        shoal_table_free(made);
    }
}

/* More codes than those of a byte with a sign. */
static void wide_dictionaries_have_wider_codes(void **state) {
    (void)state;
    static const struct {
        size_t values;
        const char *format;
    } rows[] = {{128, "c"}, {129, "s"}, {256, "s"}, {257, "s"}, {32768, "s"}, {32769, "i"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t count = rows[i].values;
        char **text = calloc(count, sizeof *text);
        for (size_t k = 0; k < count; k++) {
            text[k] = malloc(24);
            snprintf(text[k], 24, "%08zu", k);
        }
        shoal_column one = {.size = sizeof one, .name = "x", .texts = (const char *const *)text};
        shoal_table *made;
        struct ArrowArrayStream stream;
        struct ArrowSchema schema;
        struct ArrowArray out;
        assert_int_equal(shoal_table_from_columns(&made, &one, 1, (int64_t)count, NULL, NULL),
                         SHOAL_OK);
        assert_int_equal(shoal_table_to_arrow_stream(&stream, made, NULL, NULL), SHOAL_OK);
        assert_int_equal(stream.get_schema(&stream, &schema), 0);
        assert_int_equal(stream.get_next(&stream, &out), 0);
        assert_string_equal(schema.children[0]->format, rows[i].format);
        for (size_t k = 0; k < count; k++) {
            arrow_cell back;
            arrow_read_cell(&back, schema.children[0], out.children[0], (int64_t)k);
            assert_string_equal(back.text, text[k]);
            free(text[k]);
        }
        free(text);
        out.release(&out);
        schema.release(&schema);
        stream.release(&stream);
        shoal_table_free(made);
    }
}

static void wrong_arguments_are_refused(void **state) {
    (void)state;
    struct ArrowArrayStream stream;
    shoal_error error;
    assert_int_equal(shoal_table_to_arrow_stream(&stream, NULL, NULL, &error), SHOAL_USAGE);
    assert_non_null(error.code);
    batch of;
    shoal_table *made;
    set_texts((const char *const[]){"b", "a", "b", "c"});
    make(&of, "u", NULL);
    assert_int_equal(read_batch(&made, &of, &error), SHOAL_OK);
    shoal_arrow_options options = {.size = sizeof options, .batch_rows = -1};
    assert_int_equal(shoal_table_to_arrow_stream(&stream, made, &options, &error), SHOAL_USAGE);
    assert_null(stream.release);
    shoal_table_free(made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_without_a_text_are_refused),
        cmocka_unit_test(values_have_the_texts_of_other_sources),
        cmocka_unit_test(texts_must_be_text),
        cmocka_unit_test(a_nul_byte_is_not_the_end_of_a_text),
        cmocka_unit_test(null_is_not_an_empty_text),
        cmocka_unit_test(layouts_that_cannot_be_are_refused),
        cmocka_unit_test(codes_beyond_the_dictionary_are_refused),
        cmocka_unit_test(names_are_different),
        cmocka_unit_test(a_table_has_rows_and_columns),
        cmocka_unit_test(what_is_released_is_not_read),
        cmocka_unit_test(a_stream_that_fails_says_why),
        cmocka_unit_test(codes_that_fit_are_borrowed),
        cmocka_unit_test(codes_that_do_not_fit_are_copied),
        cmocka_unit_test(codes_are_handed_out_as_they_are),
        cmocka_unit_test(values_that_do_not_come_back_are_texts),
        cmocka_unit_test(wide_dictionaries_have_wider_codes),
        cmocka_unit_test(wrong_arguments_are_refused),
    };
    return cmocka_run_group_tests_name("arrow", tests, NULL, NULL);
}
