#include "store/store_place.h"

#include "files/file_pattern.h"
#include "files/input_guard.h"
#include "store/store_name.h"
#include "store/store_url.h"

#include <ctype.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/stat.h>

/* ---- Words of queries ------------------------------------------------------------------------ */

static bool in_word(char byte) {
    return isalnum((unsigned char)byte) || byte == '_' || (unsigned char)byte >= 0x80;
}

/* In any case of letters: some databases know no difference. */
static bool mentions(const char *query, const char *name) {
    size_t length = strlen(name);
    for (const char *at = query; length > 0 && (at = strcasestr(at, name)); at++) {
        bool begins = at == query || !in_word(at[-1]) || !in_word(name[0]);
        if (begins && (!in_word(at[length]) || !in_word(name[length - 1])))
            return true;
    }
    return false;
}

/* ---- Servers --------------------------------------------------------------------------------- */

static bool share_address(const struct addrinfo *one, const struct addrinfo *others) {
    for (; one; one = one->ai_next)
        for (const struct addrinfo *other = others; other; other = other->ai_next)
            if (one->ai_addrlen == other->ai_addrlen &&
                memcmp(one->ai_addr, other->ai_addr, one->ai_addrlen) == 0)
                return true;
    return false;
}

/* Hosts without an address cannot be reached, and nothing is lost there. */
static bool is_same_host(const char *one, const char *other) {
    struct addrinfo how = {.ai_socktype = SOCK_STREAM}, *first = NULL, *second = NULL;
    if (strcasecmp(one, other) == 0)
        return true;
    bool same = getaddrinfo(one, NULL, &how, &first) == 0 &&
                getaddrinfo(other, NULL, &how, &second) == 0 && share_address(first, second);
    if (first)
        freeaddrinfo(first);
    if (second)
        freeaddrinfo(second);
    return same;
}

/* Part `index` of a list with commas, or NULL. The last part also stands for those behind it. */
static char *part_of(const char *list, size_t index, const char *instead) {
    const char *at = list && *list ? list : instead;
    for (const char *comma; index > 0 && (comma = strchr(at, ',')); index--)
        at = comma + 1;
    return memory_text(at, strcspn(at, ","));
}

static size_t parts_of(const char *list) {
    size_t count = 1;
    for (; list && *list; list++)
        count += *list == ',';
    return count;
}

static const char *port_of(const store_url *url) {
    const char *secure = store_url_parameter(url, "secure");
    return secure && strcmp(secure, "1") == 0 ? "8443" : "8123";
}

/* Out of memory counts as the same: nothing is written then. */
static bool is_same_part(const store_url *one, size_t i, const store_url *other, size_t j) {
    char *host = part_of(one->host, i, "localhost"), *port = part_of(one->port, i, port_of(one));
    char *host2 = part_of(other->host, j, "localhost");
    char *port2 = part_of(other->port, j, port_of(other));
    bool same = !host || !port || !host2 || !port2 ||
                (strcmp(port, port2) == 0 && is_same_host(host, host2));
    memory_free(host);
    memory_free(port);
    memory_free(host2);
    memory_free(port2);
    return same;
}

static bool is_same_server(const store_url *one, const store_url *other) {
    for (size_t i = 0; i < parts_of(one->host); i++)
        for (size_t j = 0; j < parts_of(other->host); j++)
            if (is_same_part(one, i, other, j))
                return true;
    return false;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static const char *first_of(const char *one, const char *other, const char *last) {
    return one && *one ? one : other && *other ? other : last;
}

static bool is_same_clickhouse(const store_url *from, const store_url *to) {
    if (!to->table || !is_same_server(from, to))
        return false;
    if (!from->table)
        return from->query && mentions(from->query, to->table);
    return strcmp(from->table, to->table) == 0 &&
           strcmp(first_of(from->schema, from->path, "default"),
                  first_of(to->schema, to->path, "default")) == 0;
}

/* DuckDB knows no difference between small and capital letters in names. */
static bool is_same_duckdb(const store_url *from, const store_url *to) {
    if (!to->table || (strcmp(from->path, to->path) != 0 && !file_is_same(from->path, to->path)))
        return false;
    if (!from->table)
        return from->query && mentions(from->query, to->table);
    return strcasecmp(from->table, to->table) == 0 &&
           strcasecmp(first_of(from->schema, NULL, "main"), first_of(to->schema, NULL, "main")) ==
               0;
}

static bool same_text(const char *one, const char *other) {
    return one && other ? strcmp(one, other) == 0 : one == other;
}

/* The server itself knows better, once it was asked. */
static bool is_same_spelling(const store_url *from, const store_url *to) {
    return from->table && to->table && same_text(from->host, to->host) &&
           same_text(from->port, to->port) && strcmp(from->path, to->path) == 0 &&
           same_text(from->schema, to->schema) && strcmp(from->table, to->table) == 0;
}

/* `postgres` and `postgresql` are one. */
static bool is_same_scheme(const char *one, const char *other) {
    size_t length = strlen(one) < strlen(other) ? strlen(one) : strlen(other);
    return strncmp(one, other, length) == 0;
}

static bool is_same_table(const store_url *from, const store_url *to) {
    if (!is_same_scheme(from->scheme, to->scheme))
        return false;
    if (strcmp(from->scheme, "clickhouse") == 0)
        return is_same_clickhouse(from, to);
    if (strcmp(from->scheme, "duckdb") == 0)
        return is_same_duckdb(from, to);
    return is_same_spelling(from, to);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static bool is_folder(const char *path) {
    struct stat found;
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

/* Whether the file would be in the folder, or below it. */
static bool is_below(const char *folder, const char *file) {
    char *copy = memory_text(file, strlen(file));
    char *slash = copy ? strrchr(copy, '/') : NULL;
    if (slash)
        slash[slash == copy] = '\0';
    char *inner = realpath(slash ? copy : ".", NULL), *outer = realpath(folder, NULL);
    size_t length = outer ? strlen(outer) : 0;
    bool below = inner && outer && strncmp(inner, outer, length) == 0 &&
                 (inner[length] == '\0' || inner[length] == '/' || outer[length - 1] == '/');
    free(inner);
    free(outer);
    memory_free(copy);
    return below;
}

/* Whether a text of the query, as a name or a pattern of files, leads to the file. */
static bool is_quoted(const char *query, const char *file) {
    bool same = false;
    for (const char *at = strchr(query, '\''); at && !same; at = strchr(at, '\'')) {
        const char *end = strchr(++at, '\'');
        char *name = end ? memory_text(at, (size_t)(end - at)) : NULL;
        same = name && input_guard(name, "", file, NULL) != SHOAL_OK;
        memory_free(name);
        if (!end)
            break;
        at = end + 1;
    }
    return same;
}

/* A query may read any file by its name. */
static bool is_file_of(const store_url *from, const char *file) {
    const char *slash = strrchr(file, '/');
    struct stat found;
    if (strcmp(from->scheme, "duckdb") != 0 || stat(file, &found) != 0)
        return false;
    return file_is_same(from->path, file) ||
           (from->query &&
            (mentions(from->query, slash ? slash + 1 : file) || is_quoted(from->query, file)));
}

/* … and so the database that the output is in. */
static bool is_database_of(const store_url *from, const store_url *to) {
    return strcmp(to->scheme, "duckdb") == 0 && from->query && !*from->path &&
           is_file_of(from, to->path);
}

bool store_place_is_same(const char *input, const char *output) {
    store_url from = {0}, to = {0};
    bool from_url = store_name_scheme(input) > 0 && !is_folder(input);
    bool to_url = store_name_scheme(output) > 0;
    bool same = false;
    if (from_url && store_url_parse(&from, input, NULL) == SHOAL_OK)
        same = to_url ? store_url_parse(&to, output, NULL) == SHOAL_OK &&
                            (is_same_table(&from, &to) || is_database_of(&from, &to))
                      : is_file_of(&from, output);
    else if (!from_url && !to_url)
        same = is_folder(input) ? is_below(input, output) : file_pattern_has(input, output);
    store_url_free(&from);
    store_url_free(&to);
    return same;
}
