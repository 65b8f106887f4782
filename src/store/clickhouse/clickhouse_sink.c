#include "store/clickhouse/clickhouse_guard.h"
#include "store/clickhouse/clickhouse_pending.h"
#include "store/clickhouse/clickhouse_row_writer.h"
#include "store/clickhouse/clickhouse_source.h"
#include "store/clickhouse/clickhouse_type.h"
#include "store/sink_kind.h"

#include <inttypes.h>
#include <string.h>

#define ROW_NUMBER "shoal_row"

typedef struct clickhouse_sink {
    sink base;
    clickhouse *of;
    clickhouse_pending *pending;
    text number;          /* the column with the number of the row, while it is pending */
    text hashed;          /* an expression over all others */
    absent_texts *absent; /* [columns] */
    uint64_t rows;
} clickhouse_sink;

static void clickhouse_sink_close(sink *base) {
    clickhouse_sink *self = (clickhouse_sink *)base;
    clickhouse_pending_close(self->pending);
    clickhouse_close(self->of);
    text_free(&self->number);
    text_free(&self->hashed);
    memory_free(self->absent);
    memory_free(self);
}

static shoal_status open_pending(clickhouse_sink *self, const char *name, shoal_error *error) {
    STATUS_TRY(clickhouse_open(&self->of, name, NULL, error));
    if (!self->of->url->table || self->of->url->query)
        return status_refuse(error, SHOAL_USAGE, "url_malformed", NULL,
                             "%.150s: name the table to write: ?table=DATABASE.TABLE",
                             self->of->url->shown);
    return clickhouse_pending_open(&self->pending, self->of, self->of->url->table, error);
}

static shoal_status clickhouse_sink_open(sink **out, const char *name, shoal_error *error) {
    clickhouse_sink *made = memory_zero(1, sizeof *made);
    *out = NULL;
    if (!made)
        return status_no_memory(error);
    made->base.kind = &clickhouse_sink_kind;
    shoal_status status = open_pending(made, name, error);
    if (status != SHOAL_OK) {
        clickhouse_sink_close(&made->base);
        return status;
    }
    *out = &made->base;
    return SHOAL_OK;
}

/* ---- Types ----------------------------------------------------------------------------------- */

/* The distinct values of a column, line by line. */
typedef struct value_stream {
    const feed_column *column;
    uint32_t next, null, empty;
    text made;
    size_t sent;
} value_stream;

static void add_values(value_stream *from, size_t size) {
    size_t count = feed_codes(from->column);
    from->made.length = from->sent = 0;
    for (; from->next < count && from->made.length < size; from->next++) {
        const char *value = feed_text(from->column, from->next);
        if (from->next == from->null)
            continue;
        if (from->next != from->empty)
            clickhouse_add_value(&from->made, value, strlen(value));
        text_add(&from->made, "\n", 1);
    }
}

static shoal_status read_values(void *context, char *into, size_t size, size_t *got,
                                shoal_error *error) {
    value_stream *from = context;
    if (from->sent == from->made.length)
        add_values(from, size);
    size_t left = from->made.length - from->sent;
    *got = left < size ? left : size;
    if (*got > 0)
        memcpy(into, from->made.bytes + from->sent, *got);
    from->sent += *got;
    return from->made.failed ? status_no_memory(error) : SHOAL_OK;
}

static shoal_status send_values(clickhouse_sink *self, const feed_column *made,
                                shoal_error *error) {
    text insert = {0};
    value_stream from = {.column = made,
                         .null = feed_find(made, made->absent.null),
                         .empty = feed_find(made, made->absent.empty)};
    byte_stream rows = {read_values, &from};
    text_add_string(&insert, "INSERT INTO ");
    clickhouse_add_table(&insert, self->of, self->pending->values);
    text_add_string(&insert, " FORMAT TabSeparated\n");
    shoal_status status = clickhouse_insert(self->of, 0, &insert, &rows, error);
    text_free(&insert);
    text_free(&from.made);
    return status;
}

static shoal_status empty_values(clickhouse_sink *self, shoal_error *error) {
    text statement = {0};
    text_add_string(&statement, "TRUNCATE TABLE ");
    clickhouse_add_table(&statement, self->of, self->pending->values);
    shoal_status status = clickhouse_run(self->of, 0, &statement, NULL, error);
    text_free(&statement);
    return status;
}

/* Whether every value survives being turned into the type and back. Where the server cannot even
 * try, it does not. */
static shoal_status check_type(bool *out, clickhouse_sink *self, const feed_column *made,
                               const char *type, shoal_error *error) {
    text ask = {0};
    uint64_t lost = 1;
    shoal_error refused = {0};
    STATUS_TRY(empty_values(self, error));
    STATUS_TRY(send_values(self, made, error));
    text_add_string(&ask, "SELECT count() FROM ");
    clickhouse_add_table(&ask, self->of, self->pending->values);
    text_add_string(&ask, " WHERE NOT (");
    clickhouse_add_survives(&ask, "v", type);
    text_add_string(&ask, ")");
    shoal_status status = clickhouse_count(&lost, self->of, 0, &ask, &refused);
    text_free(&ask);
    *out = status == SHOAL_OK && lost == 0;
    if (status == SHOAL_IO && refused.code && strcmp(refused.code, "database_refused") == 0)
        return SHOAL_OK;
    if (status != SHOAL_OK && error)
        *error = refused;
    return status;
}

static shoal_status choose_type(text *out, clickhouse_sink *self, const feed_column *made,
                                shoal_error *error) {
    bool keeps = false, own = made->origin && made->origin->native && made->origin->kind &&
                              strcmp(made->origin->kind, CLICKHOUSE_KIND) == 0;
    text type = {0};
    if (made->untouched && made->origin && made->values &&
        clickhouse_add_type(&type, made->origin) && !type.failed) {
        shoal_status status = check_type(&keeps, self, made, type.bytes, error);
        if (status != SHOAL_OK) {
            text_free(&type);
            return status;
        }
    }
    bool nulls = feed_find(made, made->absent.null) != UINT32_MAX ||
                 (keeps && own && clickhouse_is_nullable(made->origin->native));
    text_format(out, nulls ? "Nullable(%s)" : "%s", keeps ? type.bytes : "String");
    out->failed |= type.failed;
    text_free(&type);
    return SHOAL_OK;
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* A name that no column has. */
static void name_number(text *out, const row_feed *feed) {
    text_add_string(out, ROW_NUMBER);
    for (size_t i = 0; i < feed->columns && !out->failed; i++)
        if (strcmp(feed->column[i].name, out->bytes) == 0) {
            text_add_string(out, "_");
            i = (size_t)-1;
        }
}

static shoal_status add_column(text *out, clickhouse_sink *self, const feed_column *made,
                               shoal_error *error) {
    text type = {0};
    shoal_status status = choose_type(&type, self, made, error);
    if (status == SHOAL_OK && type.failed)
        status = status_no_memory(error);
    if (status == SHOAL_OK) {
        text_add_string(out, ", ");
        clickhouse_add_name(out, made->name);
        text_format(out, " %s", type.bytes);
        clickhouse_add_hashed(&self->hashed, made->name, type.bytes);
    }
    text_free(&type);
    return status;
}

static shoal_status clickhouse_begin(sink *base, const row_feed *feed, const sink_options *options,
                                     shoal_error *error) {
    clickhouse_sink *self = (clickhouse_sink *)base;
    text columns = {0};
    shoal_status status = SHOAL_OK;
    self->of->cancel = options->cancel;
    self->absent = memory_new(feed->columns, sizeof *self->absent);
    if (!self->absent)
        return status_no_memory(error);
    for (size_t i = 0; i < feed->columns; i++)
        self->absent[i] = feed->column[i].absent;
    name_number(&self->number, feed);
    clickhouse_add_name(&columns, self->number.bytes ? self->number.bytes : "");
    text_add_string(&columns, " UInt64");
    for (size_t i = 0; i < feed->columns && status == SHOAL_OK; i++)
        status = add_column(&columns, self, &feed->column[i], error);
    if (status == SHOAL_OK && self->number.failed)
        status = status_no_memory(error);
    if (status == SHOAL_OK)
        status = clickhouse_pending_create(self->pending, &columns, error);
    text_free(&columns);
    return clickhouse_pending_fail(self->pending, status, error);
}

static shoal_status write_shards(clickhouse_sink *self, row_writer *writer, shoal_error *error) {
    size_t first = self->of->cluster ? self->of->first_shard : 0;
    size_t shards = self->of->cluster ? self->of->servers - first : 1;
    byte_stream rows = {row_writer_read, writer};
    text insert = {0};
    shoal_status status = SHOAL_OK;
    text_add_string(&insert, "INSERT INTO ");
    clickhouse_add_table(&insert, self->of, self->pending->rows);
    text_add_string(&insert, " FORMAT TabSeparated\n");
    for (size_t i = 0; i < shards && status == SHOAL_OK; i++) {
        row_writer_start(writer, i, shards);
        status = clickhouse_insert(self->of, first + i, &insert, &rows, error);
        self->rows += writer->written;
    }
    text_free(&insert);
    return status;
}

static shoal_status clickhouse_write(sink *base, const row_feed *feed, const sink_options *options,
                                     shoal_error *error) {
    clickhouse_sink *self = (clickhouse_sink *)base;
    row_writer writer;
    STATUS_TRY(row_writer_open(&writer, feed, options, error));
    shoal_status status = write_shards(self, &writer, error);
    row_writer_close(&writer);
    return clickhouse_pending_fail(self->pending, status, error);
}

static shoal_status clickhouse_finish(sink *base, shoal_error *error) {
    clickhouse_sink *self = (clickhouse_sink *)base;
    text ask = {0};
    uint64_t rows = 0;
    text_add_string(&ask, "SELECT count() FROM ");
    clickhouse_add_table(&ask, self->of, self->pending->name);
    shoal_status status = clickhouse_count(&rows, self->of, 0, &ask, error);
    text_free(&ask);
    if (status == SHOAL_OK && rows != self->rows)
        status = status_refuse(error, SHOAL_IO, "database_refused", NULL,
                               "%.100s: %" PRIu64 " rows were sent, and %" PRIu64 " arrived",
                               self->of->url->shown, self->rows, rows);
    return clickhouse_pending_fail(self->pending, status, error);
}

/* ---- Reading back and publishing ------------------------------------------------------------- */

static shoal_status clickhouse_reopen(source **out, sink *base, const source_options *options,
                                      shoal_error *error) {
    clickhouse_sink *self = (clickhouse_sink *)base;
    text from = {0}, order = {0};
    clickhouse_add_table(&from, self->of, self->pending->name);
    clickhouse_add_name(&order, self->number.bytes);
    clickhouse_selection what = {.of = self->of,
                                 .from = from.bytes,
                                 .order = order.bytes,
                                 .without = self->number.bytes,
                                 .absent = self->absent};
    shoal_status status = from.failed || order.failed
                              ? status_no_memory(error)
                              : clickhouse_source_open(out, &what, options, error);
    text_free(&from);
    text_free(&order);
    return status;
}

static shoal_status clickhouse_publish(sink *base, shoal_error *error) {
    clickhouse_sink *self = (clickhouse_sink *)base;
    shoal_status status =
        clickhouse_pending_strip(self->pending, self->number.bytes, &self->hashed, error);
    if (status == SHOAL_OK)
        status = clickhouse_pending_publish(self->pending, error);
    return clickhouse_pending_fail(self->pending, status, error);
}

static const char *const suffixes[] = {NULL};

const sink_kind clickhouse_sink_kind = {
    .name = CLICKHOUSE_KIND,
    .suffixes = suffixes,
    .schemes = clickhouse_schemes,
    .knows_absent = true,
    .guard = clickhouse_guard,
    .open = clickhouse_sink_open,
    .begin = clickhouse_begin,
    .write = clickhouse_write,
    .finish = clickhouse_finish,
    .reopen = clickhouse_reopen,
    .publish = clickhouse_publish,
    .close = clickhouse_sink_close,
};
