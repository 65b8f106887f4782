/* What is answered by whom: the page and its files here, /api/1/ by the session. */
#ifndef SHOAL_SERVER_ROUTES_H
#define SHOAL_SERVER_ROUTES_H

#include "server/guard.h"
#include "server/http_daemon.h"
#include "server/session.h"

#include <stdatomic.h>

typedef struct routes {
    guard guard;
    session *session;
    int64_t upload_limit;
    /* Opens the page once: it was handed to another program, whose arguments others can see. "":
     * none. */
    char once[GUARD_TOKEN_MOST + 1];
    atomic_bool once_used;
} routes;

/* For http_handler; `user` is a routes. */
bool routes_admit(void *user, const http_request *request, http_wanted *body, http_answer *answer);
void routes_handle(void *user, const http_request *request, http_answer *answer);

#endif
