#include "store/clickhouse/clickhouse_guard.h"

#include "store/clickhouse/clickhouse_reads.h"
#include "store/store_name.h"

#include <stdlib.h>
#include <string.h>

/* ---- Servers --------------------------------------------------------------------------------- */

/* Seconds by which two answers about the same start may differ. */
#define START_TOLERANCE 10

/* When it started, where it runs and where its files are: whatever name it is reached by. */
static shoal_status identify(text *out, clickhouse *of, size_t server, shoal_error *error) {
    text ask = {0};
    text_add_string(&ask, "SELECT toInt64(toUInt32(now())) - toInt64(uptime()), hostName(), "
                          "data_path FROM system.databases WHERE name = 'system'");
    shoal_status status = clickhouse_run(of, server, &ask, out, error);
    text_free(&ask);
    return status;
}

static bool is_same_identity(const text *one, const text *other) {
    char *rest = NULL, *rest2 = NULL;
    long long start = strtoll(one->bytes ? one->bytes : "", &rest, 10);
    long long start2 = strtoll(other->bytes ? other->bytes : "", &rest2, 10);
    return llabs(start - start2) <= START_TOLERANCE && strcmp(rest, rest2) == 0;
}

static shoal_status compare_servers(bool *same, clickhouse *from, clickhouse *to,
                                    shoal_error *error) {
    text one = {0}, other = {0};
    shoal_status status = SHOAL_OK;
    for (size_t i = 0; i < from->servers && status == SHOAL_OK; i++) {
        status = identify(&one, from, i, error);
        for (size_t j = 0; j < to->servers && status == SHOAL_OK; j++) {
            status = identify(&other, to, j, error);
            *same |= status == SHOAL_OK && is_same_identity(&one, &other);
        }
    }
    text_free(&one);
    text_free(&other);
    return status;
}

/* ---- The output ------------------------------------------------------------------------------ */

/* How the output is made, where it is there; nothing: it is not. */
static shoal_status find_output(text *engine, clickhouse *to, shoal_error *error) {
    text ask = {0};
    text_add_string(&ask, "SELECT concat(engine, ' ', engine_full) FROM system.tables WHERE "
                          "database = ");
    clickhouse_add_text(&ask, to->database, strlen(to->database));
    text_add_string(&ask, " AND name = ");
    clickhouse_add_text(&ask, to->url->table, strlen(to->url->table));
    text_add_string(&ask, " FORMAT TSVRaw");
    shoal_status status = clickhouse_look(engine, to, 0, &ask, error);
    text_free(&ask);
    return status;
}

/* The output itself, or the tables that have its rows and go with it. */
static bool reads_output(const clickhouse_reads *reads, const clickhouse *to, const char *engine) {
    if (clickhouse_reads_has(reads, to->database, to->url->table))
        return true;
    for (size_t i = 0; i < reads->tables; i++)
        if (reads->table[i].is_read && strcmp(reads->table[i].database, to->database) == 0 &&
            strncmp(reads->table[i].name, "shoal_rows_", strlen("shoal_rows_")) == 0 &&
            strstr(engine, reads->table[i].name))
            return true;
    return false;
}

static shoal_status refuse_unknown(const clickhouse *from, const clickhouse *to,
                                   shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "output_is_input", "output",
                         "%.90s is there already, and what %.90s reads cannot be found out: choose "
                         "another name for the output",
                         to->url->shown, from->url->shown);
}

static shoal_status check_reads(bool *out, clickhouse *from, clickhouse *to, const char *engine,
                                shoal_error *error) {
    clickhouse_reads reads;
    bool same = false;
    shoal_status status = clickhouse_reads_find(&reads, from, error);
    if (status == SHOAL_OK)
        status = compare_servers(&same, from, to, error);
    if (status == SHOAL_OK) {
        *out = (same || reads.is_remote) && reads_output(&reads, to, engine);
        if (!*out && reads.is_unknown)
            status = refuse_unknown(from, to, error);
    }
    clickhouse_reads_close(&reads);
    return status;
}

static shoal_status check(bool *reads, const char *input, clickhouse *to, shoal_error *error) {
    clickhouse *from = NULL;
    text engine = {0};
    shoal_status status = find_output(&engine, to, error);
    if (status == SHOAL_OK && engine.length > 0)
        status = clickhouse_open(&from, input, NULL, error);
    if (from && status == SHOAL_OK && (from->url->table || from->url->query))
        status = check_reads(reads, from, to, engine.bytes, error);
    clickhouse_close(from);
    text_free(&engine);
    return status;
}

shoal_status clickhouse_guard(bool *reads, const char *input, const char *output,
                              shoal_error *error) {
    clickhouse *to = NULL;
    *reads = false;
    if (!store_name_has_scheme(input, clickhouse_schemes))
        return SHOAL_OK;
    shoal_status status = clickhouse_open(&to, output, NULL, error);
    if (status == SHOAL_OK && to->url->table)
        status = check(reads, input, to, error);
    clickhouse_close(to);
    return status;
}
