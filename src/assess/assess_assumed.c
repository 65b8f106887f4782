/* What the figures of an assessment assume, in sentences. */
#include "assess/assess_parts.h"

#include <assert.h>
#include <inttypes.h>

#define MOST_SENTENCES 10

typedef struct sentences {
    assessing *run;
    const char **list; /* [MOST_SENTENCES] */
    text scratch;
    bool failed;
} sentences;

/* Adds what was printed to `scratch` to the list. */
static void add_sentence(sentences *to) {
    char *copy = to->scratch.failed || !to->scratch.bytes
                     ? NULL
                     : arena_text(to->run->memory, to->scratch.bytes, to->scratch.length);
    assert(to->run->facts->assumed_count < MOST_SENTENCES);
    to->failed |= !copy;
    to->scratch.length = 0;
    if (copy)
        to->list[to->run->facts->assumed_count++] = copy;
}

static void add_population(sentences *to) {
    const assessment *facts = to->run->facts;
    text *out = &to->scratch;
    if (facts->table.risk.of_population)
        text_format(out,
                    "journalist and marketer risk are measured in the population of %s, with "
                    "%" PRIu64 " people",
                    facts->population_file, facts->population_rows);
    else if (facts->table.population_unused)
        text_format(out, "the population file could not be used: %s",
                    facts->table.population_unused);
    else
        text_add_string(out, "no population is given: journalist and marketer risk are measured "
                             "within the table");
    add_sentence(to);
    if (facts->population_size > 0)
        text_format(out, "population uniques are estimated for a population of %" PRIu64 " people",
                    facts->population_size);
    else
        text_add_string(out, "the population size is not known, so population uniques are not "
                             "estimated");
    add_sentence(to);
}

static void add_missing(sentences *to) {
    static const char *const rules[] = {
        [MISSING_CATEGORY] = "a missing value is a separate value",
        [MISSING_WILDCARD] =
            "a missing value matches every value; risks count the rows that read the same",
        [MISSING_DROP] = "rows with a missing quasi-identifier are left out"};
    text_add_string(&to->scratch, rules[to->run->plan->missing]);
    add_sentence(to);
}

/* Roles that the plan gives, and whose attributes the table does not have. */
static void add_survey(sentences *to) {
    const assessment_survey *found = &to->run->facts->survey;
    if (found->weighted)
        text_format(&to->scratch,
                    "a class has on average as many people in the population as the weights of "
                    "its rows in %s add up to",
                    found->weight);
    else if (found->weight)
        text_format(&to->scratch, "the table has no sampling weights '%s'", found->weight);
    if (found->weight)
        add_sentence(to);
    if (found->housed)
        text_add_string(&to->scratch, "members of a household are found independently");
    else if (found->household)
        text_format(&to->scratch, "the table has no households '%s'", found->household);
    if (found->household)
        add_sentence(to);
}

static void add_alignment(sentences *to) {
    if (!to->run->before.bound.table)
        return;
    const assessment *facts = to->run->facts;
    if (to->run->input->mapped)
        text_add_string(&to->scratch, "the mapping says which row of the original each row is");
    else if (facts->aligned)
        text_add_string(&to->scratch, "both tables list the same people in the same order");
    else
        text_format(&to->scratch, "%s; rows cannot be matched to people%s", facts->apart,
                    facts->linkage.generalized_none ? "" : ", and linkage assumes the worst case");
    add_sentence(to);
}

shoal_status assess_assumed(assessing *run, shoal_error *error) {
    sentences to = {.run = run, .list = arena_zero(run->memory, MOST_SENTENCES, sizeof *to.list)};
    if (!to.list)
        return status_no_memory(error);
    run->facts->assumed = to.list;
    text_add_string(&to.scratch, "an attacker knows the quasi-identifiers and nothing else");
    add_sentence(&to);
    add_missing(&to);
    add_population(&to);
    add_survey(&to);
    add_alignment(&to);
    if (run->facts->table.suppressed > 0) {
        text_add_string(&to.scratch,
                        "suppressed rows, with `*` in every quasi-identifier, are in no class: "
                        "shares and averages of the risk are those of the others");
        add_sentence(&to);
    }
    text_free(&to.scratch);
    return to.failed ? status_no_memory(error) : SHOAL_OK;
}
