/* A table of PostgreSQL as an output. All of it happens in one transaction: the table is made under
 * another name, filled, read back, and replaces the old one. So a run that ends anywhere before its
 * COMMIT leaves nothing. A lock in the name of the target keeps a second run away. */
#include "store/csv_rows.h"
#include "store/postgresql/postgresql_publish.h"
#include "store/postgresql/postgresql_source.h"
#include "store/postgresql/postgresql_table.h"
#include "store/postgresql/postgresql_types.h"
#include "store/sink_kind.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/random.h>

#define LONGEST_NAME 63

typedef struct postgresql_sink {
    sink base;
    store_url url;
    postgresql_connection *server;
    postgresql_table target;
    char pending[40];
    char *pending_oid;
} postgresql_sink;

static void close_sink(sink *base) {
    postgresql_sink *self = (postgresql_sink *)base;
    postgresql_disconnect(self->server);
    postgresql_table_free(&self->target);
    store_url_free(&self->url);
    memory_free(self->pending_oid);
    memory_free(self);
}

/* ---- Opening -------------------------------------------------------------------------------- */

static shoal_status refuse_permission(const postgresql_sink *self, const char *why,
                                      shoal_error *error) {
    return status_refuse(error, SHOAL_IO, "database_permission", NULL,
                         "%.100s: cannot write the table \"%.40s\".\"%.40s\": %s", self->url.shown,
                         self->target.schema, self->target.name, why);
}

static shoal_status check_target(const postgresql_sink *self, shoal_error *error) {
    const postgresql_table *target = &self->target;
    if (target->oid && target->kind != 'r')
        return status_refuse(error, SHOAL_USAGE, "output_not_table", NULL,
                             "%.100s: \"%.60s\" exists and is %s: choose another name, or drop it",
                             self->url.shown, target->name,
                             target->kind == 'G' ? "guarded by policies, which would be lost"
                                                 : "not a plain table");
    if (!target->may_create)
        return refuse_permission(self, "the account may not create tables in that schema", error);
    if (target->oid && !target->is_owner)
        return refuse_permission(self, "it exists, and only its owner can replace it", error);
    return SHOAL_OK;
}

static shoal_status check_server(const postgresql_sink *self, shoal_error *error) {
    postgresql_answer *found = NULL;
    STATUS_TRY(postgresql_ask(&found, self->server, "look at the server",
                              "SELECT pg_catalog.current_setting('transaction_read_only')", NULL, 0,
                              error));
    bool read_only = strcmp(postgresql_cell(found, 0, 0), "on") == 0;
    postgresql_answer_free(found);
    return read_only ? refuse_permission(self, "the server is read-only", error) : SHOAL_OK;
}

static shoal_status open_target(postgresql_sink *self, shoal_error *error) {
    if (!self->url.table)
        return status_refuse(error, SHOAL_USAGE, "table_unnamed", NULL,
                             "%.120s: names no table to write: add ?table=SCHEMA.TABLE",
                             self->url.shown);
    if (strlen(self->url.table) > LONGEST_NAME)
        return status_refuse(error, SHOAL_USAGE, "name_too_long", NULL,
                             "%.100s: the name of the table has more than %d bytes",
                             self->url.shown, LONGEST_NAME);
    STATUS_TRY(postgresql_connect(&self->server, &self->url, NULL, error));
    STATUS_TRY(postgresql_table_find(&self->target, self->server, &self->url, error));
    STATUS_TRY(check_server(self, error));
    STATUS_TRY(check_target(self, error));
    STATUS_TRY(postgresql_table_check_free(&self->target, self->server, &self->url, error));
    return postgresql_table_lock(&self->target, self->server, &self->url, error);
}

static shoal_status open_sink(sink **out, const char *name, shoal_error *error) {
    postgresql_sink *self = memory_zero(1, sizeof *self);
    if (!self)
        return status_no_memory(error);
    self->base.kind = &postgresql_sink_kind;
    shoal_status status = store_url_parse(&self->url, name, error);
    if (status == SHOAL_OK)
        status = open_target(self, error);
    if (status == SHOAL_OK)
        *out = &self->base;
    else
        close_sink(&self->base);
    return status;
}

/* ---- Writing -------------------------------------------------------------------------------- */

static shoal_status check_place(const postgresql_sink *self, const table_format *format,
                                shoal_error *error) {
    bool same = false;
    if (!self->target.oid)
        return SHOAL_OK;
    STATUS_TRY(postgresql_place_has(&same, &format->place, self->server, self->target.oid, error));
    return same ? status_refuse(error, SHOAL_USAGE, "output_is_input", "output",
                                "%.120s: the input was read from this table: choose another name "
                                "for the output",
                                self->url.shown)
                : SHOAL_OK;
}

static shoal_status check_names(const row_feed *feed, shoal_error *error) {
    for (size_t i = 0; i < feed->columns; i++)
        if (strlen(feed->column[i].name) > LONGEST_NAME)
            return status_refuse(error, SHOAL_BAD_DATA, "name_too_long", NULL,
                                 "column '%.100s': names have at most %d bytes in PostgreSQL: "
                                 "rename it",
                                 feed->column[i].name, LONGEST_NAME);
    return SHOAL_OK;
}

static void note_type(const feed_column *of, const sink_options *options) {
    char sentence[200];
    const char *native = of->origin->native ? of->origin->native : "its type";
    (void)snprintf(sentence, sizeof sentence,
                   "%.60s: written as text, since %.60s cannot hold all of its values here",
                   of->name, native);
    note_say(options->note, options->note_context, note_written_as_text, of->name, sentence);
}

static shoal_status add_columns(text *out, postgresql_sink *self, const row_feed *feed,
                                const sink_options *options, shoal_error *error) {
    for (size_t i = 0; i < feed->columns; i++) {
        bool kept = true;
        text_add_string(out, i > 0 ? ", " : " (");
        postgresql_add_name(out, self->server, feed->column[i].name);
        text_add(out, " ", 1);
        STATUS_TRY(postgresql_choose_type(out, &kept, self->server, &feed->column[i], error));
        if (!kept)
            note_type(&feed->column[i], options);
    }
    text_add(out, ")", 1);
    return SHOAL_OK;
}

static shoal_status name_pending(postgresql_sink *self, shoal_error *error) {
    uint64_t number = 0;
    if (getrandom(&number, sizeof number, 0) != sizeof number)
        return status_io(error, "draw a random number for", self->url.shown);
    (void)snprintf(self->pending, sizeof self->pending, "shoal_pending_%016" PRIx64, number);
    return SHOAL_OK;
}

static shoal_status create(postgresql_sink *self, const row_feed *feed, const sink_options *options,
                           shoal_error *error) {
    text sql = {0};
    STATUS_TRY(name_pending(self, error));
    text_add_string(&sql, "CREATE TABLE ");
    postgresql_add_table(&sql, self->server, self->target.schema, self->pending);
    shoal_status status = add_columns(&sql, self, feed, options, error);
    if (status == SHOAL_OK)
        status = sql.failed ? status_no_memory(error)
                            : postgresql_run(self->server, "create the table", sql.bytes, error);
    text_free(&sql);
    return status;
}

static shoal_status note_oid(postgresql_sink *self, shoal_error *error) {
    const char *names[] = {self->target.schema, self->pending};
    postgresql_answer *found = NULL;
    STATUS_TRY(postgresql_ask(&found, self->server, "find the table",
                              "SELECT c.oid FROM pg_class AS c JOIN pg_namespace AS n "
                              "ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2",
                              names, 2, error));
    const char *oid = postgresql_cell(found, 0, 0);
    self->pending_oid = memory_text(oid, strlen(oid));
    postgresql_answer_free(found);
    return self->pending_oid ? SHOAL_OK : status_no_memory(error);
}

static shoal_status start_copy(postgresql_sink *self, shoal_error *error) {
    text sql = {0};
    text_add_string(&sql, "COPY ");
    postgresql_add_table(&sql, self->server, self->target.schema, self->pending);
    text_add_string(&sql, " FROM STDIN (FORMAT csv)");
    shoal_status status =
        sql.failed ? status_no_memory(error) : postgresql_copy_in(self->server, sql.bytes, error);
    text_free(&sql);
    return status;
}

static shoal_status begin_sink(sink *base, const row_feed *feed, const sink_options *options,
                               shoal_error *error) {
    postgresql_sink *self = (postgresql_sink *)base;
    postgresql_set_cancel(self->server, options->cancel);
    STATUS_TRY(check_names(feed, error));
    STATUS_TRY(check_place(self, &options->format, error));
    STATUS_TRY(postgresql_run(self->server, "begin to write", "BEGIN", error));
    STATUS_TRY(create(self, feed, options, error));
    STATUS_TRY(note_oid(self, error));
    return start_copy(self, error);
}

typedef struct writing {
    postgresql_sink *to;
    const row_feed *feed;
} writing;

static csv_cells_form row_form(const void *context, size_t index) {
    const row_feed *feed = ((const writing *)context)->feed;
    bool last = index + 1 == feed->columns;
    return (csv_cells_form){.delimiter = ',',
                            .separator = last ? '\n' : ',',
                            .knows_absent = true,
                            .absent = feed->column[index].absent};
}

static shoal_status write_rows(void *context, const char *bytes, size_t length,
                               shoal_error *error) {
    return postgresql_copy_write(((writing *)context)->to->server, bytes, length, error);
}

static uint64_t count_rows(const row_feed *feed) {
    uint64_t count = 0;
    for (size_t row = 0; row < feed->rows; row++)
        count += !feed->kept || feed->kept[row];
    return count;
}

static shoal_status write_sink(sink *base, const row_feed *feed, const sink_options *options,
                               shoal_error *error) {
    postgresql_sink *self = (postgresql_sink *)base;
    writing by = {self, feed};
    uint64_t rows = 0;
    csv_target target = {.form = row_form, .write = write_rows, .context = &by};
    STATUS_TRY(csv_rows_write(feed, &target, options, error));
    STATUS_TRY(postgresql_copy_end(self->server, &rows, error));
    if (rows == count_rows(feed))
        return SHOAL_OK;
    return status_fail(error, SHOAL_UNVERIFIED,
                       "%.120s: the server took %" PRIu64 " rows of %" PRIu64, self->url.shown,
                       rows, count_rows(feed));
}

/* The transaction is flushed when it is committed. */
static shoal_status finish_sink(sink *base, shoal_error *error) {
    (void)base;
    (void)error;
    return SHOAL_OK;
}

static shoal_status reopen_sink(source **out, sink *base, const source_options *options,
                                shoal_error *error) {
    postgresql_sink *self = (postgresql_sink *)base;
    source_options mine = *options;
    mine.label = options->label ? options->label : self->url.shown;
    return postgresql_source_open_table(out, self->server, self->target.schema, self->pending,
                                        self->pending_oid, &mine, error);
}

static shoal_status publish_sink(sink *base, shoal_error *error) {
    postgresql_sink *self = (postgresql_sink *)base;
    return postgresql_publish(self->server, &self->url, &self->target, self->pending, error);
}

/* ---- The kind ------------------------------------------------------------------------------- */

static const char *const suffixes[] = {NULL};
static const char *const schemes[] = {"postgresql", "postgres", NULL};

const sink_kind postgresql_sink_kind = {
    .name = "postgresql",
    .suffixes = suffixes,
    .schemes = schemes,
    .knows_absent = true,
    .open = open_sink,
    .begin = begin_sink,
    .write = write_sink,
    .finish = finish_sink,
    .reopen = reopen_sink,
    .publish = publish_sink,
    .close = close_sink,
};
