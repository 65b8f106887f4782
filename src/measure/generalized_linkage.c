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
    uint64_t narrowest; /* 1 / the chance where the narrowest class is guessed; 0: it is wrong */
    bool own;           /* their own row is one of the candidates */
    bool published;     /* and is not suppressed */
} target;

typedef struct link_sums {
    model_sum rows;             /* candidates */
    model_sum share, published; /* of right guesses, of all and of the published */
    model_sum narrowest;        /* of the published */
} link_sums;

/* Terms of the shares are cut at 2^-60, so that their order does not matter. */
static void sums_add(link_sums *to, generalized_outcome *out, const target *of) {
    out->attacked += of->records;
    out->published += of->published ? of->records : 0;
    to->rows += (model_sum)of->records * (model_sum)of->candidates;
    if (of->published && of->narrowest > 0)
        to->narrowest += SHARE_ONE / (model_sum)of->narrowest * (model_sum)of->records;
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
    uint64_t suppressed;   /* rows, or persons */
    /* Where persons are counted: */
    uint32_t *class_of;   /* [release_rows] tuple; the first that is none for suppressed rows */
    person_lists lists;   /* of these tuples */
    uint32_t *members;    /* the same */
    frequency_set people; /* original values, and those of the own row when aligned */
    star_patterns patterns;
    uint64_t *candidates; /* [people's tuples] published ones */
    class_overlap overlap;
    bool *attacked; /* [rows]; NULL: all, or all that count */
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

/* Moves the tuple of suppressed rows to the end. False: there is none. Rows that all have the star
 * everywhere are one published class. */
static bool suppressed_last(linking *in) {
    frequency_set *set = &in->release;
    size_t star = 0;
    while (star < set->tuples && !is_suppressed(in, set->codes, star))
        star++;
    if (star == set->tuples || set->tuples == 1)
        return false;
    size_t last = set->tuples - 1;
    uint32_t count = set->counts[star];
    set->counts[star] = set->counts[last];
    set->counts[last] = count;
    for (size_t a = 0; a < set->attributes; a++) {
        uint32_t code = codes_get(&set->codes[a], star);
        codes_put(&set->codes[a], star, codes_get(&set->codes[a], last));
        codes_put(&set->codes[a], last, code);
    }
    return true;
}

static shoal_status list_persons(linking *in, const frequency_input *inputs, shoal_error *error) {
    const generalized_attack *attack = in->attack;
    in->class_of = memory_new(attack->release_rows, sizeof *in->class_of);
    if (!in->class_of)
        return status_no_memory(error);
    STATUS_TRY(tuple_values_find_rows(in->class_of, &in->release, inputs, attack->release_rows,
                                      attack->kept, error));
    grouped_rows rows = {.set = &in->release,
                         .class_of = in->class_of,
                         .person_of = attack->person_of,
                         .rows = attack->release_rows,
                         .kept = attack->kept};
    if (person_lists_make(&in->lists, &rows))
        in->members = person_lists_count(&in->lists, in->release.tuples);
    return in->members ? SHOAL_OK : status_no_memory(error);
}

static shoal_status group_release_by(linking *in, const frequency_input *inputs,
                                     shoal_error *error) {
    const generalized_attack *attack = in->attack;
    STATUS_TRY(frequency_build(&in->release, inputs, attack->attributes, attack->release_rows,
                               attack->kept, NULL, error));
    bool any = suppressed_last(in);
    if (attack->person_of)
        STATUS_TRY(list_persons(in, inputs, error));
    if (!any)
        return SHOAL_OK;
    size_t last = --in->release.tuples;
    in->release.rows -= in->release.counts[last];
    in->suppressed = in->members ? in->members[last] : in->release.counts[last];
    return SHOAL_OK;
}

static shoal_status group_release(linking *in, shoal_error *error) {
    const generalized_attack *attack = in->attack;
    frequency_input *inputs = memory_new(attack->attributes, sizeof *inputs);
    if (!inputs)
        return status_no_memory(error);
    for (size_t a = 0; a < attack->attributes; a++)
        inputs[a] = (frequency_input){&attack->release[a], attack->covers[a].labels};
    shoal_status status = group_release_by(in, inputs, error);
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

static shoal_status find_overlap(linking *in, candidate_task *task, shoal_error *error) {
    bool *suppressed = memory_new(in->people.tuples, sizeof *suppressed);
    overlap_question asked = {.suppressed = suppressed,
                              .fitting = true,
                              .everybody = !in->attacked,
                              .single = in->out->grouped && in->patterns.count <= 1,
                              .counted = in->out->grouped};
    if (!suppressed)
        return status_no_memory(error);
    for (size_t t = 0; t < in->people.tuples; t++) {
        suppressed[t] =
            in->suppressed > 0 && is_suppressed(in, in->people.codes + in->attack->attributes, t);
        asked.fitting &= suppressed[t] || fits_own_row(in, t);
    }
    shoal_status status = overlap_find(&in->overlap, task, &asked, error);
    memory_free(suppressed);
    in->out->overlapping = in->overlap.found;
    in->out->excluded = in->overlap.excluded;
    return status;
}

static shoal_status count_candidates(linking *in, shoal_error *error) {
    candidate_task task = {.attack = in->attack,
                           .release = &in->release,
                           .members = in->members ? in->members : in->release.counts,
                           .persons = in->members ? &in->lists : NULL,
                           .people = &in->people};
    task.candidates = in->candidates = memory_zero(in->people.tuples, sizeof *in->candidates);
    if (!in->candidates)
        return status_no_memory(error);
    if (in->out->grouped)
        STATUS_TRY(candidates_by_pattern(&task, &in->patterns, error));
    else if (!in->attack->aligned)
        STATUS_TRY(candidates_by_narrowing(&task, error));
    return in->attack->aligned ? find_overlap(in, &task, error) : SHOAL_OK;
}

/* Without overlaps there is only the own class. */
static uint64_t narrowest_of(const linking *in, const target *of, size_t tuple) {
    const class_overlap *overlap = &in->overlap;
    if (!overlap->found)
        return of->own ? of->candidates : 0;
    if (!overlap->listed || overlap->ties[tuple] == 0)
        return 0;
    const uint32_t *members = in->members ? in->members : in->release.counts;
    return (uint64_t)overlap->ties[tuple] * members[overlap->own[tuple]];
}

/* A suppressed person whom a class covers may be there for all that the attacker knows. */
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
    of.own = !of.published || fits_own_row(in, tuple);
    of.candidates += !of.published && covering && !in->overlap.listed ? in->suppressed : 0;
    of.narrowest = narrowest_of(in, &of, tuple);
    return of;
}

static void sum_tuples(const linking *in, link_sums *sums) {
    for (size_t t = 0; t < in->people.tuples; t++) {
        target of = target_of(in, t);
        sums_add(sums, in->out, &of);
    }
}

static void finish_sums(generalized_outcome *out, const link_sums *sums) {
    if (out->found > 0)
        out->largest = 1 / (double)out->fewest;
    out->expected = sums_mean(sums->published, out->published);
    out->expected_all = sums_mean(sums->share, out->attacked);
    out->narrowest = sums_mean(sums->narrowest, out->published);
    if (out->attacked > 0)
        out->candidates = (double)((long double)sums->rows / (long double)out->attacked);
}

/* ---- Row by row ------------------------------------------------------------------------------ */

static double chance_of(const target *of) {
    return of->own && of->candidates ? 1 / (double)of->candidates : 0;
}

/* The tuple of people of each attacked row. */
static shoal_status find_people(uint32_t *tuple_of, const linking *in, shoal_error *error) {
    frequency_input *inputs = people_inputs(in);
    shoal_status status = inputs
                              ? tuple_values_find_rows(tuple_of, &in->people, inputs,
                                                       in->attack->rows, attacked_rows(in), error)
                              : status_no_memory(error);
    memory_free(inputs);
    return status;
}

static void list_each(const linking *in, const uint32_t *tuple_of) {
    const bool *attacked = attacked_rows(in);
    for (size_t row = 0; row < in->attack->rows; row++) {
        in->attack->each[row] = (double)NAN;
        if (attacked && !attacked[row])
            continue;
        target of = target_of(in, tuple_of[row]);
        in->attack->each[row] = chance_of(&of);
    }
}

/* Attacked rows in the order of their classes. NULL: out of memory. */
static uint32_t *sort_by_class(const linking *in, size_t *count) {
    const bool *attacked = attacked_rows(in);
    size_t classes = in->release.tuples + 1;
    size_t *next = memory_zero(classes + 1, sizeof *next);
    uint32_t *order = memory_new(in->attack->rows, sizeof *order);
    *count = 0;
    for (size_t row = 0; next && row < in->attack->rows; row++)
        if (!attacked || attacked[row])
            next[in->class_of[row] + 1]++;
    for (size_t c = 1; next && c < classes; c++)
        next[c] += next[c - 1];
    for (size_t row = 0; next && order && row < in->attack->rows; row++)
        if (!attacked || attacked[row]) {
            order[next[in->class_of[row]]++] = (uint32_t)row;
            ++*count;
        }
    bool made = next != NULL;
    memory_free(next);
    if (made)
        return order;
    memory_free(order);
    return NULL;
}

/* The smaller one; 0 stands for no chance. */
static uint64_t better_guess(uint64_t one, uint64_t other) {
    return one == 0 || (other > 0 && other < one) ? other : one;
}

/* One class: several rows of a person are one record, and the attacker takes the one that says
 * most. best[person].records is 0 before and after. */
static void sum_class(const linking *in, const uint32_t *rows, size_t count,
                      const uint32_t *tuple_of, target *best, link_sums *sums) {
    for (size_t i = 0; i < count; i++) {
        target *of = &best[in->attack->person_of[rows[i]]];
        target found = target_of(in, tuple_of[rows[i]]);
        uint64_t narrowest = of->records > 0 ? of->narrowest : 0;
        if (of->records == 0 || chance_of(&found) > chance_of(of))
            *of = found;
        of->narrowest = better_guess(narrowest, found.narrowest);
        of->records = 1;
    }
    for (size_t i = 0; i < count; i++) {
        target *of = &best[in->attack->person_of[rows[i]]];
        if (of->records > 0)
            sums_add(sums, in->out, of);
        of->records = 0;
    }
}

static shoal_status sum_persons(const linking *in, const uint32_t *tuple_of, link_sums *sums,
                                shoal_error *error) {
    size_t count = 0;
    uint32_t *order = sort_by_class(in, &count);
    target *best = memory_zero(in->attack->persons, sizeof *best);
    bool room = order && best;
    for (size_t begin = 0, end = 0; room && begin < count; begin = end) {
        while (end < count && in->class_of[order[end]] == in->class_of[order[begin]])
            end++;
        sum_class(in, order + begin, end - begin, tuple_of, best, sums);
    }
    memory_free(order);
    memory_free(best);
    return room ? SHOAL_OK : status_no_memory(error);
}

static shoal_status sum_up(const linking *in, shoal_error *error) {
    bool by_person = in->members && in->attack->aligned;
    link_sums sums = {0};
    uint32_t *tuple_of = NULL;
    shoal_status status = SHOAL_OK;
    if (by_person || in->attack->each) {
        tuple_of = memory_new(in->attack->rows, sizeof *tuple_of);
        status = tuple_of ? find_people(tuple_of, in, error) : status_no_memory(error);
    }
    if (status == SHOAL_OK && in->attack->each)
        list_each(in, tuple_of);
    if (status == SHOAL_OK && by_person)
        status = sum_persons(in, tuple_of, &sums, error);
    else if (status == SHOAL_OK)
        sum_tuples(in, &sums);
    finish_sums(in->out, &sums);
    if (!in->attack->aligned || (in->overlap.found && !in->overlap.listed))
        in->out->narrowest = (double)NAN;
    memory_free(tuple_of);
    return status;
}

static shoal_status link_records(linking *in, shoal_error *error) {
    STATUS_TRY(group_release(in, error));
    if (in->out->grouped)
        STATUS_TRY(star_patterns_open(&in->patterns, &in->release, in->attack->covers, error));
    /* Persons of several tuples have to be told apart. */
    in->out->grouped &= !in->members || in->patterns.count <= 1;
    STATUS_TRY(choose_people(in, error));
    STATUS_TRY(count_candidates(in, error));
    return sum_up(in, error);
}

shoal_status generalized_linkage(generalized_outcome *out, const generalized_attack *attack,
                                 shoal_error *error) {
    assert(attack->attributes > 0 && (!attack->aligned || attack->rows == attack->release_rows));
    linking in = {.attack = attack, .out = out};
    *out = (generalized_outcome){.records = attack->rows, .grouped = true};
    for (size_t a = 0; a < attack->attributes; a++)
        out->grouped &= attack->covers[a].single;
    shoal_status status = link_records(&in, error);
    overlap_free(&in.overlap);
    memory_free(in.candidates);
    memory_free(in.attacked);
    star_patterns_close(&in.patterns);
    person_lists_free(&in.lists);
    memory_free(in.members);
    memory_free(in.class_of);
    frequency_free(&in.release);
    frequency_free(&in.people);
    return status;
}
