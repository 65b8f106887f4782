/* Record linkage: an attacker with the original looks for its people in the release. */
#include "assess/assess_parts.h"

#include <assert.h>
#include <string.h>

/* ---- What labels stand for ------------------------------------------------------------------- */

shoal_status assess_bind_original(assessing *run, shoal_error *error) {
    if (!run->recoding->generalizes)
        return SHOAL_OK;
    return bound_table_bind_hierarchies(&run->before.bound, run->recoding->ordered, error);
}

const bound_hierarchy *assess_levels(const assessing *run, size_t attribute) {
    const bound_table *original = &run->before.bound;
    return original->hierarchies && !original->domains ? &original->hierarchies[attribute] : NULL;
}

/* The codes of a quasi-identifier of the original in the paired rows. */
static shoal_status paired_codes(codes *out, const assessing *run, size_t attribute, arena *memory,
                                 shoal_error *error) {
    const codes *from = &assess_quasi(&run->before, attribute)->codes;
    *out = *from;
    if (!run->paired)
        return SHOAL_OK;
    out->data = arena_new(memory, run->after.bound.table->rows, (size_t)from->width);
    if (!out->data)
        return status_no_memory(error);
    size_t to = 0;
    for (size_t row = 0; row < run->before.bound.table->rows; row++)
        if (run->paired[row])
            codes_put(out, to++, codes_get(from, row));
    assert(to == run->after.bound.table->rows);
    return SHOAL_OK;
}

shoal_status assess_are_numbers(bool *out, const assessing *run, size_t attribute,
                                shoal_error *error) {
    arena memory = {0};
    double *before = NULL, *after = NULL;
    plan_type type;
    shoal_status status = assess_column_numbers(
        &before, &type, assess_quasi(&run->before, attribute), run->plan, &memory, error);
    if (status == SHOAL_OK && before)
        status = assess_column_numbers(&after, &type, assess_quasi(&run->after, attribute),
                                       run->plan, &memory, error);
    *out = before && after;
    arena_free(&memory);
    return status;
}

static shoal_status observe(assess_cover *cover, const assessing *run, size_t attribute,
                            shoal_error *error) {
    arena memory = {0};
    codes fine;
    bool numbers = false;
    shoal_status status = assess_are_numbers(&numbers, run, attribute, error);
    if (status == SHOAL_OK)
        status = paired_codes(&fine, run, attribute, &memory, error);
    if (status == SHOAL_OK)
        status = assess_cover_observe(cover, &fine, &assess_quasi(&run->after, attribute)->codes,
                                      run->after.bound.table->rows, numbers, error);
    arena_free(&memory);
    return status;
}

static shoal_status make_covers(assessing *run, shoal_error *error) {
    for (size_t a = 0; a < run->attributes; a++) {
        const bound_table *original = &run->before.bound;
        assess_sources from = {.bound = original->hierarchies ? &original->hierarchies[a] : NULL,
                               .ordered = original->domains ? &original->domains[a] : NULL};
        STATUS_TRY(assess_cover_make(&run->covers[a], assess_quasi(&run->before, a),
                                     assess_quasi(&run->after, a), &from, run->plan, error));
        STATUS_TRY(assess_check_cancel(run, error));
    }
    return SHOAL_OK;
}

shoal_status assess_covers(assessing *run, shoal_error *error) {
    assessment_labels *labels = arena_zero(run->memory, run->attributes, sizeof *labels);
    run->covers = memory_zero(run->attributes, sizeof *run->covers);
    if (!labels || !run->covers)
        return status_no_memory(error);
    run->facts->linkage.labels = labels;
    STATUS_TRY(make_covers(run, error));
    STATUS_TRY(assess_order(run, error));
    for (size_t a = 0; a < run->attributes; a++) {
        assess_cover *cover = &run->covers[a];
        if (run->facts->aligned)
            STATUS_TRY(observe(cover, run, a, error));
        uint64_t known = cover->star != LABEL_NONE;
        for (uint32_t l = 0; l < cover->coarse->values.size; l++)
            known += cover->known[l];
        labels[a] = cover->facts;
        labels[a].unknown = cover->facts.labels - known;
        STATUS_TRY(assess_check_cancel(run, error));
    }
    return SHOAL_OK;
}

/* ---- The attack ------------------------------------------------------------------------------ */

typedef struct attack_room {
    label_cover *covers;
    codes *original, *release;
    arena memory;
} attack_room;

static shoal_status open_attack(attack_room *out, const assessing *run, shoal_error *error) {
    out->covers = arena_zero(&out->memory, run->attributes, sizeof *out->covers);
    out->original = arena_new(&out->memory, run->attributes, sizeof *out->original);
    out->release = arena_new(&out->memory, run->attributes, sizeof *out->release);
    if (!out->covers || !out->original || !out->release)
        return status_no_memory(error);
    for (size_t a = 0; a < run->attributes; a++) {
        const assess_cover *cover = &run->covers[a];
        STATUS_TRY(label_cover_open(&out->covers[a], (uint32_t)cover->fine->values.size,
                                    (uint32_t)cover->coarse->values.size, cover->star, cover->pairs,
                                    cover->count, error));
        out->release[a] = cover->coarse->codes;
        out->original[a] = cover->fine->codes;
        if (run->facts->aligned)
            STATUS_TRY(paired_codes(&out->original[a], run, a, &out->memory, error));
    }
    return SHOAL_OK;
}

static bool all_known(const assessing *run) {
    for (size_t a = 0; a < run->attributes; a++)
        if (run->facts->linkage.labels[a].unknown > 0)
            return false;
    return true;
}

shoal_status assess_linkage(assessing *run, shoal_error *error) {
    assessment_linkage *facts = &run->facts->linkage;
    if (!run->recoding->generalizes) {
        facts->generalized_none =
            "the recoding replaces numbers by numbers, which are attacked as numbers";
        return SHOAL_OK;
    }
    if (run->facts->apart && !all_known(run)) {
        facts->generalized_none = run->facts->apart;
        return SHOAL_OK;
    }
    attack_room room = {0};
    assess_note(run, "linking the release with the original");
    shoal_status status = open_attack(&room, run, error);
    generalized_attack attack = {
        .attributes = run->attributes,
        .covers = room.covers,
        .rows = run->facts->aligned ? run->after.bound.table->rows : run->before.bound.table->rows,
        .original = room.original,
        .release_rows = run->after.bound.table->rows,
        .release = room.release,
        .aligned = run->facts->aligned,
        .cancel = assess_cancel(run),
    };
    if (status == SHOAL_OK)
        status = generalized_linkage(&facts->generalized, &attack, error);
    for (size_t a = 0; room.covers && a < run->attributes; a++)
        label_cover_close(&room.covers[a]);
    arena_free(&room.memory);
    return status;
}
