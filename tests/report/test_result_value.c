/* Results by value: kinds, paths, attributes, and many threads that ask at once. */
#include "report/result.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const char document[] =
    "{\"outcome\": \"optimal\", \"value\": 0.25, \"bound\": null, \"dry_run\": true,\n"
    " \"attributes\": {\"age\": {\"level\": 2, \"loss\": 0.5},\n"
    "                \"a.b\": {\"groups\": [1, 2, 3], \"loss\": null},\n"
    "                \"a\": {\"b\": {\"loss\": 7}, \"loss\": 8}},\n"
    " \"warnings\": [{\"code\": \"near_unique\"}, {\"code\": \"gives_away\"}],\n"
    " \"rows\": 9007199254740992, \"\": 1, \"empty\": []}\n";

static shoal_result *make(const char *json) {
    shoal_result *result = memory_zero(1, sizeof *result);
    assert_non_null(result);
    text_add_string(&result->json, json);
    assert_false(result->json.failed);
    return result;
}

static void values_have_kinds(void **state) {
    (void)state;
    static const struct {
        const char *key;
        shoal_value_kind kind;
        size_t count;
    } members[] = {
        {"outcome", SHOAL_VALUE_TEXT, 0},      {"value", SHOAL_VALUE_NUMBER, 0},
        {"bound", SHOAL_VALUE_NULL, 0},        {"dry_run", SHOAL_VALUE_FLAG, 0},
        {"attributes", SHOAL_VALUE_OBJECT, 3}, {"warnings", SHOAL_VALUE_LIST, 2},
        {"rows", SHOAL_VALUE_NUMBER, 0},       {"", SHOAL_VALUE_NUMBER, 0},
        {"empty", SHOAL_VALUE_LIST, 0},
    };
    shoal_result *result = make(document);
    const shoal_value *root = shoal_result_value(result);
    assert_int_equal(shoal_value_count(root), sizeof members / sizeof *members);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        const shoal_value *member = shoal_value_at(root, i);
        assert_string_equal(shoal_value_key(root, i), members[i].key);
        assert_ptr_equal(shoal_value_get(root, members[i].key), member);
        assert_int_equal(shoal_value_kind_of(member), members[i].kind);
        assert_int_equal(shoal_value_count(member), members[i].count);
    }
    assert_true(shoal_value_flag(shoal_value_get(root, "dry_run")));
    assert_ptr_equal(shoal_result_value(result), root);
    shoal_result_free(result);
}

/* Calls can be nested: what is not there is nothing, not a crash. */
static void nothing_has_nothing(void **state) {
    (void)state;
    shoal_result *result = make(document);
    const shoal_value *root = shoal_result_value(result),
                      *outcome = shoal_value_get(root, "outcome");
    assert_null(shoal_value_get(shoal_value_get(NULL, "a"), "b"));
    assert_int_equal(shoal_value_kind_of(NULL), SHOAL_VALUE_NULL);
    assert_int_equal(shoal_value_count(NULL), 0);
    assert_null(shoal_value_at(NULL, 0));
    assert_null(shoal_value_at(root, 100));
    assert_null(shoal_value_key(root, 100));
    assert_null(shoal_value_key(shoal_value_get(root, "warnings"), 0));
    assert_null(shoal_value_get(outcome, "outcome"));
    assert_true(isnan(shoal_value_number(outcome)) && isnan(shoal_value_number(NULL)));
    assert_null(shoal_value_text(root));
    assert_false(shoal_value_flag(outcome));
    shoal_result_free(result);
}

static void paths_are_followed(void **state) {
    (void)state;
    shoal_result *result = make(document);
    static const char *const nowhere[] = {
        "x",          "attributes.x",         "value.x",     "warnings.2.code",
        "warnings.x", "warnings.99999999999", "attributes.", "attributes..loss",
        "val"};
    assert_string_equal(shoal_result_text(result, "outcome"), "optimal");
    assert_string_equal(shoal_result_text(result, "warnings.1.code"), "gives_away");
    assert_true(shoal_result_number(result, "value") == 0.25);
    assert_true(shoal_result_number(result, "rows") == 0x1p53);
    assert_true(shoal_result_number(result, "attributes.age.loss") == 0.5);
    assert_true(shoal_result_number(result, "attributes.a.loss") == 8);
    /* The longest key wins: a.b, not a and then b. */
    assert_true(isnan(shoal_result_number(result, "attributes.a.b.loss")));
    assert_true(shoal_result_number(result, "attributes.a.b.groups.2") == 3);
    for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++) {
        assert_null(shoal_result_text(result, nowhere[i]));
        assert_true(isnan(shoal_result_number(result, nowhere[i])));
    }
    shoal_result_free(result);
}

static void attributes_are_listed(void **state) {
    (void)state;
    shoal_result *result = make(document), *other = make("{\"attributes\": 1}");
    shoal_attribute found = {.size = sizeof found};
    assert_true(shoal_result_attribute(result, 0, &found));
    assert_string_equal(found.name, "age");
    assert_true(found.level == 2 && found.groups == -1 && found.loss == 0.5);
    assert_true(shoal_result_attribute(result, 1, &found));
    assert_string_equal(found.name, "a.b");
    assert_true(found.level == -1 && found.groups == 3 && isnan(found.loss));
    assert_true(shoal_result_attribute(result, 2, &found));
    assert_false(shoal_result_attribute(result, 3, &found));
    assert_false(shoal_result_attribute(other, 0, &found));
    /* A program that knows fewer fields gets no more. */
    shoal_attribute shorter = {.size = offsetof(shoal_attribute, groups), .groups = 77};
    assert_true(shoal_result_attribute(result, 1, &shorter));
    assert_int_equal(shorter.groups, 77);
    shoal_result_free(result);
    shoal_result_free(other);
}

static void what_is_no_json_has_no_tree(void **state) {
    (void)state;
    static const char *const wrong[] = {"",    "{",           "{\"a\": 1,}", "nul",
                                        "1 2", "\"\\u0000\"", "1e999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        shoal_result *result = make(wrong[i]);
        assert_null(shoal_result_value(result));
        assert_true(isnan(shoal_result_number(result, "a")));
        shoal_result_free(result);
    }
}

static void *ask(void *result) {
    return (void *)shoal_result_value(result);
}

static void many_threads_get_one_tree(void **state) {
    (void)state;
    enum { ASKED = 8 };
    for (int round = 0; round < 50; round++) {
        shoal_result *result = make(document);
        pthread_t threads[ASKED];
        void *found[ASKED];
        for (size_t i = 0; i < ASKED; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, ask, result), 0);
        for (size_t i = 0; i < ASKED; i++)
            assert_int_equal(pthread_join(threads[i], &found[i]), 0);
        for (size_t i = 0; i < ASKED; i++)
            assert_ptr_equal(found[i], shoal_result_value(result));
        shoal_result_free(result);
    }
}

/* Texts of callers: only the bytes that they name are read. */
static void texts_are_parsed(void **state) {
    (void)state;
    static const char json[] = "{\"a\": [1, null, \"x\"]} and more";
    shoal_value *root = NULL;
    shoal_error error = {0};
    assert_int_equal(shoal_value_parse(&root, json, strlen("{\"a\": [1, null, \"x\"]}"), &error),
                     SHOAL_OK);
    assert_int_equal(shoal_value_count(shoal_value_get(root, "a")), 3);
    shoal_value_free(root);
    shoal_value_free(NULL);
    static const struct {
        const char *bytes;
        size_t length;
    } wrong[] = {{json, sizeof json - 1}, {"", 0}, {NULL, 0}, {"1\0", 2}, {"\"\\u0000\"", 8}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(shoal_value_parse(&root, wrong[i].bytes, wrong[i].length, &error),
                         SHOAL_BAD_DATA);
        assert_null(root);
        assert_string_equal(error.code, "json_invalid");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_parsed),          cmocka_unit_test(values_have_kinds),
        cmocka_unit_test(nothing_has_nothing),       cmocka_unit_test(paths_are_followed),
        cmocka_unit_test(attributes_are_listed),     cmocka_unit_test(what_is_no_json_has_no_tree),
        cmocka_unit_test(many_threads_get_one_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
