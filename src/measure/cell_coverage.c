#include "data/star.h"
#include "measure/cell_losses.h"
#include "measure/cell_rows.h"
#include "measure/pair_counter.h"

#include <assert.h>

/* Labels with their original values: each pair once, for the rows that are not suppressed. */
typedef struct covering {
    const cell_task *task;
    const cell_attribute *attribute;
    pair_counter beside;
    uint64_t *frequency; /* [original_size] kept rows with each value */
    uint32_t *code;      /* [original_size] an original code of each value that occurs */
    bool *differs;       /* [release_size] from the groups of a level */
    bool *known;         /* [release_size] agrees with one */
    uint64_t *rows;      /* [groups of a level] kept rows; NULL: there is no hierarchy */
    cell_coverage *out;
} covering;

static void count_rows(covering *of) {
    const cell_attribute *in = of->attribute;
    for (size_t from = 0, to = 0; from < of->task->original_rows; from++) {
        if (!cell_row_kept(of->task, from))
            continue;
        uint32_t value = cell_value(in, from);
        of->frequency[value]++;
        of->code[value] = codes_get(in->original, from);
        if (!cell_row_suppressed(of->task, to))
            pair_counter_add(&of->beside, codes_get(in->release, to), value);
        to++;
    }
}

static uint32_t ordered_domain_of(const covering *of) {
    uint32_t values = 0;
    if (of->attribute->domain > 0)
        return of->attribute->domain;
    for (uint32_t v = 0; v < of->attribute->original_size; v++)
        values += of->frequency[v] > 0;
    return values;
}

static void cover_all(const covering *of, uint32_t label) {
    of->out->covered[label] = ordered_domain_of(of);
    of->out->rows[label] = of->task->release_rows;
}

/* Rows that only look suppressed are written with another label that says nothing. */
static void cover_plain_stars(const covering *of, const dictionary *labels) {
    for (uint32_t label = 0; label < of->attribute->release_size; label++) {
        if (strcmp(dictionary_text(labels, label), PLAIN_STAR) != 0)
            continue;
        cover_all(of, label);
        of->known[label] = true;
    }
}

static void cover_as_observed(const covering *of) {
    for (size_t p = 0; p < pair_counter_pairs(&of->beside); p++) {
        uint32_t label = pair_counter_one(&of->beside, p);
        of->out->covered[label]++;
        of->out->rows[label] += of->frequency[pair_counter_other(&of->beside, p)];
    }
    if (of->attribute->star != CELL_NO_CODE)
        cover_all(of, of->attribute->star);
}

/* ---- Levels of a bound hierarchy
 * --------------------------------------------------------------------- */

static uint32_t group_beside(const covering *of, const bound_level *level, size_t pair) {
    return level->of_ground[of->code[pair_counter_other(&of->beside, pair)]];
}

/* Marks the labels that are not always the group of their original values; true if there are none.
 * */
static bool mark_different(covering *of, const bound_level *level, const dictionary *labels) {
    bool all = true;
    memset(of->differs, 0, of->attribute->release_size * sizeof *of->differs);
    for (size_t p = 0; p < pair_counter_pairs(&of->beside); p++) {
        uint32_t label = pair_counter_one(&of->beside, p);
        const char *expected = level->label[group_beside(of, level, p)];
        if (strcmp(dictionary_text(labels, label), expected) != 0)
            of->differs[label] = true, all = false;
    }
    return all;
}

/* The hierarchy may be bound to more rows than are kept. */
static void count_level(covering *of, const bound_level *level) {
    memset(of->rows, 0, level->size * sizeof *of->rows);
    for (uint32_t v = 0; v < of->attribute->original_size; v++)
        if (of->frequency[v] > 0)
            of->rows[level->of_ground[of->code[v]]] += of->frequency[v];
}

static void cover_with_level(covering *of, const bound_level *level) {
    count_level(of, level);
    for (size_t p = 0; p < pair_counter_pairs(&of->beside); p++) {
        uint32_t label = pair_counter_one(&of->beside, p);
        uint32_t group = group_beside(of, level, p);
        if (of->differs[label])
            continue;
        of->known[label] = true;
        of->out->covered[label] = level->covered[group];
        of->out->rows[label] = of->rows[group];
    }
}

/* From the top, so that the lowest level decides. */
static void cover_with_hierarchy(covering *of, const bound_hierarchy *bound,
                                 const dictionary *labels) {
    for (int l = bound->height; l >= 0; l--) {
        if (mark_different(of, &bound->level[l], labels))
            of->out->level = l;
        cover_with_level(of, &bound->level[l]);
    }
    for (size_t p = 0; p < pair_counter_pairs(&of->beside); p++) {
        bool *known = &of->known[pair_counter_one(&of->beside, p)];
        of->out->unknown += !*known;
        *known = true;
    }
}

/* ---- The whole ------------------------------------------------------------------------------ */

static bool make_room(covering *of, const bound_hierarchy *bound) {
    uint32_t groups = 0;
    for (int l = 0; bound && l <= bound->height; l++)
        groups = bound->level[l].size > groups ? bound->level[l].size : groups;
    of->rows = groups > 0 ? memory_zero(groups, sizeof *of->rows) : NULL;
    if (groups > 0 && !of->rows)
        return false;
    uint32_t values = of->attribute->original_size, labels = of->attribute->release_size;
    of->frequency = memory_zero(values, sizeof *of->frequency);
    of->code = memory_zero(values, sizeof *of->code);
    of->differs = memory_zero(labels, sizeof *of->differs);
    of->known = memory_zero(labels, sizeof *of->known);
    of->out->covered = memory_zero(labels, sizeof *of->out->covered);
    of->out->rows = memory_zero(labels, sizeof *of->out->rows);
    return of->frequency && of->code && of->differs && of->known && of->out->covered &&
           of->out->rows && pair_counter_open(&of->beside, labels, values);
}

static void free_room(covering *of) {
    memory_free(of->frequency);
    memory_free(of->code);
    memory_free(of->differs);
    memory_free(of->known);
    memory_free(of->rows);
    pair_counter_close(&of->beside);
}

static bool cover(covering *of, const bound_hierarchy *bound, const dictionary *labels) {
    if (!make_room(of, bound))
        return false;
    count_rows(of);
    if (!pair_counter_finish(&of->beside))
        return false;
    cover_as_observed(of);
    if (labels)
        cover_plain_stars(of, labels);
    if (bound)
        cover_with_hierarchy(of, bound, labels);
    return true;
}

shoal_status cell_coverage_find(cell_coverage *out, const cell_task *task, size_t attribute,
                                const bound_hierarchy *bound, const dictionary *labels,
                                shoal_error *error) {
    assert(attribute < task->count && (!bound || labels));
    covering of = {.task = task, .attribute = &task->attributes[attribute], .out = out};
    *out = (cell_coverage){.level = -1};
    bool made = cover(&of, bound, labels);
    free_room(&of);
    if (made)
        return SHOAL_OK;
    cell_coverage_free(out);
    return status_no_memory(error);
}

void cell_coverage_free(cell_coverage *found) {
    memory_free(found->covered);
    memory_free(found->rows);
    *found = (cell_coverage){.level = -1};
}
