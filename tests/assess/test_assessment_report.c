/* The forms of assessments of small tables: lists, shortened values, refusals, and the verdict. */
#include "support/assessed_table.h"

#include <stdio.h>

/* ---- Values ---------------------------------------------------------------------------------- */

/* Alone, `solo` scores 6 for one row; `p` scores 2 with either q, for two rows. */
static void values_are_listed_by_the_rows_shown(void **state) {
    (void)state;
    assessed_table of;
    assert_int_equal(
        assessed_table_make(&of,
                            "a,b,c,d\np,q1,c,d\np,q2,c,d\nx,q1,c,d\nx,q1,c,d\nx,q2,c,d\n"
                            "x,q2,c,d\nsolo,q1,c,d\n",
                            NULL,
                            KEYS("attributes.a.role", "quasi", "attributes.b.role", "quasi",
                                 "attributes.c.role", "quasi", "attributes.d.role", "quasi")),
        SHOAL_OK);
    assert_string_equal(of.facts->table.risky_value[0], "solo");
    text page = {0};
    assessment_print_html(&page, of.facts, false);
    const char *list = strstr(page.bytes, "Values that single people out");
    assert_non_null(list);
    const char *first = strstr(list, "\"p\""), *second = strstr(list, "\"solo\"");
    assert_true(first && second && first < second);
    text_free(&page);
    assessed_table_close(&of);
}

static void long_values_are_cut_in_json(void **state) {
    (void)state;
    assessed_table of;
    text csv = {0}, printed = {0};
    text_add_string(&csv, "a\n");
    for (size_t i = 0; i < 300; i++)
        text_add_string(&csv, "\xc3\xa4");
    text_add_string(&csv, "\nb\n");
    assert_int_equal(assessed_table_make(&of, csv.bytes, NULL, KEYS("attributes.a.role", "quasi")),
                     SHOAL_OK);
    assessment_print_json(&printed, of.facts);
    assert_false(printed.failed);
    assert_non_null(strstr(printed.bytes, "\xc3\xa4\xe2\x80\xa6\""));
    assert_non_null(strstr(printed.bytes, "\"cut\": true"));
    assert_true(printed.length < 20000);
    text_free(&printed);
    text_free(&csv);
    assessed_table_close(&of);
}

/* ---- Refusals -------------------------------------------------------------------------------- */

typedef struct refusal {
    const char *name;
    const char *csv, *original;
    const char *key, *value;
    shoal_status status;
    const char *says;
} refusal;

static void what_cannot_be_assessed_is_refused(void **state) {
    (void)state;
    static const refusal cases[] = {
        {"no quasi-identifier", "a\n1\n", NULL, "attributes.a.role", "plain", SHOAL_USAGE,
         "no quasi-identifier is named"},
        {"not there", "a\n1\n", NULL, "attributes.b.role", "quasi", SHOAL_USAGE, "no column 'b'"},
        {"not there before", "a\n1\n", "b\n1\n", "attributes.a.role", "quasi", SHOAL_USAGE,
         "original.csv has no column 'a'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assessed_table of;
        print_message("%s\n", cases[i].name);
        assert_int_equal(assessed_table_make(&of, cases[i].csv, cases[i].original,
                                             KEYS(cases[i].key, cases[i].value)),
                         cases[i].status);
        assert_null(of.facts);
        assert_non_null(strstr(of.error.message, cases[i].says));
        assessed_table_close(&of);
    }
    assessed_table of;
    assert_int_equal(
        assessed_table_make(&of, "a\n1\n", NULL,
                            KEYS("attributes.a.role", "quasi", "risk.threshold", "1.5")),
        SHOAL_USAGE);
    assert_non_null(strstr(of.error.message, "from 0 to 1"));
    assessed_table_close(&of);
    assert_int_equal(
        assessed_table_make(&of, "a\n1\n", NULL, KEYS("attributes.a.role", "quasi", "target", "b")),
        SHOAL_USAGE);
    assessed_table_close(&of);
}

static void interruptions_end_it(void **state) {
    (void)state;
    static const volatile int cancel = 1;
    shoal_hooks hooks = {.size = sizeof hooks, .cancel = &cancel};
    shoal_plan *plan;
    shoal_error error = {0};
    assessment *facts;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "attributes.age.role", "quasi", NULL), SHOAL_OK);
    shoal_table *table = assessed_table_read(assessed_release);
    assessment_input input = {.plan = plan, .table = table, .path = "t.csv", .hooks = &hooks};
    assert_int_equal(assessment_make(&facts, &input, &error), SHOAL_INTERRUPTED);
    assert_null(facts);
    shoal_table_free(table);
    shoal_plan_free(plan);
}

/* ---- The verdict's tone ---------------------------------------------------------------------- */

typedef struct tone_case {
    const char *name;
    const char *keys[9];
    const char *tone, *holds;
    const char *sentence, *line; /* on the page, and in the summary; NULL: any */
} tone_case;

static const tone_case tones[] = {
    {"persons are not stated",
     {"privacy.k", "2", "privacy.l", "2", "attributes.illness.role", "sensitive", NULL},
     "warn",
     "true",
     "Rows are counted. If a person can have several, a class has fewer persons than rows.",
     NULL},
    {"all is asked",
     {"privacy.k", "2", "privacy.l", "2", "attributes.illness.role", "sensitive", "warnings.accept",
      "persons_not_stated", NULL},
     "open",
     "true",
     "No attack on the release was measured, so nothing shows that it resists one.",
     "verdict: no finding, attacks missing or undecided\n"},
    {"nothing is asked",
     {"attributes.illness.role", "sensitive", NULL},
     "warn",
     "null",
     "The plan requires neither k nor a privacy model",
     "the plan requires nothing: set privacy.k or privacy.models to get a verdict\n"},
    {"no sensitive attribute",
     {"privacy.k", "2", NULL},
     "warn",
     "true",
     "No attribute is named as sensitive, and 3 columns are published unchanged.",
     "verdict: caution (sensitive_not_stated, persons)\n"},
    {"identifiers",
     {"privacy.k", "2", "privacy.l", "2", "attributes.illness.role", "sensitive",
      "attributes.name.role", "identifier", NULL},
     "bad",
     "true",
     "The table contains identifiers: name.",
     "verdict: not protected (identifiers, persons)\n  The table contains "
     "identifiers: name."},
    {"a class of one diagnosis",
     {"privacy.k", "2", "attributes.town.role", "sensitive", NULL},
     "warn",
     "true",
     "In 1 of 2 classes all rows have the same town, so it is known of the 60 rows in them.",
     "verdict: caution (sensitive_single_value, persons)\n"},
};

/* Every illness is found with both sexes; all women are of one town, the men of two. In 120 rows
 * no combination of illness, town and one of five names is found once. */
static void register_csv(text *out, size_t rows, bool names) {
    text_add_string(out, "sex,illness,town,name\n");
    for (size_t i = 0; i < rows; i++)
        text_format(out, "%s,i%zu,%s,n%zu\n", i % 2 ? "f" : "m", i / 2 % 3, i % 4 ? "A" : "B",
                    names ? i : i % 5);
}

static void assert_printed(const tone_case *given, const char *csv) {
    const char *keys[18] = {"attributes.sex.role",     "quasi", "attributes.town.role", "plain",
                            "attributes.illness.role", "plain", "attributes.name.role", "plain"};
    assessed_table of;
    text html = {0}, json = {0}, summary = {0};
    char tone[60], holds[60];
    for (size_t i = 0; given->keys[i]; i++)
        keys[8 + i] = given->keys[i];
    print_message("%s\n", given->name);
    assert_int_equal(assessed_table_make(&of, csv, NULL, keys), SHOAL_OK);
    assessment_print_html(&html, of.facts, false);
    assessment_print_json(&json, of.facts);
    assessment_print_summary(&summary, of.facts);
    (void)snprintf(tone, sizeof tone, "\"verdict\":{\"tone\":\"%s\"",
                   strcmp(given->tone, "open") == 0 ? "plain" : given->tone);
    (void)snprintf(holds, sizeof holds, "\"verdict\": {\n    \"holds\": %s,", given->holds);
    assert_non_null(strstr(html.bytes, tone));
    (void)snprintf(tone, sizeof tone, "    \"tone\": \"%s\",\n    \"headline\"", given->tone);
    assert_non_null(strstr(json.bytes, tone));
    assert_non_null(strstr(json.bytes, holds));
    assert_non_null(strstr(html.bytes, given->sentence));
    if (given->line)
        assert_non_null(strstr(summary.bytes, given->line));
    text_free(&html);
    text_free(&json);
    text_free(&summary);
    assessed_table_close(&of);
}

static void exposed_tables_are_never_good(void **state) {
    (void)state;
    static const tone_case own = {
        "values of its own",
        {"privacy.k", "2", "privacy.l", "2", "attributes.illness.role", "sensitive", NULL},
        "bad",
        "true",
        "name is published unchanged and identifies people",
        "verdict: not protected (identifier_published, unique_unchanged, persons)\n"};
    text few = {0}, many = {0};
    register_csv(&few, 120, false);
    register_csv(&many, 30, true);
    for (size_t i = 0; i < sizeof tones / sizeof *tones; i++)
        assert_printed(&tones[i], few.bytes);
    assert_printed(&own, many.bytes);
    text_free(&few);
    text_free(&many);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_listed_by_the_rows_shown),
        cmocka_unit_test(long_values_are_cut_in_json),
        cmocka_unit_test(what_cannot_be_assessed_is_refused),
        cmocka_unit_test(interruptions_end_it),
        cmocka_unit_test(exposed_tables_are_never_good),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
