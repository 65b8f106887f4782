#include "store/clickhouse/clickhouse_pending.h"

#include "base/hash.h"
#include "store/clickhouse/clickhouse_lock.h"
#include "store/clickhouse/clickhouse_source.h"

#include <stdio.h>
#include <string.h>

/* ---- Statements ------------------------------------------------------------------------------ */

static const char *workplace(const clickhouse_pending *made) {
    return made->of->workplace ? made->of->workplace : made->of->database;
}

static void add_qualified(text *out, const char *database, const char *table) {
    clickhouse_add_name(out, database);
    text_add(out, ".", 1);
    clickhouse_add_name(out, table);
}

static shoal_status drop_from(clickhouse_pending *made, size_t server, const char *database,
                              const char *table, shoal_error *error) {
    text statement = {0};
    text_add_string(&statement, "DROP TABLE IF EXISTS ");
    add_qualified(&statement, database, table);
    shoal_status status = clickhouse_run(made->of, server, &statement, NULL, error);
    text_free(&statement);
    return status;
}

static shoal_status drop(clickhouse_pending *made, size_t server, const char *table,
                         shoal_error *error) {
    return drop_from(made, server, made->of->database, table, error);
}

static shoal_status rename_table(clickhouse_pending *made, const char *from, const char *to,
                                 shoal_error *error) {
    text statement = {0};
    text_add_string(&statement, "RENAME TABLE ");
    clickhouse_add_table(&statement, made->of, from);
    text_add_string(&statement, " TO ");
    clickhouse_add_table(&statement, made->of, to);
    shoal_status status = clickhouse_run(made->of, 0, &statement, NULL, error);
    text_free(&statement);
    return status;
}

/* What kind of table has the name, as text with a line end; nothing: none has. */
static shoal_status find_engine(text *out, clickhouse_pending *made, const char *table,
                                const char *what, shoal_error *error) {
    text ask = {0};
    text_format(&ask, "SELECT %s FROM system.tables WHERE database = ", what);
    clickhouse_add_text(&ask, made->of->database, strlen(made->of->database));
    text_add_string(&ask, " AND name = ");
    clickhouse_add_text(&ask, table, strlen(table));
    text_add_string(&ask, " FORMAT TSVRaw");
    shoal_status status = clickhouse_look(out, made->of, 0, &ask, error);
    text_free(&ask);
    return status;
}

static shoal_status exists(bool *out, clickhouse_pending *made, const char *table,
                           shoal_error *error) {
    text found = {0};
    shoal_status status = find_engine(&found, made, table, "count()", error);
    *out = found.length > 0 && found.bytes[0] != '0';
    text_free(&found);
    return status;
}

/* The names of tables of a server that begin so, one on each line. */
static shoal_status list(text *out, clickhouse_pending *made, size_t server, const char *database,
                         const char *prefix, shoal_error *error) {
    text ask = {0};
    text_add_string(&ask, "SELECT name FROM system.tables WHERE database = ");
    clickhouse_add_text(&ask, database, strlen(database));
    text_format(&ask, " AND substring(name, 1, %zu) = ", strlen(prefix));
    clickhouse_add_text(&ask, prefix, strlen(prefix));
    text_add_string(&ask, " ORDER BY name FORMAT TSVRaw");
    shoal_status status = clickhouse_look(out, made->of, server, &ask, error);
    text_free(&ask);
    return status;
}

/* ---- What was left behind -------------------------------------------------------------------- */

/* All tables of a server that begin so, but for the one that `used` names. */
static shoal_status drop_all(clickhouse_pending *made, size_t server, const char *database,
                             const char *kind, const char *used, shoal_error *error) {
    char prefix[64];
    text names = {0};
    snprintf(prefix, sizeof prefix, "shoal_%s_%s_", kind, made->tag);
    shoal_status status = list(&names, made, server, database, prefix, error);
    for (char *at = names.bytes; status == SHOAL_OK && at && *at;) {
        char *end = strchr(at, '\n');
        if (!end)
            break;
        *end = '\0';
        if (!used || !strstr(used, at))
            status = drop_from(made, server, database, at, error);
        at = end + 1;
    }
    text_free(&names);
    return status;
}

static shoal_status drop_rows(clickhouse_pending *made, shoal_error *error) {
    text used = {0};
    bool found = false;
    STATUS_TRY(exists(&found, made, made->table, error));
    /* Its definition names the rows that it uses. Where it is not told, nothing is dropped. */
    shoal_status status = find_engine(&used, made, made->table, "engine_full", error);
    bool known = !found || used.length > 0;
    for (size_t i = 0; known && status == SHOAL_OK && i < made->of->servers; i++)
        status = drop_all(made, i, made->of->database, "rows", used.bytes ? used.bytes : "", error);
    text_free(&used);
    return status;
}

/* A run that was killed between the two renames: the old table is the newest that there is. */
static shoal_status put_back(clickhouse_pending *made, shoal_error *error) {
    char prefix[64];
    text names = {0};
    bool found = false;
    STATUS_TRY(exists(&found, made, made->table, error));
    if (found)
        return SHOAL_OK;
    snprintf(prefix, sizeof prefix, "shoal_old_%s_", made->tag);
    shoal_status status = list(&names, made, 0, made->of->database, prefix, error);
    if (status == SHOAL_OK && names.length > 0) {
        *strchr(names.bytes, '\n') = '\0';
        status = rename_table(made, names.bytes, made->table, error);
    }
    text_free(&names);
    return status;
}

static shoal_status clear(clickhouse_pending *made, shoal_error *error) {
    STATUS_TRY(put_back(made, error));
    for (size_t i = 0; i < made->of->servers; i++)
        STATUS_TRY(drop_all(made, i, made->of->database, "pending", NULL, error));
    for (size_t i = 0; made->of->workplace && i < made->of->servers; i++)
        STATUS_TRY(drop_all(made, i, made->of->workplace, "pending", NULL, error));
    STATUS_TRY(drop_all(made, 0, made->of->database, "old", NULL, error));
    return drop_rows(made, error);
}

/* ---- Opening and closing --------------------------------------------------------------------- */

/* A view or the like is not replaced by a table. */
static shoal_status check_target(clickhouse_pending *made, shoal_error *error) {
    static const char *const plain[] = {"Memory\n", "Log\n", "TinyLog\n", "StripeLog\n"};
    text found = {0};
    shoal_status status = find_engine(&found, made, made->table, "engine", error);
    const char *engine = found.bytes && found.length ? found.bytes : "";
    bool fine = !*engine || strstr(engine, "MergeTree\n") ||
                (made->of->cluster && strcmp(engine, "Distributed\n") == 0);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        fine |= strcmp(engine, plain[i]) == 0;
    if (status == SHOAL_OK && !fine)
        status = status_refuse(error, SHOAL_USAGE, "output_not_table", NULL,
                               "%.120s is no plain table but a %.*s: choose another name",
                               made->of->url->shown, (int)strcspn(engine, "\n"), engine);
    text_free(&found);
    return status;
}

static char *name_of(const char *kind, const char *tag, uint64_t run, const char *suffix) {
    char made[96];
    int length = snprintf(made, sizeof made, "shoal_%s_%s_%016llx%s", kind, tag,
                          (unsigned long long)run, suffix);
    return memory_text(made, (size_t)length);
}

static bool set_names(clickhouse_pending *made) {
    char tag[24];
    uint64_t run = clickhouse_random();
    uint64_t hash = hash_bytes(made->of->database, strlen(made->of->database) + 1);
    hash = hash_mix(hash ^ hash_bytes(made->table, strlen(made->table)));
    snprintf(tag, sizeof tag, "%016llx", (unsigned long long)hash);
    made->tag = memory_text(tag, strlen(tag));
    made->name = name_of("pending", tag, run, "");
    made->values = name_of("pending", tag, run, "_values");
    made->old = name_of("old", tag, run, "");
    made->rows = name_of(made->of->cluster ? "rows" : "pending", tag, run, "");
    made->lock_id = name_of("lock", tag, 0, "");
    return made->tag && made->name && made->values && made->old && made->rows && made->lock_id;
}

static shoal_status make_values(clickhouse_pending *made, shoal_error *error) {
    text statement = {0};
    text_add_string(&statement, "CREATE TABLE ");
    clickhouse_add_table(&statement, made->of, made->values);
    text_add_string(&statement, " (v String) ENGINE = Memory");
    shoal_status status = clickhouse_run(made->of, 0, &statement, NULL, error);
    text_free(&statement);
    return status;
}

shoal_status clickhouse_pending_open(clickhouse_pending **out, clickhouse *of, const char *table,
                                     shoal_error *error) {
    clickhouse_pending *made = memory_zero(1, sizeof *made);
    *out = NULL;
    if (!made)
        return status_no_memory(error);
    made->of = of;
    made->table = table;
    shoal_status status = set_names(made) ? SHOAL_OK : status_no_memory(error);
    if (status == SHOAL_OK)
        status = check_target(made, error);
    if (status == SHOAL_OK)
        status = clickhouse_lock_open(&made->lock, of, made->lock_id, error);
    if (status == SHOAL_OK)
        status = clear(made, error);
    made->made = status == SHOAL_OK;
    if (status == SHOAL_OK)
        status = make_values(made, error);
    if (status != SHOAL_OK) {
        clickhouse_pending_close(made);
        return status;
    }
    *out = made;
    return SHOAL_OK;
}

/* As far as it can: what is left is removed by the next run. */
static void remove_all(clickhouse_pending *made) {
    const volatile int *cancel = made->of->cancel;
    made->of->cancel = NULL;
    shoal_status status = drop(made, 0, made->values, NULL);
    if (!made->published) {
        status = drop(made, 0, made->name, NULL);
        for (size_t i = made->of->first_shard; made->of->cluster && i < made->of->servers; i++)
            status = drop(made, i, made->rows, NULL);
    }
    (void)status;
    made->of->cancel = cancel;
}

void clickhouse_pending_close(clickhouse_pending *made) {
    if (!made)
        return;
    if (made->made)
        remove_all(made);
    clickhouse_lock_close(made->lock);
    memory_free(made->tag);
    memory_free(made->name);
    memory_free(made->values);
    memory_free(made->old);
    memory_free(made->rows);
    memory_free(made->lock_id);
    memory_free(made);
}

/* ---- Making it ------------------------------------------------------------------------------- */

static shoal_status create_rows(clickhouse_pending *made, const text *columns, shoal_error *error) {
    text statement = {0};
    text_add_string(&statement, "CREATE TABLE ");
    clickhouse_add_table(&statement, made->of, made->rows);
    text_add_string(&statement, " (");
    text_add(&statement, columns->bytes, columns->length);
    text_add_string(&statement, ") ENGINE = MergeTree ORDER BY tuple()");
    shoal_status status = made->of->cluster ? clickhouse_run_shards(made->of, &statement, error)
                                            : clickhouse_run(made->of, 0, &statement, NULL, error);
    text_free(&statement);
    return status;
}

static shoal_status create_distributed(clickhouse_pending *made, const text *columns,
                                       shoal_error *error) {
    text statement = {0};
    text_add_string(&statement, "CREATE TABLE ");
    clickhouse_add_table(&statement, made->of, made->name);
    text_add_string(&statement, " (");
    text_add(&statement, columns->bytes, columns->length);
    text_add_string(&statement, ") ENGINE = Distributed(");
    clickhouse_add_text(&statement, made->of->cluster, strlen(made->of->cluster));
    text_add_string(&statement, ", ");
    clickhouse_add_text(&statement, made->of->database, strlen(made->of->database));
    text_add_string(&statement, ", ");
    clickhouse_add_text(&statement, made->rows, strlen(made->rows));
    text_add_string(&statement, ", rand())");
    shoal_status status = clickhouse_run(made->of, 0, &statement, NULL, error);
    text_free(&statement);
    return status;
}

shoal_status clickhouse_pending_create(clickhouse_pending *made, const text *columns,
                                       shoal_error *error) {
    if (columns->failed)
        return status_no_memory(error);
    STATUS_TRY(create_rows(made, columns, error));
    return made->of->cluster ? create_distributed(made, columns, error) : SHOAL_OK;
}

static shoal_status digest(text *out, clickhouse_pending *made, const text *hashed,
                           shoal_error *error) {
    text ask = {0};
    text_format(&ask, "SELECT count(), sum(cityHash64(%s)), groupBitXor(sipHash64(%s)) FROM ",
                hashed->bytes, hashed->bytes);
    clickhouse_add_table(&ask, made->of, made->name);
    shoal_status status = clickhouse_run(made->of, 0, &ask, out, error);
    text_free(&ask);
    return status;
}

static shoal_status drop_column(clickhouse_pending *made, const char *table, const char *name,
                                bool shards, shoal_error *error) {
    text statement = {0};
    text_add_string(&statement, "ALTER TABLE ");
    clickhouse_add_table(&statement, made->of, table);
    text_add_string(&statement, " DROP COLUMN ");
    clickhouse_add_name(&statement, name);
    shoal_status status = shards ? clickhouse_run_shards(made->of, &statement, error)
                                 : clickhouse_run(made->of, 0, &statement, NULL, error);
    text_free(&statement);
    return status;
}

shoal_status clickhouse_pending_strip(clickhouse_pending *made, const char *name,
                                      const text *hashed, shoal_error *error) {
    text before = {0}, after = {0};
    bool cluster = made->of->cluster;
    shoal_status status =
        hashed->failed ? status_no_memory(error) : digest(&before, made, hashed, error);
    if (status == SHOAL_OK)
        status = drop_column(made, made->rows, name, cluster, error);
    if (status == SHOAL_OK && cluster)
        status = drop_column(made, made->name, name, false, error);
    if (status == SHOAL_OK)
        status = digest(&after, made, hashed, error);
    if (status == SHOAL_OK &&
        (before.length != after.length || memcmp(before.bytes, after.bytes, after.length) != 0))
        status = status_refuse(error, SHOAL_UNVERIFIED, "database_changed", NULL,
                               "%.120s: the pending table changed after it was verified",
                               made->of->url->shown);
    text_free(&before);
    text_free(&after);
    return status;
}

/* ---- For the time being ---------------------------------------------------------------------- */

void clickhouse_add_helper(text *out, const clickhouse_pending *made, const char *name) {
    text whole = {0};
    text_format(&whole, "%s_%s", made->name, name);
    add_qualified(out, workplace(made), whole.bytes ? whole.bytes : "");
    out->failed |= whole.failed;
    text_free(&whole);
}

void clickhouse_drop_helper(clickhouse_pending *made, const char *name) {
    const volatile int *cancel = made->of->cancel;
    text statement = {0};
    made->of->cancel = NULL;
    text_add_string(&statement, "DROP TABLE IF EXISTS ");
    clickhouse_add_helper(&statement, made, name);
    for (size_t i = 0; i < made->of->servers; i++) {
        shoal_status status = clickhouse_run(made->of, i, &statement, NULL, NULL);
        (void)status; /* the next run drops it */
    }
    made->of->cancel = cancel;
    text_free(&statement);
}

/* ---- Publishing ------------------------------------------------------------------------------ */

static shoal_status swap(clickhouse_pending *made, bool replaces, shoal_error *error) {
    text statement = {0};
    text_add_string(&statement, "RENAME TABLE ");
    if (replaces) {
        clickhouse_add_table(&statement, made->of, made->table);
        text_add_string(&statement, " TO ");
        clickhouse_add_table(&statement, made->of, made->old);
        text_add_string(&statement, ", ");
    }
    clickhouse_add_table(&statement, made->of, made->name);
    text_add_string(&statement, " TO ");
    clickhouse_add_table(&statement, made->of, made->table);
    shoal_status status = clickhouse_run(made->of, 0, &statement, NULL, error);
    text_free(&statement);
    return status;
}

/* The answer to the renaming is missing or says no: whether it happened shows in the tables. Where
 * only its first half did, the old table gets its name back. */
static shoal_status settle(clickhouse_pending *made, shoal_status failed, shoal_error *error) {
    bool pending = true;
    shoal_status status = exists(&pending, made, made->name, NULL);
    if (status != SHOAL_OK) {
        status_refuse(error, failed, "database_outcome_unknown", NULL,
                      "%.100s: the connection was lost while the release got its name; whether it "
                      "did, the table shows; the next run puts right what is left",
                      made->of->url->shown);
        return failed;
    }
    if (!pending) {
        made->published = true;
        return SHOAL_OK;
    }
    shoal_status back = put_back(made, NULL);
    (void)back; /* else the next run puts it back */
    return failed;
}

/* A server that was killed between the two halves of a rename has left the files of a table that it
 * does not know. It is told, so that they can be replaced like any other table. */
static shoal_status take_files(clickhouse_pending *made, shoal_error *error) {
    clickhouse_columns columns = {0};
    text from = {0}, engine = {0}, attach = {0};
    clickhouse_add_table(&from, made->of, made->name);
    shoal_status status = from.failed ? status_no_memory(error)
                                      : clickhouse_describe(&columns, made->of, from.bytes, error);
    if (status == SHOAL_OK)
        status = find_engine(&engine, made, made->name, "engine_full", error);
    text_add_string(&attach, "ATTACH TABLE ");
    clickhouse_add_table(&attach, made->of, made->table);
    for (size_t i = 0; i < columns.count; i++) {
        text_add_string(&attach, i ? ", " : " (");
        clickhouse_add_name(&attach, columns.names[i]);
        text_format(&attach, " %s", columns.origins[i]->native);
    }
    text_format(&attach, ") ENGINE = %s", engine.bytes ? engine.bytes : "");
    if (status == SHOAL_OK)
        status = clickhouse_run(made->of, 0, &attach, NULL, error);
    clickhouse_columns_free(&columns);
    text_free(&from);
    text_free(&engine);
    text_free(&attach);
    return status;
}

static void add_columns_of(text *out, const clickhouse_pending *made, const char *table) {
    text_add_string(out, "system.columns WHERE database = ");
    clickhouse_add_text(out, made->of->database, strlen(made->of->database));
    text_add_string(out, " AND table = ");
    clickhouse_add_text(out, table, strlen(table));
}

/* What has more columns than the release may be the original, which a view or another table has
 * led to. */
static shoal_status check_replaced(clickhouse_pending *made, shoal_error *error) {
    text ask = {0}, found = {0};
    text_add_string(&ask, "SELECT name FROM ");
    add_columns_of(&ask, made, made->table);
    text_add_string(&ask, " AND name NOT IN (SELECT name FROM ");
    add_columns_of(&ask, made, made->name);
    text_add_string(&ask, ") LIMIT 1 FORMAT TSVRaw");
    shoal_status status = clickhouse_look(&found, made->of, 0, &ask, error);
    if (status == SHOAL_OK && found.length > 0)
        status = status_refuse(error, SHOAL_USAGE, "output_has_more", "output",
                               "%.120s has a column '%.*s' that the release lacks, as an original "
                               "would: drop the table, or choose another name",
                               made->of->url->shown, (int)strcspn(found.bytes, "\n"), found.bytes);
    text_free(&ask);
    text_free(&found);
    return status;
}

shoal_status clickhouse_pending_publish(clickhouse_pending *made, shoal_error *error) {
    bool replaces = false;
    STATUS_TRY(clickhouse_lock_check(made->lock, error));
    STATUS_TRY(exists(&replaces, made, made->table, error));
    if (replaces)
        STATUS_TRY(check_replaced(made, error));
    made->of->cancel = NULL; /* from here on it is either all or nothing */
    shoal_error cause = {0};
    shoal_status status = swap(made, replaces, &cause);
    if (status == SHOAL_IO && !replaces && strstr(cause.message, "path already exists") &&
        take_files(made, NULL) == SHOAL_OK)
        status = swap(made, true, &cause);
    if (status != SHOAL_OK && error)
        *error = cause;
    if (status != SHOAL_OK)
        STATUS_TRY(settle(made, status, error));
    made->published = true;
    /* The release has its name: what cannot be dropped now, the next run drops. */
    if (drop(made, 0, made->old, NULL) == SHOAL_OK) {
        shoal_status dropped = drop_rows(made, NULL);
        (void)dropped;
    }
    return SHOAL_OK;
}

shoal_status clickhouse_pending_fail(const clickhouse_pending *made, shoal_status status,
                                     shoal_error *error) {
    if (status != SHOAL_IO || !error || !error->code ||
        strcmp(error->code, "database_connection") != 0)
        return status;
    size_t used = strlen(error->message);
    snprintf(error->message + used, sizeof error->message - used,
             "; tables %.60s may be left, which the next run removes", made->name);
    return status;
}
