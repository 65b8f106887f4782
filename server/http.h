/* Requests and answers, without a word about the library that speaks HTTP (http_daemon.c): handlers
 * can be called by tests and fuzzers as they are. */
#ifndef SHOAL_SERVER_HTTP_H
#define SHOAL_SERVER_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct http_pair {
    const char *name;
    const char *value;
} http_pair;

typedef struct http_request {
    const char *method; /* "GET" */
    /* Without the query; begins with a slash. Decoded, but for %2F and %25: a slash that belongs to
     * a name does not end a part of the path. http_part gives the names. */
    const char *path;
    const http_pair *query;
    size_t query_count;
    const http_pair *headers;
    size_t header_count;
    const char *body; /* a NUL follows it; NULL: there is none, or it went into a file */
    size_t body_length;
    const char *upload; /* the file that the body went into, in the private folder; NULL: none */
    int64_t upload_bytes;
} http_request;

/* The first value of a name, or NULL. Headers are found whatever their capitals. */
const char *http_query(const http_request *request, const char *name);
const char *http_header(const http_request *request, const char *name);

/* Events that come while the connection is open, for text/event-stream. */
typedef struct http_stream {
    /* The next text, to be freed by the caller. 1: there is one; 0: none yet, `wake` will be called
     * when there is; -1: there will be none. `wake` and what it is given are set by the daemon
     * before the first call, and may be called by any thread, with locks held that `next` and
     * `close` take: it calls neither. */
    int (*next)(struct http_stream *stream, char **text, size_t *length);
    void (*close)(struct http_stream *stream);
    void (*wake)(void *connection);
    void *connection;
} http_stream;

/* Decodes the path of an address in place, as http_request.path has it, and cuts the query off.
 * False: it is malformed, or has a NUL. */
bool http_path_decode(char *path);
/* A part of such a path, as the name it stands for. False: there is no room for it. */
bool http_part(char *out, size_t room, const char *part, size_t length);
/* Whether a decoded path can be one of ours: begins with a slash, and has no `//` and no `..`
 * between slashes. */
bool http_path_fits(const char *path);

/* What a handler answers: exactly one of the calls below is made for each. */
typedef struct http_answer {
    int status;
    const char *type;     /* content type; static */
    char *body;           /* owned; freed with free() */
    const char *constant; /* instead of body: never freed */
    size_t length;
    int file; /* instead: a descriptor to send and close; -1: none */
    int64_t file_bytes;
    char download[256];  /* the name under which a browser saves it; "": it shows it */
    http_stream *stream; /* instead */
    char cookie[200];    /* Set-Cookie; "": none */
    char location[200];  /* Location; "": none */
    const char *allow;   /* Allow, for 405; static; NULL: none */
    bool page;           /* the policy of the page goes with it, not that of data */
} http_answer;

#define HTTP_ANSWER_NONE ((http_answer){.file = -1})

/* Takes `json`, which was made with malloc; NULL answers that memory ran out. */
void http_answer_json(http_answer *to, int status, char *json, size_t length);
/* {"error": {"code", "message", "key"}}. `key` may be NULL: what to change, as in shoal_error. */
void http_answer_error(http_answer *to, int status, const char *code, const char *key,
                       const char *format, ...) __attribute__((format(printf, 5, 6)));
/* 405; `allow` is static and lists the methods, such as "GET, HEAD". */
void http_answer_other_method(http_answer *to, const char *allow);
void http_answer_constant(http_answer *to, const char *type, const void *bytes, size_t length);
/* Takes the descriptor. `name` may be NULL: it is shown. */
void http_answer_file(http_answer *to, int file, int64_t bytes, const char *type, const char *name);
void http_answer_stream(http_answer *to, http_stream *stream);
/* Frees what an answer owns, for those that are not sent. */
void http_answer_drop(http_answer *answer);

/* Content-Security-Policy of an answer; and headers of every answer, a NULL name after the last. */
const char *http_policy(const http_answer *answer);
extern const http_pair http_fixed_headers[];
/* Content-Disposition for a download, whatever bytes the name has. Four bytes for each of the
 * name, and 100, are enough. */
void http_disposition(char *out, size_t room, const char *name);

#endif
