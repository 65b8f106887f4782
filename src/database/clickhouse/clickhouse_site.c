#include "database/clickhouse/clickhouse_site.h"

#include <ctype.h>
#include <string.h>

/* ---- Distributed tables ---------------------------------------------------------------------- */

static const char *skip_blanks(const char *at) {
    return at + strspn(at, " ");
}

/* A name or a quoted text; NULL: neither. */
static const char *take_argument(text *out, const char *at) {
    at = skip_blanks(at);
    if (*at == '\'') {
        for (at++; *at && *at != '\''; at++) {
            at += *at == '\\' && at[1];
            text_add(out, at, 1);
        }
        return *at ? skip_blanks(at + 1) : NULL;
    }
    for (; isalnum((unsigned char)*at) || *at == '_'; at++)
        text_add(out, at, 1);
    return out->length > 0 ? skip_blanks(at) : NULL;
}

bool clickhouse_is_distributed(char **database, char **table, const char *engine,
                               const char *cluster) {
    static const char name[] = "Distributed(";
    text found[3] = {{0}};
    const char *at = strncmp(engine, name, sizeof name - 1) == 0 ? engine + sizeof name - 1 : NULL;
    for (int i = 0; i < 3 && at; i++) {
        at = take_argument(&found[i], at);
        if (at && *at != ',' && !(i == 2 && *at == ')'))
            at = NULL;
        at = at ? at + 1 : NULL;
    }
    bool fine = at && !found[0].failed && !found[1].failed && !found[2].failed && found[1].bytes &&
                found[2].bytes && strcmp(found[0].bytes, cluster) == 0;
    *database = fine ? found[1].bytes : NULL;
    *table = fine ? found[2].bytes : NULL;
    text_free(&found[0]);
    for (int i = 1; i < 3 && !fine; i++)
        text_free(&found[i]);
    return fine;
}

/* ---- Sites ----------------------------------------------------------------------------------- */

static shoal_status read_engine(text *out, clickhouse *of, const char *database, const char *table,
                                shoal_error *error) {
    text ask = {0};
    text_add_string(&ask, "SELECT engine_full FROM system.tables WHERE database = ");
    clickhouse_add_text(&ask, database, strlen(database));
    text_add_string(&ask, " AND name = ");
    clickhouse_add_text(&ask, table, strlen(table));
    text_add_string(&ask, " FORMAT TSVRaw");
    shoal_status status = clickhouse_run(of, 0, &ask, out, error);
    text_free(&ask);
    return status;
}

static void add_qualified(text *out, const char *database, const char *table) {
    clickhouse_add_name(out, database);
    text_add_string(out, ".");
    clickhouse_add_name(out, table);
}

static shoal_status find_shards(clickhouse_sites *out, clickhouse *of, const char *database,
                                const char *table, shoal_error *error) {
    text engine = {0}, local = {0};
    char *to_database = NULL, *to_table = NULL;
    shoal_status status = read_engine(&engine, of, database, table, error);
    if (status == SHOAL_OK && engine.bytes &&
        clickhouse_is_distributed(&to_database, &to_table, engine.bytes, of->cluster)) {
        add_qualified(&local, *to_database ? to_database : of->database, to_table);
        out->local = local.failed ? NULL : local.bytes;
        out->on_shards = true;
        out->first = of->first_shard;
        out->end = of->servers;
        if (local.failed)
            status = status_no_memory(error);
    }
    memory_free(to_database);
    memory_free(to_table);
    text_free(&engine);
    return status;
}

shoal_status clickhouse_sites_find(clickhouse_sites *out, clickhouse *of, const store_url *source,
                                   shoal_error *error) {
    text from = {0};
    const char *database = source->schema  ? source->schema
                           : *source->path ? source->path
                                           : of->database;
    *out = (clickhouse_sites){.end = 1};
    if (source->query)
        clickhouse_add_query(&from, source->query);
    else
        add_qualified(&from, database, source->table ? source->table : "");
    if (from.failed) {
        text_free(&from);
        return status_no_memory(error);
    }
    out->from = from.bytes;
    if (of->cluster && source->table)
        STATUS_TRY(find_shards(out, of, database, source->table, error));
    if (!out->local)
        out->local = memory_text(out->from, strlen(out->from));
    return out->local ? SHOAL_OK : status_no_memory(error);
}

void clickhouse_sites_free(clickhouse_sites *sites) {
    memory_free(sites->from);
    memory_free(sites->local);
    *sites = (clickhouse_sites){0};
}
