/* What a release costs against its original, by the metrics that searches go by. */
#include "assess/assess_parts.h"
#include "data/star.h"
#include "measure/cell_rows.h"
#include "measure/metrics.h"

#include <math.h>
#include <string.h>

void assess_add_metric(assessing *run, const char *name, double value) {
    if (run->facts->utility.metric_count < ASSESS_METRICS)
        run->metrics[run->facts->utility.metric_count++] = (result_metric){name, value};
}

typedef struct cells {
    cell_task task;
    cell_attribute *attributes;
    cell_coverage *coverage;
    arena memory;
} cells;

/* ---- What labels cover ----------------------------------------------------------------------- */

/* A code for each position, the same for all codes there: positions themselves may be more. */
static uint32_t *ground_of_cut(const ordered_domain *of, arena *memory) {
    uint32_t *ground = arena_new(memory, of->ground, sizeof *ground);
    uint32_t *first = arena_new(memory, (size_t)of->size + 1, sizeof *first);
    if (!ground || !first)
        return NULL;
    for (uint32_t p = 0; p <= of->size; p++)
        first[p] = CELL_NO_CODE;
    for (uint32_t code = 0; code < of->ground; code++) {
        uint32_t *representative = &first[of->of_ground[code]];
        *representative = *representative == CELL_NO_CODE ? code : *representative;
        ground[code] = *representative;
    }
    return ground;
}

/* Which positions are beside each label, suppressed rows aside. */
static cut_positions *find_beside(const cells *of, const ordered_domain *ordered,
                                  size_t attribute) {
    const cell_attribute *in = &of->attributes[attribute];
    cut_positions *beside = memory_new(in->release_size, sizeof *beside);
    for (uint32_t l = 0; beside && l < in->release_size; l++)
        beside[l] = (cut_positions){UINT32_MAX, 0};
    for (size_t from = 0, to = 0; beside && from < of->task.original_rows; from++) {
        if (!cell_row_kept(&of->task, from))
            continue;
        cut_positions *at = &beside[codes_get(in->release, to)];
        uint32_t position = ordered->of_ground[codes_get(in->original, from)];
        if (!cell_row_suppressed(&of->task, to++) && position < ordered->size) {
            at->first = position < at->first ? position : at->first;
            at->last = position > at->last ? position : at->last;
        }
    }
    return beside;
}

static bool cover_as_cut(cell_coverage *out, const cells *in, const ordered_domain *of,
                         size_t attribute, const dictionary *labels) {
    cut_positions *beside = find_beside(in, of, attribute);
    for (uint32_t l = 0; beside && l < labels->size; l++) {
        const char *label = dictionary_text(labels, l);
        uint32_t begin, end;
        if (of->apart && strcmp(label, of->apart) == 0) {
            out->covered[l] = 1;
            out->rows[l] = of->rows_apart;
        } else if (!is_star(label) && assess_cut_group(of, label, &beside[l], &begin, &end)) {
            out->covered[l] = end - begin;
            out->rows[l] = 0;
            for (uint32_t p = begin; p < end; p++)
                out->rows[l] += of->rows[p];
        }
    }
    memory_free(beside);
    return beside != NULL;
}

/* Of labels that are in no hierarchy but say what they stand for, as another tool writes them. */
static bool cover_as_read(cell_coverage *out, const assess_cover *cover,
                          const bound_hierarchy *bound) {
    const bound_level *values = &bound->level[0];
    size_t labels = cover->coarse->values.size;
    uint32_t *last = memory_new(values->size, sizeof *last);
    if (!last)
        return false;
    for (uint32_t v = 0; v < values->size; v++)
        last[v] = CELL_NO_CODE;
    for (size_t l = 0; l < labels; l++)
        if (cover->read[l])
            out->covered[l] = 0, out->rows[l] = 0;
    /* Pairs of a label stand together. */
    for (size_t p = 0; p < cover->count; p++) {
        label_pair pair = cover->pairs[p];
        uint32_t value = values->of_ground[pair.value];
        if (!cover->read[pair.label] || last[value] == pair.label || values->frequency[value] == 0)
            continue;
        last[value] = pair.label;
        out->covered[pair.label]++;
        out->rows[pair.label] += values->frequency[value];
    }
    memory_free(last);
    return true;
}

static shoal_status cover_attribute(cells *of, const assessing *run, size_t a, shoal_error *error) {
    const dictionary *labels = &run->covers[a].coarse->values;
    cell_coverage *found = &of->coverage[a];
    cell_attribute *out = &of->attributes[a];
    const bound_hierarchy *bound = run->hierarchies && !run->cuts ? &run->hierarchies[a] : NULL;
    STATUS_TRY(cell_coverage_find(found, &of->task, a, bound, labels, error));
    if (run->cuts && !cover_as_cut(found, of, &run->domains[a], a, labels))
        return status_no_memory(error);
    if (bound && found->level < 0 && !cover_as_read(found, &run->covers[a], bound))
        return status_no_memory(error);
    out->covered = found->covered;
    out->rows = found->rows;
    out->level = found->level;
    out->height = bound && found->level >= 0 ? bound->height : -1;
    run->level[a] = bound ? found->level : -1;
    return SHOAL_OK;
}

/* ---- The task -------------------------------------------------------------------------------- */

static shoal_status describe_attribute(cells *of, const assessing *run, size_t a,
                                       shoal_error *error) {
    const assess_cover *cover = &run->covers[a];
    const plan_attribute *said = plan_find(run->plan, cover->coarse->name);
    cell_attribute *out = &of->attributes[a];
    *out = (cell_attribute){
        .original = &cover->fine->codes,
        .original_size = (uint32_t)cover->fine->values.size,
        .release = &cover->coarse->codes,
        .release_size = (uint32_t)cover->coarse->values.size,
        .star = cover->star == LABEL_NONE ? CELL_NO_CODE : cover->star,
        .weight = said ? said->weight : 1,
        .height = -1,
    };
    if (run->cuts) {
        out->ground = ground_of_cut(&run->domains[a], &of->memory);
        out->domain = run->domains[a].count;
        if (!out->ground)
            return status_no_memory(error);
    } else if (run->hierarchies) {
        out->ground = run->hierarchies[a].level[0].of_ground;
        out->domain = run->hierarchies[a].domain;
    }
    return SHOAL_OK;
}

static shoal_status describe(cells *of, const assessing *run, shoal_error *error) {
    of->attributes = arena_zero(&of->memory, run->attributes, sizeof *of->attributes);
    of->coverage = arena_zero(&of->memory, run->attributes, sizeof *of->coverage);
    if (!of->attributes || !of->coverage)
        return status_no_memory(error);
    of->task = (cell_task){
        .attributes = of->attributes,
        .count = run->attributes,
        .original_rows = run->before.table->rows,
        .kept = run->paired,
        .release_rows = run->after.table->rows,
        .k = run->plan->k > 0 ? (uint64_t)run->plan->k : 1,
        .stars_published = run->after.facts->one_class,
    };
    for (size_t a = 0; a < run->attributes; a++)
        STATUS_TRY(describe_attribute(of, run, a, error));
    for (size_t a = 0; a < run->attributes; a++)
        STATUS_TRY(cover_attribute(of, run, a, error));
    return SHOAL_OK;
}

/* ---- The metrics ----------------------------------------------------------------------------- */

static shoal_status measure_target(assessing *run, const cells *of, shoal_error *error) {
    const char *target = plan_target(run->plan);
    int64_t place = target ? table_find(run->after.table, target) : -1;
    uint32_t *class_of;
    uint64_t *sizes;
    size_t classes;
    double cm;
    arena memory = {0};
    if (place < 0)
        return SHOAL_OK;
    const column *values = &run->after.table->column[place];
    STATUS_TRY(cell_classes_find(&class_of, &sizes, &classes, &of->task, error));
    const bool *missing = assess_missing_values(values, run->plan, &memory);
    shoal_status status =
        missing ? classification_metric(&cm, class_of, run->after.table->rows, &values->codes,
                                        (uint32_t)values->values.size, missing, error)
                : status_no_memory(error);
    if (status == SHOAL_OK)
        assess_add_metric(run, "cm", cm);
    arena_free(&memory);
    memory_free(class_of);
    memory_free(sizes);
    return status;
}

/* A class of rows that miss values is as large as what it matches. */
static void judge_wildcards(cell_losses *out, const assessing *run, uint64_t k) {
    const release_class_list *list = &run->after.classes;
    const assessment_table *table = run->after.facts;
    metric_context context = {.attributes = run->attributes, .rows = out->rows, .k = k};
    class_statistics all = {.suppressed = table->suppressed,
                            .classes = table->classes.classes,
                            .smallest = table->classes.smallest,
                            .largest = table->classes.largest};
    class_statistics large = {.suppressed = table->suppressed};
    for (size_t t = 0; t < list->set.tuples; t++) {
        uint64_t rows = list->set.counts[t];
        if (list->compatible[t] >= k)
            large.squares += rows * rows;
        else
            large.suppressed += rows;
    }
    out->dm = metric_dm.value(&context, &large);
    out->aecs = metric_aecs.value(&context, &all);
    out->necd = metric_necd.value(&context, &all);
}

/* Averages stand for nothing that could be counted. */
static void state(assessing *run, const cell_losses *found) {
    const double none = (double)NAN;
    assess_add_metric(run, "loss", run->masks ? none : found->loss);
    assess_add_metric(run, "precision", run->masks || run->cuts ? none : found->precision);
    assess_add_metric(run, "dm", found->dm);
    assess_add_metric(run, "aecs", found->aecs);
    assess_add_metric(run, "entropy", run->masks ? none : found->entropy);
    assess_add_metric(run, "nwp", run->masks ? none : found->nwp);
    assess_add_metric(run, "necd", found->necd);
    for (size_t a = 0; run->masks && a < run->attributes; a++)
        run->attribute_loss[a] = none;
}

static shoal_status measure(assessing *run, cells *of, shoal_error *error) {
    cell_losses found;
    STATUS_TRY(describe(of, run, error));
    STATUS_TRY(cell_losses_measure(&found, run->attribute_loss, &of->task, error));
    if (run->after.classes.compatible && !run->after.facts->one_class)
        judge_wildcards(&found, run, of->task.k);
    state(run, &found);
    return measure_target(run, of, error);
}

shoal_status assess_utility(assessing *run, shoal_error *error) {
    cells of = {0};
    assess_note(run, "measuring what the release costs");
    shoal_status status = measure(run, &of, error);
    for (size_t a = 0; of.coverage && a < run->attributes; a++)
        cell_coverage_free(&of.coverage[a]);
    arena_free(&of.memory);
    return status;
}
