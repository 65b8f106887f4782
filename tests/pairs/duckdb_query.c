/* Runs SQL in DuckDB and prints the rows of the last statement as text, one JSON array a line, with
 * null for NULL: duckdb_query LIBRARY DATABASE SQL. An oracle: it shares nothing with src/store. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t columns, rows, changed;
    void *values;
    char *message;
    void *internal;
} result;

static void *library;

static void find(void *function, const char *name) {
    void *found = dlsym(library, name);
    if (!found) {
        fprintf(stderr, "duckdb_query: %s\n", dlerror());
        exit(2);
    }
    memcpy(function, &found, sizeof found);
}

static void print_text(const char *text) {
    putchar('"');
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            printf("\\%c", *text);
        else if ((unsigned char)*text < ' ')
            printf("\\u%04x", *text);
        else
            putchar(*text);
    putchar('"');
}

static void print_rows(result *found) {
    uint64_t (*columns)(result *), (*rows)(result *);
    char *(*value)(result *, uint64_t, uint64_t);
    const char *(*name)(result *, uint64_t);
    find(&columns, "duckdb_column_count");
    find(&rows, "duckdb_row_count");
    find(&value, "duckdb_value_varchar");
    find(&name, "duckdb_column_name");
    uint64_t width = columns(found), height = rows(found);
    for (uint64_t column = 0; column < width; column++) {
        putchar(column ? ',' : '[');
        print_text(name(found, column));
    }
    puts("]");
    for (uint64_t row = 0; row < height; row++) {
        for (uint64_t column = 0; column < width; column++) {
            putchar(column ? ',' : '[');
            char *text = value(found, column, row);
            if (text)
                print_text(text);
            else
                fputs("null", stdout);
            free(text);
        }
        puts("]");
    }
}

int main(int count, char **given) {
    if (count != 4 || !(library = dlopen(given[1], RTLD_NOW))) {
        fprintf(stderr, "usage: %s LIBRARY DATABASE SQL\n", given[0]);
        return 2;
    }
    int (*open_database)(const char *, void **), (*connect)(void *, void **);
    int (*query)(void *, const char *, result *);
    const char *(*complaint)(result *);
    void (*close_database)(void **);
    find(&open_database, "duckdb_open");
    find(&close_database, "duckdb_close");
    find(&connect, "duckdb_connect");
    find(&query, "duckdb_query");
    find(&complaint, "duckdb_result_error");
    void *database = NULL, *connection = NULL;
    result found;
    memset(&found, 0, sizeof found);
    if (open_database(given[2], &database) != 0 || connect(database, &connection) != 0 ||
        query(connection, given[3], &found) != 0) {
        fprintf(stderr, "duckdb_query: %s\n", found.internal ? complaint(&found) : "cannot open");
        return 1;
    }
    print_rows(&found);
    void (*disconnect)(void **);
    find(&disconnect, "duckdb_disconnect");
    disconnect(&connection);
    close_database(&database);
    return 0;
}
