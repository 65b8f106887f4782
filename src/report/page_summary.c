/* The first screen: what was asked, what holds, what was lost, and what is left to worry about. */
#include "report/report_page.h"
#include "report/verdict.h"

#include <math.h>
#include <string.h>

void page_list_add(page_list *to, document_tone tone, const char *name, const char *sentence,
                   const char *advice) {
    if (to->count < PAGE_ITEMS)
        to->item[to->count++] = (document_item){name, sentence, advice, tone};
    else
        to->left_out++;
}

bool page_is_open(const page_list *left) {
    for (size_t i = 0; i < left->count; i++)
        if (left->item[i].tone == TONE_WARN || left->item[i].tone == TONE_BAD)
            return true;
    return false;
}

static bool fails(const page_list *found) {
    for (size_t i = 0; i < found->count; i++)
        if (found->item[i].tone == TONE_BAD)
            return true;
    return false;
}

static document_group group_of(page *of, const char *id, const char *title, page_list *list) {
    if (list->left_out > 0)
        list->item[PAGE_ITEMS - 1] = (document_item){
            .text = page_print(of, "and %zu more, in the sections below", list->left_out + 1)};
    return (document_group){id, title, list->item, list->count};
}

void page_summary(page *of, page_groups *made) {
    if (made->holds.count > 0 && made->left.count == 0)
        page_list_add(
            &made->left, TONE_GOOD, NULL,
            "Nothing that this report looks for. The next section says what it does not cover.",
            NULL);
    document_group groups[4];
    size_t count = 0;
    groups[count++] = group_of(of, "asked", "What was asked", &made->asked);
    if (made->holds.count > 0)
        groups[count++] = group_of(
            of, "holds", fails(&made->holds) ? "What holds, and what does not" : "What holds",
            &made->holds);
    if (made->left.count > 0)
        groups[count++] = group_of(of, "left", "What is left to worry about", &made->left);
    if (made->lost.count > 0)
        groups[count++] = group_of(of, "lost", "What was lost", &made->lost);
    document_summary(&of->to, groups, count);
}

/* ---- What was lost ----------------------------------------------------------------------------
 */

void page_say_lost(page *of, page_list *to, const assessment *facts) {
    const char **same = arena_new(&of->memory, facts->column_count + 1, sizeof *same);
    size_t unchanged = 0;
    for (size_t i = 0; same && i < facts->column_count; i++) {
        const assessment_column *each = &facts->columns[i];
        if (!each->before.there)
            continue;
        bool quasi = strcmp(each->role, "quasi") == 0;
        if (each->unchanged && (!quasi || each->after.starred == 0))
            same[unchanged++] = each->name;
        else
            page_list_add(to, TONE_PLAIN, page_shorten(of, each->name, PAGE_VALUE),
                          page_lost(of, each), NULL);
    }
    if (!same)
        page_fail(of);
    else if (unchanged > 0)
        page_list_add(to, TONE_PLAIN, page_names(of, same, unchanged), "unchanged", NULL);
}

/* ---- What holds -------------------------------------------------------------------------------
 */

void page_say_risk(page *of, page_list *to, const assessment *facts) {
    const attacker_risk *risk = &facts->table.risk.prosecutor;
    page_list_add(
        to, risk->above > 0 ? TONE_WARN : TONE_GOOD, "Risk",
        page_print(of,
                   "whoever knows that a person is in the table and looks for them picks the "
                   "right %s with probability %s at most, %s on average; %s of the %s are "
                   "above the threshold of %s",
                   of->persons ? "one" : "row", page_percent(of, assessment_largest_risk(facts)),
                   page_percent(of, risk->average), page_percent(of, risk->share_above),
                   page_members(of, 2), page_percent(of, facts->threshold_value)),
        NULL);
    if (assessment_is_linked_more(facts))
        page_list_add(to, TONE_BAD, "Linkage",
                      page_print(of,
                                 "that counts what the plan counts; whoever has the original links "
                                 "%s of the %s",
                                 page_percent(of, facts->linkage.generalized.expected),
                                 page_members(of, 2)),
                      NULL);
}

/* ---- What is left -----------------------------------------------------------------------------
 */

static bool is_listed(const warning_list *warnings, const char *code) {
    for (size_t i = 0; warnings && i < warnings->count; i++)
        if (strcmp(warnings->each[i].code, code) == 0)
            return true;
    return false;
}

/* A clause as a sentence: with a capital letter and a full stop. */
static const char *sentence_of(page *of, const char *clause, const char *code) {
    size_t length = strlen(clause);
    bool ended = length > 0 && clause[length - 1] == '.';
    bool lower = *clause >= 'a' && *clause <= 'z' && !strchr(" .,_-0123456789", clause[1]);
    return page_print(of, "%c%s%s%s%s%s", lower ? *clause - 'a' + 'A' : *clause,
                      length > 0 ? clause + 1 : "", ended ? "" : ".", code ? " (Code: " : "",
                      code ? code : "", code ? ".)" : "");
}

/* A name keeps its small letter. */
static bool starts_with_name(const warning *of) {
    return of->attribute && strncmp(of->found, of->attribute, strlen(of->attribute)) == 0;
}

static const char *found_words(page *of, const warning *each) {
    return starts_with_name(each) ? page_print(of, "%s.", each->found)
                                  : sentence_of(of, each->found, NULL);
}

/* Warnings of one kind that have a sentence each; of more only the first has. */
enum { MOST_ALIKE = 3 };

/* How many warnings have the code of this one; *before of them are listed before it. */
static size_t count_alike(const warning_list *warnings, size_t which, size_t *before) {
    size_t alike = 0;
    *before = 0;
    for (size_t i = 0; i < warnings->count; i++) {
        bool same = strcmp(warnings->each[i].code, warnings->each[which].code) == 0;
        alike += same;
        *before += same && i < which;
    }
    return alike;
}

/* "The same was found in b, c and 7 more." */
static const char *others_words(page *of, const warning_list *warnings, size_t first,
                                size_t alike) {
    const char **names = arena_new(&of->memory, alike, sizeof *names);
    size_t count = 0;
    if (!names)
        return page_fail(of);
    for (size_t i = first + 1; i < warnings->count; i++) {
        const warning *each = &warnings->each[i];
        if (strcmp(each->code, warnings->each[first].code) == 0 && each->attribute)
            names[count++] = each->attribute;
    }
    return page_print(of, " The same was found for %s.", page_names(of, names, count));
}

void page_say_warnings(page *of, page_list *to, const warning_list *warnings) {
    for (size_t i = 0; warnings && i < warnings->count; i++) {
        const warning *each = &warnings->each[i];
        size_t before, alike = count_alike(warnings, i, &before);
        bool together = alike > MOST_ALIKE;
        if (together && before > 0)
            continue;
        page_list_add(to, verdict_counts(each) ? TONE_WARN : TONE_PLAIN,
                      each->accepted ? "Accepted by the plan" : NULL,
                      page_print(of, "%s%s", found_words(of, each),
                                 together ? others_words(of, warnings, i, alike) : ""),
                      each->accepted ? page_print(of, "(Code: %s.)", each->code)
                                     : sentence_of(of, verdict_advice(each), each->code));
    }
}

/* Whether a warning about what was not stated would say something new: nobody warned, and nobody
 * has accepted it, which states that there is nothing of the kind. */
static bool is_unstated(const warning_list *warnings, const char *code) {
    const char *accepted = warnings ? warnings->accepted : NULL;
    return !is_listed(warnings, code) && !(accepted && warnings_list_has(accepted, code));
}

static void say_unstated(const page *of, page_list *to, const page_left *about) {
    if (!of->persons && about->warnings && is_unstated(about->warnings, warning_persons_not_stated))
        page_list_add(to, TONE_WARN, NULL,
                      "Rows are counted. If a person can have several, a class has fewer persons "
                      "than rows.",
                      "Name the column that says whose row it is as the person. If every row is "
                      "another person's, accept this. (Code: persons_not_stated.)");
    if (about->sensitive_count == 0 && is_unstated(about->warnings, warning_sensitive_not_stated))
        page_list_add(to, TONE_WARN, NULL,
                      "No sensitive attribute is named, so nothing limits or measures what an "
                      "attacker learns about a person from their class.",
                      "Name the attributes that must not become known, or state that there are "
                      "none.");
}

static void say_sensitive(page *of, page_list *to, const page_left *about) {
    bool listed = is_listed(about->warnings, warning_sensitive_single_value);
    const char *alike = about->facts && !listed ? page_alike(of, about->facts) : NULL;
    if (alike)
        page_list_add(to, TONE_WARN, NULL,
                      page_print(of,
                                 "%s same %s: whoever is known to be in that class is known to "
                                 "have that value.",
                                 of->persons ? "At least one class has one person, or the"
                                             : "In at least one class all rows have the",
                                 alike),
                      "Require a privacy model of this attribute, such as l-diversity with "
                      "l = 2.");
    else if (about->only_k && !listed)
        page_list_add(to, TONE_WARN, NULL,
                      page_print(of,
                                 "Only k protects %s: no privacy model limits what a class gives "
                                 "away about it.",
                                 about->only_k),
                      "Require a privacy model of it, such as l-diversity or t-closeness.");
}

static void say_near_unique(page *of, page_list *to, const page_left *about) {
    if (about->near_unique_count == 0 || is_listed(about->warnings, warning_near_unique))
        return;
    page_list_add(to, TONE_WARN, NULL,
                  page_print(of, "Nearly every row has a different value in %s.",
                             page_names(of, about->near_unique, about->near_unique_count)),
                  "If others may know these values, make them identifiers or quasi-identifiers.");
}

/* The smallest k that keeps every row at the threshold. */
static uint64_t sufficient_k(double threshold) {
    return threshold > 0 ? (uint64_t)ceil(1 / threshold - 1e-9) : 0;
}

static void say_above(page *of, page_list *to, const assessment *facts) {
    const attacker_risk *risk = &facts->table.risk.prosecutor;
    if (risk->above == 0)
        return;
    page_list_add(to, TONE_WARN, NULL,
                  page_print(of, "%s of the published %s are above the risk threshold of %s.",
                             page_percent(of, risk->share_above), page_members(of, 2),
                             page_percent(of, facts->threshold_value)),
                  page_print(of, "Require a larger k: %s or more keeps every %s at the threshold.",
                             page_whole(of, sufficient_k(facts->threshold_value)),
                             page_members(of, 1)));
}

/* A record that no published row covers may be the only one that is suppressed. */
static void say_certain(page *of, page_list *to, const assessment *facts) {
    uint64_t certain = facts->linkage.generalized.certain;
    if (certain == 0)
        return;
    page_list_add(to, TONE_WARN, NULL,
                  page_print(of, "Whoever has the original finds %s record%s with certainty.",
                             page_whole(of, certain), page_plural(certain)),
                  "Suppress nothing, or remove the suppressed rows.");
}

void page_say_left(page *of, page_list *to, const page_left *about) {
    page_say_warnings(of, to, about->warnings);
    say_unstated(of, to, about);
    say_sensitive(of, to, about);
    say_near_unique(of, to, about);
    if (about->facts) {
        say_certain(of, to, about->facts);
        say_above(of, to, about->facts);
    }
}
