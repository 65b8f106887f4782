#include "store/duckdb/duckdb_columns.h"

#include "base/memory.h"
#include "store/duckdb/duckdb_types.h"

/* Numbers whose codes are remembered, for each column. */
#define CACHE_BITS 14
/* Far more than a value may have. */
#define ROOM_MOST ((size_t)UINT32_MAX / 2)

typedef struct cached_code {
    uint64_t raw;
    uint32_t code; /* plus one; 0: none */
} cached_code;

/* Only one thread at a time works on it. */
struct read_column {
    size_t index;                       /* in the table */
    size_t vector;                      /* among those of the columns */
    const duckdb_fixed_type *formatted; /* NULL: texts */
    encoder *known;                     /* NULL: only shown */
    absent_texts absent;
    cached_code *cache; /* [1 << CACHE_BITS] of what is formatted */
    char *room;         /* for texts with padding behind them */
    size_t room_size;
    uint32_t at[DUCKDB_CHUNK]; /* where in it the texts of a chunk are */
    uint32_t codes[DUCKDB_CHUNK];
    shoal_status status;
    shoal_error error;
};

/* ---- Opening --------------------------------------------------------------------------------- */

static bool open_column(read_column *out, const read_columns *of, size_t index) {
    const duckdb_reading *reading = of->reading;
    const duckdb_fixed_type *type = duckdb_fixed_find(reading->of->types[index]);
    out->index = index;
    out->vector = of->wanted;
    out->formatted = type && type->is_formatted && !reading->casts_all ? type : NULL;
    out->known = table_builder_encoder(reading->into, of->part, index);
    out->absent = table_builder_absent(reading->into, index);
    out->room_size = 256;
    out->room = memory_zero(out->room_size, 1);
    if (out->formatted)
        out->cache = memory_zero((size_t)1 << CACHE_BITS, sizeof *out->cache);
    return out->room && (!out->formatted || out->cache);
}

shoal_status read_columns_open(read_columns *out, const duckdb_reading *reading, int part,
                               shoal_error *error) {
    size_t columns = reading->of->columns;
    *out = (read_columns){.reading = reading, .part = part};
    out->column = memory_zero(columns, sizeof *out->column);
    bool fine = out->column != NULL;
    for (size_t i = 0; fine && i < columns; i++)
        if (table_builder_wants(reading->into, i)) {
            fine = open_column(&out->column[out->wanted], out, i);
            out->wanted++;
        }
    return fine ? SHOAL_OK : status_no_memory(error);
}

void read_columns_free(read_columns *columns) {
    for (size_t i = 0; i < columns->wanted; i++) {
        memory_free(columns->column[i].cache);
        memory_free(columns->column[i].room);
    }
    memory_free(columns->column);
    *columns = (read_columns){0};
}

void read_columns_list(const read_columns *columns, text *sql) {
    for (size_t i = 0; i < columns->wanted; i++) {
        const read_column *each = &columns->column[i];
        const char *type = columns->reading->of->types[each->index];
        bool plain = each->formatted || strcmp(type, "VARCHAR") == 0;
        text_format(sql, plain ? "%sc%zu" : "%sCAST(c%zu AS VARCHAR)", i ? ", " : "", each->index);
    }
}

void read_columns_from(const read_columns *columns, text *sql, const char *more) {
    text_format(sql, " FROM %s AS t(", columns->reading->from);
    for (size_t i = 0; i < columns->reading->of->columns; i++)
        text_format(sql, "%sc%zu", i ? ", " : "", i);
    text_format(sql, "%s)", more);
}

/* ---- Encoding -------------------------------------------------------------------------------- */

static bool has_nul(uint64_t word, size_t length) {
    if (length < ENCODER_SHORT)
        word |= 0x0101010101010101u << (8 * length);
    return ((word - 0x0101010101010101u) & ~word & 0x8080808080808080u) != 0;
}

/* Room for texts with padding behind them. */
static bool has_room(read_column *of, size_t size) {
    if (size < ROOM_MOST &&
        memory_grow((void **)&of->room, &of->room_size, size + ENCODER_PADDING, 1))
        return true;
    of->status = status_no_memory(&of->error);
    return false;
}

static void check_value(read_column *of, const read_columns *by, uint64_t row, const char *value,
                        size_t length) {
    if (of->status == SHOAL_OK)
        of->status =
            table_builder_check(by->reading->into, of->index, row, value, length, &of->error);
}

/* The text has padding behind it. */
static uint32_t code_text(read_column *of, const read_columns *by, uint64_t row, const char *value,
                          uint32_t length) {
    size_t before = of->known->size;
    uint32_t code = encoder_code(of->known, value, length);
    if (of->known->size != before)
        check_value(of, by, row, value, length);
    return code;
}

static uint32_t code_absent(read_column *of, const char *value) {
    char padded[ENCODER_PADDING * 2] = {0};
    size_t length = strnlen(value, ENCODER_PADDING);
    memcpy(padded, value, length);
    return encoder_code(of->known, padded, (uint32_t)length);
}

/* Of at most ENCODER_SHORT bytes. To the encoder, a NUL byte is the end of it. */
static uint32_t code_short(read_column *of, const read_columns *by, uint64_t row,
                           const duckdb_string_t *from) {
    uint32_t length = from->value.inlined.length;
    const char *value = from->value.inlined.inlined;
    uint64_t word = encoder_word(value, length);
    size_t before = of->known->size;
    if (length == 0)
        return code_absent(of, of->absent.empty);
    bool is_text = !has_nul(word, length);
    uint32_t code = is_text ? encoder_code_brief(of->known, word, length) : 0;
    if (!is_text || of->known->size != before)
        check_value(of, by, row, value, length);
    return code;
}

static uint32_t code_number(read_column *of, const read_columns *by, uint64_t row,
                            const void *value) {
    uint64_t raw = duckdb_raw(of->formatted, value);
    cached_code *slot = &of->cache[hash_word(raw) >> (64 - CACHE_BITS)];
    if (slot->code == 0 || slot->raw != raw) {
        char formatted[DUCKDB_FORMAT_MOST + ENCODER_PADDING] = {0};
        size_t length = duckdb_format(formatted, of->formatted, value);
        *slot = (cached_code){raw, code_text(of, by, row, formatted, (uint32_t)length) + 1};
    }
    return slot->code - 1;
}

/* What a vector holds. */
typedef struct vector_view {
    const char *data;
    const uint64_t *validity; /* NULL: none is NULL */
} vector_view;

static vector_view view_of(const read_columns *by, const read_column *of, const read_chunk *chunk) {
    const duckdb_library *library = by->reading->session->library;
    duckdb_vector vector = library->data_chunk_get_vector(chunk->of, chunk->vectors + of->vector);
    return (vector_view){library->vector_get_data(vector), library->vector_get_validity(vector)};
}

static const duckdb_string_t *string_at(const vector_view *view, size_t row) {
    return (const duckdb_string_t *)(const void *)view->data + row;
}

static uint32_t code_null(read_column *of, uint32_t *known) {
    if (*known == ENCODER_NO_CODE)
        *known = code_absent(of, of->absent.null);
    return *known;
}

static void encode_numbers(const read_columns *by, read_column *of, const read_chunk *chunk) {
    vector_view view = view_of(by, of, chunk);
    uint32_t null = ENCODER_NO_CODE; /* a value only where there is one */
    for (size_t i = 0; i < chunk->rows; i++)
        of->codes[i] =
            duckdb_is_null(view.validity, i)
                ? code_null(of, &null)
                : code_number(of, by, chunk->row + i, view.data + i * of->formatted->width);
}

/* Copies the longer texts to one place with padding behind it, before any of them is looked up: a
 * lookup right after the copy would wait for it. */
static bool gather(const read_columns *by, read_column *of, const read_chunk *chunk,
                   const vector_view *view) {
    size_t used = 0;
    for (size_t i = 0; i < chunk->rows; i++) {
        const duckdb_string_t *from = string_at(view, i);
        if (duckdb_is_null(view->validity, i) || from->value.inlined.length <= ENCODER_SHORT)
            continue;
        size_t length;
        const char *value = duckdb_text(from, &length);
        if (length > ROOM_MOST / DUCKDB_CHUNK)
            check_value(of, by, chunk->row + i, value, length);
        if (of->status != SHOAL_OK || !has_room(of, used + length))
            return false;
        memcpy(of->room + used, value, length);
        of->at[i] = (uint32_t)used;
        used += length;
    }
    return true;
}

static void encode_texts(const read_columns *by, read_column *of, const read_chunk *chunk) {
    vector_view view = view_of(by, of, chunk);
    uint32_t null = ENCODER_NO_CODE;
    if (!gather(by, of, chunk, &view))
        return;
    for (size_t i = 0; i < chunk->rows; i++) {
        const duckdb_string_t *from = string_at(&view, i);
        uint64_t row = chunk->row + i;
        if (duckdb_is_null(view.validity, i))
            of->codes[i] = code_null(of, &null);
        else if (from->value.inlined.length <= ENCODER_SHORT)
            of->codes[i] = code_short(of, by, row, from);
        else
            of->codes[i] = code_text(of, by, row, of->room + of->at[i], from->value.inlined.length);
    }
}

void read_columns_encode(read_columns *columns, size_t number, const read_chunk *chunk) {
    read_column *of = &columns->column[number];
    if (!of->known || of->status != SHOAL_OK)
        return;
    if (of->formatted)
        encode_numbers(columns, of, chunk);
    else
        encode_texts(columns, of, chunk);
    if (of->status == SHOAL_OK)
        of->status = table_builder_codes(columns->reading->into, columns->part, of->index,
                                         of->codes, chunk->rows, &of->error);
}

shoal_status read_columns_status(const read_columns *columns, shoal_error *error) {
    for (size_t i = 0; i < columns->wanted; i++)
        if (columns->column[i].status != SHOAL_OK) {
            if (error)
                *error = columns->column[i].error;
            return columns->column[i].status;
        }
    return SHOAL_OK;
}

/* ---- Showing --------------------------------------------------------------------------------- */

bool shown_rows_open(shown_rows *out, const duckdb_reading *reading) {
    *out = (shown_rows){.span = memory_new(DUCKDB_CHUNK * reading->of->columns, sizeof *out->span)};
    return out->span != NULL;
}

void shown_rows_free(shown_rows *rows) {
    memory_free(rows->bytes);
    memory_free(rows->span);
    *rows = (shown_rows){0};
}

static bool show_text(shown_rows *into, cell_span *span, const char *value, size_t length) {
    if (length > UINT32_MAX - CELL_BLOCK_PADDING - into->length ||
        !memory_grow((void **)&into->bytes, &into->capacity,
                     into->length + length + CELL_BLOCK_PADDING, 1))
        return false;
    memcpy(into->bytes + into->length, value, length);
    *span = (cell_span){(uint32_t)into->length, (uint32_t)(into->length + length)};
    into->length += length;
    return true;
}

static bool show_column(shown_rows *into, const read_columns *by, const read_column *of,
                        const read_chunk *chunk) {
    vector_view view = view_of(by, of, chunk);
    cell_span *span = into->span + of->index;
    for (size_t i = 0; i < chunk->rows; i++, span += by->reading->of->columns) {
        char formatted[DUCKDB_FORMAT_MOST];
        const char *value = formatted;
        size_t length;
        if (duckdb_is_null(view.validity, i))
            length = strlen(value = of->absent.null);
        else if (of->formatted)
            length = duckdb_format(formatted, of->formatted, view.data + i * of->formatted->width);
        else if ((value = duckdb_text(string_at(&view, i), &length)), length == 0)
            length = strlen(value = of->absent.empty);
        if (!show_text(into, span, value, length))
            return false;
    }
    return true;
}

bool shown_rows_show(shown_rows *rows, const read_columns *columns, const read_chunk *chunk,
                     int worker) {
    const source_options *options = columns->reading->options;
    rows->length = 0;
    for (size_t i = 0; i < columns->wanted; i++)
        if (!show_column(rows, columns, &columns->column[i], chunk))
            return false;
    cell_block block = {.row = (size_t)chunk->row,
                        .worker = worker,
                        .rows = chunk->rows,
                        .columns = columns->reading->of->columns,
                        .text = rows->bytes,
                        .span = rows->span};
    options->see(&block, options->see_context);
    return true;
}
