/* Values by their type: what is set is read back, for every key. */
#include "plan/plan_keys.h"
#include "plan/plan_objects.h"
#include "plan/plan_yaml.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define ROWS(table) (sizeof(table) / sizeof *(table))

static shoal_plan *fresh(void) {
    shoal_plan *plan;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    return plan;
}

static void assert_get(const shoal_plan *plan, const char *key, const char *expected) {
    char *value;
    shoal_error error = {0};
    if (shoal_plan_get(&value, plan, key, &error) != SHOAL_OK)
        fail_msg("%s: %s", key, error.message);
    if (!expected)
        assert_null(value);
    else if (!value || strcmp(value, expected) != 0)
        fail_msg("%s is %s, not %s", key, value ? value : "not set", expected);
    shoal_free(value);
}

static void assert_same(const shoal_plan *one, const shoal_plan *other) {
    char *first, *second;
    assert_int_equal(shoal_plan_format(&first, one, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_format(&second, other, NULL), SHOAL_OK);
    assert_string_equal(first, second);
    shoal_free(first);
    shoal_free(second);
}

/* ---- Every key ----------------------------------------------------------------------------- */

static const struct {
    const char *key, *value;
    const char *got; /* NULL: the same */
} values[] = {
    {"version", "1", NULL},
    {"attributes.a.b.role", "quasi", NULL},
    {"attributes.a.type", "date", NULL},
    {"attributes.a.weight", "0.1", NULL},
    {"attributes.a.hierarchy", "ranges:5,10", NULL},
    {"attributes.a.top", "add", NULL},
    {"attributes.a.constrained", "yes", NULL},
    {"attributes.a.order", "x|y\\|z", NULL},
    {"attributes.a.finest", "2", NULL},
    {"attributes.a.decimal", ",", "comma"},
    {"attributes.a.missing", "NaN,null", NULL},
    {"attributes.a.min_level", "1", NULL},
    {"attributes.a.max_level", "0", NULL},
    {"attributes.a.shape", "set", NULL},
    {"attributes.a.local", "keep", NULL},
    {"attributes.a.top_code", "99%", NULL},
    {"attributes.a.bottom_code", "15000", NULL},
    {"hierarchies", "some/folder", NULL},
    {"privacy.k", "9223372036854775807", NULL},
    {"privacy.l", "3", NULL},
    {"privacy.t", "0.25", NULL},
    {"privacy.max_risk", "0.090", NULL},
    {"privacy.max_average_risk", "0.05", NULL},
    {"privacy.max_uniques", "0", NULL},
    {"privacy.dominance", "0.2", NULL},
    {"privacy.models", "l-diversity l=3; t-closeness t=0.2", NULL},
    {"population.file", "people.csv", NULL},
    {"population.size", "100000", NULL},
    {"risk.threshold", "0.2", NULL},
    {"risk.combinations", "2", NULL},
    {"target", "income", NULL},
    {"suppression", "2%", "0.02"},
    {"suppression_weight", "2.5", NULL},
    {"suppressed", "keep", NULL},
    {"recoding", "cut", NULL},
    {"then", "suppress", NULL},
    {"round_bounds", "no", NULL},
    {"where", "database", NULL},
    {"purpose", "train", NULL},
    {"context.purpose", "research", NULL},
    {"context.recipients", "two universities", NULL},
    {"context.release", "controlled", NULL},
    {"context.likelihood", "low", NULL},
    {"context.motive", "curiosity", NULL},
    {"context.reviewer", "the board", NULL},
    {"context.review_date", "2027-03-31", NULL},
    {"groups", "a,b|c", NULL},
    {"domain", "hierarchy", NULL},
    {"missing.rule", "drop", NULL},
    {"missing.tokens", "x,,99", NULL},
    {"identifiers", "mask", NULL},
    {"order", "input", NULL},
    {"unnamed", "drop", NULL},
    {"pseudonyms", "yes", NULL},
    {"warnings.strict", "yes", NULL},
    {"warnings.accept", "near_unique,gives_away", NULL},
    {"search.algorithm", "optimal", NULL},
    {"search.metric", "dm", NULL},
    {"search.objectives", "loss,max:k_eff", NULL},
    {"search.prefer", "nwp=0.2,necd=0.1", NULL},
    {"search.evaluations", "1000", NULL},
    {"search.time_limit", "1.5", NULL},
    {"search.prove", "0", NULL},
    {"search.memory", "2G", "2147483648"},
    {"search.some.parameter", "40", NULL},
    {"seed", "18446744073709551615", NULL},
    {"threads", "7", NULL},
    {"input.encoding", "latin1", NULL},
    {"input.decimal", "point", NULL},
    {"input.delimiter", "\\t", "tab"},
    {"input.header", "no", NULL},
    {"input.trim", "yes", NULL},
    {"input.sheet", "second", NULL},
};

static bool is_tried(const plan_key *key) {
    for (size_t row = 0; row < ROWS(values); row++)
        if (strcmp(plan_key_resolve(values[row].key)->shown.key, key->shown.key) == 0)
            return true;
    return false;
}

static void every_key_is_tried(void **state) {
    (void)state;
    for (const plan_key *key = plan_key_table; key->shown.key; key++)
        if (!is_tried(key))
            fail_msg("%s", key->shown.key);
}

static void what_is_set_is_read(void **state) {
    (void)state;
    for (size_t row = 0; row < ROWS(values); row++) {
        const char *key = values[row].key;
        shoal_plan *plan = fresh(), *again = fresh();
        char *got;
        assert_int_equal(shoal_plan_set(plan, key, values[row].value, NULL), SHOAL_OK);
        if (strcmp(key, "input.encoding") != 0) /* its name is another's choice */
            assert_get(plan, key, values[row].got ? values[row].got : values[row].value);
        assert_int_equal(shoal_plan_get(&got, plan, key, NULL), SHOAL_OK);
        assert_int_equal(shoal_plan_set(again, key, got, NULL), SHOAL_OK);
        assert_same(plan, again);
        shoal_free(got);
        shoal_plan_free(plan);
        shoal_plan_free(again);
    }
}

static void nothing_is_set_at_first(void **state) {
    (void)state;
    static const char *const unset[] = {"attributes.a.role", "attributes.a.hierarchy",
                                        "privacy.k",         "privacy.models",
                                        "population.file",   "search.some",
                                        "input.encoding",    "target"};
    shoal_plan *plan = fresh();
    for (size_t i = 0; i < ROWS(unset); i++)
        assert_get(plan, unset[i], NULL);
    assert_get(plan, "recoding", "lattice");
    assert_get(plan, "missing.tokens", "?,,NA");
    assert_get(plan, "missing", "category");
    shoal_error error = {0};
    char *value;
    assert_int_equal(shoal_plan_get(&value, plan, "privacy.kk", &error), SHOAL_USAGE);
    assert_string_equal(error.code, "key_unknown");
    assert_null(value);
    shoal_plan_free(plan);
}

/* ---- Numbers, flags, lists ----------------------------------------------------------------- */

static void numbers_lose_nothing(void **state) {
    (void)state;
    static const double tried[] = {0.1, 1.0 / 3, 0.00001, 1e-300, 123456789.123456789,
                                   2,   1e15,    1e22,    5e-324, 1.7976931348623157e308};
    shoal_plan *plan = fresh();
    for (size_t i = 0; i < ROWS(tried); i++) {
        assert_int_equal(shoal_plan_set_number(plan, "attributes.a.weight", tried[i], NULL),
                         SHOAL_OK);
        assert_true(plan_find(plan, "a")->weight == tried[i]);
    }
    assert_int_equal(shoal_plan_set_number(plan, "privacy.max_risk", 0.00001, NULL), SHOAL_OK);
    assert_get(plan, "privacy.max_risk", "0.00001");
    assert_int_equal(shoal_plan_set_number(plan, "privacy.k", 1e15, NULL), SHOAL_OK);
    assert_get(plan, "privacy.k", "1000000000000000");
    assert_int_equal(shoal_plan_set_integer(plan, "privacy.k", INT64_MAX, NULL), SHOAL_OK);
    assert_get(plan, "privacy.k", "9223372036854775807");
    shoal_plan_free(plan);
}

static void numbers_are_checked(void **state) {
    (void)state;
    shoal_error error = {0};
    shoal_plan *plan = fresh();
    assert_int_equal(shoal_plan_set_number(plan, "privacy.t", (double)NAN, &error), SHOAL_USAGE);
    assert_string_equal(error.code, "value_invalid");
    assert_int_equal(shoal_plan_set_number(plan, "privacy.max_risk", 1.0 / 3, &error), SHOAL_USAGE);
    assert_int_equal(shoal_plan_set_number(plan, "privacy.k", 2.5, &error), SHOAL_USAGE);
    assert_int_equal(shoal_plan_set_integer(plan, "privacy.k", -1, &error), SHOAL_USAGE);
    assert_int_equal(shoal_plan_set_integer(plan, "attributes.a.role", 1, &error), SHOAL_USAGE);
    assert_get(plan, "privacy.k", NULL);
    shoal_plan_free(plan);
}

static void flags_are_words(void **state) {
    (void)state;
    static const struct {
        const char *key, *yes, *no;
    } tried[] = {
        {"pseudonyms", "yes", NULL},         {"warnings.strict", "yes", NULL},
        {"attributes.a.top", "add", "keep"}, {"attributes.a.constrained", "yes", "no"},
        {"input.header", "yes", "no"},       {"search.some", "yes", "no"},
    };
    shoal_error error = {0};
    shoal_plan *plan = fresh();
    for (size_t i = 0; i < ROWS(tried); i++) {
        assert_int_equal(shoal_plan_set_flag(plan, tried[i].key, true, NULL), SHOAL_OK);
        assert_get(plan, tried[i].key, tried[i].yes);
        assert_int_equal(shoal_plan_set_flag(plan, tried[i].key, false, NULL), SHOAL_OK);
        assert_get(plan, tried[i].key, tried[i].no);
    }
    assert_int_equal(shoal_plan_set_flag(plan, "target", true, &error), SHOAL_USAGE);
    assert_string_equal(error.code, "value_invalid");
    assert_string_equal(error.key, "target");
    assert_int_equal(shoal_plan_set_flag(plan, "attributes.a.role", true, &error), SHOAL_USAGE);
    assert_int_equal(shoal_plan_set_flag(plan, "pseudonym", true, &error), SHOAL_USAGE);
    assert_string_equal(error.code, "key_unknown");
    shoal_plan_free(plan);
}

static void lists_are_texts(void **state) {
    (void)state;
    static const struct {
        const char *key, *item[2], *text;
    } tried[] = {
        {"missing.tokens", {"", "x"}, ",x"},
        {"privacy.models",
         {"l-diversity l=2", "t-closeness t=0.3"},
         "l-diversity l=2; t-closeness t=0.3"},
        {"warnings.accept", {"near_unique", "gives_away"}, "near_unique,gives_away"},
        {"search.objectives", {"loss", "k_eff"}, "loss,k_eff"},
        {"groups", {"a,b", "c"}, "a,b|c"},
        {"attributes.a.missing", {"NaN", "nil"}, "NaN,nil"},
        {"attributes.a.order", {"x|y\\", "z"}, "x\\|y\\\\|z"},
    };
    for (size_t i = 0; i < ROWS(tried); i++) {
        shoal_plan *plan = fresh(), *again = fresh();
        assert_int_equal(shoal_plan_set_list(plan, tried[i].key, tried[i].item, 2, NULL), SHOAL_OK);
        assert_get(plan, tried[i].key, tried[i].text);
        assert_int_equal(shoal_plan_set(again, tried[i].key, tried[i].text, NULL), SHOAL_OK);
        assert_same(plan, again);
        assert_int_equal(shoal_plan_set_list(plan, tried[i].key, NULL, 0, NULL), SHOAL_OK);
        bool usual = strcmp(tried[i].key, "search.objectives") == 0;
        assert_get(plan, tried[i].key, usual ? "auto" : NULL);
        shoal_plan_free(plan);
        shoal_plan_free(again);
    }
}

static void lists_are_checked(void **state) {
    (void)state;
    static const char *const items[] = {"a,b", "c"};
    shoal_error error = {0};
    shoal_plan *plan = fresh();
    char *value;
    assert_int_equal(shoal_plan_set_list(plan, "attributes.a.missing", items, 2, &error),
                     SHOAL_USAGE);
    assert_string_equal(error.code, "value_invalid");
    assert_int_equal(shoal_plan_set_list(plan, "privacy.k", items, 2, &error), SHOAL_USAGE);
    assert_int_equal(shoal_plan_set_list(plan, "recoding", items + 1, 1, &error), SHOAL_OK);
    assert_get(plan, "recoding", "c");
    /* Tokens with commas exist, but only as a list. */
    assert_int_equal(shoal_plan_set_list(plan, "missing.tokens", items, 2, NULL), SHOAL_OK);
    assert_true(plan_is_missing(plan, "a,b"));
    assert_int_equal(shoal_plan_get(&value, plan, "missing.tokens", &error), SHOAL_USAGE);
    assert_string_equal(error.code, "value_is_list");
    assert_null(value);
    shoal_plan_free(plan);
}

/* ---- Texts and attributes ------------------------------------------------------------------ */

static void plans_go_through_memory(void **state) {
    (void)state;
    static const char given[] = "privacy: {k: 7}\nattributes: {b: quasi, a.c: {role: sensitive}}\n";
    shoal_plan *plan = fresh(), *again = fresh();
    shoal_error error = {0};
    char *made;
    assert_int_equal(shoal_plan_parse(plan, given, strlen(given), NULL), SHOAL_OK);
    assert_string_equal(shoal_plan_attribute(plan, 0), "b");
    assert_string_equal(shoal_plan_attribute(plan, 1), "a.c");
    assert_null(shoal_plan_attribute(plan, 2));
    assert_int_equal(shoal_plan_format(&made, plan, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_parse(again, made, strlen(made), NULL), SHOAL_OK);
    assert_same(plan, again);
    shoal_free(made);
    assert_int_equal(shoal_plan_parse(plan, "k: 5\n", 5, &error), SHOAL_USAGE);
    assert_int_equal(error.line, 1);
    assert_int_equal(shoal_plan_parse(plan, given, PLAN_YAML_MOST_BYTES + 1, &error), SHOAL_USAGE);
    assert_string_equal(error.code, "plan_too_large");
    shoal_plan_free(plan);
    shoal_plan_free(again);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_is_tried),      cmocka_unit_test(what_is_set_is_read),
        cmocka_unit_test(nothing_is_set_at_first), cmocka_unit_test(numbers_lose_nothing),
        cmocka_unit_test(numbers_are_checked),     cmocka_unit_test(flags_are_words),
        cmocka_unit_test(lists_are_texts),         cmocka_unit_test(lists_are_checked),
        cmocka_unit_test(plans_go_through_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
