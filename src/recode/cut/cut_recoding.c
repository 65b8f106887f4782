/* The recoding by cuts: the ordered values of each quasi-identifier are cut into groups. */
#include "measure/metrics.h"
#include "recode/cut/cut.h"
#include "recode/generalization.h"
#include "recode/published_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The groups of a node as bound hierarchies of two levels: single values, and groups. */
typedef struct cut_groups_bound {
    bound_hierarchy *hierarchies; /* [attributes] */
    uint8_t *top;                 /* [attributes] all 1 */
    size_t attributes;
} cut_groups_bound;

typedef struct cut_recoder {
    recoder shared;
    cut_groups_bound groups; /* that are published */
    generalized_release release;
} cut_recoder;

static void close_groups(cut_groups_bound *groups) {
    for (size_t a = 0; groups->hierarchies && a < groups->attributes; a++)
        bound_hierarchy_free(&groups->hierarchies[a]);
    memory_free(groups->hierarchies);
    memory_free(groups->top);
    *groups = (cut_groups_bound){0};
}

/* Close it also after a failure. */
static shoal_status bind_groups(cut_groups_bound *out, recoding_space *space, const uint8_t *node,
                                shoal_error *error) {
    size_t attributes = space->context.attributes;
    *out = (cut_groups_bound){
        .hierarchies = memory_zero(attributes, sizeof *out->hierarchies),
        .top = memory_new(attributes, 1),
        .attributes = attributes,
    };
    if (!out->hierarchies || !out->top)
        return status_no_memory(error);
    memset(out->top, 1, attributes);
    return cut_hierarchies(cut_of_space(space), (const uint64_t *)(const void *)node,
                           out->hierarchies, error);
}

static shoal_status bind(recoder **out, bound_table *bound, shoal_error *error) {
    cut_recoder *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    made->shared = (recoder){.kind = &cut_recoding, .bound = bound};
    *out = &made->shared;
    return generalized_bind(bound, true, error);
}

static void close_recoder(recoder *run) {
    cut_recoder *made = (cut_recoder *)run;
    generalized_release_close(&made->release);
    close_groups(&made->groups);
    memory_free(made);
}

static shoal_status open_space(recoding_space **out, recoder *run, const space_request *request,
                               shoal_error *error) {
    const bound_table *bound = run->bound;
    cut_setup setup = {
        .ground = &bound->set,
        .context = generalized_context(bound, request->every_class),
        .domains = bound->domains,
        .metric = request->metric,
        .wildcard = bound->plan->missing == MISSING_WILDCARD,
        .bound_rules = bound->bound_rules,
        .pool = bound->pool,
    };
    cut *made;
    STATUS_TRY(cut_open(&made, &setup, error));
    *out = cut_as_space(made);
    return SHOAL_OK;
}

static shoal_status measure_node(recoder *run, recoding_space *space, const uint8_t *node,
                                 node_measures *out, shoal_error *error) {
    cut_groups_bound groups;
    shoal_status status = bind_groups(&groups, space, node, error);
    if (status == SHOAL_OK)
        status = generalized_measures(out, run, groups.hierarchies, groups.top, error);
    close_groups(&groups);
    return status;
}

static shoal_status find_places(const recoder *run, recoding_space *space, const uint8_t *node,
                                uint32_t *at, uint32_t *most, shoal_error *error) {
    const uint64_t *bits = (const uint64_t *)(const void *)node;
    for (size_t a = 0; a < run->bound->attributes; a++) {
        const ordered_domain *of = &run->bound->domains[a];
        uint32_t *begins = memory_new(of->size, sizeof *begins);
        if (!begins)
            return status_no_memory(error);
        at[a] = partitions_begins(cut_partitions(cut_of_space(space), a), bits, begins) +
                (of->apart != NULL);
        most[a] = (uint32_t)of->count;
        memory_free(begins);
    }
    return SHOAL_OK;
}

static shoal_status suppresses(const recoder *run, recoding_space *space, const uint8_t *node,
                               uint8_t *of_row, shoal_error *error) {
    cut_groups_bound groups;
    shoal_status status = bind_groups(&groups, space, node, error);
    if (status == SHOAL_OK)
        status = generalized_suppresses(of_row, run, groups.hierarchies, groups.top, error);
    close_groups(&groups);
    return status;
}

/* ---- Labels without what is suppressed ------------------------------------------------------- */

static shoal_status relabel(cut_recoder *made, recoding_space *space, const uint8_t *node,
                            size_t attribute, const bool *published, shoal_error *error) {
    const ordered_domain *of = &made->shared.bound->domains[attribute];
    const uint64_t *bits = (const uint64_t *)(const void *)node;
    uint32_t *begins = memory_new(of->size, sizeof *begins);
    bool *left_out = memory_new((size_t)of->size + 1, sizeof *left_out);
    shoal_status status = begins && left_out ? SHOAL_OK : status_no_memory(error);
    if (status == SHOAL_OK) {
        for (uint32_t p = 0; p < of->size; p++)
            left_out[p] = of->rows[p] > 0;
        for (uint32_t code = 0; code < of->ground; code++)
            if (published[code])
                left_out[of->of_ground[code]] = false;
        uint32_t groups =
            partitions_begins(cut_partitions(cut_of_space(space), attribute), bits, begins);
        status = ordered_domain_relabel(&made->groups.hierarchies[attribute], of, begins, groups,
                                        left_out, error);
    }
    memory_free(left_out);
    memory_free(begins);
    return status;
}

/* The ends of a range, and the values of a set, are those of published rows: the largest income may
 * be that of a row that is suppressed. Where the plan's hierarchies or its population name the
 * domain, groups are those of the domain: people of the population are counted in them. */
static shoal_status relabel_groups(cut_recoder *made, recoding_space *space, const uint8_t *node,
                                   shoal_error *error) {
    recoder *run = &made->shared;
    const bound_table *bound = run->bound;
    arena memory = {0};
    if (!generalized_release_hides(run) || bound->plan->domain == DOMAIN_HIERARCHY ||
        plan_has_population(bound->plan))
        return SHOAL_OK;
    bool **published = arena_zero(&memory, bound->attributes, sizeof *published);
    shoal_status status = SHOAL_OK;
    for (size_t a = 0; published && a < bound->attributes; a++) {
        published[a] = arena_zero(&memory, bound->domains[a].ground, sizeof **published);
        status = published[a] ? status : status_no_memory(error);
    }
    if (!published)
        status = status_no_memory(error);
    if (status == SHOAL_OK)
        status = generalized_release_mark(published, &made->release, run, error);
    for (size_t a = 0; status == SHOAL_OK && a < bound->attributes; a++)
        status = relabel(made, space, node, a, published[a], error);
    arena_free(&memory);
    return status;
}

static shoal_status publish(recoder *run, recoding_space *space, const uint8_t *node,
                            shoal_error *error) {
    cut_recoder *made = (cut_recoder *)run;
    /* An answer before, whose suppressed rows could not be settled. */
    generalized_release_close(&made->release);
    close_groups(&made->groups);
    STATUS_TRY(bind_groups(&made->groups, space, node, error));
    STATUS_TRY(generalized_release_open(&made->release, run, made->groups.hierarchies,
                                        made->groups.top, space->metric, error));
    for (size_t a = 0; a < run->publication.attributes; a++)
        run->publication.attribute[a].partial = true;
    return relabel_groups(made, space, node, error);
}

/* ---- Facts ----------------------------------------------------------------------------------- */

typedef struct placed_label {
    uint32_t position;
    const char *label;
    uint64_t rows; /* that are published with it */
} placed_label;

static int by_position(const void *one, const void *other) {
    uint32_t first = ((const placed_label *)one)->position;
    uint32_t second = ((const placed_label *)other)->position;
    return (first > second) - (first < second);
}

/* Lists the labels in the order of the domain, not of the codes. Groups of suppressed rows are
 * among them: public forms have those that at least k published rows show. */
static bool list_groups(fact_list *to, const ordered_domain *of, const bound_level *level,
                        const published_cells *shown, uint64_t k, arena *memory) {
    placed_label *labels = arena_new(memory, level->size, sizeof *labels);
    if (!labels)
        return false;
    for (uint32_t g = 0; g < level->size; g++)
        labels[g] =
            (placed_label){UINT32_MAX, level->label[g], shown->known ? shown->of_label[g] : 0};
    for (uint32_t code = 0; code < of->ground; code++) {
        placed_label *placed = &labels[level->of_ground[code]];
        if (of->of_ground[code] < placed->position)
            placed->position = of->of_ground[code];
    }
    qsort(labels, level->size, sizeof *labels, by_position);
    facts_open(to, FACT_LIST, "groups");
    for (uint32_t g = 0; g < level->size; g++) {
        facts_text(to, NULL, labels[g].label);
        if (labels[g].rows > 0 && labels[g].rows >= k)
            facts_show(to);
    }
    facts_end(to);
    facts_count(to, "values", of->count);
    facts_hide(to);
    return true;
}

static shoal_status describe(recoding_facts *out, recoder *run, recoding_space *space,
                             shoal_error *error) {
    (void)space;
    const cut_recoder *made = (cut_recoder *)run;
    out->place_title = "groups";
    out->picture.size = (double)NAN;
    STATUS_TRY(generalized_release_describe(out, run, &made->release, error));
    for (size_t a = 0; out->released && a < out->attribute_count; a++) {
        attribute_facts *each = &out->attributes[a];
        const ordered_domain *domain = &run->bound->domains[a];
        const bound_level *level = &made->groups.hierarchies[a].level[1];
        published_cells shown;
        if (!published_cells_count(&shown, run->bound, &run->publication, a, &out->memory) ||
            !list_groups(&each->result, domain, level, &shown, (uint64_t)run->bound->plan->k,
                         &out->memory))
            return status_no_memory(error);
        each->place.text =
            facts_print(out, "%zu of %zu", (size_t)level->size, (size_t)domain->count);
        each->place.number = (double)NAN;
    }
    facts_open(&out->result, FACT_OBJECT, "levels");
    facts_end(&out->result);
    return generalized_release_summarize(out, run, error);
}

static const char *refuses(const metric *of) {
    return of->price || of->value ? NULL : "counts levels, which cuts do not have";
}

const recoding cut_recoding = {
    .name = "cut",
    .summary = "groups of each quasi-identifier's ordered values, as fine as possible",
    .space = &cut_kind,
    .metrics = metric_list,
    .uses = USES_SHAPES | USES_WEIGHTS | USES_POPULATION | USES_LIMITS | USES_LEVELS | USES_THEN,
    .generalizes = true,
    .condensed = true,
    .suits = {[PURPOSE_SHARE] = {9, .why = "groups are as fine as k allows, and the same for all "
                                           "rows"},
              [PURPOSE_TABLES] = {1, .why = "all rows have the same categories, which do not "
                                            "overlap, as fine as k allows"},
              [PURPOSE_TRAIN] = {9, .why = "groups are as fine as k allows, and the same for all "
                                           "rows"}},
    .ordered = true,
    .refuses = refuses,
    .bind = bind,
    .open = open_space,
    .measure_node = measure_node,
    .place = "groups",
    .find_places = find_places,
    .suppresses = suppresses,
    .publish = publish,
    .describe = describe,
    .close = close_recoder,
};
