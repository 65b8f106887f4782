/* Random tables through Arrow and back, in every layout: offsets, slices, bitmaps, batches with
 * dictionaries of their own; against cells that are read one by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "data/table.h"
#include "support/arrow_made.h"
#include "support/random_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_COLUMNS = 5, MOST_ROWS = 300, MOST_BATCHES = 5, MOST_WIDE_ROWS = 40000 };

typedef struct random_table {
    arrow_made made;
    arrow_made_column column[MOST_COLUMNS];
    arrow_cell *cell[MOST_COLUMNS];
    size_t batch[MOST_BATCHES];
} random_table;

/* Formats of codes that hold as many values as there may be rows. */
static const char *draw_index(size_t rows, random_stream *draw) {
    static const char *const index[] = {"L", "l", "I", "i", "S", "s", "C", "c"};
    size_t most = rows < 120 ? 8 : rows < 250 ? 7 : rows < 30000 ? 6 : 4;
    return random_below(draw, 2) ? index[random_below(draw, most)] : NULL;
}

static void draw_column(arrow_made_column *out, arrow_cell *cell, size_t rows,
                        random_stream *draw) {
    size_t formats = 0, kept = 1 + random_below(draw, 30);
    while (arrow_cell_formats[formats])
        formats++;
    out->format = arrow_cell_formats[random_below(draw, formats)];
    out->index = draw_index(rows, draw);
    out->cell = cell;
    bool nulls = random_below(draw, 2), all_null = random_below(draw, 20) == 0;
    for (size_t i = 0; i < rows; i++) {
        if (i < kept || random_below(draw, 10) == 0)
            arrow_cell_draw(&cell[i], out->format, draw);
        else
            cell[i] = cell[random_below(draw, i)];
        if (all_null || (nulls && random_below(draw, 4) == 0))
            cell[i] = (arrow_cell){.is_null = true};
    }
}

static void draw_table(random_table *out, random_stream *draw) {
    static const char *const names[MOST_COLUMNS] = {"p", "über", "a longer name", "s", " "};
    size_t rows = 1 + random_below(draw, random_below(draw, 30) ? MOST_ROWS : MOST_WIDE_ROWS);
    size_t left = rows;
    out->made = (arrow_made){.columns = 1 + random_below(draw, MOST_COLUMNS),
                             .column = out->column,
                             .rows = rows,
                             .batch = out->batch,
                             .batches = 1 + random_below(draw, MOST_BATCHES)};
    for (size_t i = 0; i < out->made.batches; i++) {
        out->batch[i] = i + 1 == out->made.batches ? left : random_below(draw, left + 1);
        left -= out->batch[i];
    }
    for (size_t c = 0; c < out->made.columns; c++) {
        out->cell[c] = calloc(rows, sizeof *out->cell[c]);
        assert_non_null(out->cell[c]);
        out->column[c].name = names[c];
        draw_column(&out->column[c], out->cell[c], rows, draw);
    }
}

static void free_table(random_table *of) {
    for (size_t c = 0; c < of->made.columns; c++)
        free(of->cell[c]);
}

/* ---- Import -----------------------------------------------------------------------------------
 */

static shoal_table *import(const random_table *from, shoal_context *context, random_stream *draw) {
    shoal_table *made = NULL;
    shoal_error error = {0};
    shoal_status status;
    if (from->made.batches == 1 && random_below(draw, 2)) {
        struct ArrowSchema schema;
        struct ArrowArray array;
        arrow_make_schema(&schema, &from->made);
        arrow_make_batch(&array, &from->made, 0, from->made.rows, draw);
        status = shoal_table_from_arrow_array(&made, &schema, &array, context, &error);
        assert_null(schema.release);
        assert_null(array.release);
    } else {
        struct ArrowArrayStream stream;
        arrow_make_stream(&stream, &from->made, draw, -1);
        status = shoal_table_from_arrow_stream(&made, &stream, context, &error);
        assert_null(stream.release);
    }
    if (status != SHOAL_OK)
        fail_msg("%s", error.message);
    return made;
}

static void check_cells(const shoal_table *made, const random_table *from) {
    assert_int_equal(shoal_table_rows(made), from->made.rows);
    assert_int_equal(shoal_table_columns(made), from->made.columns);
    for (size_t c = 0; c < from->made.columns; c++) {
        assert_string_equal(shoal_table_column_name(made, (int64_t)c), from->column[c].name);
        for (size_t row = 0; row < from->made.rows; row++) {
            const arrow_cell *cell = &from->cell[c][row];
            int64_t at = (int64_t)row, column_at = (int64_t)c;
            assert_int_equal(shoal_table_is_null(made, at, column_at), cell->is_null);
            assert_string_equal(shoal_table_value(made, at, column_at), cell->text);
        }
    }
}

/* Every value occurs, in the order of bytes. */
static void check_dictionaries(const shoal_table *made) {
    for (size_t c = 0; c < made->columns; c++) {
        const column *of = &made->column[c];
        bool *seen = calloc(of->values.size, sizeof *seen);
        for (size_t row = 0; row < made->rows; row++)
            seen[codes_get(&of->codes, row)] = true;
        assert_int_equal(of->codes.width, codes_width(of->values.size));
        for (uint32_t code = 0; code < of->values.size; code++) {
            assert_true(seen[code]);
            if (code > 0)
                assert_true(strcmp(dictionary_text(&of->values, code - 1),
                                   dictionary_text(&of->values, code)) < 0);
        }
        free(seen);
    }
}

/* ---- Export -----------------------------------------------------------------------------------
 */

/* Numbers that are not the same bytes, but the same text: NaN. */
static void check_back(const arrow_cell *back, const arrow_cell *cell, const char *format,
                       const char *first_format) {
    assert_int_equal(back->is_null, cell->is_null);
    if (arrow_cell_is_text(format))
        assert_string_equal(back->text, cell->text);
    else if (!cell->is_null && strcmp(cell->text, "nan") != 0) {
        assert_string_equal(format, first_format);
        assert_memory_equal(back->raw, cell->raw, sizeof cell->raw);
    }
}

static void check_schema(const struct ArrowSchema *schema, const random_table *from,
                         bool is_plain) {
    assert_string_equal(schema->format, "+s");
    assert_int_equal(schema->n_children, from->made.columns);
    for (size_t c = 0; c < from->made.columns; c++) {
        const struct ArrowSchema *child = schema->children[c];
        const char *format = from->column[c].format;
        assert_string_equal(child->name, from->column[c].name);
        if (!arrow_cell_is_text(format)) {
            assert_string_equal(child->format, format);
            assert_null(child->dictionary);
        } else if (is_plain) {
            assert_string_equal(child->format, "u");
        } else {
            assert_non_null(strstr("c s i", child->format));
            assert_string_equal(child->dictionary->format, "u");
        }
    }
}

static void check_batch(const struct ArrowSchema *schema, const struct ArrowArray *batch,
                        const random_table *from, size_t begin) {
    for (size_t c = 0; c < from->made.columns; c++) {
        int64_t nulls = 0;
        for (int64_t row = 0; row < batch->length; row++) {
            const struct ArrowSchema *child = schema->children[c];
            arrow_cell back;
            arrow_read_cell(&back, child, batch->children[c], row);
            check_back(&back, &from->cell[c][begin + (size_t)row],
                       child->dictionary ? child->dictionary->format : child->format,
                       from->column[c].format);
            nulls += back.is_null;
        }
        assert_int_equal(batch->children[c]->null_count, nulls);
    }
}

/* The stream and the table are gone before the last batches are read. */
static void check_export(shoal_table *made, const random_table *from, random_stream *draw) {
    shoal_arrow_options options = {.size = sizeof options, .plain = random_below(draw, 2)};
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    struct ArrowArray batch[64] = {0};
    size_t batches = 0, begin = 0;
    if (random_below(draw, 2))
        options.batch_rows = (int64_t)(1 + from->made.rows / (1 + random_below(draw, 60)));
    assert_int_equal(shoal_table_to_arrow_stream(&stream, made, &options, NULL), SHOAL_OK);
    shoal_table_free(made);
    assert_int_equal(stream.get_schema(&stream, &schema), 0);
    do
        assert_int_equal(stream.get_next(&stream, &batch[batches]), 0);
    while (batch[batches].release && ++batches < 64);
    stream.release(&stream);
    check_schema(&schema, from, options.plain);
    for (size_t i = 0; i < batches; i++) {
        check_batch(&schema, &batch[i], from, begin);
        begin += (size_t)batch[i].length;
        batch[i].release(&batch[i]);
    }
    assert_int_equal(begin, from->made.rows);
    schema.release(&schema);
}

/* Straight from the exporter to the importer. */
static shoal_table *there_and_back(const shoal_table *made, random_stream *draw) {
    shoal_arrow_options options = {.size = sizeof options,
                                   .plain = random_below(draw, 2),
                                   .batch_rows = (int64_t)random_below(draw, made->rows + 1)};
    struct ArrowArrayStream stream;
    shoal_table *again = NULL;
    if (random_below(draw, 2))
        options.batch_rows = 0;
    assert_int_equal(shoal_table_to_arrow_stream(&stream, made, &options, NULL), SHOAL_OK);
    assert_int_equal(shoal_table_from_arrow_stream(&again, &stream, NULL, NULL), SHOAL_OK);
    return again;
}

static void check_same(const shoal_table *one, const shoal_table *other) {
    assert_int_equal(one->rows, other->rows);
    assert_int_equal(one->columns, other->columns);
    for (size_t c = 0; c < one->columns; c++) {
        const column *left = &one->column[c], *right = &other->column[c];
        assert_string_equal(left->name, right->name);
        assert_int_equal(left->values.size, right->values.size);
        assert_int_equal(left->origin->of, right->origin->of);
        assert_int_equal(left->origin->nulls, right->origin->nulls);
        assert_memory_equal(left->values.bytes, right->values.bytes,
                            left->values.offsets[left->values.size]);
        assert_memory_equal(left->codes.data, right->codes.data,
                            one->rows * (size_t)left->codes.width);
    }
}

static void every_cell_is_as_it_was_made(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    shoal_context *context = NULL;
    shoal_context_options three = {.size = sizeof three, .threads = 3};
    assert_int_equal(shoal_context_new(&context, &three, NULL), SHOAL_OK);
    for (size_t i = 0, cases = property_cases(600); i < cases; i++) {
        random_stream draw = random_open(seed, "arrow", i);
        random_table from;
        draw_table(&from, &draw);
        shoal_table *made = import(&from, random_below(&draw, 4) ? context : NULL, &draw);
        check_cells(made, &from);
        check_dictionaries(made);
        shoal_table *again = there_and_back(made, &draw);
        check_same(made, again);
        shoal_table_free(again);
        check_export(made, &from, &draw);
        free_table(&from);
        assert_int_equal(arrow_made_open(), 0);
    }
    shoal_context_free(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cell_is_as_it_was_made),
    };
    return cmocka_run_group_tests_name("arrow", tests, NULL, NULL);
}
