#include "database/clickhouse/clickhouse_binary.h"

#include <string.h>

#define PIECE ((size_t)1 << 18)

shoal_status binary_open(binary_reader *out, clickhouse *of, text *statement, shoal_error *error) {
    *out = (binary_reader){0};
    text_add_string(statement, " FORMAT RowBinary");
    return clickhouse_rows_open(&out->rows, of, 0, statement, NULL, error);
}

void binary_close(binary_reader *from) {
    clickhouse_rows_close(from->rows);
    memory_free(from->bytes);
    *from = (binary_reader){0};
}

/* Whether `wanted` bytes are there from `at` on, behind what stays. */
static shoal_status have(bool *out, binary_reader *from, size_t wanted, shoal_error *error) {
    while (from->end - from->at < wanted && !from->ended) {
        size_t got = 0;
        if (!memory_grow((void **)&from->bytes, &from->room, from->end + PIECE, 1))
            return status_no_memory(error);
        STATUS_TRY(clickhouse_rows_read(from->rows, from->bytes + from->end, PIECE, &got, error));
        from->ended = got == 0;
        from->end += got;
    }
    *out = from->end - from->at >= wanted;
    return SHOAL_OK;
}

static shoal_status need(binary_reader *from, size_t wanted, shoal_error *error) {
    bool there = false;
    STATUS_TRY(have(&there, from, wanted, error));
    return there ? SHOAL_OK
                 : status_refuse(error, SHOAL_IO, "database_connection", NULL,
                                 "the answer of ClickHouse ends in the middle of a row");
}

shoal_status binary_next(bool *out, binary_reader *from, shoal_error *error) {
    if (from->at >= PIECE || from->at == from->end) {
        if (from->end > from->at)
            memmove(from->bytes, from->bytes + from->at, from->end - from->at);
        from->end -= from->at;
        from->at = 0;
    }
    return have(out, from, 1, error);
}

shoal_status binary_numbers(int64_t *out, size_t count, binary_reader *from, shoal_error *error) {
    STATUS_TRY(need(from, count * sizeof *out, error));
    memcpy(out, from->bytes + from->at, count * sizeof *out);
    from->at += count * sizeof *out;
    return SHOAL_OK;
}

static shoal_status take_length(size_t *out, binary_reader *from, shoal_error *error) {
    *out = 0;
    for (int shift = 0; shift < 35; shift += 7) {
        STATUS_TRY(need(from, 1, error));
        unsigned char byte = (unsigned char)from->bytes[from->at++];
        *out |= (size_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return SHOAL_OK;
    }
    return status_refuse(error, SHOAL_IO, "database_refused", NULL,
                         "the answer of ClickHouse has a value that is too long");
}

/* The bytes may still move: `text` is counted from their beginning until all are there. */
static shoal_status take_text(engine_value *out, size_t *begin, binary_reader *from,
                              shoal_error *error) {
    STATUS_TRY(need(from, 1, error));
    *out = (engine_value){0};
    *begin = SIZE_MAX;
    if (from->bytes[from->at++] != 0)
        return SHOAL_OK;
    STATUS_TRY(take_length(&out->length, from, error));
    STATUS_TRY(need(from, out->length, error));
    *begin = from->at;
    from->at += out->length;
    return SHOAL_OK;
}

shoal_status binary_texts(engine_value *out, size_t count, binary_reader *from,
                          shoal_error *error) {
    size_t *begin = memory_new(count, sizeof *begin);
    shoal_status status = begin ? SHOAL_OK : status_no_memory(error);
    for (size_t i = 0; i < count && status == SHOAL_OK; i++)
        status = take_text(&out[i], &begin[i], from, error);
    for (size_t i = 0; i < count && status == SHOAL_OK; i++)
        out[i].text = begin[i] == SIZE_MAX ? NULL : from->bytes + begin[i];
    memory_free(begin);
    return status;
}
