#include "store/clickhouse/clickhouse_row_writer.h"

#include <inttypes.h>
#include <string.h>

#define NONE UINT32_MAX

/* ---- Texts ----------------------------------------------------------------------------------- */

const char *feed_text(const feed_column *of, uint32_t code) {
    if (of->values)
        return dictionary_text(of->values, code);
    return code < of->label_count ? of->labels[code] : "*";
}

size_t feed_codes(const feed_column *of) {
    return of->values ? of->values->size : of->label_count;
}

uint32_t feed_find(const feed_column *of, const char *wanted) {
    size_t count = feed_codes(of);
    for (size_t i = 0; wanted && i < count; i++)
        if (strcmp(feed_text(of, (uint32_t)i), wanted) == 0)
            return (uint32_t)i;
    return NONE;
}

static size_t text_length(const feed_column *of, uint32_t code, const char *bytes) {
    return of->values ? dictionary_length(of->values, code) : strlen(bytes);
}

static bool is_plain(const char *value, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (value[i] == '\\' || value[i] == '\t' || value[i] == '\n' || value[i] == '\r')
            return false;
    return true;
}

void clickhouse_add_value(text *out, const char *value, size_t length) {
    static const char special[] = "\\\t\n\r", escaped[] = "\\tnr";
    if (!value)
        text_add(out, "\\N", 2);
    else if (is_plain(value, length))
        text_add(out, value, length);
    else
        for (size_t i = 0; i < length; i++) {
            const char *found = memchr(special, value[i], 4);
            char pair[2] = {'\\', found ? escaped[found - special] : value[i]};
            text_add(out, found ? pair : pair + 1, found ? 2 : 1);
        }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

shoal_status row_writer_open(row_writer *out, const row_feed *feed, const sink_options *options,
                             shoal_error *error) {
    *out = (row_writer){.feed = feed, .options = options};
    out->codes = memory_new(feed->columns, ROW_FEED_MOST * sizeof *out->codes);
    out->null = memory_new(feed->columns, sizeof *out->null);
    out->empty = memory_new(feed->columns, sizeof *out->empty);
    if (!out->codes || !out->null || !out->empty) {
        row_writer_close(out);
        return status_no_memory(error);
    }
    for (size_t i = 0; i < feed->columns; i++) {
        out->null[i] = feed_find(&feed->column[i], feed->column[i].absent.null);
        out->empty[i] = feed_find(&feed->column[i], feed->column[i].absent.empty);
    }
    return SHOAL_OK;
}

void row_writer_close(row_writer *writer) {
    memory_free(writer->codes);
    memory_free(writer->null);
    memory_free(writer->empty);
    text_free(&writer->made);
    *writer = (row_writer){0};
}

void row_writer_start(row_writer *writer, size_t shard, size_t shards) {
    writer->shard = shard;
    writer->shards = shards;
    writer->next = writer->sent = writer->made.length = 0;
    writer->number = writer->written = 0;
}

static void add_cell(row_writer *writer, size_t index, uint32_t code) {
    const feed_column *of = &writer->feed->column[index];
    text *out = &writer->made;
    text_add(out, "\t", 1);
    if (code == writer->null[index])
        clickhouse_add_value(out, NULL, 0);
    else if (code != writer->empty[index]) {
        const char *bytes = feed_text(of, code);
        clickhouse_add_value(out, bytes, text_length(of, code, bytes));
    }
}

static void add_rows(row_writer *writer, size_t count, bool mine) {
    const row_feed *feed = writer->feed;
    if (mine)
        feed->fill(feed->context, writer->next, count, writer->codes);
    for (size_t i = 0; i < count; i++) {
        if (feed->kept && !feed->kept[writer->next + i])
            continue;
        uint64_t number = writer->number++;
        if (!mine)
            continue;
        text_format(&writer->made, "%" PRIu64, number);
        for (size_t c = 0; c < feed->columns; c++)
            add_cell(writer, c, writer->codes[c * ROW_FEED_MOST + i]);
        text_add(&writer->made, "\n", 1);
        writer->written++;
    }
    writer->next += count;
}

/* Rows until there are some bytes, or no more. */
static shoal_status fill(row_writer *writer, shoal_error *error) {
    const sink_options *options = writer->options;
    writer->made.length = writer->sent = 0;
    while (writer->made.length == 0 && writer->next < writer->feed->rows) {
        size_t left = writer->feed->rows - writer->next;
        size_t count = left < ROW_FEED_MOST ? left : ROW_FEED_MOST;
        add_rows(writer, count, writer->next / CLICKHOUSE_BLOCK % writer->shards == writer->shard);
        if (options->cancel && *options->cancel)
            return status_fail(error, SHOAL_INTERRUPTED, "interrupted while writing");
    }
    if (options->progress && writer->shard == 0)
        options->progress(writer->next, options->progress_context);
    return writer->made.failed ? status_no_memory(error) : SHOAL_OK;
}

shoal_status row_writer_read(void *context, char *into, size_t size, size_t *got,
                             shoal_error *error) {
    row_writer *writer = context;
    if (writer->sent == writer->made.length)
        STATUS_TRY(fill(writer, error));
    size_t left = writer->made.length - writer->sent;
    *got = left < size ? left : size;
    if (*got > 0)
        memcpy(into, writer->made.bytes + writer->sent, *got);
    writer->sent += *got;
    return SHOAL_OK;
}
