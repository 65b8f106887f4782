#include "store/store_url.h"

#include "base/text.h"
#include "store/store_name.h"

#include <ctype.h>
#include <stdint.h>

/* Parameters that end a query; others may be part of it. */
static const char *const known[] = {"table",
                                    "query",
                                    "host",
                                    "hostaddr",
                                    "port",
                                    "user",
                                    "password",
                                    "dbname",
                                    "passfile",
                                    "service",
                                    "options",
                                    "sslmode",
                                    "sslcert",
                                    "sslkey",
                                    "sslrootcert",
                                    "sslpassword",
                                    "sslcrl",
                                    "gssencmode",
                                    "krbsrvname",
                                    "channel_binding",
                                    "require_auth",
                                    "application_name",
                                    "keepalives",
                                    "cluster",
                                    "connect_timeout",
                                    "target_session_attrs",
                                    NULL};

static shoal_status refuse(const store_url *url, const char *what, shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "url_malformed", NULL,
                         "%.120s: %s; write special characters as %%XX", url->shown, what);
}

/* Of a command line or plan that was recorded. */
static shoal_status refuse_hidden(const store_url *url, shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "password_hidden", NULL,
                         "%.120s: the password was left out when this name was recorded: put the "
                         "password in its place, or leave it out and use the environment",
                         url->shown);
}

/* ---- Decoding ------------------------------------------------------------------------------- */

static int hex(char digit) {
    return isdigit((unsigned char)digit) ? digit - '0' : tolower((unsigned char)digit) - 'a' + 10;
}

static bool is_encoded(const char *at, const char *end) {
    return *at == '%' && end - at > 2 && isxdigit((unsigned char)at[1]) &&
           isxdigit((unsigned char)at[2]);
}

/* `loose`: a percent sign may stand for itself. */
static shoal_status decode(char **out, store_url *url, const char *begin, const char *end,
                           bool loose, shoal_error *error) {
    char *to = *out = arena_text(&url->memory, begin, (size_t)(end - begin));
    if (!to)
        return status_no_memory(error);
    while (begin < end) {
        bool encoded = is_encoded(begin, end);
        if (*begin == '%' && !encoded && !loose)
            return refuse(url, "a % is not followed by two hexadecimal digits", error);
        *to = encoded ? (char)(hex(begin[1]) * 16 + hex(begin[2])) : *begin;
        if (!*to++)
            return refuse(url, "it has a zero byte", error);
        begin += encoded ? 3 : 1;
    }
    *to = '\0';
    return SHOAL_OK;
}

/* ---- Where it is ---------------------------------------------------------------------------- */

static const char *find_last(const char *begin, const char *end, char wanted) {
    const char *found = NULL;
    for (; begin < end; begin++)
        if (*begin == wanted)
            found = begin;
    return found;
}

static shoal_status parse_user(store_url *url, const char *begin, const char *end,
                               shoal_error *error) {
    const char *colon = memchr(begin, ':', (size_t)(end - begin));
    STATUS_TRY(decode(&url->user, url, begin, colon ? colon : end, false, error));
    return colon ? decode(&url->password, url, colon + 1, end, false, error) : SHOAL_OK;
}

/* One of several hosts: NAME, NAME:PORT or [ADDRESS]:PORT. */
static shoal_status parse_host(store_url *url, const char *begin, const char *end, text *hosts,
                               text *ports, shoal_error *error) {
    const char *colon = NULL;
    bool bracketed = begin < end && *begin == '[';
    const char *close = bracketed ? memchr(begin, ']', (size_t)(end - begin)) : NULL;
    if (bracketed && !close)
        return refuse(url, "a [ is not closed", error);
    const char *name_end = close ? close + 1 : begin;
    while (!close && name_end < end && *name_end != ':')
        name_end++;
    if (name_end < end)
        colon = name_end;
    if (colon && *colon != ':')
        return refuse(url, "something else than a port follows the address", error);
    for (const char *at = colon ? colon + 1 : end; at < end; at++)
        if (!isdigit((unsigned char)*at))
            return refuse(url, "the port is not a number", error);
    text_add(hosts, begin + bracketed, (size_t)(name_end - begin) - 2 * (size_t)bracketed);
    if (colon)
        text_add(ports, colon + 1, (size_t)(end - colon - 1));
    return SHOAL_OK;
}

static shoal_status keep_hosts(store_url *url, const text *hosts, const text *ports,
                               shoal_error *error) {
    if (hosts->failed || ports->failed)
        return status_no_memory(error);
    if (hosts->length > 0)
        STATUS_TRY(
            decode(&url->host, url, hosts->bytes, hosts->bytes + hosts->length, false, error));
    if (ports->length > 0 && strspn(ports->bytes, ",") < ports->length) {
        url->port = arena_text(&url->memory, ports->bytes, ports->length);
        if (!url->port)
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

static shoal_status parse_hosts(store_url *url, const char *begin, const char *end,
                                shoal_error *error) {
    text hosts = {0}, ports = {0};
    shoal_status status = SHOAL_OK;
    for (const char *at = begin; status == SHOAL_OK; at++) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        status = parse_host(url, at, comma ? comma : end, &hosts, &ports, error);
        if (!comma)
            break;
        text_add(&hosts, ",", 1);
        text_add(&ports, ",", 1);
        at = comma;
    }
    if (status == SHOAL_OK)
        status = keep_hosts(url, &hosts, &ports, error);
    text_free(&hosts);
    text_free(&ports);
    return status;
}

static shoal_status parse_place(store_url *url, const char *begin, const char *end,
                                shoal_error *error) {
    if (end - begin < 2 || memcmp(begin, "//", 2) != 0)
        return decode(&url->path, url, begin, end, false, error);
    begin += 2;
    url->has_place = true;
    const char *slash = memchr(begin, '/', (size_t)(end - begin));
    const char *authority = slash ? slash : end;
    const char *at = find_last(begin, authority, '@');
    if (at)
        STATUS_TRY(parse_user(url, begin, at, error));
    STATUS_TRY(parse_hosts(url, at ? at + 1 : begin, authority, error));
    return decode(&url->path, url, slash ? slash + 1 : end, end, false, error);
}

/* ---- Parameters ----------------------------------------------------------------------------- */

/* Takes one part of a table's name off the front. */
static bool take_part(char **out, store_url *url, const char **from, bool dotted) {
    const char *at = *from;
    char *to = *out = arena_text(&url->memory, at, strlen(at));
    if (!to)
        return false;
    if (*at == '"') {
        for (at++; *at && (*at != '"' || at[1] == '"'); at++) {
            at += *at == '"';
            *to++ = *at;
        }
        at += *at == '"';
    } else {
        while (*at && (*at != '.' || !dotted))
            *to++ = *at++;
    }
    *to = '\0';
    *from = at;
    return true;
}

static bool has_dot(const char *name) {
    if (*name == '"') {
        for (name++; *name && (*name != '"' || name[1] == '"'); name++)
            name += *name == '"';
        return name[0] == '"' && name[1] == '.';
    }
    return strchr(name, '.') != NULL;
}

static shoal_status parse_table(store_url *url, const char *name, shoal_error *error) {
    bool dotted = has_dot(name);
    if (dotted && !take_part(&url->schema, url, &name, true))
        return status_no_memory(error);
    name += dotted;
    if (!take_part(&url->table, url, &name, false))
        return status_no_memory(error);
    if (*name || !*url->table || (dotted && !*url->schema))
        return refuse(url, "its table is not TABLE, SCHEMA.TABLE or \"SCHEMA\".\"TABLE\"", error);
    return SHOAL_OK;
}

static bool begins_known(const char *at) {
    for (size_t i = 0; known[i]; i++) {
        size_t length = strlen(known[i]);
        if (strncmp(at, known[i], length) == 0 && at[length] == '=')
            return true;
    }
    return false;
}

static const char *value_end(const char *value, bool is_query) {
    const char *end = value + strcspn(value, "&");
    while (is_query && *end && !begins_known(end + 1))
        end += 1 + strcspn(end + 1, "&");
    return end;
}

static shoal_status keep_parameter(store_url *url, const url_parameter *made, size_t *capacity,
                                   shoal_error *error) {
    if (strcmp(made->name, "table") == 0 || strcmp(made->name, "query") == 0) {
        if (url->table || url->query)
            return refuse(url, "it names more than one table or query", error);
        if (*made->name == 't')
            return parse_table(url, made->value, error);
        url->query = made->value;
        return *url->query ? SHOAL_OK : refuse(url, "its query is empty", error);
    }
    if (!memory_grow((void **)&url->parameter, capacity, url->parameters + 1,
                     sizeof *url->parameter))
        return status_no_memory(error);
    url->parameter[url->parameters++] = *made;
    return SHOAL_OK;
}

static shoal_status parse_parameters(store_url *url, const char *at, shoal_error *error) {
    size_t capacity = 0;
    while (*at) {
        url_parameter made = {0};
        const char *name_end = at + strcspn(at, "=&");
        if (*name_end != '=')
            return refuse(url, "a parameter has no value", error);
        STATUS_TRY(decode(&made.name, url, at, name_end, false, error));
        bool ours = strcmp(made.name, "query") == 0 || strcmp(made.name, "table") == 0;
        const char *end = value_end(name_end + 1, *made.name == 'q' && ours);
        STATUS_TRY(decode(&made.value, url, name_end + 1, end, ours, error));
        STATUS_TRY(keep_parameter(url, &made, &capacity, error));
        at = *end ? end + 1 : end;
    }
    return SHOAL_OK;
}

shoal_status store_url_parse(store_url *out, const char *url, shoal_error *error) {
    *out = (store_url){0};
    size_t scheme = store_name_scheme(url);
    char *shown = store_name_shown(url);
    out->shown = shown ? arena_text(&out->memory, shown, strlen(shown)) : NULL;
    memory_free(shown);
    out->scheme = arena_text(&out->memory, url, scheme);
    if (!out->shown || !out->scheme)
        return status_no_memory(error);
    if (scheme == 0)
        return refuse(out, "it does not begin with a scheme and a colon", error);
    const char *parameters = url + strcspn(url, "?");
    STATUS_TRY(parse_place(out, url + scheme + 1, parameters, error));
    if (*parameters)
        STATUS_TRY(parse_parameters(out, parameters + 1, error));
    const char *given = out->password ? out->password : store_url_parameter(out, "password");
    return given && strcmp(given, STORE_NAME_HIDDEN) == 0 ? refuse_hidden(out, error) : SHOAL_OK;
}

shoal_status store_url_check_place(const store_url *url, shoal_error *error) {
    return url->has_place ? SHOAL_OK : refuse(url, "// must follow its scheme", error);
}

void store_url_free(store_url *url) {
    memory_free(url->parameter);
    arena_free(&url->memory);
    *url = (store_url){0};
}

const char *store_url_parameter(const store_url *url, const char *name) {
    for (size_t i = 0; i < url->parameters; i++)
        if (strcmp(url->parameter[i].name, name) == 0)
            return url->parameter[i].value;
    return NULL;
}
