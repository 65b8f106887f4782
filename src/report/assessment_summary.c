#include "report/assessment.h"
#include "report/utf8.h"
#include "report/verdict.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SHOWN 3         /* attributes and sets that are named */
#define LONGEST_NAME 40 /* characters of a name */
#define WIDTH 26

/* ---- Lines ----------------------------------------------------------------------------------- */

static void print_name(text *out, const char *name) {
    size_t length = 0;
    for (size_t shown = 0; name[length] && shown < LONGEST_NAME; shown++) {
        size_t next = utf8_length(name + length);
        length += next ? next : 1;
    }
    text_add(out, name, length);
    text_add_string(out, name[length] ? "\xe2\x80\xa6" : "");
}

static void print_label(text *out, const char *label, const char *name) {
    text line = {0};
    text_add_string(&line, label);
    if (name) {
        text_add_string(&line, " of ");
        print_name(&line, name);
    }
    size_t shown = line.bytes ? utf8_characters(line.bytes) : 0;
    text_format(out, "%s%*s", line.bytes ? line.bytes : "",
                shown < WIDTH ? (int)(WIDTH - shown) : 0, "");
    out->failed |= line.failed;
    text_free(&line);
}

/* Three digits, as people read them; larger numbers as whole ones. The result has all digits. */
static const char *figure_print(char out[32], double value) {
    if (fabs(value) >= 1000 && fabs(value) < 1e15)
        (void)snprintf(out, 32, "%.0f", value);
    else
        (void)snprintf(out, 32, "%.3g", value);
    return out;
}

static void print_number(text *out, double value, bool percent) {
    if (isnan(value))
        text_format(out, " %12s", "-");
    else if (isinf(value))
        text_format(out, " %12s", "none");
    else if (percent)
        text_format(out, " %11s%%", figure_print((char[32]){""}, 100 * value));
    else
        text_format(out, " %12s", figure_print((char[32]){""}, value));
}

/* One line of the table: before, if there is an original, and after. */
static void print_row(text *out, const assessment *facts, const char *label, const char *name,
                      double before, double after, bool percent) {
    print_label(out, label, name);
    if (facts->before)
        print_number(out, before, percent);
    print_number(out, after, percent);
    text_add_string(out, "\n");
}

static void print_count(text *out, const assessment *facts, const char *label, uint64_t before,
                        uint64_t after) {
    print_label(out, label, NULL);
    if (facts->before)
        text_format(out, " %12" PRIu64, before);
    text_format(out, " %12" PRIu64 "\n", after);
}

/* ---- The verdict ----------------------------------------------------------------------------- */

static const char *person_words(const assessment *facts, uint64_t count) {
    return !facts->table.of_persons ? "" : count == 1 ? " person" : " persons";
}

static void print_k(text *out, const assessment *facts) {
    uint64_t k = facts->table.k, few = facts->table.suppressed_members;
    if (k < (uint64_t)facts->k_asked)
        text_format(out, "  k is %" PRIu64 "%s, but the plan requires %" PRId64 "\n", k,
                    person_words(facts, k), facts->k_asked);
    if (!facts->suppressed_hold)
        text_format(out,
                    "  the suppressed rows are a class of %" PRIu64
                    "%s, but the plan requires %" PRId64 "\n",
                    few, person_words(facts, few), facts->k_asked);
}

static void print_shortcomings(text *out, const assessment *facts) {
    if (!facts->k_holds)
        print_k(out, facts);
    if (!facts->suppression_holds)
        text_format(out, "  %" PRIu64 " rows are suppressed, but the plan allows %g %%\n",
                    facts->table.suppressed, 100 * facts->suppression_limit);
    for (size_t i = 0; i < facts->rule_count; i++) {
        const assessment_rule *rule = &facts->rules[i];
        if (!rule->judged)
            text_format(out, "  %s was not checked: it needs a population\n", rule->text);
        else if (rule->whole && !rule->holds)
            text_format(out, "  %s: found %.4g\n", rule->text, rule->found);
        else if (!rule->holds)
            text_format(out, "  %s on %s: found %.4g; classes that violate it: %" PRIu64 "\n",
                        rule->text, rule->attribute ? rule->attribute : "the population",
                        rule->found, rule->classes);
    }
}

static void print_verdict(text *out, const assessment *facts) {
    const assessment_table *table = &facts->table;
    if (!facts->asked)
        text_add_string(
            out, "the plan requires nothing: set privacy.k or privacy.models to get a verdict\n");
    else
        text_format(out, "the table %s\n",
                    facts->holds      ? "meets the plan"
                    : facts->violated ? "does not meet the plan:"
                                      : "meets the plan as far as it could be checked:");
    print_shortcomings(out, facts);
    const attacker_risk *risk = &table->risk.prosecutor;
    text_format(out,
                "an attacker who knows a person's quasi-identifiers finds the right row with "
                "probability up to %.3g%%;\n%" PRIu64 " of %" PRIu64
                " %s (%.3g%%) are above the risk threshold of %.3g%%\n",
                100 * assessment_largest_risk(facts), risk->above, table->risk.rows,
                table->of_persons ? "persons, once for each of their classes," : "records",
                100 * risk->share_above, 100 * facts->threshold_value);
    verdict found;
    verdict_of_table(&found, facts);
    verdict_print_summary(out, &found);
    verdict_free(&found);
    text_add_string(out, "\n");
}

/* ---- The table ------------------------------------------------------------------------------- */

static void print_models(text *out, const assessment *facts) {
    for (size_t i = 0; i < facts->sensitive_count; i++) {
        const assessment_model *after = &facts->table.models[i];
        const assessment_model *before = facts->before ? &facts->before->models[i] : after;
        for (size_t f = 0; f < facts->figure_count; f++)
            if (facts->figures[f].brief)
                print_row(out, facts, facts->figures[f].brief, after->attribute, before->found[f],
                          after->found[f], false);
        print_row(out, facts, "right guesses", after->attribute,
                  facts->before ? facts->before->inferences[i].guessed : 0,
                  facts->table.inferences[i].guessed, true);
    }
}

static void print_risk(text *out, const assessment *facts) {
    const reidentification_risk *after = &facts->table.risk;
    const reidentification_risk *before = facts->before ? &facts->before->risk : after;
    print_row(out, facts, "prosecutor risk, largest", NULL, before->prosecutor.largest,
              after->prosecutor.largest, true);
    print_row(out, facts, "  average", NULL, before->prosecutor.average, after->prosecutor.average,
              true);
    print_row(out, facts, "  above the threshold", NULL, before->prosecutor.share_above,
              after->prosecutor.share_above, true);
    print_row(out, facts, "journalist risk, largest", NULL, before->journalist.largest,
              after->journalist.largest, true);
    print_row(out, facts, "marketer risk", NULL, before->marketer.average, after->marketer.average,
              true);
}

/* Figures of the table alone: its original has no column for them. */
static void print_alone(text *out, const assessment *facts, const char *label, double value,
                        bool percent) {
    print_row(out, facts, label, NULL, (double)NAN, value, percent);
}

static void print_survey(text *out, const assessment *facts) {
    const assessment_survey *found = &facts->survey;
    if (found->weighted) {
        print_alone(out, facts, "individual risk, largest", found->individual.largest, true);
        print_alone(out, facts, "  average", found->individual.global, true);
        print_alone(out, facts, "  expected to be found", found->individual.expected, false);
        print_alone(out, facts, "  unique in the population", found->individual.uniques, false);
    }
    if (found->housed) {
        print_alone(out, facts, "household risk, largest", found->household_largest, true);
        print_alone(out, facts, "  households", (double)found->households, false);
        print_alone(out, facts, "  expected to be found", found->household_expected, false);
    }
}

static void print_table(text *out, const assessment *facts) {
    const assessment_table *after = &facts->table;
    const assessment_table *before = facts->before ? facts->before : after;
    if (facts->before)
        text_format(out, "%*s %12s %12s\n", WIDTH, "", "before", "after");
    print_count(out, facts, "rows", before->rows, after->rows);
    print_count(out, facts, "suppressed", before->suppressed, after->suppressed);
    print_count(out, facts, "classes", before->classes.classes, after->classes.classes);
    if (after->of_persons) {
        print_count(out, facts, "persons", before->persons, after->persons);
        print_count(out, facts, "k (persons)", before->k, after->k);
        print_count(out, facts, "  in rows", before->k_rows, after->k_rows);
    } else
        print_count(out, facts, "k", before->k, after->k);
    print_models(out, facts);
    print_risk(out, facts);
    print_count(out, facts, "unique in the table", before->sample_uniques, after->sample_uniques);
    if (after->estimated)
        print_row(out, facts, "unique in the population", NULL, before->uniques.estimate,
                  after->uniques.estimate, false);
    print_survey(out, facts);
}

/* ---- Where the risk comes from, and the information loss
 * ------------------------------------------------ */

static void print_carriers(text *out, const assessment *facts) {
    const unique_combinations *found = &facts->table.combinations;
    size_t order[SHOWN], count = 0;
    for (size_t a = 0; a < found->attributes; a++) {
        size_t place = count;
        if (found->attribute[a].records == 0)
            continue;
        while (place > 0 && found->attribute[order[place - 1]].score < found->attribute[a].score)
            place--;
        if (place == SHOWN)
            continue;
        count += count < SHOWN;
        memmove(order + place + 1, order + place, (count - place - 1) * sizeof *order);
        order[place] = a;
    }
    if (count == 0)
        return;
    text_format(out, "\n%" PRIu64 " %s singled out by up to %zu attribute%s, most often by",
                found->records, found->records == 1 ? "record is" : "records are", found->most,
                found->most == 1 ? "" : "s");
    for (size_t i = 0; i < count; i++) {
        text_add_string(out, i ? ", " : " ");
        print_name(out, facts->quasi[order[i]]);
        text_format(out, " (%" PRIu64 ")", found->attribute[order[i]].records);
    }
    text_add_string(out, "\n");
}

static void print_overlap(text *out, const generalized_outcome *found) {
    text_add_string(out, "classes overlap, so that people fit several of them");
    if (isfinite(found->narrowest))
        text_format(out, "; guesses in the one that the fewest fit link %.3g%%",
                    100 * found->narrowest);
    text_add_string(out, "\n");
}

/* Suppressed people are found too, some with certainty. */
static void print_linked(text *out, const generalized_outcome *found, const char *members) {
    text_format(out, "with the original, %.3g%% of %" PRIu64 " ",
                100 * (found->published < found->attacked ? found->expected_all : found->expected),
                found->attacked);
    text_format(out, "%s%s are expected to be linked, %" PRIu64 " with certainty",
                found->published < found->attacked ? "" : "published ", members, found->certain);
    if (found->published < found->attacked)
        text_format(out, "; %.3g%% of the %" PRIu64 " published ones", 100 * found->expected,
                    found->published);
    text_add_string(out, "\n");
}

static void print_linkage(text *out, const assessment *facts) {
    const assessment_linkage *linkage = &facts->linkage;
    if (!facts->before)
        return;
    text_add_string(out, "\n");
    if (!linkage->generalized_none)
        print_linked(out, &linkage->generalized, facts->table.of_persons ? "persons" : "records");
    if (!linkage->generalized_none && linkage->generalized.overlapping)
        print_overlap(out, &linkage->generalized);
    if (!linkage->numeric_none)
        text_format(
            out,
            "on their numbers, %.3g%% of %" PRIu64 " attacked records are expected to be "
            "linked by distance, %.3g%% by probability;\n%.3g%% and %.3g%% with certainty\n",
            linkage->guessed_by_distance, linkage->attacked, linkage->guessed_by_probability,
            linkage->dld, linkage->pld);
    if (linkage->risk_is_marketer && !(linkage->generalized_none && linkage->numeric_none))
        text_format(out,
                    "an attacker who knows everybody's class links %.3g%%, the marketer risk: "
                    "that is the risk\n",
                    100 * linkage->risk);
}

static void print_metrics(text *out, const assessment *facts) {
    const assessment_utility *utility = &facts->utility;
    if (!facts->before)
        return;
    if (utility->none) {
        text_format(out, "the information loss is not known: %s\n", utility->none);
        return;
    }
    text_add_string(out, "metrics:");
    bool first = true;
    for (size_t i = 0; i < utility->metric_count; i++) {
        if (!isfinite(utility->metrics[i].value))
            continue;
        text_format(out, "%s %s %s", first ? "" : ",", utility->metrics[i].name,
                    figure_print((char[32]){""}, utility->metrics[i].value));
        first = false;
    }
    text_add_string(out, "\n");
}

/* Where labels cover several values, an analyst spreads them evenly. */
static void print_queries(text *out, const assessment *facts) {
    const assessment_queries *found = &facts->utility.queries;
    static const char *const asked[QUERY_DIMENSIONS] = {"one attribute", "two", "three"};
    if (!facts->before || found->none)
        return;
    text_add_string(out, "counts of ranges: the median error is");
    for (size_t d = 0; d < QUERY_DIMENSIONS && found->ranges[d].queries > 0; d++)
        text_format(out, "%s %.3g%% for %s", d > 0 ? "," : "", 100 * found->ranges[d].median,
                    asked[d]);
    text_format(out, "\ntables: %.3g%% of the rows in a wrong cell by one attribute",
                100 * found->groups.single_mean);
    if (found->groups.paired > 1)
        text_format(out, ", %.3g%% by two", 100 * found->groups.pair_mean);
    if (isfinite(found->untouched))
        text_format(out, "; %.3g%% of the cells are untouched", 100 * found->untouched);
    text_add_string(out, "\n");
}

static void print_prediction(text *out, const assessment *facts) {
    if (!facts->target)
        return;
    text_add_string(out, "predicting ");
    print_name(out, facts->target);
    text_add_string(out, ":");
    if (isnan(facts->predicted_after.naive_bayes)) {
        text_add_string(out, " not tried: it has too many values or no rows\n");
        return;
    }
    if (facts->before)
        text_format(out, " before %.3g%% (majority %.3g%%), after",
                    100 * facts->predicted_before.naive_bayes,
                    100 * facts->predicted_before.majority);
    text_format(out, " %.3g%% (majority %.3g%%)\n", 100 * facts->predicted_after.naive_bayes,
                100 * facts->predicted_after.majority);
}

void assessment_print_summary(text *out, const assessment *facts) {
    print_verdict(out, facts);
    print_table(out, facts);
    print_carriers(out, facts);
    print_linkage(out, facts);
    print_metrics(out, facts);
    print_queries(out, facts);
    print_prediction(out, facts);
    assessment_print_attacks(out, facts);
    text_add_string(out, "\nassumptions:\n");
    for (size_t i = 0; i < facts->assumed_count; i++)
        text_format(out, "  %s\n", facts->assumed[i]);
}
