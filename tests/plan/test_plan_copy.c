/* A copy of a plan reads like the plan. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan_yaml.h"

static const char *const settings[][2] = {
    {"attributes.age.role", "quasi"},
    {"attributes.age.hierarchy", "ranges:5,10"},
    {"attributes.age.weight", "2.5"},
    {"attributes.town.part.role", "identifier"},
    {"attributes.wage.type", "integer"},
    {"privacy.k", "7"},
    {"privacy.l", "2"},
    {"privacy.max_risk", "0.09"},
    {"privacy.models", "t-closeness t=0.3"},
    {"suppression", "3%"},
    {"recoding", "cut"},
    {"missing.rule", "drop"},
    {"missing.tokens", "x,,y"},
    {"search.population", "40"},
    {"search.time_limit", "2.5"},
    {"seed", "18446744073709551615"},
    {"threads", "3"},
    {"input.delimiter", ";"},
    {"input.header", "no"},
    {"warnings.accept", "near_unique"},
};

static shoal_plan *make(void) {
    shoal_plan *plan;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    return plan;
}

static void assert_same(const shoal_plan *one, const shoal_plan *other) {
    text first = {0}, second = {0};
    assert_int_equal(plan_yaml_format(&first, one, NULL, NULL, NULL), SHOAL_OK);
    assert_int_equal(plan_yaml_format(&second, other, NULL, NULL, NULL), SHOAL_OK);
    assert_string_equal(first.bytes, second.bytes);
    text_free(&first);
    text_free(&second);
}

static void a_copy_says_the_same(void **state) {
    (void)state;
    shoal_plan *plan = make(), *usual = make(), *copy = make();
    assert_int_equal(plan_copy_onto(copy, usual, NULL), SHOAL_OK);
    assert_same(copy, usual);
    assert_false(copy->suppression_given);
    shoal_plan_free(copy);
    copy = make();
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        assert_int_equal(shoal_plan_set(plan, settings[i][0], settings[i][1], NULL), SHOAL_OK);
    assert_int_equal(plan_copy_onto(copy, plan, NULL), SHOAL_OK);
    assert_same(copy, plan);
    assert_int_equal(copy->k, plan->k);
    assert_true(copy->suppression_given);
    shoal_plan_free(plan);
    shoal_plan_free(usual);
    shoal_plan_free(copy);
}

static void attributes_keep_their_places(void **state) {
    (void)state;
    shoal_plan *plan = make(), *copy = make();
    assert_int_equal(shoal_plan_set(plan, "attributes.b.role", "quasi", NULL), SHOAL_OK);
    assert_non_null(plan_attribute_named(copy, "a"));
    assert_non_null(plan_attribute_named(copy, "b"));
    assert_int_equal(plan_copy_onto(copy, plan, NULL), SHOAL_OK);
    assert_string_equal(copy->attributes[0].name, "a");
    assert_int_equal(copy->attributes[0].role, ROLE_PLAIN);
    assert_string_equal(copy->attributes[1].name, "b");
    assert_int_equal(copy->attributes[1].role, ROLE_QUASI);
    shoal_plan_free(plan);
    shoal_plan_free(copy);
}

/* Without the key, the plan reads as if it had never been set, and all else stays. */
static void keys_are_unset(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        shoal_plan *plan = make(), *expected = make();
        for (size_t j = 0; j < sizeof settings / sizeof *settings; j++) {
            const char *key = settings[j][0], *value = settings[j][1];
            assert_int_equal(shoal_plan_set(plan, key, value, NULL), SHOAL_OK);
            if (j != i)
                assert_int_equal(shoal_plan_set(expected, key, value, NULL), SHOAL_OK);
        }
        assert_int_equal(shoal_plan_unset(plan, settings[i][0], NULL), SHOAL_OK);
        if (strncmp(settings[i][0], "attributes.", 11) == 0) {
            char *left = NULL, *other = NULL;
            assert_int_equal(shoal_plan_get(&left, plan, settings[i][0], NULL), SHOAL_OK);
            assert_int_equal(shoal_plan_get(&other, expected, settings[i][0], NULL), SHOAL_OK);
            assert_true(!other || (left && strcmp(left, other) == 0));
            shoal_free(left);
            shoal_free(other);
        } else {
            assert_same(plan, expected);
        }
        shoal_plan_free(plan);
        shoal_plan_free(expected);
    }
}

static void unknown_keys_are_not_unset(void **state) {
    (void)state;
    shoal_plan *plan = make();
    shoal_error error = {0};
    assert_int_equal(shoal_plan_unset(plan, "privacy.kk", &error), SHOAL_USAGE);
    assert_string_equal(error.code, "key_unknown");
    assert_int_equal(shoal_plan_unset(plan, "attributes.nobody.role", &error), SHOAL_OK);
    assert_null(shoal_plan_attribute(plan, 0));
    shoal_plan_free(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_unset),
        cmocka_unit_test(unknown_keys_are_not_unset),
        cmocka_unit_test(a_copy_says_the_same),
        cmocka_unit_test(attributes_keep_their_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
