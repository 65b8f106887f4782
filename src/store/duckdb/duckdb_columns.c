#include "store/duckdb/duckdb_columns.h"

#include "base/memory.h"
#include "store/duckdb/duckdb_types.h"

/* Values whose codes are remembered, for each column. */
#define CACHE_BITS 15

/* The code of a value as DuckDB holds it: a number, or a text of over ENCODER_SHORT bytes, which is
 * here or where a pointer says. A pointer means the same text only in its round. */
typedef struct cached_code {
    uint64_t raw[2];
    uint32_t code;
    uint32_t round; /* in which the code was found; 0: none */
} cached_code;

/* Only one thread at a time works on it. */
struct read_column {
    size_t index;                       /* in the table */
    size_t vector;                      /* among those of the columns */
    const duckdb_fixed_type *formatted; /* NULL: texts */
    encoder *known;                     /* NULL: only shown */
    absent_texts absent;
    cached_code *cache; /* [1 << CACHE_BITS] */
    uint32_t round;
    char *room; /* for texts with padding behind them */
    size_t room_size;
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
    if (out->known)
        out->cache = memory_zero((size_t)1 << CACHE_BITS, sizeof *out->cache);
    return out->room && (!out->known || out->cache);
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

/* The text with padding behind it. */
static const char *padded(read_column *of, const char *value, size_t length) {
    if (!memory_grow((void **)&of->room, &of->room_size, length + ENCODER_PADDING, 1)) {
        of->status = status_no_memory(&of->error);
        return NULL;
    }
    memcpy(of->room, value, length);
    memset(of->room + length, 0, ENCODER_SHORT);
    return of->room;
}

static uint32_t code_text(read_column *of, const read_columns *by, uint64_t row, const char *value,
                          size_t length) {
    size_t before = of->known->size;
    if (length > UINT32_MAX / 2 || !(value = padded(of, value, length)))
        return 0;
    uint32_t code = encoder_code(of->known, value, (uint32_t)length);
    if (of->known->size != before && of->status == SHOAL_OK)
        of->status =
            table_builder_check(by->reading->into, of->index, row, value, length, &of->error);
    return code;
}

static uint32_t code_absent(read_column *of, const char *value) {
    size_t length = strlen(value);
    value = padded(of, value, length);
    return value ? encoder_code(of->known, value, (uint32_t)length) : 0;
}

/* A text of over ENCODER_SHORT bytes. */
static uint32_t code_long(read_column *of, const read_columns *by, uint64_t row,
                          const duckdb_string_t *from) {
    uint64_t raw[2];
    memcpy(raw, from, sizeof raw);
    bool is_inlined = from->value.inlined.length <= DUCKDB_INLINED;
    cached_code *slot = &of->cache[hash_word(raw[0] ^ hash_word(raw[1])) >> (64 - CACHE_BITS)];
    if (slot->raw[0] != raw[0] || slot->raw[1] != raw[1] ||
        (is_inlined ? slot->round == 0 : slot->round != of->round)) {
        size_t length;
        const char *value = duckdb_text(from, &length);
        *slot = (cached_code){{raw[0], raw[1]}, code_text(of, by, row, value, length), of->round};
    }
    return slot->code;
}

static void check_value(read_column *of, const read_columns *by, uint64_t row,
                        const duckdb_string_t *from) {
    if (of->status == SHOAL_OK)
        of->status =
            table_builder_check(by->reading->into, of->index, row, from->value.inlined.inlined,
                                from->value.inlined.length, &of->error);
}

static uint32_t code_string(read_column *of, const read_columns *by, uint64_t row,
                            const duckdb_string_t *from) {
    uint32_t length = from->value.inlined.length;
    if (length == 0)
        return code_absent(of, of->absent.empty);
    if (length > ENCODER_SHORT)
        return code_long(of, by, row, from);
    uint64_t word = encoder_word(from->value.inlined.inlined, length);
    size_t before = of->known->size;
    /* To the encoder, a NUL byte is the end of a short value. */
    bool is_text = !has_nul(word, length);
    uint32_t code = is_text ? encoder_code_brief(of->known, word, length) : 0;
    if (!is_text || of->known->size != before)
        check_value(of, by, row, from);
    return code;
}

static uint32_t code_number(read_column *of, const read_columns *by, uint64_t row,
                            const void *value) {
    uint64_t raw = duckdb_raw(of->formatted, value);
    cached_code *slot = &of->cache[hash_word(raw) >> (64 - CACHE_BITS)];
    if (slot->round == 0 || slot->raw[0] != raw) {
        char formatted[DUCKDB_FORMAT_MOST];
        size_t length = duckdb_format(formatted, of->formatted, value);
        *slot = (cached_code){{raw, 0}, code_text(of, by, row, formatted, length), of->round};
    }
    return slot->code;
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

static void encode_rows(const read_columns *by, read_column *of, const read_chunk *chunk) {
    vector_view view = view_of(by, of, chunk);
    uint32_t null = ENCODER_NO_CODE; /* a value only where there is one */
    for (size_t i = 0; i < chunk->rows; i++) {
        if (duckdb_is_null(view.validity, i)) {
            if (null == ENCODER_NO_CODE)
                null = code_absent(of, of->absent.null);
            of->codes[i] = null;
        } else if (of->formatted)
            of->codes[i] =
                code_number(of, by, chunk->row + i, view.data + i * of->formatted->width);
        else
            of->codes[i] = code_string(of, by, chunk->row + i, string_at(&view, i));
    }
}

void read_columns_encode(read_columns *columns, size_t number, const read_chunk *chunk) {
    read_column *of = &columns->column[number];
    if (!of->known || of->status != SHOAL_OK)
        return;
    of->round = chunk->round;
    encode_rows(columns, of, chunk);
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
