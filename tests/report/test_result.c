/* The forms of a result: JSON, summary, page. */
#include "report/json.h"
#include "report/result.h"
#include "report/utf8.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct string_case {
    const char *name;
    const char *value;
    const char *printed;
} string_case;

static void strings_are_escaped(void **state) {
    (void)state;
    static const string_case cases[] = {
        {"plain", "age", "\"age\"\n"},
        {"empty", "", "\"\"\n"},
        {"quote and backslash", "a\"b\\c", "\"a\\\"b\\\\c\"\n"},
        {"line break and control", "a\nb\x01", "\"a\\u000ab\\u0001\"\n"},
        {"two to four bytes", "é€😀", "\"é€😀\"\n"},
        {"Latin-1", "M\xE1laga", "\"Málaga\"\n"},
        {"UTF-8 and Latin-1", "… M\xE1laga", "\"… Málaga\"\n"},
        {"Windows-1252", "5 \x80 \x96 10 \x80", "\"5 € – 10 €\"\n"},
        {"no character there", "a\x81z", "\"a\xEF\xBF\xBDz\"\n"},
        {"cut character", "a\xE2\x82", "\"aâ‚\"\n"},
        {"overlong", "\xC0\xAF", "\"À¯\"\n"},
        {"surrogate", "\xED\xA0\x80", "\"í\xC2\xA0€\"\n"},
        {"beyond Unicode", "\xF4\x90\x80\x80", "\"ô\xEF\xBF\xBD€€\"\n"},
        {"none", NULL, "null\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json document = {.depth = 0};
        print_message("%s\n", cases[i].name);
        json_string(&document, NULL, cases[i].value);
        text_add_string(&document.out, "\n");
        assert_string_equal(document.out.bytes, cases[i].printed);
        text_free(&document.out);
    }
}

static void numbers_read_back(void **state) {
    (void)state;
    static const double values[] = {
        0,    -0.0,   1,     0.1,           1.0 / 3, 0.6355438467,       1e22,
        1e-7, 5e-324, 1e300, 123456789.125, -2.5,    0.30000000000000004};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char printed[32];
        number_print(printed, values[i]);
        assert_true(strtod(printed, NULL) == values[i]);
    }
    char printed[32];
    number_print(printed, 0.1);
    assert_string_equal(printed, "0.1");
}

static void members_are_nested(void **state) {
    (void)state;
    json document = {.depth = 0};
    json_open(&document, NULL, '{');
    json_open(&document, "empty", '{');
    json_close(&document, '}');
    json_number(&document, "none", NAN);
    json_number(&document, "endless", INFINITY);
    json_open(&document, "list", '[');
    json_integer(&document, NULL, -1);
    json_unsigned(&document, NULL, UINT64_MAX);
    json_close(&document, ']');
    json_close(&document, '}');
    assert_string_equal(document.out.bytes, "{\n  \"empty\": {},\n  \"none\": null,\n"
                                            "  \"endless\": null,\n  \"list\": [\n    -1,\n"
                                            "    18446744073709551615\n  ]\n}\n");
    text_free(&document.out);
}

static const metric_value metrics[] = {{"loss", 0.125}, {"dm", 50}};

static fact more_metrics[] = {{.kind = FACT_NUMBER, .key = "loss_sum", .number = 2.5}};
static fact result_keys[] = {
    {.kind = FACT_OBJECT, .key = "levels"},
    {.kind = FACT_COUNT, .key = "age <&>", .count = 2},
    {.kind = FACT_COUNT, .key = "größe", .count = 0},
    {.kind = FACT_END},
    {.kind = FACT_LIST, .key = "grouping"},
    {.kind = FACT_LIST},
    {.kind = FACT_TEXT, .text = "a"},
    {.kind = FACT_END},
    {.kind = FACT_END},
    {.kind = FACT_FLAG, .key = "k_anonymous", .flag = true},
};
static fact age_keys[] = {{.kind = FACT_COUNT, .key = "level", .count = 2},
                          {.kind = FACT_NUMBER, .key = "loss", .number = 0.25}};
static attribute_facts attributes[] = {
    {.name = "age <&>", .loss = 0.25, .origin = "age.csv", .result = {age_keys, 2, 2, false}},
    {.name = "größe", .origin = "built from \"5\""},
};
static fact_cell cells[] = {
    {.text = "age <&>"}, {.text = "2 of 4"}, {.text = "0.2500"}, {.text = "age.csv"},
    {.text = "größe"},   {.text = "0 of 1"}, {.text = "0.0000"}, {.text = "built from \"5\""},
};

static recoding_facts some_recoding(void) {
    return (recoding_facts){
        .released = true,
        .suppressed = 1,
        .classes = 2,
        .k_eff = 5,
        .metrics = metrics,
        .metric_count = 2,
        .more_metrics = {more_metrics, 1, 1, false},
        .result = {result_keys, sizeof result_keys / sizeof *result_keys, 10, false},
        .attributes = attributes,
        .attribute_count = 2,
        .place_title = "level",
        .change = {{"loss", 0, 0.125, false}},
        .changes = 1,
        .summary = {.column = {{"quasi-identifier", false, 0, 2},
                               {"level", false, 9, 1},
                               {"loss", false, 6, 2},
                               {"hierarchy", false, 0, 0}},
                    .columns = 4,
                    .cell = cells,
                    .rows = 2},
    };
}

static result_facts some_facts(const recoding_facts *recoded) {
    return (result_facts){
        .recoded = recoded,
        .released = true,
        .proven = true,
        .recoding = "lattice",
        .algorithm = "optimal",
        .metric = "loss",
        .value = 0.125,
        .bound = 0.125,
        .gap = 0,
        .threads = 2,
        .stopped_by = "proof",
        .k = 5,
        .suppression = 0.05,
        .missing = "category",
        .rows = 10,
        .classes_before = 9,
        .k_before = 1,
        .input = {"in.csv", NULL, 11},
        .output = {"out.csv", "abc", 10},
    };
}

static void json_has_the_agreed_keys(void **state) {
    (void)state;
    static const char *const keys[] = {
        "shoal",       "outcome",    "recoding", "algorithm", "metric",  "value",   "bound",
        "gap",         "seed",       "threads",  "memo_hits", "rows",    "classes", "stopped_by",
        "evaluations", "suppressed", "k_eff",    "metrics",   "levels",  "front",   "attributes",
        "grouping",    "seconds",    "input",    "output",    "loss_sum"};
    recoding_facts recoded = some_recoding();
    result_facts facts = some_facts(&recoded);
    text out = {0};
    result_print_json(&out, &facts);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        char member[40] = "\"";
        strcat(strcat(member, keys[i]), "\": ");
        assert_non_null(strstr(out.bytes, member));
    }
    assert_non_null(strstr(out.bytes, "\"outcome\": \"optimal\""));
    assert_non_null(strstr(out.bytes, "\"value\": 0.125,"));
    assert_non_null(strstr(out.bytes, "\"levels\": {\n    \"age <&>\": 2,\n    \"größe\": 0\n  }"));
    assert_non_null(strstr(out.bytes, "\"grouping\": [\n    [\n      \"a\"\n    ]\n  ],\n"
                                      "  \"k_anonymous\": true"));
    text_free(&out);
}

static void infeasible_json_has_nulls(void **state) {
    (void)state;
    recoding_facts recoded = some_recoding();
    result_facts facts = some_facts(&recoded);
    facts.released = false;
    facts.value = facts.bound = facts.gap = NAN;
    recoded.metric_count = 0;
    recoded.more_metrics.count = 0;
    text out = {0};
    result_print_json(&out, &facts);
    assert_non_null(strstr(out.bytes, "\"outcome\": \"infeasible\""));
    assert_non_null(strstr(out.bytes, "\"value\": null,\n  \"bound\": null,\n  \"gap\": null"));
    assert_non_null(strstr(
        out.bytes,
        "\"k_eff\": null,\n  \"persons\": null,\n  \"k_eff_rows\": null,\n  \"metrics\": {},"));
    assert_non_null(strstr(out.bytes, "\"output\": null"));
    text_free(&out);
}

static void summary_is_aligned(void **state) {
    (void)state;
    recoding_facts recoded = some_recoding();
    result_facts facts = some_facts(&recoded);
    text out = {0};
    result_print_summary(&out, &facts);
    assert_string_equal(out.bytes, "                 before      after\n"
                                   "rows                 11         10\n"
                                   "classes               9          2\n"
                                   "k                     1          5\n"
                                   "suppressed            0          1\n"
                                   "loss                  0     0.1250\n"
                                   "\n"
                                   "quasi-identifier  level     loss    hierarchy\n"
                                   "age <&>           2 of 4    0.2500  age.csv\n"
                                   "größe             0 of 1    0.0000  built from \"5\"\n"
                                   "\n"
                                   "verdict: caution (risk, sensitive)\n"
                                   "not looked at: linkage, control, persons, households, "
                                   "sensitive values, further knowledge, other releases\n"
                                   "\n"
                                   "optimal (proven): loss 0.125\n"
                                   "released and verified: out.csv\n");
    text_free(&out);
}

/* Numbers stand to the right, names are listed up to a point, shares are percentages. */
static void summary_of_other_recodings(void **state) {
    (void)state;
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
    fact_cell rows[] = {{.text = "1"}, {.text = "12"},        {.names = names, .name_count = 2},
                        {.text = "2"}, {.text = "123456789"}, {.names = names, .name_count = 10}};
    recoding_facts recoded = some_recoding();
    recoded.change[0] = (fact_change){"sse", 0, 12.345, true};
    recoded.claim = "NOT k-anonymous";
    recoded.summary = (fact_table){
        .column = {{"group", false, 5, 2}, {"clusters", true, 8, 2}, {"attributes", false, 0, 0}},
        .columns = 3,
        .cell = rows,
        .rows = 2};
    result_facts facts = some_facts(&recoded);
    text out = {0};
    result_print_summary(&out, &facts);
    assert_non_null(strstr(out.bytes, "sse              0.00 %    12.35 %\n\n"
                                      "group   clusters  attributes\n"
                                      "1             12  a, b\n"
                                      "2      123456789  a, b, c, d, e, f, g, h and 2 more\n\n"
                                      "verdict: caution (risk, sensitive, claim)\n"));
    assert_non_null(strstr(out.bytes, "optimal (proven): loss 0.125\nNOT k-anonymous\n"));
    text_free(&out);
}

typedef struct outcome_case {
    bool released, proven;
    double gap;
    const char *line;
} outcome_case;

static void outcome_says_what_is_proven(void **state) {
    (void)state;
    static const outcome_case cases[] = {
        {true, true, 0, "optimal (proven): loss 0.125"},
        {true, false, 0.02, "feasible: loss 0.125, within 2.0 % of optimal"},
        {true, false, 0.2, "feasible: loss 0.125, within 25.0 % of optimal"},
        {true, false, 0.8, "feasible: loss 0.125, gap 80.0 %: proven lower bound 0.025"},
        {true, false, NAN, "feasible: loss 0.125"},
        {false, true, NAN, "infeasible (proven): no release meets the plan"},
        {false, false, NAN, "no release found"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        recoding_facts recoded = some_recoding();
        result_facts facts = some_facts(&recoded);
        facts.released = cases[i].released;
        facts.proven = cases[i].proven;
        facts.gap = cases[i].gap;
        text out = {0};
        result_print_outcome(&out, &facts);
        assert_string_equal(out.bytes, cases[i].line);
        text_free(&out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_are_escaped),        cmocka_unit_test(numbers_read_back),
        cmocka_unit_test(members_are_nested),         cmocka_unit_test(json_has_the_agreed_keys),
        cmocka_unit_test(infeasible_json_has_nulls),  cmocka_unit_test(summary_is_aligned),
        cmocka_unit_test(summary_of_other_recodings), cmocka_unit_test(outcome_says_what_is_proven),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
