#include "store/clickhouse/clickhouse_reads.h"

#include "store/clickhouse/clickhouse_source.h"
#include "store/clickhouse/clickhouse_words.h"

#include <string.h>
#include <strings.h>

/* ---- The list of tables ---------------------------------------------------------------------- */

static bool add_table(clickhouse_reads *self, char **at) {
    const char *cell[5] = {"", "", "", "", ""};
    char end = '\t';
    for (int i = 0; i < 5 && end == '\t'; i++) {
        const char *value = clickhouse_next_value(at, &end);
        cell[i] = arena_text(&self->memory, value, strlen(value));
        if (!cell[i])
            return false;
    }
    if (!memory_grow((void **)&self->table, &self->room, self->tables + 1, sizeof *self->table))
        return false;
    self->table[self->tables++] = (listed_table){.database = cell[0],
                                                 .name = cell[1],
                                                 .engine = cell[2],
                                                 .engine_full = cell[3],
                                                 .created = cell[4]};
    return true;
}

/* `where`: system.tables, or that of all servers of a cluster. */
static shoal_status list_tables(clickhouse_reads *self, const text *where, shoal_error *error) {
    text ask = {0}, found = {0};
    text_format(&ask,
                "SELECT database, name, engine, engine_full, create_table_query FROM %s WHERE "
                "database != 'system' FORMAT TabSeparated",
                where->bytes ? where->bytes : "");
    ask.failed |= where->failed;
    shoal_status status = clickhouse_look(&found, self->of, 0, &ask, error);
    for (char *at = found.bytes; status == SHOAL_OK && at && *at;)
        if (!add_table(self, &at))
            status = status_no_memory(error);
    text_free(&ask);
    text_free(&found);
    return status;
}

static bool mark(clickhouse_reads *self, const char *database, const char *name) {
    bool found = false;
    for (size_t i = 0; i < self->tables; i++)
        if (strcmp(self->table[i].name, name) == 0 &&
            strcmp(self->table[i].database, database) == 0)
            found = self->table[i].is_read = true;
    return found;
}

bool clickhouse_reads_has(const clickhouse_reads *reads, const char *database, const char *table) {
    for (size_t i = 0; i < reads->tables; i++)
        if (reads->table[i].is_read && strcmp(reads->table[i].name, table) == 0 &&
            strcmp(reads->table[i].database, database) == 0)
            return true;
    return false;
}

static bool is_database(const clickhouse_reads *self, const char *name) {
    for (size_t i = 0; i < self->tables; i++)
        if (strcmp(self->table[i].database, name) == 0)
            return true;
    return strcmp(name, "system") == 0;
}

/* ---- Queries --------------------------------------------------------------------------------- */

/* Functions that read what no name of a table tells. */
static bool reads_elsewhere(const char *function) {
    static const char *const known[] = {"remote",
                                        "remoteSecure",
                                        "cluster",
                                        "clusterAllReplicas",
                                        "merge",
                                        "mysql",
                                        "postgresql",
                                        "mongodb",
                                        "redis",
                                        "sqlite",
                                        "odbc",
                                        "jdbc",
                                        "url",
                                        "urlCluster",
                                        "hdfs",
                                        "hdfsCluster",
                                        "file",
                                        "fileCluster",
                                        "s3",
                                        "s3Cluster",
                                        "gcs",
                                        "azureBlobStorage",
                                        "deltaLake",
                                        "iceberg",
                                        "hudi",
                                        "input",
                                        "dictionary",
                                        "executable",
                                        "loop",
                                        "catBoostPool",
                                        "shardByHash",
                                        "mergeTreeIndex",
                                        "mergeTreeProjection",
                                        "arrowFlight",
                                        "evalMLMethod"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcasecmp(function, known[i]) == 0)
            return true;
    return strncasecmp(function, "dict", 4) == 0 || strncasecmp(function, "joinGet", 7) == 0;
}

/* Whether a name at this place must be that of a table. */
static bool follows_from(const statement_words *words, size_t at) {
    if (at == 0)
        return false;
    const statement_word *before = &words->word[at - 1];
    if (word_is_keyword(before, "JOIN"))
        return at < 2 || !word_is_keyword(before - 1, "ARRAY");
    return word_is_keyword(before, "FROM");
}

/* Whether the query calls one of its own parts so: NAME AS ( … ). */
static bool is_part(const statement_words *words, const char *name) {
    for (size_t i = 0; i + 2 < words->count; i++)
        if (words->word[i].kind == WORD_NAME && strcmp(words->word[i].text, name) == 0 &&
            word_is_keyword(&words->word[i + 1], "AS") && word_is_sign(&words->word[i + 2], '('))
            return true;
    return false;
}

/* The name at `at`; the number of words that it takes. */
static size_t take_name(clickhouse_reads *self, const statement_words *words, size_t at,
                        const char *database) {
    const statement_word *word = &words->word[at];
    bool is_table = follows_from(words, at), found;
    if (word_is_sign(word + 1, '(')) {
        static const char *const harmless[] = {"numbers", "numbers_mt", "view", "values"};
        bool fine = !is_table;
        for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
            fine |= strcasecmp(word->text, harmless[i]) == 0;
        self->is_unknown |= !fine || reads_elsewhere(word->text);
        return 1;
    }
    bool is_pair = word_is_sign(word + 1, '.') && word[2].kind == WORD_NAME;
    if (is_pair && is_database(self, word->text)) {
        found = strcmp(word->text, "system") == 0 || mark(self, word->text, word[2].text);
        self->is_unknown |= is_table && !found;
        return 3;
    }
    found = mark(self, database, word->text) || is_part(words, word->text);
    self->is_unknown |= is_table && (!found || is_pair);
    return is_pair ? 2 : 1;
}

static shoal_status follow_query(clickhouse_reads *self, const char *query, const char *database,
                                 shoal_error *error) {
    statement_words words;
    bool fine = statement_words_read(&words, query, &self->memory);
    self->is_unknown |= words.is_broken;
    for (size_t i = 0; fine && i < words.count;)
        i += words.word[i].kind == WORD_NAME ? take_name(self, &words, i, database) : 1;
    memory_free(words.word);
    return fine ? SHOAL_OK : status_no_memory(error);
}

/* ---- Tables of tables ------------------------------------------------------------------------ */

static bool is_argument(const statement_word *word) {
    return (word->kind == WORD_NAME || word->kind == WORD_TEXT) && word->is_exact &&
           (word_is_sign(word + 1, ',') || word_is_sign(word + 1, ')'));
}

/* ENGINE(FIRST, SECOND …: whether these are names or texts. */
static bool has_arguments(const statement_words *words, size_t count) {
    if (words->is_broken || words->count < 2 * count + 2 || !word_is_sign(&words->word[1], '('))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!is_argument(&words->word[2 + 2 * i]))
            return false;
    return true;
}

static const char *argument(const statement_words *words, size_t index) {
    return words->word[2 + 2 * index].text;
}

/* The tables of a database that a pattern names, as the server understands it. */
static shoal_status follow_merge(clickhouse_reads *self, const char *database, const char *pattern,
                                 shoal_error *error) {
    text ask = {0}, found = {0};
    char end;
    text_add_string(&ask, "SELECT name FROM system.tables WHERE database = ");
    clickhouse_add_text(&ask, database, strlen(database));
    text_add_string(&ask, " AND match(name, ");
    clickhouse_add_text(&ask, pattern, strlen(pattern));
    text_add_string(&ask, ") FORMAT TabSeparated");
    shoal_status status = clickhouse_look(&found, self->of, 0, &ask, error);
    for (char *at = found.bytes; status == SHOAL_OK && at && *at;)
        self->is_unknown |= !mark(self, database, clickhouse_next_value(&at, &end));
    text_free(&ask);
    text_free(&found);
    return status;
}

/* What a table of that name is on any of its servers. Where these are not all asked, nobody knows.
 */
static void follow_cluster(clickhouse_reads *self, const char *cluster, const char *database,
                           const char *table) {
    text where = {0};
    self->is_remote = true;
    text_add_string(&where, "cluster(");
    clickhouse_add_text(&where, cluster, strlen(cluster));
    text_add_string(&where, ", system, tables)");
    if (list_tables(self, &where, NULL) != SHOAL_OK || !mark(self, database, table))
        self->is_unknown = true;
    text_free(&where);
}

static shoal_status follow_engine(clickhouse_reads *self, const listed_table *of,
                                  shoal_error *error) {
    statement_words words;
    shoal_status status = SHOAL_OK;
    if (!statement_words_read(&words, of->engine_full, &self->memory))
        status = status_no_memory(error);
    else if (strcmp(of->engine, "Buffer") == 0 && has_arguments(&words, 2))
        self->is_unknown |= !mark(self, argument(&words, 0), argument(&words, 1));
    else if (strcmp(of->engine, "Merge") == 0 && has_arguments(&words, 2))
        status = follow_merge(self, argument(&words, 0), argument(&words, 1), error);
    else if (strcmp(of->engine, "Distributed") == 0 && has_arguments(&words, 3))
        follow_cluster(self, argument(&words, 0), argument(&words, 1), argument(&words, 2));
    else
        self->is_unknown = true;
    memory_free(words.word);
    return status;
}

/* ---- Following ------------------------------------------------------------------------------- */

static bool has_own_rows(const char *engine) {
    static const char *const plain[] = {"Memory", "Log",  "TinyLog", "StripeLog",
                                        "Set",    "Join", "Null"};
    size_t length = strlen(engine), ending = strlen("MergeTree");
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(engine, plain[i]) == 0)
            return true;
    return length >= ending && strcmp(engine + length - ending, "MergeTree") == 0;
}

static shoal_status follow(clickhouse_reads *self, const listed_table *of, shoal_error *error) {
    text inner = {0};
    if (has_own_rows(of->engine))
        return SHOAL_OK;
    if (strcmp(of->engine, "View") != 0 && strcmp(of->engine, "MaterializedView") != 0)
        return follow_engine(self, of, error);
    text_format(&inner, ".inner.%s", of->name);
    if (!inner.failed)
        mark(self, of->database, inner.bytes);
    shoal_status status = inner.failed ? status_no_memory(error)
                                       : follow_query(self, of->created, of->database, error);
    text_free(&inner);
    return status;
}

static shoal_status follow_all(clickhouse_reads *self, shoal_error *error) {
    for (size_t i = 0; i < self->tables; i++) {
        if (!self->table[i].is_read || self->table[i].is_followed)
            continue;
        self->table[i].is_followed = true;
        listed_table each = self->table[i]; /* the list may move */
        STATUS_TRY(follow(self, &each, error));
        i = (size_t)-1;
    }
    return SHOAL_OK;
}

static shoal_status is_there(bool *out, clickhouse *of, shoal_error *error) {
    text ask = {0};
    uint64_t found = 0;
    text_add_string(&ask, "EXISTS TABLE ");
    clickhouse_add_table(&ask, of, of->url->table);
    shoal_status status = clickhouse_count(&found, of, 0, &ask, error);
    *out = found > 0;
    text_free(&ask);
    return status;
}

shoal_status clickhouse_reads_find(clickhouse_reads *out, clickhouse *of, shoal_error *error) {
    text where = {0};
    *out = (clickhouse_reads){.of = of};
    text_add_string(&where, "system.tables");
    shoal_status status = list_tables(out, &where, error);
    text_free(&where);
    STATUS_TRY(status);
    if (of->url->query)
        STATUS_TRY(follow_query(out, of->url->query, of->database, error));
    else if (of->url->table && !mark(out, of->database, of->url->table))
        return is_there(&out->is_unknown, of, error);
    return follow_all(out, error);
}

void clickhouse_reads_close(clickhouse_reads *reads) {
    memory_free(reads->table);
    arena_free(&reads->memory);
    *reads = (clickhouse_reads){0};
}
