#include "store/clickhouse/clickhouse_connection.h"

#include <stdlib.h>
#include <string.h>

#define PORT "8123"
#define SECURE_PORT "8443"
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
    http_add_escaped(out, of->workplace ? of->workplace : of->database);
    text_add(out, "&", 1);
}

shoal_status clickhouse_work_in(clickhouse *of, const char *database, shoal_error *error) {
    text settings = {0};
    char *others = of->settings ? strchr(of->settings, '&') : NULL;
    memory_free(of->workplace);
    of->workplace = memory_text(database, strlen(database));
    if (!of->workplace)
        return status_no_memory(error);
    add_database(&settings, of);
    text_add_string(&settings, others ? others + 1 : "");
    if (settings.failed) {
        text_free(&settings);
        return status_no_memory(error);
    }
    memory_free(of->settings);
    of->settings = settings.bytes;
    return SHOAL_OK;
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

const char *clickhouse_database_of(const store_url *url) {
    return url->schema ? url->schema : *url->path ? url->path : "default";
}

/* A misspelt `secure` must not send a password in the clear. */
static shoal_status check_parameters(const store_url *url, shoal_error *error) {
    for (size_t i = 0; i < url->parameters; i++) {
        const url_parameter *each = &url->parameter[i];
        bool secure = strcmp(each->name, "secure") == 0;
        if (!secure && strcmp(each->name, "cluster") != 0)
            return status_refuse(error, SHOAL_USAGE, "url_malformed", NULL,
                                 "%.100s: unknown parameter '%.40s'; known: table, query, "
                                 "cluster, secure",
                                 url->shown, each->name);
        if (secure && strcmp(each->value, "1") != 0 && strcmp(each->value, "0") != 0)
            return status_refuse(error, SHOAL_USAGE, "url_malformed", NULL,
                                 "%.100s: secure is 1 for HTTPS, or 0", url->shown);
    }
    return SHOAL_OK;
}

static shoal_status connect_all(clickhouse *of, shoal_error *error) {
    STATUS_TRY(store_url_check_place(of->url, error));
    STATUS_TRY(check_parameters(of->url, error));
    of->cluster = store_url_parameter(of->url, "cluster");
    of->database = copy(clickhouse_database_of(of->url));
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
    memory_free(of->workplace);
    memory_free(of->settings);
    store_url_free(&of->own);
    memory_free(of);
}
