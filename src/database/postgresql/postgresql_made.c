/* The release that PostgreSQL makes of its own table, and what is read back of it. */
#include "base/hash.h"
#include "database/postgresql/postgresql_engine.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- Classes that are suppressed ------------------------------------------------------------- */

static shoal_status fill_suppressed(postgresql_database *to, const engine_release *release,
                                    const key_layout *layout, uint32_t *code, int64_t *key,
                                    shoal_error *error) {
    text rows = {0};
    uint64_t sent = 0, written = 0;
    shoal_status status = SHOAL_OK;
    for (bool more = true; more && status == SHOAL_OK;) {
        more = release->next_suppressed(code, release->context);
        if (more) {
            key_layout_join(key, layout, code);
            for (size_t word = 0; word < layout->words; word++)
                text_format(&rows, "%" PRId64 "%s", key[word],
                            word + 1 < layout->words ? "\t" : "\n");
            sent++;
        }
        if (rows.failed)
            status = status_no_memory(error);
        else if (rows.length > (size_t)64 << 10 || (!more && rows.length > 0)) {
            status = postgresql_copy_write(to->server, rows.bytes, rows.length, error);
            rows.length = 0;
        }
    }
    text_free(&rows);
    STATUS_TRY(status);
    STATUS_TRY(postgresql_copy_end(to->server, &written, error));
    return sent == written ? SHOAL_OK
                           : status_fail(error, SHOAL_IO,
                                         "the server lost classes that are "
                                         "suppressed");
}

static shoal_status list_suppressed(postgresql_database *to, const engine_release *release,
                                    const key_layout *layout, shoal_error *error) {
    text sql = {0};
    text_add_string(&sql, "CREATE TEMP TABLE shoal_suppressed (");
    for (size_t word = 0; word < layout->words; word++)
        text_format(&sql, "%sw%zu bigint NOT NULL", word ? ", " : "", word);
    text_add_string(&sql, ") ON COMMIT DROP");
    STATUS_TRY(statement_run(to, "make a temporary table", &sql, error));
    STATUS_TRY(postgresql_copy_in(to->server, "COPY pg_temp.shoal_suppressed FROM STDIN", error));
    uint32_t *code = memory_new(layout->maps, sizeof *code);
    int64_t *key = memory_new(layout->words, sizeof *key);
    shoal_status status = code && key ? fill_suppressed(to, release, layout, code, key, error)
                                      : status_no_memory(error);
    memory_free(code);
    memory_free(key);
    STATUS_TRY(status);
    return postgresql_run(to->server, "look at a temporary table",
                          "ANALYZE pg_temp.shoal_suppressed", error);
}

/* ---- Making ---------------------------------------------------------------------------------- */

static void add_columns(text *out, const postgresql_database *from, const engine_release *release,
                        bool suppresses) {
    size_t label = 0;
    for (size_t i = 0; i < release->columns; i++) {
        const engine_column *each = &release->column[i];
        text_add_string(out, i ? ", " : "");
        if (each->use == ENGINE_KEEP)
            text_format(out, "s.c%zu", each->column + 1);
        else if (each->use == ENGINE_MASK)
            text_add_string(out, "'*'::text");
        else if (suppresses)
            text_format(out, "CASE WHEN x.w0 IS NULL THEN m%zu.label ELSE '*' END", label++);
        else
            text_format(out, "m%zu.label", label++);
        text_add_string(out, " AS ");
        postgresql_add_name(out, from->server, each->name);
    }
}

static shoal_status create(postgresql_database *to, const engine_release *release,
                           const mapped_source *mapped, shoal_error *error) {
    bool suppresses = release->next_suppressed != NULL;
    text sql = {0};
    text_add_string(&sql, "CREATE TABLE ");
    postgresql_add_table(&sql, to->server, to->target.schema, to->pending);
    text_add_string(&sql, " AS SELECT * FROM (SELECT ");
    add_columns(&sql, to, release, suppresses);
    text_add_string(&sql, mapped->from.bytes);
    for (size_t word = 0; suppresses && word < mapped->layout.words; word++) {
        text_add_string(&sql, word == 0 ? " LEFT JOIN pg_temp.shoal_suppressed AS x ON " : " AND ");
        text_format(&sql, "x.w%zu = ", word);
        mapped_source_add_key(&sql, mapped, word);
    }
    /* The order of the source would tell more than the cells. */
    text_add_string(&sql, ") AS made ORDER BY made::text COLLATE \"C\"");
    return statement_run(to, "make the release", &sql, error);
}

/* Names and places stay known for what is read back. */
static bool keep_columns(postgresql_database *to, const engine_release *release) {
    to->column = memory_new(release->columns, sizeof *to->column);
    for (size_t i = 0; to->column && i < release->columns; i++)
        to->column[i] = (engine_column){.name = release->column[i].name,
                                        .column = release->column[i].column,
                                        .use = release->column[i].use};
    to->columns = release->columns;
    return to->column != NULL;
}

static shoal_status make_mapped(postgresql_database *to, const engine_release *release,
                                const engine_map *map, const engine_value *const *label,
                                size_t maps, shoal_error *error) {
    mapped_source mapped = {0};
    shoal_status status = mapped_source_make(&mapped, to, map, maps, label, error);
    if (status == SHOAL_OK && release->next_suppressed)
        status = list_suppressed(to, release, &mapped.layout, error);
    if (status == SHOAL_OK)
        status = create(to, release, &mapped, error);
    if (status == SHOAL_OK) {
        to->joins = mapped.from.bytes;
        mapped.from = (text){0};
    }
    mapped_source_free(&mapped);
    return status;
}

shoal_status postgresql_make(database *from, const engine_release *release, shoal_error *error) {
    postgresql_database *own = (postgresql_database *)from;
    engine_map *map = memory_new(release->columns, sizeof *map);
    const engine_value **label = memory_new(release->columns, sizeof *label);
    size_t maps = 0;
    bool made = map && label && keep_columns(own, release);
    for (size_t i = 0; made && i < release->columns; i++)
        if (release->column[i].use == ENGINE_LABEL) {
            map[maps] = *release->column[i].map;
            label[maps++] = release->column[i].label;
        }
    shoal_status status =
        made ? make_mapped(own, release, map, label, maps, error) : status_no_memory(error);
    memory_free(map);
    memory_free(label);
    return status;
}

/* ---- Reading back ---------------------------------------------------------------------------- */

shoal_status postgresql_made_columns(database *from, engine_see_value *see, void *context,
                                     shoal_error *error) {
    postgresql_database *own = (postgresql_database *)from;
    postgresql_answer *found = NULL;
    const char *values[] = {own->target.schema, own->pending};
    STATUS_TRY(postgresql_ask(
        &found, own->server, "read the release back",
        "SELECT a.attname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace "
        "JOIN pg_attribute AS a ON a.attrelid = c.oid WHERE n.nspname = $1::text AND "
        "c.relname = $2::text AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum",
        values, 2, error));
    shoal_status status = SHOAL_OK;
    for (size_t i = 0; i < postgresql_rows(found) && status == SHOAL_OK; i++) {
        const char *name = postgresql_cell(found, i, 0);
        engine_value value = {name, strlen(name)};
        status = see(&value, 1, context, error);
    }
    postgresql_answer_free(found);
    return status;
}

typedef struct group_rows {
    size_t columns;
    engine_see_group *see;
    void *context;
} group_rows;

static shoal_status see_group(const engine_value *value, void *context, shoal_error *error) {
    const group_rows *to = context;
    const engine_value *rows = &value[to->columns];
    if (!rows->text)
        return status_fail(error, SHOAL_IO, "the server's answer has no number where it must");
    return to->see(value, strtoull(rows->text, NULL, 10), to->context, error);
}

shoal_status postgresql_made_groups(database *from, const size_t *index, size_t columns,
                                    engine_see_group *see, void *context, shoal_error *error) {
    postgresql_database *own = (postgresql_database *)from;
    group_rows to = {columns, see, context};
    text query = {0};
    text_add_string(&query, "SELECT ");
    for (size_t i = 0; i < columns; i++) {
        statement_add_text(&query, index[i]);
        text_add_string(&query, ", ");
    }
    text_add_string(&query, "count(*)");
    statement_add_made(&query, own);
    for (size_t i = 0; i < columns; i++)
        text_format(&query, "%s%zu", i == 0 ? " GROUP BY " : ", ", i + 1);
    return statement_copy(own, &query, columns + 1, see_group, &to, error);
}

/* ---- Digests --------------------------------------------------------------------------------- */

/* A sum is a number of any length: its text is as good. */
static uint64_t hash_of(const char *cell) {
    return cell ? hash_bytes(cell, strlen(cell)) : 0;
}

shoal_status postgresql_digest(engine_digest *out, postgresql_connection *server, text *query,
                               shoal_error *error) {
    postgresql_answer *found = NULL;
    text sql = {0};
    text_format(&sql, "SELECT count(*), sum(hashtextextended(x, 1)) FROM (%s) AS rows",
                query->bytes ? query->bytes : "");
    shoal_status status =
        query->failed || sql.failed
            ? status_no_memory(error)
            : postgresql_ask(&found, server, "add up the rows", sql.bytes, NULL, 0, error);
    if (status == SHOAL_OK)
        *out = (engine_digest){strtoull(postgresql_cell(found, 0, 0), NULL, 10),
                               {hash_of(postgresql_cell(found, 0, 1)), 0}};
    postgresql_answer_free(found);
    text_free(&sql);
    text_free(query);
    return status;
}

shoal_status postgresql_made_digest(engine_digest *out, database *from, const size_t *index,
                                    size_t columns, bool of_source, shoal_error *error) {
    postgresql_database *own = (postgresql_database *)from;
    text query = {0};
    text_add_string(&query, "SELECT ROW(");
    for (size_t i = 0; i < columns; i++)
        text_format(&query, "%ss.c%zu", i ? ", " : "",
                    (of_source ? own->column[index[i]].column : index[i]) + 1);
    text_add_string(&query, ")::text COLLATE \"C\" AS x");
    /* Maps say which rows count; where all do, there is no need to ask. */
    if (of_source && own->made_rows == own->rows)
        text_add_string(&query, " FROM pg_temp.shoal_source AS s");
    else if (of_source)
        text_add_string(&query, own->joins);
    else
        statement_add_made(&query, own);
    STATUS_TRY(postgresql_digest(out, own->server, &query, error));
    own->made_rows = of_source ? own->made_rows : out->rows;
    return SHOAL_OK;
}
