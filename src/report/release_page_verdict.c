/* The first screen of a release's report: the verdict, and the summary for the reader who signs. */
#include "report/release_page.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { NAMED_RULES = 6 };

/* ---- Judging --------------------------------------------------------------------------------- */

/* Nothing was published, so nobody can be re-identified. */
static bool is_empty(const result_facts *facts) {
    return facts->recoded->suppressed == facts->rows;
}

static bool is_anonymous(const result_facts *facts) {
    return facts->k > 1 && (is_empty(facts) || facts->recoded->k_eff >= (uint64_t)facts->k);
}

static bool is_constrained(const result_facts *facts, const char *attribute) {
    for (size_t i = 0; i < facts->rule_count; i++)
        if (facts->rules[i].attribute && strcmp(facts->rules[i].attribute, attribute) == 0)
            return true;
    return false;
}

/* Names of sensitive attributes that only k protects; NULL: there are none. */
static const char *unconstrained(page *of, const result_facts *facts,
                                 const release_details *details) {
    const char **names = arena_new(&of->memory, details->sensitive_count + 1, sizeof *names);
    size_t count = 0;
    if (!names)
        page_fail(of);
    for (size_t i = 0; names && i < details->sensitive_count; i++)
        if (!is_constrained(facts, details->sensitive[i]))
            names[count++] = details->sensitive[i];
    return count > 0 ? page_names(of, names, count) : NULL;
}

/* ---- The headline ---------------------------------------------------------------------------- */

static const char *headline_of(page *of, const result_facts *facts) {
    uint64_t k = facts->recoded->k_eff;
    if (!facts->released)
        return facts->proven ? "No release: proven infeasible" : "No release was found";
    if (facts->k <= 1)
        return "Not protected: k = 1 hides nobody";
    if (is_empty(facts))
        return "Protected, but nothing is left: every row is suppressed";
    if (!is_anonymous(facts))
        return page_print(of, "Not %" PRId64 "-anonymous: the smallest class has %" PRIu64 " %s",
                          facts->k, k, page_members(of, k));
    if (facts->recoded->claim && !facts->recoded->claim_holds)
        return facts->recoded->claim;
    return page_print(of, "%" PRIu64 "-anonymous%s: %s at least %" PRIu64 " other%s%s", k,
                      facts->rule_count > 0 ? ", and the privacy models hold" : "",
                      of->persons ? "every person has the same published quasi-identifiers as"
                                  : "every published row has the same quasi-identifiers as",
                      k - 1, of->persons ? " person" : "", page_plural(k - 1));
}

/* ---- What was asked -------------------------------------------------------------------------- */

static const char *quasi_names(page *of, const result_facts *facts) {
    const char **names = arena_new(&of->memory, facts->recoded->attribute_count + 1, sizeof *names);
    for (size_t i = 0; names && i < facts->recoded->attribute_count; i++)
        names[i] = facts->recoded->attributes[i].name;
    return names ? page_names(of, names, facts->recoded->attribute_count) : page_fail(of);
}

static const char *rule_name(page *of, const result_rule *rule) {
    return page_print(of, "%s%s%s", rule->text, rule->attribute ? " for " : "",
                      rule->attribute ? page_shorten(of, rule->attribute, PAGE_VALUE) : "");
}

static void say_asked(page *of, page_list *to, const result_facts *facts,
                      const release_details *details) {
    page_list_add(to, TONE_PLAIN, "Known to attackers (quasi-identifiers)", quasi_names(of, facts),
                  NULL);
    page_list_add(to, TONE_PLAIN, "Sensitive",
                  details->sensitive_count > 0
                      ? page_names(of, details->sensitive, details->sensitive_count)
                      : "no attribute was named",
                  NULL);
    if (facts->of_persons)
        page_list_add(to, TONE_PLAIN, "Persons",
                      page_print(of, "%s in %s rows", page_whole(of, facts->persons),
                                 page_whole(of, facts->rows)),
                      NULL);
    page_list_add(to, TONE_PLAIN, "k-anonymity",
                  page_print(of, "at least %" PRId64 " %s with the same quasi-identifiers",
                             facts->k, page_members(of, (uint64_t)facts->k)),
                  NULL);
    for (size_t i = 0; i < facts->rule_count && i < NAMED_RULES; i++)
        page_list_add(to, TONE_PLAIN, "Privacy model", rule_name(of, &facts->rules[i]), NULL);
    if (facts->rule_count > NAMED_RULES)
        page_list_add(to, TONE_PLAIN, "Privacy models",
                      page_print(of, "%zu more, listed below", facts->rule_count - NAMED_RULES),
                      NULL);
    page_list_add(to, TONE_PLAIN, "Suppression",
                  facts->suppression > 0 ? page_print(of, "at most %s of the rows",
                                                      page_percent(of, facts->suppression))
                                         : "no row may be suppressed",
                  NULL);
}

/* ---- What holds ------------------------------------------------------------------------------ */

static void say_k(page *of, page_list *to, const result_facts *facts) {
    uint64_t k = facts->recoded->k_eff;
    page_list_add(to, is_anonymous(facts) ? TONE_GOOD : TONE_BAD, "k-anonymity",
                  page_print(of, "the smallest of %s class%s has %s %s%s; before, it had %s",
                             page_whole(of, facts->recoded->classes),
                             facts->recoded->classes == 1 ? "" : "es", page_whole(of, k),
                             page_members(of, k),
                             of->persons ? page_print(of, "; counted in rows, the smallest has %s",
                                                      page_whole(of, facts->recoded->k_eff_rows))
                                         : "",
                             page_whole(of, facts->k_before)),
                  NULL);
}

/* A rule of the population has no value where nothing was published. */
static void say_rules(page *of, page_list *to, const result_facts *facts) {
    for (size_t i = 0; i < facts->rule_count && i < NAMED_RULES; i++) {
        const result_rule *rule = &facts->rules[i];
        page_list_add(to, isnan(rule->found) ? TONE_PLAIN : TONE_GOOD, rule_name(of, rule),
                      isnan(rule->found) ? "not measured"
                                         : page_print(of, "found %s in the worst class",
                                                      page_figure(of, rule->found)),
                      NULL);
    }
}

static void say_suppressed(page *of, page_list *to, const result_facts *facts) {
    uint64_t suppressed = facts->recoded->suppressed;
    double share = facts->rows > 0 ? (double)suppressed / (double)facts->rows : 0;
    page_list_add(to, TONE_GOOD, "Suppression",
                  page_print(of, "%s of %s rows (%s)", page_whole(of, suppressed),
                             page_whole(of, facts->rows), page_percent(of, share)),
                  NULL);
}

static void say_holds(page *of, page_list *to, const result_facts *facts) {
    say_k(of, to, facts);
    say_rules(of, to, facts);
    if (facts->assessed)
        page_say_risk(of, to, facts->assessed);
    say_suppressed(of, to, facts);
}

/* ---- What was lost --------------------------------------------------------------------------- */

/* Without an assessment only the losses are known. */
static void say_losses(page *of, page_list *to, const recoding_facts *recoded) {
    for (size_t i = 0; i < recoded->attribute_count; i++)
        page_list_add(to, TONE_PLAIN, page_shorten(of, recoded->attributes[i].name, PAGE_VALUE),
                      page_print(of, "a loss of %s", page_percent(of, recoded->attributes[i].loss)),
                      NULL);
}

static void say_lost(page *of, page_list *to, const result_facts *facts,
                     const release_details *details) {
    if (facts->assessed)
        page_say_lost(of, to, facts->assessed);
    else
        say_losses(of, to, facts->recoded);
    if (details->plain_count > 0)
        page_list_add(to, TONE_PLAIN, page_names(of, details->plain, details->plain_count),
                      "published unchanged", NULL);
    if (details->identifier_count > 0)
        page_list_add(to, TONE_PLAIN, "Identifiers",
                      page_print(of, "%zu column%s %s", details->identifier_count,
                                 page_plural(details->identifier_count),
                                 details->identifiers_masked ? "masked" : "left out"),
                      NULL);
}

/* ---- What is left -----------------------------------------------------------------------------
 */

static void say_left(page *of, page_list *to, const result_facts *facts,
                     const release_details *details) {
    page_say_left(of, to,
                  &(page_left){.warnings = facts->warnings,
                               .sensitive_count = details->sensitive_count,
                               .only_k = unconstrained(of, facts, details),
                               .near_unique = details->near_unique,
                               .near_unique_count = details->near_unique_count,
                               .facts = facts->assessed});
    if (facts->recoded->caution)
        page_list_add(to, TONE_WARN, NULL, facts->recoded->caution, NULL);
}

/* ---- Assumptions ------------------------------------------------------------------------------
 */

static const char *missing_words(const char *rule) {
    if (strcmp(rule, "wildcard") == 0)
        return "a missing value matches every value";
    if (strcmp(rule, "drop") == 0)
        return "rows with missing values were left out";
    return "a missing value is a separate value";
}

void release_page_limits(page *of, const result_facts *facts, const release_details *details) {
    bool others = details->sensitive_count + details->plain_count > 0;
    document_section(&of->to, "limits", "Assumptions and limits");
    document_text(&of->to, TONE_PLAIN,
                  "Assumed: an attacker knows these quasi-identifiers and nothing else; %s.",
                  missing_words(facts->missing));
    if (others && facts->recoded->suppressed > 0)
        document_text(&of->to, TONE_PLAIN,
                      "Suppressed rows have * in every quasi-identifier; they keep the values of "
                      "all other columns.");
    document_text(&of->to, TONE_PLAIN,
                  "Not covered: attackers who know more about a person than the "
                  "quasi-identifiers;%s and this release combined with others about the same "
                  "people.",
                  others ? " what the other columns disclose;" : "");
}

/* ---- The whole --------------------------------------------------------------------------------
 */

/* Green needs that nothing is left to worry about. */
static document_tone tone_of(const result_facts *facts, const page_list *left) {
    if (!facts->released || !is_anonymous(facts))
        return TONE_BAD;
    return page_is_open(left) ? TONE_WARN : TONE_GOOD;
}

void release_page_verdict(page *of, const result_facts *facts, const release_details *details) {
    page_groups made = {0};
    const char *nothing = "Nothing was written.";
    say_asked(of, &made.asked, facts, details);
    if (facts->released) {
        say_holds(of, &made.holds, facts);
        say_lost(of, &made.lost, facts, details);
        say_left(of, &made.left, facts, details);
    }
    document_verdict(&of->to, tone_of(facts, &made.left), headline_of(of, facts), &nothing,
                     facts->released ? 0 : 1);
    page_summary(of, &made);
}
