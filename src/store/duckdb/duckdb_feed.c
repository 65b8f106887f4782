#include "store/duckdb/duckdb_feed.h"

#include "store/duckdb/duckdb_values.h"

#include <stdatomic.h>
#include <stdio.h>
#include <strings.h>

#define FUNCTION "shoal_rows"

struct duckdb_feed {
    const duckdb_session *session;
    const row_feed *rows;
    const sink_options *options;
    duckdb_values *values; /* [columns] */
    uint32_t *codes;       /* [columns][ROW_FEED_MOST] */
    size_t next;           /* row of the table */
    bool in_parquet;
    bool interrupted;
};

void duckdb_feed_close(duckdb_feed *feed) {
    if (!feed)
        return;
    for (size_t i = 0; feed->values && i < feed->rows->columns; i++)
        duckdb_values_free(&feed->values[i], feed->session->library);
    memory_free(feed->values);
    memory_free(feed->codes);
    memory_free(feed);
}

/* ---- Which values are written ------------------------------------------------------------------
 */

typedef struct usage {
    const row_feed *rows;
    uint32_t *codes;        /* [threads][columns][ROW_FEED_MOST] */
    _Atomic uint8_t **used; /* [columns][codes of the column] */
    const volatile int *cancel;
} usage;

/* Several threads write the same 1. */
static void note_rows(const usage *of, size_t begin, size_t count, const uint32_t *cells) {
    const bool *kept = of->rows->kept;
    for (size_t i = 0; i < of->rows->columns; i++) {
        _Atomic uint8_t *used = of->used[i];
        for (size_t row = 0; row < count; row++) {
            uint32_t code = cells[i * ROW_FEED_MOST + row];
            if ((!kept || kept[begin + row]) &&
                !atomic_load_explicit(&used[code], memory_order_relaxed))
                atomic_store_explicit(&used[code], 1, memory_order_relaxed);
        }
    }
}

#define BLOCK_ROWS (ROW_FEED_MOST * 64)

static void note_block(void *context, size_t item, int worker) {
    const usage *of = context;
    uint32_t *cells = of->codes + (size_t)worker * of->rows->columns * ROW_FEED_MOST;
    size_t end =
        (item + 1) * BLOCK_ROWS < of->rows->rows ? (item + 1) * BLOCK_ROWS : of->rows->rows;
    for (size_t begin = item * BLOCK_ROWS; begin < end; begin += ROW_FEED_MOST) {
        size_t count = end - begin < ROW_FEED_MOST ? end - begin : ROW_FEED_MOST;
        if (of->cancel && *of->cancel)
            return;
        of->rows->fill(of->rows->context, begin, count, cells);
        note_rows(of, begin, count, cells);
    }
}

static void usage_free(usage *of) {
    for (size_t i = 0; of->used && i < of->rows->columns; i++)
        memory_free((void *)of->used[i]);
    memory_free(of->used);
    memory_free(of->codes);
}

static shoal_status usage_find(usage *out, const row_feed *rows, const sink_options *options,
                               shoal_error *error) {
    size_t threads = (size_t)threads_count(options->pool);
    *out = (usage){.rows = rows, .cancel = options->cancel};
    out->codes = memory_new(threads * rows->columns, ROW_FEED_MOST * sizeof *out->codes);
    out->used = memory_zero(rows->columns, sizeof *out->used);
    bool fine = out->codes && out->used;
    for (size_t i = 0; fine && i < rows->columns; i++)
        fine = (out->used[i] = memory_zero(duckdb_values_codes(&rows->column[i]), 1)) != NULL;
    if (!fine)
        return status_no_memory(error);
    threads_run(options->pool, (rows->rows + BLOCK_ROWS - 1) / BLOCK_ROWS, note_block, out);
    if (options->cancel && *options->cancel)
        return status_fail(error, SHOAL_INTERRUPTED, "interrupted while writing");
    return SHOAL_OK;
}

/* ---- The table function ------------------------------------------------------------------------
 */

static void bind_rows(duckdb_bind_info info) {
    const duckdb_library *library = duckdb_library_loaded();
    const duckdb_feed *feed = library->bind_get_extra_info(info);
    for (size_t i = 0; i < feed->rows->columns; i++) {
        char name[32];
        snprintf(name, sizeof name, "c%zu", i);
        library->bind_add_result_column(info, name, feed->values[i].made);
    }
}

static void begin_rows(duckdb_init_info info) {
    (void)info;
}

/* Where the rows of a column go. */
typedef struct target {
    const duckdb_library *library;
    duckdb_vector vector;
    char *data;
    uint64_t *validity; /* NULL until there is a NULL */
} target;

static void put_null(target *to, size_t row) {
    if (!to->validity) {
        to->library->vector_ensure_validity_writable(to->vector);
        to->validity = to->library->vector_get_validity(to->vector);
    }
    to->validity[row / 64] &= ~((uint64_t)1 << (row % 64));
}

static void put(target *to, const duckdb_values *values, size_t row, uint32_t value) {
    if (value >= VALUES_UNUSED) {
        put_null(to, row);
        return;
    }
    if (values->form == VALUES_TEXTS) {
        const char *is = values->text[value];
        to->library->vector_assign_string_element_len(to->vector, row, is, strlen(is));
        return;
    }
    const void *from =
        values->form == VALUES_FIXED ? values->fixed + value * values->width : (const void *)&value;
    switch (values->width) {
    case 1:
        to->data[row] = *(const char *)from;
        break;
    case 2:
        memcpy(to->data + 2 * row, from, 2);
        break;
    case 4:
        memcpy(to->data + 4 * row, from, 4);
        break;
    default:
        memcpy(to->data + values->width * row, from, values->width);
        break;
    }
}

/* The usual case: few different values, so that their codes are bytes. */
static void put_bytes(target *to, const duckdb_values *values, const uint32_t *cells,
                      const uint16_t *row, size_t rows, size_t at) {
    for (size_t i = 0; i < rows; i++) {
        uint32_t value = values->of[cells[row[i]]];
        to->data[at + i] = (char)value;
        if (value >= VALUES_UNUSED)
            put_null(to, at + i);
    }
}

static void put_column(target *to, const duckdb_feed *feed, size_t index, const uint16_t *row,
                       size_t rows, size_t at) {
    const duckdb_values *values = &feed->values[index];
    const uint32_t *cells = feed->codes + index * ROW_FEED_MOST;
    if (values->form == VALUES_CODES && values->width == 1) {
        put_bytes(to, values, cells, row, rows, at);
        return;
    }
    for (size_t i = 0; i < rows; i++)
        put(to, values, at + i, values->of[cells[row[i]]]);
}

/* The next rows that are written, among at most ROW_FEED_MOST of the table. */
static size_t put_rows(duckdb_feed *feed, target *to, size_t at) {
    const row_feed *rows = feed->rows;
    size_t left = rows->rows - feed->next, count = left < ROW_FEED_MOST ? left : ROW_FEED_MOST;
    uint16_t row[ROW_FEED_MOST];
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!rows->kept || rows->kept[feed->next + i])
            row[kept++] = (uint16_t)i;
    if (kept > 0) {
        rows->fill(rows->context, feed->next, count, feed->codes);
        for (size_t i = 0; i < rows->columns; i++)
            put_column(&to[i], feed, i, row, kept, at);
    }
    feed->next += count;
    return kept;
}

/* DuckDB calls it from one thread at a time, in the order of the rows. */
static void next_rows(duckdb_function_info info, duckdb_data_chunk output) {
    const duckdb_library *library = duckdb_library_loaded();
    duckdb_feed *feed = library->function_get_extra_info(info);
    size_t columns = feed->rows->columns, done = 0;
    target *to = memory_zero(columns, sizeof *to);
    feed->interrupted = feed->options->cancel && *feed->options->cancel;
    if (!to || feed->interrupted) {
        library->function_set_error(info, to ? "interrupted" : "out of memory");
        memory_free(to);
        return;
    }
    for (size_t i = 0; i < columns; i++) {
        to[i].library = library;
        to[i].vector = library->data_chunk_get_vector(output, i);
        to[i].data = library->vector_get_data(to[i].vector);
    }
    while (feed->next < feed->rows->rows && done + ROW_FEED_MOST <= DUCKDB_CHUNK)
        done += put_rows(feed, to, done);
    library->data_chunk_set_size(output, done);
    memory_free(to);
    if (feed->options->progress)
        feed->options->progress(feed->next, feed->options->progress_context);
}

static shoal_status register_rows(duckdb_feed *feed, shoal_error *error) {
    const duckdb_library *library = feed->session->library;
    duckdb_table_function made = library->create_table_function();
    library->table_function_set_name(made, FUNCTION);
    library->table_function_set_extra_info(made, feed, NULL);
    library->table_function_set_bind(made, bind_rows);
    library->table_function_set_init(made, begin_rows);
    library->table_function_set_function(made, next_rows);
    bool fine = library->register_table_function(feed->session->connection, made) == DUCK_SUCCESS;
    library->destroy_table_function(&made);
    return fine ? SHOAL_OK : status_no_memory(error);
}

/* ---- Opening -----------------------------------------------------------------------------------
 */

/* A column that could not keep its type. */
static void note_text(const duckdb_feed *feed, size_t index) {
    const feed_column *from = &feed->rows->column[index];
    text sentence = {0};
    if (!feed->options->note || !from->untouched || !from->origin || feed->values[index].type ||
        from->origin->of == VALUE_TEXT)
        return;
    text_format(&sentence, "%.60s: written as text, since %.60s cannot hold all of its values here",
                from->name, from->origin->native ? from->origin->native : "its type");
    if (!sentence.failed)
        note_say(feed->options->note, feed->options->note_context, note_written_as_text, from->name,
                 sentence.bytes);
    text_free(&sentence);
}

static shoal_status open_values(duckdb_feed *feed, const usage *of, bool in_parquet,
                                shoal_error *error) {
    for (size_t i = 0; i < feed->rows->columns; i++) {
        const feed_column *from = &feed->rows->column[i];
        STATUS_TRY(duckdb_values_open(&feed->values[i], from, (const uint8_t *)of->used[i],
                                      feed->rows->rows, error));
        STATUS_TRY(duckdb_values_type(&feed->values[i], feed->session, from, i, in_parquet, error));
        note_text(feed, i);
    }
    return SHOAL_OK;
}

/* Names of columns there do not differ in case alone. */
static shoal_status check_names(const row_feed *rows, shoal_error *error) {
    for (size_t i = 0; i < rows->columns; i++)
        for (size_t j = 0; j < i; j++)
            if (strcasecmp(rows->column[i].name, rows->column[j].name) == 0)
                return status_refuse(error, SHOAL_USAGE, "names_alike", NULL,
                                     "the columns '%.60s' and '%.60s' differ only in case, which "
                                     "DuckDB takes for the same: rename one, or write CSV",
                                     rows->column[j].name, rows->column[i].name);
    return SHOAL_OK;
}

shoal_status duckdb_feed_open(duckdb_feed **out, const duckdb_session *session,
                              const row_feed *rows, const sink_options *options, bool in_parquet,
                              shoal_error *error) {
    usage of = {.rows = rows};
    duckdb_feed *made = memory_zero(1, sizeof *made);
    *out = made;
    if (!made)
        return status_no_memory(error);
    *made = (duckdb_feed){
        .session = session, .rows = rows, .options = options, .in_parquet = in_parquet};
    made->values = memory_zero(rows->columns, sizeof *made->values);
    made->codes = memory_new(rows->columns, ROW_FEED_MOST * sizeof *made->codes);
    shoal_status status =
        made->values && made->codes ? check_names(rows, error) : status_no_memory(error);
    if (status == SHOAL_OK)
        status = usage_find(&of, rows, options, error);
    if (status == SHOAL_OK)
        status = open_values(made, &of, in_parquet, error);
    usage_free(&of);
    return status == SHOAL_OK ? register_rows(made, error) : status;
}

/* Enumerations are texts: Parquet has them as such, tables after a cast. */
void duckdb_feed_select(const duckdb_feed *feed, text *sql) {
    text_add_string(sql, "SELECT ");
    for (size_t i = 0; i < feed->rows->columns; i++) {
        const duckdb_values *values = &feed->values[i];
        text_add_string(sql, i ? ", " : "");
        if (values->form == VALUES_CODES && !values->is_cast && !feed->in_parquet)
            text_format(sql, "CAST(c%zu AS VARCHAR)", i);
        else if (values->is_cast)
            text_format(sql, "CAST(c%zu AS %s)", i, values->type);
        else
            text_format(sql, "c%zu", i);
        text_add_string(sql, " AS ");
        duckdb_add_name(sql, feed->rows->column[i].name);
    }
    text_add_string(sql, " FROM " FUNCTION "()");
}

shoal_status duckdb_feed_status(const duckdb_feed *feed, shoal_status status, shoal_error *error) {
    if (status == SHOAL_OK || !feed->interrupted)
        return status;
    return status_fail(error, SHOAL_INTERRUPTED, "interrupted while writing");
}
