#include "files/codec.h"
#include "store/duckdb/duckdb_feed.h"
#include "store/duckdb/duckdb_source.h"
#include "store/sink_kind.h"

#include <unistd.h>

/* More than is usual, since each group has its own dictionaries. */
#define GROUP_ROWS 491520

typedef struct parquet_sink {
    sink base;
    pending_file file;
    duckdb_session session;
} parquet_sink;

static void parquet_close(sink *base) {
    parquet_sink *self = (parquet_sink *)base;
    duckdb_session_close(&self->session);
    file_close(&self->file);
    memory_free(self);
}

static shoal_status open_file(parquet_sink *self, const char *name, shoal_error *error) {
    const duckdb_library *library;
    if (name[codec_stem(name)])
        return status_fail(error, SHOAL_USAGE,
                           "cannot write %.150s: Parquet is compressed inside; name it .parquet",
                           name);
    STATUS_TRY(duckdb_library_load(&library, "write Parquet", error));
    STATUS_TRY(file_open(&self->file, name, error));
    self->base.file = &self->file;
    return SHOAL_OK;
}

static shoal_status parquet_open(sink **out, const char *name, shoal_error *error) {
    parquet_sink *self = memory_zero(1, sizeof *self);
    if (!self)
        return status_no_memory(error);
    self->base.kind = &parquet_sink_kind;
    self->file = PENDING_FILE_NONE;
    shoal_status status = open_file(self, name, error);
    if (status != SHOAL_OK) {
        parquet_close(&self->base);
        return status;
    }
    *out = &self->base;
    return SHOAL_OK;
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* Rows come in their order, so that more threads of DuckDB's would only wait. */
static shoal_status parquet_begin(sink *base, const row_feed *feed, const sink_options *options,
                                  shoal_error *error) {
    parquet_sink *self = (parquet_sink *)base;
    const duckdb_wish wish = {.reads_files = true, .threads = 1, .label = self->file.path};
    (void)feed;
    (void)options;
    return duckdb_session_open(&self->session, &wish, error);
}

static shoal_status copy_rows(const parquet_sink *self, const duckdb_feed *rows,
                              const sink_options *options, shoal_error *error) {
    text sql = {0};
    text_add_string(&sql, "COPY (");
    duckdb_feed_select(rows, &sql);
    text_format(&sql,
                ") TO '/proc/self/fd/%d' (FORMAT parquet, COMPRESSION snappy, "
                "ROW_GROUP_SIZE %d, USE_TMP_FILE false)",
                self->file.descriptor, GROUP_ROWS);
    shoal_status status = sql.failed
                              ? status_no_memory(error)
                              : duckdb_run(&self->session, sql.bytes, options->cancel, error);
    text_free(&sql);
    return duckdb_feed_status(rows, status, error);
}

static shoal_status parquet_write(sink *base, const row_feed *feed, const sink_options *options,
                                  shoal_error *error) {
    parquet_sink *self = (parquet_sink *)base;
    duckdb_feed *rows = NULL;
    shoal_status status = duckdb_feed_open(&rows, &self->session, feed, options, true, error);
    if (status == SHOAL_OK)
        status = copy_rows(self, rows, options, error);
    duckdb_feed_close(rows);
    /* What is read back is read by another one. */
    duckdb_session_close(&self->session);
    return status;
}

static shoal_status parquet_finish(sink *base, shoal_error *error) {
    return file_sync(&((parquet_sink *)base)->file, error);
}

static shoal_status parquet_reopen(source **out, sink *base, const source_options *options,
                                   shoal_error *error) {
    parquet_sink *self = (parquet_sink *)base;
    source_options mine = *options;
    mine.label = options->label ? options->label : self->file.path;
    return parquet_source_open_descriptor(out, self->file.descriptor, &mine, error);
}

static shoal_status parquet_publish(sink *base, shoal_error *error) {
    return file_publish(&((parquet_sink *)base)->file, error);
}

/* ---- The kind ------------------------------------------------------------------------------- */

static const char *const suffixes[] = {".parquet", NULL};
static const char *const schemes[] = {NULL};

const sink_kind parquet_sink_kind = {
    .name = "parquet",
    .suffixes = suffixes,
    .schemes = schemes,
    .knows_absent = true,
    .open = parquet_open,
    .begin = parquet_begin,
    .write = parquet_write,
    .finish = parquet_finish,
    .reopen = parquet_reopen,
    .publish = parquet_publish,
    .close = parquet_close,
};
