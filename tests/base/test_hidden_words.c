/* Passwords in messages. */
#include "base/hidden_words.h"
#include "base/status.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *message, *shown;
} cases[] = {
    {"", ""},
    {"line 12: 9 fields, expected 10", "line 12: 9 fields, expected 10"},
    {"cannot open postgresql://u:secret@h:5/d?table=x: No such file",
     "cannot open postgresql://u:***@h:5/d?table=x: No such file"},
    {"\"postgresql://u:se/c?r@et@h\" is none", "\"postgresql://u:***@h\" is none"},
    {"postgresql://u:two words@h: no", "postgresql://u:***@h: no"},
    {"postgresql://u:secret", "postgresql://u:***"},
    {"clickhouse://h:8123?table=a: x@y", "clickhouse://h:8123?table=a: x@y"},
    {"clickhouse://[::1]:8123,h:1: gone", "clickhouse://[::1]:8123,h:1: gone"},
    {"clickhouse://a@h:1 is not clickhouse://b:secret@h:2",
     "clickhouse://a@h:1 is not clickhouse://b:***@h:2"},
    {"x?sslpassword=secret&a=b: no", "x?sslpassword=***&a=b: no"},
    {"postgresql:u:secret@h?table=x", "postgresql:***@h?table=x"},
    {"clickhouse://u:***@h:1?table=x", "clickhouse://u:***@h:1?table=x"},
    {"a@b: column '12:30' of x", "a@b: column '12:30' of x"},
};

static void passwords_are_hidden(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char shown[200], again[200];
        shoal_error error = {0};
        hide_passwords(shown, sizeof shown, cases[i].message);
        assert_string_equal(shown, cases[i].shown);
        hide_passwords(again, sizeof again, shown);
        assert_string_equal(again, shown);
        status_describe(&error, SHOAL_IO, 0, 0, "%s", cases[i].message);
        assert_string_equal(error.message, cases[i].shown);
        hide_passwords(shown, 5, cases[i].message);
        assert_true(strlen(shown) < 5);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(passwords_are_hidden)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
