#include "server/http.h"

#include "server/json_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define JSON_TYPE "application/json; charset=utf-8"

static const char no_memory[] =
    "{\"error\": {\"code\": \"no_memory\", \"message\": \"memory ran out\", \"key\": null}}";

const char *http_query(const http_request *request, const char *name) {
    for (size_t i = 0; i < request->query_count; i++)
        if (strcmp(request->query[i].name, name) == 0)
            return request->query[i].value;
    return NULL;
}

const char *http_header(const http_request *request, const char *name) {
    for (size_t i = 0; i < request->header_count; i++)
        if (strcasecmp(request->headers[i].name, name) == 0)
            return request->headers[i].value;
    return NULL;
}

void http_answer_json(http_answer *to, int status, char *json, size_t length) {
    to->type = JSON_TYPE;
    to->status = json ? status : 507;
    to->body = json;
    to->constant = json ? NULL : no_memory;
    to->length = json ? length : sizeof no_memory - 1;
}

void http_answer_error(http_answer *to, int status, const char *code, const char *key,
                       const char *format, ...) {
    char message[SHOAL_MESSAGE_SIZE * 2];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    json_text text = {0};
    json_open(&text, NULL, '{');
    json_open(&text, "error", '{');
    json_string(&text, "code", code);
    json_string(&text, "message", message);
    json_string(&text, "key", key);
    json_close(&text, '}');
    json_close(&text, '}');
    size_t length;
    char *json = json_take(&text, &length);
    http_answer_json(to, status, json, length);
}

void http_answer_other_method(http_answer *to, const char *allow) {
    http_answer_error(to, 405, "other_method", NULL, "this takes only %s", allow);
    to->allow = allow;
}

void http_answer_constant(http_answer *to, const char *type, const void *bytes, size_t length) {
    to->status = 200;
    to->type = type;
    to->constant = bytes;
    to->length = length;
}

void http_answer_file(http_answer *to, int file, int64_t bytes, const char *type,
                      const char *name) {
    to->status = 200;
    to->type = type;
    to->file = file;
    to->file_bytes = bytes;
    snprintf(to->download, sizeof to->download, "%s", name ? name : "");
}

void http_answer_stream(http_answer *to, http_stream *stream) {
    to->status = 200;
    to->type = "text/event-stream; charset=utf-8";
    to->stream = stream;
}

void http_answer_drop(http_answer *answer) {
    free(answer->body);
    if (answer->file >= 0)
        close(answer->file);
    if (answer->stream)
        answer->stream->close(answer->stream);
    *answer = HTTP_ANSWER_NONE;
}

/* -1: it is none. */
static int hex_value(char digit) {
    static const char digits[] = "0123456789abcdef";
    const char *at =
        digit ? strchr(digits, digit >= 'A' && digit <= 'F' ? digit + 32 : digit) : NULL;
    return at ? (int)(at - digits) : -1;
}

bool http_path_decode(char *path) {
    char *to = path;
    for (const char *at = path; *at && *at != '?' && *at != '#'; at++) {
        if (*at != '%') {
            *to++ = *at;
            continue;
        }
        int high = hex_value(at[1]), low = high >= 0 ? hex_value(at[2]) : -1;
        int byte = high * 16 + low;
        if (low < 0 || byte == 0)
            return false;
        if (byte == '/' || byte == '%') {
            memcpy(to, byte == '/' ? "%2F" : "%25", 3);
            to += 3;
        } else {
            *to++ = (char)byte;
        }
        at += 2;
    }
    *to = '\0';
    return true;
}

bool http_part(char *out, size_t room, const char *part, size_t length) {
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        if (used + 1 >= room)
            return false;
        out[used++] = part[i];
        if (part[i] != '%')
            continue;
        out[used - 1] = strncmp(part + i, "%2F", 3) == 0 ? '/' : '%';
        i += 2;
    }
    if (used >= room)
        return false;
    out[used] = '\0';
    return true;
}

bool http_path_fits(const char *path) {
    if (*path != '/')
        return false;
    for (const char *at = path; *at;) {
        const char *part = at + 1;
        size_t length = strcspn(part, "/");
        bool is_parent = length == 2 && part[0] == '.' && part[1] == '.';
        if (is_parent || (length == 0 && part[0] == '/'))
            return false;
        at = part + length;
    }
    return true;
}

const char *http_policy(const http_answer *answer) {
    return answer->page
               ? "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
                 "connect-src 'self'; img-src 'self' data:; base-uri 'none'; "
                 "form-action 'none'; frame-ancestors 'none'"
               : "default-src 'none'; sandbox";
}

const http_pair http_fixed_headers[] = {
    {"Cache-Control", "no-store"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"X-Frame-Options", "DENY"},
    {NULL, NULL},
};

static bool is_attribute_letter(unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("-._~", c));
}

/* RFC 6266: the name in ASCII for old clients, and percent-encoded as UTF-8. */
void http_disposition(char *out, size_t room, const char *name) {
    size_t used = (size_t)snprintf(out, room, "attachment; filename=\"");
    for (const char *at = name; *at && used + 1 < room; at++)
        out[used++] = is_attribute_letter((unsigned char)*at) ? *at : '_';
    out[used] = '\0';
    if (used + 20 < room)
        used += (size_t)snprintf(out + used, room - used, "\"; filename*=UTF-8''");
    for (const char *at = name; *at && used + 4 < room; at++)
        used += (size_t)snprintf(out + used, room - used,
                                 is_attribute_letter((unsigned char)*at) ? "%c" : "%%%02X",
                                 (unsigned char)*at);
}
