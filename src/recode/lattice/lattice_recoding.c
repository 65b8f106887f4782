/* The recoding by levels: each quasi-identifier is published at one level of its hierarchy. */
#include "measure/metrics.h"
#include "recode/generalization.h"
#include "recode/lattice/lattice.h"

#include <math.h>
#include <string.h>

typedef struct lattice_recoder {
    recoder shared;
    generalized_release release;
} lattice_recoder;

static shoal_status bind(recoder **out, bound_table *bound, shoal_error *error) {
    lattice_recoder *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    made->shared = (recoder){.kind = &lattice_recoding, .bound = bound};
    *out = &made->shared;
    return generalized_bind(bound, false, error);
}

static void close_recoder(recoder *run) {
    lattice_recoder *made = (lattice_recoder *)run;
    generalized_release_close(&made->release);
    memory_free(made);
}

static shoal_status open_space(recoding_space **out, recoder *run, const space_request *request,
                               shoal_error *error) {
    const bound_table *bound = run->bound;
    lattice_setup setup = {
        .ground = &bound->set,
        .context = generalized_context(bound, request->every_class),
        .metric = request->metric,
        .wildcard = bound->plan->missing == MISSING_WILDCARD,
        .bound_rules = bound->bound_rules,
        .pool = bound->pool,
        .memory = bound->room ? bound->room : (size_t)bound->plan->memory,
        .most_classes = bound->most_classes,
    };
    lattice *made;
    STATUS_TRY(lattice_open(&made, &setup, error));
    *out = lattice_as_space(made);
    return SHOAL_OK;
}

static shoal_status measure_node(recoder *run, recoding_space *space, const uint8_t *node,
                                 node_measures *out, shoal_error *error) {
    (void)space;
    return generalized_measures(out, run, run->bound->hierarchies, node, error);
}

static shoal_status find_places(const recoder *run, recoding_space *space, const uint8_t *node,
                                uint32_t *at, uint32_t *most, shoal_error *error) {
    (void)space;
    (void)error;
    for (size_t a = 0; a < run->bound->attributes; a++) {
        at[a] = node[a];
        most[a] = (uint32_t)run->bound->hierarchies[a].height;
    }
    return SHOAL_OK;
}

static shoal_status suppresses(const recoder *run, recoding_space *space, const uint8_t *node,
                               uint8_t *of_row, shoal_error *error) {
    (void)space;
    return generalized_suppresses(of_row, run, run->bound->hierarchies, node, error);
}

static shoal_status publish(recoder *run, recoding_space *space, const uint8_t *node,
                            shoal_error *error) {
    lattice_recoder *made = (lattice_recoder *)run;
    return generalized_release_open(&made->release, run, run->bound->hierarchies, node,
                                    space->metric, error);
}

/* ---- Facts ----------------------------------------------------------------------------------- */

/* Nodes in the order of counting, the last attribute fastest. */
static void count_nodes(uint8_t *levels, const lattice *space, size_t nodes) {
    size_t attributes = lattice_attributes(space);
    lattice_bottom(space, levels);
    for (size_t n = 1; n < nodes; n++) {
        uint8_t *node = levels + n * attributes;
        memcpy(node, node - attributes, attributes);
        for (size_t a = attributes; a-- > 0;) {
            if (node[a] < lattice_height(space, a)) {
                node[a]++;
                break;
            }
            node[a] = (uint8_t)lattice_lowest(space, a);
        }
    }
}

/* Every node of a small lattice, judged by the plan's own k and limit. */
static shoal_status draw_nodes(lattice_picture *out, recoding_facts *facts, lattice *space,
                               const uint8_t *chosen, shoal_error *error) {
    size_t nodes = (size_t)out->size, attributes = lattice_attributes(space);
    uint8_t *levels = arena_new(&facts->memory, nodes, attributes);
    node_state *states = arena_new(&facts->memory, nodes, sizeof *states);
    double *values = arena_new(&facts->memory, nodes, sizeof *values);
    evaluation *found = arena_new(&facts->memory, nodes, sizeof *found);
    if (!levels || !states || !values || !found)
        return status_no_memory(error);
    count_nodes(levels, space, nodes);
    STATUS_TRY(lattice_evaluate(space, levels, nodes, found, error));
    for (size_t n = 0; n < nodes; n++) {
        bool is_chosen = chosen && memcmp(levels + n * attributes, chosen, attributes) == 0;
        states[n] = is_chosen ? NODE_CHOSEN : found[n].feasible ? NODE_FEASIBLE : NODE_INFEASIBLE;
        values[n] = found[n].feasible ? found[n].value : (double)NAN;
    }
    *out = (lattice_picture){nodes, out->size, levels, states, values};
    return SHOAL_OK;
}

static shoal_status draw(recoding_facts *facts, recoder *run, recoding_space *searched,
                         const uint8_t *chosen, shoal_error *error) {
    space_request request = {.metric = searched->metric};
    recoding_space *space;
    facts->picture.size = lattice_size(lattice_of_space(searched));
    if (facts->picture.size > FACT_NODES)
        return SHOAL_OK;
    STATUS_TRY(open_space(&space, run, &request, error));
    shoal_status status =
        draw_nodes(&facts->picture, facts, lattice_of_space(space), chosen, error);
    lattice_close(lattice_of_space(space));
    return status;
}

static shoal_status describe(recoding_facts *out, recoder *run, recoding_space *space,
                             shoal_error *error) {
    const lattice_recoder *made = (lattice_recoder *)run;
    const uint8_t *node = out->released ? made->release.of.level : NULL;
    out->place_title = "level";
    STATUS_TRY(generalized_release_describe(out, run, &made->release, error));
    facts_open(&out->result, FACT_OBJECT, "levels");
    for (size_t a = 0; node && a < out->attribute_count; a++) {
        attribute_facts *each = &out->attributes[a];
        facts_count(&each->result, "level", node[a]);
        facts_count(&out->result, each->name, node[a]);
        each->place.text = facts_print(out, "%d of %d", node[a], run->bound->hierarchies[a].height);
        each->place.number = node[a];
        each->place.key = "level";
    }
    facts_end(&out->result);
    if (out->report && space)
        STATUS_TRY(draw(out, run, space, node, error));
    return generalized_release_summarize(out, run, error);
}

static const char *refuses_nothing(const metric *of) {
    (void)of;
    return NULL;
}

const recoding lattice_recoding = {
    .name = "lattice",
    .summary = "one level per quasi-identifier, the same for every row",
    .space = &lattice_kind,
    .metrics = metric_list,
    .uses = USES_WEIGHTS | USES_POPULATION | USES_LIMITS | USES_LEVELS | USES_THEN,
    .generalizes = true,
    .condensed = true,
    .of_levels = true,
    .suits = {[PURPOSE_TABLES] = {2, .why = "all rows have categories of the same level, so that "
                                            "tables can be made of any column"}},
    .refuses = refuses_nothing,
    .bind = bind,
    .open = open_space,
    .measure_node = measure_node,
    .place = "level",
    .find_places = find_places,
    .suppresses = suppresses,
    .publish = publish,
    .describe = describe,
    .close = close_recoder,
};
