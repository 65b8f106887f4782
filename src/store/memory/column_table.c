/* Tables of columns that a program has: texts, or codes of a dictionary. */
#include "base/context.h"
#include "files/text_utf8.h"
#include "store/memory/memory_source.h"
#include "store/table_builder.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

/* Addresses whose codes are remembered: programs often have equal texts at one address. */
#define CACHE_BITS 12
/* Rows that are encoded at a time. */
#define ROWS ((size_t)4096)

typedef struct cached_text {
    const char *text;
    uint32_t code;
} cached_text;

/* One column on its way; a thread works on it alone. */
typedef struct taken_column {
    shoal_column of;
    char *room; /* for a text with padding behind it */
    size_t room_size;
    cached_text *cache; /* [1 << CACHE_BITS] of texts */
    uint32_t *code_of;  /* [value_count] of codes; ENCODER_NO_CODE: not used so far */
    uint32_t null_code; /* ENCODER_NO_CODE: not used so far */
    uint32_t *codes;    /* [ROWS] */
    shoal_status status;
    shoal_error error;
} taken_column;

typedef struct taking {
    table_builder *into;
    taken_column *column;
    size_t rows;
} taking;

/* ---- One value --------------------------------------------------------------------------------
 */

static bool lay_out(taken_column *by, const char *value, size_t length) {
    if (!memory_grow((void **)&by->room, &by->room_size, length + ENCODER_PADDING, 1))
        return false;
    memcpy(by->room, value, length);
    memset(by->room + length, 0, ENCODER_PADDING);
    return true;
}

/* The code of a value; NULL is none. */
static shoal_status encode(uint32_t *out, const taking *run, size_t index, const char *value,
                           uint64_t row) {
    taken_column *by = &run->column[index];
    absent_texts absent = table_builder_absent(run->into, index);
    size_t length = value ? strlen(value) : 0;
    if (value)
        STATUS_TRY(table_builder_check(run->into, index, row, value, length, &by->error));
    if (!value || length == 0) {
        value = value ? absent.empty : absent.null;
        length = strlen(value);
    }
    if (!lay_out(by, value, length))
        return status_no_memory(&by->error);
    *out = encoder_code(table_builder_encoder(run->into, 0, index), by->room, (uint32_t)length);
    return SHOAL_OK;
}

static shoal_status encode_null(uint32_t *out, const taking *run, size_t index) {
    taken_column *by = &run->column[index];
    if (by->null_code == ENCODER_NO_CODE)
        STATUS_TRY(encode(&by->null_code, run, index, NULL, 0));
    *out = by->null_code;
    return SHOAL_OK;
}

/* ---- Rows -------------------------------------------------------------------------------------
 */

static shoal_status take_text(uint32_t *out, const taking *run, size_t index, size_t row) {
    taken_column *by = &run->column[index];
    const char *text = by->of.texts[row];
    if (!text)
        return encode_null(out, run, index);
    cached_text *known = &by->cache[hash_word((uint64_t)(uintptr_t)text) >> (64 - CACHE_BITS)];
    if (known->text != text) {
        STATUS_TRY(encode(&known->code, run, index, text, row));
        known->text = text;
    }
    *out = known->code;
    return SHOAL_OK;
}

static int64_t code_at(const shoal_column *of, size_t row) {
    switch (of->code_width) {
    case 1:
        return ((const int8_t *)of->codes)[row];
    case 2:
        return ((const int16_t *)of->codes)[row];
    case 4:
        return ((const int32_t *)of->codes)[row];
    default:
        return ((const int64_t *)of->codes)[row];
    }
}

static shoal_status fail_code(taken_column *by, size_t row, int64_t code) {
    return status_refuse(&by->error, SHOAL_BAD_DATA, "code_unknown", NULL,
                         "row %zu, column '%.50s': the code is %" PRId64
                         ", but the dictionary has %zu values from %" PRId64 " on",
                         row + 1, by->of.name, code, by->of.value_count, by->of.first_code);
}

static shoal_status take_code(uint32_t *out, const taking *run, size_t index, size_t row) {
    taken_column *by = &run->column[index];
    int64_t code = code_at(&by->of, row);
    if (code < by->of.first_code)
        return encode_null(out, run, index);
    uint64_t place = (uint64_t)code - (uint64_t)by->of.first_code;
    if (place >= by->of.value_count)
        return fail_code(by, row, code);
    if (by->code_of[place] == ENCODER_NO_CODE)
        STATUS_TRY(encode(&by->code_of[place], run, index, by->of.values[place], row));
    *out = by->code_of[place];
    return SHOAL_OK;
}

static shoal_status take_rows(const taking *run, size_t index) {
    taken_column *by = &run->column[index];
    for (size_t begin = 0; begin < run->rows;) {
        size_t count = run->rows - begin < ROWS ? run->rows - begin : ROWS;
        for (size_t i = 0; i < count; i++)
            STATUS_TRY(
                (by->of.texts ? take_text : take_code)(&by->codes[i], run, index, begin + i));
        STATUS_TRY(table_builder_codes(run->into, 0, index, by->codes, count, &by->error));
        begin += count;
    }
    return SHOAL_OK;
}

static bool open_column(taken_column *by) {
    by->null_code = ENCODER_NO_CODE;
    by->codes = memory_new(ROWS, sizeof *by->codes);
    if (by->of.texts)
        by->cache = memory_zero((size_t)1 << CACHE_BITS, sizeof *by->cache);
    else
        by->code_of = memory_new(by->of.value_count, sizeof *by->code_of);
    for (size_t i = 0; by->code_of && i < by->of.value_count; i++)
        by->code_of[i] = ENCODER_NO_CODE;
    return by->codes && (by->cache || by->code_of);
}

static void take_column(void *context, size_t item, int worker) {
    (void)worker;
    taking *run = context;
    taken_column *by = &run->column[item];
    by->status = open_column(by) ? take_rows(run, item) : status_no_memory(&by->error);
}

/* ---- Columns ----------------------------------------------------------------------------------
 */

static shoal_status check_column(const taken_column *all, size_t index, shoal_error *error) {
    const shoal_column *of = &all[index].of;
    if (!of->name || !*of->name)
        return status_refuse(error, SHOAL_BAD_DATA, "column_unnamed", NULL,
                             "column %zu has no name", index + 1);
    if (text_utf8(of->name, strlen(of->name)) < strlen(of->name))
        return status_refuse(error, SHOAL_BAD_DATA, "value_not_text", NULL,
                             "the name of column %zu is not UTF-8 text", index + 1);
    for (size_t i = 0; i < index; i++)
        if (strcmp(all[i].of.name, of->name) == 0)
            return status_refuse(error, SHOAL_BAD_DATA, "column_named_twice", NULL,
                                 "columns %zu and %zu have the same name, %.80s", i + 1, index + 1,
                                 of->name);
    bool wide =
        of->code_width == 1 || of->code_width == 2 || of->code_width == 4 || of->code_width == 8;
    bool has_texts = of->texts && !of->codes;
    bool has_codes = of->codes && !of->texts && wide && (of->values || of->value_count == 0);
    if ((has_texts || has_codes) && of->value_count < ENCODER_NO_CODE)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "column_layout", NULL,
                         "column '%.80s' has neither texts nor codes of 1, 2, 4 or 8 bytes with a "
                         "dictionary, or both",
                         of->name);
}

/* The caller's structs may be shorter than ours: their size is the step from one to the next. */
static shoal_status copy_columns(taken_column *to, const shoal_column *columns, size_t count,
                                 shoal_error *error) {
    const char *from = (const char *)columns;
    for (size_t i = 0; i < count; i++, from += columns->size) {
        size_t size = ((const shoal_column *)from)->size;
        if (size < offsetof(shoal_column, codes))
            return status_refuse(error, SHOAL_USAGE, "column_layout", NULL,
                                 "column %zu does not say the size of its struct", i + 1);
        memcpy(&to[i].of, from, size < sizeof to[i].of ? size : sizeof to[i].of);
        STATUS_TRY(check_column(to, i, error));
    }
    return SHOAL_OK;
}

static shoal_status open_builder(table_builder **out, const taken_column *columns, size_t count,
                                 const source_options *options, shoal_error *error) {
    char **names = memory_zero(count, sizeof *names);
    column_origin **origins = memory_zero(count, sizeof *origins);
    bool fine = names && origins;
    for (size_t i = 0; fine && i < count; i++) {
        names[i] = (char *)columns[i].of.name;
        origins[i] = column_origin_new(VALUE_TEXT);
        fine = origins[i] != NULL;
    }
    shoal_status status =
        fine ? table_builder_open(out, names, count, origins, NULL, 1, options, error)
             : status_no_memory(error);
    for (size_t i = 0; origins && i < count; i++)
        column_origin_free(origins[i]);
    memory_free(names);
    memory_free(origins);
    return status;
}

static shoal_status take(shoal_table **out, taken_column *columns, size_t count, size_t rows,
                         const source_options *options, shoal_error *error) {
    taking run = {.column = columns, .rows = rows};
    shoal_status status = open_builder(&run.into, columns, count, options, error);
    if (status != SHOAL_OK)
        return status;
    threads_run(options->pool, count, take_column, &run);
    for (size_t i = 0; i < count && status == SHOAL_OK; i++) {
        status = columns[i].status;
        if (status != SHOAL_OK && error)
            *error = columns[i].error;
    }
    if (status == SHOAL_OK)
        status = table_builder_rows(run.into, 0, 0, rows, error);
    if (status == SHOAL_OK)
        status = table_builder_finish(out, run.into, error);
    table_builder_close(run.into);
    return status;
}

static void free_columns(taken_column *columns, size_t count) {
    for (size_t i = 0; columns && i < count; i++) {
        memory_free(columns[i].room);
        memory_free(columns[i].cache);
        memory_free(columns[i].code_of);
        memory_free(columns[i].codes);
    }
    memory_free(columns);
}

shoal_status shoal_table_from_columns(shoal_table **out, const shoal_column *columns, size_t count,
                                      int64_t rows, shoal_context *context, shoal_error *error) {
    context_call call = {0};
    *out = NULL;
    if (count == 0 || rows < 1 || !columns)
        return status_refuse(error, SHOAL_BAD_DATA, "table_empty", NULL,
                             "a table has at least one column and one row");
    taken_column *taken = memory_zero(count, sizeof *taken);
    shoal_status status =
        taken ? copy_columns(taken, columns, count, error) : status_no_memory(error);
    if (status == SHOAL_OK)
        status = context_enter(&call, context, 0, NULL, error);
    source_options options = {.pool = call.pool, .label = MEMORY_NAME};
    if (status == SHOAL_OK)
        status = take(out, taken, count, (size_t)rows, &options, error);
    context_leave(&call);
    free_columns(taken, count);
    return status;
}
