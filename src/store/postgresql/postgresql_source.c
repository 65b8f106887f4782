/* Tables and queries of PostgreSQL: COPY … TO STDOUT feeds the reader of CSV. Everything happens in
 * one transaction that cannot change anything. Rows come in the order in which the table has them.
 */
#include "store/postgresql/postgresql_source.h"

#include "store/csv_source.h"
#include "store/postgresql/postgresql_columns.h"
#include "store/postgresql/postgresql_table.h"
#include "store/postgresql/postgresql_turn.h"
#include "store/source_kind.h"

#include <ctype.h>

typedef struct postgresql_source {
    source base;
    postgresql_connection *server;
    postgresql_connection *owned; /* the same, where the source disconnects it */
    postgresql_columns_list columns;
    char *from;   /* what follows FROM */
    source *rows; /* as CSV, while they are read */
    postgresql_turn turn;
    text turned; /* rows of which turned.bytes[sent ..) are to be read */
    size_t sent;
    source_options options;
    char *label;
} postgresql_source;

static void close_source(source *base) {
    postgresql_source *self = (postgresql_source *)base;
    source_close(self->rows);
    if (self->owned)
        postgresql_disconnect(self->owned);
    else if (self->server)
        postgresql_copy_stop(self->server);
    for (size_t i = 0; self->base.names && i < self->base.columns; i++)
        memory_free(self->base.names[i]);
    memory_free(self->base.names);
    postgresql_columns_free(&self->columns);
    postgresql_turn_close(&self->turn);
    text_free(&self->turned);
    memory_free(self->from);
    memory_free(self->label);
    memory_free(self);
}

/* ---- Opening -------------------------------------------------------------------------------- */

static shoal_status name_columns(postgresql_source *self, shoal_error *error) {
    self->base.names = memory_zero(self->columns.count, sizeof *self->base.names);
    if (!self->base.names)
        return status_no_memory(error);
    for (size_t i = 0; i < self->columns.count; i++) {
        const char *name = self->columns.column[i].name;
        self->base.names[self->base.columns++] = memory_text(name, strlen(name));
        if (!self->base.names[i])
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

static shoal_status keep_from(postgresql_source *self, text *from, shoal_error *error) {
    self->from = from->bytes;
    return from->failed ? status_no_memory(error) : SHOAL_OK;
}

static shoal_status open_oid(postgresql_source *self, const char *schema, const char *table,
                             const char *oid, shoal_error *error) {
    text from = {0};
    postgresql_add_table(&from, self->server, schema, table);
    STATUS_TRY(keep_from(self, &from, error));
    return postgresql_columns_of_table(&self->columns, self->server, oid, error);
}

static shoal_status open_table(postgresql_source *self, const store_url *url, shoal_error *error) {
    postgresql_table found;
    shoal_status status = postgresql_table_find(&found, self->server, url, error);
    if (status == SHOAL_OK && (!found.oid || !strchr("rpvmfPG", found.kind)))
        status = status_refuse(error, SHOAL_IO, "table_missing", NULL,
                               "%.120s: there is no table \"%.40s\".\"%.60s\"; names are as they "
                               "are written, capitals too",
                               url->shown, found.schema, found.name);
    if (status == SHOAL_OK)
        status = open_oid(self, found.schema, found.name, found.oid, error);
    postgresql_table_free(&found);
    return status;
}

/* Without the semicolon that many end with; a comment ends with the line. */
static shoal_status open_query(postgresql_source *self, const char *query, shoal_error *error) {
    text from = {0};
    size_t length = strlen(query);
    while (length > 0 && (isspace((unsigned char)query[length - 1]) || query[length - 1] == ';'))
        length--;
    text_format(&from, "(%.*s\n)", (int)length, query);
    STATUS_TRY(keep_from(self, &from, error));
    char *alone = memory_text(query, length);
    if (!alone)
        return status_no_memory(error);
    shoal_status status = postgresql_columns_of_query(&self->columns, self->server, alone, error);
    memory_free(alone);
    return status;
}

static shoal_status open_url(postgresql_source *self, const store_url *url, shoal_error *error) {
    if (!url->table && !url->query)
        return status_refuse(error, SHOAL_USAGE, "table_unnamed", NULL,
                             "%.120s: names neither a table nor a query: add ?table=SCHEMA.TABLE "
                             "or ?query=SELECT …",
                             url->shown);
    self->label = memory_text(url->shown, strlen(url->shown));
    if (!self->label)
        return status_no_memory(error);
    STATUS_TRY(postgresql_connect(&self->owned, url, self->options.cancel, error));
    self->server = self->owned;
    STATUS_TRY(postgresql_run(self->server, "begin to read",
                              "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY",
                              error));
    /* That of a query may be meant. */
    self->base.format.unordered = url->table != NULL;
    return url->table ? open_table(self, url, error) : open_query(self, url->query, error);
}

static postgresql_source *make(const source_options *options) {
    postgresql_source *self = memory_zero(1, sizeof *self);
    if (self) {
        self->base.kind = &postgresql_source_kind;
        self->options = *options;
    }
    return self;
}

static shoal_status finish(source **out, postgresql_source *self, shoal_status status,
                           shoal_error *error) {
    if (status == SHOAL_OK)
        status = name_columns(self, error);
    if (status == SHOAL_OK)
        *out = &self->base;
    else
        close_source(&self->base);
    return status;
}

static shoal_status open_source(source **out, const char *const *names, size_t count,
                                const source_options *options, shoal_error *error) {
    (void)count; /* one URL */
    store_url url;
    shoal_status status = store_url_parse(&url, names[0], error);
    if (status == SHOAL_OK) {
        postgresql_source *self = make(options);
        status =
            self ? finish(out, self, open_url(self, &url, error), error) : status_no_memory(error);
    }
    store_url_free(&url);
    return status;
}

shoal_status postgresql_source_open_table(source **out, postgresql_connection *server,
                                          const char *schema, const char *table, const char *oid,
                                          const source_options *options, shoal_error *error) {
    postgresql_source *self = make(options);
    if (!self)
        return status_no_memory(error);
    self->server = server;
    return finish(out, self, open_oid(self, schema, table, oid, error), error);
}

/* ---- Reading -------------------------------------------------------------------------------- */

static shoal_status fail_mark(const postgresql_source *self, shoal_error *error) {
    return status_refuse(error, SHOAL_BAD_DATA, "value_not_text", NULL,
                         "%.120s: a value is one of the noncharacters U+FFFE and U+FFFF, which "
                         "stand for no value while a table is read: remove it",
                         postgresql_shown(self->server));
}

/* The next row, or the end. */
static shoal_status turn_row(postgresql_source *self, shoal_error *error) {
    const char *row = NULL;
    size_t length = 0;
    self->turned.length = self->sent = 0;
    STATUS_TRY(postgresql_copy_row(self->server, &row, &length, error));
    if (length > 0 && !postgresql_turn_row(&self->turned, &self->turn, row, length))
        return fail_mark(self, error);
    return self->turned.failed ? status_no_memory(error) : SHOAL_OK;
}

static shoal_status read_bytes(void *context, char *into, size_t size, size_t *got,
                               shoal_error *error) {
    postgresql_source *self = context;
    *got = 0;
    while (*got < size) {
        if (self->sent == self->turned.length)
            STATUS_TRY(turn_row(self, error));
        size_t left = self->turned.length - self->sent;
        if (left == 0)
            return SHOAL_OK;
        size_t taken = left < size - *got ? left : size - *got;
        memcpy(into + *got, self->turned.bytes + self->sent, taken);
        self->sent += taken;
        *got += taken;
    }
    return SHOAL_OK;
}

/* Of what was written: an absent value where none was written is not seen in the rows. */
static shoal_status check_nulls(postgresql_source *self, shoal_error *error) {
    text sql = {0};
    postgresql_answer *answer = NULL;
    if (self->options.absent)
        postgresql_add_null_count(&sql, &self->columns, self->from, self->options.absent);
    shoal_status status = sql.failed ? status_no_memory(error) : SHOAL_OK;
    if (status == SHOAL_OK && sql.length > 0)
        status =
            postgresql_ask(&answer, self->server, "count absent values", sql.bytes, NULL, 0, error);
    if (status == SHOAL_OK && answer && strcmp(postgresql_cell(answer, 0, 0), "0") != 0)
        status = status_fail(error, SHOAL_BAD_DATA, "%.20s rows have a NULL that was not written",
                             postgresql_cell(answer, 0, 0));
    postgresql_answer_free(answer);
    text_free(&sql);
    return status;
}

static shoal_status start_copy(postgresql_source *self, const bool *wanted, shoal_error *error) {
    text sql = {0};
    STATUS_TRY(check_nulls(self, error));
    STATUS_TRY(postgresql_turn_open(&self->turn, self->columns.count, self->options.absent, error));
    postgresql_add_copy(&sql, self->server, &self->columns, self->from,
                        self->options.see ? NULL : wanted);
    shoal_status status =
        sql.failed ? status_no_memory(error) : postgresql_copy_out(self->server, sql.bytes, error);
    text_free(&sql);
    return status;
}

static shoal_status open_rows(postgresql_source *self, shoal_error *error) {
    size_t count = self->columns.count;
    column_origin **origins = memory_zero(count, sizeof(column_origin *));
    if (!origins)
        return status_no_memory(error);
    for (size_t i = 0; i < count; i++) {
        origins[i] = self->columns.column[i].origin;
        self->columns.column[i].origin = NULL;
    }
    csv_stream stream = {.bytes = {read_bytes, self}, .origins = origins, .columns = count};
    source_options options = self->options;
    options.label = options.label ? options.label : self->label;
    shoal_status status = csv_source_open_stream(&self->rows, &stream, &options, error);
    for (size_t i = 0; i < count; i++)
        column_origin_free(origins[i]);
    memory_free(origins);
    return status;
}

static shoal_status read_source(shoal_table **out, source *base, const bool *wanted,
                                shoal_error *error) {
    postgresql_source *self = (postgresql_source *)base;
    postgresql_set_cancel(self->server, self->options.cancel);
    STATUS_TRY(start_copy(self, wanted, error));
    STATUS_TRY(open_rows(self, error));
    STATUS_TRY(source_read(out, self->rows, wanted, error));
    if (!self->owned)
        return SHOAL_OK;
    shoal_status status = postgresql_place_read(&self->base.format.place, self->server, error);
    if (status != SHOAL_OK) {
        shoal_table_free(*out);
        *out = NULL;
    }
    return status;
}

/* ---- The kind ------------------------------------------------------------------------------- */

static const char *const suffixes[] = {NULL};
static const char *const schemes[] = {"postgresql", "postgres", NULL};

const source_kind postgresql_source_kind = {
    .name = "postgresql",
    .summary = "a table or query of PostgreSQL: postgresql://HOST/DATABASE?table=SCHEMA.TABLE",
    .suffixes = suffixes,
    .schemes = schemes,
    .is_built = postgresql_is_built,
    .install = "build with libpq-dev",
    .open = open_source,
    .read = read_source,
    .close = close_source,
};
