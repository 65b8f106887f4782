/* Plans: every key, its values, its mistakes; YAML and where its errors are. */
#include "plan/plan_keys.h"
#include "plan/plan_paths.h"
#include "plan/plan_yaml.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define ROWS(table) (sizeof(table) / sizeof *(table))

static shoal_plan *fresh(void) {
    shoal_plan *plan;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    return plan;
}

static shoal_status parse(shoal_plan *plan, const char *yaml, shoal_error *error) {
    return plan_yaml_parse(plan, yaml, strlen(yaml), "p.yaml", "", error);
}

/* The plan as YAML; the caller frees. */
static char *written(const shoal_plan *plan) {
    text yaml = {0};
    assert_int_equal(plan_yaml_format(&yaml, plan, NULL, NULL, NULL), SHOAL_OK);
    return yaml.bytes;
}

/* ---- Keys ---------------------------------------------------------------------------------- */

static const struct {
    const char *key, *value;
    const char *line; /* of the plan as it is written then */
} values[] = {
    {"version", "1", "version: 1\n"},
    {"attributes.age.role", "quasi", "  age:\n    role: quasi\n"},
    {"attributes.age.role", "sensitive", "    role: sensitive\n"},
    {"attributes.age.role", "identifier", "    role: identifier\n"},
    {"attributes.age.role", "person", "    role: person\n"},
    {"attributes.age.role", "household", "    role: household\n"},
    {"attributes.age.role", "weight", "    role: weight\n"},
    {"pseudonyms", "yes", "pseudonyms: 'yes'\n"},
    {"attributes.a.b.role", "plain", "  a.b:\n    role: plain\n"},
    {"attributes.date of birth.type", "date",
     "  date of birth:\n    role: plain\n    type: date\n"},
    {"attributes.größe.type", "decimal", "  größe:\n"},
    {"attributes.no.type", "integer", "  'no':\n"},
    {"attributes.1.type", "string", "  '1':\n"},
    {"attributes.a: b #c.type", "string", "  'a: b #c':\n"},
    {"attributes.age.weight", "2.5", "    weight: 2.5\n"},
    {"attributes.age.weight", "1", "    weight: 1\n"},
    {"attributes.age.hierarchy", "ranges:5,10", "    hierarchy: ranges:5,10\n"},
    {"attributes.age.top", "add", "    top: add\n"},
    {"attributes.age.constrained", "yes", "    constrained: 'yes'\n"},
    {"attributes.age.order", "low|mid|high", "    order: low|mid|high\n"},
    {"attributes.age.finest", "2", "    finest: 2\n"},
    {"attributes.age.min_level", "2", "    min_level: 2\n"},
    {"attributes.age.max_level", "0", "    max_level: 0\n"},
    {"suppression_weight", "2.5", "suppression_weight: 2.5\n"},
    {"hierarchies", "folder/h", "hierarchies: folder/h\n"},
    {"privacy.k", "5", "privacy:\n  k: 5\n"},
    {"privacy.k", "9223372036854775807", "  k: 9223372036854775807\n"},
    {"suppression", "0.02", "suppression: 0.02\n"},
    {"suppression", "2%", "suppression: 0.02\n"},
    {"suppression", "100%", "suppression: 1\n"},
    {"suppression", "1e-3", "suppression: 0.001\n"},
    {"suppression", "-0", "suppression: 0\n"},
    {"recoding", "lattice", "recoding: lattice\n"},
    {"domain", "hierarchy", "domain: hierarchy\n"},
    {"missing", "wildcard", "  rule: wildcard\n"},
    {"missing.rule", "drop", "  rule: drop\n"},
    {"missing.tokens", "x,,99", "  tokens: [x, '', '99']\n"},
    {"missing.tokens", "", "  tokens: ['']\n"},
    {"identifiers", "mask", "identifiers: mask\n"},
    {"search.algorithm", "optimal", "  algorithm: optimal\n"},
    {"search.metric", "dm", "  metric: dm\n"},
    {"search.metric", "auto", "  metric: auto\n"},
    {"search.evaluations", "1000", "  evaluations: 1000\n"},
    {"search.time_limit", "1.5", "  time_limit: 1.5\n"},
    {"search.memory", "10k", "  memory: 10240\n"},
    {"search.memory", "2G", "  memory: 2147483648\n"},
    {"search.population", "100", "  population: 100\n"},
    {"search.a.b", "c", "  a.b: c\n"},
    {"seed", "18446744073709551615", "seed: 18446744073709551615\n"},
    {"threads", "4", "threads: 4\n"},
    {"threads", "auto", "threads: auto\n"},
    {"threads", "0", "threads: auto\n"},
    {"input.delimiter", ";", "  delimiter: ;\n"},
    {"input.delimiter", "tab", "  delimiter: tab\n"},
    {"input.delimiter", "\\t", "  delimiter: tab\n"},
    {"input.delimiter", "|", "  delimiter: '|'\n"},
    {"input.header", "no", "  header: 'no'\n"},
    {"input.trim", "yes", "  trim: 'yes'\n"},
};

static void test_values(void **state) {
    (void)state;
    for (size_t row = 0; row < ROWS(values); row++) {
        shoal_plan *plan = fresh();
        shoal_error error = {0};
        if (shoal_plan_set(plan, values[row].key, values[row].value, &error) != SHOAL_OK)
            fail_msg("%s = %s: %s", values[row].key, values[row].value, error.message);
        char *yaml = written(plan);
        if (!strstr(yaml, values[row].line))
            fail_msg("%s = %s: no %s in\n%s", values[row].key, values[row].value, values[row].line,
                     yaml);
        memory_free(yaml);
        shoal_plan_free(plan);
    }
}

static const struct {
    const char *key, *value;
    const char *message; /* a part of it */
} mistakes[] = {
    {"version", "2", "version is \"2\", but must be 1"},
    {"privacy.k", "0", "privacy.k is \"0\", but must be a whole number from 1"},
    {"privacy.k", "-1", "privacy.k is \"-1\""},
    {"privacy.k", "five", "privacy.k is \"five\""},
    {"privacy.k", "5.0", "privacy.k is \"5.0\""},
    {"privacy.k", "", "privacy.k is \"\""},
    {"privacy.k", "9223372036854775808", "to 2^63 - 1"},
    {"privacy.k", "99999999999999999999999", "to 2^63 - 1"},
    {"suppression", "5", "suppression is \"5\", but must be a share from 0 to 1"},
    {"suppression", "101%", "a percentage such as 2%"},
    {"suppression", "-0.1", "but must be"},
    {"suppression", "%", "but must be"},
    {"suppression", "nan", "but must be"},
    {"suppression", "0x1", "but must be"},
    {"suppression", "0,02", "but must be"},
    {"attributes.age.role", "quasy",
     "plain, quasi, sensitive, identifier, person, household or weight"},
    {"attributes.age.type", "int", "attributes.age.type is \"int\", but must be auto, integer"},
    {"attributes.age.weight", "0", "a number above 0"},
    {"attributes.age.weight", "inf", "a number above 0"},
    {"attributes.age.weight", "1e999", "a number above 0"},
    {"attributes.age.hierarchy", "", "a builder such as ranges:5,10 or a path"},
    {"attributes.age.top", "yes", "keep or add"},
    {"attributes.age.constrained", "maybe", "no or yes"},
    {"attributes.age.order", "", "ordered values, such as low|mid|high"},
    {"attributes.age.max_level", "-1", "a whole number from 0 to 200"},
    {"attributes.age.min_level", "201", "a whole number from 0 to 200"},
    {"suppression_weight", "0", "a number above 0 and at most 1000000"},
    {"suppression_weight", "1e7", "a number above 0 and at most 1000000"},
    {"suppression_weight", "much", "a number above 0 and at most 1000000"},
    {"attributes.age.finest", "-1", "a whole number from 0 to 200"},
    {"attributes.age.finest", "201", "a whole number from 0 to 200"},
    {"attributes..role", "quasi", "names no attribute"},
    {"attributes.age", "quasi", "did you mean attributes.NAME."},
    {"attributes.age.rôle", "quasi", "did you mean attributes.NAME.role?"},
    {"attributes.age.hierachy", "auto", "did you mean attributes.NAME.hierarchy?"},
    {"hierarchies", "", "the path of a folder"},
    {"recoding", "", "a name"},
    {"domain", "both", "data or hierarchy"},
    {"missing", "ignore", "missing is \"ignore\", but must be category, wildcard or drop"},
    {"identifiers", "keep", "drop or mask"},
    {"search.evaluations", "1e6", "a whole number from 0"},
    {"search.time_limit", "-1", "a number of seconds"},
    {"search.time_limit", "1m", "a number of seconds"},
    {"search.memory", "1X", "a number of bytes such as 500M"},
    {"search.memory", "M", "a number of bytes"},
    {"search.memory", "1MM", "a number of bytes"},
    {"search.memory", "9999999999G", "a number of bytes"},
    {"search.", "1", "names no parameter"},
    {"seed", "18446744073709551616", "from 0 to 2^64 - 1"},
    {"seed", "-1", "seed is \"-1\""},
    {"threads", "1025", "up to 1024"},
    {"threads", "many", "auto or a whole number"},
    {"input.delimiter", "\"", "not a quote"},
    {"input.delimiter", "\n", "one ASCII character"},
    {"input.delimiter", "ä", "one ASCII character"},
    {"input.delimiter", "", "one ASCII character"},
    {"input.header", "true", "auto, yes or no"},
    {"privacy.kk", "5", "\"privacy.kk\" is not a key of the plan; did you mean privacy.k?"},
    {"k", "5", "did you mean privacy.k?"},
    {"supression", "0", "did you mean suppression?"},
    {"metric", "loss", "did you mean search.metric?"},
    {"", "", "is not a key of the plan"},
};

static void test_mistakes(void **state) {
    (void)state;
    for (size_t row = 0; row < ROWS(mistakes); row++) {
        shoal_plan *plan = fresh();
        shoal_error error = {0};
        shoal_status status = shoal_plan_set(plan, mistakes[row].key, mistakes[row].value, &error);
        if (status != SHOAL_USAGE || !strstr(error.message, mistakes[row].message))
            fail_msg("%s = %s: %d %s", mistakes[row].key, mistakes[row].value, (int)status,
                     error.message);
        assert_int_equal(shoal_plan_set(plan, mistakes[row].key, mistakes[row].value, NULL),
                         SHOAL_USAGE);
        shoal_plan_free(plan);
    }
}

static void test_long_values_make_whole_messages(void **state) {
    (void)state;
    char value[2001];
    for (size_t i = 0; i + 1 < sizeof value; i += 2)
        memcpy(value + i, "ä", 2);
    value[2000] = '\0';
    shoal_plan *plan = fresh();
    shoal_error error = {0};
    assert_int_equal(shoal_plan_set(plan, "privacy.k", value, &error), SHOAL_USAGE);
    assert_non_null(strstr(error.message, "ä\", but must be a whole number"));
    assert_int_equal(shoal_plan_set(plan, value, "1", &error), SHOAL_USAGE);
    shoal_plan_free(plan);
}

static bool is_of_attributes(const shoal_plan_key *key) {
    return strstr(key->key, "NAME") != NULL;
}

/* Every flag has a name of its own, except that one of attributes, with NAME=VALUE, may share that
 * of one of the plan; and the row that parses its key stands first. */
static void test_table(void **state) {
    (void)state;
    for (size_t i = 0; shoal_plan_key_at(i); i++) {
        const shoal_plan_key *key = shoal_plan_key_at(i);
        assert_non_null(key->summary);
        assert_int_equal(key->flag != NULL, key->value != NULL || key->fixed != NULL);
        for (size_t j = 0; key->flag && j < i; j++)
            if (shoal_plan_key_at(j)->flag &&
                is_of_attributes(key) == is_of_attributes(shoal_plan_key_at(j)))
                assert_string_not_equal(key->flag, shoal_plan_key_at(j)->flag);
        if (key->fixed)
            assert_non_null(plan_key_resolve(key->key)->form);
    }
    assert_null(shoal_plan_key_at(1000));
}

static void test_lookups(void **state) {
    (void)state;
    shoal_plan *plan = fresh();
    assert_string_equal(plan_metric(plan), "loss");
    assert_int_equal(shoal_plan_set(plan, "attributes.age.role", "quasi", NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "attributes.sex.role", "quasi", NULL), SHOAL_OK);
    assert_int_equal(plan_count_role(plan, ROLE_QUASI), 2);
    assert_int_equal(plan_role_of(plan, "age"), ROLE_QUASI);
    assert_int_equal(plan_role_of(plan, "other"), ROLE_PLAIN);
    assert_null(plan_find(plan, "other"));
    assert_true(plan_is_missing(plan, "?") && plan_is_missing(plan, "") &&
                plan_is_missing(plan, "NA"));
    assert_false(plan_is_missing(plan, "na"));
    assert_int_equal(shoal_plan_set(plan, "attributes.age.weight", "3", NULL), SHOAL_OK);
    assert_string_equal(plan_metric(plan), "nwp");
    assert_int_equal(shoal_plan_set(plan, "search.metric", "dm", NULL), SHOAL_OK);
    assert_string_equal(plan_metric(plan), "dm");
    shoal_plan_free(plan);
    shoal_plan_free(NULL);
}

/* ---- YAML ---------------------------------------------------------------------------------- */

static const struct {
    const char *yaml;
    int line, column;
    const char *message;
} errors[] = {
    {"privacy:\n  k: five\n", 2, 6, "p.yaml:2:6: privacy.k is \"five\""},
    {"privacy:\n  kk: 5\n", 2, 3, "p.yaml:2:3: \"privacy.kk\" is not a key"},
    {"privcy: {k: 5}\n", 1, 10, "did you mean privacy.k?"},
    {"seed: 1\nseed: 2\n", 2, 1, "\"seed\" occurs twice"},
    {"attributes:\n  a: {role: quasi}\n  a: {role: plain}\n", 3, 3, "\"a\" occurs twice"},
    {"attributes: {a: {role: quasi, role: quasi}}", 1, 31, "occurs twice"},
    {"a: &x 1\n", 1, 4, "anchors"},
    {"a: *x\n", 1, 4, "anchors"},
    {"missing: {tokens: [b\n", 2, 1, "not valid YAML"},
    {"seed: 1\n  k: 2\n", 1, 7, "seed is \"1 k\""},
    {"seed: \"1\n", 2, 1, "not valid YAML"},
    {"seed: 1\n\tk: 2\n", 2, 1, "not valid YAML"},
    {"seed: \xff\n", 1, 7, "not valid YAML"},
    {"- 1\n", 1, 1, "a plan is a map"},
    {"words\n", 1, 1, "a plan is a map"},
    {"seed: 1\n---\nseed: 2\n", 2, 1, "a single YAML document"},
    {"seed: [1]\n", 1, 7, "only missing.tokens"},
    {"missing: {tokens: [[1]]}\n", 1, 20, "a token must be text"},
    {"? [a]\n: b\n", 1, 3, "a key must be plain text"},
    {"search: {a: {b: 1}}\n", 1, 13, "a map is not possible here"},
    {"attributes: {a: {role: {b: c}}}\n", 1, 24, "a map is not possible here"},
    {"attributes: {a: {b.role: quasi}}\n", 1, 18, "no such key"},
    {"attributes.a: {role: quasi}\n", 1, 15, "a map is not possible here"},
    {"\"\": {seed: 3}\n", 1, 6, "is not a key"},
    {"seed: \"1\\02\"\n", 1, 7, "NUL"},
    {"version: 2\n", 1, 10, "newer"},
    {"attributes:\n  age:\n", 2, 7, "attributes.age.role is \"\""},
};

static void test_yaml_errors(void **state) {
    (void)state;
    for (size_t row = 0; row < ROWS(errors); row++) {
        shoal_plan *plan = fresh();
        shoal_error error = {0};
        shoal_status status = parse(plan, errors[row].yaml, &error);
        if (status != SHOAL_USAGE || !strstr(error.message, errors[row].message) ||
            error.line != errors[row].line || error.column != errors[row].column)
            fail_msg("%s-> %d, %d:%d %s", errors[row].yaml, (int)status, (int)error.line,
                     (int)error.column, error.message);
        shoal_plan_free(plan);
    }
}

static const struct {
    const char *yaml, *line;
} documents[] = {
    {"", "recoding: lattice\n"},
    {"# nothing\n---\n...\n", "recoding: lattice\n"},
    {"version: 1\nprivacy: {k: 7}\n", "  k: 7\n"},
    {"privacy.k: 7\n", "  k: 7\n"},
    {"attributes: {age: quasi}\n", "  age:\n    role: quasi\n"},
    {"attributes:\n  ? \"a\\nb\"\n  : {role: quasi}\n", "\"a\\nb\""},
    {"missing: drop\n", "  rule: drop\n"},
    {"missing: {rule: wildcard, tokens: []}\n", "  tokens: []\n"},
    {"missing: {tokens: [null, \"a,b\", '?']}\n", "  tokens: ['null', 'a,b', '?']\n"},
    {"missing: {tokens: one}\n", "  tokens: [one]\n"},
    {"search: {population: 10, algorithm: random}\n", "  population: 10\n"},
    {"suppression: 5%\n", "suppression: 0.05\n"},
    {"seed: !!int 3\n", "seed: 3\n"},
};

static void test_yaml_documents(void **state) {
    (void)state;
    for (size_t row = 0; row < ROWS(documents); row++) {
        shoal_plan *plan = fresh();
        shoal_error error = {0};
        if (parse(plan, documents[row].yaml, &error) != SHOAL_OK)
            fail_msg("%s: %s", documents[row].yaml, error.message);
        char *yaml = written(plan);
        if (!strstr(yaml, documents[row].line))
            fail_msg("%s: no %s in\n%s", documents[row].yaml, documents[row].line, yaml);
        memory_free(yaml);
        shoal_plan_free(plan);
    }
}

static void test_yaml_limits(void **state) {
    (void)state;
    shoal_plan *plan = fresh();
    text yaml = {0};
    text_add_string(&yaml, "search:\n");
    for (int i = 0; i <= PLAN_YAML_MOST_KEYS; i++)
        text_format(&yaml, "  p%d: 1\n", i);
    shoal_error error = {0};
    assert_int_equal(parse(plan, yaml.bytes, &error), SHOAL_USAGE);
    assert_non_null(strstr(error.message, "more than 10000"));
    yaml.length = 0;
    for (int i = 0; i < 100000; i++)
        text_add_string(&yaml, "[");
    assert_int_equal(parse(plan, yaml.bytes, &error), SHOAL_USAGE);
    text_free(&yaml);
    shoal_plan_free(plan);
}

static void test_not_utf8_is_not_written(void **state) {
    (void)state;
    static const char *const names[] = {"stra\xdf e", "\xc0\x80", "\xed\xa0\x80",
                                        "\xf5\x80\x80\x80", "\xe2\x82"};
    for (size_t row = 0; row < ROWS(names); row++) {
        shoal_plan *plan = fresh();
        assert_non_null(plan_attribute_named(plan, names[row]));
        text yaml = {0};
        shoal_error error = {0};
        assert_int_equal(plan_yaml_format(&yaml, plan, NULL, NULL, &error), SHOAL_USAGE);
        assert_non_null(strstr(error.message, "not UTF-8"));
        text_free(&yaml);
        shoal_plan_free(plan);
    }
}

/* ---- Paths --------------------------------------------------------------------------------- */

static const struct {
    const char *key, *value, *folder, *inside; /* outside -> inside a file of /home/p or below */
} paths[] = {
    {"hierarchies", "h", "/home/p", "h"},
    {"hierarchies", "out/h", "/home/p/out", "h"},
    {"hierarchies", "h", "/home/p/out", "/home/p/h"},
    {"hierarchies", "/abs/h", "/home/p", "/abs/h"},
    {"attributes.a.hierarchy", "a.csv", "/home/p/out", "/home/p/a.csv"},
    {"attributes.a.hierarchy", "places:a.csv", "/home/p/out", "places:/home/p/a.csv"},
    {"attributes.a.hierarchy", "places:out/a.csv", "/home/p/out", "places:a.csv"},
    {"attributes.a.hierarchy", "ranges:5,10", "/home/p/out", "ranges:5,10"},
    {"attributes.a.hierarchy", "auto", "/home/p/out", "auto"},
    {"attributes.a.order", "a/b|c", "/home/p/out", "a/b|c"},
    {"attributes.a.hierarchy", "groups:a/b|c", "/home/p/out", "groups:a/b|c"},
    {"seed", "1", "/home/p/out", "1"},
};

static void test_paths(void **state) {
    (void)state;
    for (size_t row = 0; row < ROWS(paths); row++) {
        text inside = {0};
        plan_path_to_file(&inside, plan_key_resolve(paths[row].key), paths[row].value, "/home/p",
                          paths[row].folder);
        assert_string_equal(inside.bytes, paths[row].inside);
        text_free(&inside);
    }
}

static void put(const char *path, const char *content) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(content, file) >= 0 && fclose(file) == 0);
}

static void test_files(void **state) {
    (void)state;
    char folder[] = "/tmp/shoal-plan-XXXXXX", path[64], expected[64], other[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/p.yaml", folder);
    snprintf(other, sizeof other, "%s/q.yaml", folder);
    snprintf(expected, sizeof expected, "%s/h", folder);
    put(path, "hierarchies: h\nattributes: {a: {hierarchy: 'places:m.csv'}}\n");
    shoal_plan *plan = fresh();
    shoal_error error = {0};
    assert_int_equal(shoal_plan_read(plan, path, &error), SHOAL_OK);
    assert_string_equal(plan->hierarchies, expected);
    assert_non_null(strstr(plan_find(plan, "a")->hierarchy, "/m.csv"));
    assert_int_equal(shoal_plan_write(plan, other, &error), SHOAL_OK);
    shoal_plan *again = fresh();
    assert_int_equal(shoal_plan_read(again, other, &error), SHOAL_OK);
    assert_string_equal(again->hierarchies, plan->hierarchies);
    assert_int_equal(shoal_plan_read(plan, folder, &error), SHOAL_IO);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(unlink(other), 0);
    assert_int_equal(shoal_plan_read(plan, path, &error), SHOAL_IO);
    assert_non_null(strstr(error.message, path));
    assert_int_equal(rmdir(folder), 0);
    shoal_plan_free(again);
    shoal_plan_free(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_long_values_make_whole_messages),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_lookups),
        cmocka_unit_test(test_yaml_errors),
        cmocka_unit_test(test_yaml_documents),
        cmocka_unit_test(test_yaml_limits),
        cmocka_unit_test(test_not_utf8_is_not_written),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
