#include "report/verdict.h"

#include <math.h>
#include <string.h>

/* ---- Conditions ------------------------------------------------------------------------------ */

static int rank_of(document_tone tone) {
    return tone == TONE_BAD ? 2 : tone == TONE_WARN ? 1 : 0;
}

verdict_condition *verdict_add(verdict *to, const verdict_row *row, document_tone tone,
                               const char *found, const char *sentence) {
    static verdict_condition nowhere;
    if (rank_of(tone) > rank_of(to->tone))
        to->tone = tone;
    if (to->conditions == VERDICT_CONDITIONS) {
        to->left_out++;
        return &nowhere;
    }
    verdict_condition *made = &to->condition[to->conditions++];
    *made = (verdict_condition){.name = row->name,
                                .looked_at = row->looked_at,
                                .threshold = row->threshold,
                                .found = found,
                                .tone = tone,
                                .sentence = sentence};
    return made;
}

/* ---- Warnings -------------------------------------------------------------------------------- */

bool verdict_counts(const warning *of) {
    return !(of->accepted && warning_code_find(of->code)->settled);
}

/* Findings that single people out by themselves, whatever the classes are. */
static const char *const grave[] = {"identifier_published", "attack_succeeds", NULL};

document_tone verdict_tone_of(const warning *of) {
    if (!verdict_counts(of))
        return TONE_PLAIN;
    for (size_t i = 0; grave[i]; i++)
        if (strcmp(grave[i], of->code) == 0)
            return TONE_BAD;
    return TONE_WARN;
}

static const warning *find_warning(const verdict_facts *facts, const char *code) {
    for (size_t i = 0; facts->warnings && i < facts->warnings->count; i++)
        if (strcmp(facts->warnings->each[i].code, code) == 0)
            return &facts->warnings->each[i];
    return NULL;
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

/* "The same was found for b, c and 7 more." */
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

static void judge_warnings(verdict *to, const verdict_row *row, const verdict_facts *facts) {
    const warning_list *list = facts->warnings;
    page *of = &to->words;
    for (size_t i = 0; list && i < list->count; i++) {
        const warning *each = &list->each[i];
        const warning_code *code = warning_code_find(each->code);
        size_t before, alike = count_alike(list, i, &before);
        bool together = alike > MOST_ALIKE;
        if (together && before > 0)
            continue;
        verdict_condition *made =
            verdict_add(to, row, verdict_tone_of(each), each->found,
                        page_print(of, "%s%s", found_words(of, each),
                                   together ? others_words(of, list, i, alike) : ""));
        made->name = each->code;
        made->looked_at = code->summary;
        made->label = each->accepted ? "Accepted by the plan" : NULL;
        made->advice = each->accepted ? page_print(of, "(Code: %s.)", each->code)
                                      : sentence_of(of, code->advice, each->code);
    }
}

/* Whether a condition about what was not stated would say something new: no warning says it, and
 * the plan has not accepted it, which states that there is nothing of the kind. */
static bool is_unstated(const verdict_facts *facts, const char *code) {
    const char *accepted = facts->warnings ? facts->warnings->accepted : NULL;
    return !find_warning(facts, code) && !(accepted && warnings_list_has(accepted, code));
}

/* ---- What was asked -------------------------------------------------------------------------- */

static void judge_release(verdict *to, const verdict_row *row, const verdict_facts *facts) {
    if (facts->of_release && !facts->released)
        verdict_add(to, row, TONE_BAD, "none", "Nothing was written.");
}

static bool is_made(const verdict_facts *facts) {
    return !facts->of_release || facts->released;
}

static void judge_identifiers(verdict *to, const verdict_row *row, const verdict_facts *facts) {
    page *of = &to->words;
    if (facts->identifier_count == 0)
        return;
    const char *names = page_names(of, facts->identifiers, facts->identifier_count);
    verdict_add(to, row, TONE_BAD, names,
                page_print(of,
                           "The table contains identifiers: %s. They reveal who a row is about, "
                           "whatever its class.",
                           names))
        ->advice = facts->keyed
                       ? "Leave these columns out. If the keys of persons were replaced by "
                         "pseudonyms, have the plan say so."
                       : "Leave these columns out.";
}

static bool is_anonymous(const verdict_facts *facts) {
    if (facts->of_release && (facts->emptied || facts->k_asked <= 1))
        return facts->k_asked > 1;
    return facts->k > 1 && facts->k >= (uint64_t)facts->k_asked && facts->few_suppressed == 0;
}

/* Rows that count as protected although few others read the same. */
static const warning *matching(const verdict_facts *facts) {
    return find_warning(facts, warning_blanks_match);
}

static uint64_t figure_of(const warning *of, const char *key) {
    for (size_t i = 0; i < of->figures; i++)
        if (strcmp(of->figure[i].key, key) == 0)
            return of->figure[i].count;
    return 0;
}

/* The size of the smallest class, in all the ways that it is counted. */
static const char *k_words(page *of, const verdict_facts *facts, const warning *match) {
    if (facts->of_release && facts->emptied)
        return "every row is suppressed: nothing is left of the quasi-identifiers";
    const char *rows = of->persons && facts->k_rows > 0
                           ? page_print(of, "; counted in rows, the smallest has %s",
                                        page_whole(of, facts->k_rows))
                           : "";
    const char *matched =
        match ? page_print(of,
                           ", rows with missing values that match included; of those that read "
                           "the same it has %s",
                           page_whole(of, figure_of(match, "smallest")))
              : "";
    const char *before = facts->k_before_known ? page_print(of, "; before, it had %s",
                                                            page_whole(of, facts->k_before))
                                               : "";
    const char *few = facts->few_suppressed > 0
                          ? page_print(of, "; the suppressed rows are a class of %s %s",
                                       page_whole(of, facts->few_suppressed),
                                       page_members(of, facts->few_suppressed))
                          : "";
    return page_print(of, "the smallest of %s class%s has %s %s%s%s%s%s",
                      page_whole(of, facts->classes), facts->classes == 1 ? "" : "es",
                      page_whole(of, facts->k), page_members(of, facts->k), matched, rows, before,
                      few);
}

/* Suppressed rows are a class, too. */
static uint64_t smallest_of(const verdict_facts *facts) {
    bool few = facts->few_suppressed > 0 && facts->few_suppressed < facts->k;
    return few ? facts->few_suppressed : facts->k;
}

static void judge_k(verdict *to, const verdict_row *row, const verdict_facts *facts) {
    page *of = &to->words;
    const warning *match = matching(facts);
    if (!is_made(facts))
        return;
    document_tone tone = !is_anonymous(facts) ? TONE_BAD
                         : match              ? TONE_WARN
                         : facts->k_asked > 0 ? TONE_GOOD
                                              : TONE_PLAIN;
    verdict_condition *made =
        verdict_add(to, row, tone, page_whole(of, smallest_of(facts)), k_words(of, facts, match));
    made->label = "k-anonymity";
    made->holds = true;
}

static void judge_claim(verdict *to, const verdict_row *row, const verdict_facts *facts) {
    if (is_made(facts) && facts->claim)
        verdict_add(to, row, TONE_WARN, facts->claim, sentence_of(&to->words, facts->claim, NULL));
    if (is_made(facts) && facts->caution)
        verdict_add(to, row, TONE_WARN, facts->caution, facts->caution);
}

enum { NAMED_RULES = 6 };

/* Rounded, unless that would hide that it misses what was asked. */
static const char *value_words(page *of, const verdict_rule *rule) {
    if (rule->holds || !isfinite(rule->found))
        return page_figure(of, rule->found);
    return page_print(of, "%.6g", rule->found);
}

static void judge_models(verdict *to, const verdict_row *row, const verdict_facts *facts) {
    page *of = &to->words;
    for (size_t i = 0; is_made(facts) && i < facts->rule_count; i++) {
        const verdict_rule *rule = &facts->rules[i];
        bool bad = rule->judged && !rule->holds;
        if (i >= NAMED_RULES && rule->judged && rule->holds)
            continue;
        const char *found = !rule->judged ? "not checked: it needs a population"
                            : isnan(rule->found)
                                ? "not measured"
                                : page_print(of, "found %s%s%s", value_words(of, rule),
                                             rule->whole ? "" : " in the worst class",
                                             bad ? ", so it does not hold" : "");
        document_tone tone = !rule->judged        ? TONE_WARN
                             : bad                ? TONE_BAD
                             : isnan(rule->found) ? TONE_PLAIN
                                                  : TONE_GOOD;
        verdict_condition *made = verdict_add(to, row, tone, found, found);
        made->label =
            page_print(of, "%s%s%s", rule->text, rule->attribute ? " for " : "",
                       rule->attribute ? page_shorten(of, rule->attribute, PAGE_VALUE) : "");
        made->holds = true;
    }
}

static void judge_suppression(verdict *to, const verdict_row *row, const verdict_facts *facts) {
    page *of = &to->words;
    double share = facts->rows > 0 ? (double)facts->suppressed / (double)facts->rows : 0;
    if (!is_made(facts) || (facts->suppressed == 0 && !facts->suppression_limited))
        return;
    const char *found = page_print(of, "%s of %s rows (%s)", page_whole(of, facts->suppressed),
                                   page_whole(of, facts->rows), page_percent(of, share));
    document_tone tone = !facts->suppression_holds    ? TONE_BAD
                         : facts->suppression_limited ? TONE_GOOD
                                                      : TONE_PLAIN;
    verdict_condition *made = verdict_add(to, row, tone, found, found);
    made->label = "Suppression";
    made->holds = true;
}

static void judge_requirement(verdict *to, const verdict_row *row, const verdict_facts *facts) {
    if (facts->nothing_asked)
        verdict_add(to, row, TONE_WARN, "nothing",
                    "The plan requires neither k nor a privacy model.")
            ->advice = "Set privacy.k or privacy.models to get a verdict.";
}

/* ---- Attackers ------------------------------------------------------------------------------- */

/* The smallest k that keeps every row at the threshold. */
static uint64_t sufficient_k(double threshold) {
    return threshold > 0 ? (uint64_t)ceil(1 / threshold - 1e-9) : 0;
}

/* By the rows that read the same: that a missing value may be any value does not bind attackers. */
static double largest_risk(const verdict_facts *facts) {
    const warning *match = matching(facts);
    uint64_t smallest = match ? figure_of(match, "smallest") : 0;
    return smallest > 0 ? fmax(facts->largest, 1 / (double)smallest) : facts->largest;
}

static const char *risk_words(page *of, const verdict_facts *facts) {
    double risk = largest_risk(facts);
    const char *most = page_percent(of, facts->linked ? fmax(risk, facts->linkage_most) : risk);
    const char *who =
        page_print(of,
                   "an attacker who knows a person's quasi-identifiers, and that they are in the "
                   "table, picks the right %s with probability %s at most",
                   of->persons ? "one" : "row", most);
    if (isnan(facts->average))
        return page_print(of, "%s; the threshold is %s", who, page_percent(of, facts->threshold));
    return page_print(of, "%s, %s on average; %s of the %s are above the threshold of %s", who,
                      page_percent(of, facts->average), page_percent(of, facts->share_above),
                      page_members(of, 2), page_percent(of, facts->threshold));
}

static void judge_risk(verdict *to, const verdict_row *row, const verdict_facts *facts) {
    page *of = &to->words;
    if (!is_made(facts) || facts->emptied || isnan(facts->largest))
        return;
    bool above = largest_risk(facts) > facts->threshold + 1e-12;
    verdict_condition *made =
        verdict_add(to, row, above ? TONE_WARN : TONE_GOOD, page_percent(of, largest_risk(facts)),
                    risk_words(of, facts));
    made->label = "Risk";
    made->holds = true;
    if (above)
        made->advice =
            page_print(of,
                       "Require a larger k: %s or more keeps every %s at the "
                       "threshold.",
                       page_whole(of, sufficient_k(facts->threshold)), page_members(of, 1));
}

/* What k promises; without one, what the classes do. */
static double promised(const verdict_facts *facts) {
    return facts->k_asked > 1 ? 1 / (double)facts->k_asked : facts->largest;
}

static void judge_linkage(verdict *to, const verdict_row *row, const verdict_facts *facts) {
    page *of = &to->words;
    if (!is_made(facts) || !facts->linked)
        return;
    double limit = promised(facts) + 1e-9;
    document_tone tone = facts->linkage > limit        ? TONE_BAD
                         : facts->linkage_most > limit ? TONE_WARN
                                                       : TONE_GOOD;
    const char *found = page_percent(of, facts->linkage);
    const char *most = facts->linkage_most > limit
                           ? page_print(of, ", and finds somebody with probability %s",
                                        page_percent(of, facts->linkage_most))
                           : "";
    verdict_condition *made = verdict_add(
        to, row, tone, found,
        page_print(
            of,
            "an attacker who has the original quasi-identifiers links %s of the %s%s; what was "
            "asked allows %s",
            found, page_members(of, 2), most, page_percent(of, promised(facts))));
    made->label = "Linkage";
    made->holds = true;
    if (tone != TONE_GOOD)
        made->advice = "Suppress nothing, leave the suppressed rows out, or count missing values "
                       "as they read.";
}

static void leave_open(verdict *to) {
    if (to->tone == TONE_GOOD)
        to->tone = TONE_PLAIN;
}

/* Why attackers may do better than those who were measured; NULL: no such reason. */
static const char *changed_words(page *of, const attack_list *attacks) {
    return attacks->changed_count == 0
               ? NULL
               : page_print(of,
                            "Values of %s are not those of the original, so that attacks by or on "
                            "%s were made in part, or not at all.",
                            page_names(of, attacks->changed, attacks->changed_count),
                            attacks->changed_count == 1 ? "it" : "them");
}

static const char *uncovered_words(page *of, const attack_list *attacks) {
    return attacks->uncovered == 0
               ? NULL
               : page_print(of,
                            "No class covers %s of the %s people who were looked for, and fewer "
                            "are left out: attackers who know what the labels stand for find more.",
                            page_whole(of, attacks->uncovered),
                            page_whole(of, attacks->looked_for));
}

static const char *strangers_words(page *of, const verdict_facts *facts) {
    return facts->attacks->strangers == 0
               ? NULL
               : page_print(of,
                            "The release has %s rows fewer than the original, and it is not known "
                            "which people are in it: attacks on the others fail, so those on them "
                            "succeed more often than the figures say.",
                            page_whole(of, facts->attacks->strangers));
}

/* What attackers know may be more than what those knew who were measured. */
static void judge_knowledge(verdict *to, const verdict_row *row, const verdict_facts *facts) {
    page *of = &to->words;
    if (!is_made(facts) || !facts->attacks)
        return;
    const char *const words[][3] = {
        {"changed columns", changed_words(of, facts->attacks),
         "Write these columns as the original does, or measure attacks by hand."},
        {"labels that cover too few", uncovered_words(of, facts->attacks),
         "Name the hierarchies that the labels come from, write ranges such as 20-29 instead of "
         "rounded numbers, or give the mapping of the rows."},
        {"who is in the release", strangers_words(of, facts),
         "Give the mapping of the rows, or compare with those rows of the original that the "
         "release was made of."},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!words[i][1])
            continue;
        verdict_add(to, row, TONE_PLAIN, words[i][0], words[i][1])->advice = words[i][2];
        leave_open(to);
    }
}

/* What a release needs so that it is attacked. */
static const char *attack_advice(const verdict_facts *facts) {
    if (!facts->of_release)
        return "Compare the table with its original: attacks need the people it is about.";
    return facts->stays ? "Let the run read the rows, which attacks need, and ask for a report or "
                          "be strict."
                        : "Ask for a report or be strict: both measure attacks before anything is "
                          "written.";
}

static uint64_t count_undecided(const attack_list *attacks) {
    uint64_t count = 0;
    for (size_t i = 0; attacks && i < attacks->count; i++)
        count += attacks->each[i].undecided;
    return count;
}

static const char *undecided_words(page *of, uint64_t undecided) {
    return page_print(
        of, "%s attack%s may be above %s limit: too few people were attacked to tell.",
        page_whole(of, undecided), page_plural(undecided), undecided == 1 ? "its" : "their");
}

/* Where no attack was made, or most could not be, as the labels cannot be read. */
static void judge_attacks(verdict *to, const verdict_row *row, const verdict_facts *facts) {
    if (facts->attacks && facts->attacks->blind) {
        verdict_add(to, row, TONE_PLAIN, "not made",
                    "Attacks that look for people by their quasi-identifiers could not be made: it "
                    "is not known which values some labels cover.")
            ->advice =
            "Name the hierarchies that the labels come from, or the mapping of the rows.";
        leave_open(to);
    }
    uint64_t undecided = is_made(facts) ? count_undecided(facts->attacks) : 0;
    if (undecided > 0) {
        verdict_add(to, row, TONE_PLAIN, "undecided", undecided_words(&to->words, undecided))
            ->advice = "Look at their figures, and require more where they are close to the limit.";
        leave_open(to);
    }
    if (!is_made(facts) || facts->attacked)
        return;
    verdict_add(to, row, TONE_PLAIN, "not measured",
                "No attack on the release was measured, so nothing shows that it resists one.")
        ->advice = attack_advice(facts);
    leave_open(to);
}

/* A record that no published row covers may be the only one that is suppressed. */
static void judge_certain(verdict *to, const verdict_row *row, const verdict_facts *facts) {
    page *of = &to->words;
    if (!is_made(facts) || facts->certain == 0)
        return;
    verdict_add(to, row, TONE_WARN, page_whole(of, facts->certain),
                page_print(of, "An attacker who has the original finds %s record%s with certainty.",
                           page_whole(of, facts->certain), page_plural(facts->certain)))
        ->advice = "Suppress nothing, or remove the suppressed rows.";
}

static void judge_disclosure(verdict *to, const verdict_row *row, const verdict_facts *facts) {
    page *of = &to->words;
    bool told = find_warning(facts, warning_sensitive_single_value) ||
                find_warning(facts, warning_sensitive_likely);
    if (!is_made(facts) || facts->sensitive_count == 0 || facts->emptied)
        return;
    const char *names = page_names(of, facts->sensitive, facts->sensitive_count);
    if (facts->alike_count > 0 && !told)
        verdict_add(to, row, TONE_WARN, "one value",
                    page_print(of,
                               "%s same %s: a person known to be in that class is known to have "
                               "that value.",
                               of->persons ? "At least one class has one person, or the"
                                           : "In at least one class all rows have the",
                               page_names(of, facts->alike, facts->alike_count)))
            ->advice = "Require a privacy model of this attribute, such as l-diversity with l = 2.";
    else if (!facts->classes_looked_at)
        verdict_add(to, row, TONE_WARN, "not measured",
                    page_print(of, "What the classes give away about %s was not measured.", names))
            ->advice = "Assess the release.";
    else if (!told && !find_warning(facts, warning_rows_of_person_tell)) {
        const char *least = isfinite(facts->least_values)
                                ? page_print(of, "; every class has at least %s different values",
                                             page_figure(of, facts->least_values))
                                : "";
        verdict_condition *made =
            verdict_add(to, row, TONE_GOOD, "below the limit",
                        page_print(of, "in no class do nearly all %s have the same %s%s",
                                   page_members(of, 2), names, least));
        made->label = "Sensitive values";
        made->holds = true;
    }
}

/* ---- What was not stated --------------------------------------------------------------------- */

static void judge_persons(verdict *to, const verdict_row *row, const verdict_facts *facts) {
    if (!is_made(facts) || facts->persons || !facts->warnings ||
        !is_unstated(facts, warning_persons_not_stated))
        return;
    verdict_add(to, row, TONE_WARN, "rows are counted",
                "Rows are counted. If a person can have several, a class has fewer persons "
                "than rows.")
        ->advice = "Name the column that says whose row it is as the person. If every row is "
                   "another person's, accept this. (Code: persons_not_stated.)";
}

static void judge_sensitive(verdict *to, const verdict_row *row, const verdict_facts *facts) {
    if (!is_made(facts) || facts->sensitive_count > 0 ||
        !is_unstated(facts, warning_sensitive_not_stated))
        return;
    verdict_add(to, row, TONE_WARN, "none is named",
                "No sensitive attribute is named, so nothing limits or measures what an "
                "attacker learns about a person from their class.")
        ->advice = "Name the attributes that must not become known, or state that there are none.";
}

/* ---- The table ------------------------------------------------------------------------------- */

const verdict_row verdict_rows[] = {
    {"release", "whether a release was found", "one that meets the plan", TONE_BAD, judge_release},
    {"identifiers", "columns that the plan calls identifiers", "none is in the table", TONE_BAD,
     judge_identifiers},
    {"requirement", "what the plan requires", "k or a privacy model", TONE_WARN, judge_requirement},
    {"k", "persons or rows of the smallest class, as they read",
     "the k that was asked for, and at least 2", TONE_BAD, judge_k},
    {"models", "each privacy model and limit of the plan", "checked, and holds", TONE_BAD,
     judge_models},
    {"risk",
     "highest probability that an attacker who knows the quasi-identifiers picks the right person",
     "the risk threshold", TONE_WARN, judge_risk},
    {"linkage",
     "share of the records that an attacker who has the original links, and the surest link",
     "1/k; without k, the largest risk of a class", TONE_BAD, judge_linkage},
    {VERDICT_ATTACKS, "whether measured attacks were made on the release, or could be",
     "they were; else the verdict is open", TONE_PLAIN, judge_attacks},
    {VERDICT_KNOWLEDGE,
     "whether the measured attackers could use all of the release and the original",
     "they could; else the verdict is open", TONE_PLAIN, judge_knowledge},
    {"suppression", "share of suppressed rows", "the limit of the plan", TONE_BAD,
     judge_suppression},
    {"disclosure", "largest share of a sensitive value in a class, beside its share in the table",
     "below 90 %, or more than half of the table's doubt is left", TONE_WARN, judge_disclosure},
    {"warnings", "what no privacy model covers: each code of `shoal list warnings`",
     "nothing is found, or the plan states it", TONE_BAD, judge_warnings},
    {"persons", "whether the plan says whose rows they are", "stated or accepted", TONE_WARN,
     judge_persons},
    {"sensitive", "whether the plan says which columns are sensitive", "stated or accepted",
     TONE_WARN, judge_sensitive},
    {"certain", "records that an attacker who has the original finds with certainty", "none",
     TONE_WARN, judge_certain},
    {"claim", "what the recoding itself says of its release", "nothing that limits k-anonymity",
     TONE_WARN, judge_claim},
    {NULL, NULL, NULL, TONE_PLAIN, NULL},
};

/* ---- The headline ---------------------------------------------------------------------------- */

static const char *rule_headline(page *of, const verdict_facts *facts) {
    bool violated = !facts->suppression_holds, unjudged = false;
    for (size_t i = 0; i < facts->rule_count; i++) {
        violated |= facts->rules[i].judged && !facts->rules[i].holds;
        unjudged |= !facts->rules[i].judged;
    }
    if (!violated && !unjudged)
        return NULL;
    return page_print(of, "%s; the smallest class has %s %s",
                      violated ? "Does not meet the plan" : "Not all of the plan could be checked",
                      page_whole(of, facts->k), page_members(of, facts->k));
}

/* That k holds is no good news where something else is bad. */
static const char *k_headline(page *of, const verdict_facts *facts, document_tone tone) {
    const warning *match = matching(facts);
    uint64_t others = facts->k - 1;
    if (match)
        return page_print(
            of,
            "Every published row matches at least %s other%s, but only if a missing value may "
            "be any value: %s read like fewer",
            page_whole(of, others), page_plural(others), page_whole(of, figure_of(match, "rows")));
    return page_print(of, "%s%s-anonymous%s: %s at least %s other%s%s",
                      tone == TONE_BAD ? "Not protected, although " : "", page_whole(of, facts->k),
                      facts->rule_count > 0 ? ", and the privacy models hold" : "",
                      of->persons ? "every person has the same published quasi-identifiers as"
                                  : "every published row has the same quasi-identifiers as",
                      page_whole(of, others), of->persons ? " person" : "", page_plural(others));
}

static const char *headline_of(page *of, const verdict_facts *facts, document_tone tone) {
    if (!is_made(facts))
        return facts->proven ? "No release: proven infeasible" : "No release was found";
    if (facts->classes == 0 && !facts->of_release)
        return "Nothing to judge: there is no equivalence class";
    if (facts->identifier_count > 0)
        return page_print(of, "Not anonymous: the table contains identifiers: %s",
                          page_names(of, facts->identifiers, facts->identifier_count));
    if (facts->of_release && facts->k_asked <= 1)
        return "Not protected: k = 1 hides nobody";
    if (facts->emptied && is_anonymous(facts))
        return "Nothing is left of the quasi-identifiers: all of them read *";
    if (facts->k < (uint64_t)facts->k_asked)
        return page_print(of, "Not %s-anonymous: the smallest class has %s %s",
                          page_whole(of, (uint64_t)facts->k_asked), page_whole(of, facts->k),
                          page_members(of, facts->k));
    if (facts->few_suppressed > 0)
        return page_print(of, "Not %s-anonymous: the suppressed rows are a class of %s %s",
                          page_whole(of, (uint64_t)facts->k_asked),
                          page_whole(of, facts->few_suppressed),
                          page_members(of, facts->few_suppressed));
    const char *missed = rule_headline(of, facts);
    if (missed)
        return missed;
    if (facts->k <= 1)
        return page_print(of, "Not protected: %s of %s %s are unique on their quasi-identifiers",
                          page_whole(of, facts->uniques), page_whole(of, facts->members),
                          page_members(of, 2));
    return facts->claim ? facts->claim : k_headline(of, facts, tone);
}

/* ---- What was not looked at ------------------------------------------------------------------ */

static void leave(verdict *to, bool unseen, const char *name, const char *sentence) {
    if (unseen && to->not_looked_at < VERDICT_UNSEEN)
        to->unseen[to->not_looked_at++] = (verdict_unseen){name, sentence};
}

/* "linkage by the order of rows" */
static const char *attack_words(page *of, const attack_figure *each) {
    static const char *const kinds[] = {
        [ATTACK_SINGLING_OUT] = "singling out", [ATTACK_LINKAGE] = "linkage",
        [ATTACK_LINKABILITY] = "linkability",   [ATTACK_INFERENCE] = "inference",
        [ATTACK_MEMBERSHIP] = "membership",
    };
    return page_print(of, "%s by %s", kinds[each->kind], each->by);
}

/* Attacks that could not be made; NULL: there are none. */
static const char *unmade_words(page *of, const attack_list *attacks) {
    const char *words = NULL;
    for (size_t i = 0; attacks && i < attacks->count; i++) {
        const attack_figure *each = &attacks->each[i];
        if (each->none && !each->moot)
            words = page_print(
                of, words ? "%s; %s" : "%s%s",
                words ? words : "Attacks that could not be made: ", attack_words(of, each));
    }
    return words ? page_print(of, "%s.", words) : NULL;
}

static void list_unseen(verdict *to, const verdict_facts *facts) {
    bool looked = is_made(facts);
    const char *unmade = unmade_words(&to->words, looked ? facts->attacks : NULL);
    bool few = facts->attacks && facts->attacks->controlled;
    leave(to, facts->stays, "rows",
          "What the columns and classes give away: the rows stayed in their database.");
    leave(to, looked && !facts->linked, "linkage",
          facts->of_release
              ? "How many people the original links: attacks are measured where a report is made, "
                "and where the plan is strict."
              : "How many people the original links: it was not given, or could not be compared.");
    uint64_t undecided = looked ? count_undecided(facts->attacks) : 0;
    uint64_t over = looked && facts->attacks ? facts->attacks->passed_over : 0;
    leave(to, unmade, "attacks", unmade);
    leave(to, over > 0, "more people",
          page_print(&to->words,
                     "Whether more people are found with certainty: %s were not attacked.",
                     page_whole(&to->words, over)));
    leave(to, undecided > 0, "undecided attacks", undecided_words(&to->words, undecided));
    for (size_t i = 0; i < to->conditions; i++)
        leave(to, strcmp(to->condition[i].name, VERDICT_KNOWLEDGE) == 0, to->condition[i].found,
              to->condition[i].sentence);
    leave(to, looked && !facts->controlled, "control",
          few ? "How well the same attacks do on people who are not in the table: the control has "
                "too few of them."
              : "How well the same attacks do on people who are not in the table: there is no "
                "control.");
    leave(to, looked && !facts->persons, "persons",
          "Whether a person has several rows: the plan names no person.");
    leave(to, looked && !facts->households, "households",
          facts->household ? "Who lives together: neither the table nor its original says it."
                           : "Who lives together: the plan names no household.");
    leave(to, looked && facts->sensitive_count == 0, "sensitive values",
          "What is learnt about people from their class: no sensitive attribute is named.");
    leave(to, true, "further knowledge",
          "Attackers who know more about a person than the quasi-identifiers.");
    leave(to, true, "other releases", "This table combined with others about the same people.");
}

/* ---------------------------------------------------------------------------------------------- */

void verdict_make(verdict *out, const verdict_facts *facts) {
    *out = (verdict){.tone = TONE_GOOD, .words = {.persons = facts->persons}};
    for (const verdict_row *row = verdict_rows; row->name; row++)
        row->judge(out, row, facts);
    out->headline = headline_of(&out->words, facts, out->tone);
    if (out->tone == TONE_PLAIN)
        out->headline = page_print(&out->words, "%s; %s", out->headline,
                                   !facts->attacks ? "attacks were not measured"
                                   : count_undecided(facts->attacks) > 0
                                       ? "attacks leave open whether it resists them"
                                       : "not all attacks were measured");
    list_unseen(out, facts);
}

bool verdict_failed(const verdict *of) {
    return of->words.to.out.out.failed;
}

void verdict_free(verdict *of) {
    arena_free(&of->words.memory);
    *of = (verdict){.tone = TONE_PLAIN};
}
