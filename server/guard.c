#include "server/guard.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool is_token_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.' || c == '~';
}

bool guard_token_fits(const char *token) {
    size_t length = strlen(token);
    for (size_t i = 0; i < length; i++)
        if (!is_token_letter(token[i]))
            return false;
    return length >= GUARD_TOKEN_LEAST && length <= GUARD_TOKEN_MOST;
}

static void make_host(char *out, size_t room, const char *address, unsigned port) {
    bool brackets = strchr(address, ':') != NULL;
    snprintf(out, room, "%s%s%s:%u", brackets ? "[" : "", address, brackets ? "]" : "", port);
}

void guard_make(guard *out, const char *token, const char *address, unsigned port) {
    const char *const names[GUARD_HOSTS] = {"127.0.0.1", "localhost", "::1", address};
    *out = (guard){0};
    snprintf(out->token, sizeof out->token, "%s", token);
    snprintf(out->cookie, sizeof out->cookie, "shoal-%u", port);
    for (size_t i = 0; i < GUARD_HOSTS; i++)
        make_host(out->hosts[i], sizeof out->hosts[i], names[i], port);
}

static bool same_bytes(const char *token, const char *given, size_t length) {
    size_t expected = strlen(token);
    volatile unsigned char difference = expected != length;
    for (size_t i = 0; i < length; i++) {
        unsigned char left = (unsigned char)token[expected ? i % expected : 0];
        difference = (unsigned char)(difference | (left ^ (unsigned char)given[i]));
    }
    /* An empty token opens nothing. */
    return difference == 0 && expected > 0;
}

bool guard_same(const char *token, const char *given) {
    return same_bytes(token, given, strlen(given));
}

const char *guard_cookie(const char *header, const char *name, size_t *length) {
    size_t name_length = strlen(name);
    for (const char *at = header; *at;) {
        at += strspn(at, " \t;");
        size_t part = strcspn(at, ";");
        if (part > name_length && strncmp(at, name, name_length) == 0 && at[name_length] == '=') {
            const char *value = at + name_length + 1;
            *length = part - name_length - 1;
            while (*length > 0 && (value[*length - 1] == ' ' || value[*length - 1] == '\t'))
                --*length;
            return value;
        }
        at += part;
    }
    return NULL;
}

const char *guard_bearer(const char *header) {
    static const char scheme[] = "Bearer ";
    if (strncasecmp(header, scheme, sizeof scheme - 1) != 0)
        return NULL;
    header += sizeof scheme - 1;
    return header + strspn(header, " ");
}

static bool same_without_port(const char *allowed, const char *host) {
    const char *usual = ":80";
    size_t length = strlen(allowed), port = strlen(usual);
    return length > port && strcmp(allowed + length - port, usual) == 0 &&
           strlen(host) == length - port && strncasecmp(allowed, host, length - port) == 0;
}

bool guard_host_fits(const guard *by, const char *host) {
    for (size_t i = 0; i < GUARD_HOSTS; i++)
        if (by->hosts[i][0] &&
            (strcasecmp(by->hosts[i], host) == 0 || same_without_port(by->hosts[i], host)))
            return true;
    return false;
}

bool guard_origin_fits(const char *origin, const char *host) {
    static const char scheme[] = "http://";
    return !origin || (strncmp(origin, scheme, sizeof scheme - 1) == 0 &&
                       strcasecmp(origin + sizeof scheme - 1, host) == 0);
}

bool guard_site_fits(const char *site) {
    return !site || strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0;
}

/* A header that comes twice could be read in two ways. */
static bool is_repeated(const http_request *request, const char *name) {
    size_t found = 0;
    for (size_t i = 0; i < request->header_count; i++)
        found += strcasecmp(request->headers[i].name, name) == 0;
    return found > 1;
}

guard_verdict guard_judge_place(const guard *by, const http_request *request) {
    const char *host = http_header(request, "Host");
    if (!host || is_repeated(request, "Host") || !guard_host_fits(by, host))
        return GUARD_OTHER_HOST;
    if (is_repeated(request, "Origin") || is_repeated(request, "Sec-Fetch-Site"))
        return GUARD_OTHER_SITE;
    if (!guard_origin_fits(http_header(request, "Origin"), host) ||
        !guard_site_fits(http_header(request, "Sec-Fetch-Site")))
        return GUARD_OTHER_SITE;
    return GUARD_YES;
}

static bool has_bearer(const guard *by, const http_request *request) {
    const char *header = http_header(request, "Authorization");
    const char *given = header ? guard_bearer(header) : NULL;
    return given && guard_same(by->token, given);
}

static bool has_cookie(const guard *by, const http_request *request) {
    for (size_t i = 0; i < request->header_count; i++) {
        size_t length;
        const char *value = strcasecmp(request->headers[i].name, "Cookie") == 0
                                ? guard_cookie(request->headers[i].value, by->cookie, &length)
                                : NULL;
        if (value && same_bytes(by->token, value, length))
            return true;
    }
    return false;
}

static bool only_reads(const char *method) {
    return strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
}

guard_verdict guard_judge(const guard *by, const http_request *request) {
    guard_verdict place = guard_judge_place(by, request);
    if (place != GUARD_YES)
        return place;
    if (has_bearer(by, request))
        return GUARD_YES;
    if (!has_cookie(by, request))
        return GUARD_NO_TOKEN;
    /* A browser sends the cookie by itself: it must also say from where. */
    bool told = http_header(request, "Origin") != NULL;
    return only_reads(request->method) || told ? GUARD_YES : GUARD_OTHER_SITE;
}
