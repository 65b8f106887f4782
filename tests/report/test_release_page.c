/* Pages of releases: the verdict's tone, strings, and what public ones leave out. */
#include "report/release_page.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- Strings -------------------------------------------------------------------------------- */

static void shares_keep_digits_that_count(void **state) {
    (void)state;
    static const struct {
        double share;
        const char *shown;
    } cases[] = {
        {0, "0 %"},          {1, "100 %"},           {0.2, "20 %"},        {0.123, "12.3 %"},
        {0.00123, "0.12 %"}, {0.000012, "0.0012 %"}, {0.9999, "99.990 %"}, {NAN, "–"},
    };
    page made = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(page_percent(&made, cases[i].share), cases[i].shown);
    arena_free(&made.memory);
}

static void whole_numbers_are_grouped(void **state) {
    (void)state;
    page made = {0};
    assert_string_equal(page_whole(&made, 0), "0");
    assert_string_equal(page_whole(&made, 999), "999");
    assert_string_equal(page_whole(&made, 1000), "1,000");
    assert_string_equal(page_whole(&made, UINT64_MAX), "18,446,744,073,709,551,615");
    arena_free(&made.memory);
}

static void lists_of_names_end(void **state) {
    (void)state;
    const char *names[40];
    for (size_t i = 0; i < 40; i++)
        names[i] = "a";
    page made = {0};
    assert_string_equal(page_names(&made, names, 0), "");
    assert_string_equal(page_names(&made, names, 1), "a");
    assert_string_equal(page_names(&made, names, 3), "a, a and a");
    assert_string_equal(page_names(&made, names, 40),
                        "a, a, a, a, a, a, a, a, a, a, a, a and 28 more");
    arena_free(&made.memory);
}

static void folders_show_on_full_pages_only(void **state) {
    (void)state;
    page full = {0}, hidden = {.hidden = true};
    assert_string_equal(page_path(&full, "/home/me/people.csv"), "/home/me/people.csv");
    assert_string_equal(page_path(&hidden, "/home/me/people.csv"), "people.csv");
    assert_string_equal(page_path(&hidden, "people.csv"), "people.csv");
    assert_string_equal(page_path(&hidden, "-"), "-");
    assert_null(page_path(&hidden, NULL));
}

/* ---- The verdict ---------------------------------------------------------------------------- */

typedef struct verdict_case {
    const char *name;
    bool released;
    int64_t k;
    uint64_t k_eff;
    bool sensitive, constrained, near_unique;
    const char *tone, *headline;
} verdict_case;

/* Plain: nothing was found, but no attack was made, either. */
static const verdict_case verdicts[] = {
    {"nothing named", true, 5, 6, false, false, false, "warn", "6-anonymous: every published row"},
    {"a model", true, 5, 5, true, true, false, "plain", "5-anonymous, and the privacy models hold"},
    {"no model", true, 5, 5, true, false, false, "plain", "5-anonymous: every published row"},
    {"near unique", true, 5, 5, true, false, true, "warn", "5-anonymous: every published row"},
    {"below k", true, 5, 1, false, false, false, "bad",
     "Not 5-anonymous: the smallest class has 1"},
    {"k = 1", true, 1, 1, false, false, false, "bad", "Not protected: k = 1"},
    {"no release", false, 5, 0, false, false, false, "bad", "No release was found"},
};

static const char *const sensitive_name[] = {"illness"};
static const result_rule some_rule[] = {{.text = "l-diversity l=2",
                                         .model = "l-diversity",
                                         .attribute = "illness",
                                         .asked = 2,
                                         .found = 3}};

static text print_case(const verdict_case *given, bool public_report) {
    attribute_facts attributes[] = {{.name = "age <script>",
                                     .loss = 0.25,
                                     .place = {.text = "1 of 3", .number = 1, .key = "level"},
                                     .origin = "folder/file"}};
    recoding_facts recoded = {
        .released = given->released,
        .k_eff = given->k_eff,
        .classes = 10,
        .attributes = attributes,
        .attribute_count = 1,
        .place_title = "level",
        .loss_words = "what it means",
        .picture = {.size = NAN},
    };
    warning_list warnings = {.accepted = "persons_not_stated"};
    if (given->near_unique)
        warnings_add(&warnings, warning_near_unique, "phone", "phone has 90 values");
    result_facts facts = {
        .recoded = &recoded,
        .warnings = &warnings,
        .threshold = 0.2,
        .sensitive = sensitive_name,
        .sensitive_count = given->sensitive ? 1 : 0,
        .released = given->released,
        .recoding = "lattice",
        .algorithm = "optimal",
        .metric = "loss",
        .missing = "category",
        .suppressed_rows = "none",
        .stopped_by = "time",
        .value = 0.25,
        .bound = NAN,
        .gap = NAN,
        .k = given->k,
        .rows = 100,
        .rules = some_rule,
        .rule_count = given->constrained ? 1 : 0,
        .input = {"secret/in.csv", NULL, 100},
        .output = {"secret/out.csv", NULL, 100},
    };
    release_details details = {
        .public_report = public_report,
        .command = "shoal anonymize secret/in.csv",
        .plan = "hierarchies: secret",
        .domain = "data",
        .sensitive = sensitive_name,
        .sensitive_count = given->sensitive ? 1 : 0,
    };
    text out = {0};
    release_page_print(&out, &facts, &details);
    assert_false(out.failed);
    warnings_free(&warnings);
    return out;
}

static void the_tone_follows_from_the_figures(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        char expected[200];
        print_message("%s\n", verdicts[i].name);
        text page_text = print_case(&verdicts[i], false);
        (void)snprintf(expected, sizeof expected, "\"verdict\":{\"tone\":\"%s\",\"headline\":\"%s",
                       verdicts[i].tone, verdicts[i].headline);
        assert_non_null(strstr(page_text.bytes, expected));
        assert_int_equal(strstr(page_text.bytes, "\"id\":\"left\"") != NULL, verdicts[i].released);
        text_free(&page_text);
    }
}

static void names_are_data(void **state) {
    (void)state;
    text made = print_case(&verdicts[0], false);
    assert_non_null(strstr(made.bytes, "age \\u003cscript\\u003e"));
    assert_null(strstr(made.bytes, "age <script>"));
    text_free(&made);
}

static void public_pages_show_no_path_and_no_plan(void **state) {
    (void)state;
    text full = print_case(&verdicts[0], false), hidden = print_case(&verdicts[0], true);
    assert_non_null(strstr(full.bytes, "secret"));
    assert_non_null(strstr(full.bytes, "folder/file"));
    assert_null(strstr(hidden.bytes, "secret"));
    assert_null(strstr(hidden.bytes, "folder/file"));
    assert_non_null(strstr(hidden.bytes, "in.csv"));
    assert_null(strstr(hidden.bytes, "\"key\":"));
    text_free(&full);
    text_free(&hidden);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_keep_digits_that_count),
        cmocka_unit_test(whole_numbers_are_grouped),
        cmocka_unit_test(lists_of_names_end),
        cmocka_unit_test(folders_show_on_full_pages_only),
        cmocka_unit_test(the_tone_follows_from_the_figures),
        cmocka_unit_test(names_are_data),
        cmocka_unit_test(public_pages_show_no_path_and_no_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
