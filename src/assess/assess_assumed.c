/* What the figures of an assessment rest on, in sentences. */
#include "assess/assess_parts.h"

#include <inttypes.h>

typedef struct sentences {
    assessing *run;
    const char **list;
    text scratch;
    bool failed;
} sentences;

static void say(sentences *to) {
    char *copy = to->scratch.failed || !to->scratch.bytes
                     ? NULL
                     : arena_text(to->run->memory, to->scratch.bytes, to->scratch.length);
    to->failed |= !copy;
    to->scratch.length = 0;
    if (copy)
        to->list[to->run->facts->assumed_count++] = copy;
}

static void say_population(sentences *to) {
    const assessment *facts = to->run->facts;
    text *out = &to->scratch;
    if (facts->table.risk.of_population)
        text_format(out,
                    "the population is %s, with %" PRIu64 " people: journalist and marketer "
                    "risk go by it",
                    facts->population_file, facts->population_rows);
    else if (facts->table.population_unused)
        text_format(out, "the population's file was of no use: %s", facts->table.population_unused);
    else
        text_add_string(out, "nothing is known of who else might be meant: journalist and marketer "
                             "see only the table's own classes");
    say(to);
    if (facts->population_size > 0)
        text_format(out, "population uniques are estimated for a population of %" PRIu64 " people",
                    facts->population_size);
    else
        text_add_string(out, "the population's size is not known, so that population uniques are "
                             "not estimated");
    say(to);
}

static void say_missing(sentences *to) {
    static const char *const says[] = {
        [MISSING_CATEGORY] = "a missing value is a value like others",
        [MISSING_WILDCARD] = "a missing value matches every value",
        [MISSING_DROP] = "rows with missing quasi-identifiers do not count"};
    text_add_string(&to->scratch, says[to->run->plan->missing]);
    say(to);
}

static void say_alignment(sentences *to) {
    if (!to->run->before.bound.table)
        return;
    const assessment *facts = to->run->facts;
    if (facts->aligned)
        text_add_string(&to->scratch, "row by row, both tables are about the same people");
    else
        text_format(&to->scratch, "%s; whose row is whose is not known%s", facts->apart,
                    facts->linkage.generalized_none ? "" : ", and linkage assumes the worst");
    say(to);
}

shoal_status assess_assumed(assessing *run, shoal_error *error) {
    sentences to = {.run = run, .list = arena_zero(run->memory, 8, sizeof *to.list)};
    if (!to.list)
        return status_no_memory(error);
    run->facts->assumed = to.list;
    text_add_string(&to.scratch, "whoever looks for somebody knows the quasi-identifiers and "
                                 "nothing else");
    say(&to);
    say_missing(&to);
    say_population(&to);
    say_alignment(&to);
    if (run->facts->table.suppressed > 0) {
        text_add_string(&to.scratch, "suppressed rows, which are `*` all over, are at no risk");
        say(&to);
    }
    text_free(&to.scratch);
    return to.failed ? status_no_memory(error) : SHOAL_OK;
}
