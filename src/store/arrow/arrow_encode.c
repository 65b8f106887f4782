#include "store/arrow/arrow_encode.h"

#include "store/arrow/number_codes.h"
#include "store/csv_record.h"

#include <inttypes.h>
#include <string.h>

#define ROWS_AT_A_TIME 2048
/* Booleans and numbers of a byte have no more values. */
#define BYTE_VALUES 256

/* What encodes a column. Values that have small numbers, such as those of a dictionary, are encoded
 * when they are first seen, and their codes are remembered; so are those of other numbers. */
typedef struct column_encoding {
    table_builder *into;
    int part;
    size_t column;
    const arrow_column *of;
    encoder *known;
    absent_texts absent;
    uint32_t null;     /* its code; ENCODER_NO_CODE: there was none yet */
    uint32_t *map;     /* [map_size + 1] code of each number; of the last: null */
    uint32_t map_size; /* numbers */
    size_t map_room;
    number_codes numbers;
    char *room; /* for texts with padding behind them */
    size_t room_size;
    /* Some rows of a batch: */
    const arrow_chunk *chunk;
    int64_t row; /* the first, in the batch */
    size_t rows;
    uint64_t number; /* of that row in the table */
    uint64_t keys[ROWS_AT_A_TIME];
    uint32_t codes[ROWS_AT_A_TIME];
    shoal_error *error;
    shoal_status status;
} column_encoding;

/* ---- Values ----------------------------------------------------------------------------------
 */

static void fail(column_encoding *by, size_t at, const char *fault) {
    if (by->status == SHOAL_OK)
        by->status = status_refuse(by->error, SHOAL_BAD_DATA, "arrow_value", NULL,
                                   ARROW_LABEL ": row %" PRIu64 ", column '%.50s': the value %s",
                                   by->number + at + 1, by->of->name, fault);
}

static void fail_memory(column_encoding *by) {
    if (by->status == SHOAL_OK)
        by->status = status_no_memory(by->error);
}

static uint32_t code_absent(column_encoding *by, const char *text) {
    char padded[2 * ENCODER_PADDING] = {0};
    size_t length = strnlen(text, ENCODER_PADDING);
    memcpy(padded, text, length);
    return encoder_code(by->known, padded, (uint32_t)length);
}

static uint32_t code_null(column_encoding *by) {
    if (by->null == ENCODER_NO_CODE)
        by->null = code_absent(by, by->absent.null);
    return by->null;
}

static bool has_nul(uint64_t word, uint64_t length) {
    if (length < ENCODER_SHORT)
        word |= 0x0101010101010101u << (8 * length);
    return ((word - 0x0101010101010101u) & ~word & 0x8080808080808080u) != 0;
}

static void check(column_encoding *by, size_t at, const char *text, uint64_t length) {
    if (by->status == SHOAL_OK)
        by->status = table_builder_check(by->into, by->column, by->number + at, text,
                                         (size_t)length, by->error);
}

/* Where there is nothing that may be read behind the text, a copy of it; NULL: out of memory. */
static const char *padded(column_encoding *by, const arrow_text *from) {
    if (from->spare >= ENCODER_PADDING)
        return from->text;
    if (!memory_grow((void **)&by->room, &by->room_size, from->length + ENCODER_PADDING, 1)) {
        fail_memory(by);
        return NULL;
    }
    memset(by->room + from->length, 0, ENCODER_PADDING);
    return memcpy(by->room, from->text, from->length);
}

/* An empty text may have been encoded as this already. */
static bool is_empty_mark(const char *text, uint64_t length) {
    return length == sizeof ORIGIN_EMPTY - 1 && memcmp(text, ORIGIN_EMPTY, length) == 0;
}

/* To the encoder, a NUL byte is the end of a short text. */
static uint32_t code_text(column_encoding *by, size_t at, const arrow_text *from) {
    if (from->length == 0)
        return code_absent(by, by->absent.empty);
    const char *text = from->length > CSV_LONGEST_VALUE ? NULL : padded(by, from);
    bool is_short = from->length <= ENCODER_SHORT;
    if (!text || is_empty_mark(text, from->length) ||
        (is_short && has_nul(encoder_word(text, (uint32_t)from->length), from->length))) {
        check(by, at, from->text, from->length);
        return 0;
    }
    size_t before = by->known->size;
    uint32_t code = encoder_code(by->known, text, (uint32_t)from->length);
    if (by->known->size != before)
        check(by, at, text, from->length);
    return code;
}

/* The code of a value; `at` is a row that has it. */
static uint32_t code_value(column_encoding *by, size_t at, const arrow_values *of, int64_t row) {
    char formatted[VALUE_TEXT_MOST];
    arrow_text found;
    const char *fault = arrow_values_text(&found, of, row, formatted);
    if (fault) {
        fail(by, at, fault);
        return 0;
    }
    return found.text ? code_text(by, at, &found) : code_null(by);
}

/* ---- Values with small numbers ---------------------------------------------------------------
 */

static bool is_mapped(const arrow_column *of) {
    return of->is_coded || of->type.kind == ARROW_BOOLEAN ||
           (of->type.kind == ARROW_INTEGER && of->type.width == 1);
}

/* A dictionary that another batch had too keeps its codes. */
static bool is_same(const arrow_values *one, const arrow_values *other) {
    return one->length == other->length && one->offset == other->offset &&
           one->valid.bits == other->valid.bits && one->data == other->data &&
           one->bytes == other->bytes && one->buffers == other->buffers;
}

static void start_map(column_encoding *by, const arrow_chunk *before) {
    if (by->map &&
        (!by->of->is_coded || (before && is_same(&before->dictionary, &by->chunk->dictionary))))
        return;
    int64_t size = by->of->is_coded ? by->chunk->dictionary.length : BYTE_VALUES;
    by->map_size = size < ENCODER_NO_CODE - 1 ? (uint32_t)size : ENCODER_NO_CODE - 1;
    size_t room = (size_t)by->map_size + 1;
    if (!memory_grow((void **)&by->map, &by->map_room, room, sizeof *by->map)) {
        fail_memory(by);
        return;
    }
    memset(by->map, 0xff, room * sizeof *by->map);
}

/* Numbers that are too large for a dictionary, and negative ones, become ENCODER_NO_CODE or another
 * that is too large. */
#define READ_NUMBERS(type)                                                                         \
    do {                                                                                           \
        const char *at = (const char *)of->data + from * (int64_t)sizeof(type);                    \
        for (size_t i = 0; i < by->rows; i++) {                                                    \
            type number;                                                                           \
            memcpy(&number, at + i * sizeof(type), sizeof number);                                 \
            by->codes[i] = (uint32_t)number;                                                       \
        }                                                                                          \
    } while (0)

static void read_large_numbers(column_encoding *by, const arrow_values *of, int64_t from) {
    for (size_t i = 0; i < by->rows; i++) {
        uint64_t number;
        memcpy(&number, (const uint64_t *)of->data + from + i, sizeof number);
        by->codes[i] = number < ENCODER_NO_CODE ? (uint32_t)number : ENCODER_NO_CODE;
    }
}

static void read_numbers(column_encoding *by) {
    const arrow_values *of = &by->chunk->own;
    int64_t from = of->offset + by->row;
    if (of->type.kind == ARROW_BOOLEAN) {
        for (size_t i = 0; i < by->rows; i++)
            by->codes[i] = arrow_bit(of->data, from + (int64_t)i);
        return;
    }
    bool is_unsigned = of->type.is_unsigned || !by->of->is_coded;
    switch (of->type.width) {
    case 1:
        if (is_unsigned)
            READ_NUMBERS(uint8_t);
        else
            READ_NUMBERS(int8_t);
        break;
    case 2:
        if (is_unsigned)
            READ_NUMBERS(uint16_t);
        else
            READ_NUMBERS(int16_t);
        break;
    case 4:
        READ_NUMBERS(uint32_t);
        break;
    default:
        read_large_numbers(by, of, from);
    }
}

static bool has_nulls(const arrow_chunk *chunk) {
    return chunk->own.valid.bits || chunk->rows.bits;
}

/* Null is the number behind the last. */
static void check_numbers(column_encoding *by) {
    uint32_t most = 0, limit = by->map_size;
    if (has_nulls(by->chunk)) {
        for (size_t i = 0; i < by->rows; i++) {
            bool is_there = arrow_chunk_has(by->chunk, by->row + (int64_t)i);
            if (is_there && by->codes[i] >= limit)
                fail(by, i, "is a code that its dictionary does not have");
            by->codes[i] = is_there ? by->codes[i] : limit;
        }
        return;
    }
    for (size_t i = 0; i < by->rows; i++)
        most = by->codes[i] > most ? by->codes[i] : most;
    for (size_t i = 0; most >= limit && i < by->rows; i++)
        if (by->codes[i] >= limit)
            fail(by, i, "is a code that its dictionary does not have");
}

static uint32_t code_number(column_encoding *by, size_t at, uint32_t number) {
    if (number == by->map_size)
        return code_null(by);
    return by->of->is_coded ? code_value(by, at, &by->chunk->dictionary, (int64_t)number)
                            : code_value(by, at, &by->chunk->own, by->row + (int64_t)at);
}

static void encode_numbers(column_encoding *by) {
    read_numbers(by);
    check_numbers(by);
    if (by->status != SHOAL_OK)
        return;
    for (size_t i = 0; i < by->rows; i++) {
        uint32_t number = by->codes[i];
        if (__builtin_expect(by->map[number] == ENCODER_NO_CODE, 0))
            by->map[number] = code_number(by, i, number);
        by->codes[i] = by->map[number];
    }
}

/* ---- Values of up to eight bytes -------------------------------------------------------------
 */

static bool is_keyed(const arrow_type *type) {
    return type->kind > ARROW_BOOLEAN && type->kind < ARROW_TEXT && type->width <= 8;
}

#define READ_KEYS(type)                                                                            \
    do {                                                                                           \
        const char *at = (const char *)of->data + from * (int64_t)sizeof(type);                    \
        for (size_t i = 0; i < by->rows; i++) {                                                    \
            type key;                                                                              \
            memcpy(&key, at + i * sizeof(type), sizeof key);                                       \
            by->keys[i] = key;                                                                     \
        }                                                                                          \
    } while (0)

static void read_keys(column_encoding *by) {
    const arrow_values *of = &by->chunk->own;
    int64_t from = of->offset + by->row;
    switch (of->type.width) {
    case 1:
        READ_KEYS(uint8_t);
        break;
    case 2:
        READ_KEYS(uint16_t);
        break;
    case 4:
        READ_KEYS(uint32_t);
        break;
    default:
        READ_KEYS(uint64_t);
    }
}

static uint32_t code_new_key(column_encoding *by, size_t at) {
    uint32_t code = code_value(by, at, &by->chunk->own, by->row + (int64_t)at);
    if (!number_codes_add(&by->numbers, by->keys[at], code))
        fail_memory(by);
    return code;
}

static void encode_keys(column_encoding *by) {
    bool nulls = has_nulls(by->chunk);
    read_keys(by);
    for (size_t i = 0; i < by->rows && by->status == SHOAL_OK; i++) {
        if (nulls && !arrow_chunk_has(by->chunk, by->row + (int64_t)i)) {
            by->codes[i] = code_null(by);
            continue;
        }
        uint32_t code = number_codes_find(&by->numbers, by->keys[i]);
        by->codes[i] = code == ENCODER_NO_CODE ? code_new_key(by, i) : code;
    }
}

/* ---- All -------------------------------------------------------------------------------------
 */

static void encode_texts(column_encoding *by) {
    for (size_t i = 0; i < by->rows && by->status == SHOAL_OK; i++) {
        int64_t row = by->row + (int64_t)i;
        by->codes[i] = arrow_chunk_has(by->chunk, row) ? code_value(by, i, &by->chunk->own, row)
                                                       : code_null(by);
    }
}

static void encode_rows(column_encoding *by) {
    if (is_mapped(by->of))
        encode_numbers(by);
    else if (is_keyed(&by->of->type))
        encode_keys(by);
    else
        encode_texts(by);
    if (by->status == SHOAL_OK)
        by->status =
            table_builder_codes(by->into, by->part, by->column, by->codes, by->rows, by->error);
}

static void encode_chunk(column_encoding *by, const arrow_chunk *chunk, int64_t begin,
                         int64_t end) {
    const arrow_chunk *before = by->chunk;
    by->chunk = chunk;
    if (is_mapped(by->of))
        start_map(by, before);
    for (by->row = begin; by->row < end && by->status == SHOAL_OK; by->row += (int64_t)by->rows) {
        int64_t left = end - by->row;
        by->rows = left < ROWS_AT_A_TIME ? (size_t)left : ROWS_AT_A_TIME;
        encode_rows(by);
        by->number += by->rows;
    }
}

shoal_status arrow_encode(table_builder *into, int part, const arrow_batches *from, size_t index,
                          int64_t begin, int64_t end, shoal_error *error) {
    column_encoding *by = memory_zero(1, sizeof *by);
    if (!by)
        return status_no_memory(error);
    by->into = into;
    by->part = part;
    by->column = index;
    by->of = &from->schema.column[index];
    by->known = table_builder_encoder(into, part, index);
    by->absent = table_builder_absent(into, index);
    by->null = ENCODER_NO_CODE;
    by->number = (uint64_t)begin;
    by->error = error;
    number_codes_start(&by->numbers);
    for (size_t i = 0; i < from->count && by->status == SHOAL_OK; i++) {
        int64_t first = from->first[i], last = from->first[i + 1];
        int64_t low = begin > first ? begin : first, high = end < last ? end : last;
        if (low < high)
            encode_chunk(by, &from->chunk[i * from->schema.columns + index], low - first,
                         high - first);
    }
    shoal_status status = by->status;
    number_codes_free(&by->numbers);
    memory_free(by->map);
    memory_free(by->room);
    memory_free(by);
    return status;
}
