#include "store/duckdb/duckdb_taker.h"

#include "base/memory.h"
#include "store/duckdb/duckdb_columns.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

/* What a thread of DuckDB's needs. */
typedef struct taking_thread {
    pthread_t thread;
    read_columns columns;
    shown_rows shown;
    uint64_t next; /* row: no smaller one may follow */
    shoal_status status;
    shoal_error error;
} taking_thread;

typedef struct taker {
    const duckdb_reading *reading;
    taking_thread *thread; /* [threads] */
    int threads;
    pthread_mutex_t lock; /* of */
    int known;            /* threads that have come */
    uint64_t before;      /* rows of files before this one */
    _Atomic uint64_t rows;
    atomic_bool is_broken;
} taker;

/* ---- Chunks ---------------------------------------------------------------------------------- */

/* NULL: there are more threads than there should be. */
static taking_thread *own_thread(taker *by) {
    pthread_t self = pthread_self();
    taking_thread *found = NULL;
    pthread_mutex_lock(&by->lock);
    for (int i = 0; i < by->known && !found; i++)
        if (pthread_equal(by->thread[i].thread, self))
            found = &by->thread[i];
    if (!found && by->known < by->threads) {
        found = &by->thread[by->known++];
        found->thread = self;
    }
    pthread_mutex_unlock(&by->lock);
    return found;
}

/* Whether the rows follow one another, and what this thread has taken. */
static shoal_status check_order(taking_thread *own, const read_chunk *chunk, const int64_t *number,
                                shoal_error *error) {
    bool follows = chunk->row >= own->next;
    for (size_t i = 1; i < chunk->rows; i++)
        follows &= number[i] == number[i - 1] + 1;
    own->next = chunk->row + chunk->rows;
    return follows ? SHOAL_OK : status_fail(error, SHOAL_BAD_DATA, "rows come in no order");
}

static shoal_status take_chunk(taker *by, taking_thread *own, duckdb_data_chunk input) {
    const duckdb_library *library = by->reading->session->library;
    const int64_t *number = library->vector_get_data(library->data_chunk_get_vector(input, 0));
    read_chunk chunk = {.of = input,
                        .vectors = 1,
                        .row = by->before + (uint64_t)number[0],
                        .rows = (size_t)library->data_chunk_get_size(input)};
    if (by->reading->options->cancel && *by->reading->options->cancel)
        return status_fail(&own->error, SHOAL_INTERRUPTED, "interrupted while reading");
    STATUS_TRY(check_order(own, &chunk, number, &own->error));
    for (size_t i = 0; i < own->columns.wanted; i++)
        read_columns_encode(&own->columns, i, &chunk);
    STATUS_TRY(read_columns_status(&own->columns, &own->error));
    if (own->shown.span && !shown_rows_show(&own->shown, &own->columns, &chunk, own->columns.part))
        return status_no_memory(&own->error);
    by->rows += chunk.rows;
    return table_builder_rows(by->reading->into, own->columns.part, chunk.row, chunk.rows,
                              &own->error);
}

/* Called by DuckDB, in any of its threads; what it returns is of no interest. */
static void take(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    const duckdb_library *library = duckdb_library_loaded();
    taker *by = library->scalar_function_get_extra_info(info);
    size_t rows = (size_t)library->data_chunk_get_size(input);
    taking_thread *own = own_thread(by);
    memset(library->vector_get_data(output), 0, rows * sizeof(int64_t));
    if (rows == 0)
        return;
    if (own && own->status == SHOAL_OK && !atomic_load(&by->is_broken))
        own->status = take_chunk(by, own, input);
    if (!own || own->status != SHOAL_OK) {
        atomic_store(&by->is_broken, true);
        library->scalar_function_set_error(info, "it was not taken");
    }
}

/* ---- The function ---------------------------------------------------------------------------- */

static shoal_status register_take(taker *by, const char *name, shoal_error *error) {
    const duckdb_library *library = by->reading->session->library;
    duckdb_scalar_function made = library->create_scalar_function();
    duckdb_logical_type any = library->create_logical_type(DUCK_ANY);
    duckdb_logical_type number = library->create_logical_type(DUCK_BIGINT);
    library->scalar_function_set_name(made, name);
    library->scalar_function_set_varargs(made, any);
    library->scalar_function_set_return_type(made, number);
    /* Called for every row, also for those with NULLs. */
    library->scalar_function_set_special_handling(made);
    library->scalar_function_set_volatile(made);
    library->scalar_function_set_extra_info(made, by, NULL);
    library->scalar_function_set_function(made, take);
    duckdb_connection connection = by->reading->session->connection;
    bool fine = library->register_scalar_function(connection, made) == DUCK_SUCCESS;
    library->destroy_scalar_function(&made);
    library->destroy_logical_type(&any);
    library->destroy_logical_type(&number);
    return fine ? SHOAL_OK : status_no_memory(error);
}

static shoal_status run_query(taker *by, const char *name, shoal_error *error) {
    const read_columns *columns = &by->thread[0].columns;
    text sql = {0};
    text_format(&sql, "SELECT sum(%s(n%s", name, columns->wanted ? ", " : "");
    read_columns_list(columns, &sql);
    text_add_string(&sql, "))");
    read_columns_from(columns, &sql, ", n");
    shoal_status status = sql.failed ? status_no_memory(error)
                                     : duckdb_run(by->reading->session, sql.bytes,
                                                  by->reading->options->cancel, error);
    text_free(&sql);
    return status;
}

/* What a thread has to say comes before what DuckDB says about it. */
static shoal_status thread_status(const taker *by, shoal_status status, shoal_error *error) {
    for (int i = 0; i < by->known; i++)
        if (by->thread[i].status != SHOAL_OK) {
            if (error)
                *error = by->thread[i].error;
            return by->thread[i].status;
        }
    return status;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static shoal_status open_threads(taker *by, shoal_error *error) {
    by->thread = memory_zero((size_t)by->threads, sizeof *by->thread);
    if (!by->thread)
        return status_no_memory(error);
    for (int i = 0; i < by->threads; i++) {
        taking_thread *each = &by->thread[i];
        STATUS_TRY(read_columns_open(&each->columns, by->reading, i, error));
        if (by->reading->options->see && !shown_rows_open(&each->shown, by->reading))
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

static void close_threads(taker *by) {
    for (int i = 0; by->thread && i < by->threads; i++) {
        read_columns_free(&by->thread[i].columns);
        shown_rows_free(&by->thread[i].shown);
    }
    memory_free(by->thread);
}

shoal_status duckdb_take(const duckdb_reading *reading, uint64_t *rows, shoal_error *error) {
    static _Atomic unsigned names; /* a function stays registered until its session ends */
    char name[40];
    taker by = {.reading = reading,
                .threads = threads_count(reading->options->pool),
                .lock = PTHREAD_MUTEX_INITIALIZER,
                .before = *rows};
    snprintf(name, sizeof name, "shoal_take_%u", names++);
    shoal_status status = open_threads(&by, error);
    if (status == SHOAL_OK)
        status = register_take(&by, name, error);
    if (status == SHOAL_OK)
        status = thread_status(&by, run_query(&by, name, error), error);
    *rows += by.rows;
    close_threads(&by);
    return status;
}
