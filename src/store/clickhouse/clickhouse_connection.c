#include "store/clickhouse/clickhouse_connection.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#define PORT "8123"
#define SECURE_PORT "8443"
/* What is kept of the end of an answer. */
#define TAIL ((size_t)2048)

const char *const clickhouse_schemes[] = {"clickhouse", NULL};

/* Without these ClickHouse may leave out rows, or write them in another form. */
static const struct {
    const char *name, *value;
} pinned[] = {
    {"skip_unavailable_shards", "0"},
    {"read_overflow_mode", "throw"},
    {"group_by_overflow_mode", "throw"},
    {"sort_overflow_mode", "throw"},
    {"result_overflow_mode", "throw"},
    {"timeout_overflow_mode", "throw"},
    {"set_overflow_mode", "throw"},
    {"join_overflow_mode", "throw"},
    {"transfer_overflow_mode", "throw"},
    {"distinct_overflow_mode", "throw"},
    {"format_csv_delimiter", ","},
    {"join_use_nulls", "0"},
    {"extremes", "0"},
    {"insert_distributed_sync", "1"},
    {"max_bytes_before_external_sort", "1000000000"},
    {"max_bytes_before_external_group_by", "1500000000"},
    {"distributed_aggregation_memory_efficient", "1"},
    {"distributed_product_mode", "deny"},
};
#define PINNED (sizeof pinned / sizeof *pinned)
/* Of these, the ones that change what is read; the others only matter to those who write. */
#define PINNED_FOR_READING 11

/* ---- Parts of statements --------------------------------------------------------------------- */

static void add_quoted(text *out, const char *bytes, size_t length, char quote) {
    text_add(out, &quote, 1);
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == quote || bytes[i] == '\\')
            text_add(out, "\\", 1);
        text_add(out, bytes + i, 1);
    }
    text_add(out, &quote, 1);
}

void clickhouse_add_name(text *out, const char *name) {
    add_quoted(out, name, strlen(name), '`');
}

void clickhouse_add_table(text *out, const clickhouse *of, const char *table) {
    clickhouse_add_name(out, of->database);
    text_add(out, ".", 1);
    clickhouse_add_name(out, table);
}

void clickhouse_add_query(text *out, const char *query) {
    size_t length = strlen(query);
    while (length > 0 && strchr("; \t\r\n", query[length - 1]))
        length--;
    text_add_string(out, "(");
    text_add(out, query, length);
    text_add_string(out, "\n)"); /* a comment may be the last of it */
}

void clickhouse_add_text(text *out, const char *bytes, size_t length) {
    add_quoted(out, bytes, length, '\'');
}

uint64_t clickhouse_random(void) {
    uint64_t number = 0;
    if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
        number = (uint64_t)time(NULL) << 20 ^ (uint64_t)getpid();
    return number;
}

/* ---- Messages -------------------------------------------------------------------------------- */

bool clickhouse_is_exception(const char *answer, size_t length) {
    const char *code = memmem(answer, length, "Code: ", 6);
    return code && memmem(code, length - (size_t)(code - answer), "DB::Exception", 13);
}

void clickhouse_message(char *out, size_t size, const char *answer, size_t length) {
    static const char begin[] = "DB::Exception: ", end[] = ", e.what()";
    const char *from = memmem(answer, length, begin, sizeof begin - 1);
    from = from ? from + sizeof begin - 1 : answer;
    size_t left = length - (size_t)(from - answer);
    const char *to = memmem(from, left, end, sizeof end - 1);
    if (to)
        left = (size_t)(to - from);
    const char *line = memchr(from, '\n', left);
    if (line)
        left = (size_t)(line - from);
    while (left > 0 && (from[left - 1] == '.' || from[left - 1] == '\n'))
        left--;
    snprintf(out, size, "%.*s", (int)(left < size ? left : size - 1), from);
}

static shoal_status fail_answer(const clickhouse *of, size_t server, const char *answer,
                                size_t length, shoal_error *error) {
    char message[140];
    clickhouse_message(message, sizeof message, answer, length);
    return status_refuse(error, SHOAL_IO, "database_refused", NULL, "%.90s: ClickHouse: %s",
                         of->labels[server], message);
}

/* ---- Statements ------------------------------------------------------------------------------ */

static shoal_status read_all(http_answer *from, text *answer, shoal_error *error) {
    char piece[16384];
    size_t got = 0;
    do {
        STATUS_TRY(http_read(from, piece, sizeof piece, &got, error));
        text_add(answer, piece, got);
    } while (got > 0);
    return answer->failed ? status_no_memory(error) : SHOAL_OK;
}

static shoal_status check_answer(const clickhouse *of, size_t server, const http_answer *from,
                                 const text *answer, shoal_error *error) {
    const char *bytes = answer->bytes ? answer->bytes : "";
    if (http_code(from) != 200 || clickhouse_is_exception(bytes, answer->length))
        return fail_answer(of, server, bytes, answer->length, error);
    return SHOAL_OK;
}

static shoal_status post_request(clickhouse *of, size_t server, const http_request *request,
                                 text *answer, shoal_error *error) {
    http_answer *from = NULL;
    shoal_status status = http_post(&from, of->server[server], request, error);
    if (status == SHOAL_OK)
        status = read_all(from, answer, error);
    if (status == SHOAL_OK)
        status = check_answer(of, server, from, answer, error);
    http_close(from);
    return status;
}

/* The statement, and rows behind it. */
static shoal_status post(clickhouse *of, size_t server, const text *statement,
                         const byte_stream *rows, text *answer, shoal_error *error) {
    text parameters = {0};
    if (statement->failed)
        return status_no_memory(error);
    text_format(&parameters, "wait_end_of_query=1&%s", of->settings ? of->settings : "");
    http_request request = {.parameters = parameters.bytes,
                            .body = statement->bytes,
                            .length = statement->length,
                            .rest = rows,
                            .cancel = of->cancel};
    shoal_status status = parameters.failed ? status_no_memory(error)
                                            : post_request(of, server, &request, answer, error);
    text_free(&parameters);
    return status;
}

shoal_status clickhouse_run_with(clickhouse *of, size_t server, const char *statement,
                                 const char *parameters, shoal_error *error) {
    text answer = {0};
    http_request request = {.parameters = parameters,
                            .body = statement,
                            .length = strlen(statement),
                            .cancel = of->cancel};
    shoal_status status = post_request(of, server, &request, &answer, error);
    text_free(&answer);
    return status;
}

shoal_status clickhouse_run(clickhouse *of, size_t server, const text *statement, text *answer,
                            shoal_error *error) {
    text none = {0}, *into = answer ? answer : &none;
    into->length = 0;
    shoal_status status = post(of, server, statement, NULL, into, error);
    if (status == SHOAL_OK && !answer && none.length > 0)
        status = fail_answer(of, server, none.bytes, none.length, error);
    text_free(&none);
    return status;
}

shoal_status clickhouse_run_shards(clickhouse *of, const text *statement, shoal_error *error) {
    for (size_t i = of->first_shard; i < of->servers; i++)
        STATUS_TRY(clickhouse_run(of, i, statement, NULL, error));
    return SHOAL_OK;
}

shoal_status clickhouse_count(uint64_t *out, clickhouse *of, size_t server, const text *statement,
                              shoal_error *error) {
    text answer = {0};
    char *end = NULL;
    shoal_status status = clickhouse_run(of, server, statement, &answer, error);
    if (status == SHOAL_OK) {
        *out = answer.bytes ? strtoull(answer.bytes, &end, 10) : 0;
        if (!end || end == answer.bytes || *end != '\n')
            status = fail_answer(of, server, "a number was expected", 21, error);
    }
    text_free(&answer);
    return status;
}

shoal_status clickhouse_insert(clickhouse *of, size_t server, const text *statement,
                               const byte_stream *rows, shoal_error *error) {
    text answer = {0};
    shoal_status status = post(of, server, statement, rows, &answer, error);
    if (status == SHOAL_OK && answer.length > 0)
        status = fail_answer(of, server, answer.bytes, answer.length, error);
    text_free(&answer);
    return status;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

struct clickhouse_rows {
    clickhouse *of;
    size_t server;
    http_answer *answer;
    text statement, parameters;
    const char *ending;
    char tail[TAIL];
    size_t kept; /* of the tail */
    uint64_t read;
};

shoal_status clickhouse_rows_open(clickhouse_rows **out, clickhouse *of, size_t server,
                                  text *statement, const char *ending, shoal_error *error) {
    clickhouse_rows *made = memory_zero(1, sizeof *made);
    *out = NULL;
    if (!made || statement->failed) {
        memory_free(made);
        return status_no_memory(error);
    }
    made->of = of;
    made->server = server;
    made->ending = ending;
    made->statement = *statement;
    *statement = (text){0};
    text_format(&made->parameters, "%s%s", ending ? "" : "wait_end_of_query=1&",
                of->settings ? of->settings : "");
    http_request request = {.parameters = made->parameters.bytes,
                            .body = made->statement.bytes,
                            .length = made->statement.length,
                            .cancel = of->cancel};
    shoal_status status = made->parameters.failed
                              ? status_no_memory(error)
                              : http_post(&made->answer, of->server[server], &request, error);
    if (status != SHOAL_OK) {
        clickhouse_rows_close(made);
        return status;
    }
    *out = made;
    return SHOAL_OK;
}

void clickhouse_rows_close(clickhouse_rows *rows) {
    if (!rows)
        return;
    http_close(rows->answer);
    text_free(&rows->statement);
    text_free(&rows->parameters);
    memory_free(rows);
}

static void keep_tail(clickhouse_rows *rows, const char *bytes, size_t length) {
    if (length >= TAIL) {
        memcpy(rows->tail, bytes + length - TAIL, TAIL);
        rows->kept = TAIL;
        return;
    }
    size_t stays = rows->kept < TAIL - length ? rows->kept : TAIL - length;
    memmove(rows->tail, rows->tail + rows->kept - stays, stays);
    memcpy(rows->tail + stays, bytes, length);
    rows->kept = stays + length;
}

/* An error in the middle of an answer follows the rows that were there until then. */
static shoal_status check_end(const clickhouse_rows *rows, shoal_error *error) {
    size_t ending = rows->ending ? strlen(rows->ending) : 0;
    if (rows->read == 0 || (rows->kept >= ending &&
                            memcmp(rows->tail + rows->kept - ending, rows->ending, ending) == 0))
        return SHOAL_OK;
    const char *code = NULL, *at = rows->tail, *end = rows->tail + rows->kept;
    while ((at = memmem(at, (size_t)(end - at), "Code: ", 6)))
        code = at++;
    if (!code)
        code = rows->tail;
    return fail_answer(rows->of, rows->server, code, (size_t)(end - code), error);
}

static shoal_status fail_begin(clickhouse_rows *rows, const char *bytes, size_t length,
                               shoal_error *error) {
    text all = {0};
    text_add(&all, bytes, length);
    shoal_status status = read_all(rows->answer, &all, error);
    if (status == SHOAL_OK)
        status = fail_answer(rows->of, rows->server, all.bytes, all.length, error);
    text_free(&all);
    return status;
}

shoal_status clickhouse_rows_read(void *context, char *into, size_t size, size_t *got,
                                  shoal_error *error) {
    clickhouse_rows *rows = context;
    STATUS_TRY(http_read(rows->answer, into, size, got, error));
    if (http_code(rows->answer) != 200)
        return fail_begin(rows, into, *got, error);
    if (*got == 0)
        return check_end(rows, error);
    keep_tail(rows, into, *got);
    rows->read += *got;
    return SHOAL_OK;
}

/* ---- Connecting ------------------------------------------------------------------------------ */

static char *copy(const char *from) {
    return memory_text(from, strlen(from));
}

/* The part of a comma list; NULL: it is empty, or there are fewer. */
static char *part_of(const char *list, size_t index) {
    for (; list && index > 0; index--) {
        list = strchr(list, ',');
        list = list ? list + 1 : NULL;
    }
    size_t length = list ? strcspn(list, ",") : 0;
    return length > 0 ? memory_text(list, length) : NULL;
}

static size_t parts_of(const char *list) {
    size_t count = 1;
    for (; list && *list; list++)
        count += *list == ',';
    return count;
}

static bool make_room(clickhouse *of) {
    return memory_grow((void **)&of->server, &of->room, of->servers + 1, sizeof(http_server *)) &&
           memory_grow((void **)&of->labels, &of->label_room, of->servers + 1, sizeof(char *));
}

static shoal_status add_server(clickhouse *of, const char *host, const char *port,
                               shoal_error *error) {
    bool secure = store_url_parameter(of->url, "secure") &&
                  strcmp(store_url_parameter(of->url, "secure"), "1") == 0;
    const char *user = of->url->user ? of->url->user : getenv("CLICKHOUSE_USER");
    const char *password = of->url->password ? of->url->password : getenv("CLICKHOUSE_PASSWORD");
    text label = {0};
    if (!port)
        port = secure ? SECURE_PORT : PORT;
    text_format(&label, "clickhouse://%s:%s", host, port);
    if (label.failed || !make_room(of)) {
        text_free(&label);
        return status_no_memory(error);
    }
    http_login login = {.secure = secure,
                        .host = host,
                        .port = port,
                        .user = user,
                        .password = password,
                        .label = label.bytes};
    shoal_status status = http_server_open(&of->server[of->servers], &login, error);
    if (status == SHOAL_OK)
        of->labels[of->servers++] = label.bytes;
    else
        text_free(&label);
    return status;
}

static shoal_status add_hosts(clickhouse *of, shoal_error *error) {
    const char *hosts = of->url->host && *of->url->host ? of->url->host : "localhost";
    size_t count = parts_of(hosts);
    if (count > 1 && !of->cluster)
        return status_refuse(error, SHOAL_USAGE, "url_malformed", NULL,
                             "%.150s: several hosts are the shards of a cluster: add cluster=NAME",
                             of->url->shown);
    for (size_t i = 0; i < count; i++) {
        char *host = part_of(hosts, i), *port = part_of(of->url->port, i);
        shoal_status status = host ? add_server(of, host, port, error)
                                   : status_refuse(error, SHOAL_USAGE, "url_malformed", NULL,
                                                   "%.150s: a host is empty", of->url->shown);
        memory_free(host);
        memory_free(port);
        STATUS_TRY(status);
    }
    return SHOAL_OK;
}

static void add_database(text *out, const clickhouse *of) {
    text_add_string(out, "database=");
    http_add_escaped(out, of->database);
    text_add(out, "&", 1);
}

static void add_settings(text *out) {
    for (size_t i = 0; i < PINNED; i++) {
        text_format(out, "%s=", pinned[i].name);
        http_add_escaped(out, pinned[i].value);
        text_add(out, "&", 1);
    }
}

/* Of a user who may not change settings: those that count must be as they have to be. */
static shoal_status check_settings(const clickhouse *of, const char *found, shoal_error *error) {
    for (size_t i = 0; i < PINNED_FOR_READING; i++) {
        text line = {0};
        text_format(&line, "\n%s\t%s\n", pinned[i].name, pinned[i].value);
        bool fine = !line.failed && strstr(found, line.bytes);
        text_free(&line);
        if (!fine)
            return status_refuse(error, SHOAL_IO, "database_refused", NULL,
                                 "%.100s: this user may not change settings, and %s is not %s, so "
                                 "that rows could be missing: set it for the user",
                                 of->labels[0], pinned[i].name, pinned[i].value);
    }
    return SHOAL_OK;
}

/* Every server is asked, so that all are known to be there. */
static shoal_status greet(clickhouse *of, size_t server, shoal_error *error) {
    text ask = {0}, answer = {0}, settings = {0};
    text_add_string(&ask, "SELECT name, value FROM system.settings FORMAT TSVRaw");
    shoal_status status = clickhouse_run(of, server, &ask, &answer, error);
    bool fixed = status == SHOAL_OK && answer.bytes && strstr(answer.bytes, "\nreadonly\t1\n");
    if (fixed)
        status = check_settings(of, answer.bytes, error);
    if (status == SHOAL_OK && !of->settings) {
        add_database(&settings, of);
        if (!fixed)
            add_settings(&settings);
        of->settings = settings.failed ? NULL : settings.bytes;
        if (settings.failed) {
            text_free(&settings);
            status = status_no_memory(error);
        }
    }
    text_free(&ask);
    text_free(&answer);
    return status;
}

static shoal_status refuse_cluster(const clickhouse *of, size_t shards, shoal_error *error) {
    if (shards == 0)
        return status_refuse(error, SHOAL_USAGE, "cluster_unknown", NULL,
                             "%.100s does not know the cluster %.60s", of->labels[0], of->cluster);
    return status_refuse(error, SHOAL_USAGE, "cluster_unknown", NULL,
                         "the cluster %.60s has %zu servers, but the URL names %zu: name the HTTP "
                         "address of one for each shard, or only one where all have the same port; "
                         "shards with replicas are not supported",
                         of->cluster, shards, of->servers);
}

/* Of one host in the URL, the cluster tells the others, which have the same port. */
static shoal_status add_shards(clickhouse *of, char *hosts, size_t count, shoal_error *error) {
    if (count == 1)
        return SHOAL_OK;
    of->first_shard = 1;
    for (char *at = hosts; *at;) {
        char *end = strchr(at, '\n');
        *end = '\0';
        STATUS_TRY(add_server(of, at, of->url->port, error));
        at = end + 1;
    }
    return SHOAL_OK;
}

static shoal_status find_shards(clickhouse *of, shoal_error *error) {
    text ask = {0}, answer = {0};
    size_t count = 0;
    text_add_string(&ask, "SELECT if(replica_num > 1, '', host_name) FROM system.clusters "
                          "WHERE cluster = ");
    clickhouse_add_text(&ask, of->cluster, strlen(of->cluster));
    text_add_string(&ask, " ORDER BY shard_num, replica_num FORMAT TSVRaw");
    shoal_status status = clickhouse_run(of, 0, &ask, &answer, error);
    for (size_t i = 0; status == SHOAL_OK && i < answer.length; i++)
        count += answer.bytes[i] == '\n';
    bool replicas = answer.bytes && (answer.bytes[0] == '\n' || strstr(answer.bytes, "\n\n"));
    if (status == SHOAL_OK && (count == 0 || replicas || (of->servers > 1 && of->servers != count)))
        status = refuse_cluster(of, count, error);
    else if (status == SHOAL_OK && of->servers == 1)
        status = add_shards(of, answer.bytes, count, error);
    text_free(&ask);
    text_free(&answer);
    return status;
}

static shoal_status connect_all(clickhouse *of, shoal_error *error) {
    const char *database = of->url->schema  ? of->url->schema
                           : *of->url->path ? of->url->path
                                            : "default";
    of->cluster = store_url_parameter(of->url, "cluster");
    of->database = copy(database);
    if (!of->database)
        return status_no_memory(error);
    STATUS_TRY(add_hosts(of, error));
    STATUS_TRY(greet(of, 0, error));
    if (of->cluster)
        STATUS_TRY(find_shards(of, error));
    for (size_t i = 1; i < of->servers; i++)
        STATUS_TRY(greet(of, i, error));
    return SHOAL_OK;
}

static shoal_status open_any(clickhouse **out, const char *name, const store_url *url,
                             const volatile int *cancel, shoal_error *error) {
    clickhouse *made = memory_zero(1, sizeof *made);
    *out = NULL;
    if (!made)
        return status_no_memory(error);
    made->cancel = cancel;
    made->url = url ? url : &made->own;
    shoal_status status = url ? SHOAL_OK : store_url_parse(&made->own, name, error);
    if (status == SHOAL_OK)
        status = connect_all(made, error);
    if (status != SHOAL_OK) {
        clickhouse_close(made);
        return status;
    }
    *out = made;
    return SHOAL_OK;
}

shoal_status clickhouse_open(clickhouse **out, const char *url, const volatile int *cancel,
                             shoal_error *error) {
    return open_any(out, url, NULL, cancel, error);
}

shoal_status clickhouse_open_url(clickhouse **out, const store_url *url, const volatile int *cancel,
                                 shoal_error *error) {
    return open_any(out, NULL, url, cancel, error);
}

void clickhouse_close(clickhouse *of) {
    if (!of)
        return;
    for (size_t i = 0; i < of->servers; i++) {
        http_server_close(of->server[i]);
        memory_free(of->labels[i]);
    }
    memory_free(of->server);
    memory_free(of->labels);
    memory_free(of->database);
    memory_free(of->settings);
    store_url_free(&of->own);
    memory_free(of);
}
