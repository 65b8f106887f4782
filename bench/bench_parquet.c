/* Seconds and processor seconds that CSV and Parquet take, one line per repeat:
 * bench_parquet FILE.csv FOLDER COLUMN,… THREADS REPEATS
 *
 * The columns of FILE are written to FOLDER as CSV and as Parquet, and both are read again. */
#include "base/clock.h"
#include "store/sink.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct cost {
    double seconds, processor;
} cost;

static cost now(void) {
    return (cost){clock_seconds(), (double)clock() / CLOCKS_PER_SEC};
}

static cost since(cost begin) {
    cost end = now();
    return (cost){end.seconds - begin.seconds, end.processor - begin.processor};
}

static void check(shoal_status status, const shoal_error *error) {
    if (status == SHOAL_OK)
        return;
    fprintf(stderr, "bench_parquet: %s\n", error->message);
    exit(1);
}

static bool is_named(const char *name, void *context) {
    size_t length = strlen(name);
    for (const char *at = context; *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == length && strncmp(at, name, length) == 0)
            return true;
    return false;
}

static shoal_table *read_table(const char *path, char *columns, thread_pool *pool, cost *took) {
    shoal_error error;
    shoal_table *table = NULL;
    source_options options = {.keep = is_named, .context = columns, .pool = pool};
    cost begin = now();
    check(source_load(&table, NULL, &path, 1, &options, &error), &error);
    *took = since(begin);
    return table;
}

typedef struct written {
    const shoal_table *table;
    size_t *from; /* [columns] */
    size_t columns;
} written;

static void fill(const void *context, size_t begin, size_t count, uint32_t *cells) {
    const written *rows = context;
    for (size_t i = 0; i < rows->columns; i++)
        codes_read(&rows->table->column[rows->from[i]].codes, begin, count,
                   cells + i * ROW_FEED_MOST);
}

static void write_table(const char *path, const written *rows, thread_pool *pool, cost *took) {
    shoal_error error;
    sink *to = NULL;
    feed_column *columns = calloc(rows->columns, sizeof *columns);
    row_feed feed = {.rows = rows->table->rows,
                     .columns = rows->columns,
                     .column = columns,
                     .fill = fill,
                     .context = rows};
    sink_options options = {.pool = pool};
    for (size_t i = 0; i < rows->columns; i++) {
        const column *from = &rows->table->column[rows->from[i]];
        columns[i] = (feed_column){.name = from->name, .values = &from->values};
    }
    cost begin = now();
    check(sink_open(&to, path, &error), &error);
    check(sink_write(to, &feed, &options, &error), &error);
    *took = since(begin);
    check(sink_publish(to, &error), &error);
    sink_close(to);
    free(columns);
}

static void measure(const written *rows, const char *folder, char *columns, thread_pool *pool) {
    static const char *const suffix[] = {"csv", "parquet"};
    cost took[4];
    for (int kind = 0; kind < 2; kind++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/bench.%s", folder, suffix[kind]);
        write_table(path, rows, pool, &took[2 + kind]);
        shoal_table_free(read_table(path, columns, pool, &took[kind]));
    }
    for (int i = 0; i < 4; i++)
        printf("%.3f %.3f%c", took[i].seconds, took[i].processor, i < 3 ? ' ' : '\n');
    fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc != 6)
        return 2;
    shoal_error error;
    thread_pool *pool = NULL;
    cost took;
    check(threads_start(&pool, atoi(argv[4]), &error), &error);
    shoal_table *table = read_table(argv[1], argv[3], pool, &took);
    written rows = {.table = table, .from = calloc(table->columns, sizeof(size_t))};
    for (size_t i = 0; i < table->columns; i++)
        if (table->column[i].kept)
            rows.from[rows.columns++] = i;
    for (int i = 0; i < atoi(argv[5]); i++)
        measure(&rows, argv[2], argv[3], pool);
    free(rows.from);
    shoal_table_free(table);
    threads_stop(pool);
    return 0;
}
