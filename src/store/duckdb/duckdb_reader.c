#include "store/duckdb/duckdb_reader.h"

#include "base/memory.h"
#include "store/duckdb/duckdb_types.h"

#include <stdlib.h>

/* Chunks that are encoded together: the threads share out their columns. */
#define CHUNKS ((size_t)32)
/* Values whose codes are remembered, for each column. */
#define CACHE_BITS 15

/* The code of a value as DuckDB holds it: a number, or a text of over ENCODER_SHORT bytes, which is
 * here or where a pointer says. A pointer means the same text only as long as its chunk is there.
 */
typedef struct cached_code {
    uint64_t raw[2];
    uint32_t code;
    uint32_t round; /* in which the code was found; 0: none */
} cached_code;

/* A column on its way. Only one thread at a time works on it. */
typedef struct read_column {
    size_t index;                       /* in the table */
    size_t vector;                      /* in the chunks */
    const duckdb_fixed_type *formatted; /* NULL: texts */
    encoder *known;                     /* NULL: only shown */
    absent_texts absent;
    cached_code *cache; /* [1 << CACHE_BITS] */
    char *room;         /* for texts with padding behind them */
    size_t room_size;
    uint32_t codes[DUCKDB_CHUNK];
    shoal_status status;
    shoal_error error;
} read_column;

/* Rows as text, for whoever wants to see them. One for each thread. */
typedef struct shown_rows {
    char *bytes;
    size_t length, capacity;
    cell_span *span; /* [DUCKDB_CHUNK * columns] */
    shoal_status status;
} shown_rows;

typedef struct reader {
    const duckdb_reading *reading;
    const duckdb_library *library;
    read_column *column; /* [wanted] */
    size_t wanted;
    shown_rows *shown; /* [threads] */
    int threads;
    duckdb_data_chunk chunk[CHUNKS];
    uint64_t first[CHUNKS + 1]; /* rows before each */
    uint32_t round;             /* of chunks, from 1 */
    size_t chunks;
} reader;

/* ---- Opening --------------------------------------------------------------------------------- */

static bool open_column(read_column *out, const reader *of, size_t index, size_t vector) {
    const duckdb_reading *reading = of->reading;
    const duckdb_fixed_type *type = duckdb_fixed_find(reading->of->types[index]);
    out->index = index;
    out->vector = vector;
    out->formatted = type && type->is_formatted && !reading->casts_all ? type : NULL;
    out->known = table_builder_encoder(reading->into, 0, index);
    out->absent = table_builder_absent(reading->into, index);
    out->room_size = 256;
    out->room = memory_zero(out->room_size, 1);
    if (out->known)
        out->cache = memory_zero((size_t)1 << CACHE_BITS, sizeof *out->cache);
    return out->room && (!out->known || out->cache);
}

static bool open_shown(reader *out) {
    out->shown = memory_zero((size_t)out->threads, sizeof *out->shown);
    for (int i = 0; out->shown && i < out->threads; i++)
        if (!(out->shown[i].span =
                  memory_new(DUCKDB_CHUNK * out->reading->of->columns, sizeof(cell_span))))
            return false;
    return out->shown != NULL;
}

static shoal_status reader_open(reader *out, const duckdb_reading *reading, shoal_error *error) {
    size_t columns = reading->of->columns;
    *out = (reader){.reading = reading,
                    .library = reading->session->library,
                    .threads = threads_count(reading->options->pool)};
    out->column = memory_zero(columns, sizeof *out->column);
    bool fine = out->column && (!reading->options->see || open_shown(out));
    for (size_t i = 0; fine && i < columns; i++)
        if (table_builder_wants(reading->into, i)) {
            fine = open_column(&out->column[out->wanted], out, i, out->wanted);
            out->wanted++;
        }
    return fine ? SHOAL_OK : status_no_memory(error);
}

static void free_chunks(reader *of) {
    for (size_t i = 0; i < of->chunks; i++)
        of->library->destroy_data_chunk(&of->chunk[i]);
    of->chunks = 0;
}

static void reader_close(reader *of) {
    free_chunks(of);
    for (size_t i = 0; i < of->wanted; i++) {
        memory_free(of->column[i].cache);
        memory_free(of->column[i].room);
    }
    for (int i = 0; of->shown && i < of->threads; i++) {
        memory_free(of->shown[i].bytes);
        memory_free(of->shown[i].span);
    }
    memory_free(of->column);
    memory_free(of->shown);
}

/* Only the columns that are asked for, by their place: t(c0, c1, …). */
static void add_query(text *sql, const reader *of) {
    text_add_string(sql, "SELECT ");
    for (size_t i = 0; i < of->wanted; i++) {
        const read_column *each = &of->column[i];
        bool plain = each->formatted || strcmp(of->reading->of->types[each->index], "VARCHAR") == 0;
        text_format(sql, plain ? "%sc%zu" : "%sCAST(c%zu AS VARCHAR)", i ? ", " : "", each->index);
    }
    text_format(sql, "%s FROM %s AS t(", of->wanted ? "" : "true", of->reading->from);
    for (size_t i = 0; i < of->reading->of->columns; i++)
        text_format(sql, "%sc%zu", i ? ", " : "", i);
    text_add_string(sql, ")");
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

static uint32_t code_text(read_column *of, const reader *by, uint64_t row, const char *value,
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
static uint32_t code_long(read_column *of, const reader *by, uint64_t row,
                          const duckdb_string_t *from) {
    uint64_t raw[2];
    memcpy(raw, from, sizeof raw);
    bool is_inlined = from->value.inlined.length <= DUCKDB_INLINED;
    cached_code *slot = &of->cache[hash_word(raw[0] ^ hash_word(raw[1])) >> (64 - CACHE_BITS)];
    if (slot->raw[0] != raw[0] || slot->raw[1] != raw[1] ||
        (is_inlined ? slot->round == 0 : slot->round != by->round)) {
        size_t length;
        const char *value = duckdb_text(from, &length);
        *slot = (cached_code){{raw[0], raw[1]}, code_text(of, by, row, value, length), by->round};
    }
    return slot->code;
}

static void check_value(read_column *of, const reader *by, uint64_t row,
                        const duckdb_string_t *from) {
    if (of->status == SHOAL_OK)
        of->status =
            table_builder_check(by->reading->into, of->index, row, from->value.inlined.inlined,
                                from->value.inlined.length, &of->error);
}

static uint32_t code_string(read_column *of, const reader *by, uint64_t row,
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

static uint32_t code_number(read_column *of, const reader *by, uint64_t row, const void *value) {
    uint64_t raw = duckdb_raw(of->formatted, value);
    cached_code *slot = &of->cache[hash_word(raw) >> (64 - CACHE_BITS)];
    if (slot->round == 0 || slot->raw[0] != raw) {
        char formatted[DUCKDB_FORMAT_MOST];
        size_t length = duckdb_format(formatted, of->formatted, value);
        *slot = (cached_code){{raw, 0}, code_text(of, by, row, formatted, length), by->round};
    }
    return slot->code;
}

static void encode_chunk(read_column *of, const reader *by, size_t number) {
    const duckdb_library *library = by->library;
    duckdb_vector vector = library->data_chunk_get_vector(by->chunk[number], of->vector);
    const char *data = library->vector_get_data(vector);
    const uint64_t *validity = library->vector_get_validity(vector);
    size_t rows = (size_t)(by->first[number + 1] - by->first[number]);
    uint32_t null = ENCODER_NO_CODE; /* a value only where there is one */
    for (size_t i = 0; i < rows; i++) {
        if (duckdb_is_null(validity, i)) {
            if (null == ENCODER_NO_CODE)
                null = code_absent(of, of->absent.null);
            of->codes[i] = null;
        } else if (of->formatted)
            of->codes[i] =
                code_number(of, by, by->first[number] + i, data + i * of->formatted->width);
        else
            of->codes[i] = code_string(of, by, by->first[number] + i,
                                       (const duckdb_string_t *)(const void *)data + i);
    }
    if (of->status == SHOAL_OK)
        of->status =
            table_builder_codes(by->reading->into, 0, of->index, of->codes, rows, &of->error);
}

static void encode_column(void *context, size_t item, int worker) {
    (void)worker;
    const reader *by = context;
    read_column *of = &by->column[item];
    for (size_t i = 0; of->known && i < by->chunks && of->status == SHOAL_OK; i++)
        encode_chunk(of, by, i);
}

/* ---- Showing --------------------------------------------------------------------------------- */

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

static bool show_column(shown_rows *into, const reader *by, const read_column *of, size_t number) {
    const duckdb_library *library = by->library;
    duckdb_vector vector = library->data_chunk_get_vector(by->chunk[number], of->vector);
    const char *data = library->vector_get_data(vector);
    const uint64_t *validity = library->vector_get_validity(vector);
    size_t rows = (size_t)(by->first[number + 1] - by->first[number]);
    cell_span *span = into->span + of->index;
    for (size_t i = 0; i < rows; i++, span += by->reading->of->columns) {
        char formatted[DUCKDB_FORMAT_MOST];
        const char *value = formatted;
        size_t length;
        if (duckdb_is_null(validity, i))
            length = strlen(value = of->absent.null);
        else if (of->formatted)
            length = duckdb_format(formatted, of->formatted, data + i * of->formatted->width);
        else if ((value = duckdb_text((const duckdb_string_t *)(const void *)data + i, &length)),
                 length == 0)
            length = strlen(value = of->absent.empty);
        if (!show_text(into, span, value, length))
            return false;
    }
    return true;
}

static void show_chunk(void *context, size_t item, int worker) {
    const reader *by = context;
    const source_options *options = by->reading->options;
    shown_rows *into = &by->shown[worker];
    into->length = 0;
    for (size_t i = 0; i < by->wanted && into->status == SHOAL_OK; i++)
        if (!show_column(into, by, &by->column[i], item))
            into->status = SHOAL_NO_MEMORY;
    if (into->status != SHOAL_OK)
        return;
    cell_block block = {.row = (size_t)by->first[item],
                        .worker = worker,
                        .rows = (size_t)(by->first[item + 1] - by->first[item]),
                        .columns = by->reading->of->columns,
                        .text = into->bytes,
                        .span = into->span};
    options->see(&block, options->see_context);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Some chunks; none at the end. */
static shoal_status fetch(reader *by, duckdb_rows *rows, shoal_error *error) {
    by->first[0] = by->first[by->chunks];
    free_chunks(by);
    by->round++;
    while (by->chunks < CHUNKS) {
        STATUS_TRY(duckdb_rows_next(&by->chunk[by->chunks], rows, error));
        if (!by->chunk[by->chunks])
            return SHOAL_OK;
        size_t count = (size_t)by->library->data_chunk_get_size(by->chunk[by->chunks]);
        by->first[by->chunks + 1] = by->first[by->chunks] + count;
        by->chunks++;
    }
    return SHOAL_OK;
}

static shoal_status take_errors(const reader *by, shoal_error *error) {
    for (size_t i = 0; i < by->wanted; i++)
        if (by->column[i].status != SHOAL_OK) {
            if (error)
                *error = by->column[i].error;
            return by->column[i].status;
        }
    for (int i = 0; by->shown && i < by->threads; i++)
        if (by->shown[i].status != SHOAL_OK)
            return status_no_memory(error);
    return SHOAL_OK;
}

static shoal_status add_chunks(reader *by, shoal_error *error) {
    const duckdb_reading *reading = by->reading;
    size_t rows = (size_t)(by->first[by->chunks] - by->first[0]);
    threads_run(reading->options->pool, by->wanted, encode_column, by);
    STATUS_TRY(take_errors(by, error));
    if (by->shown)
        threads_run(reading->options->pool, by->chunks, show_chunk, by);
    STATUS_TRY(take_errors(by, error));
    STATUS_TRY(table_builder_rows(reading->into, 0, 0, rows, error));
    if (reading->told)
        reading->told(by->first[by->chunks], reading->context);
    return SHOAL_OK;
}

static shoal_status read_all(reader *by, duckdb_rows *rows, shoal_error *error) {
    do {
        STATUS_TRY(fetch(by, rows, error));
        if (by->chunks > 0)
            STATUS_TRY(add_chunks(by, error));
    } while (by->chunks > 0);
    return SHOAL_OK;
}

shoal_status duckdb_read(const duckdb_reading *reading, uint64_t *rows, shoal_error *error) {
    reader *by = memory_new(1, sizeof *by);
    duckdb_rows from = {0};
    text sql = {0};
    if (!by)
        return status_no_memory(error);
    shoal_status status = reader_open(by, reading, error);
    if (status == SHOAL_OK) {
        by->first[0] = *rows;
        add_query(&sql, by);
        status = sql.failed ? status_no_memory(error)
                            : duckdb_rows_open(&from, reading->session, sql.bytes,
                                               reading->options->cancel, error);
    }
    if (status == SHOAL_OK)
        status = read_all(by, &from, error);
    if (status == SHOAL_OK)
        *rows = by->first[0];
    reader_close(by);
    duckdb_rows_close(&from);
    text_free(&sql);
    memory_free(by);
    return status;
}
