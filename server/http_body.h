/* The body of a request while it arrives: in memory, in a file, or looked away from. */
#ifndef SHOAL_SERVER_HTTP_BODY_H
#define SHOAL_SERVER_HTTP_BODY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum http_body_kind {
    HTTP_BODY_NONE, /* nobody wants it */
    HTTP_BODY_TEXT,
    HTTP_BODY_FILE
} http_body_kind;

typedef struct http_body {
    http_body_kind kind;
    int64_t limit;
    int64_t length; /* so far */
    char *bytes;    /* of a text; a NUL follows it; NULL: none yet */
    size_t room;
    int file;
    char *path; /* of a file */
    int status; /* 0: well so far; 413: longer than the limit; 507: no room for it */
} http_body;

#define HTTP_BODY_EMPTY ((http_body){.file = -1})

/* `folder` is where a file is made, which nobody else may read. Failures are told by `status`. */
void http_body_open(http_body *out, http_body_kind kind, int64_t limit, const char *folder);
/* False: so much too long that the connection should end. */
bool http_body_add(http_body *to, const char *bytes, size_t length);
/* All has arrived: a file is closed and can be read. */
void http_body_finish(http_body *body);
/* Removes the file as well, where it still has the name that it was made with. */
void http_body_close(http_body *body);

#endif
