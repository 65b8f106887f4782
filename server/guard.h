/* Who may talk to the server. Pure functions: they look at a request and say yes or no. */
#ifndef SHOAL_SERVER_GUARD_H
#define SHOAL_SERVER_GUARD_H

#include "server/http.h"

#define GUARD_TOKEN_LEAST 32
#define GUARD_TOKEN_MOST 128
#define GUARD_HOSTS 4

typedef struct guard {
    char token[GUARD_TOKEN_MOST + 1];
    char cookie[24];             /* its name: cookies do not tell ports apart */
    char hosts[GUARD_HOSTS][80]; /* what `Host` may be; "": unused */
} guard;

typedef enum guard_verdict {
    GUARD_YES,
    GUARD_NO_TOKEN,   /* 401 */
    GUARD_OTHER_SITE, /* 403 */
    GUARD_OTHER_HOST  /* 421 */
} guard_verdict;

/* `address` is what the server listens on, a number such as "127.0.0.1" or "::1". The token must be
 * one that guard_token_fits. */
void guard_make(guard *out, const char *token, const char *address, unsigned port);

/* 32 to 128 letters, digits, `-`, `_`, `.` and `~`: what URLs and cookies take as it is. */
bool guard_token_fits(const char *token);
/* Takes the same time for every `given` of the same length. */
bool guard_same(const char *token, const char *given);

/* The value of a cookie in a `Cookie` header; its length goes to `length`. NULL: there is none. */
const char *guard_cookie(const char *header, const char *name, size_t *length);
/* What follows `Bearer ` of an `Authorization` header, or NULL. */
const char *guard_bearer(const char *header);

bool guard_host_fits(const guard *by, const char *host);
/* `origin` and `site` (Sec-Fetch-Site) may be NULL: there was none. */
bool guard_origin_fits(const char *origin, const char *host);
bool guard_site_fits(const char *site);

/* Everything about the request as a whole: host, origin and token, in this order. */
guard_verdict guard_judge(const guard *by, const http_request *request);
/* The same without the token, for GET /?token=…, which brings one itself. */
guard_verdict guard_judge_place(const guard *by, const http_request *request);

#endif
