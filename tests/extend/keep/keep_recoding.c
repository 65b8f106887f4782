/* The recoding that recodes nothing: values are published as they are, and rows of classes that
 * violate k or a privacy model are suppressed. Its space has one node, a zero for each attribute.
 */
#include "measure/metrics.h"
#include "recode/generalization.h"

#include <math.h>

typedef struct keep_recoder {
    recoder shared;
    generalized_release release;
} keep_recoder;

/* ---- The space ------------------------------------------------------------------------------- */

static double value_of(const generalization_detail *detail, const metric *target) {
    size_t place = 0;
    while (metric_list[place] != target)
        place++;
    return detail->metric_values[place];
}

static shoal_status evaluate_one(recoding_space *space, const uint8_t *node, evaluation *out,
                                 shoal_error *error) {
    generalization made;
    generalization_detail detail = {0};
    shoal_status status = generalization_of_space(&made, space, node, error);
    if (status == SHOAL_OK)
        status = generalization_describe(&detail, &made, error);
    if (status == SHOAL_OK)
        *out = (evaluation){
            .classes = detail.classes,
            .value = value_of(&detail, space->metric),
            .feasible = space_is_feasible(space, &detail.classes),
        };
    generalization_detail_free(&detail);
    generalization_close(&made);
    return status;
}

static shoal_status evaluate(recoding_space *space, const uint8_t *nodes, size_t count,
                             evaluation *out, shoal_error *error) {
    for (size_t i = 0; i < count; i++)
        STATUS_TRY(evaluate_one(space, nodes + i * space->node_bytes, &out[i], error));
    return SHOAL_OK;
}

static bool is_node(const recoding_space *space, const uint8_t *node) {
    for (size_t i = 0; i < space->node_bytes; i++)
        if (node[i] != 0)
            return false;
    return true;
}

static void close_space(recoding_space *space) {
    memory_free(space);
}

static const space_kind keep_kind = {
    .name = "keep",
    .evaluate = evaluate,
    .close = close_space,
    .is_node = is_node,
};

/* ---- Binding and publishing ------------------------------------------------------------------ */

static shoal_status bind(recoder **out, bound_table *bound, shoal_error *error) {
    keep_recoder *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    made->shared = (recoder){.kind = &keep_recoding, .bound = bound};
    *out = &made->shared;
    return generalized_bind(bound, false, error);
}

static void close_recoder(recoder *run) {
    keep_recoder *made = (keep_recoder *)run;
    generalized_release_close(&made->release);
    memory_free(made);
}

static shoal_status open_space(recoding_space **out, recoder *run, const space_request *request,
                               shoal_error *error) {
    const bound_table *bound = run->bound;
    recoding_space *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    *made = (recoding_space){
        .kind = &keep_kind,
        .node_bytes = bound->attributes,
        .ground = &bound->set,
        .context = generalized_context(bound, request->every_class),
        .metric = request->metric,
        .wildcard = bound->plan->missing == MISSING_WILDCARD,
        .bound_rules = bound->bound_rules,
        .pool = bound->pool,
    };
    *out = made;
    return SHOAL_OK;
}

static shoal_status publish(recoder *run, recoding_space *space, const uint8_t *node,
                            shoal_error *error) {
    keep_recoder *made = (keep_recoder *)run;
    return generalized_release_open(&made->release, run, run->bound->hierarchies, node,
                                    space->metric, error);
}

/* ---- Facts ----------------------------------------------------------------------------------- */

static shoal_status describe(recoding_facts *out, recoder *run, recoding_space *space,
                             shoal_error *error) {
    (void)space;
    const keep_recoder *made = (keep_recoder *)run;
    out->place_title = "values";
    out->picture.size = (double)NAN;
    STATUS_TRY(generalized_release_describe(out, run, &made->release, error));
    for (size_t a = 0; out->released && a < out->attribute_count; a++)
        out->attributes[a].place = (fact_cell){.text = "as they are", .number = (double)NAN};
    return generalized_release_summarize(out, run, error);
}

static const char *refuses_nothing(const metric *of) {
    (void)of;
    return NULL;
}

const recoding keep_recoding = {
    .name = "keep",
    .summary = "values as they are; rows of classes that are too small are suppressed",
    .space = &keep_kind,
    .metrics = metric_list,
    .uses = USES_WEIGHTS | USES_POPULATION,
    .generalizes = true,
    .refuses = refuses_nothing,
    .bind = bind,
    .open = open_space,
    .publish = publish,
    .describe = describe,
    .close = close_recoder,
};
