#include "store/clickhouse/clickhouse_http.h"

#include "base/memory.h"

#include <string.h>

void http_add_escaped(text *out, const char *value) {
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";
    for (; *value; value++)
        if (strchr(plain, *value))
            text_add(out, value, 1);
        else
            text_format(out, "%%%02X", (unsigned)(unsigned char)*value);
}

#ifdef SHOAL_HAS_CLICKHOUSE

#include <curl/curl.h>

/* What is kept of an answer before the reader takes it. */
#define MOST_UNREAD ((size_t)4 << 20)
#define CONNECT_SECONDS 10L
/* After so many seconds of silence the other side is asked whether it is still there. */
#define KEEPALIVE_SECONDS 30L
#define WAIT_MILLISECONDS 100

struct http_server {
    CURLM *multi;
    char *url, *user, *password;
    const char *label;
};

struct http_answer {
    http_server *of;
    http_request request;
    CURL *easy;
    struct curl_slist *headers;
    char *url;
    size_t sent; /* of the beginning of the body */
    text unread; /* from `taken` on */
    size_t taken;
    bool paused; /* the reader is behind */
    bool ended;
    CURLcode result;
    shoal_status body_status; /* of the rest of the body */
    shoal_error body_error;
};

bool http_is_built(void) {
    return true;
}

/* ---- Servers --------------------------------------------------------------------------------- */

static bool copy_text(char **out, const char *from) {
    *out = from ? memory_text(from, strlen(from)) : NULL;
    return !from || *out;
}

static char *url_of(const http_login *login) {
    bool bare6 = strchr(login->host, ':') && login->host[0] != '[';
    text made = {0};
    text_format(&made, "%s://%s%s%s:%s/", login->secure ? "https" : "http", bare6 ? "[" : "",
                login->host, bare6 ? "]" : "", login->port);
    if (made.failed)
        text_free(&made);
    return made.bytes;
}

shoal_status http_server_open(http_server **out, const http_login *login, shoal_error *error) {
    http_server *made = memory_zero(1, sizeof *made);
    *out = NULL;
    if (!made || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        memory_free(made);
        return status_no_memory(error);
    }
    made->label = login->label;
    made->multi = curl_multi_init();
    made->url = url_of(login);
    if (!made->multi || !made->url || !copy_text(&made->user, login->user) ||
        !copy_text(&made->password, login->password)) {
        http_server_close(made);
        return status_no_memory(error);
    }
    *out = made;
    return SHOAL_OK;
}

static void free_secret(char *secret) {
    if (secret)
        explicit_bzero(secret, strlen(secret));
    memory_free(secret);
}

void http_server_close(http_server *server) {
    if (!server)
        return;
    if (server->multi)
        curl_multi_cleanup(server->multi);
    memory_free(server->url);
    memory_free(server->user);
    free_secret(server->password);
    memory_free(server);
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

static size_t on_answer(char *bytes, size_t size, size_t count, void *context) {
    http_answer *self = context;
    if (self->unread.length - self->taken >= MOST_UNREAD) {
        self->paused = true;
        return CURL_WRITEFUNC_PAUSE;
    }
    text_add(&self->unread, bytes, size * count);
    return self->unread.failed ? 0 : size * count;
}

static size_t on_body(char *into, size_t size, size_t count, void *context) {
    http_answer *self = context;
    size_t room = size * count, left = self->request.length - self->sent, got = 0;
    if (left > 0) {
        got = left < room ? left : room;
        memcpy(into, self->request.body + self->sent, got);
        self->sent += got;
        return got;
    }
    const byte_stream *rest = self->request.rest;
    if (rest) {
        self->body_status = rest->read(rest->context, into, room, &got, &self->body_error);
        if (self->body_status != SHOAL_OK)
            return CURL_READFUNC_ABORT;
    }
    return got == 0 && self->request.stays ? CURL_READFUNC_PAUSE : got;
}

/* ---- Requests -------------------------------------------------------------------------------- */

static bool add_header(http_answer *self, const char *name, const char *value) {
    text made = {0};
    text_format(&made, "%s: %s", name, value ? value : "");
    struct curl_slist *more = made.failed ? NULL : curl_slist_append(self->headers, made.bytes);
    if (made.bytes)
        explicit_bzero(made.bytes, made.length);
    text_free(&made);
    if (more)
        self->headers = more;
    return more;
}

static bool add_headers(http_answer *self) {
    const http_server *of = self->of;
    return add_header(self, "Content-Type", "application/octet-stream") &&
           add_header(self, "Transfer-Encoding", "chunked") && add_header(self, "Expect", NULL) &&
           /* A server that refuses what stays would wait for the end of its body, to use the
            * connection again. */
           (!self->request.stays || add_header(self, "Connection", "close")) &&
           (!of->user || add_header(self, "X-ClickHouse-User", of->user)) &&
           (!of->password || add_header(self, "X-ClickHouse-Key", of->password));
}

static bool set_up(http_answer *self) {
    CURL *easy = self->easy;
    text url = {0};
    text_format(&url, "%s?%s", self->of->url, self->request.parameters);
    self->url = url.bytes;
    if (url.failed || !add_headers(self))
        return false;
    return curl_easy_setopt(easy, CURLOPT_URL, self->url) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_PROXY, "") == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_POST, 1L) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_HTTPHEADER, self->headers) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, CONNECT_SECONDS) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_TCP_KEEPIDLE, KEEPALIVE_SECONDS) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_TCP_KEEPINTVL, KEEPALIVE_SECONDS) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_UPLOAD_BUFFERSIZE, 1L << 20) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 1L << 19) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_READFUNCTION, on_body) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_READDATA, self) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_answer) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_WRITEDATA, self) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_PRIVATE, self) == CURLE_OK;
}

shoal_status http_post(http_answer **out, http_server *to, const http_request *request,
                       shoal_error *error) {
    http_answer *self = memory_zero(1, sizeof *self);
    *out = NULL;
    if (!self)
        return status_no_memory(error);
    self->of = to;
    self->request = *request;
    self->easy = curl_easy_init();
    if (!self->easy || !set_up(self) || curl_multi_add_handle(to->multi, self->easy) != CURLM_OK) {
        http_close(self);
        return status_no_memory(error);
    }
    *out = self;
    return SHOAL_OK;
}

void http_close(http_answer *answer) {
    if (!answer)
        return;
    if (answer->easy) {
        curl_multi_remove_handle(answer->of->multi, answer->easy);
        curl_easy_cleanup(answer->easy);
    }
    curl_slist_free_all(answer->headers);
    memory_free(answer->url);
    text_free(&answer->unread);
    memory_free(answer);
}

long http_code(const http_answer *answer) {
    long code = 0;
    curl_easy_getinfo(answer->easy, CURLINFO_RESPONSE_CODE, &code);
    return code;
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* Other requests of the server go on as well; each is told of its own end. */
static void pump(http_server *server) {
    int running = 0, left = 0;
    CURLMsg *message;
    curl_multi_perform(server->multi, &running);
    while ((message = curl_multi_info_read(server->multi, &left))) {
        http_answer *of = NULL;
        if (message->msg != CURLMSG_DONE)
            continue;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &of);
        if (of) {
            of->ended = true;
            of->result = message->data.result;
        }
    }
}

static shoal_status fail_transfer(const http_answer *self, shoal_error *error) {
    if (self->body_status != SHOAL_OK) {
        if (error)
            *error = self->body_error;
        return self->body_status;
    }
    if (self->unread.failed)
        return status_no_memory(error);
    return status_refuse(error, SHOAL_IO, "database_connection", NULL,
                         "%.100s: the connection failed: %.90s", self->of->label,
                         curl_easy_strerror(self->result));
}

static size_t take(http_answer *self, char *into, size_t size) {
    size_t left = self->unread.length - self->taken, got = left < size ? left : size;
    memcpy(into, self->unread.bytes + self->taken, got);
    self->taken += got;
    if (self->taken == self->unread.length)
        self->taken = self->unread.length = 0;
    return got;
}

shoal_status http_read(http_answer *from, char *into, size_t size, size_t *got,
                       shoal_error *error) {
    *got = 0;
    for (;;) {
        const volatile int *cancel = from->request.cancel;
        if (cancel && *cancel)
            return status_fail(error, SHOAL_INTERRUPTED, "interrupted");
        if (from->unread.length > from->taken) {
            *got = take(from, into, size);
            return SHOAL_OK;
        }
        if (from->ended)
            return from->result == CURLE_OK ? SHOAL_OK : fail_transfer(from, error);
        if (from->paused) {
            from->paused = false;
            curl_easy_pause(from->easy, CURLPAUSE_CONT);
        }
        pump(from->of);
        if (!from->ended && from->unread.length == 0)
            curl_multi_poll(from->of->multi, NULL, 0, WAIT_MILLISECONDS, NULL);
    }
}

bool http_is_waiting(http_answer *answer) {
    pump(answer->of);
    return !answer->ended && http_code(answer) == 0;
}

#else

bool http_is_built(void) {
    return false;
}

static shoal_status not_built(shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "clickhouse_not_built", NULL,
                         "this build does not know ClickHouse: install libcurl with its headers "
                         "and build again");
}

shoal_status http_server_open(http_server **out, const http_login *login, shoal_error *error) {
    (void)login;
    *out = NULL;
    return not_built(error);
}

void http_server_close(http_server *server) {
    (void)server;
}

shoal_status http_post(http_answer **out, http_server *to, const http_request *request,
                       shoal_error *error) {
    (void)to, (void)request;
    *out = NULL;
    return not_built(error);
}

shoal_status http_read(http_answer *from, char *into, size_t size, size_t *got,
                       shoal_error *error) {
    (void)from, (void)into, (void)size;
    *got = 0;
    return not_built(error);
}

long http_code(const http_answer *answer) {
    (void)answer;
    return 0;
}

bool http_is_waiting(http_answer *answer) {
    (void)answer;
    return false;
}

void http_close(http_answer *answer) {
    (void)answer;
}

#endif
