#include "store/duckdb/duckdb_reader.h"

#include "base/memory.h"
#include "store/duckdb/duckdb_columns.h"

#include <stdatomic.h>

/* Chunks that are encoded together: the threads share out their columns. */
#define CHUNKS ((size_t)32)

typedef struct reader {
    const duckdb_reading *reading;
    read_columns columns;
    shown_rows *shown; /* [threads] NULL: nobody wants to see them */
    int threads;
    read_chunk chunk[CHUNKS];
    size_t chunks;
    uint64_t rows;      /* so far */
    atomic_bool failed; /* out of memory while showing */
} reader;

/* ---- Opening --------------------------------------------------------------------------------- */

static bool open_shown(reader *out) {
    if (!out->reading->options->see)
        return true;
    out->shown = memory_zero((size_t)out->threads, sizeof *out->shown);
    for (int i = 0; out->shown && i < out->threads; i++)
        if (!shown_rows_open(&out->shown[i], out->reading))
            return false;
    return out->shown != NULL;
}

static void free_chunks(reader *of) {
    for (size_t i = 0; i < of->chunks; i++)
        of->reading->session->library->destroy_data_chunk(&of->chunk[i].of);
    of->chunks = 0;
}

static void reader_close(reader *of) {
    free_chunks(of);
    read_columns_free(&of->columns);
    for (int i = 0; of->shown && i < of->threads; i++)
        shown_rows_free(&of->shown[i]);
    memory_free(of->shown);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void encode_column(void *context, size_t item, int worker) {
    (void)worker;
    reader *by = context;
    for (size_t i = 0; i < by->chunks; i++)
        read_columns_encode(&by->columns, item, &by->chunk[i]);
}

static void show_chunk(void *context, size_t item, int worker) {
    reader *by = context;
    if (!shown_rows_show(&by->shown[worker], &by->columns, &by->chunk[item], worker))
        atomic_store(&by->failed, true);
}

/* Some chunks; none at the end. */
static shoal_status fetch(reader *by, duckdb_rows *rows, shoal_error *error) {
    const duckdb_library *library = by->reading->session->library;
    free_chunks(by);
    while (by->chunks < CHUNKS) {
        duckdb_data_chunk next = NULL;
        STATUS_TRY(duckdb_rows_next(&next, rows, error));
        if (!next)
            return SHOAL_OK;
        size_t count = (size_t)library->data_chunk_get_size(next);
        by->chunk[by->chunks++] = (read_chunk){.of = next, .row = by->rows, .rows = count};
        by->rows += count;
    }
    return SHOAL_OK;
}

static shoal_status add_chunks(reader *by, shoal_error *error) {
    const duckdb_reading *reading = by->reading;
    size_t rows = (size_t)(by->rows - by->chunk[0].row);
    threads_run(reading->options->pool, by->columns.wanted, encode_column, by);
    STATUS_TRY(read_columns_status(&by->columns, error));
    if (by->shown)
        threads_run(reading->options->pool, by->chunks, show_chunk, by);
    if (atomic_load(&by->failed))
        return status_no_memory(error);
    return table_builder_rows(reading->into, 0, 0, rows, error);
}

static shoal_status read_all(reader *by, duckdb_rows *rows, shoal_error *error) {
    do {
        STATUS_TRY(fetch(by, rows, error));
        if (by->chunks > 0)
            STATUS_TRY(add_chunks(by, error));
    } while (by->chunks > 0);
    return SHOAL_OK;
}

static shoal_status open_query(duckdb_rows *out, reader *by, shoal_error *error) {
    text sql = {0};
    text_add_string(&sql, "SELECT ");
    read_columns_list(&by->columns, &sql);
    text_add_string(&sql, by->columns.wanted ? "" : "true");
    read_columns_from(&by->columns, &sql, "");
    shoal_status status = sql.failed ? status_no_memory(error)
                                     : duckdb_rows_open(out, by->reading->session, sql.bytes,
                                                        by->reading->options->cancel, error);
    text_free(&sql);
    return status;
}

shoal_status duckdb_read(const duckdb_reading *reading, uint64_t *rows, shoal_error *error) {
    reader by = {
        .reading = reading, .threads = threads_count(reading->options->pool), .rows = *rows};
    duckdb_rows from = {0};
    shoal_status status = read_columns_open(&by.columns, reading, 0, error);
    if (status == SHOAL_OK && !open_shown(&by))
        status = status_no_memory(error);
    if (status == SHOAL_OK)
        status = open_query(&from, &by, error);
    if (status == SHOAL_OK)
        status = read_all(&by, &from, error);
    *rows = by.rows;
    reader_close(&by);
    duckdb_rows_close(&from);
    return status;
}
