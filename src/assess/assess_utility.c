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

/* [size] kept rows of the original with each value, or position of a domain; NULL: out of memory.
 */
static uint64_t *count_kept(const cells *of, size_t attribute, const uint32_t *of_ground,
                            size_t size) {
    uint64_t *rows = memory_zero(size, sizeof *rows);
    for (size_t from = 0; rows && from < of->task.original_rows; from++)
        if (cell_row_kept(&of->task, from))
            rows[of_ground[codes_get(of->attributes[attribute].original, from)]]++;
    return rows;
}

/* The values that labels are counted in: those of a column as they are told apart. */
typedef struct counted_values {
    const uint32_t *of_ground; /* [codes of the original] */
    uint32_t size;
    uint64_t *rows;         /* [size] kept rows of the original with each */
    const bool *strange;    /* [codes of the original] do not count; NULL: all do */
    const uint64_t *occurs; /* [size] 0: does not count; NULL: all do */
} counted_values;

/* The pairs of the wanted labels, label by label. */
static bool sort_pairs(uint32_t **values, size_t *first, const assess_cover *cover,
                       const bool *wanted) {
    size_t labels = cover->coarse->values.size;
    for (size_t i = 0; i < cover->count; i++)
        first[cover->pairs[i].label + 1] += wanted[cover->pairs[i].label];
    for (size_t l = 0; l < labels; l++)
        first[l + 1] += first[l];
    *values = memory_new(first[labels] + 1, sizeof **values);
    for (size_t i = 0; *values && i < cover->count; i++)
        if (wanted[cover->pairs[i].label])
            (*values)[first[cover->pairs[i].label]++] = cover->pairs[i].value;
    for (size_t l = labels; l > 0; l--)
        first[l] = first[l - 1];
    first[0] = 0;
    return *values != NULL;
}

/* Labels whose values are known one by one, and need not be neighbours: sets that name each of
 * their members, groups of a hierarchy. */
static bool cover_by_pairs(cell_coverage *out, const assess_cover *cover, const bool *wanted,
                           const counted_values *by) {
    size_t labels = cover->coarse->values.size;
    size_t *first = memory_zero(labels + 1, sizeof *first);
    uint32_t *seen = memory_new(by->size, sizeof *seen), *values = NULL;
    bool made = first && seen && sort_pairs(&values, first, cover, wanted);
    for (size_t v = 0; made && v < by->size; v++)
        seen[v] = CELL_NO_CODE;
    for (uint32_t l = 0; made && l < labels; l++) {
        if (wanted[l])
            out->covered[l] = 0, out->rows[l] = 0;
        for (size_t i = first[l]; i < first[l + 1]; i++) {
            uint32_t value = by->of_ground[values[i]];
            bool counts =
                (!by->strange || !by->strange[values[i]]) && (!by->occurs || by->occurs[value] > 0);
            if (!counts || seen[value] == l)
                continue;
            seen[value] = l;
            out->covered[l]++;
            out->rows[l] += by->rows[value];
        }
    }
    memory_free(first);
    memory_free(seen);
    memory_free(values);
    return made;
}

static bool cover_group(cell_coverage *out, uint32_t label, const char *name,
                        const ordered_domain *of, const position_range *beside,
                        const uint64_t *rows) {
    uint32_t begin, end;
    if (!assess_read_group(of, name, beside, &begin, &end))
        return false;
    out->covered[label] = end - begin;
    out->rows[label] = 0;
    for (uint32_t p = begin; p < end; p++)
        out->rows[label] += rows[p];
    return true;
}

static bool cover_as_groups(cell_coverage *out, const cells *in, const ordered_domain *of,
                            size_t attribute, const assess_cover *cover) {
    const dictionary *labels = &cover->coarse->values;
    counted_values by = {.of_ground = of->of_ground, .size = of->size + 1, .strange = of->strange};
    position_range *beside = find_beside(in, of, attribute);
    bool *listed = memory_zero(labels->size, sizeof *listed);
    by.rows = count_kept(in, attribute, of->of_ground, by.size);
    bool made = beside && listed && by.rows;
    for (uint32_t l = 0; made && l < labels->size; l++) {
        const char *label = dictionary_text(labels, l);
        if (of->apart && strcmp(label, of->apart) == 0) {
            out->covered[l] = 1;
            out->rows[l] = by.rows[of->size];
        } else if (!is_star(label)) {
            listed[l] = cover->read[l] || (!cover_group(out, l, label, of, &beside[l], by.rows) &&
                                           cover->known[l] && !cover->observed[l]);
        }
    }
    made = made && cover_by_pairs(out, cover, listed, &by);
    memory_free(beside);
    memory_free(listed);
    memory_free(by.rows);
    return made;
}

/* Labels of other tools that are in no hierarchy, but whose text says what they cover. */
static bool cover_as_read(cell_coverage *out, const cells *in, size_t attribute,
                          const assess_cover *cover, const bound_hierarchy *bound) {
    const bound_level *values = &bound->level[0];
    counted_values by = {
        .of_ground = values->of_ground, .size = values->size, .occurs = values->frequency};
    by.rows = count_kept(in, attribute, values->of_ground, values->size);
    bool made = by.rows && cover_by_pairs(out, cover, cover->read, &by);
    memory_free(by.rows);
    return made;
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
    if (bound && found->level < 0 && !cover_as_read(found, of, a, &run->covers[a], bound))
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
