/* What turns a verdict: every row of its table, and every warning. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "report/verdict.h"
#include "report/warnings_json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- The table of conditions ----------------------------------------------------------------- */

static const char *const one_name[] = {"illness"};

static const verdict_rule broken[] = {{.text = "l-diversity l=2", .judged = true, .found = 1}};
static const verdict_rule unchecked[] = {{.text = "k-map k=3", .found = NAN}};

/* A release of a thousand rows with nothing to complain of. */
static verdict_facts green_facts(const warning_list *warnings) {
    return (verdict_facts){.of_release = true,
                           .released = true,
                           .rows = 1000,
                           .members = 1000,
                           .k_asked = 5,
                           .k = 6,
                           .k_rows = 6,
                           .classes = 90,
                           .suppression_limited = true,
                           .suppression_holds = true,
                           .sensitive = one_name,
                           .sensitive_count = 1,
                           .classes_looked_at = true,
                           .least_values = 3,
                           .threshold = 0.2,
                           .largest = 1.0 / 6,
                           .average = 0.1,
                           .attacked = true,
                           .linked = true,
                           .linkage = 0.1,
                           .linkage_most = 1.0 / 6,
                           .warnings = warnings};
}

typedef struct turn_case {
    const char *row; /* whose condition turns */
    const char *what;
    document_tone tone;
    void (*change)(verdict_facts *facts, warning_list *warnings);
} turn_case;

#define CHANGE(name, statement)                                                                    \
    static void name(verdict_facts *facts, warning_list *warnings) {                               \
        (void)facts;                                                                               \
        (void)warnings;                                                                            \
        statement;                                                                                 \
    }

CHANGE(find_nothing, facts->released = false)
CHANGE(add_identifier, (facts->identifiers = one_name, facts->identifier_count = 1))
CHANGE(ask_nothing, facts->nothing_asked = true)
CHANGE(shrink_class, facts->k = 4)
CHANGE(suppress_few, facts->few_suppressed = 3)
CHANGE(ask_for_one, facts->k_asked = 1)
CHANGE(break_model, (facts->rules = broken, facts->rule_count = 1))
CHANGE(skip_model, (facts->rules = unchecked, facts->rule_count = 1))
CHANGE(lower_threshold, facts->threshold = 0.1)
CHANGE(link_many, facts->linkage = 0.3)
CHANGE(link_one, facts->linkage_most = 0.5)
CHANGE(suppress_many, (facts->suppressed = 500, facts->suppression_holds = false))
CHANGE(equal_values, (facts->alike = one_name, facts->alike_count = 1))
CHANGE(measure_nothing, facts->classes_looked_at = false)
CHANGE(warn, warnings_add(warnings, warning_near_unique, "phone", "phone has 90 values"))
CHANGE(match_blanks, (warnings_add(warnings, warning_blanks_match, NULL, "8 rows read like fewer"),
                      warnings_count(warnings, "rows", 8), warnings_count(warnings, "smallest", 6)))
CHANGE(count_rows, warnings->accepted = NULL)
CHANGE(name_nothing_sensitive, facts->sensitive_count = 0)
CHANGE(attack_nothing, (facts->attacked = false, facts->linked = false))
CHANGE(find_with_certainty, facts->certain = 1)
CHANGE(disclaim, facts->claim = "k-anonymous in part")
CHANGE(caution, facts->caution = "Several groups were averaged separately.")

/* An attack that nobody could make. */
static attack_figure not_made = {
    .kind = ATTACK_LINKAGE, .by = "quasi-identifiers", .none = "nobody knows what labels cover"};
static const attack_list unreadable = {.each = &not_made, .count = 1, .blind = true};

/* Attackers who could not use all of it. */
static const char *const changed_names[] = {"zip"};
static const attack_list changed = {.changed = changed_names, .changed_count = 1};
static const attack_list uncovered = {.uncovered = 500, .looked_for = 560};
static const attack_list sampled = {.strangers = 2000};

CHANGE(change_column, facts->attacks = &changed)
CHANGE(cover_few, facts->attacks = &uncovered)
CHANGE(take_sample, facts->attacks = &sampled)
static attack_figure in_doubt = {.kind = ATTACK_LINKAGE,
                                 .by = "quasi-identifiers and plain columns",
                                 .people = 800000,
                                 .main = {29, 0.08, 0.02, 0.23},
                                 .limit = 0.2,
                                 .undecided = true};
static const attack_list doubtful = {.each = &in_doubt, .count = 1};

CHANGE(blind_attackers, facts->attacks = &unreadable)
CHANGE(attack_few, facts->attacks = &doubtful)

static const turn_case turns[] = {
    {"release", "no release", TONE_BAD, find_nothing},
    {"identifiers", "an identifier in the table", TONE_BAD, add_identifier},
    {"requirement", "a plan that asks for nothing", TONE_WARN, ask_nothing},
    {"k", "a class below k", TONE_BAD, shrink_class},
    {"k", "suppressed rows below k", TONE_BAD, suppress_few},
    {"k", "a k of 1", TONE_BAD, ask_for_one},
    {"k", "a k of rows that only match", TONE_WARN, match_blanks},
    {"models", "a model that does not hold", TONE_BAD, break_model},
    {"models", "a model that was not checked", TONE_WARN, skip_model},
    {"risk", "a risk above the threshold", TONE_WARN, lower_threshold},
    {"linkage", "more links than k allows", TONE_BAD, link_many},
    {"linkage", "one link that is surer than k allows", TONE_WARN, link_one},
    {"attacks", "a run without attacks", TONE_PLAIN, attack_nothing},
    {"attacks", "labels that nobody can read", TONE_PLAIN, blind_attackers},
    {"knowledge", "a column that reads otherwise", TONE_PLAIN, change_column},
    {"knowledge", "labels that cover too few people", TONE_PLAIN, cover_few},
    {"knowledge", "a sample of people who are not known", TONE_PLAIN, take_sample},
    {"attacks", "an attack on too few people", TONE_PLAIN, attack_few},
    {"suppression", "more suppressed rows than allowed", TONE_BAD, suppress_many},
    {"disclosure", "a class of one value", TONE_WARN, equal_values},
    {"disclosure", "classes that were not looked at", TONE_WARN, measure_nothing},
    {"warnings", "a warning", TONE_WARN, warn},
    {"persons", "rows that may be anybody's", TONE_WARN, count_rows},
    {"sensitive", "no sensitive attribute", TONE_WARN, name_nothing_sensitive},
    {"certain", "a record that is found with certainty", TONE_WARN, find_with_certainty},
    {"claim", "a claim that does not hold", TONE_WARN, disclaim},
    {"claim", "a caution of the recoding", TONE_WARN, caution},
};

enum { TURNS = sizeof turns / sizeof *turns };

/* A condition of that row, or of a warning, has the tone. */
static bool has_condition(const verdict *of, const char *row, document_tone tone) {
    for (size_t i = 0; i < of->conditions; i++) {
        const char *name = of->condition[i].name;
        bool same =
            strcmp(row, "warnings") == 0 ? warning_code_find(name) != NULL : strcmp(name, row) == 0;
        if (same && of->condition[i].tone == tone)
            return true;
    }
    return false;
}

static void one_change_turns_the_verdict(void **state) {
    (void)state;
    for (size_t i = 0; i < TURNS; i++) {
        warning_list warnings = {.accepted = "persons_not_stated"};
        verdict_facts facts = green_facts(&warnings);
        verdict before, after;
        print_message("%s\n", turns[i].what);
        verdict_make(&before, &facts);
        assert_int_equal(before.tone, TONE_GOOD);
        turns[i].change(&facts, &warnings);
        verdict_make(&after, &facts);
        assert_int_equal(after.tone, turns[i].tone);
        assert_true(has_condition(&after, turns[i].row, turns[i].tone));
        assert_false(has_condition(&before, turns[i].row, turns[i].tone));
        verdict_free(&before);
        verdict_free(&after);
        warnings_free(&warnings);
    }
}

static void every_row_has_a_case(void **state) {
    (void)state;
    for (const verdict_row *row = verdict_rows; row->name; row++) {
        document_tone worst = TONE_PLAIN;
        for (size_t i = 0; i < TURNS; i++)
            if (strcmp(turns[i].row, row->name) == 0 && turns[i].tone > worst)
                worst = turns[i].tone;
        print_message("%s\n", row->name);
        assert_true(worst == row->worst ||
                    (strcmp(row->name, "warnings") == 0 && worst > TONE_GOOD));
    }
}

/* Nobody knows whether a release resists attacks that nobody made; what was found still counts. */
static void releases_without_attacks_are_open(void **state) {
    (void)state;
    warning_list warnings = {.accepted = "persons_not_stated"};
    verdict_facts facts = green_facts(&warnings);
    verdict found;
    text summary = {0};
    attack_nothing(&facts, &warnings);
    verdict_make(&found, &facts);
    verdict_print_summary(&summary, &found);
    assert_non_null(strstr(summary.bytes, "verdict: no finding, attacks missing or undecided\n"));
    assert_non_null(strstr(summary.bytes, "Ask for a report or be strict"));
    assert_non_null(strstr(found.headline, "; attacks were not measured"));
    assert_string_equal(verdict_whole_name(found.tone), "open");
    text_free(&summary);
    verdict_free(&found);
    warn(&facts, &warnings);
    verdict_make(&found, &facts);
    assert_int_equal(found.tone, TONE_WARN);
    assert_null(strstr(found.headline, "attacks"));
    verdict_free(&found);
    warnings_free(&warnings);
}

/* Without the original there are no people to attack. */
static void tables_without_attacks_are_open(void **state) {
    (void)state;
    warning_list warnings = {.accepted = "persons_not_stated"};
    verdict_facts facts = green_facts(&warnings);
    verdict found;
    attack_nothing(&facts, &warnings);
    facts.of_release = false;
    verdict_make(&found, &facts);
    assert_int_equal(found.tone, TONE_PLAIN);
    assert_true(has_condition(&found, "attacks", TONE_PLAIN));
    verdict_free(&found);
    warnings_free(&warnings);
}

/* That k holds is no good news beside something bad. */
static void bad_headlines_say_so(void **state) {
    (void)state;
    warning_list warnings = {.accepted = "persons_not_stated"};
    verdict_facts facts = green_facts(&warnings);
    verdict found;
    facts.linkage = 0.3;
    verdict_make(&found, &facts);
    assert_int_equal(strncmp(found.headline, "Not protected, although 6-anonymous: ", 37), 0);
    verdict_free(&found);
    warnings_free(&warnings);
}

static void green_says_what_was_not_looked_at(void **state) {
    (void)state;
    warning_list warnings = {.accepted = "persons_not_stated"};
    verdict_facts facts = green_facts(&warnings);
    verdict found;
    text summary = {0};
    facts.linked = false;
    verdict_make(&found, &facts);
    verdict_print_summary(&summary, &found);
    assert_string_equal(summary.bytes,
                        "verdict: protected\nnot looked at: linkage, control, persons, households, "
                        "further knowledge, other releases\n");
    text_free(&summary);
    verdict_free(&found);
    warnings_free(&warnings);
}

/* What a missing value matches does not read the same. */
static void matching_rows_are_not_called_the_same(void **state) {
    (void)state;
    warning_list warnings = {.accepted = "persons_not_stated,blanks_match"};
    verdict_facts facts = green_facts(&warnings);
    verdict found;
    match_blanks(&facts, &warnings);
    warnings.each[0].figure[1].count = 1;
    verdict_make(&found, &facts);
    assert_int_equal(found.tone, TONE_WARN);
    assert_null(strstr(found.headline, "the same"));
    assert_non_null(strstr(found.headline, "matches at least 5 others"));
    assert_true(has_condition(&found, "risk", TONE_WARN));
    verdict_free(&found);
    warnings_free(&warnings);
}

/* Nobody is found where nothing is left, and the headline says that nothing is. */
static void empty_releases_are_green(void **state) {
    (void)state;
    warning_list warnings = {.accepted = "persons_not_stated"};
    verdict_facts facts = green_facts(&warnings);
    verdict found;
    facts.emptied = true;
    facts.suppressed = facts.rows;
    facts.k = facts.classes = 0;
    facts.linked = false;
    verdict_make(&found, &facts);
    assert_int_equal(found.tone, TONE_GOOD);
    assert_non_null(strstr(found.headline, "Nothing is left"));
    verdict_free(&found);
    warnings_free(&warnings);
}

static void long_lists_are_cut(void **state) {
    (void)state;
    warning_list warnings = {.accepted = "persons_not_stated"};
    verdict_rule rules[VERDICT_CONDITIONS + 9];
    verdict_facts facts = green_facts(&warnings);
    verdict found;
    for (size_t i = 0; i < VERDICT_CONDITIONS + 9; i++)
        rules[i] = broken[0];
    facts.rules = rules;
    facts.rule_count = VERDICT_CONDITIONS + 9;
    verdict_make(&found, &facts);
    assert_int_equal(found.conditions, VERDICT_CONDITIONS);
    assert_true(found.left_out > 9);
    assert_int_equal(found.tone, TONE_BAD);
    verdict_free(&found);
    warnings_free(&warnings);
}

/* ---- Warnings -------------------------------------------------------------------------------- */

static bool is_green(const char *code, const char *accepted) {
    char both[200];
    (void)snprintf(both, sizeof both, "%s,%s", "persons_not_stated", accepted ? accepted : "");
    warning_list list = {.accepted = both};
    verdict_facts facts = green_facts(&list);
    verdict found;
    warnings_add(&list, code, "column", "something was found");
    list.each[0].accepted = accepted && warnings_list_has(accepted, code);
    verdict_make(&found, &facts);
    bool green = found.tone == TONE_GOOD;
    verdict_free(&found);
    warnings_free(&list);
    return green;
}

/* Accepting what was not stated states it; accepting a finding does not make it harmless. */
static void every_warning_counts(void **state) {
    (void)state;
    for (const warning_code *each = warning_codes; each->name; each++) {
        assert_false(is_green(each->name, NULL));
        assert_int_equal(is_green(each->name, each->name), each->settled);
    }
    assert_true(is_green("sensitive_not_stated", "near_unique,sensitive_not_stated"));
    assert_true(is_green("persons_not_stated", "persons_not_stated"));
    assert_false(is_green("gives_away", "gives_away"));
}

/* One sentence stands for many of a kind. */
static void many_warnings_of_a_kind_are_one(void **state) {
    (void)state;
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    warning_list warnings = {.accepted = "persons_not_stated"};
    verdict_facts facts = green_facts(&warnings);
    verdict found;
    for (size_t i = 0; i < 5; i++)
        warnings_add(&warnings, warning_near_unique, names[i], "%s has 90 values", names[i]);
    verdict_make(&found, &facts);
    size_t told = 0;
    for (size_t i = 0; i < found.conditions; i++)
        if (strcmp(found.condition[i].name, "near_unique") == 0 && ++told == 1)
            assert_string_equal(found.condition[i].sentence,
                                "a has 90 values. The same was found for b, c, d and e.");
    assert_int_equal(told, 1);
    verdict_free(&found);
    warnings_free(&warnings);
}

static void results_list_them(void **state) {
    (void)state;
    warning_list list = {.accepted = "gives_away"};
    json made = {0};
    warnings_add(&list, "gives_away", "a \"b\"", "a tells b");
    warnings_text(&list, "quasi", "b");
    warnings_number(&list, "certain_before", 0.5);
    warnings_count(&list, "rows", 8);
    json_open(&made, NULL, '{');
    warnings_print_json(&made, &list);
    json_close(&made, '}');
    assert_non_null(strstr(made.out.bytes, "\"code\": \"gives_away\""));
    assert_non_null(strstr(made.out.bytes, "\"attribute\": \"a \\\"b\\\"\""));
    assert_non_null(strstr(made.out.bytes, "\"accepted\": true"));
    assert_non_null(strstr(made.out.bytes, "\"quasi\": \"b\""));
    assert_non_null(strstr(made.out.bytes, "\"certain_before\": 0.5"));
    assert_non_null(strstr(made.out.bytes, "\"rows\": 8"));
    text_free(&made.out);
    warnings_free(&list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_change_turns_the_verdict),
        cmocka_unit_test(every_row_has_a_case),
        cmocka_unit_test(releases_without_attacks_are_open),
        cmocka_unit_test(tables_without_attacks_are_open),
        cmocka_unit_test(bad_headlines_say_so),
        cmocka_unit_test(green_says_what_was_not_looked_at),
        cmocka_unit_test(matching_rows_are_not_called_the_same),
        cmocka_unit_test(empty_releases_are_green),
        cmocka_unit_test(long_lists_are_cut),
        cmocka_unit_test(every_warning_counts),
        cmocka_unit_test(many_warnings_of_a_kind_are_one),
        cmocka_unit_test(results_list_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
