#include "server/failure.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

shoal_status refuse(shoal_error *error, shoal_status status, const char *code, const char *key,
                    const char *format, ...) {
    if (!error)
        return status;
    *error = (shoal_error){.status = status, .code = code, .key = key};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return status;
}

shoal_status refuse_no_memory(shoal_error *error) {
    return refuse(error, SHOAL_NO_MEMORY, "no_memory", NULL, "memory ran out");
}

shoal_status refuse_io(shoal_error *error, const char *what, const char *path) {
    int number = errno;
    bool full = number == ENOSPC || number == EDQUOT;
    return refuse(error, SHOAL_IO, full ? "disk_full" : "io", NULL, "cannot %s %.150s: %s", what,
                  path, strerror(number));
}

/* How much of a text is the path: all of it, or its beginning where the library cut a long one, but
 * not just its folder. 0: it is not the path. */
static size_t path_length(const char *text, const char *path) {
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0, length = 0;
    while (path[length] && text[length] == path[length])
        length++;
    /* Other files of the folder begin alike: people.plan.yaml beside people.csv. */
    bool is_cut = length > folder && path[length] && strchr(": ',;", text[length]);
    return !path[length] || is_cut ? length : 0;
}

void failure_rename(shoal_error *error, const char *path, const char *name) {
    char message[sizeof error->message];
    size_t used = 0;
    if (!*path)
        return;
    for (const char *at = error->message; *at && used + 1 < sizeof message;) {
        size_t length = path_length(at, path);
        int added = length > 0 ? snprintf(message + used, sizeof message - used, "%s", name)
                               : snprintf(message + used, sizeof message - used, "%c", *at);
        used += added > 0 ? (size_t)added : 0;
        at += length > 0 ? length : 1;
    }
    used = used < sizeof message ? used : sizeof message - 1;
    memcpy(error->message, message, used);
    error->message[used] = '\0';
}

void failure_describe(json_text *to, const char *key, const shoal_error *error) {
    if (error->status == SHOAL_OK) {
        json_null(to, key);
        return;
    }
    json_open(to, key, '{');
    json_string(to, "code", error->code ? error->code : "failed");
    json_string(to, "message", error->message);
    json_string(to, "key", error->key);
    if (error->line > 0)
        json_integer(to, "line", error->line);
    json_close(to, '}');
}

/* The library says why in words only. */
static bool is_full(const shoal_error *error) {
    return error->status == SHOAL_IO &&
           (strstr(error->message, strerror(ENOSPC)) || strstr(error->message, strerror(EDQUOT)));
}

/* The library does not see members of bodies: these codes are the server's own. */
static bool is_malformed(const shoal_error *error) {
    return error->code && strncmp(error->code, "member_", 7) == 0;
}

static int http_status(const shoal_error *error) {
    if (is_malformed(error))
        return 400;
    if (error->status == SHOAL_NO_MEMORY || is_full(error))
        return 507;
    return error->status == SHOAL_INTERRUPTED ? 409 : 422;
}

void failure_answer(http_answer *to, const shoal_error *error) {
    json_text document = {0};
    json_open(&document, NULL, '{');
    failure_describe(&document, "error", error);
    json_close(&document, '}');
    answer_document(to, http_status(error), &document);
}

void answer_document(http_answer *to, int status, json_text *document) {
    size_t length = 0;
    char *json = json_take(document, &length);
    http_answer_json(to, status, json, length);
}

void answer_nothing(http_answer *to) {
    http_answer_constant(to, NULL, "", 0);
    to->status = 204;
}

char *text_of(const char *format, ...) {
    char *made = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&made, format, arguments) < 0)
        made = NULL;
    va_end(arguments);
    return made;
}
