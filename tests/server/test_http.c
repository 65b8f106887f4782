/* Requests and answers. */
#include "server/http.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void decodes_paths(void **state) {
    static const char *const cases[][2] = {{"/a%20b?x=%2F", "/a b"},
                                           {"/a%2fb/c%2F", "/a%2Fb/c%2F"},
                                           {"/%252F", "/%252F"},
                                           {"/%e6%97%a5", "/\xe6\x97\xa5"},
                                           {"/a+b#c", "/a+b"},
                                           {"/%2e%2E", "/.."},
                                           {"", ""}};
    static const char *const bad[] = {"/%", "/%4", "/%zz", "/%4g", "/a%00b", "/%%30"};
    char path[64];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(path, sizeof path, "%s", cases[i][0]);
        assert_true(http_path_decode(path));
        assert_string_equal(path, cases[i][1]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(path, sizeof path, "%s", bad[i]);
        assert_false(http_path_decode(path));
    }
}

static void names_parts(void **state) {
    static const char *const cases[][2] = {
        {"a%2Fb", "a/b"}, {"a%252Fb", "a%2Fb"}, {"%25", "%"}, {"", ""}, {"plain", "plain"}};
    char name[8];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(http_part(name, sizeof name, cases[i][0], strlen(cases[i][0])));
        assert_string_equal(name, cases[i][1]);
    }
    assert_true(http_part(name, 3, "%2F%2F", 6));
    assert_false(http_part(name, 2, "%2F%2F", 6));
    assert_false(http_part(name, 1, "a", 1));
}

static void knows_paths(void **state) {
    static const char *const good[] = {"/", "/a", "/a/", "/a/b..c", "/..a", "/a../b", "/."};
    static const char *const bad[] = {"",      "a",     "//",   "/a//b",   "/..",
                                      "/a/..", "/../a", "/a//", "/a/../b", "///"};
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!http_path_fits(good[i]))
            fail_msg("%s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (http_path_fits(bad[i]))
            fail_msg("%s", bad[i]);
}

static void finds_values(void **state) {
    const http_pair query[] = {{"a", "1"}, {"b", ""}, {"a", "2"}};
    const http_pair headers[] = {{"Host", "h"}};
    http_request request = {
        .query = query, .query_count = 3, .headers = headers, .header_count = 1};
    (void)state;
    assert_string_equal(http_query(&request, "a"), "1");
    assert_string_equal(http_query(&request, "b"), "");
    assert_null(http_query(&request, "A"));
    assert_string_equal(http_header(&request, "hOST"), "h");
    assert_null(http_header(&request, "Hos"));
}

static void says_errors(void **state) {
    http_answer answer = HTTP_ANSWER_NONE;
    (void)state;
    http_answer_error(&answer, 422, "k_missing", "privacy.k", "\"%s\" is <b>", "x");
    assert_int_equal(answer.status, 422);
    assert_string_equal(answer.body, "{\"error\": {\"code\": \"k_missing\", \"message\": "
                                     "\"\\\"x\\\" is \\u003cb>\", \"key\": \"privacy.k\"}}");
    assert_int_equal(answer.length, strlen(answer.body));
    http_answer_drop(&answer);
    http_answer_json(&answer, 200, NULL, 0);
    assert_int_equal(answer.status, 507);
    assert_non_null(answer.constant);
    http_answer_drop(&answer);
    http_answer_other_method(&answer, "GET, HEAD");
    assert_int_equal(answer.status, 405);
    assert_string_equal(answer.allow, "GET, HEAD");
    http_answer_drop(&answer);
}

static int closed;

static void count_close(http_stream *stream) {
    (void)stream;
    closed++;
}

static void drops_what_it_owns(void **state) {
    http_stream stream = {.close = count_close};
    http_answer answer = HTTP_ANSWER_NONE;
    (void)state;
    http_answer_stream(&answer, &stream);
    http_answer_drop(&answer);
    assert_int_equal(closed, 1);
    int file = open("/dev/null", O_RDONLY);
    assert_true(file >= 0);
    http_answer_file(&answer, file, 0, "text/csv", "a.csv");
    assert_string_equal(answer.download, "a.csv");
    http_answer_drop(&answer);
    assert_int_equal(fcntl(file, F_GETFD), -1);
    assert_int_equal(answer.file, -1);
}

static void names_downloads(void **state) {
    char out[1200];
    char name[256];
    (void)state;
    http_disposition(out, sizeof out, "people.csv");
    assert_string_equal(out, "attachment; filename=\"people.csv\"; filename*=UTF-8''people.csv");
    http_disposition(out, sizeof out, "a\"\r\nb \xC3\xA4");
    assert_string_equal(out, "attachment; filename=\"a___b___\"; "
                             "filename*=UTF-8''a%22%0D%0Ab%20%C3%A4");
    memset(name, '"', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    http_disposition(out, sizeof out, name);
    assert_int_equal(strlen(out), strlen("attachment; filename=\"\"; filename*=UTF-8''") + 4 * 255);
    for (size_t room = 60; room < 400; room++) {
        char *small = malloc(room);
        assert_non_null(small);
        http_disposition(small, room, name);
        assert_true(strlen(small) < room);
        free(small);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decodes_paths),   cmocka_unit_test(names_parts),
        cmocka_unit_test(knows_paths),     cmocka_unit_test(finds_values),
        cmocka_unit_test(says_errors),     cmocka_unit_test(drops_what_it_owns),
        cmocka_unit_test(names_downloads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
