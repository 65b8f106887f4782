#include "measure/generalized_linkage.h"

#include "base/memory.h"
#include "data/frequency.h"
#include "measure/generalized_candidates.h"
#include "measure/linkage.h"
#include "measure/privacy_model.h"

#include <assert.h>

#define SHARE_ONE ((model_sum)1 << 60)

/* Adds up what an attack found: candidates[i] rows fit each of counts[i] records, and own[i] says
 * whether their own row is one of them (NULL: wherever there are candidates). Terms of `expected`
 * are cut at 2^-60, so that their order does not matter. Sets all but records and grouped. */
static void sum_up(generalized_outcome *out, const uint64_t *candidates, const bool *own,
                   const uint32_t *counts, size_t items) {
    model_sum share = 0, rows = 0;
    *out = (generalized_outcome){.records = out->records, .grouped = out->grouped};
    for (size_t i = 0; i < items; i++) {
        uint64_t records = counts[i];
        out->attacked += records;
        rows += (model_sum)records * (model_sum)candidates[i];
        if (candidates[i] == 0 || (own && !own[i]) || records == 0)
            continue;
        out->found += records;
        share += SHARE_ONE / (model_sum)candidates[i] * (model_sum)records;
        if (candidates[i] == 1)
            out->certain += records;
        if (out->fewest == 0 || candidates[i] < out->fewest)
            out->fewest = candidates[i];
    }
    if (out->found > 0)
        out->largest = 1 / (double)out->fewest;
    if (out->attacked > 0) {
        long double attacked = (long double)out->attacked;
        out->expected = (double)((long double)share / (long double)SHARE_ONE / attacked);
        out->candidates = (double)((long double)rows / attacked);
    }
}

typedef struct linking {
    const generalized_attack *attack;
    generalized_outcome *out;
    frequency_set release;
    frequency_set people; /* original values, and those of the own row when aligned */
    star_patterns patterns;
    uint64_t *candidates; /* [people's tuples] */
    bool *own;            /* the same; NULL when not aligned */
} linking;

/* Groups the marked rows of the original, with their own rows of the release. */
static shoal_status group_people(linking *in, const bool *kept, shoal_error *error) {
    const generalized_attack *attack = in->attack;
    size_t attributes = attack->attributes;
    frequency_input *inputs = memory_new(attributes, 2 * sizeof *inputs);
    if (!inputs)
        return status_no_memory(error);
    for (size_t a = 0; a < attributes; a++) {
        inputs[a] = (frequency_input){&attack->original[a], attack->covers[a].values};
        inputs[attributes + a] = (frequency_input){&attack->release[a], attack->covers[a].labels};
    }
    shoal_status status =
        frequency_build(&in->people, inputs, attack->aligned ? 2 * attributes : attributes,
                        attack->rows, kept, NULL, error);
    memory_free(inputs);
    return status;
}

static shoal_status group_release(linking *in, shoal_error *error) {
    const generalized_attack *attack = in->attack;
    frequency_input *inputs = memory_new(attack->attributes, sizeof *inputs);
    if (!inputs)
        return status_no_memory(error);
    for (size_t a = 0; a < attack->attributes; a++)
        inputs[a] = (frequency_input){&attack->release[a], attack->covers[a].labels};
    shoal_status status = frequency_build(&in->release, inputs, attack->attributes,
                                          attack->release_rows, NULL, NULL, error);
    memory_free(inputs);
    return status;
}

/* How many records are attacked. */
static uint64_t affordable(const linking *in) {
    const generalized_attack *attack = in->attack;
    uint64_t cost = in->out->grouped ? (uint64_t)in->patterns.count * GENERALIZED_LOOKUP
                                     : (uint64_t)in->release.tuples;
    uint64_t most = (attack->pairs ? attack->pairs : GENERALIZED_PAIRS) / (cost ? cost : 1);
    if (most == 0)
        most = 1;
    if (attack->most > 0 && attack->most < most)
        most = attack->most;
    return most < attack->rows ? most : attack->rows;
}

static shoal_status choose_people(linking *in, shoal_error *error) {
    size_t rows = in->attack->rows, attacked = (size_t)affordable(in);
    if (attacked == rows)
        return group_people(in, NULL, error);
    bool *kept = memory_zero(rows, sizeof *kept);
    if (!kept)
        return status_no_memory(error);
    for (size_t j = 0; j < attacked; j++)
        kept[linkage_spaced(j, attacked, rows)] = true;
    shoal_status status = group_people(in, kept, error);
    memory_free(kept);
    return status;
}

static bool fits_own_row(const linking *in, size_t tuple) {
    size_t attributes = in->attack->attributes;
    for (size_t a = 0; a < attributes; a++)
        if (!label_cover_has(&in->attack->covers[a], codes_get(&in->people.codes[a], tuple),
                             codes_get(&in->people.codes[attributes + a], tuple)))
            return false;
    return true;
}

static shoal_status count_candidates(linking *in, shoal_error *error) {
    candidate_task task = {.attack = in->attack, .release = &in->release, .people = &in->people};
    task.candidates = in->candidates = memory_zero(in->people.tuples, sizeof *in->candidates);
    if (in->attack->aligned)
        in->own = memory_new(in->people.tuples, sizeof *in->own);
    if (!in->candidates || (in->attack->aligned && !in->own))
        return status_no_memory(error);
    for (size_t t = 0; in->own && t < in->people.tuples; t++)
        in->own[t] = fits_own_row(in, t);
    return in->out->grouped ? candidates_by_pattern(&task, &in->patterns, error)
                            : candidates_by_narrowing(&task, error);
}

static shoal_status link_records(linking *in, shoal_error *error) {
    STATUS_TRY(group_release(in, error));
    if (in->out->grouped)
        STATUS_TRY(star_patterns_open(&in->patterns, &in->release, in->attack->covers, error));
    STATUS_TRY(choose_people(in, error));
    STATUS_TRY(count_candidates(in, error));
    sum_up(in->out, in->candidates, in->own, in->people.counts, in->people.tuples);
    return SHOAL_OK;
}

shoal_status generalized_linkage(generalized_outcome *out, const generalized_attack *attack,
                                 shoal_error *error) {
    assert(attack->attributes > 0 && (!attack->aligned || attack->rows == attack->release_rows));
    linking in = {.attack = attack, .out = out};
    *out = (generalized_outcome){.records = attack->rows, .grouped = true};
    for (size_t a = 0; a < attack->attributes; a++)
        out->grouped &= attack->covers[a].single;
    shoal_status status = link_records(&in, error);
    memory_free(in.candidates);
    memory_free(in.own);
    star_patterns_close(&in.patterns);
    frequency_free(&in.release);
    frequency_free(&in.people);
    return status;
}
