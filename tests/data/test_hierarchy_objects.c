/* Hierarchies that programs make: from text, from labels, shared. */
#include "data/hierarchy.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void assert_labels(const shoal_hierarchy *of, const char *const *expected) {
    for (int64_t value = 0; value < shoal_hierarchy_values(of); value++)
        for (int64_t level = 0; level <= shoal_hierarchy_height(of); level++)
            assert_string_equal(shoal_hierarchy_label(of, value, level), *expected++);
}

static const char *const towns[] = {"Oslo", "Norway", "*",     "Bergen", "Norway",
                                    "*",    "Rome",   "Italy", "*"};

static void text_and_labels_give_the_same(void **state) {
    (void)state;
    static const char csv[] = "Oslo;Norway;*\nBergen;Norway;*\n\"Rome\";Italy;*\n";
    shoal_hierarchy *parsed, *made;
    assert_int_equal(shoal_hierarchy_parse(&parsed, csv, strlen(csv), NULL), SHOAL_OK);
    assert_int_equal(shoal_hierarchy_from_labels(&made, towns, 3, 2, NULL), SHOAL_OK);
    assert_labels(parsed, towns);
    assert_labels(made, towns);
    assert_int_equal(shoal_hierarchy_find(parsed, "Rome"), 2);
    assert_int_equal(shoal_hierarchy_find(made, "Rome"), 2);
    assert_int_equal(shoal_hierarchy_find(made, "Italy"), -1);
    shoal_hierarchy_free(parsed);
    shoal_hierarchy_free(made);
}

static void mistakes_are_named(void **state) {
    (void)state;
    static const char *const twice[] = {"a", "x", "b", "y", "a", "y"};
    static const char *const gap[] = {"a", "x", "b", NULL};
    static const char split[] = "a;x;1\nb;x;2\n";
    shoal_error error = {0};
    shoal_hierarchy *made = NULL;
    assert_int_equal(shoal_hierarchy_from_labels(&made, twice, 3, 1, &error), SHOAL_BAD_DATA);
    assert_non_null(strstr(error.message, "mapped two ways"));
    assert_int_equal(error.line, 3);
    assert_null(made);
    assert_int_equal(shoal_hierarchy_from_labels(&made, gap, 2, 1, &error), SHOAL_BAD_DATA);
    assert_non_null(strstr(error.message, "value 2 has no label of level 1"));
    assert_int_equal(shoal_hierarchy_from_labels(&made, gap, 1, 201, &error), SHOAL_BAD_DATA);
    assert_non_null(strstr(error.message, "201 levels"));
    assert_int_equal(shoal_hierarchy_parse(&made, split, strlen(split), &error), SHOAL_BAD_DATA);
    assert_non_null(strstr(error.message, "not a coarsening"));
    assert_int_equal(error.line, 2);
    assert_null(made);
}

static void a_copy_can_change(void **state) {
    (void)state;
    static const char *const labels[] = {"a", "x", "b", "y"};
    static const char *const topped[] = {"a", "x", "*", "b", "y", "*"};
    shoal_hierarchy *made, *copy;
    assert_int_equal(shoal_hierarchy_from_labels(&made, labels, 2, 1, NULL), SHOAL_OK);
    assert_int_equal(hierarchy_copy(&copy, made, "copy", NULL), SHOAL_OK);
    assert_int_equal(hierarchy_add_top(copy, NULL), SHOAL_OK);
    assert_labels(made, labels);
    assert_labels(copy, topped);
    shoal_hierarchy_free(made);
    assert_labels(copy, topped);
    shoal_hierarchy_free(copy);
}

static void *share_often(void *of) {
    for (int i = 0; i < 10000; i++)
        shoal_hierarchy_free(shoal_hierarchy_share(of));
    return NULL;
}

/* Threads share and free at once; the last reference is still whole. */
static void references_are_counted(void **state) {
    (void)state;
    shoal_hierarchy *made, *kept;
    pthread_t threads[4];
    assert_null(shoal_hierarchy_share(NULL));
    assert_int_equal(shoal_hierarchy_from_labels(&made, towns, 3, 2, NULL), SHOAL_OK);
    kept = shoal_hierarchy_share(made);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, share_often, made), 0);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    shoal_hierarchy_free(made);
    assert_labels(kept, towns);
    shoal_hierarchy_free(kept);
    shoal_hierarchy_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_and_labels_give_the_same),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(a_copy_can_change),
        cmocka_unit_test(references_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
