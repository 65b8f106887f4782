/* JSON as it is written. */
#include "server/json_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void expect(json_text *text, const char *expected) {
    size_t length;
    char *json = json_take(text, &length);
    assert_non_null(json);
    assert_string_equal(json, expected);
    assert_int_equal(length, strlen(expected));
    free(json);
}

static void puts_commas(void **state) {
    json_text text = {0};
    (void)state;
    json_open(&text, NULL, '{');
    json_open(&text, "empty", '[');
    json_close(&text, ']');
    json_integer(&text, "least", INT64_MIN);
    json_open(&text, "list", '[');
    json_null(&text, NULL);
    json_flag(&text, NULL, true);
    json_open(&text, NULL, '{');
    json_close(&text, '}');
    json_close(&text, ']');
    json_raw(&text, "raw", "[1]");
    json_raw(&text, "none", NULL);
    json_close(&text, '}');
    expect(&text, "{\"empty\": [], \"least\": -9223372036854775808, \"list\": [null, true, {}], "
                  "\"raw\": [1], \"none\": null}");
}

typedef struct string_case {
    const char *bytes;
    const char *json;
} string_case;

static void mends_strings(void **state) {
    static const string_case cases[] = {
        {"", "\"\""},
        {"a\"b\\c/", "\"a\\\"b\\\\c/\""},
        {"\n\t\x01\x7F", "\"\\n\\u0009\\u0001\\u007f\""},
        {"</script>", "\"\\u003c/script>\""},
        {"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x90\x9F", "\"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x90\x9F\""},
        {"\xFF", "\"\xEF\xBF\xBD\""},
        {"a\xC3", "\"a\xEF\xBF\xBD\""},
        {"\xC0\xAF", "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},
        {"\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""},
        {"\xF4\x90\x80\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""},
        {"\xE0\x80\x80z", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz\""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_text text = {0};
        json_string(&text, NULL, cases[i].bytes);
        expect(&text, cases[i].json);
    }
    json_text text = {0};
    json_string(&text, NULL, NULL);
    expect(&text, "null");
    json_string_length(&text, NULL, "a\0b", 3);
    expect(&text, "\"a\\u0000b\"");
}

static void writes_numbers(void **state) {
    json_text text = {0};
    (void)state;
    json_open(&text, NULL, '[');
    json_number(&text, NULL, 0.1);
    json_number(&text, NULL, 1.0 / 3);
    json_number(&text, NULL, 1e300);
    json_number(&text, NULL, NAN);
    json_number(&text, NULL, -INFINITY);
    json_number(&text, NULL, 12);
    json_close(&text, ']');
    expect(&text, "[0.1, 0.3333333333333333, 1e+300, null, null, 12]");
}

static void keeps_failures(void **state) {
    json_text text = {0};
    size_t length = 7;
    (void)state;
    json_integer(&text, NULL, 1);
    text.failed = true;
    json_integer(&text, "a", 1);
    assert_null(json_take(&text, &length));
    assert_int_equal(length, 0);
    expect(&text, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(puts_commas),
        cmocka_unit_test(mends_strings),
        cmocka_unit_test(writes_numbers),
        cmocka_unit_test(keeps_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
