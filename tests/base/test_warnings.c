/* The list of warnings: what it keeps, tells and refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/warnings.h"

#include <stdio.h>

static size_t told, told_accepted;
static char last_message[200];

static void hear(const shoal_warning *heard, void *user) {
    (void)user;
    told++;
    told_accepted += heard->accepted;
    snprintf(last_message, sizeof last_message, "%s", heard->message);
}

static void each_is_told_once(void **state) {
    (void)state;
    warning_list list = {.accepted = "gives_away, near_unique"};
    shoal_hooks hooks = {.size = sizeof hooks, .warning = hear};
    warnings_add(&list, warning_near_unique, "serial", "%s has %d values", "serial", 18);
    warnings_count(&list, "values", 18);
    assert_int_equal(warnings_tell(&list, &hooks, NULL), SHOAL_OK);
    assert_int_equal(told, 1);
    assert_string_equal(last_message, "serial has 18 values: if it identifies people, make it an "
                                      "identifier or a quasi-identifier");
    warnings_add(&list, warning_sensitive_not_stated, NULL, "nothing is named");
    assert_int_equal(warnings_tell(&list, &hooks, NULL), SHOAL_OK);
    assert_int_equal(warnings_tell(&list, NULL, NULL), SHOAL_OK);
    assert_int_equal(told, 2);
    assert_int_equal(told_accepted, 1);
    assert_int_equal(list.each[0].figures, 1);
    assert_string_equal(list.each[0].figure[0].key, "values");
    assert_string_equal(list.each[0].found, "serial has 18 values");
    assert_null(list.each[1].attribute);
    assert_true(warnings_has(&list, "near_unique", "serial"));
    assert_false(warnings_has(&list, "near_unique", "other"));
    warnings_free(&list);
}

static void open_ones_are_refused(void **state) {
    (void)state;
    shoal_error error = {0};
    warning_list list = {.accepted = "near_unique"};
    warnings_add(&list, warning_near_unique, "a", "a");
    assert_int_equal(warnings_open(&list), 0);
    assert_int_equal(warnings_refuse(&list, &error), SHOAL_OK);
    warnings_add(&list, warning_gives_away, "b", "b");
    warnings_add(&list, warning_gives_away, "c", "c");
    assert_int_equal(warnings_open(&list), 2);
    assert_int_equal(warnings_refuse(&list, &error), SHOAL_USAGE);
    assert_string_equal(error.code, "warned");
    assert_string_equal(error.message,
                        "nothing was written, because the plan is strict and there are 2 "
                        "warnings (gives_away): do what they say, or accept the codes");
    warnings_free(&list);
}

static void lists_of_codes_are_read(void **state) {
    (void)state;
    size_t length;
    assert_true(warnings_list_has("near_unique,gives_away", "gives_away"));
    assert_true(warnings_list_has(" near_unique , gives_away ", "near_unique"));
    assert_false(warnings_list_has("near_unique", "near"));
    assert_false(warnings_list_has(NULL, "near_unique"));
    assert_null(warnings_list_unknown("near_unique, gives_away", &length));
    assert_string_equal(warnings_list_unknown("near_unique,else", &length), "else");
    assert_int_equal(length, 4);
    assert_non_null(warnings_list_unknown("near_unique,", &length));
    assert_non_null(warnings_list_unknown("", &length));
}

static void codes_are_complete(void **state) {
    (void)state;
    for (const warning_code *each = warning_codes; each->name; each++) {
        assert_ptr_equal(warning_code_find(each->name), each);
        assert_true(*each->summary && *each->advice);
    }
    assert_null(warning_code_find("else"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_told_once),
        cmocka_unit_test(open_ones_are_refused),
        cmocka_unit_test(lists_of_codes_are_read),
        cmocka_unit_test(codes_are_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
