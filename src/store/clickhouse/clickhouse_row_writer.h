/* Rows of a feed in the form TabSeparated. */
#ifndef SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_ROW_WRITER_H
#define SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_ROW_WRITER_H

#include "base/text.h"
#include "store/sink.h"

/* Adds a value with escapes; NULL: no value. */
void clickhouse_add_value(text *out, const char *value, size_t length);

/* Rows go to shards in blocks, in turn. */
#define CLICKHOUSE_BLOCK ((size_t)65536)

/* The rows of one shard: their number among those that are kept, then their cells. */
typedef struct row_writer {
    const row_feed *feed;
    const sink_options *options;
    size_t shard, shards;
    size_t next;      /* row of the feed */
    uint64_t number;  /* of kept rows before it */
    uint64_t written; /* by this one */
    uint32_t *codes;
    uint32_t *null, *empty; /* [columns] the code that stands for it; UINT32_MAX: none */
    text made;
    size_t sent;
} row_writer;

SHOAL_CHECKED shoal_status row_writer_open(row_writer *out, const row_feed *feed,
                                           const sink_options *options, shoal_error *error);
/* Begins with the rows of a shard. */
void row_writer_start(row_writer *writer, size_t shard, size_t shards);
/* As byte_stream.read. */
shoal_status row_writer_read(void *context, char *into, size_t size, size_t *got,
                             shoal_error *error);
void row_writer_close(row_writer *writer);

/* The text of a code of a column; the one after the labels is `*`. */
const char *feed_text(const feed_column *of, uint32_t code);
/* How many codes it has, `*` not counted. */
size_t feed_codes(const feed_column *of);
/* Whether the column has this text. */
uint32_t feed_find(const feed_column *of, const char *wanted);

#endif
