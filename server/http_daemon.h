/* Speaks HTTP (libmicrohttpd) and knows nothing of what is asked. */
#ifndef SHOAL_SERVER_HTTP_DAEMON_H
#define SHOAL_SERVER_HTTP_DAEMON_H

#include "server/http.h"
#include "server/http_body.h"

#include <shoal.h>

typedef struct http_daemon http_daemon;

/* What is to be done with the body of a request. */
typedef struct http_wanted {
    http_body_kind kind;
    int64_t limit;
} http_wanted;

/* Both are called by several threads at once. */
typedef struct http_handler {
    /* The headers have arrived, and nothing of the body was taken. False: `answer` is the answer.
     */
    bool (*admit)(void *user, const http_request *request, http_wanted *body, http_answer *answer);
    /* The whole request is there. HEAD comes as GET. */
    void (*handle)(void *user, const http_request *request, http_answer *answer);
    void *user;
    const char *folder; /* where bodies go that become files; nobody else may read it */
} http_handler;

/* Takes the socket, also where it fails. `handler` is copied, what it points to is borrowed. */
SHOAL_CHECKED shoal_status http_daemon_start(http_daemon **out, int socket,
                                             const http_handler *handler, shoal_error *error);
/* Ends all streams and connections. Afterwards no request is under way. */
void http_daemon_stop(http_daemon *daemon);
/* To be called when nobody can wake a stream any more. Stops it where that was not done. */
void http_daemon_free(http_daemon *daemon);

#endif
