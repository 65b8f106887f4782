/* The report of an assessment. */
#include "report/report_page.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { NAMED_RULES = 6 };

/* ---- The headline ---------------------------------------------------------------------------- */

static const char *headline_of(page *of, const assessment *facts) {
    const assessment_table *table = &facts->table;
    const char *k = page_whole(of, table->k);
    if (table->classes.classes == 0)
        return "Nothing to judge: there is no equivalence class";
    if (table->one_class)
        return "Every quasi-identifier is suppressed: all of them read *";
    if (facts->identifier_count > 0)
        return page_print(of, "Not anonymous: the table contains identifiers: %s",
                          page_names(of, facts->identifiers, facts->identifier_count));
    if (!facts->k_holds)
        return page_print(of, "Not %" PRId64 "-anonymous: the smallest class has %s %s",
                          facts->k_asked, k, page_members(of, table->k));
    if (!facts->holds)
        return page_print(of, "%s; the smallest class has %s %s",
                          facts->violated ? "Does not meet the plan"
                                          : "Not all of the plan could be checked",
                          k, page_members(of, table->k));
    if (table->k <= 1)
        return page_print(of, "Not protected: %s of %s %s are unique on their quasi-identifiers",
                          page_whole(of, table->sample_uniques),
                          page_whole(of, of->persons ? table->persons : table->rows),
                          page_members(of, 2));
    return page_print(of,
                      "%s-anonymous: every %s shares its quasi-identifiers with at least %s "
                      "other%s",
                      k, page_members(of, 1), page_whole(of, table->k - 1),
                      page_plural(table->k - 1));
}

/* ---- The tone -------------------------------------------------------------------------------- */

static bool is_constrained(const assessment *facts, const char *attribute) {
    for (size_t i = 0; i < facts->rule_count; i++)
        if (facts->rules[i].attribute && strcmp(facts->rules[i].attribute, attribute) == 0)
            return true;
    return false;
}

/* Names of sensitive attributes that only k protects; NULL: there are none. */
static const char *unconstrained(page *of, const assessment *facts) {
    const char **names = arena_new(&of->memory, facts->sensitive_count + 1, sizeof *names);
    size_t count = 0;
    if (!names)
        page_fail(of);
    for (size_t i = 0; names && i < facts->sensitive_count; i++)
        if (!is_constrained(facts, facts->sensitive[i]))
            names[count++] = facts->sensitive[i];
    return count > 0 ? page_names(of, names, count) : NULL;
}

/* Without k and rules there is nothing that the table could meet or miss. */
static bool is_judged(const assessment *facts) {
    return facts->k_asked > 0 || facts->rule_count > 0;
}

/* Green needs that nothing is left to worry about. */
static document_tone tone_of(const assessment *facts, const page_list *left) {
    if (!facts->holds || facts->table.k <= 1 || facts->table.one_class ||
        facts->identifier_count > 0)
        return TONE_BAD;
    return page_is_open(left) ? TONE_WARN : TONE_GOOD;
}

/* ---- What was asked, and what holds -----------------------------------------------------------
 */

static const char *rule_name(page *of, const assessment_rule *rule) {
    return page_print(of, "%s%s%s", rule->text, rule->attribute ? " for " : "",
                      rule->attribute ? page_shorten(of, rule->attribute, PAGE_VALUE) : "");
}

static void say_asked(page *of, page_list *to, const assessment *facts) {
    page_list_add(to, TONE_PLAIN, "Known to attackers (quasi-identifiers)",
                  page_names(of, facts->quasi, facts->quasi_count), NULL);
    page_list_add(to, TONE_PLAIN, "Sensitive",
                  facts->sensitive_count > 0
                      ? page_names(of, facts->sensitive, facts->sensitive_count)
                      : "no attribute was named",
                  NULL);
    if (of->persons)
        page_list_add(to, TONE_PLAIN, "Persons",
                      page_print(of, "%s in %s rows", page_whole(of, facts->table.persons),
                                 page_whole(of, facts->table.rows)),
                      NULL);
    if (facts->k_asked > 0)
        page_list_add(to, TONE_PLAIN, "k-anonymity",
                      page_print(of, "at least %" PRId64 " %s with the same quasi-identifiers",
                                 facts->k_asked, page_members(of, (uint64_t)facts->k_asked)),
                      NULL);
    for (size_t i = 0; i < facts->rule_count && i < NAMED_RULES; i++)
        page_list_add(to, TONE_PLAIN, "Privacy model", rule_name(of, &facts->rules[i]), NULL);
    if (facts->suppression_limited)
        page_list_add(
            to, TONE_PLAIN, "Suppression",
            page_print(of, "at most %s of the rows", page_percent(of, facts->suppression_limit)),
            NULL);
}

static void say_k(page *of, page_list *to, const assessment *facts) {
    const assessment_table *table = &facts->table;
    document_tone tone = !facts->k_holds || table->k <= 1 ? TONE_BAD
                         : facts->k_asked > 0             ? TONE_GOOD
                                                          : TONE_PLAIN;
    page_list_add(to, tone, "k-anonymity",
                  page_print(of, "the smallest of %s class%s has %s %s",
                             page_whole(of, table->classes.classes),
                             table->classes.classes == 1 ? "" : "es", page_whole(of, table->k),
                             page_members(of, table->k)),
                  NULL);
}

/* Rounded, unless that would hide that it misses what was asked. */
static const char *found_words(page *of, const assessment_rule *rule) {
    if (rule->holds || !isfinite(rule->found))
        return page_figure(of, rule->found);
    return page_print(of, "%.6g", rule->found);
}

static void say_rules(page *of, page_list *to, const assessment *facts) {
    for (size_t i = 0; i < facts->rule_count && i < NAMED_RULES; i++) {
        const assessment_rule *rule = &facts->rules[i];
        page_list_add(to,
                      !rule->judged ? TONE_WARN
                      : rule->holds ? TONE_GOOD
                                    : TONE_BAD,
                      rule_name(of, rule),
                      !rule->judged ? "not checked: it needs a population"
                                    : page_print(of, "found %s%s%s", found_words(of, rule),
                                                 rule->whole ? "" : " in the worst class",
                                                 rule->holds ? "" : ", so it does not hold"),
                      NULL);
    }
}

static void say_holds(page *of, page_list *to, const assessment *facts) {
    const assessment_table *table = &facts->table;
    double share = table->rows > 0 ? (double)table->suppressed / (double)table->rows : 0;
    say_k(of, to, facts);
    say_rules(of, to, facts);
    page_say_risk(of, to, facts);
    if (table->suppressed > 0 || facts->suppression_limited)
        page_list_add(to,
                      !facts->suppression_holds    ? TONE_BAD
                      : facts->suppression_limited ? TONE_GOOD
                                                   : TONE_PLAIN,
                      "Suppression",
                      page_print(of, "%s of %s rows (%s)", page_whole(of, table->suppressed),
                                 page_whole(of, table->rows), page_percent(of, share)),
                      NULL);
}

/* ---- What is left -----------------------------------------------------------------------------
 */

static void say_left(page *of, page_list *to, const assessment *facts) {
    if (facts->identifier_count > 0)
        page_list_add(
            to, TONE_BAD, NULL,
            page_print(of,
                       "The table contains identifiers: %s. They reveal who a row is about, "
                       "whatever its class.",
                       page_names(of, facts->identifiers, facts->identifier_count)),
            "Leave these columns out.");
    if (!is_judged(facts))
        page_list_add(to, TONE_WARN, NULL, "The plan requires neither k nor a privacy model.",
                      "Set privacy.k or privacy.models to get a verdict.");
    page_say_left(of, to,
                  &(page_left){.warnings = facts->warnings,
                               .sensitive_count = facts->sensitive_count,
                               .only_k = unconstrained(of, facts),
                               .near_unique = facts->near_unique,
                               .near_unique_count = facts->near_unique_count,
                               .facts = facts});
}

static void add_verdict(page *of, const assessment *facts) {
    page_groups made = {0};
    say_asked(of, &made.asked, facts);
    say_holds(of, &made.holds, facts);
    if (facts->before)
        page_say_lost(of, &made.lost, facts);
    say_left(of, &made.left, facts);
    document_verdict(&of->to, tone_of(facts, &made.left), headline_of(of, facts), NULL, 0);
    page_summary(of, &made);
}

/* The sentences about a population name its file. */
static void add_limits(page *of, const assessment *facts) {
    document_section(&of->to, "limits", "Assumptions and limits");
    text list = {0};
    for (size_t i = 0; i < facts->assumed_count && !(of->hidden && facts->population_file); i++)
        text_format(&list, "%s%s", i == 0 ? "Assumed: " : "; ", facts->assumed[i]);
    const char *sentence = page_keep(of, &list);
    if (*sentence)
        document_text(&of->to, TONE_PLAIN, "%s.", sentence);
    document_text(&of->to, TONE_PLAIN,
                  "Not covered: attackers who know more about a person than the "
                  "quasi-identifiers; what the other columns disclose; and this table combined "
                  "with others about the same people.");
}

/* ---- Sections -------------------------------------------------------------------------------- */

static const char *rule_words(page *of, const assessment_rule *rule) {
    if (!rule->judged)
        return "not checked: it needs a population";
    if (rule->holds)
        return "holds";
    return page_print(of, "violated by %s class%s", page_whole(of, rule->classes),
                      rule->classes == 1 ? "" : "es");
}

/* The result has "infinite" where no threshold holds. */
static void add_measure(page *of, double value, const char *shown, size_t rule, const char *which) {
    if (isinf(value))
        document_cell(&of->to, "∞");
    else
        document_number(&of->to, value, shown, page_key(of, "verdict.rules.%zu.%s", rule, which));
}

static void add_rules(page *of, const assessment *facts) {
    static const document_column columns[] = {
        {"model", false}, {"required", true}, {"found", true}, {"", false}};
    document_table(&of->to, "Privacy models of the plan besides k", columns, 4);
    for (size_t i = 0; i < facts->rule_count; i++) {
        const assessment_rule *rule = &facts->rules[i];
        document_cell(&of->to,
                      page_print(of, "%s on %s", rule->text,
                                 rule->attribute ? page_shorten(of, rule->attribute, PAGE_VALUE)
                                                 : "the population"));
        add_measure(of, rule->asked, NULL, i, "asked");
        add_measure(of, rule->found, found_words(of, rule), i, "found");
        document_cell(&of->to, rule_words(of, rule));
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

static void add_models(page *of, const assessment *facts) {
    if (facts->rule_count == 0 && facts->sensitive_count == 0)
        return;
    document_section(&of->to, "models", "Privacy models");
    if (facts->rule_count > 0)
        add_rules(of, facts);
    page_models_found(of, facts);
}

static void add_file(page *of, const char *name, const char *key, const result_file *file) {
    document_cell(&of->to, name);
    document_cell(&of->to, page_path(of, file->path));
    page_count(of, file->rows, "%s.rows", key);
    document_cell(&of->to, file->sha256);
    document_end_row(&of->to);
}

static void add_audit(page *of, const assessment *facts) {
    static const document_column columns[] = {
        {"file", false}, {"name", false}, {"rows", true}, {"fingerprint (SHA-256)", false}};
    document_section(&of->to, "audit", "Audit");
    if (of->hidden)
        document_text(&of->to, TONE_PLAIN,
                      "This is the public report: it leaves out all values of the data, and the "
                      "command line and the plan because they may contain some.");
    else if (facts->command)
        document_text(&of->to, TONE_CODE, "%s", facts->command);
    document_table(&of->to, "Files", columns, 4);
    add_file(of, facts->before ? "release" : "table", "input", &facts->table.file);
    if (facts->before)
        add_file(of, "original", "against", &facts->before->file);
    document_end_table(&of->to);
    document_text(&of->to, TONE_PLAIN, "Shoal %s; %.3g seconds.", shoal_version(), facts->seconds);
    page_missing(of, facts);
    if (!of->hidden && facts->plan) {
        document_text(&of->to, TONE_PLAIN, "The plan in effect:");
        document_text(&of->to, TONE_CODE, "%s", facts->plan);
    } else if (!of->hidden) {
        document_text(&of->to, TONE_PLAIN,
                      "The plan is not shown: it names something that is not UTF-8.");
    }
}

void assessment_print_html(text *out, const assessment *facts, bool public_report) {
    page made = {.hidden = public_report,
                 .persons = facts->table.of_persons,
                 .before = "before.",
                 .after = "",
                 .both = ""};
    text result = {0};
    if (!public_report)
        assessment_print_json(&result, facts);
    if (page_result_is_long(&result)) {
        text_free(&result);
        assessment_print_json_brief(&result, facts);
    }
    page_open(&made, "assessment",
              public_report ? "Assessment report (public)" : "Assessment report", &result);
    add_verdict(&made, facts);
    add_limits(&made, facts);
    page_risk(&made, facts);
    page_survey(&made, facts);
    page_guidance(&made, facts);
    add_models(&made, facts);
    document_section(&made.to, "combinations", "Where the risk comes from");
    page_combinations(&made, facts);
    page_linkage(&made, facts);
    page_utility(&made, facts);
    add_audit(&made, facts);
    page_close(&made, out);
}
