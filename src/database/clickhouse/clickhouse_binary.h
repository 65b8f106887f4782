/* Answers of ClickHouse in the format RowBinary, value by value. */
#ifndef SHOAL_DATABASE_CLICKHOUSE_BINARY_H
#define SHOAL_DATABASE_CLICKHOUSE_BINARY_H

#include "database/database_engine.h"
#include "store/clickhouse/clickhouse_connection.h"

typedef struct binary_reader {
    clickhouse_rows *rows;
    char *bytes;
    size_t at, end, room;
    bool ended; /* no more bytes come */
} binary_reader;

/* Runs a SELECT, to which the format is added, on the first server; takes the statement over. The
 * server keeps the answer until it is complete. Close it also after a failure. */
SHOAL_CHECKED shoal_status binary_open(binary_reader *out, clickhouse *of, text *statement,
                                       shoal_error *error);
void binary_close(binary_reader *from);

/* Whether there is one more row. */
SHOAL_CHECKED shoal_status binary_next(bool *out, binary_reader *from, shoal_error *error);
/* Its next value: 64 bits; some of them. */
SHOAL_CHECKED shoal_status binary_numbers(int64_t *out, size_t count, binary_reader *from,
                                          shoal_error *error);
/* Text of a Nullable(String); it stays until `binary_next`, but only in text[] of this call:
 * several are read at once. */
SHOAL_CHECKED shoal_status binary_texts(engine_value *out, size_t count, binary_reader *from,
                                        shoal_error *error);

#endif
