/* The report of an assessment. */
#include "report/report_page.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SENTENCES = 24, NAMED_RULES = 6 };

typedef struct verdict {
    const char *sentence[SENTENCES];
    size_t count;
} verdict;

static void add_sentence(verdict *of, const char *sentence) {
    assert(of->count < SENTENCES);
    of->sentence[of->count++] = sentence;
}

/* ---- The verdict ----------------------------------------------------------------------------- */

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
        return page_print(of, "Not %" PRId64 "-anonymous: the smallest class has %s row%s",
                          facts->k_asked, k, page_plural(table->k));
    if (!facts->holds)
        return page_print(of, "%s; the smallest class has %s row%s",
                          facts->violated ? "Does not meet the plan"
                                          : "Not all of the plan could be checked",
                          k, page_plural(table->k));
    if (table->k <= 1)
        return page_print(of, "Not protected: %s of %s rows are unique on their quasi-identifiers",
                          page_whole(of, table->sample_uniques), page_whole(of, table->rows));
    return page_print(of,
                      "%s-anonymous: every row shares its quasi-identifiers with at least %s "
                      "other%s",
                      k, page_whole(of, table->k - 1), page_plural(table->k - 1));
}

static bool is_constrained(const assessment *facts, const char *attribute) {
    for (size_t i = 0; i < facts->rule_count; i++)
        if (facts->rules[i].attribute && strcmp(facts->rules[i].attribute, attribute) == 0)
            return true;
    return false;
}

static bool all_constrained(const assessment *facts) {
    for (size_t i = 0; i < facts->sensitive_count; i++)
        if (!is_constrained(facts, facts->sensitive[i]))
            return false;
    return true;
}

/* Without k and rules there is nothing that the table could meet or miss. */
static bool is_judged(const assessment *facts) {
    return facts->k_asked > 0 || facts->rule_count > 0;
}

static document_tone tone_of(page *of, const assessment *facts) {
    if (!facts->holds || facts->table.k <= 1 || facts->table.one_class ||
        facts->identifier_count > 0)
        return TONE_BAD;
    bool fine = is_judged(facts) && facts->sensitive_count > 0 && all_constrained(facts) &&
                facts->near_unique_count == 0 && facts->table.risk.prosecutor.above == 0 &&
                !page_alike(of, facts);
    return fine ? TONE_GOOD : TONE_WARN;
}

static void add_figures(page *of, verdict *made, const assessment *facts) {
    const assessment_table *table = &facts->table;
    const attacker_risk *risk = &table->risk.prosecutor;
    add_sentence(
        made,
        page_print(of, "%s rows in %s class%s; %s suppressed%s%s%s.", page_whole(of, table->rows),
                   page_whole(of, table->classes.classes), table->classes.classes == 1 ? "" : "es",
                   page_whole(of, table->suppressed), facts->before ? "; the original has " : "",
                   facts->before ? page_whole(of, facts->before->classes.classes) : "",
                   facts->before ? " classes" : ""));
    add_sentence(
        made,
        page_print(of,
                   "An attacker who knows the person is in the table finds the right row with "
                   "probability at most %s, %s on average; %s of the rows are above the "
                   "threshold %s.",
                   page_percent(of, risk->largest), page_percent(of, risk->average),
                   page_percent(of, risk->share_above), facts->threshold));
}

static void add_rule_sentences(page *of, verdict *made, const assessment *facts) {
    for (size_t i = 0; i < facts->rule_count && i < NAMED_RULES; i++) {
        const assessment_rule *rule = &facts->rules[i];
        add_sentence(
            made, page_print(of, "%s%s%s: required %.6g, found %.6g; %s.", rule->text,
                             rule->attribute ? " for " : "",
                             rule->attribute ? page_shorten(of, rule->attribute, PAGE_VALUE) : "",
                             rule->asked, rule->found,
                             !rule->judged ? "not checked"
                             : rule->holds ? "holds"
                                           : "does not hold"));
    }
}

/* The sentences about a population name its file. */
static void add_assumptions(page *of, verdict *made, const assessment *facts) {
    text list = {0};
    if (of->hidden && facts->population_file)
        return;
    for (size_t i = 0; i < facts->assumed_count; i++)
        text_format(&list, "%s%s", i == 0 ? "Assumed: " : "; ", facts->assumed[i]);
    if (facts->assumed_count > 0)
        text_add_string(&list, ".");
    const char *sentence = page_keep(of, &list);
    if (*sentence)
        add_sentence(made, sentence);
}

static void add_exposed(page *of, verdict *made, const assessment *facts) {
    if (!is_judged(facts))
        add_sentence(made, "The plan requires neither k nor a privacy model: set privacy.k or "
                           "privacy.models to get a verdict.");
    if (facts->identifier_count > 0)
        add_sentence(
            made, page_print(of,
                             "Caution: the table contains identifiers: %s. They reveal who a row "
                             "is about, whatever its class.",
                             page_names(of, facts->identifiers, facts->identifier_count)));
    if (facts->near_unique_count > 0)
        add_sentence(
            made,
            page_print(
                of,
                "Caution: nearly every row has a different value in %s. If others may know these "
                "values, make them identifiers or quasi-identifiers.",
                page_names(of, facts->near_unique, facts->near_unique_count)));
}

static void add_sensitive(page *of, verdict *made, const assessment *facts) {
    const char *alike = page_alike(of, facts);
    if (facts->sensitive_count == 0)
        add_sentence(made,
                     "Caution: no sensitive attribute is named, so this report does not measure "
                     "what an attacker learns about a person from their class.");
    if (!all_constrained(facts))
        add_sentence(made,
                     "Caution: for at least one sensitive attribute the plan has no privacy model "
                     "besides k.");
    if (alike)
        add_sentence(made, page_alike_words(of, alike));
}

static void add_verdict(page *of, const assessment *facts) {
    verdict made = {0};
    add_sentence(
        &made,
        page_print(of,
                   "Assessed: whether an attacker who knows the %s of people can re-identify "
                   "them in the table.",
                   page_names(of, facts->quasi, facts->quasi_count)));
    add_figures(of, &made, facts);
    add_rule_sentences(of, &made, facts);
    add_exposed(of, &made, facts);
    add_sensitive(of, &made, facts);
    add_assumptions(of, &made, facts);
    add_sentence(&made,
                 "Not covered: attackers who know more about a person than the quasi-identifiers; "
                 "what the other columns disclose; and this table combined with others about "
                 "the same people.");
    document_verdict(&of->to, tone_of(of, facts), headline_of(of, facts), made.sentence,
                     made.count);
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
static void add_measure(page *of, double value, size_t rule, const char *which) {
    if (isinf(value))
        document_cell(&of->to, "∞");
    else
        page_number(of, value, "verdict.rules.%zu.%s", rule, which);
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
        add_measure(of, rule->asked, i, "asked");
        add_measure(of, rule->found, i, "found");
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
        {"file", false}, {"name", false}, {"rows", true}, {"SHA-256", false}};
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
    }
}

void assessment_print_html(text *out, const assessment *facts, bool public_report) {
    page made = {.hidden = public_report, .before = "before.", .after = "", .both = ""};
    text result = {0};
    if (!public_report)
        assessment_print_json(&result, facts);
    page_open(&made, "assessment",
              public_report ? "Assessment report (public)" : "Assessment report", &result);
    add_verdict(&made, facts);
    page_risk(&made, facts);
    page_guidance(&made, facts);
    add_models(&made, facts);
    document_section(&made.to, "combinations", "Where the risk comes from");
    page_combinations(&made, facts);
    page_linkage(&made, facts);
    page_utility(&made, facts);
    add_audit(&made, facts);
    page_close(&made, out);
}
