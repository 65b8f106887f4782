#include "store/csv.h"

#include "store/csv_chunks.h"
#include "store/csv_fault.h"
#include "store/csv_head.h"
#include "store/csv_merge.h"
#include "store/csv_worker.h"

#include <string.h>

/* Everything that lives while one file is read. */
typedef struct reading {
    const csv_options *options;
    const char *label;
    csv_chunks *chunks;
    csv_head head;
    csv_layout layout;
    csv_worker *workers;
    int worker_count;
    shoal_table *table;
    sha256 *hash; /* NULL: not wanted */
} reading;

static void reading_free(reading *now) {
    for (int i = 0; now->workers && i < now->worker_count; i++)
        csv_worker_free(&now->workers[i]);
    memory_free(now->workers);
    csv_head_free(&now->head);
    csv_chunks_free(now->chunks);
    shoal_table_free(now->table);
    sha256_free(now->hash);
}

static shoal_status make_table(reading *now, shoal_error *error) {
    csv_head *head = &now->head;
    shoal_table *table = now->table = memory_zero(1, sizeof *table);
    if (table)
        table->column = memory_zero(head->columns, sizeof *table->column);
    if (!table || !table->column)
        return status_no_memory(error);
    table->columns = head->columns;
    table->delimiter = head->dialect.delimiter;
    table->header = head->header;
    for (size_t i = 0; i < table->columns; i++) {
        table->column[i].name = head->names[i];
        table->column[i].kept = head->kept[i];
        head->names[i] = NULL;
    }
    return SHOAL_OK;
}

static shoal_status make_workers(reading *now, shoal_error *error) {
    now->layout = (csv_layout){now->head.dialect, now->head.columns, now->head.kept};
    csv_chunks_set_dialect(now->chunks, &now->layout.dialect);
    now->worker_count = threads_count(now->options->pool);
    now->workers = memory_zero((size_t)now->worker_count, sizeof *now->workers);
    return now->workers ? SHOAL_OK : status_no_memory(error);
}

static void work(void *context, size_t item, int thread) {
    (void)thread;
    reading *now = context;
    csv_worker *worker = &now->workers[item];
    csv_chunk *chunk;
    while ((chunk = csv_chunks_take(now->chunks, &worker->buffer, (int)item)) != NULL) {
        /* Threads that come too late for a small file cost nothing. */
        if (!worker->layout && !csv_worker_start(worker, &now->layout))
            chunk->fault = CSV_NO_MEMORY;
        if (chunk->fault == CSV_SOUND)
            csv_worker_parse(worker, chunk);
        if (chunk->fault != CSV_SOUND)
            csv_chunks_stop(now->chunks);
    }
}

/* Blank rows count only where other rows follow. */
static shoal_status count_rows(reading *now, shoal_error *error) {
    uint64_t rows = 0;
    uint64_t blank = 0;
    for (const csv_chunk *chunk = csv_chunks_first(now->chunks); chunk; chunk = chunk->next) {
        if (chunk->rows > 0) {
            rows += blank + chunk->rows;
            blank = 0;
        }
        blank += chunk->blank_rows;
    }
    if (rows == 0)
        return csv_fail(error, now->label, now->head.line, 0, "no rows%s",
                        now->head.header ? " below the header" : "");
    if (rows > UINT32_MAX)
        return csv_fail(error, now->label, 1, 0, "%llu rows: no more than %llu can be read",
                        (unsigned long long)rows, (unsigned long long)UINT32_MAX);
    now->table->rows = (size_t)rows;
    return SHOAL_OK;
}

/* The first fault of the file, whoever found it. */
static shoal_status check_chunks(reading *now, shoal_error *error) {
    int64_t line = now->head.line;
    for (const csv_chunk *chunk = csv_chunks_first(now->chunks); chunk; chunk = chunk->next) {
        if (chunk->fault == CSV_SOURCE_FAILED)
            break;
        if (chunk->fault != CSV_SOUND) {
            csv_place place = {now->label, line + (int64_t)chunk->fault_line, now->table};
            return csv_fail_chunk(error, &place, chunk);
        }
        line += (int64_t)chunk->lines;
    }
    const shoal_error *failure = csv_chunks_error(now->chunks);
    if (failure->status == SHOAL_OK)
        return SHOAL_OK;
    if (error)
        *error = *failure;
    return failure->status;
}

static shoal_status read_all(reading *now, byte_source *from, shoal_error *error) {
    const csv_options *options = now->options;
    if (options->sha256)
        STATUS_TRY(sha256_new(&now->hash, error));
    byte_source_set_cancel(from, options->cancel);
    byte_source_set_hash(from, now->hash);
    STATUS_TRY(csv_chunks_new(&now->chunks, from, options->chunk, error));
    STATUS_TRY(csv_head_read(&now->head, now->chunks, options, now->label, error));
    STATUS_TRY(make_table(now, error));
    STATUS_TRY(make_workers(now, error));
    threads_run(options->pool, (size_t)now->worker_count, work, now);
    STATUS_TRY(check_chunks(now, error));
    STATUS_TRY(count_rows(now, error));
    STATUS_TRY(csv_merge(now->table, now->workers, now->worker_count, csv_chunks_first(now->chunks),
                         options->pool, error));
    now->table->bytes = byte_source_bytes(from);
    return now->hash ? sha256_finish(now->hash, now->table->sha256, error) : SHOAL_OK;
}

static shoal_status read_source(shoal_table **out, byte_source *from, const csv_options *options,
                                const char *label, shoal_error *error) {
    reading now = {.options = options, .label = label};
    shoal_status status = read_all(&now, from, error);
    if (status == SHOAL_OK) {
        *out = now.table;
        now.table = NULL;
    }
    reading_free(&now);
    byte_source_close(from);
    return status;
}

static const char *label_of(const csv_options *options, const char *path) {
    if (options->label)
        return options->label;
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

static shoal_status check_options(const csv_options *options, shoal_error *error) {
    if (options->delimiter && strchr("\"\r\n", options->delimiter))
        return status_fail(error, SHOAL_USAGE,
                           "a quote or a line break cannot be the delimiter of a CSV file");
    return SHOAL_OK;
}

shoal_status csv_read(shoal_table **out, const char *path, const csv_options *options,
                      shoal_error *error) {
    const char *label = label_of(options, path);
    byte_source *from = NULL;
    STATUS_TRY(check_options(options, error));
    STATUS_TRY(byte_source_open_path(&from, path, label, error));
    return read_source(out, from, options, label, error);
}

shoal_status csv_read_descriptor(shoal_table **out, int descriptor, const csv_options *options,
                                 shoal_error *error) {
    const char *label = label_of(options, "input");
    byte_source *from = NULL;
    STATUS_TRY(check_options(options, error));
    STATUS_TRY(byte_source_open_descriptor(&from, descriptor, label, error));
    return read_source(out, from, options, label, error);
}

shoal_status csv_read_memory(shoal_table **out, const char *bytes, size_t length,
                             const csv_options *options, shoal_error *error) {
    const char *label = label_of(options, "input");
    byte_source *from = NULL;
    STATUS_TRY(check_options(options, error));
    STATUS_TRY(byte_source_open_memory(&from, bytes, length, label, error));
    return read_source(out, from, options, label, error);
}
