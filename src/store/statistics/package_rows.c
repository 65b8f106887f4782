#include "store/statistics/package_rows.h"

#include "store/table_builder.h"

#include <math.h>
#include <string.h>

/* Rows and bytes that are handed on at a time. */
#define BLOCK_ROWS ((size_t)1024)
#define BLOCK_BYTES ((size_t)4 << 20)
/* Texts of numbers that are remembered: most columns have few. */
#define REMEMBERED 64
#define REMEMBERED_BYTES 52
#define PROGRESS_BYTES ((uint64_t)1 << 20)

typedef struct remembered {
    double number;
    uint32_t length; /* + 1; 0: nothing */
    char text[REMEMBERED_BYTES];
} remembered;

typedef struct row_column {
    const package_column *from;
    const char *missing; /* what stands for no value */
    bool wanted;
    remembered *known; /* [REMEMBERED] of numbers */
} row_column;

struct package_rows {
    const source_options *options;
    table_builder *made;
    row_column *column;
    size_t columns;
    text scratch;

    /* The block. */
    text bytes;
    cell_span *span; /* [BLOCK_ROWS * columns] */
    size_t rows;

    /* The file. */
    size_t part;
    const char *label;
    uint64_t before, told;
    size_t row_of_part; /* rows of it so far */
    size_t row;         /* of all, before the block */
    shoal_status status;
    shoal_error *error;
};

/* ---- Opening and closing --------------------------------------------------------------------- */

void package_rows_close(package_rows *rows) {
    if (!rows)
        return;
    for (size_t i = 0; rows->column && i < rows->columns; i++)
        memory_free(rows->column[i].known);
    memory_free(rows->column);
    memory_free(rows->span);
    text_free(&rows->bytes);
    text_free(&rows->scratch);
    table_builder_close(rows->made);
    memory_free(rows);
}

/* The packages do not know empty texts beside missing ones. */
static const char *missing_text(const package_rows *rows, size_t index) {
    const absent_texts *given = rows->options->absent;
    if (given && !given[index].null && given[index].empty)
        return given[index].empty;
    return table_builder_absent(rows->made, index).null;
}

static shoal_status open_builder(package_rows *rows, const package_columns *columns,
                                 char *const *names, const bool *wanted, shoal_error *error) {
    column_origin **origins = memory_zero(columns->count, sizeof(column_origin *));
    bool fine = origins != NULL;
    for (size_t i = 0; fine && i < columns->count; i++)
        fine = (origins[i] = package_column_origin(columns, i)) != NULL;
    shoal_status status = fine ? table_builder_open(&rows->made, names, columns->count, origins,
                                                    wanted, 1, rows->options, error)
                               : status_no_memory(error);
    for (size_t i = 0; origins && i < columns->count; i++)
        column_origin_free(origins[i]);
    memory_free(origins);
    return status;
}

static shoal_status open_columns(package_rows *rows, const package_columns *columns,
                                 shoal_error *error) {
    rows->column = memory_zero(columns->count, sizeof *rows->column);
    rows->span = memory_new(columns->count, BLOCK_ROWS * sizeof *rows->span);
    if (!rows->column || !rows->span)
        return status_no_memory(error);
    for (size_t i = 0; i < columns->count; i++) {
        row_column *made = &rows->column[i];
        made->from = &columns->column[i];
        made->missing = missing_text(rows, i);
        made->wanted = table_builder_wants(rows->made, i);
        if (!made->wanted || made->from->type == PACKAGE_TEXT)
            continue;
        made->known = memory_zero(REMEMBERED, sizeof *made->known);
        if (!made->known)
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

shoal_status package_rows_open(package_rows **out, const package_columns *columns,
                               char *const *names, const bool *wanted,
                               const source_options *options, shoal_error *error) {
    package_rows *made = memory_zero(1, sizeof *made);
    *out = NULL;
    if (!made)
        return status_no_memory(error);
    made->options = options;
    made->columns = columns->count;
    shoal_status status = open_builder(made, columns, names, wanted, error);
    if (status == SHOAL_OK)
        status = open_columns(made, columns, error);
    if (status != SHOAL_OK) {
        package_rows_close(made);
        return status;
    }
    *out = made;
    return SHOAL_OK;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static package_answer stop(package_rows *rows, shoal_status status) {
    rows->status = status;
    return PACKAGE_STOP;
}

static shoal_status add_cell(package_rows *rows, size_t index, const char *shown, size_t length) {
    size_t begin = rows->bytes.length;
    if (begin + length > UINT32_MAX / 2)
        return status_fail(rows->error, SHOAL_BAD_DATA, "%.150s: row %zu is longer than 2 GB",
                           rows->label, rows->row_of_part);
    text_add(&rows->bytes, shown, length);
    if (rows->bytes.failed)
        return status_no_memory(rows->error);
    rows->span[(rows->rows - 1) * rows->columns + index] =
        (cell_span){(uint32_t)begin, (uint32_t)(begin + length)};
    return SHOAL_OK;
}

/* A text as it comes, or its label. */
static shoal_status add_text(package_rows *rows, size_t index, const char *value) {
    const package_column *from = rows->column[index].from;
    const char *shown = value_labels_text(&from->labels, value, &rows->scratch);
    size_t length = strlen(shown);
    if (rows->scratch.failed)
        return status_no_memory(rows->error);
    STATUS_TRY(
        table_builder_check(rows->made, index, rows->row_of_part - 1, shown, length, rows->error));
    return add_cell(rows, index, shown, length);
}

static remembered *place_of(const row_column *of, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return &of->known[(bits * UINT64_C(0x9E3779B97F4A7C15)) >> 58];
}

static shoal_status add_number(package_rows *rows, size_t index, double number) {
    row_column *of = &rows->column[index];
    remembered *known = place_of(of, number);
    if (known->length > 0 && known->number == number)
        return add_cell(rows, index, known->text, known->length - 1);
    char plain[VALUE_FORM_SIZE];
    value_form_text(plain, &of->from->form, number);
    const char *shown = value_labels_text(&of->from->labels, plain, &rows->scratch);
    size_t length = strlen(shown);
    if (rows->scratch.failed)
        return status_no_memory(rows->error);
    if (length < REMEMBERED_BYTES) {
        *known = (remembered){.number = number, .length = (uint32_t)length + 1};
        memcpy(known->text, shown, length);
    }
    return add_cell(rows, index, shown, length);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static shoal_status flush(package_rows *rows) {
    static const char padding[CELL_BLOCK_PADDING];
    if (rows->rows == 0)
        return SHOAL_OK;
    text_add(&rows->bytes, padding, sizeof padding);
    if (rows->bytes.failed)
        return status_no_memory(rows->error);
    cell_block block = {.row = rows->row,
                        .rows = rows->rows,
                        .columns = rows->columns,
                        .text = rows->bytes.bytes,
                        .span = rows->span};
    STATUS_TRY(table_builder_add(rows->made, rows->part, &block, rows->error));
    rows->row += rows->rows;
    rows->rows = 0;
    rows->bytes.length = 0;
    return SHOAL_OK;
}

static shoal_status check_cancel(const package_rows *rows) {
    const volatile int *cancel = rows->options->cancel;
    return cancel && *cancel
               ? status_fail(rows->error, SHOAL_INTERRUPTED, "interrupted while reading")
               : SHOAL_OK;
}

static shoal_status begin_row(package_rows *rows) {
    if (rows->rows == BLOCK_ROWS || rows->bytes.length > BLOCK_BYTES) {
        STATUS_TRY(check_cancel(rows));
        STATUS_TRY(flush(rows));
    }
    memset(rows->span + rows->rows * rows->columns, 0, rows->columns * sizeof *rows->span);
    rows->rows++;
    rows->row_of_part++;
    return SHOAL_OK;
}

static shoal_status fail_changed(const package_rows *rows) {
    return status_refuse(rows->error, SHOAL_BAD_DATA, "package_file_damaged", NULL,
                         "%.100s is damaged, or changes while it is read", rows->label);
}

static shoal_status take_value(package_rows *rows, size_t row, size_t index,
                               const package_value *value) {
    if (index >= rows->columns || row + 1 < rows->row_of_part)
        return fail_changed(rows);
    const row_column *of = &rows->column[index];
    while (rows->row_of_part < row + 1)
        STATUS_TRY(begin_row(rows));
    if (!of->wanted)
        return SHOAL_OK;
    if ((value->text != NULL) != (of->from->type == PACKAGE_TEXT))
        return fail_changed(rows);
    if (value->missing || (value->text && !*value->text))
        return add_cell(rows, index, of->missing, strlen(of->missing));
    return value->text ? add_text(rows, index, value->text)
                       : add_number(rows, index, value->number);
}

static package_answer on_value(size_t row, size_t index, const package_value *value,
                               void *context) {
    package_rows *rows = context;
    shoal_status status = take_value(rows, row, index, value);
    return status == SHOAL_OK ? PACKAGE_GO_ON : stop(rows, status);
}

/* The first is never skipped: its values count the rows. */
static package_answer on_variable(const package_variable *found, void *context) {
    package_rows *rows = context;
    if (found->index >= rows->columns ||
        strcmp(found->name, rows->column[found->index].from->name) != 0)
        return stop(rows, fail_changed(rows));
    return rows->column[found->index].wanted || found->index == 0 ? PACKAGE_GO_ON : PACKAGE_SKIP;
}

static package_answer on_bytes(uint64_t read, void *context) {
    package_rows *rows = context;
    shoal_status status = check_cancel(rows);
    if (status != SHOAL_OK)
        return stop(rows, status);
    if (rows->options->progress && rows->before + read >= rows->told + PROGRESS_BYTES) {
        rows->told = rows->before + read;
        rows->options->progress(rows->told, rows->options->progress_context);
    }
    return PACKAGE_GO_ON;
}

shoal_status package_rows_read(package_rows *rows, size_t number, int descriptor,
                               package_format format, const char *encoding, const char *label,
                               uint64_t before, shoal_error *error) {
    package_handler handler = {
        .variable = on_variable, .value = on_value, .bytes = on_bytes, .context = rows};
    rows->part = number;
    rows->label = label;
    rows->before = before;
    rows->row_of_part = 0;
    rows->status = SHOAL_OK;
    rows->error = error;
    shoal_status status = package_parse(descriptor, format, encoding, label, &handler, error);
    if (rows->status != SHOAL_OK)
        return rows->status;
    STATUS_TRY(status);
    return flush(rows);
}

/* ---- The table ------------------------------------------------------------------------------- */

static bool is_whole(const char *value) {
    const char *digit = value + (*value == '-');
    return strspn(digit, "0123456789") == strlen(digit);
}

/* SPSS and SAS have one type for all numbers: where all are whole, other places may know more. */
static void find_whole(column *of) {
    column_origin *origin = of->origin;
    bool whole = of->kept && origin->of == VALUE_REAL && of->values.size > 0;
    for (size_t i = 0; whole && i < of->values.size; i++)
        whole = is_whole(dictionary_text(&of->values, (uint32_t)i));
    if (!whole)
        return;
    origin->of = VALUE_INTEGER;
    origin->bits = 64;
}

shoal_status package_rows_finish(shoal_table **out, package_rows *rows, shoal_error *error) {
    STATUS_TRY(table_builder_finish(out, rows->made, error));
    for (size_t i = 0; i < (*out)->columns; i++)
        find_whole(&(*out)->column[i]);
    return SHOAL_OK;
}
