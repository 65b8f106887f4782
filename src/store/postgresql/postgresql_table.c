#include "store/postgresql/postgresql_table.h"

#include <stdlib.h>

static char *copy(const char *value) {
    return value ? memory_text(value, strlen(value)) : NULL;
}

static bool is_true(const char *cell) {
    return cell && *cell == 't';
}

/* The first schema of the path is where new tables go; a table may be in any. */
static shoal_status find_schema(postgresql_table *out, postgresql_connection *server,
                                const store_url *url, shoal_error *error) {
    const char *values[] = {url->schema, url->table};
    postgresql_answer *found = NULL;
    STATUS_TRY(postgresql_ask(
        &found, server, "find the table",
        "SELECT coalesce($1::text, (SELECT n.nspname::text FROM pg_catalog.pg_class AS c "
        "JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace "
        "WHERE c.relname = $2::text AND pg_catalog.pg_table_is_visible(c.oid)), "
        "pg_catalog.current_schema()::text)",
        values, 2, error));
    const char *schema = postgresql_cell(found, 0, 0);
    out->schema = copy(schema);
    out->name = copy(url->table);
    shoal_status status = SHOAL_OK;
    if (!schema)
        status = status_refuse(error, SHOAL_USAGE, "schema_missing", NULL,
                               "%.120s: the search path has no schema: write table=SCHEMA.TABLE",
                               url->shown);
    else if (!out->schema || !out->name)
        status = status_no_memory(error);
    postgresql_answer_free(found);
    return status;
}

static shoal_status find_table(postgresql_table *out, postgresql_connection *server,
                               const store_url *url, shoal_error *error) {
    const char *values[] = {out->schema, out->name};
    postgresql_answer *found = NULL;
    STATUS_TRY(postgresql_ask(
        &found, server, "find the table",
        "SELECT c.oid, CASE WHEN c.relispartition THEN 'P' WHEN c.relrowsecurity THEN 'G' "
        "ELSE c.relkind END, "
        "pg_catalog.pg_has_role(c.relowner, 'USAGE'), "
        "pg_catalog.has_schema_privilege(n.oid, 'CREATE') FROM pg_catalog.pg_namespace AS n "
        "LEFT JOIN pg_catalog.pg_class AS c ON c.relnamespace = n.oid AND c.relname = $2::text "
        "WHERE n.nspname = $1::text",
        values, 2, error));
    shoal_status status = SHOAL_OK;
    if (postgresql_rows(found) == 0) {
        status = status_refuse(error, SHOAL_IO, "schema_missing", NULL,
                               "%.120s: there is no schema \"%.60s\": create it, or name another",
                               url->shown, out->schema);
    } else if (postgresql_cell(found, 0, 0)) {
        out->oid = copy(postgresql_cell(found, 0, 0));
        out->kind = *postgresql_cell(found, 0, 1);
        out->is_owner = is_true(postgresql_cell(found, 0, 2));
        if (!out->oid)
            status = status_no_memory(error);
    }
    if (status == SHOAL_OK)
        out->may_create = is_true(postgresql_cell(found, 0, 3));
    postgresql_answer_free(found);
    return status;
}

shoal_status postgresql_table_find(postgresql_table *out, postgresql_connection *server,
                                   const store_url *url, shoal_error *error) {
    *out = (postgresql_table){0};
    STATUS_TRY(find_schema(out, server, url, error));
    STATUS_TRY(postgresql_pin_path(server, true, error));
    return find_table(out, server, url, error);
}

void postgresql_table_free(postgresql_table *table) {
    memory_free(table->schema);
    memory_free(table->name);
    memory_free(table->oid);
    *table = (postgresql_table){0};
}

shoal_status postgresql_table_lock(const postgresql_table *table, postgresql_connection *server,
                                   const store_url *url, shoal_error *error) {
    const char *names[] = {table->schema, table->name};
    postgresql_answer *taken = NULL;
    STATUS_TRY(postgresql_ask(&taken, server, "take a lock",
                              "SELECT pg_catalog.pg_try_advisory_lock("
                              "pg_catalog.hashtextextended('shoal:' || $1::text, "
                              "pg_catalog.hashtext($2::text)))",
                              names, 2, error));
    bool mine = *postgresql_cell(taken, 0, 0) == 't';
    postgresql_answer_free(taken);
    if (mine)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_IO, "database_locked", NULL,
                         "%.120s: another run is writing this table: wait until it has ended",
                         url->shown);
}

/* Dependents of a table, of its row type and of arrays of that. */
#define DEPENDENTS                                                                                 \
    "SELECT r.ev_class::regclass::text FROM pg_catalog.pg_depend AS d "                            \
    "JOIN pg_catalog.pg_rewrite AS r ON r.oid = d.objid "                                          \
    "WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass "            \
    "AND d.refobjid = $1::oid AND r.ev_class <> $1::oid UNION ALL "                                \
    "SELECT conrelid::regclass::text FROM pg_catalog.pg_constraint "                               \
    "WHERE contype = 'f' AND confrelid = $1::oid AND conrelid <> $1::oid UNION ALL "               \
    "SELECT inhrelid::regclass::text FROM pg_catalog.pg_inherits WHERE inhparent = $1::oid "       \
    "UNION ALL SELECT pg_catalog.pg_describe_object(d.classid, d.objid, d.objsubid) "              \
    "FROM pg_catalog.pg_depend AS d WHERE d.deptype = 'n' AND ("                                   \
    "(d.refclassid = 'pg_type'::regclass AND d.refobjid IN (SELECT unnest(ARRAY[oid, typarray]) "  \
    "FROM pg_catalog.pg_type WHERE typrelid = $1::oid)) OR "                                       \
    "(d.refclassid = 'pg_class'::regclass AND d.refobjid = $1::oid AND "                           \
    "d.classid = 'pg_proc'::regclass))"

shoal_status postgresql_table_check_free(const postgresql_table *table,
                                         postgresql_connection *server, const store_url *url,
                                         shoal_error *error) {
    const char *oid = table->oid;
    postgresql_answer *found = NULL;
    if (!oid)
        return SHOAL_OK;
    STATUS_TRY(postgresql_ask(&found, server, "find what depends on the table", DEPENDENTS, &oid, 1,
                              error));
    shoal_status status = SHOAL_OK;
    if (postgresql_rows(found) > 0)
        status = status_refuse(error, SHOAL_IO, "database_depends", NULL,
                               "%.100s: %.60s depends on the table that the release would replace: "
                               "drop it first, or choose another table",
                               url->shown, postgresql_cell(found, 0, 0));
    postgresql_answer_free(found);
    return status;
}

/* ---- Places --------------------------------------------------------------------------------- */

static shoal_status find_database(uint64_t *machine, uint32_t *database,
                                  postgresql_connection *server, shoal_error *error) {
    postgresql_answer *found = NULL;
    STATUS_TRY(postgresql_ask(&found, server, "find the database",
                              "SELECT (SELECT system_identifier FROM "
                              "pg_catalog.pg_control_system()), oid FROM pg_catalog.pg_database "
                              "WHERE datname = pg_catalog.current_database()",
                              NULL, 0, error));
    *machine = (uint64_t)strtoll(postgresql_cell(found, 0, 0), NULL, 10);
    *database = (uint32_t)strtoul(postgresql_cell(found, 0, 1), NULL, 10);
    postgresql_answer_free(found);
    return SHOAL_OK;
}

/* A transaction holds a lock on everything that it has read, behind views too. */
shoal_status postgresql_place_read(table_place *out, postgresql_connection *server,
                                   shoal_error *error) {
    postgresql_answer *found = NULL;
    *out = (table_place){.is_known = true};
    STATUS_TRY(find_database(&out->machine, &out->database, server, error));
    STATUS_TRY(postgresql_ask(&found, server, "find what was read",
                              "SELECT DISTINCT relation FROM pg_catalog.pg_locks WHERE locktype = "
                              "'relation' AND pid = pg_catalog.pg_backend_pid() AND "
                              "relation >= 16384",
                              NULL, 0, error));
    size_t count = postgresql_rows(found);
    for (size_t i = 0; i < count && i < PLACE_MOST; i++)
        out->table[out->tables++] = (uint32_t)strtoul(postgresql_cell(found, i, 0), NULL, 10);
    out->has_more = count > PLACE_MOST;
    postgresql_answer_free(found);
    return SHOAL_OK;
}

shoal_status postgresql_place_has(bool *out, const table_place *place,
                                  postgresql_connection *server, const char *oid,
                                  shoal_error *error) {
    uint64_t machine = 0;
    uint32_t database = 0, table = (uint32_t)strtoul(oid, NULL, 10);
    *out = false;
    if (!place->is_known)
        return SHOAL_OK;
    STATUS_TRY(find_database(&machine, &database, server, error));
    if (machine != place->machine || database != place->database)
        return SHOAL_OK;
    *out = place->has_more;
    for (size_t i = 0; i < place->tables; i++)
        *out |= place->table[i] == table;
    return SHOAL_OK;
}
