/* Whether a release can have been made of an original. Without knowing which row is whose: as many
 * rows have a label as have a value that it covers, at most. With a mapping: each row has a label
 * that covers its own value. */
#include "assess/assess_parts.h"
#include "assess/label_ground.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* [values] rows of the original; NULL: out of memory. */
static uint64_t *count_rows(const column *of, size_t rows, arena *memory) {
    uint64_t *counts = arena_zero(memory, of->values.size, sizeof *counts);
    for (size_t row = 0; counts && row < rows; row++)
        counts[codes_get(&of->codes, row)]++;
    return counts;
}

static bool refuse(assessing *run, const assess_cover *cover, uint32_t label, uint64_t has,
                   uint64_t can) {
    text says = {0};
    text_format(&says,
                "'%.60s' is '%.60s' in %" PRIu64 " row%s, but only %" PRIu64
                " of the original have a value that it covers",
                cover->coarse->name, dictionary_text(&cover->coarse->values, label), has,
                has == 1 ? "" : "s", can);
    if (!says.failed && says.bytes)
        run->facts->inconsistent = arena_text(run->memory, says.bytes, says.length);
    text_free(&says);
    return run->facts->inconsistent != NULL;
}

static int compare_pairs(const void *one, const void *other) {
    const label_pair *a = one, *b = other;
    if (a->label != b->label)
        return a->label < b->label ? -1 : 1;
    return (a->value > b->value) - (a->value < b->value);
}

/* [labels] rows of the original that each label covers. A label that several levels of a hierarchy
 * have covers a value once. NULL: out of memory. */
static uint64_t *count_covered(const assess_cover *cover, const uint64_t *before, arena *memory) {
    uint64_t *can = arena_zero(memory, cover->coarse->values.size, sizeof *can);
    label_pair *pairs = arena_new(memory, cover->count + 1, sizeof *pairs);
    if (!can || !pairs)
        return NULL;
    if (cover->count > 0)
        memcpy(pairs, cover->pairs, cover->count * sizeof *pairs);
    qsort(pairs, cover->count, sizeof *pairs, compare_pairs);
    for (size_t i = 0; i < cover->count; i++)
        if (i == 0 || compare_pairs(&pairs[i - 1], &pairs[i]) != 0)
            can[pairs[i].label] += before[pairs[i].value];
    return can;
}

static shoal_status compare_labels(assessing *run, const assess_cover *cover, shoal_error *error) {
    arena memory = {0};
    uint64_t *before = count_rows(cover->fine, run->before.bound.table->rows, &memory);
    uint64_t *after = count_rows(cover->coarse, run->after.bound.table->rows, &memory);
    uint64_t *can = before ? count_covered(cover, before, &memory) : NULL;
    bool fine = before && after && can;
    for (uint32_t l = 0; fine && !run->facts->inconsistent && l < cover->coarse->values.size; l++)
        if (l != cover->star && cover->known[l] && after[l] > can[l])
            fine = refuse(run, cover, l, after[l], can[l]);
        else
            run->facts->unread += l != cover->star && !cover->known[l];
    arena_free(&memory);
    return fine ? SHOAL_OK : status_no_memory(error);
}

/* ---- Labels that no value has ---------------------------------------------------------------- */

static bool refuse_unknown(assessing *run, const assess_cover *cover, uint32_t label) {
    text says = {0};
    text_format(&says, "'%.60s' is '%.60s' in some rows, which covers no value of the original%s",
                cover->coarse->name, dictionary_text(&cover->coarse->values, label),
                run->before.bound.was_given[cover - run->covers]
                    ? ""
                    : ": if it is a label of a hierarchy, name that");
    if (!says.failed && says.bytes)
        run->facts->inconsistent = arena_text(run->memory, says.bytes, says.length);
    text_free(&says);
    return run->facts->inconsistent != NULL;
}

/* Ranges that can be read, and were not too many to be, cover no value; sets may be shortened. */
static bool covers_nothing(const assessing *run, const assess_cover *cover,
                           const label_ground *ground, uint32_t label) {
    const char *words = dictionary_text(&cover->coarse->values, label);
    size_t length = dictionary_length(&cover->coarse->values, label);
    if (cover->known[label] || label == cover->star ||
        plan_is_missing_in(run->plan, cover->coarse->name, words))
        return false;
    bool numbers =
        ground->order != 0 || ground->type == TYPE_INTEGER || ground->type == TYPE_DECIMAL;
    return label_names_nothing(ground, words, length) ||
           (numbers && cover->compared && label_is_range(words, length, ground->order));
}

static shoal_status find_unknown(assessing *run, size_t attribute, shoal_error *error) {
    const assess_cover *cover = &run->covers[attribute];
    value_list values;
    STATUS_TRY(value_list_of(&values, cover->fine, run->plan, error));
    label_ground ground = label_ground_of(&values, run->before.bound.was_given[attribute]);
    bool fine = true;
    for (uint32_t l = 0; fine && !run->facts->inconsistent && l < cover->coarse->values.size; l++)
        if (covers_nothing(run, cover, &ground, l))
            fine = refuse_unknown(run, cover, l);
    memory_free(values.values);
    return fine ? SHOAL_OK : status_no_memory(error);
}

/* ---- Row by row ------------------------------------------------------------------------------ */

static bool refuse_row(assessing *run, const assess_cover *cover, uint32_t label,
                       uint64_t strange) {
    text says = {0};
    text_format(&says,
                "'%.60s' is '%.60s' in a row with another value: by the mapping, %" PRIu64
                " row%s a label that does not cover what the original has",
                cover->coarse->name, dictionary_text(&cover->coarse->values, label), strange,
                strange == 1 ? " has" : "s have");
    if (!says.failed && says.bytes)
        run->facts->inconsistent = arena_text(run->memory, says.bytes, says.length);
    text_free(&says);
    return run->facts->inconsistent != NULL;
}

static bool compare_codes(assessing *run, const assess_cover *cover, const label_cover *covers,
                          const codes *own) {
    uint64_t strange = 0;
    uint32_t first = 0;
    for (size_t row = 0; row < run->after.bound.table->rows; row++) {
        uint32_t label = codes_get(&cover->coarse->codes, row);
        if (!cover->known[label] || label_cover_has(covers, codes_get(own, row), label))
            continue;
        first = strange++ == 0 ? label : first;
    }
    return strange == 0 || refuse_row(run, cover, first, strange);
}

static shoal_status compare_rows(assessing *run, size_t attribute, shoal_error *error) {
    const assess_cover *cover = &run->covers[attribute];
    arena memory = {0};
    codes own;
    label_cover covers = {0};
    shoal_status status = assess_paired_codes(&own, run, attribute, &memory, error);
    if (status == SHOAL_OK)
        status = label_cover_open(&covers, (uint32_t)cover->fine->values.size,
                                  (uint32_t)cover->coarse->values.size, cover->star, cover->pairs,
                                  cover->count, error);
    if (status == SHOAL_OK && !compare_codes(run, cover, &covers, &own))
        status = status_no_memory(error);
    label_cover_close(&covers);
    arena_free(&memory);
    return status;
}

/* ---------------------------------------------------------------------------------------------- */

/* Whether a column has averages in place of values: the plan says so, or there are numbers that the
 * original has not. */
static shoal_status may_be_averages(bool *out, const assessing *run, size_t attribute,
                                    shoal_error *error) {
    const assess_cover *cover = &run->covers[attribute];
    const plan_attribute *said = plan_find(run->plan, cover->coarse->name);
    bool numbers, strange = said && said->shape == SHAPE_MEAN;
    STATUS_TRY(assess_are_numbers(&numbers, run, attribute, error));
    for (size_t l = 0; l < cover->coarse->values.size; l++)
        strange |= l != cover->star && !cover->known[l];
    *out = numbers && strange;
    return SHOAL_OK;
}

shoal_status assess_consistent(assessing *run, shoal_error *error) {
    run->facts->aligned = false;
    run->paired = run->input->paired;
    run->facts->apart = "rows are not matched";
    if (!run->recoding->generalizes)
        return SHOAL_OK;
    STATUS_TRY(assess_bind_original(run, error));
    STATUS_TRY(assess_covers(run, error));
    for (size_t a = 0; a < run->attributes && !run->facts->inconsistent; a++) {
        bool averages;
        STATUS_TRY(may_be_averages(&averages, run, a, error));
        if (!averages)
            STATUS_TRY(find_unknown(run, a, error));
        if (!averages && !run->facts->inconsistent)
            STATUS_TRY(compare_labels(run, &run->covers[a], error));
        if (!averages && run->input->mapped && !run->facts->inconsistent)
            STATUS_TRY(compare_rows(run, a, error));
    }
    return SHOAL_OK;
}
