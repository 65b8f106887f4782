/* Which warnings keep a report from being green. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "report/verdict.h"
#include "report/warnings_json.h"

static bool is_green(const char *code, const char *accepted) {
    warning_list list = {.accepted = accepted};
    warnings_add(&list, code, "column", "something was found");
    bool green = !verdict_counts(&list.each[0]);
    assert_string_equal(verdict_advice(&list.each[0]), warning_code_find(code)->advice);
    warnings_free(&list);
    return green;
}

/* Accepting what was not stated states it; accepting a finding does not make it harmless. */
static void every_warning_counts(void **state) {
    (void)state;
    for (const warning_code *each = warning_codes; each->name; each++) {
        assert_false(is_green(each->name, NULL));
        assert_int_equal(is_green(each->name, each->name), each->settled);
    }
    assert_true(is_green("sensitive_not_stated", "near_unique,sensitive_not_stated"));
    assert_true(is_green("persons_not_stated", "persons_not_stated"));
    assert_false(is_green("gives_away", "gives_away"));
}

static void results_list_them(void **state) {
    (void)state;
    warning_list list = {.accepted = "gives_away"};
    json document = {0};
    warnings_add(&list, "gives_away", "a \"b\"", "a tells b");
    warnings_text(&list, "quasi", "b");
    warnings_number(&list, "certain_before", 0.5);
    warnings_count(&list, "rows", 8);
    json_open(&document, NULL, '{');
    warnings_print_json(&document, &list);
    json_close(&document, '}');
    assert_non_null(strstr(document.out.bytes, "\"code\": \"gives_away\""));
    assert_non_null(strstr(document.out.bytes, "\"attribute\": \"a \\\"b\\\"\""));
    assert_non_null(strstr(document.out.bytes, "\"accepted\": true"));
    assert_non_null(strstr(document.out.bytes, "\"quasi\": \"b\""));
    assert_non_null(strstr(document.out.bytes, "\"certain_before\": 0.5"));
    assert_non_null(strstr(document.out.bytes, "\"rows\": 8"));
    text_free(&document.out);
    warnings_free(&list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_warning_counts),
        cmocka_unit_test(results_list_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
