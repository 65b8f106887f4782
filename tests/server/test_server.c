/* The server as a process: what it prints, that it ends in order, and that nothing is left behind.
 * A stand-in takes the place of the session. */
#include "server/private_folder.h"
#include "server/server.h"
#include "server/session.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define TOKEN "0123456789abcdef0123456789abcdef"

static char base[200];

/* ---- The stand-in, in the process of the server -------------------------------------------- */

struct session {
    session_options options;
    http_stream *stream;
    bool hung_up;
};

shoal_status session_new(session **out, const session_options *options, shoal_error *error) {
    (void)error;
    *out = calloc(1, sizeof **out);
    (*out)->options = *options;
    return SHOAL_OK;
}

void session_free(session *at) {
    free(at);
}

void session_hang_up(session *at) {
    at->hung_up = true;
    if (at->stream)
        at->stream->wake(at->stream->connection);
}

shoal_status session_open(session *at, const char *file_id, shoal_error *error) {
    char *path, *name;
    (void)error;
    if (!source_files_find(at->options.files, file_id, &path, &name))
        return SHOAL_IO;
    free(path);
    free(name);
    return SHOAL_OK;
}

shoal_status session_reopen(session *at, shoal_error *error) {
    (void)at;
    (void)error;
    return SHOAL_OK;
}

void api_handle(session *at, const http_request *request, http_answer *answer) {
    json_text text = {0};
    size_t length;
    json_open(&text, NULL, '{');
    json_string(&text, "project", at->options.project);
    json_flag(&text, "kept", at->options.kept);
    json_string(&text, "private", at->options.private_folder);
    json_integer(&text, "upload", request->upload ? request->upload_bytes : -1);
    json_close(&text, '}');
    char *json = json_take(&text, &length);
    http_answer_json(answer, 200, json, length);
}

/* ---- A server and what it says ------------------------------------------------------------- */

typedef struct running {
    pid_t process;
    FILE *said;
    unsigned port;
    char token[200];
} running;

static void start(running *out, const server_options *options) {
    int said[2];
    assert_int_equal(pipe(said), 0);
    out->process = fork();
    if (out->process == 0) {
        shoal_error error = {0};
        dup2(said[1], 1);
        signal(SIGPIPE, SIG_IGN);
        /* A shell ignores SIGINT for jobs in its background, and nohup ignores SIGHUP. */
        signal(SIGINT, SIG_DFL);
        signal(SIGHUP, SIG_DFL);
        int code = (int)server_run(options, &error);
        if (code)
            printf("failed: %s\n", error.message);
        fflush(stdout);
        _exit(code);
    }
    close(said[1]);
    out->said = fdopen(said[0], "r");
    assert_non_null(out->said);
}

/* Reads the first line. */
static void expect_url(running *at) {
    char line[400] = "";
    assert_non_null(fgets(line, sizeof line, at->said));
    at->token[0] = '\0';
    if (sscanf(line, "Shoal is at http://127.0.0.1:%u/?token=%199s", &at->port, at->token) < 1)
        fail_msg("%s", line);
}

static void expect_line(running *at, const char *word) {
    char line[600];
    while (fgets(line, sizeof line, at->said))
        if (strstr(line, word))
            return;
    fail_msg("it did not say \"%s\"", word);
}

static int end(running *at, int signal_number) {
    int status;
    if (signal_number)
        assert_int_equal(kill(at->process, signal_number), 0);
    assert_int_equal(waitpid(at->process, &status, 0), at->process);
    fclose(at->said);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* The answer to a request with these further headers and body, whole. */
static const char *ask(const running *at, const char *what, const char *token, const char *rest) {
    static char heard[8000];
    char request[1000];
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)at->port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int line = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(line, (struct sockaddr *)&to, sizeof to), 0);
    int length = snprintf(request, sizeof request,
                          "%s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nConnection: close\r\n"
                          "Authorization: Bearer %s\r\n%s",
                          what, at->port, token, rest);
    assert_int_equal(send(line, request, (size_t)length, MSG_NOSIGNAL), length);
    size_t used = 0;
    for (ssize_t got; used < sizeof heard - 1 &&
                      (got = recv(line, heard + used, sizeof heard - 1 - used, 0)) > 0;)
        used += (size_t)got;
    heard[used] = '\0';
    close(line);
    return heard;
}

static const char *get(const running *at, const char *path, const char *token) {
    char what[200];
    snprintf(what, sizeof what, "GET %s", path);
    return ask(at, what, token, "\r\n");
}

static void expect(const char *heard, const char *word) {
    if (!strstr(heard, word))
        fail_msg("no \"%s\" in: %s", word, heard);
}

/* Folders of servers that live or have died. */
static size_t folders(void) {
    char path[400];
    size_t count = 0;
    snprintf(path, sizeof path, "%s/shoal-serve-%lu", base, (unsigned long)geteuid());
    DIR *list = opendir(path);
    assert_non_null(list);
    for (const struct dirent *each; (each = readdir(list));)
        count += each->d_name[0] != '.' && strcmp(each->d_name, "lock") != 0;
    closedir(list);
    return count;
}

static int make_base(void **state) {
    (void)state;
    snprintf(base, sizeof base, "/tmp/test_server-XXXXXX");
    if (!mkdtemp(base))
        return -1;
    return setenv("XDG_RUNTIME_DIR", base, 1) | setenv("XDG_STATE_HOME", base, 1);
}

static int remove_base(void **state) {
    (void)state;
    private_folder_remove_tree(AT_FDCWD, base);
    return 0;
}

/* ---- Cases --------------------------------------------------------------------------------- */

static void serves_and_ends(void **state) {
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP};
    (void)state;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        server_options options = {.upload_limit = 1000};
        running at;
        start(&at, &options);
        expect_url(&at);
        assert_int_equal(strlen(at.token), 64);
        expect_line(&at, "The project ends with the server");
        expect_line(&at, "Ctrl-C ends it.");
        assert_int_equal(folders(), 1);
        expect(get(&at, "/api/1/about", at.token), "HTTP/1.1 200");
        expect(get(&at, "/api/1/about", at.token), "\"kept\": false");
        expect(get(&at, "/api/1/about", TOKEN), "HTTP/1.1 401");
        assert_int_equal(end(&at, signals[i]), 0);
        assert_int_equal(folders(), 0);
    }
}

static void takes_uploads(void **state) {
    server_options options = {.upload_limit = 5};
    const char *upload = "POST /api/1/uploads?name=a.csv";
    const char *type = "Content-Type: application/octet-stream\r\nContent-Length: ";
    running at;
    char rest[200];
    (void)state;
    start(&at, &options);
    expect_url(&at);
    snprintf(rest, sizeof rest, "%s5\r\n\r\nhello", type);
    expect(ask(&at, upload, at.token, rest), "\"upload\": 5");
    expect(ask(&at, upload, TOKEN, rest), "HTTP/1.1 401");
    snprintf(rest, sizeof rest, "%s6\r\n\r\n", type);
    expect(ask(&at, upload, at.token, rest), "HTTP/1.1 413");
    assert_int_equal(end(&at, SIGTERM), 0);
}

static void cleans_up_after_a_crash(void **state) {
    server_options options = {.upload_limit = 1000};
    running at, next;
    (void)state;
    start(&at, &options);
    expect_url(&at);
    assert_int_equal(end(&at, SIGKILL), 128 + SIGKILL);
    assert_int_equal(folders(), 1);
    start(&at, &options);
    start(&next, &options);
    expect_url(&at);
    expect_url(&next);
    assert_int_equal(folders(), 2);
    assert_int_equal(end(&at, SIGTERM), 0);
    assert_int_equal(folders(), 1);
    assert_int_equal(end(&next, SIGTERM), 0);
    assert_int_equal(folders(), 0);
}

static void keeps_a_project(void **state) {
    server_options options = {.upload_limit = 1000, .project = "somewhere/people.project"};
    running at;
    char here[300], expected[500];
    (void)state;
    assert_non_null(getcwd(here, sizeof here));
    snprintf(expected, sizeof expected, "\"project\": \"%s/somewhere/people.project\"", here);
    start(&at, &options);
    expect_url(&at);
    expect_line(&at, "The project is kept in /");
    expect(get(&at, "/api/1/about", at.token), "\"kept\": true");
    expect(get(&at, "/api/1/about", at.token), expected);
    assert_int_equal(end(&at, SIGTERM), 0);
}

static void takes_a_token(void **state) {
    char path[300];
    server_options options = {.upload_limit = 1000, .token_file = path};
    running at;
    (void)state;
    snprintf(path, sizeof path, "%s/token", base);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_int_equal(write(file, TOKEN "\n", 33), 33);
    close(file);
    start(&at, &options);
    expect_url(&at);
    assert_string_equal(at.token, ""); /* it is in the file, and nowhere else */
    expect(get(&at, "/api/1/about", TOKEN), "HTTP/1.1 200");
    assert_int_equal(end(&at, SIGTERM), 0);
    assert_int_equal(chmod(path, 0644), 0);
    start(&at, &options);
    expect_line(&at, "failed: ");
    assert_int_equal(end(&at, 0), SHOAL_USAGE);
    assert_int_equal(folders(), 0);
}

static void says_what_is_wrong(void **state) {
    server_options options = {.upload_limit = 1000};
    running at, second;
    (void)state;
    start(&at, &options);
    expect_url(&at);
    options.port = at.port;
    start(&second, &options);
    expect_line(&second, "failed: cannot listen on 127.0.0.1");
    assert_int_equal(end(&second, 0), SHOAL_IO);
    options = (server_options){.folder = "/nowhere/at/all"};
    start(&second, &options);
    expect_line(&second, "failed: /nowhere/at/all is not a folder");
    assert_int_equal(end(&second, 0), SHOAL_USAGE);
    options = (server_options){.address = "not.a.number"};
    start(&second, &options);
    expect_line(&second, "failed: cannot listen on not.a.number");
    assert_int_equal(end(&second, 0), SHOAL_IO);
    assert_int_equal(folders(), 1);
    assert_int_equal(end(&at, SIGTERM), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(serves_and_ends),    cmocka_unit_test(cleans_up_after_a_crash),
        cmocka_unit_test(keeps_a_project),    cmocka_unit_test(takes_a_token),
        cmocka_unit_test(says_what_is_wrong), cmocka_unit_test(takes_uploads),
    };
    return cmocka_run_group_tests(tests, make_base, remove_base);
}
