/* The metrics of a release against its original, computed from the cells of both tables. */
#include "assess/assess_parts.h"
#include "data/star.h"
#include "measure/cell_rows.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void assess_add_metric(assessing *run, const char *name, double value) {
    assessment_utility *to = &run->facts->utility;
    assert(to->metric_count < run->metric_room);
    run->metrics[to->metric_count++] = (result_metric){name, value};
}

typedef struct cells {
    cell_task task;
    cell_attribute *attributes;
    cell_coverage *coverage;
    arena memory;
} cells;

/* ---- What labels cover ----------------------------------------------------------------------- */

/* The first code of each position stands for all codes there. Positions cannot stand for them: they
 * may exceed the codes. */
static uint32_t *ground_of_positions(const ordered_domain *of, arena *memory) {
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

/* The positions of the values beside each label, in rows that are not suppressed. */
static position_range *find_beside(const cells *of, const ordered_domain *ordered,
                                   size_t attribute) {
    const cell_attribute *in = &of->attributes[attribute];
    position_range *beside = memory_new(in->release_size, sizeof *beside);
    for (uint32_t l = 0; beside && l < in->release_size; l++)
        beside[l] = (position_range){UINT32_MAX, 0};
    for (size_t from = 0, to = 0; beside && from < of->task.original_rows; from++) {
        if (!cell_row_kept(&of->task, from))
            continue;
        position_range *at = &beside[codes_get(in->release, to)];
        uint32_t position = ordered->of_ground[codes_get(in->original, from)];
        if (!cell_row_suppressed(&of->task, to++) && position < ordered->size) {
            at->first = position < at->first ? position : at->first;
            at->last = position > at->last ? position : at->last;
        }
    }
    return beside;
}

/* Sets that name each of their members, and so may have gaps. The pairs of a label are next to each
 * other. */
static bool cover_as_sets(cell_coverage *out, const assess_cover *cover, const ordered_domain *of) {
    uint32_t *last = memory_new((size_t)of->size + 1, sizeof *last);
    for (uint32_t p = 0; last && p <= of->size; p++)
        last[p] = CELL_NO_CODE;
    for (size_t l = 0; last && l < cover->coarse->values.size; l++)
        if (cover->read[l])
            out->covered[l] = 0, out->rows[l] = 0;
    for (size_t i = 0; last && i < cover->count; i++) {
        uint32_t label = cover->pairs[i].label, value = cover->pairs[i].value;
        uint32_t position = of->of_ground[value];
        bool strange = of->strange && of->strange[value];
        if (!cover->read[label] || strange || last[position] == label)
            continue;
        last[position] = label;
        out->covered[label]++;
        out->rows[label] += position < of->size ? of->rows[position] : of->rows_apart;
    }
    memory_free(last);
    return last != NULL;
}

static bool cover_as_groups(cell_coverage *out, const cells *in, const ordered_domain *of,
                            size_t attribute, const assess_cover *cover) {
    const dictionary *labels = &cover->coarse->values;
    position_range *beside = find_beside(in, of, attribute);
    for (uint32_t l = 0; beside && l < labels->size; l++) {
        const char *label = dictionary_text(labels, l);
        uint32_t begin, end;
        if (of->apart && strcmp(label, of->apart) == 0) {
            out->covered[l] = 1;
            out->rows[l] = of->rows_apart;
        } else if (!is_star(label) && !cover->read[l] &&
                   assess_read_group(of, label, &beside[l], &begin, &end)) {
            out->covered[l] = end - begin;
            out->rows[l] = 0;
            for (uint32_t p = begin; p < end; p++)
                out->rows[l] += of->rows[p];
        }
    }
    memory_free(beside);
    return beside && cover_as_sets(out, cover, of);
}

/* Labels of other tools that are in no hierarchy, but whose text says what they cover. */
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
    /* The pairs of a label are next to each other. */
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
    const bound_hierarchy *bound = assess_levels(run, a);
    const ordered_domain *domains = run->before.bound.domains;
    STATUS_TRY(cell_coverage_find(found, &of->task, a, bound, labels, error));
    if (domains && !cover_as_groups(found, of, &domains[a], a, &run->covers[a]))
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
    const bound_table *original = &run->before.bound;
    if (original->domains) {
        out->ground = ground_of_positions(&original->domains[a], &of->memory);
        out->domain = original->domains[a].count;
        if (!out->ground)
            return status_no_memory(error);
    } else if (original->hierarchies) {
        out->ground = original->hierarchies[a].level[0].of_ground;
        out->domain = original->hierarchies[a].domain;
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
        .original_rows = run->before.bound.table->rows,
        .kept = run->paired,
        .release_rows = run->after.bound.table->rows,
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

/* The size of a class is not its rows: it has persons, or missing values match others. */
static void count_sizes(cell_losses *out, const assess_side *side) {
    const release_class_list *list = &side->classes;
    class_statistics published = {.suppressed = side->facts->suppressed,
                                  .strays = out->published.strays};
    class_statistics safe = {.suppressed = side->facts->suppressed, .strays = out->safe.strays};
    for (size_t t = 0; t < list->set.tuples; t++) {
        uint64_t rows = list->set.counts[t], size = release_class_size(list, t);
        class_statistics_add(&published, rows, size);
        if (size >= out->context.k)
            class_statistics_add(&safe, rows, size);
        else
            safe.suppressed += rows;
    }
    out->published = published;
    out->safe = safe;
}

/* Metrics of cells need labels that cover values; metrics of classes do not. */
static bool has_meaning(const assessing *run, const metric *of) {
    return of->value || (run->recoding->generalizes && !run->recoding->refuses(of));
}

static void add_metrics(assessing *run, const cell_losses *found, bool has_target) {
    const double none = (double)NAN;
    for (size_t i = 0; metric_list[i]; i++) {
        const metric *each = metric_list[i];
        if (!each->needs_target || has_target)
            assess_add_metric(run, each->name,
                              has_meaning(run, each) ? cell_losses_value(found, each) : none);
    }
    for (size_t a = 0; a < run->attributes; a++)
        run->attribute_loss[a] = run->recoding->generalizes ? found->attributes[a].loss : none;
}

static shoal_status describe_target(cells *of, const assessing *run, shoal_error *error) {
    const char *target = plan_target(run->plan);
    int64_t place = target ? table_find(run->after.bound.table, target) : -1;
    if (place < 0)
        return SHOAL_OK;
    const column *values = &run->after.bound.table->column[place];
    of->task.target = &values->codes;
    of->task.target_size = (uint32_t)values->values.size;
    of->task.target_missing = assess_missing_values(values, run->plan, &of->memory);
    return of->task.target_missing ? SHOAL_OK : status_no_memory(error);
}

static shoal_status measure(assessing *run, cells *of, shoal_error *error) {
    cell_losses found;
    STATUS_TRY(describe(of, run, error));
    STATUS_TRY(describe_target(of, run, error));
    cell_sums *sums = arena_new(&of->memory, run->attributes, sizeof *sums);
    if (!sums)
        return status_no_memory(error);
    STATUS_TRY(cell_losses_measure(&found, sums, &of->task, error));
    bool of_rows = !run->after.classes.compatible && !run->after.classes.persons;
    if (!of_rows && !run->after.facts->one_class)
        count_sizes(&found, &run->after);
    add_metrics(run, &found, of->task.target != NULL);
    return SHOAL_OK;
}

shoal_status assess_utility(assessing *run, shoal_error *error) {
    cells of = {0};
    assert(run->facts->aligned);
    assess_note(run, "measuring the information loss");
    shoal_status status = measure(run, &of, error);
    for (size_t a = 0; of.coverage && a < run->attributes; a++)
        cell_coverage_free(&of.coverage[a]);
    arena_free(&of.memory);
    return status;
}
