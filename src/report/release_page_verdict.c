/* The verdict, in plain language. */
#include "report/release_page.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { SENTENCES = 24, NAMED_RULES = 6 };

typedef struct verdict {
    document_tone tone;
    const char *headline;
    const char *sentence[SENTENCES];
    size_t count;
} verdict;

static void say(verdict *of, const char *sentence) {
    if (of->count < SENTENCES)
        of->sentence[of->count++] = sentence;
}

/* ---- The tone -------------------------------------------------------------------------------- */

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

static bool is_above(const result_facts *facts) {
    return facts->assessed && facts->assessed->table.risk.prosecutor.above > 0;
}

/* ---- The headline ---------------------------------------------------------------------------- */

static const char *headline_of(page *of, const result_facts *facts) {
    if (!facts->released)
        return facts->proven ? "No release: proven infeasible" : "No release was found";
    if (facts->k <= 1)
        return "Not protected: k = 1 hides nobody";
    if (is_empty(facts))
        return "Protected, but nothing is left: every row is suppressed";
    if (!is_anonymous(facts))
        return page_print(of, "Not %" PRId64 "-anonymous: the smallest class has %" PRIu64 " row%s",
                          facts->k, facts->recoded->k_eff, page_plural(facts->recoded->k_eff));
    return page_print(
        of,
        "%" PRIu64
        "-anonymous%s: every published row has the same quasi-identifiers as at least %" PRIu64
        " other%s",
        facts->recoded->k_eff, facts->rule_count > 0 ? ", and the privacy models hold" : "",
        facts->recoded->k_eff - 1, page_plural(facts->recoded->k_eff - 1));
}

/* ---- What was protected, and how well -------------------------------------------------------- */

static const char *quasi_names(page *of, const result_facts *facts) {
    const char **names = arena_new(&of->memory, facts->recoded->attribute_count + 1, sizeof *names);
    for (size_t i = 0; names && i < facts->recoded->attribute_count; i++)
        names[i] = facts->recoded->attributes[i].name;
    return names ? page_names(of, names, facts->recoded->attribute_count) : page_fail(of);
}

static void say_figures(page *of, verdict *made, const result_facts *facts) {
    say(made,
        page_print(of,
                   "Figures: k = %" PRId64 " was required and %" PRIu64
                   " was found, in %s class%s; before, the smallest of %s had %s row%s.",
                   facts->k, facts->recoded->k_eff, page_whole(of, facts->recoded->classes),
                   facts->recoded->classes == 1 ? "" : "es", page_whole(of, facts->classes_before),
                   page_whole(of, facts->k_before), page_plural(facts->k_before)));
    if (facts->assessed) {
        const attacker_risk *risk = &facts->assessed->table.risk.prosecutor;
        say(made, page_print(of,
                             "An attacker who knows that a person is in the table finds the right "
                             "row with probability at most %s, %s on average; the threshold is %s.",
                             page_percent(of, risk->largest), page_percent(of, risk->average),
                             facts->assessed->threshold));
    }
    say(made, page_print(of, "%s of %s rows are suppressed (%s; at most %s were allowed).",
                         page_whole(of, facts->recoded->suppressed), page_whole(of, facts->rows),
                         page_percent(of, facts->rows > 0 ? (double)facts->recoded->suppressed /
                                                                (double)facts->rows
                                                          : 0),
                         page_percent(of, facts->suppression)));
}

static void say_rules(page *of, verdict *made, const result_facts *facts) {
    for (size_t i = 0; i < facts->rule_count && i < NAMED_RULES; i++) {
        const result_rule *rule = &facts->rules[i];
        say(made, page_print(of, "%s%s%s: required %.6g, found %.6g.", rule->text,
                             rule->attribute ? " for " : "",
                             rule->attribute ? page_shorten(of, rule->attribute, PAGE_VALUE) : "",
                             rule->asked, rule->found));
    }
    if (facts->rule_count > NAMED_RULES)
        say(made, page_print(of, "%zu more privacy models hold, see below.",
                             facts->rule_count - NAMED_RULES));
}

/* ---- Under which assumptions ----------------------------------------------------------------- */

static const char *missing_words(const char *rule) {
    if (strcmp(rule, "wildcard") == 0)
        return "a missing value matches every value";
    if (strcmp(rule, "drop") == 0)
        return "rows with missing values were left out";
    return "a missing value is a separate value";
}

static void say_assumptions(page *of, verdict *made, const result_facts *facts,
                            const release_details *details) {
    say(made,
        page_print(of, "Assumed: an attacker knows these quasi-identifiers and nothing else; %s.",
                   missing_words(facts->missing)));
    if (details->sensitive_count + details->plain_count > 0) {
        text list = {0};
        if (details->sensitive_count > 0)
            text_format(&list, "%s (sensitive)",
                        page_names(of, details->sensitive, details->sensitive_count));
        if (details->plain_count > 0)
            text_format(&list, "%s%s", details->sensitive_count > 0 ? "; " : "",
                        page_names(of, details->plain, details->plain_count));
        say(made,
            page_print(of, "Published unchanged: %s.%s", page_keep(of, &list),
                       facts->recoded->suppressed > 0 ? " Suppressed rows keep these values too."
                                                      : ""));
    }
}

static void say_limits(page *of, verdict *made, const result_facts *facts,
                       const release_details *details) {
    const char *open = unconstrained(of, facts, details);
    const char *alike = facts->assessed ? page_alike(of, facts->assessed) : NULL;
    if (open)
        say(made, page_print(of, "Caution: only k protects %s.%s", open,
                             facts->assessed ? ""
                                             : " If all rows of a class have the same value, "
                                               "everybody in the class is known to have it."));
    if (alike)
        say(made, page_alike_words(of, alike));
    if (is_above(facts))
        say(made, page_print(of, "Caution: %s of the published rows are above the threshold.",
                             page_percent(of, facts->assessed->table.risk.prosecutor.share_above)));
    if (details->near_unique_count > 0)
        say(made,
            page_print(of,
                       "Caution: nearly every row has a different value in %s, published as %s. If "
                       "others may know these values, make them identifiers or quasi-identifiers.",
                       page_names(of, details->near_unique, details->near_unique_count),
                       details->near_unique_count == 1 ? "it is" : "they are"));
    if (facts->recoded->caution)
        say(made, facts->recoded->caution);
    bool others = details->sensitive_count + details->plain_count > 0;
    say(made,
        page_print(
            of,
            "Not covered: attackers who know more about a person than the quasi-identifiers;%s and "
            "this release combined with others about the same people.",
            others ? " what the other columns disclose;" : ""));
}

void release_page_verdict(page *of, const result_facts *facts, const release_details *details) {
    verdict made = {.headline = headline_of(of, facts)};
    made.tone = !facts->released || !is_anonymous(facts) ? TONE_BAD
                : is_above(facts) || details->near_unique_count > 0 ||
                        unconstrained(of, facts, details) ||
                        (facts->assessed && page_alike(of, facts->assessed))
                    ? TONE_WARN
                    : TONE_GOOD;
    say(&made,
        page_print(of,
                   is_anonymous(facts) ? "Protected: the people in the table, against "
                                         "re-identification by an attacker who knows their %s."
                                       : "Judged: whether an attacker who knows their %s can "
                                         "re-identify the people in the table.",
                   quasi_names(of, facts)));
    if (facts->released) {
        say_figures(of, &made, facts);
        say_rules(of, &made, facts);
        say_assumptions(of, &made, facts, details);
        say_limits(of, &made, facts, details);
    } else {
        made.count = 0;
        say(&made,
            page_print(of,
                       "Required: k = %" PRId64 " over %s, at most %s of the rows suppressed%s.",
                       facts->k, quasi_names(of, facts), page_percent(of, facts->suppression),
                       facts->rule_count > 0 ? ", and the privacy models below" : ""));
        say(&made, "Nothing was written.");
    }
    document_verdict(&of->to, made.tone, made.headline, made.sentence, made.count);
}
