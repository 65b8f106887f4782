#include "store/duckdb/duckdb_relation.h"

#include "base/memory.h"

void duckdb_relation_free(duckdb_relation *relation) {
    for (size_t i = 0; i < relation->columns; i++) {
        memory_free(relation->names[i]);
        memory_free(relation->types[i]);
    }
    memory_free(relation->names);
    memory_free(relation->types);
    *relation = (duckdb_relation){0};
}

static char *copy_text(const duckdb_string_t *from) {
    size_t length;
    const char *value = duckdb_text(from, &length);
    return memory_text(value, length);
}

static bool add_column(duckdb_relation *out, char *name, char *type) {
    size_t room = out->capacity;
    if (!name || !type ||
        !memory_grow((void **)&out->names, &room, out->columns + 1, sizeof *out->names) ||
        !memory_grow((void **)&out->types, &out->capacity, out->columns + 1, sizeof *out->types)) {
        memory_free(name);
        memory_free(type);
        return false;
    }
    out->names[out->columns] = name;
    out->types[out->columns++] = type;
    return true;
}

static bool add_columns(duckdb_relation *out, const duckdb_library *library,
                        duckdb_data_chunk chunk) {
    const duckdb_string_t *name =
        library->vector_get_data(library->data_chunk_get_vector(chunk, 0));
    const duckdb_string_t *type =
        library->vector_get_data(library->data_chunk_get_vector(chunk, 1));
    for (size_t i = 0; i < library->data_chunk_get_size(chunk); i++)
        if (!add_column(out, copy_text(&name[i]), copy_text(&type[i])))
            return false;
    return true;
}

static shoal_status check_names(const duckdb_relation *of, const char *label, shoal_error *error) {
    for (size_t i = 0; i < of->columns; i++) {
        if (!*of->names[i])
            return status_fail(error, SHOAL_BAD_DATA, "%.100s: column %zu has no name", label,
                               i + 1);
        for (size_t j = 0; j < i; j++)
            if (strcmp(of->names[i], of->names[j]) == 0)
                return status_fail(error, SHOAL_BAD_DATA,
                                   "%.100s: columns %zu and %zu are both called '%.50s'", label,
                                   j + 1, i + 1, of->names[i]);
    }
    return SHOAL_OK;
}

static shoal_status read_columns(duckdb_relation *out, duckdb_rows *rows, shoal_error *error) {
    const duckdb_library *library = rows->session->library;
    for (;;) {
        duckdb_data_chunk chunk = NULL;
        STATUS_TRY(duckdb_rows_next(&chunk, rows, error));
        if (!chunk)
            return check_names(out, rows->session->label, error);
        bool fine = add_columns(out, library, chunk);
        library->destroy_data_chunk(&chunk);
        if (!fine)
            return status_no_memory(error);
    }
}

shoal_status duckdb_relation_describe(duckdb_relation *out, const duckdb_session *session,
                                      const char *query, const volatile int *cancel,
                                      shoal_error *error) {
    text sql = {0};
    duckdb_rows rows = {0};
    *out = (duckdb_relation){0};
    text_format(&sql, "DESCRIBE %s", query);
    shoal_status status = sql.failed ? status_no_memory(error)
                                     : duckdb_rows_open(&rows, session, sql.bytes, cancel, error);
    if (status == SHOAL_OK)
        status = read_columns(out, &rows, error);
    duckdb_rows_close(&rows);
    text_free(&sql);
    return status;
}

size_t duckdb_query_length(const char *query) {
    size_t length = strlen(query);
    while (length > 0 && strchr("; \t\r\n", query[length - 1]))
        length--;
    return length;
}

void duckdb_add_table(text *out, const store_url *url) {
    if (url->schema) {
        duckdb_add_name(out, url->schema);
        text_add_string(out, ".");
    }
    duckdb_add_name(out, url->table);
}

/* A query is in brackets and on lines of its own: a comment at its end ends there. */
void duckdb_add_relation(text *out, const store_url *url) {
    if (url->table) {
        duckdb_add_table(out, url);
        return;
    }
    text_add_string(out, "(\n");
    text_add(out, url->query, duckdb_query_length(url->query));
    text_add_string(out, "\n)");
}

shoal_status duckdb_check_table(const store_url *url, shoal_error *error) {
    if (!url->schema || !strchr(url->table, '.') || strstr(url->shown, "\"") ||
        strstr(url->shown, "%22"))
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "url_malformed", NULL,
                         "%.100s: its table is TABLE or SCHEMA.TABLE, or \"SCHEMA\".\"TABLE\" "
                         "where a name has dots",
                         url->shown);
}
