/* The daemon, spoken to over sockets by a client that knows nothing but bytes. The handler is a
 * stand-in that says what it was asked. */
#include "server/http_daemon.h"
#include "server/http_listen.h"
#include "server/json_text.h"
#include "server/private_folder.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#define PATIENCE 20000 /* milliseconds; only a failure waits so long */
#define ROOM 65536

static char folder[200];
static http_daemon *serving;
static unsigned port;

/* ---- The stand-in -------------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static http_stream *listening; /* the last stream that was opened */
static int to_say;             /* events that it has not said yet; -1: it ends */
static int opened, closed, handled;

static int next_event(http_stream *stream, char **text, size_t *length) {
    (void)stream;
    pthread_mutex_lock(&lock);
    int found = to_say > 0 ? 1 : to_say;
    if (found > 0) {
        to_say--;
        *text = strdup("data: x\n\n");
        *length = strlen(*text);
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static void close_events(http_stream *stream) {
    pthread_mutex_lock(&lock);
    if (listening == stream)
        listening = NULL;
    closed++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    free(stream);
}

static void say(int events) {
    pthread_mutex_lock(&lock);
    to_say = events;
    if (listening)
        listening->wake(listening->connection);
    pthread_mutex_unlock(&lock);
}

static void open_events(http_answer *answer) {
    http_stream *made = calloc(1, sizeof *made);
    made->next = next_event;
    made->close = close_events;
    pthread_mutex_lock(&lock);
    listening = made;
    to_say = 1;
    opened++;
    pthread_mutex_unlock(&lock);
    http_answer_stream(answer, made);
}

static bool admit(void *user, const http_request *request, http_wanted *body, http_answer *answer) {
    (void)user;
    if (strcmp(request->path, "/refused") == 0) {
        http_answer_error(answer, 403, "refused", NULL, "no");
        return false;
    }
    body->kind = strcmp(request->path, "/upload") == 0 ? HTTP_BODY_FILE : HTTP_BODY_TEXT;
    body->limit = 1000;
    return true;
}

static void handle(void *user, const http_request *request, http_answer *answer) {
    (void)user;
    pthread_mutex_lock(&lock);
    handled++;
    pthread_mutex_unlock(&lock);
    if (strcmp(request->path, "/events") == 0) {
        open_events(answer);
        return;
    }
    json_text text = {0};
    size_t length;
    json_open(&text, NULL, '{');
    json_string(&text, "method", request->method);
    json_string(&text, "path", request->path);
    json_string(&text, "q", http_query(request, "q"));
    json_string_length(&text, "body", request->body, request->body_length);
    json_integer(&text, "upload", request->upload ? request->upload_bytes : -1);
    json_close(&text, '}');
    char *json = json_take(&text, &length);
    http_answer_json(answer, 200, json, length);
}

static int start(void **state) {
    http_handler handler = {.admit = admit, .handle = handle, .folder = folder};
    (void)state;
    signal(SIGPIPE, SIG_IGN);
    snprintf(folder, sizeof folder, "/tmp/test_http_daemon-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    int socket = http_listen("127.0.0.1", 0, &port, NULL);
    return socket >= 0 && http_daemon_start(&serving, socket, &handler, NULL) == SHOAL_OK ? 0 : -1;
}

static int finish(void **state) {
    (void)state;
    http_daemon_free(serving);
    private_folder_remove_tree(AT_FDCWD, folder);
    return opened == closed ? 0 : -1;
}

/* ---- The client ---------------------------------------------------------------------------- */

static int dial(void) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int line = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(line >= 0);
    assert_int_equal(connect(line, (struct sockaddr *)&to, sizeof to), 0);
    return line;
}

static void tell(int line, const char *text) {
    for (size_t left = strlen(text); left > 0;) {
        ssize_t sent = send(line, text, left, MSG_NOSIGNAL);
        if (sent <= 0)
            return; /* it was hung up on: what it says is still to be read */
        text += sent;
        left -= (size_t)sent;
    }
}

/* Adds to what was heard until it has `word`, or the line is closed. */
static bool hear(int line, char *heard, const char *word) {
    for (size_t length = strlen(heard); length + 1 < ROOM;) {
        if (word && strstr(heard, word))
            return true;
        struct pollfd waits = {.fd = line, .events = POLLIN};
        if (poll(&waits, 1, PATIENCE) <= 0)
            fail_msg("nothing was said after: %s", heard);
        ssize_t got = recv(line, heard + length, ROOM - 1 - length, 0);
        if (got <= 0)
            return false;
        length += (size_t)got;
        heard[length] = '\0';
    }
    return false;
}

/* The whole answer to one request. */
static const char *ask(const char *request) {
    static char heard[ROOM];
    int line = dial();
    heard[0] = '\0';
    tell(line, request);
    hear(line, heard, NULL);
    close(line);
    return heard;
}

static void expect(const char *heard, const char *word) {
    if (!strstr(heard, word))
        fail_msg("no \"%s\" in: %s", word, heard);
}

static size_t files_left(void) {
    size_t count = 0;
    DIR *list = opendir(folder);
    assert_non_null(list);
    for (const struct dirent *each; (each = readdir(list));)
        count += each->d_name[0] != '.';
    closedir(list);
    return count;
}

/* ---- Requests and bodies ------------------------------------------------------------------- */

#define CLOSE "Host: x\r\nConnection: close\r\n"

static void answers(void **state) {
    (void)state;
    const char *heard = ask("GET /a%20b/c?q=1%262+3 HTTP/1.1\r\n" CLOSE "\r\n");
    expect(heard, "HTTP/1.1 200");
    expect(heard, "\"path\": \"/a b/c\", \"q\": \"1&2 3\", \"body\": null, \"upload\": -1");
    expect(heard, "Content-Security-Policy: default-src 'none'; sandbox\r\n");
    expect(heard, "Cache-Control: no-store\r\n");
    expect(heard, "X-Content-Type-Options: nosniff\r\n");
    heard = ask("POST /x HTTP/1.1\r\n" CLOSE "Content-Length: 5\r\n\r\nhello");
    expect(heard, "\"body\": \"hello\"");
    heard = ask("POST /x HTTP/1.1\r\n" CLOSE
                "Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n");
    expect(heard, "\"body\": \"hello\"");
}

static void answers_head(void **state) {
    (void)state;
    const char *heard = ask("HEAD /x HTTP/1.1\r\n" CLOSE "\r\n");
    expect(heard, "HTTP/1.1 200");
    expect(heard, "Content-Length: ");
    assert_null(strstr(heard, "\"method\""));
}

static void refuses_paths(void **state) {
    static const char *const bad[] = {"/a%00b", "/../x", "/%2e%2e/x", "//", "/a//b", "/a/%2E%2E"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char request[200];
        snprintf(request, sizeof request, "GET %s HTTP/1.1\r\n" CLOSE "\r\n", bad[i]);
        expect(ask(request), "HTTP/1.1 404");
    }
}

static void limits_bodies(void **state) {
    char request[4000];
    (void)state;
    expect(ask("POST /x HTTP/1.1\r\n" CLOSE "Content-Length: 1001\r\n\r\n"), "HTTP/1.1 413");
    expect(ask("POST /upload HTTP/1.1\r\n" CLOSE "Content-Length: 1001\r\n\r\n"), "HTTP/1.1 413");
    for (int i = 0; i < 2; i++) {
        snprintf(request, sizeof request,
                 "POST /%s HTTP/1.1\r\n" CLOSE
                 "Transfer-Encoding: chunked\r\n\r\n3e9\r\n%01001d\r\n0\r\n\r\n",
                 i ? "upload" : "x", 7);
        expect(ask(request), "HTTP/1.1 413");
        snprintf(request, sizeof request,
                 "POST /%s HTTP/1.1\r\n" CLOSE "Content-Length: 1000\r\n\r\n%01000d",
                 i ? "upload" : "x", 7);
        expect(ask(request), "HTTP/1.1 200");
    }
    assert_int_equal(files_left(), 0);
}

/* Waits until what was uploaded is gone. */
static void expect_no_files(void) {
    for (int i = 0; i < PATIENCE / 10 && files_left() > 0; i++)
        poll(NULL, 0, 10);
    assert_int_equal(files_left(), 0);
}

static void uploads(void **state) {
    (void)state;
    const char *heard =
        ask("POST /upload?name=a HTTP/1.1\r\n" CLOSE "Content-Length: 5\r\n\r\nhello");
    expect(heard, "\"body\": null, \"upload\": 5");
    expect_no_files(); /* nobody took it */
    int line = dial();
    tell(line, "POST /upload HTTP/1.1\r\n" CLOSE "Content-Length: 500\r\n\r\nhello");
    for (int i = 0; i < PATIENCE && files_left() == 0; i++)
        poll(NULL, 0, 1);
    assert_int_equal(files_left(), 1);
    close(line);
    expect_no_files();
}

/* Many that hang up in the middle of their bytes, together with them. */
static void leaves_nothing_of_broken_uploads(void **state) {
    char request[1000];
    (void)state;
    snprintf(request, sizeof request,
             "POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n%0500d", 7);
    for (int i = 0; i < 300; i++) {
        int line = dial();
        tell(line, request);
        close(line);
    }
    answers(NULL);
    expect_no_files();
}

static void refuses_before_the_body(void **state) {
    int line = dial(), before;
    char heard[ROOM] = "";
    (void)state;
    pthread_mutex_lock(&lock);
    before = handled;
    pthread_mutex_unlock(&lock);
    tell(line, "POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n");
    assert_true(hear(line, heard, "HTTP/1.1 403"));
    close(line);
    pthread_mutex_lock(&lock);
    assert_int_equal(handled, before);
    pthread_mutex_unlock(&lock);
}

/* A refusal of a request without a body does not end the connection. */
static void answers_several(void **state) {
    char heard[ROOM] = "";
    int line = dial();
    (void)state;
    tell(line, "GET /refused HTTP/1.1\r\nHost: x\r\n\r\n"
               "GET /../x HTTP/1.1\r\nHost: x\r\n\r\n"
               "GET /x HTTP/1.1\r\n" CLOSE "\r\n");
    hear(line, heard, NULL);
    close(line);
    const char *first = strstr(heard, "HTTP/1.1 403"), *second = strstr(heard, "HTTP/1.1 404");
    const char *third = strstr(heard, "HTTP/1.1 200");
    assert_true(first && second && third && first < second && second < third);
}

static void refuses_strange_bodies(void **state) {
    (void)state;
    expect(ask("POST /x HTTP/1.1\r\n" CLOSE "Transfer-Encoding: gzip\r\n\r\n"), "HTTP/1.1 501");
    expect(
        ask("POST /x HTTP/1.1\r\n" CLOSE "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\nxx"),
        "HTTP/1.1 415");
    assert_null(strstr(ask("POST /x HTTP/1.1\r\n" CLOSE "Content-Length: 4\r\n"
                           "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                       "HTTP/1.1 200"));
}

static void survives_nonsense(void **state) {
    static const char *const nonsense[] = {
        "\r\n\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "\x16\x03\x01\x02",
        "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
        int line = dial();
        tell(line, nonsense[i]);
        close(line);
    }
    answers(NULL);
}

/* ---- Streams ------------------------------------------------------------------------------- */

static int follow(char *heard) {
    int line = dial();
    heard[0] = '\0';
    tell(line, "GET /events HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_true(hear(line, heard, "data: x\n\n"));
    expect(heard, "Content-Type: text/event-stream");
    return line;
}

static void streams(void **state) {
    char heard[ROOM];
    int line = follow(heard);
    (void)state;
    for (int i = 0; i < 50; i++) {
        heard[0] = '\0';
        say(1);
        assert_true(hear(line, heard, "data: x\n\n"));
    }
    heard[0] = '\0';
    say(-1);
    assert_true(hear(line, heard, "0\r\n\r\n"));
    close(line);
    pthread_mutex_lock(&lock);
    while (closed < opened)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

/* A client that is gone is found out by what is said to it. */
static void closes_streams(void **state) {
    char heard[ROOM];
    int line = follow(heard);
    (void)state;
    close(line);
    for (int i = 0; i < PATIENCE; i++) {
        say(1);
        poll(NULL, 0, 1);
        pthread_mutex_lock(&lock);
        bool done = closed == opened;
        pthread_mutex_unlock(&lock);
        if (done)
            return;
    }
    fail_msg("the stream was not closed");
}

/* The last: the daemon ends while a stream sleeps, and while one is opened. */
static void ends_with_streams(void **state) {
    char heard[ROOM];
    int line = follow(heard);
    (void)state;
    http_daemon_stop(serving);
    hear(line, heard, NULL);
    close(line);
    assert_int_equal(opened, closed);
}

static void says_why_it_cannot_listen(void **state) {
    shoal_error error = {0};
    unsigned got, again;
    (void)state;
    int first = http_listen("127.0.0.1", 0, &got, &error);
    assert_true(first >= 0);
    assert_int_equal(http_listen("127.0.0.1", got, &again, &error), -1);
    expect(error.message, "name another port");
    close(first);
    assert_int_equal(http_listen("localhost.evil", 0, &got, &error), -1);
    assert_int_equal(error.status, SHOAL_IO);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers),
        cmocka_unit_test(answers_head),
        cmocka_unit_test(answers_several),
        cmocka_unit_test(refuses_strange_bodies),
        cmocka_unit_test(refuses_paths),
        cmocka_unit_test(limits_bodies),
        cmocka_unit_test(uploads),
        cmocka_unit_test(leaves_nothing_of_broken_uploads),
        cmocka_unit_test(refuses_before_the_body),
        cmocka_unit_test(survives_nonsense),
        cmocka_unit_test(streams),
        cmocka_unit_test(closes_streams),
        cmocka_unit_test(says_why_it_cannot_listen),
        cmocka_unit_test(ends_with_streams),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
