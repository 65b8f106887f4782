/* Requests over HTTP, one at a time, bodies in both directions piece by piece. The only file that
 * knows libcurl; a build without it has http_is_built false and refuses to open. */
#ifndef SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_HTTP_H
#define SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_HTTP_H

#include "base/text.h"
#include "files/byte_source.h"

typedef struct http_server http_server;
typedef struct http_answer http_answer;

bool http_is_built(void);

/* Where to and who; none of it is kept but by libcurl, and none of it is in messages but `label`.
 */
typedef struct http_login {
    bool secure; /* https */
    const char *host;
    const char *port;
    const char *user;     /* NULL: the server's default */
    const char *password; /* NULL: none */
    const char *label;    /* what messages call the server; must outlive it */
} http_login;

SHOAL_CHECKED shoal_status http_server_open(http_server **out, const http_login *login,
                                            shoal_error *error);
void http_server_close(http_server *server);

typedef struct http_request {
    const char *parameters; /* of the URL, encoded: a=b&c=d */
    const char *body;       /* the beginning of the body … */
    size_t length;
    const byte_stream *rest; /* … and what follows; NULL: nothing */
    bool stays;              /* the body does not end until the answer is closed */
    const volatile int *cancel;
} http_request;

/* Begins a POST. What the request points to must outlive the answer. */
SHOAL_CHECKED shoal_status http_post(http_answer **out, http_server *to,
                                     const http_request *request, shoal_error *error);
/* At least one byte of the answer, or 0 at its end. Fails where the connection breaks before. */
SHOAL_CHECKED shoal_status http_read(http_answer *from, char *into, size_t size, size_t *got,
                                     shoal_error *error);
/* The status of the answer, such as 200; 0 before it began. */
long http_code(const http_answer *answer);
/* Sends and receives what there is, without waiting; false once the answer has begun or the
 * connection is gone. For requests that stay. */
bool http_is_waiting(http_answer *answer);
/* Closes the connection, also while it is in use. */
void http_close(http_answer *answer);

/* Adds a value of a parameter, with escapes. */
void http_add_escaped(text *out, const char *value);

#endif
