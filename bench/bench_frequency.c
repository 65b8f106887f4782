/* Seconds from a CSV file to its frequency set, one line per repeat:
 * bench_frequency FILE ATTRIBUTE,… THREADS REPEATS */
#include "base/clock.h"
#include "data/frequency.h"
#include "store/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ATTRIBUTES 64

typedef struct wanted {
    char *names[MOST_ATTRIBUTES];
    size_t count;
} wanted;

static bool is_wanted(const char *name, void *context) {
    const wanted *attributes = context;
    for (size_t i = 0; i < attributes->count; i++)
        if (strcmp(attributes->names[i], name) == 0)
            return true;
    return false;
}

static shoal_status group(frequency_set *out, const shoal_table *table, const wanted *attributes,
                          thread_pool *pool, shoal_error *error) {
    frequency_input inputs[MOST_ATTRIBUTES];
    for (size_t i = 0; i < attributes->count; i++) {
        int64_t found = table_find(table, attributes->names[i]);
        if (found < 0)
            return status_fail(error, SHOAL_USAGE, "no column %s", attributes->names[i]);
        const column *values = &table->column[found];
        inputs[i] = (frequency_input){&values->codes, (uint32_t)values->values.size};
    }
    return frequency_build(out, inputs, attributes->count, table->rows, NULL, pool, error);
}

static shoal_status run_once(const char *path, wanted *attributes, thread_pool *pool,
                             shoal_error *error) {
    source_options options = {.keep = is_wanted, .context = attributes, .pool = pool};
    shoal_table *table = NULL;
    frequency_set set = {0};
    double begin = clock_seconds();
    STATUS_TRY(source_load(&table, NULL, &path, 1, &options, error));
    double read = clock_seconds();
    shoal_status status = group(&set, table, attributes, pool, error);
    double end = clock_seconds();
    if (status == SHOAL_OK)
        printf("%.4f seconds, %.4f of them reading, %zu tuples\n", end - begin, read - begin,
               set.tuples);
    frequency_free(&set);
    shoal_table_free(table);
    return status;
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: bench_frequency FILE ATTRIBUTE,... THREADS REPEATS\n");
        return SHOAL_USAGE;
    }
    wanted attributes = {0};
    for (char *rest = argv[2]; rest != NULL && attributes.count < MOST_ATTRIBUTES;)
        attributes.names[attributes.count++] = strsep(&rest, ",");
    shoal_error error = {0};
    thread_pool *pool = NULL;
    shoal_status status = threads_start(&pool, atoi(argv[3]), &error);
    for (int i = 0; i < atoi(argv[4]) && status == SHOAL_OK; i++)
        status = run_once(argv[1], &attributes, pool, &error);
    threads_stop(pool);
    if (status != SHOAL_OK)
        fprintf(stderr, "bench_frequency: %s\n", error.message);
    return (int)status;
}
