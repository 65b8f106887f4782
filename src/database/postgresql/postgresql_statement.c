#include "database/postgresql/postgresql_engine.h"

#include <inttypes.h>
#include <stdlib.h>

#define PIECE ((size_t)64 << 10)

/* Bytes that are sent or read at a time. */

void statement_add_text(text *out, size_t index) {
    text_format(out, "(s.c%zu::pg_catalog.text COLLATE pg_catalog.\"C\")", index + 1);
}

void statement_add_made(text *out, const postgresql_database *from) {
    text_add_string(out, " FROM ");
    postgresql_add_table(out, from->server, from->target.schema, from->pending);
    text_add_string(out, " AS s(");
    for (size_t i = 0; i < from->columns; i++)
        text_format(out, "%sc%zu", i > 0 ? ", " : "", i + 1);
    text_add_string(out, ")");
}

shoal_status statement_run(postgresql_database *from, const char *doing, text *sql,
                           shoal_error *error) {
    shoal_status status = sql->failed ? status_no_memory(error)
                                      : postgresql_run(from->server, doing, sql->bytes, error);
    text_free(sql);
    return status;
}

static shoal_status read_rows(postgresql_database *from, copy_reader *reader, copy_see_row *see,
                              void *context, shoal_error *error) {
    const char *row = NULL;
    shoal_status status = SHOAL_OK;
    for (size_t got = 1; status == SHOAL_OK && got > 0;) {
        status = postgresql_copy_row(from->server, &row, &got, error);
        if (status == SHOAL_OK && got > 0)
            status = copy_reader_take(reader, row, got, see, context, error);
    }
    if (status == SHOAL_OK)
        status = copy_reader_end(reader, error);
    postgresql_copy_stop(from->server);
    return status;
}

shoal_status statement_copy(postgresql_database *from, text *query, size_t fields,
                            copy_see_row *see, void *context, shoal_error *error) {
    copy_reader reader = {0};
    text sql = {0};
    text_format(&sql, "COPY (%s) TO STDOUT", query->bytes ? query->bytes : "");
    shoal_status status = query->failed || sql.failed ? status_no_memory(error)
                                                      : copy_reader_open(&reader, fields, error);
    if (status == SHOAL_OK)
        status = postgresql_copy_out(from->server, sql.bytes, error);
    if (status == SHOAL_OK)
        status = read_rows(from, &reader, see, context, error);
    copy_reader_close(&reader);
    text_free(&sql);
    text_free(query);
    return status;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

bool statement_read_number(int64_t *out, const engine_value *value) {
    char *end = NULL;
    if (!value->text || value->length == 0)
        return false;
    *out = strtoll(value->text, &end, 10);
    return end == value->text + value->length;
}

shoal_status statement_fail_number(shoal_error *error) {
    return status_fail(error, SHOAL_IO, "the server's answer has no number where it must");
}

/* ---- Maps ------------------------------------------------------------------------------------ */

static bool has_absent(const engine_map *map) {
    for (size_t v = 0; v < map->values; v++)
        if (!map->value[v].text)
            return true;
    return false;
}

/* A value that is absent is found by a text of its own: equality does not find it. */
static void add_entry(text *out, const engine_map *map, size_t v, bool marked, int64_t part,
                      const engine_value *label) {
    const engine_value *value = &map->value[v];
    if (marked)
        text_add_string(out, value->text ? "v" : "n");
    if (value->text)
        copy_add_value(out, value);
    text_format(out, "\t%" PRId64, part);
    if (label) {
        text_add_string(out, "\t");
        copy_add_value(out, label);
    }
    text_add_string(out, "\n");
}

static shoal_status send(postgresql_database *to, text *rows, shoal_error *error) {
    shoal_status status = rows->failed
                              ? status_no_memory(error)
                              : postgresql_copy_write(to->server, rows->bytes, rows->length, error);
    rows->length = 0;
    return status;
}

static shoal_status fill_map(postgresql_database *to, const engine_map *map, int64_t weight,
                             const engine_value *label, shoal_error *error) {
    text rows = {0};
    bool marked = has_absent(map);
    shoal_status status = SHOAL_OK;
    for (size_t v = 0; v < map->values && status == SHOAL_OK; v++) {
        add_entry(&rows, map, v, marked, weight * map->code[v],
                  label ? &label[map->code[v]] : NULL);
        if (rows.length > PIECE)
            status = send(to, &rows, error);
    }
    if (status == SHOAL_OK && rows.length > 0)
        status = send(to, &rows, error);
    text_free(&rows);
    uint64_t written = 0;
    if (status == SHOAL_OK)
        status = postgresql_copy_end(to->server, &written, error);
    return status != SHOAL_OK || written == map->values
               ? status
               : status_fail(error, SHOAL_IO, "the server lost values that it was sent");
}

static shoal_status make_map(postgresql_database *to, size_t table, const engine_map *map,
                             int64_t weight, const engine_value *label, shoal_error *error) {
    text sql = {0};
    text_format(&sql,
                "CREATE TEMP TABLE shoal_map_%zu (value text COLLATE \"C\", part bigint%s) "
                "ON COMMIT DROP",
                table, label ? ", label text" : "");
    STATUS_TRY(statement_run(to, "make a temporary table", &sql, error));
    text_format(&sql, "COPY pg_temp.shoal_map_%zu FROM STDIN", table);
    shoal_status status =
        sql.failed ? status_no_memory(error) : postgresql_copy_in(to->server, sql.bytes, error);
    text_free(&sql);
    STATUS_TRY(status);
    STATUS_TRY(fill_map(to, map, weight, label, error));
    text_format(&sql, "ANALYZE pg_temp.shoal_map_%zu", table);
    return statement_run(to, "look at a temporary table", &sql, error);
}

static void add_join(text *out, size_t alias, size_t table, const engine_map *map) {
    text_format(out, " JOIN pg_temp.shoal_map_%zu AS m%zu ON m%zu.value = ", table, alias, alias);
    bool marked = has_absent(map);
    if (marked)
        text_add_string(out, "coalesce('v' || ");
    statement_add_text(out, map->column);
    if (marked)
        text_add_string(out, ", 'n')");
}

shoal_status mapped_source_make(mapped_source *out, postgresql_database *from,
                                const engine_map *map, size_t maps,
                                const engine_value *const *label, shoal_error *error) {
    *out = (mapped_source){0};
    STATUS_TRY(key_layout_make(&out->layout, map, maps, error));
    text_add_string(&out->from, " FROM pg_temp.shoal_source AS s");
    for (size_t i = 0; i < maps; i++) {
        size_t table = ++from->tables;
        STATUS_TRY(
            make_map(from, table, &map[i], out->layout.weight[i], label ? label[i] : NULL, error));
        add_join(&out->from, i, table, &map[i]);
    }
    return out->from.failed ? status_no_memory(error) : SHOAL_OK;
}

void mapped_source_free(mapped_source *made) {
    key_layout_free(&made->layout);
    text_free(&made->from);
}

void mapped_source_add_key(text *out, const mapped_source *of, size_t word) {
    bool first = true;
    for (size_t i = 0; i < of->layout.maps; i++)
        if (of->layout.word[i] == word) {
            text_format(out, "%sm%zu.part", first ? "" : " + ", i);
            first = false;
        }
    if (first)
        text_add_string(out, "0::bigint");
}
