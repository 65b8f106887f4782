/* Which labels of a release cover which values of the original, or of a population. */
#include "assess/assess_parts.h"

#include "data/bound_hierarchy.h"
#include "data/label_index.h"
#include "data/star.h"
#include "measure/pair_counter.h"

#include <assert.h>
#include <string.h>

bool assess_cover_add(assess_cover *cover, uint32_t value, uint32_t label) {
    assert(value < cover->fine->values.size && label < cover->coarse->values.size);
    if (!memory_grow((void **)&cover->pairs, &cover->capacity, cover->count + 1,
                     sizeof *cover->pairs))
        return false;
    cover->pairs[cover->count++] = (label_pair){value, label};
    return true;
}

void assess_cover_free(assess_cover *cover) {
    memory_free(cover->pairs);
    memory_free(cover->known);
    memory_free(cover->read);
    memory_free(cover->observed);
    *cover = (assess_cover){0};
}

/* ---- By text --------------------------------------------------------------------------------- */

typedef struct covering {
    assess_cover *out;
    label_index labels; /* numbered by their codes in the release */
    const shoal_plan *plan;
} covering;

static bool learn(covering *by, uint32_t value, uint32_t label, uint64_t *counter) {
    if (label == LABEL_NONE || label == by->out->star)
        return true;
    *counter += !by->out->known[label];
    by->out->known[label] = true;
    return assess_cover_add(by->out, value, label);
}

/* All tokens of missing values are one value. */
static bool cover_missing(covering *by, uint32_t value) {
    bool fine = true;
    char word[PLAN_WORD_SIZE];
    for (size_t i = 0; fine && plan_missing_word(by->plan, by->out->fine->name, i, word); i++)
        fine = learn(by, value, label_index_find(&by->labels, word), &by->out->facts.of_values);
    return fine;
}

static bool cover_by_text(covering *by) {
    const dictionary *values = &by->out->fine->values;
    for (uint32_t v = 0; v < values->size; v++) {
        const char *value = dictionary_text(values, v);
        bool fine =
            plan_is_missing_in(by->plan, by->out->fine->name, value)
                ? cover_missing(by, v)
                : learn(by, v, label_index_find(&by->labels, value), &by->out->facts.of_values);
        if (!fine)
            return false;
    }
    return true;
}

/* The row of the hierarchy whose labels a missing value has at a level; -1: none. Without a row of
 * its own it joins the others where a level has one label. */
static int64_t missing_row_at(const shoal_hierarchy *hierarchy, int64_t own, int level) {
    return own < 0 && hierarchy->group_counts[level] == 1 ? 0 : own;
}

static bool cover_by_hierarchy(covering *by, const shoal_hierarchy *hierarchy) {
    const column *fine = by->out->fine;
    int64_t missing_row = bound_hierarchy_missing_row(fine, hierarchy, by->plan);
    for (uint32_t v = 0; v < fine->values.size; v++) {
        const char *value = dictionary_text(&fine->values, v);
        bool missing = plan_is_missing_in(by->plan, fine->name, value);
        int64_t found = missing ? missing_row : hierarchy_find(hierarchy, value);
        for (int l = 1; l <= hierarchy->height; l++) {
            int64_t row = missing ? missing_row_at(hierarchy, found, l) : found;
            if (row < 0)
                continue;
            uint32_t label =
                label_index_find(&by->labels, hierarchy_label(hierarchy, (size_t)row, l));
            if (!learn(by, v, label, &by->out->facts.of_hierarchy))
                return false;
        }
    }
    return true;
}

/* The levels that searches publish, with missing values in their place. */
static bool cover_by_bound_hierarchy(covering *by, const bound_hierarchy *bound) {
    for (int l = 1; l <= bound->height; l++) {
        const bound_level *level = &bound->level[l];
        for (uint32_t v = 0; v < bound->ground; v++) {
            uint32_t label = label_index_find(&by->labels, level->label[level->of_ground[v]]);
            if (!learn(by, v, label, &by->out->facts.of_hierarchy))
                return false;
        }
    }
    return true;
}

static bool cover_by_domain(assess_cover *out, const ordered_domain *ordered) {
    const dictionary *labels = &out->coarse->values;
    const position_range any = {1, 0};
    for (uint32_t l = 0; l < labels->size; l++) {
        uint32_t begin, end;
        if (out->known[l] || l == out->star ||
            !assess_read_group(ordered, dictionary_text(labels, l), &any, &begin, &end))
            continue;
        out->known[l] = true;
        out->facts.read++;
        for (uint32_t v = 0; v < ordered->ground; v++)
            if (ordered->of_ground[v] >= begin && ordered->of_ground[v] < end &&
                !assess_cover_add(out, v, l))
                return false;
    }
    return true;
}

/* Cells of all values say `{*}` where a row of only `*` would read as suppressed. */
static bool cover_plain_star(assess_cover *out, uint32_t label) {
    if (label == LABEL_NONE || out->known[label])
        return true;
    out->known[label] = out->read[label] = true;
    out->facts.read++;
    for (uint32_t v = 0; v < out->fine->values.size; v++)
        if (!assess_cover_add(out, v, label))
            return false;
    return true;
}

static bool open_cover(covering *by) {
    assess_cover *out = by->out;
    const dictionary *labels = &out->coarse->values;
    out->known = memory_zero(labels->size, sizeof *out->known);
    out->read = memory_zero(labels->size, sizeof *out->read);
    out->observed = memory_zero(labels->size, sizeof *out->observed);
    if (!out->known || !out->read || !out->observed || !label_index_open(&by->labels, labels->size))
        return false;
    for (uint32_t l = 0; l < labels->size; l++)
        (void)label_index_add(&by->labels, dictionary_text(labels, l));
    out->star = label_index_find(&by->labels, STAR);
    out->facts.labels = labels->size;
    return true;
}

shoal_status assess_cover_make(assess_cover *out, const column *fine, const column *coarse,
                               const assess_sources *from, const shoal_plan *plan,
                               shoal_error *error) {
    *out = (assess_cover){.fine = fine, .coarse = coarse, .facts = {.name = coarse->name}};
    covering by = {.out = out, .plan = plan};
    if (!open_cover(&by))
        return status_no_memory(error);
    bool made = cover_by_text(&by) &&
                (!from->hierarchy || cover_by_hierarchy(&by, from->hierarchy)) &&
                (!from->bound || cover_by_bound_hierarchy(&by, from->bound));
    uint32_t plain_star = label_index_find(&by.labels, PLAIN_STAR);
    label_index_close(&by.labels);
    if (!made)
        return status_no_memory(error);
    /* Sets of local recoding have gaps: what they name counts, not what is between the ends. */
    if (from->ordered)
        STATUS_TRY(assess_read_labels(out, plan, true, error));
    if (from->star_in_braces && !cover_plain_star(out, plain_star))
        return status_no_memory(error);
    if (from->ordered && !cover_by_domain(out, from->ordered))
        return status_no_memory(error);
    if (!cover_plain_star(out, plain_star))
        return status_no_memory(error);
    return assess_read_labels(out, plan, false, error);
}

/* ---- By rows --------------------------------------------------------------------------------- */

static bool count_beside(pair_counter *beside, const assess_cover *cover, const codes *fine,
                         const codes *coarse, size_t rows) {
    if (!pair_counter_open(beside, (uint32_t)cover->coarse->values.size,
                           (uint32_t)cover->fine->values.size))
        return false;
    for (size_t row = 0; row < rows; row++)
        pair_counter_add(beside, codes_get(coarse, row), codes_get(fine, row));
    return pair_counter_finish(beside);
}

/* Averages and noise turn numbers into others, which may equal values of other rows by chance: then
 * the text of a label says nothing. */
static bool forget_changed(assess_cover *cover, const pair_counter *beside) {
    label_cover literal;
    uint32_t labels = (uint32_t)cover->coarse->values.size;
    if (label_cover_open(&literal, (uint32_t)cover->fine->values.size, labels, cover->star,
                         cover->pairs, cover->count, NULL) != SHOAL_OK)
        return false;
    bool changed = false;
    for (size_t p = 0; p < pair_counter_pairs(beside) && !changed; p++)
        changed =
            !label_cover_has(&literal, pair_counter_other(beside, p), pair_counter_one(beside, p));
    label_cover_close(&literal);
    if (changed) {
        cover->count = 0;
        memset(cover->known, 0, labels * sizeof *cover->known);
        memset(cover->read, 0, labels * sizeof *cover->read);
        cover->facts = (assessment_labels){.name = cover->facts.name, .labels = labels};
    }
    return true;
}

/* A value may have the name of a group of the hierarchy. Where such a label has only this value
 * beside it, it stands for the value: a group that is published has several. */
static void mark_values(uint32_t *only, const assess_cover *cover, const pair_counter *beside) {
    const dictionary *values = &cover->fine->values, *labels = &cover->coarse->values;
    for (uint32_t v = 0, l = 0; v < values->size && l < labels->size;) {
        int order = strcmp(dictionary_text(values, v), dictionary_text(labels, l));
        if (order == 0)
            only[l] = v;
        v += order <= 0;
        l += order >= 0;
    }
    for (size_t p = 0; p < pair_counter_pairs(beside); p++) {
        uint32_t label = pair_counter_one(beside, p);
        if (only[label] != pair_counter_other(beside, p))
            only[label] = LABEL_NONE;
    }
}

static bool narrow_to_values(assess_cover *cover, const pair_counter *beside) {
    size_t labels = cover->coarse->values.size, kept = 0;
    uint32_t *only = memory_new(labels, sizeof *only);
    if (!only)
        return false;
    for (size_t l = 0; l < labels; l++)
        only[l] = LABEL_NONE;
    mark_values(only, cover, beside);
    for (size_t p = 0; p < cover->count; p++) {
        label_pair pair = cover->pairs[p];
        if (only[pair.label] == LABEL_NONE || only[pair.label] == pair.value)
            cover->pairs[kept++] = pair;
    }
    cover->count = kept;
    memory_free(only);
    return true;
}

static bool cover_observed(assess_cover *cover, const pair_counter *beside) {
    size_t labels = cover->coarse->values.size;
    bool *before = memory_new(labels, sizeof *before);
    bool fine = before != NULL;
    if (fine)
        memcpy(before, cover->known, labels * sizeof *before);
    for (size_t p = 0; fine && p < pair_counter_pairs(beside); p++) {
        uint32_t label = pair_counter_one(beside, p);
        if (label == cover->star || before[label])
            continue;
        cover->facts.observed += !cover->known[label];
        cover->known[label] = cover->observed[label] = true;
        fine = assess_cover_add(cover, pair_counter_other(beside, p), label);
    }
    memory_free(before);
    return fine;
}

shoal_status assess_cover_observe(assess_cover *cover, const codes *fine, const codes *coarse,
                                  size_t rows, bool numbers, shoal_error *error) {
    pair_counter beside = {0};
    bool made = count_beside(&beside, cover, fine, coarse, rows) &&
                (!numbers || forget_changed(cover, &beside)) && narrow_to_values(cover, &beside) &&
                cover_observed(cover, &beside);
    pair_counter_close(&beside);
    return made ? SHOAL_OK : status_no_memory(error);
}
