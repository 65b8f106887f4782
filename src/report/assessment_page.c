/* The report of an assessment. */
#include "report/public_form.h"
#include "report/report_page.h"
#include "report/verdict.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { NAMED_RULES = 6 };

/* ---- What was asked -----------------------------------------------------------
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

/* Rounded, unless that would hide that it misses what was asked. */
static const char *found_words(page *of, const assessment_rule *rule) {
    if (rule->holds || !isfinite(rule->found))
        return page_figure(of, rule->found);
    return page_print(of, "%.6g", rule->found);
}

static void add_verdict(page *of, const assessment *facts) {
    page_groups made = {0};
    verdict found;
    say_asked(of, &made.asked, facts);
    if (facts->before)
        page_say_lost(of, &made.lost, facts);
    verdict_of_table(&found, facts);
    verdict_show(&found, &made, of->hidden);
    document_verdict(&of->to, found.tone, found.headline, NULL, 0);
    page_summary(of, &made);
    if (verdict_failed(&found))
        page_fail(of);
    verdict_free(&found);
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
    assessment alone = public_assessment(facts);
    facts = public_report ? &alone : facts;
    add_limits(&made, facts);
    page_risk(&made, facts);
    page_survey(&made, facts);
    page_guidance(&made, facts);
    add_models(&made, facts);
    document_section(&made.to, "combinations", "Where the risk comes from");
    page_combinations(&made, facts);
    page_attacks(&made, facts);
    page_linkage(&made, facts);
    page_utility(&made, facts);
    add_audit(&made, facts);
    page_close(&made, out);
}
