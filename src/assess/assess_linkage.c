/* Record linkage: an attacker with the original looks for its people in the release. */
#include "assess/assess_parts.h"
#include "data/column_numbers.h"

#include <assert.h>
#include <math.h>
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

shoal_status assess_paired_codes(codes *out, const assessing *run, size_t attribute, arena *memory,
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
    shoal_status status = column_numbers(&before, &type, assess_quasi(&run->before, attribute),
                                         run->plan, &memory, error);
    if (status == SHOAL_OK && before)
        status = column_numbers(&after, &type, assess_quasi(&run->after, attribute), run->plan,
                                &memory, error);
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
        status = assess_paired_codes(&fine, run, attribute, &memory, error);
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
                               .ordered = original->domains ? &original->domains[a] : NULL,
                               .star_in_braces = run->recoding->star_in_braces};
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

/* The one label that each value has in the published rows, LABEL_NONE where it has no such row.
 * False: some value has several, so that the recoding is not the same for everybody. */
static bool find_only_labels(uint32_t *only, const assess_links *in, const assess_cover *cover,
                             size_t attribute, size_t rows) {
    for (uint32_t v = 0; v < cover->fine->values.size; v++)
        only[v] = LABEL_NONE;
    for (size_t row = 0; row < rows; row++) {
        if (!in->published[row])
            continue;
        uint32_t *label = &only[codes_get(&in->original[attribute], row)];
        uint32_t found = codes_get(&in->release[attribute], row);
        if (*label != LABEL_NONE && *label != found)
            return false;
        *label = found;
    }
    return true;
}

/* Where all labels are of one level of the hierarchy, a value has one label, whatever the text of
 * others could mean: an attacker sees that from the labels of the release. Values of suppressed
 * rows only keep all their labels, and the star. */
static shoal_status open_known_cover(assess_links *out, const assess_cover *cover, size_t attribute,
                                     const uint32_t *only, shoal_error *error) {
    uint32_t values = (uint32_t)cover->fine->values.size;
    label_pair *pairs = arena_new(&out->memory, values + cover->count, sizeof *pairs);
    size_t count = 0;
    if (!pairs)
        return status_no_memory(error);
    for (uint32_t v = 0; v < values; v++) {
        uint32_t label = only[v] != LABEL_NONE ? only[v] : cover->star;
        if (label != LABEL_NONE)
            pairs[count++] = (label_pair){v, label};
    }
    for (size_t p = 0; p < cover->count; p++)
        if (only[cover->pairs[p].value] == LABEL_NONE)
            pairs[count++] = cover->pairs[p];
    return label_cover_open(&out->covers[attribute], values, (uint32_t)cover->coarse->values.size,
                            LABEL_NONE, pairs, count, error);
}

static shoal_status open_cover(assess_links *out, const assessing *run, size_t attribute,
                               shoal_error *error) {
    const assess_cover *cover = &run->covers[attribute];
    uint32_t values = (uint32_t)cover->fine->values.size;
    uint32_t *only = arena_new(&out->memory, values, sizeof *only);
    if (!only)
        return status_no_memory(error);
    if (run->facts->aligned && run->level[attribute] >= 0 &&
        find_only_labels(only, out, cover, attribute, run->after.bound.table->rows))
        return open_known_cover(out, cover, attribute, only, error);
    return label_cover_open(&out->covers[attribute], values, (uint32_t)cover->coarse->values.size,
                            cover->star, cover->pairs, cover->count, error);
}

shoal_status assess_links_open(assess_links *out, const assessing *run, shoal_error *error) {
    out->covers = arena_zero(&out->memory, run->attributes, sizeof *out->covers);
    out->original = arena_new(&out->memory, run->attributes, sizeof *out->original);
    out->release = arena_new(&out->memory, run->attributes, sizeof *out->release);
    out->blank = arena_new(&out->memory, run->attributes, sizeof *out->blank);
    out->published = assess_published_rows(run, &run->after, &out->memory);
    if (!out->covers || !out->original || !out->release || !out->blank || !out->published)
        return status_no_memory(error);
    for (size_t a = 0; a < run->attributes; a++) {
        const assess_cover *cover = &run->covers[a];
        out->release[a] = cover->coarse->codes;
        out->original[a] = cover->fine->codes;
        out->blank[a] = cover->star;
        if (run->facts->aligned)
            STATUS_TRY(assess_paired_codes(&out->original[a], run, a, &out->memory, error));
        STATUS_TRY(open_cover(out, run, a, error));
    }
    return SHOAL_OK;
}

void assess_links_close(assess_links *made, const assessing *run) {
    for (size_t a = 0; made->covers && a < run->attributes; a++)
        label_cover_close(&made->covers[a]);
    arena_free(&made->memory);
}

bool assess_all_known(const assessing *run) {
    for (size_t a = 0; a < run->attributes; a++)
        if (run->facts->linkage.labels[a].unknown > 0)
            return false;
    return true;
}

/* Where rows cannot be matched, nothing shows who is in which of the classes that he fits, and an
 * attacker may find out: by who else fits them, or by what he knows besides. The rows of one class
 * read the same to him whatever he does, so that on average he links one member of each class, and
 * one of the suppressed ones, and nobody with a higher probability than 1 / the smallest of these.
 */
static void assume_worst(assessing *run) {
    generalized_outcome *found = &run->facts->linkage.generalized;
    const release_class_list *list = &run->after.classes;
    const uint32_t *members = assess_members(list);
    uint64_t suppressed = run->after.facts->suppressed_members;
    uint64_t published = 0, alone = suppressed == 1, fewest = suppressed;
    for (size_t c = 0; c < list->set.tuples; c++) {
        published += members[c];
        alone += members[c] == 1;
        fewest = fewest == 0 || members[c] < fewest ? members[c] : fewest;
    }
    if (fewest == 0)
        return;
    double classes = (double)list->set.tuples;
    double of_all = (classes + (suppressed > 0)) / (double)(published + suppressed);
    found->expected_all = fmax(found->expected_all, of_all);
    if (published > 0)
        found->expected = fmax(found->expected, classes / (double)published);
    /* Published rows then cover some of the suppressed people, too. */
    if (found->published > published)
        found->expected = fmax(found->expected, of_all);
    found->certain = alone > found->certain ? alone : found->certain;
    found->fewest = found->fewest == 0 || fewest < found->fewest ? fewest : found->fewest;
    found->largest = 1 / (double)found->fewest;
}

/* Sums of shares are cut at 2^-60: a smaller difference is none. */
static void take_higher(assessment_linkage *facts, const char *name, double risk) {
    if (facts->risk_of && !(risk > facts->risk + 1e-12))
        return;
    facts->risk = risk;
    facts->risk_of = name;
}

static void choose_risk(assessing *run) {
    assessment_linkage *facts = &run->facts->linkage;
    const generalized_outcome *found = &facts->generalized;
    /* Suppressed people count where they are found more often than the others. */
    if (!facts->generalized_none)
        take_higher(facts, "linkage",
                    fmax(fmax(found->expected, found->expected_all), found->narrowest));
    if (!facts->numeric_none) {
        take_higher(facts, "distance", facts->guessed_by_distance / 100);
        take_higher(facts, "probability", facts->guessed_by_probability / 100);
    }
    take_higher(facts, "marketer", run->after.facts->risk.marketer.average);
    facts->risk_is_marketer = strcmp(facts->risk_of, "marketer") == 0;
}

static shoal_status link_labels(assessing *run, shoal_error *error) {
    assessment_linkage *facts = &run->facts->linkage;
    if (!run->recoding->generalizes) {
        facts->generalized_none =
            "the recoding replaces numbers by numbers, which are attacked as numbers";
        return SHOAL_OK;
    }
    if (run->facts->apart && !assess_all_known(run)) {
        facts->generalized_none = run->facts->apart;
        return SHOAL_OK;
    }
    assess_links room = {0};
    assess_note(run, "linking the release with the original");
    shoal_status status = assess_links_open(&room, run, error);
    generalized_attack attack = {
        .attributes = run->attributes,
        .covers = room.covers,
        .rows = run->facts->aligned ? run->after.bound.table->rows : run->before.bound.table->rows,
        .original = room.original,
        .release_rows = run->after.bound.table->rows,
        .release = room.release,
        .blank = room.blank,
        .person_of = run->after.bound.person_of,
        .persons = (size_t)run->after.bound.persons,
        .kept = run->after.bound.kept,
        .aligned = run->facts->aligned,
        .cancel = assess_cancel(run),
    };
    if (status == SHOAL_OK && run->input->records && attack.aligned) {
        run->linked = memory_new(attack.rows, sizeof *run->linked);
        attack.each = run->linked;
        if (!run->linked)
            status = status_no_memory(error);
    }
    if (status == SHOAL_OK)
        status = generalized_linkage(&facts->generalized, &attack, error);
    if (status == SHOAL_OK && !attack.aligned)
        assume_worst(run);
    assess_links_close(&room, run);
    return status;
}

shoal_status assess_linkage(assessing *run, shoal_error *error) {
    STATUS_TRY(link_labels(run, error));
    choose_risk(run);
    return SHOAL_OK;
}
