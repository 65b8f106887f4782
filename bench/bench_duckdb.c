/* Seconds that DuckDB needs for the GROUP BY of a CSV file, one line per repeat:
 * bench_duckdb LIBRARY FILE ATTRIBUTE,… THREADS REPEATS
 *
 * The library is opened at run time, so that the build does not need it; of its C interface only
 * what is used here is declared. */
#include "base/clock.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct duckdb_result {
    uint64_t columns, rows, changed;
    void *data;
    char *message;
    void *inside;
} duckdb_result;

typedef struct duckdb {
    int (*open)(const char *path, void **database);
    int (*connect)(void *database, void **connection);
    int (*query)(void *connection, const char *sql, duckdb_result *out);
    const char *(*result_error)(duckdb_result *result);
    int64_t (*value_int64)(duckdb_result *result, uint64_t column, uint64_t row);
    void (*destroy_result)(duckdb_result *result);
    void (*disconnect)(void **connection);
    void (*close)(void **database);
} duckdb;

/* POSIX promises that a symbol's address fits a function pointer; ISO C does not say how. */
static int bind(void *library, const char *name, void *function) {
    void *symbol = dlsym(library, name);
    *(void **)function = symbol;
    if (symbol == NULL)
        fprintf(stderr, "bench_duckdb: the library has no %s\n", name);
    return symbol != NULL;
}

static int bind_all(void *library, duckdb *api) {
    return bind(library, "duckdb_open", &api->open) &&
           bind(library, "duckdb_connect", &api->connect) &&
           bind(library, "duckdb_query", &api->query) &&
           bind(library, "duckdb_result_error", &api->result_error) &&
           bind(library, "duckdb_value_int64", &api->value_int64) &&
           bind(library, "duckdb_destroy_result", &api->destroy_result) &&
           bind(library, "duckdb_disconnect", &api->disconnect) &&
           bind(library, "duckdb_close", &api->close);
}

/* The number in the answer's only cell, or -1. */
static int64_t ask(const duckdb *api, void *connection, const char *sql) {
    duckdb_result result = {0};
    int64_t answer = -1;
    if (api->query(connection, sql, &result) != 0)
        fprintf(stderr, "bench_duckdb: %s\n", api->result_error(&result));
    else
        answer = api->value_int64(&result, 0, 0);
    api->destroy_result(&result);
    return answer;
}

static int run(const duckdb *api, void *connection, char **argv) {
    char sql[4096];
    snprintf(sql, sizeof sql, "SET threads=%d", atoi(argv[4]));
    if (ask(api, connection, sql) < 0)
        return 1;
    snprintf(sql, sizeof sql,
             "SELECT count(*), sum(n) FROM (SELECT %s, count(*) AS n FROM read_csv('%s') GROUP BY "
             "%s)",
             argv[3], argv[2], argv[3]);
    for (int i = 0; i < atoi(argv[5]); i++) {
        double begin = clock_seconds();
        int64_t tuples = ask(api, connection, sql);
        if (tuples < 0)
            return 1;
        printf("%.4f seconds, %lld tuples\n", clock_seconds() - begin, (long long)tuples);
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 6) {
        fprintf(stderr, "usage: bench_duckdb LIBRARY FILE ATTRIBUTE,... THREADS REPEATS\n");
        return 1;
    }
    duckdb api;
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "bench_duckdb: %s\n", dlerror());
        return 1;
    }
    void *database = NULL, *connection = NULL;
    if (!bind_all(library, &api) || api.open(NULL, &database) != 0)
        return 1;
    int failed = api.connect(database, &connection) != 0 || run(&api, connection, argv) != 0;
    api.disconnect(&connection);
    api.close(&database);
    return failed;
}
