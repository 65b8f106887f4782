#include "measure/generalized_linkage.h"

#include "base/memory.h"
#include "data/tuple_values.h"
#include "measure/generalized_candidates.h"
#include "measure/linkage.h"
#include "measure/privacy_model.h"

#include <assert.h>
#include <math.h>

#define SHARE_ONE ((model_sum)1 << 60)

/* What is known of the records of one tuple of people. */
typedef struct target {
    uint64_t candidates;
    uint32_t records;
    bool own;       /* their own row is one of the candidates */
    bool published; /* and is not suppressed */
} target;

typedef struct link_sums {
    model_sum rows;             /* candidates */
    model_sum share, published; /* of right guesses, of all and of the published */
} link_sums;

/* Terms of the shares are cut at 2^-60, so that their order does not matter. */
static void sums_add(link_sums *to, generalized_outcome *out, const target *of) {
    out->attacked += of->records;
    out->published += of->published ? of->records : 0;
    to->rows += (model_sum)of->records * (model_sum)of->candidates;
    if (!of->own || of->candidates == 0)
        return;
    model_sum share = SHARE_ONE / (model_sum)of->candidates * (model_sum)of->records;
    to->share += share;
    to->published += of->published ? share : 0;
    out->found += of->records;
    if (of->candidates == 1)
        out->certain += of->records;
    if (out->fewest == 0 || of->candidates < out->fewest)
        out->fewest = of->candidates;
}

static double sums_mean(model_sum of, uint64_t records) {
    return records ? (double)((long double)of / (long double)SHARE_ONE / (long double)records) : 0;
}

typedef struct linking {
    const generalized_attack *attack;
    generalized_outcome *out;
    frequency_set release; /* without suppressed rows */
    uint64_t suppressed;
    frequency_set people; /* original values, and those of the own row when aligned */
    star_patterns patterns;
    uint64_t *candidates; /* [people's tuples] published ones */
    bool *attacked;       /* [rows]; NULL: all, or all that count */
} linking;

/* Original values, and those of the own row when aligned. NULL: out of memory. */
static frequency_input *people_inputs(const linking *in) {
    const generalized_attack *attack = in->attack;
    size_t attributes = attack->attributes;
    frequency_input *inputs = memory_new(attributes, 2 * sizeof *inputs);
    for (size_t a = 0; inputs && a < attributes; a++) {
        inputs[a] = (frequency_input){&attack->original[a], attack->covers[a].values};
        inputs[attributes + a] = (frequency_input){&attack->release[a], attack->covers[a].labels};
    }
    return inputs;
}

static const bool *attacked_rows(const linking *in) {
    return in->attacked ? in->attacked : in->attack->aligned ? in->attack->kept : NULL;
}

/* Groups the attacked rows of the original, with their own rows of the release. */
static shoal_status group_people(linking *in, shoal_error *error) {
    const generalized_attack *attack = in->attack;
    size_t columns = attack->aligned ? 2 * attack->attributes : attack->attributes;
    frequency_input *inputs = people_inputs(in);
    if (!inputs)
        return status_no_memory(error);
    shoal_status status =
        frequency_build(&in->people, inputs, columns, attack->rows, attacked_rows(in), NULL, error);
    memory_free(inputs);
    return status;
}

static bool is_suppressed(const linking *in, const codes *labels, size_t tuple) {
    const generalized_attack *attack = in->attack;
    for (size_t a = 0; a < attack->attributes; a++)
        if (codes_get(&labels[a], tuple) !=
            (attack->blank ? attack->blank[a] : attack->covers[a].star))
            return false;
    return true;
}

/* Rows that all have the star everywhere are one published class. */
static void take_out_suppressed(linking *in) {
    frequency_set *set = &in->release;
    size_t star = 0;
    while (star < set->tuples && !is_suppressed(in, set->codes, star))
        star++;
    if (star == set->tuples || set->tuples == 1)
        return;
    size_t last = --set->tuples;
    in->suppressed = set->counts[star];
    set->rows -= in->suppressed;
    set->counts[star] = set->counts[last];
    for (size_t a = 0; a < set->attributes; a++)
        codes_put(&set->codes[a], star, codes_get(&set->codes[a], last));
}

static shoal_status group_release(linking *in, shoal_error *error) {
    const generalized_attack *attack = in->attack;
    frequency_input *inputs = memory_new(attack->attributes, sizeof *inputs);
    if (!inputs)
        return status_no_memory(error);
    for (size_t a = 0; a < attack->attributes; a++)
        inputs[a] = (frequency_input){&attack->release[a], attack->covers[a].labels};
    shoal_status status = frequency_build(&in->release, inputs, attack->attributes,
                                          attack->release_rows, attack->kept, NULL, error);
    memory_free(inputs);
    if (status == SHOAL_OK)
        take_out_suppressed(in);
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
    const bool *counted = attacked_rows(in);
    if (attacked == rows)
        return group_people(in, error);
    in->attacked = memory_zero(rows, sizeof *in->attacked);
    if (!in->attacked)
        return status_no_memory(error);
    for (size_t j = 0; j < attacked; j++) {
        size_t row = linkage_spaced(j, attacked, rows);
        in->attacked[row] = !counted || counted[row];
    }
    return group_people(in, error);
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
    if (!in->candidates)
        return status_no_memory(error);
    return in->out->grouped ? candidates_by_pattern(&task, &in->patterns, error)
                            : candidates_by_narrowing(&task, error);
}

/* Whoever is covered by a published row is looked for among those rows, even where his own row is
 * suppressed. */
static target target_of(const linking *in, size_t tuple) {
    uint64_t covering = in->candidates[tuple];
    target of = {.candidates = covering ? covering : in->suppressed,
                 .records = in->people.counts[tuple],
                 .own = covering || in->suppressed,
                 .published = covering > 0};
    if (!in->attack->aligned)
        return of;
    of.published =
        in->suppressed == 0 || !is_suppressed(in, in->people.codes + in->attack->attributes, tuple);
    of.own = of.published ? fits_own_row(in, tuple) : covering == 0;
    return of;
}

static void sum_up(const linking *in) {
    generalized_outcome *out = in->out;
    link_sums sums = {0};
    for (size_t t = 0; t < in->people.tuples; t++) {
        target of = target_of(in, t);
        sums_add(&sums, out, &of);
    }
    if (out->found > 0)
        out->largest = 1 / (double)out->fewest;
    out->expected = sums_mean(sums.published, out->published);
    out->expected_all = sums_mean(sums.share, out->attacked);
    if (out->attacked > 0)
        out->candidates = (double)((long double)sums.rows / (long double)out->attacked);
}

/* The risk of each row is that of its tuple. */
static shoal_status list_each(const linking *in, shoal_error *error) {
    const generalized_attack *attack = in->attack;
    const bool *attacked = attacked_rows(in);
    frequency_input *inputs = people_inputs(in);
    uint32_t *tuple_of = memory_new(attack->rows, sizeof *tuple_of);
    shoal_status status = inputs && tuple_of ? tuple_values_find_rows(tuple_of, &in->people, inputs,
                                                                      attack->rows, attacked, error)
                                             : status_no_memory(error);
    for (size_t row = 0; status == SHOAL_OK && row < attack->rows; row++) {
        attack->each[row] = (double)NAN;
        if (attacked && !attacked[row])
            continue;
        target of = target_of(in, tuple_of[row]);
        attack->each[row] = of.own && of.candidates ? 1 / (double)of.candidates : 0;
    }
    memory_free(tuple_of);
    memory_free(inputs);
    return status;
}

static shoal_status link_records(linking *in, shoal_error *error) {
    STATUS_TRY(group_release(in, error));
    if (in->out->grouped)
        STATUS_TRY(star_patterns_open(&in->patterns, &in->release, in->attack->covers, error));
    STATUS_TRY(choose_people(in, error));
    STATUS_TRY(count_candidates(in, error));
    sum_up(in);
    return in->attack->each ? list_each(in, error) : SHOAL_OK;
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
    memory_free(in.attacked);
    star_patterns_close(&in.patterns);
    frequency_free(&in.release);
    frequency_free(&in.people);
    return status;
}
