/* Who may talk to the server, one row for each case. */
#include "server/guard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define TOKEN "0123456789abcdef0123456789abcdef"
#define OTHER "0123456789abcdef0123456789abcdeF"
#define HOST "127.0.0.1:8080"
#define MOST_HEADERS 4

static void make(guard *out) {
    guard_make(out, TOKEN, "127.0.0.1", 8080);
}

typedef struct judged {
    const char *name;
    const char *method;
    http_pair headers[MOST_HEADERS + 1];
    guard_verdict verdict;
} judged;

#define BEARER                                                                                     \
    { "Authorization", "Bearer " TOKEN }
#define COOKIE                                                                                     \
    { "Cookie", "shoal-8080=" TOKEN }

static const judged requests[] = {
    {"bearer", "GET", {{"Host", HOST}, BEARER}, GUARD_YES},
    {"small letters", "GET", {{"host", HOST}, {"authorization", "bearer " TOKEN}}, GUARD_YES},
    {"bearer changes", "POST", {{"Host", HOST}, BEARER}, GUARD_YES},
    {"localhost", "GET", {{"Host", "localhost:8080"}, BEARER}, GUARD_YES},
    {"version 6", "GET", {{"Host", "[::1]:8080"}, BEARER}, GUARD_YES},
    {"cookie", "GET", {{"Host", HOST}, COOKIE}, GUARD_YES},
    {"no token", "GET", {{"Host", HOST}}, GUARD_NO_TOKEN},
    {"other token", "GET", {{"Host", HOST}, {"Authorization", "Bearer " OTHER}}, GUARD_NO_TOKEN},
    {"part of it", "GET", {{"Host", HOST}, {"Authorization", "Bearer 0123"}}, GUARD_NO_TOKEN},
    {"empty", "GET", {{"Host", HOST}, {"Authorization", "Bearer "}}, GUARD_NO_TOKEN},
    {"twice as long",
     "GET",
     {{"Host", HOST}, {"Authorization", "Bearer " TOKEN TOKEN}},
     GUARD_NO_TOKEN},
    {"other scheme", "GET", {{"Host", HOST}, {"Authorization", "Basic " TOKEN}}, GUARD_NO_TOKEN},
    {"cookie of another port",
     "GET",
     {{"Host", HOST}, {"Cookie", "shoal-8081=" TOKEN}},
     GUARD_NO_TOKEN},
    {"no host", "GET", {BEARER}, GUARD_OTHER_HOST},
    {"rebound", "GET", {{"Host", "evil.example:8080"}, BEARER}, GUARD_OTHER_HOST},
    {"other port", "GET", {{"Host", "127.0.0.1:8081"}, BEARER}, GUARD_OTHER_HOST},
    {"no port", "GET", {{"Host", "127.0.0.1"}, BEARER}, GUARD_OTHER_HOST},
    {"more behind", "GET", {{"Host", HOST ".evil.example"}, BEARER}, GUARD_OTHER_HOST},
    {"two hosts", "GET", {{"Host", HOST}, {"Host", "evil.example"}, BEARER}, GUARD_OTHER_HOST},
    {"the same twice", "GET", {{"Host", HOST}, {"host", HOST}, BEARER}, GUARD_OTHER_HOST},
    {"own origin", "POST", {{"Host", HOST}, COOKIE, {"Origin", "http://" HOST}}, GUARD_YES},
    {"cookie changes without origin", "POST", {{"Host", HOST}, COOKIE}, GUARD_OTHER_SITE},
    {"cookie deletes without origin", "DELETE", {{"Host", HOST}, COOKIE}, GUARD_OTHER_SITE},
    {"other origin",
     "POST",
     {{"Host", HOST}, COOKIE, {"Origin", "http://evil.example"}},
     GUARD_OTHER_SITE},
    {"other port of origin",
     "POST",
     {{"Host", HOST}, COOKIE, {"Origin", "http://127.0.0.1:80"}},
     GUARD_OTHER_SITE},
    {"another of our names",
     "POST",
     {{"Host", HOST}, COOKIE, {"Origin", "http://localhost:8080"}},
     GUARD_OTHER_SITE},
    {"no origin in words", "POST", {{"Host", HOST}, COOKIE, {"Origin", "null"}}, GUARD_OTHER_SITE},
    {"encrypted origin",
     "POST",
     {{"Host", HOST}, COOKIE, {"Origin", "https://" HOST}},
     GUARD_OTHER_SITE},
    {"bearer from elsewhere",
     "GET",
     {{"Host", HOST}, BEARER, {"Origin", "http://evil.example"}},
     GUARD_OTHER_SITE},
    {"two origins",
     "POST",
     {{"Host", HOST}, COOKIE, {"Origin", "http://" HOST}, {"Origin", "http://evil.example"}},
     GUARD_OTHER_SITE},
    {"same origin", "GET", {{"Host", HOST}, COOKIE, {"Sec-Fetch-Site", "same-origin"}}, GUARD_YES},
    {"typed", "GET", {{"Host", HOST}, COOKIE, {"Sec-Fetch-Site", "none"}}, GUARD_YES},
    {"cross site",
     "GET",
     {{"Host", HOST}, COOKIE, {"Sec-Fetch-Site", "cross-site"}},
     GUARD_OTHER_SITE},
    {"same site",
     "GET",
     {{"Host", HOST}, COOKIE, {"Sec-Fetch-Site", "same-site"}},
     GUARD_OTHER_SITE},
};

static void judges(void **state) {
    guard by;
    (void)state;
    make(&by);
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        http_request request = {
            .method = requests[i].method, .path = "/", .headers = requests[i].headers};
        while (requests[i].headers[request.header_count].name)
            request.header_count++;
        guard_verdict found = guard_judge(&by, &request);
        if (found != requests[i].verdict)
            fail_msg("%s: %d, expected %d", requests[i].name, found, requests[i].verdict);
    }
}

static void knows_the_usual_port(void **state) {
    guard by;
    (void)state;
    guard_make(&by, TOKEN, "192.0.2.7", 80);
    assert_true(guard_host_fits(&by, "192.0.2.7"));
    assert_true(guard_host_fits(&by, "192.0.2.7:80"));
    assert_true(guard_host_fits(&by, "LOCALHOST"));
    assert_false(guard_host_fits(&by, "192.0.2.7:8"));
    assert_false(guard_host_fits(&by, "192.0.2"));
    assert_false(guard_host_fits(&by, ""));
    guard_make(&by, TOKEN, "::", 8080);
    assert_true(guard_host_fits(&by, "[::]:8080"));
    assert_false(guard_host_fits(&by, "[::]"));
}

typedef struct cookie_case {
    const char *header;
    const char *value; /* NULL: none */
} cookie_case;

static void finds_cookies(void **state) {
    static const cookie_case cases[] = {
        {"a=1", "1"},        {"b=2; a=1", "1"}, {"b=2;a=1;c=3", "1"}, {"a=1 ; b=2", "1"},
        {"a=", ""},          {"a", NULL},       {"aa=1", NULL},       {"xa=1", NULL},
        {"b=a=1", NULL},     {"", NULL},        {";;; a=1", "1"},     {"a=1; a=2", "1"},
        {"b=\"a=1\"", NULL}, {"A=1", NULL},     {"a =1", NULL},       {"\ta=1", "1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t length = 0;
        const char *found = guard_cookie(cases[i].header, "a", &length);
        if (!cases[i].value) {
            assert_null(found);
            continue;
        }
        assert_non_null(found);
        assert_int_equal(length, strlen(cases[i].value));
        assert_memory_equal(found, cases[i].value, length);
    }
}

static void compares_tokens(void **state) {
    (void)state;
    assert_true(guard_same(TOKEN, TOKEN));
    assert_false(guard_same(TOKEN, OTHER));
    assert_false(guard_same(TOKEN, ""));
    assert_false(guard_same("", ""));
    assert_false(guard_same("", TOKEN));
    assert_false(guard_same(TOKEN, TOKEN TOKEN));
    for (size_t i = 0; i < strlen(TOKEN); i++) {
        char changed[] = TOKEN;
        changed[i] ^= 1;
        assert_false(guard_same(TOKEN, changed));
        changed[i] = '\0';
        assert_false(guard_same(TOKEN, changed));
    }
}

static void knows_tokens(void **state) {
    (void)state;
    assert_true(guard_token_fits(TOKEN));
    assert_true(guard_token_fits(TOKEN TOKEN TOKEN TOKEN));
    assert_true(guard_token_fits("abcABC012-_.~abcABC012-_.~abcABC012"));
    assert_false(guard_token_fits("0123456789abcdef0123456789abcde"));
    assert_false(guard_token_fits(TOKEN TOKEN TOKEN TOKEN "0"));
    assert_false(guard_token_fits(TOKEN ";"));
    assert_false(guard_token_fits(TOKEN " "));
    assert_false(guard_token_fits(TOKEN "\xC3\xA4"));
    assert_false(guard_token_fits(""));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(judges),        cmocka_unit_test(knows_the_usual_port),
        cmocka_unit_test(finds_cookies), cmocka_unit_test(compares_tokens),
        cmocka_unit_test(knows_tokens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
