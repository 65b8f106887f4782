/* What is answered by whom, with a stand-in for the API. */
#include "server/page_assets.h"
#include "server/routes.h"
#include "server/token.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define TOKEN "0123456789abcdef0123456789abcdef"
#define ONCE "once56789abcdef0123456789abcdef0123456789"
#define MOST_HEADERS 6

static int asked; /* of the API */

/* Stands in for that of the session. */
void api_handle(session *at, const http_request *request, http_answer *answer) {
    (void)at;
    (void)request;
    asked++;
    http_answer_constant(answer, "application/json", "{}", 2);
}

static routes at;

static void make(void) {
    memset(&at, 0, sizeof at);
    guard_make(&at.guard, TOKEN, "127.0.0.1", 8080);
    at.upload_limit = 12345678901;
    snprintf(at.once, sizeof at.once, "%s", ONCE);
    asked = 0;
}

/* One request: admitted and answered. */
typedef struct exchange {
    const char *name, *method, *path;
    http_pair query;
    http_pair headers[MOST_HEADERS];
    int status;
} exchange;

static http_wanted wanted;

static void run(const exchange *given, http_answer *answer) {
    http_request request = {.method = given->method,
                            .path = given->path,
                            .query = &given->query,
                            .query_count = given->query.name != NULL,
                            .headers = given->headers};
    while (given->headers[request.header_count].name)
        request.header_count++;
    *answer = HTTP_ANSWER_NONE;
    wanted = (http_wanted){.kind = HTTP_BODY_NONE};
    if (routes_admit(&at, &request, &wanted, answer))
        routes_handle(&at, &request, answer);
}

#define HOST                                                                                       \
    { "Host", "127.0.0.1:8080" }
#define BEARER                                                                                     \
    { "Authorization", "Bearer " TOKEN }
#define SITE                                                                                       \
    { "Origin", "http://127.0.0.1:8080" }
#define NOTHING                                                                                    \
    { NULL, NULL }
#define LONG                                                                                       \
    { "Content-Length", "9" }

static const exchange exchanges[] = {
    {"page", "GET", "/", NOTHING, {HOST, BEARER}, 200},
    {"page, no token", "GET", "/", NOTHING, {HOST}, 401},
    {"script", "GET", "/app.js", NOTHING, {HOST, BEARER}, 200},
    {"script, no token", "GET", "/app.js", NOTHING, {HOST}, 401},
    {"style", "GET", "/app.css", NOTHING, {HOST, BEARER}, 200},
    {"openapi", "GET", "/openapi.json", NOTHING, {HOST, BEARER}, 200},
    {"openapi of the API", "GET", "/api/1/openapi.json", NOTHING, {HOST, BEARER}, 200},
    {"posted page", "POST", "/", NOTHING, {HOST, BEARER}, 405},
    {"posted openapi", "POST", "/api/1/openapi.json", NOTHING, {HOST, BEARER}, 405},
    {"unknown", "GET", "/nothing", NOTHING, {HOST, BEARER}, 404},
    {"unknown, no token", "GET", "/nothing", NOTHING, {HOST}, 401},
    {"other version", "GET", "/api/2/about", NOTHING, {HOST, BEARER}, 404},
    {"api itself", "GET", "/api/1", NOTHING, {HOST, BEARER}, 404},
    {"api", "GET", "/api/1/about", NOTHING, {HOST, BEARER}, 200},
    {"api, no token", "GET", "/api/1/about", NOTHING, {HOST}, 401},
    {"wrong host", "GET", "/", {"token", TOKEN}, {{"Host", "evil.example"}}, 421},
    {"token", "GET", "/", {"token", TOKEN}, {HOST}, 303},
    {"wrong token", "GET", "/", {"token", "x"}, {HOST}, 401},
    {"token from elsewhere",
     "GET",
     "/",
     {"token", TOKEN},
     {HOST, {"Sec-Fetch-Site", "cross-site"}},
     403},
    {"token for the API", "GET", "/api/1/about", {"token", TOKEN}, {HOST}, 401},
    {"token posted", "POST", "/", {"token", TOKEN}, {HOST}, 401},
    {"JSON",
     "POST",
     "/api/1/open",
     NOTHING,
     {HOST, BEARER, LONG, {"Content-Type", "application/json"}},
     200},
    {"JSON in words",
     "POST",
     "/api/1/open",
     NOTHING,
     {HOST, BEARER, LONG, {"content-type", "Application/JSON; charset=utf-8"}},
     200},
    {"no type", "POST", "/api/1/open", NOTHING, {HOST, BEARER, LONG}, 415},
    {"no body, no type", "POST", "/api/1/jobs/1/stop", NOTHING, {HOST, BEARER}, 200},
    {"chunks, no type",
     "POST",
     "/api/1/open",
     NOTHING,
     {HOST, BEARER, {"Transfer-Encoding", "chunked"}},
     415},
    {"form",
     "POST",
     "/api/1/open",
     NOTHING,
     {HOST, BEARER, LONG, {"Content-Type", "application/x-www-form-urlencoded"}},
     415},
    {"nearly JSON",
     "POST",
     "/api/1/open",
     NOTHING,
     {HOST, BEARER, LONG, {"Content-Type", "application/jsonp"}},
     415},
    {"CSV",
     "PUT",
     "/api/1/hierarchies/age",
     NOTHING,
     {HOST, BEARER, LONG, {"Content-Type", "text/csv"}},
     200},
    {"CSV elsewhere",
     "POST",
     "/api/1/open",
     NOTHING,
     {HOST, BEARER, LONG, {"Content-Type", "text/csv"}},
     415},
    {"upload",
     "POST",
     "/api/1/uploads",
     {"name", "a.csv"},
     {HOST, BEARER, LONG, {"Content-Type", "application/octet-stream"}},
     200},
    {"upload as JSON",
     "POST",
     "/api/1/uploads",
     {"name", "a.csv"},
     {HOST, BEARER, LONG, {"Content-Type", "application/json"}},
     415},
    {"upload, no token",
     "POST",
     "/api/1/uploads",
     {"name", "a.csv"},
     {HOST, SITE, LONG, {"Content-Type", "application/octet-stream"}},
     401},
};

static void answers(void **state) {
    (void)state;
    make();
    for (size_t i = 0; i < sizeof exchanges / sizeof *exchanges; i++) {
        http_answer answer;
        run(&exchanges[i], &answer);
        if (answer.status != exchanges[i].status)
            fail_msg("%s: %d, expected %d", exchanges[i].name, answer.status, exchanges[i].status);
        assert_true((answer.allow != NULL) == (answer.status == 405));
        assert_true((answer.cookie[0] != '\0') == (answer.status == 303));
        http_answer_drop(&answer);
    }
    assert_int_equal(asked, 6);
}

static void gives_the_cookie(void **state) {
    const exchange given = {"", "GET", "/", {"token", TOKEN}, {HOST}, 303};
    http_answer answer;
    (void)state;
    make();
    run(&given, &answer);
    assert_string_equal(answer.cookie, "shoal-8080=" TOKEN "; HttpOnly; SameSite=Strict; Path=/");
    assert_string_equal(answer.location, "/");
    assert_int_equal(answer.length, 0);
    http_answer_drop(&answer);
}

static void opens_once(void **state) {
    const exchange given = {"", "GET", "/", {"token", ONCE}, {HOST}, 303};
    const exchange elsewhere = {"", "GET", "/", {"token", ONCE}, {{"Host", "evil.example"}}, 421};
    http_answer answer;
    (void)state;
    make();
    run(&elsewhere, &answer);
    assert_int_equal(answer.status, 421);
    http_answer_drop(&answer);
    run(&given, &answer);
    assert_int_equal(answer.status, 303);
    assert_non_null(strstr(answer.cookie, TOKEN));
    http_answer_drop(&answer);
    run(&given, &answer);
    assert_int_equal(answer.status, 401);
    http_answer_drop(&answer);
    at.once[0] = '\0';
    at.once_used = false;
    const exchange empty = {"", "GET", "/", {"token", ""}, {HOST}, 401};
    run(&empty, &answer);
    assert_int_equal(answer.status, 401);
    http_answer_drop(&answer);
}

static void wants_bodies(void **state) {
    http_answer answer;
    (void)state;
    make();
    exchange given = {"",
                      "POST",
                      "/api/1/uploads",
                      NOTHING,
                      {HOST, BEARER, LONG, {"Content-Type", "application/octet-stream"}},
                      200};
    run(&given, &answer);
    assert_int_equal(wanted.kind, HTTP_BODY_FILE);
    assert_true(wanted.limit == 12345678901);
    http_answer_drop(&answer);
    const exchange others[] = {{"", "POST", "/api/1/open", NOTHING, {HOST, BEARER}, 200},
                               {"", "DELETE", "/api/1/uploads/1", NOTHING, {HOST, BEARER}, 200},
                               {"", "GET", "/api/1/uploads", NOTHING, {HOST, BEARER}, 200}};
    for (size_t i = 0; i < 3; i++) {
        run(&others[i], &answer);
        assert_int_equal(wanted.kind, i < 2 ? HTTP_BODY_TEXT : HTTP_BODY_NONE);
        assert_int_equal(wanted.limit, 8 << 20);
        http_answer_drop(&answer);
    }
}

static void has_policies(void **state) {
    http_answer answer;
    (void)state;
    make();
    const exchange page = {"", "GET", "/", NOTHING, {HOST, BEARER}, 200};
    const exchange data = {"", "GET", "/api/1/about", NOTHING, {HOST, BEARER}, 200};
    run(&page, &answer);
    assert_ptr_equal(answer.constant, server_page.bytes);
    assert_non_null(strstr(http_policy(&answer), "script-src 'self'; "));
    http_answer_drop(&answer);
    run(&data, &answer);
    assert_string_equal(http_policy(&answer), "default-src 'none'; sandbox");
    http_answer_drop(&answer);
}

static void write_token(const char *path, const char *text, mode_t mode) {
    unlink(path);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    assert_int_equal(fchmod(file, mode), 0);
    close(file);
}

static void reads_tokens(void **state) {
    char first[GUARD_TOKEN_MOST + 1], second[GUARD_TOKEN_MOST + 1];
    char path[] = "/tmp/test_routes-XXXXXX";
    shoal_error error = {0};
    (void)state;
    assert_int_equal(token_make(first, &error), SHOAL_OK);
    assert_int_equal(token_make(second, &error), SHOAL_OK);
    assert_int_equal(strlen(first), 64);
    assert_true(guard_token_fits(first));
    assert_string_not_equal(first, second);
    close(mkstemp(path));
    write_token(path, TOKEN "\n", 0600);
    assert_int_equal(token_read(first, path, &error), SHOAL_OK);
    assert_string_equal(first, TOKEN);
    write_token(path, TOKEN "\n", 0640);
    assert_int_equal(token_read(first, path, &error), SHOAL_USAGE);
    assert_non_null(strstr(error.message, "0600"));
    write_token(path, "short\n", 0600);
    assert_int_equal(token_read(first, path, &error), SHOAL_USAGE);
    write_token(path, TOKEN TOKEN TOKEN TOKEN "01\n", 0600);
    assert_int_equal(token_read(first, path, &error), SHOAL_USAGE);
    write_token(path, TOKEN TOKEN TOKEN TOKEN, 0600);
    assert_int_equal(token_read(first, path, &error), SHOAL_OK);
    assert_int_equal(strlen(first), 128);
    write_token(path, "", 0600);
    assert_int_equal(token_read(first, path, &error), SHOAL_USAGE);
    unlink(path);
    assert_int_equal(token_read(first, path, &error), SHOAL_IO);
    assert_int_equal(token_read(first, "/tmp", &error), SHOAL_USAGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers),      cmocka_unit_test(gives_the_cookie),
        cmocka_unit_test(opens_once),   cmocka_unit_test(wants_bodies),
        cmocka_unit_test(has_policies), cmocka_unit_test(reads_tokens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
