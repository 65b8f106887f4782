#include "server/routes.h"

#include "server/page_assets.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define MOST_JSON ((int64_t)8 << 20)
#define API "/api/1/"
#define UPLOADS API "uploads"
#define HIERARCHIES API "hierarchies/"

/* ---- Who may ask --------------------------------------------------------------------------- */

static bool refuse(guard_verdict verdict, http_answer *answer) {
    switch (verdict) {
    case GUARD_YES:
        return false;
    case GUARD_NO_TOKEN:
        http_answer_error(answer, 401, "no_token", NULL,
                          "open the URL that `shoal serve` has printed, or send its token as "
                          "Authorization: Bearer");
        return true;
    case GUARD_OTHER_SITE:
        http_answer_error(answer, 403, "other_site", NULL,
                          "the request comes from another site, or does not say from where");
        return true;
    case GUARD_OTHER_HOST:
        break;
    }
    http_answer_error(answer, 421, "other_host", NULL,
                      "this server is not known by that name: use the printed URL");
    return true;
}

static bool opens_once(routes *at, const char *token) {
    return at->once[0] && guard_same(at->once, token) && !atomic_exchange(&at->once_used, true);
}

/* GET /?token=… brings the token itself, and gets the cookie for it. */
static bool admit_token(routes *at, const http_request *request, const char *token,
                        http_answer *answer) {
    guard_verdict verdict = guard_judge_place(&at->guard, request);
    if (verdict == GUARD_YES && !guard_same(at->guard.token, token) && !opens_once(at, token))
        verdict = GUARD_NO_TOKEN;
    if (refuse(verdict, answer))
        return false;
    http_answer_constant(answer, NULL, "", 0);
    answer->status = 303;
    snprintf(answer->location, sizeof answer->location, "/");
    snprintf(answer->cookie, sizeof answer->cookie, "%s=%s; HttpOnly; SameSite=Strict; Path=/",
             at->guard.cookie, at->guard.token);
    return false;
}

/* ---- What may be sent ---------------------------------------------------------------------- */

/* Whether a Content-Type is this one, whatever its parameters. */
static bool is_type(const char *header, const char *type) {
    size_t length = strlen(type);
    return strncasecmp(header, type, length) == 0 &&
           (header[length] == '\0' || strchr("; \t", header[length]));
}

static bool has_body(const http_request *request) {
    const char *length = http_header(request, "Content-Length");
    return http_header(request, "Transfer-Encoding") || (length && strcmp(length, "0") != 0);
}

static bool is_upload(const http_request *request) {
    return strcmp(request->path, UPLOADS) == 0 && strcmp(request->method, "POST") == 0;
}

static const char *wanted_types(const http_request *request) {
    if (is_upload(request))
        return "application/octet-stream";
    return strncmp(request->path, HIERARCHIES, sizeof HIERARCHIES - 1) == 0
               ? "application/json or text/csv"
               : "application/json";
}

static bool is_type_wanted(const http_request *request) {
    const char *type = http_header(request, "Content-Type");
    const char *wanted = wanted_types(request);
    if (!type)
        return false;
    if (is_upload(request))
        return is_type(type, wanted);
    return is_type(type, "application/json") ||
           (strstr(wanted, "csv") && is_type(type, "text/csv"));
}

static void want_body(routes *at, const http_request *request, http_wanted *body) {
    bool reads = strcmp(request->method, "GET") == 0;
    body->kind = is_upload(request) ? HTTP_BODY_FILE : reads ? HTTP_BODY_NONE : HTTP_BODY_TEXT;
    body->limit = is_upload(request) ? at->upload_limit : MOST_JSON;
}

bool routes_admit(void *user, const http_request *request, http_wanted *body, http_answer *answer) {
    routes *at = user;
    const char *token = http_query(request, "token");
    if (token && strcmp(request->path, "/") == 0 && strcmp(request->method, "GET") == 0)
        return admit_token(at, request, token, answer);
    if (refuse(guard_judge(&at->guard, request), answer))
        return false;
    want_body(at, request, body);
    if (body->kind != HTTP_BODY_NONE && has_body(request) && !is_type_wanted(request)) {
        http_answer_error(answer, 415, "other_type", NULL, "the body must be %s",
                          wanted_types(request));
        return false;
    }
    return true;
}

/* ---- Who answers --------------------------------------------------------------------------- */

typedef struct asset_route {
    const char *path, *type;
    const server_asset *asset;
} asset_route;

static const asset_route assets[] = {
    {"/", "text/html; charset=utf-8", &server_page},
    {"/app.js", "text/javascript; charset=utf-8", &server_script},
    {"/app.css", "text/css; charset=utf-8", &server_style},
};

/* False: it is none of them. */
static bool answer_constant(const http_request *request, http_answer *answer) {
    const char *path = request->path;
    if (strcmp(path, "/openapi.json") == 0 || strcmp(path, API "openapi.json") == 0)
        http_answer_constant(answer, "application/json; charset=utf-8", openapi_json,
                             openapi_json_length);
    for (size_t i = 0; i < sizeof assets / sizeof *assets; i++)
        if (strcmp(path, assets[i].path) == 0) {
            http_answer_constant(answer, assets[i].type, assets[i].asset->bytes,
                                 assets[i].asset->length);
            answer->page = true;
        }
    if (answer->status == 0)
        return false;
    if (strcmp(request->method, "GET") != 0) {
        *answer = HTTP_ANSWER_NONE;
        http_answer_other_method(answer, "GET, HEAD");
    }
    return true;
}

void routes_handle(void *user, const http_request *request, http_answer *answer) {
    routes *at = user;
    if (answer_constant(request, answer))
        return;
    if (strncmp(request->path, API, sizeof API - 1) == 0)
        api_handle(at->session, request, answer);
    else
        http_answer_error(answer, 404, "not_found", NULL, "there is no such path");
}
