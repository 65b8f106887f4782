/* Lists of names in messages end with the number of names that did not fit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/name_list.h"

#include <stdio.h>
#include <string.h>

static void short_lists_are_whole(void **state) {
    (void)state;
    name_list list = {.room = 60};
    assert_string_equal(name_list_end(&list), "");
    name_list_add(&list, "%s (%d of %d)", "age", 2, 4);
    name_list_add(&list, "%s (%d of %d)", "zip", 1, 5);
    assert_string_equal(name_list_end(&list), "age (2 of 4), zip (1 of 5)");
}

/* None is cut: what does not fit is counted. */
static void long_lists_count_the_rest(void **state) {
    (void)state;
    for (size_t room = 40; room < NAME_LIST_SIZE; room++) {
        name_list list = {.room = room};
        for (int i = 0; i < 50; i++)
            name_list_add(&list, "marital_status_%02d", i);
        const char *text = name_list_end(&list);
        char rest[40];
        snprintf(rest, sizeof rest, list.shown ? " and %zu more" : "%zu with long", list.left_out);
        assert_int_equal(list.shown + list.left_out, 50);
        assert_true(list.left_out > 0 && strlen(text) <= room);
        assert_non_null(strstr(text, rest));
    }
}

/* A later name that is short does not stand where a long one is missing. */
static void order_stays(void **state) {
    (void)state;
    name_list list = {.room = 50};
    name_list_add(&list, "a");
    name_list_add(&list, "%060d", 1);
    name_list_add(&list, "b");
    assert_string_equal(name_list_end(&list), "a and 2 more");
}

static void names_too_long_are_counted(void **state) {
    (void)state;
    name_list list = {.room = 40};
    name_list_add(&list, "%0300d", 1);
    assert_string_equal(name_list_end(&list), "1 with long names");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_lists_are_whole),
        cmocka_unit_test(long_lists_count_the_rest),
        cmocka_unit_test(order_stays),
        cmocka_unit_test(names_too_long_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
