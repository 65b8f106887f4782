#include "server/http_daemon.h"

#include "server/live_streams.h"

#include <errno.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <unistd.h>

#define THREADS 8
#define MOST_CONNECTIONS 1000
#define MOST_FILES 8192 /* descriptors: connections, tables, releases */
#define CONNECTION_MEMORY (64 << 10)
/* How long a connection may say nothing: before it has asked something that was admitted, so that
 * strangers do not use up all of them, and afterwards. Streams that sleep do not count. */
#define STRANGER_SECONDS 5
#define KNOWN_SECONDS 60
#define BEAT_SECONDS 15
#define STREAM_BLOCK 16384

struct http_daemon {
    http_handler handler;
    live_streams *streams;
    struct MHD_Daemon *server;
};

/* One request, from its first line to the end of the answer. */
typedef struct exchange {
    char *path; /* NULL: the address is malformed, or memory ran out */
    bool began;
    http_pair *pairs;
    size_t pair_count, pair_room, query_count;
    bool failed; /* memory ran out while it was copied */
    http_request request;
    http_body body;
    http_answer refusal; /* its status is 0 where it was admitted */
} exchange;

/* ---- The request --------------------------------------------------------------------------- */

static void *begin_exchange(void *user, const char *uri, struct MHD_Connection *connection) {
    (void)user;
    (void)connection;
    exchange *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->body = HTTP_BODY_EMPTY;
    made->refusal = HTTP_ANSWER_NONE;
    made->path = strdup(uri);
    if (made->path && !http_path_decode(made->path)) {
        free(made->path);
        made->path = NULL;
    }
    return made;
}

static void end_exchange(void *user, struct MHD_Connection *connection, void **kept,
                         enum MHD_RequestTerminationCode code) {
    (void)user;
    (void)connection;
    (void)code;
    exchange *ended = *kept;
    *kept = NULL;
    if (!ended)
        return;
    http_body_close(&ended->body);
    http_answer_drop(&ended->refusal);
    free(ended->pairs);
    free(ended->path);
    free(ended);
}

static enum MHD_Result add_pair(void *user, enum MHD_ValueKind kind, const char *name,
                                const char *value) {
    exchange *to = user;
    (void)kind;
    if (to->pair_count == to->pair_room) {
        size_t room = to->pair_room ? to->pair_room * 2 : 16;
        http_pair *grown = reallocarray(to->pairs, room, sizeof *grown);
        if (!grown) {
            to->failed = true;
            return MHD_NO;
        }
        to->pairs = grown;
        to->pair_room = room;
    }
    to->pairs[to->pair_count++] = (http_pair){name ? name : "", value ? value : ""};
    return MHD_YES;
}

/* Names and values live as long as the exchange does. */
static void copy_request(exchange *to, struct MHD_Connection *connection, const char *method) {
    MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, add_pair, to);
    to->query_count = to->pair_count;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, add_pair, to);
    to->request = (http_request){
        .method = strcmp(method, MHD_HTTP_METHOD_HEAD) == 0 ? MHD_HTTP_METHOD_GET : method,
        .path = to->path ? to->path : "",
        .query = to->pairs,
        .query_count = to->query_count,
        .headers = to->pairs ? to->pairs + to->query_count : NULL,
        .header_count = to->pair_count - to->query_count,
    };
}

/* ---- The answer ---------------------------------------------------------------------------- */

static void sleep_connection(void *connection) {
    MHD_suspend_connection(connection);
}

static void rouse_connection(void *connection) {
    MHD_resume_connection(connection);
}

static ssize_t read_stream(void *stream, uint64_t position, char *to, size_t room) {
    (void)position;
    int64_t read = live_stream_read(stream, to, room);
    return read < 0 ? MHD_CONTENT_READER_END_OF_STREAM : (ssize_t)read;
}

static void close_stream(void *stream) {
    live_stream_close(stream);
}

static struct MHD_Response *stream_response(http_daemon *daemon, http_answer *answer,
                                            struct MHD_Connection *connection) {
    live_stream *stream = live_stream_open(daemon->streams, answer->stream, connection);
    answer->stream = NULL;
    if (!stream)
        return NULL;
    struct MHD_Response *made = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, STREAM_BLOCK, read_stream, stream, close_stream);
    if (!made)
        live_stream_close(stream);
    return made;
}

/* Takes what the answer owns where it can. */
static struct MHD_Response *make_response(http_daemon *daemon, http_answer *answer,
                                          struct MHD_Connection *connection) {
    struct MHD_Response *made = NULL;
    if (answer->stream)
        return stream_response(daemon, answer, connection);
    if (answer->file >= 0) {
        made = MHD_create_response_from_fd64((uint64_t)answer->file_bytes, answer->file);
        if (made)
            answer->file = -1;
        return made;
    }
    if (!answer->body) /* it is only read */
        return MHD_create_response_from_buffer(answer->length, (void *)(uintptr_t)answer->constant,
                                               MHD_RESPMEM_PERSISTENT);
    made = MHD_create_response_from_buffer(answer->length, answer->body, MHD_RESPMEM_MUST_FREE);
    if (made)
        answer->body = NULL;
    return made;
}

static bool add_header(struct MHD_Response *to, const char *name, const char *value) {
    return !value || !*value || MHD_add_response_header(to, name, value) == MHD_YES;
}

static bool add_headers(struct MHD_Response *to, const http_answer *answer) {
    char disposition[1200] = "";
    if (answer->download[0])
        http_disposition(disposition, sizeof disposition, answer->download);
    bool added = add_header(to, "Content-Type", answer->type) &&
                 add_header(to, "Content-Disposition", disposition) &&
                 add_header(to, "Set-Cookie", answer->cookie) &&
                 add_header(to, "Location", answer->location) &&
                 add_header(to, "Allow", answer->allow) &&
                 add_header(to, "Content-Security-Policy", http_policy(answer));
    for (const http_pair *each = http_fixed_headers; added && each->name; each++)
        added = add_header(to, each->name, each->value);
    return added;
}

/* MHD_NO ends the connection. */
static enum MHD_Result send_answer(http_daemon *daemon, http_answer *answer,
                                   struct MHD_Connection *connection) {
    struct MHD_Response *response = make_response(daemon, answer, connection);
    enum MHD_Result queued = MHD_NO;
    if (response && add_headers(response, answer))
        queued = MHD_queue_response(connection, (unsigned)answer->status, response);
    if (response)
        MHD_destroy_response(response);
    http_answer_drop(answer);
    return queued;
}

/* ---- One exchange -------------------------------------------------------------------------- */

/* A length that is given twice, or in two ways, could be read in two ways. */
static bool has_one_length(const http_request *request, http_answer *answer) {
    const char *coding = http_header(request, "Transfer-Encoding");
    const char *packing = http_header(request, "Content-Encoding");
    if (coding && strcasecmp(coding, "chunked") != 0)
        http_answer_error(answer, 501, "other_coding", NULL, "bodies come as they are or chunked");
    else if (coding && http_header(request, "Content-Length"))
        http_answer_error(answer, 400, "two_lengths", NULL,
                          "a body has a length or comes chunked, not both");
    else if (packing && strcasecmp(packing, "identity") != 0)
        http_answer_error(answer, 415, "other_type", NULL, "the body must not be compressed");
    else
        return true;
    return false;
}

/* What no handler needs to see. */
static bool is_wellformed(const exchange *at, http_answer *answer) {
    if (at->failed)
        http_answer_json(answer, 507, NULL, 0);
    else if (!http_path_fits(at->request.path))
        http_answer_error(answer, 404, "not_found", NULL, "there is no such path");
    else
        return has_one_length(&at->request, answer);
    return false;
}

/* As the client announces it; -1: it does not. */
static int64_t announced_length(const http_request *request) {
    const char *header = http_header(request, "Content-Length");
    char *end;
    if (!header)
        return -1;
    errno = 0;
    long long length = strtoll(header, &end, 10);
    return errno != 0 || end == header || *end || length < 0 ? INT64_MAX : (int64_t)length;
}

static void answer_body(http_answer *answer, const http_body *body) {
    if (body->status == 413)
        http_answer_error(answer, 413, "too_long", NULL, "the body has more than %lld bytes",
                          (long long)body->limit);
    else
        http_answer_error(answer, 507, "no_room", NULL, "there is no room for the body: %s",
                          body->kind == HTTP_BODY_FILE ? "the disk is full, or not to be written"
                                                       : "memory ran out");
}

static bool has_body(const http_request *request) {
    return http_header(request, "Transfer-Encoding") || announced_length(request) > 0;
}

/* Opens the body of a request that was admitted; false: there is no room for it. */
static bool open_body(http_daemon *daemon, exchange *at, const http_wanted *wanted) {
    if (announced_length(&at->request) > wanted->limit)
        at->body = (http_body){.file = -1, .limit = wanted->limit, .status = 413};
    else
        http_body_open(&at->body, wanted->kind, wanted->limit, daemon->handler.folder);
    if (at->body.status)
        answer_body(&at->refusal, &at->body);
    return at->body.status == 0;
}

/* The headers have arrived. To answer now means not to read a body, and to hang up: where there is
 * none, the answer waits for the end of the request. */
static enum MHD_Result begin_request(http_daemon *daemon, exchange *at,
                                     struct MHD_Connection *connection, const char *method) {
    http_wanted wanted = {.kind = HTTP_BODY_NONE};
    at->began = true;
    copy_request(at, connection, method);
    if (is_wellformed(at, &at->refusal) &&
        daemon->handler.admit(daemon->handler.user, &at->request, &wanted, &at->refusal) &&
        open_body(daemon, at, &wanted)) {
        MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, KNOWN_SECONDS);
        return MHD_YES;
    }
    return has_body(&at->request) ? send_answer(daemon, &at->refusal, connection) : MHD_YES;
}

/* All has arrived. */
static enum MHD_Result finish_request(http_daemon *daemon, exchange *at,
                                      struct MHD_Connection *connection) {
    http_answer answer = HTTP_ANSWER_NONE;
    if (at->refusal.status)
        return send_answer(daemon, &at->refusal, connection);
    http_body_finish(&at->body);
    if (at->body.kind == HTTP_BODY_FILE) {
        at->request.upload = at->body.path;
        at->request.upload_bytes = at->body.length;
    } else {
        at->request.body = at->body.bytes;
        at->request.body_length = at->body.bytes ? (size_t)at->body.length : 0;
    }
    if (at->body.status)
        answer_body(&answer, &at->body);
    else
        daemon->handler.handle(daemon->handler.user, &at->request, &answer);
    return send_answer(daemon, &answer, connection);
}

static enum MHD_Result serve(void *user, struct MHD_Connection *connection, const char *url,
                             const char *method, const char *version, const char *bytes,
                             size_t *length, void **kept) {
    http_daemon *daemon = user;
    exchange *at = *kept;
    (void)url; /* has lost which slashes belong to names */
    (void)version;
    if (!at)
        return MHD_NO;
    if (!at->began)
        return begin_request(daemon, at, connection, method);
    if (*length == 0)
        return finish_request(daemon, at, connection);
    bool goes_on = http_body_add(&at->body, bytes, *length);
    *length = 0;
    return goes_on ? MHD_YES : MHD_NO;
}

/* ---- Start and end ------------------------------------------------------------------------- */

static void allow_many_files(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= MOST_FILES)
        return;
    limit.rlim_cur = limit.rlim_max < MOST_FILES ? limit.rlim_max : MOST_FILES;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static struct MHD_Daemon *start_server(http_daemon *daemon, int socket) {
    /* Not epoll: the library uses its edges, and does not notice a client that hangs up together
     * with its last bytes. */
    unsigned flags = MHD_USE_POLL_INTERNAL_THREAD | MHD_USE_SUSPEND_RESUME;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, serve, daemon, MHD_OPTION_LISTEN_SOCKET, socket,
        MHD_OPTION_THREAD_POOL_SIZE, (unsigned)THREADS, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)MOST_CONNECTIONS, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)STRANGER_SECONDS, MHD_OPTION_URI_LOG_CALLBACK,
        begin_exchange, NULL, MHD_OPTION_NOTIFY_COMPLETED, end_exchange, NULL,
        MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
}

shoal_status http_daemon_start(http_daemon **out, int socket, const http_handler *handler,
                               shoal_error *error) {
    static const live_connections connections = {sleep_connection, rouse_connection};
    http_daemon *made = calloc(1, sizeof *made);
    allow_many_files();
    *out = NULL;
    if (made) {
        made->handler = *handler;
        made->streams = live_streams_new(&connections, BEAT_SECONDS);
    }
    if (made && made->streams)
        made->server = start_server(made, socket);
    if (made && made->server) {
        *out = made;
        return SHOAL_OK;
    }
    close(socket);
    http_daemon_free(made);
    if (error) {
        *error = (shoal_error){.status = SHOAL_IO, .code = "io"};
        snprintf(error->message, sizeof error->message,
                 "the server cannot start: too little memory, too many threads or open files");
    }
    return SHOAL_IO;
}

void http_daemon_stop(http_daemon *daemon) {
    if (!daemon || !daemon->server)
        return;
    live_streams_end(daemon->streams);
    MHD_stop_daemon(daemon->server);
    daemon->server = NULL;
}

void http_daemon_free(http_daemon *daemon) {
    if (!daemon)
        return;
    http_daemon_stop(daemon);
    live_streams_free(daemon->streams);
    free(daemon);
}
