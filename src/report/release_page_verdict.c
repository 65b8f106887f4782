/* The first screen of a release's report: the verdict, and the summary for the reader who signs. */
#include "report/release_page.h"
#include "report/verdict.h"

#include <inttypes.h>
#include <string.h>

enum { NAMED_RULES = 6 };

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
    if (facts->of_persons && of->hidden && facts->released && facts->output.rows < facts->rows)
        page_list_add(to, TONE_PLAIN, "Persons", "are counted instead of rows", NULL);
    else if (facts->of_persons)
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
    if (strcmp(facts->suppressed_rows, "dropped") == 0)
        document_text(&of->to, TONE_PLAIN, "The release lacks the suppressed rows%s%s.",
                      of->hidden || !facts->suppressed_why[0] ? "" : ": ",
                      of->hidden ? "" : facts->suppressed_why);
    else if (others && facts->recoded->suppressed > 0)
        document_text(&of->to, TONE_PLAIN,
                      "Suppressed rows have * in every quasi-identifier; they keep the values of "
                      "all other columns, and hold as a class.");
    document_text(&of->to, TONE_PLAIN,
                  "Not covered: attackers who know more about a person than the "
                  "quasi-identifiers;%s and this release combined with others about the same "
                  "people.",
                  others ? " what the other columns disclose;" : "");
}

/* ---- The whole --------------------------------------------------------------------------------
 */

void release_page_verdict(page *of, const result_facts *facts, const release_details *details) {
    page_groups made = {0};
    const char *nothing = "Nothing was written.";
    verdict found;
    verdict_of_release(&found, facts);
    say_asked(of, &made.asked, facts, details);
    if (facts->released) {
        say_lost(of, &made.lost, facts, details);
        verdict_show(&found, &made, of->hidden);
    }
    document_verdict(&of->to, found.tone, found.headline, &nothing, facts->released ? 0 : 1);
    page_summary(of, &made);
    if (verdict_failed(&found))
        page_fail(of);
    verdict_free(&found);
}
