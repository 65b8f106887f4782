/* The suppression of cells: nothing is generalized beyond chosen levels, and single cells are
 * blanked until every record reads like k - 1 others. */
#include "measure/metrics.h"
#include "recode/clustered_release.h"
#include "recode/generalization.h"
#include "recode/suppress/suppress_space.h"

#include <inttypes.h>
#include <math.h>

typedef struct suppress_recoder {
    recoder shared;
    bool wild;                   /* a blank matches every value */
    clustered_release clustered; /* as a rule; */
    generalized_release release; /* where it is wild */
    uint64_t rare;               /* rows that read like fewer than k */
} suppress_recoder;

const space_kind suppress_kind = {
    .name = "suppress",
    .evaluate = cluster_space_evaluate,
    .close = cluster_space_close,
    .is_node = cluster_space_is_node,
    .identify = cluster_space_identify,
    .reseed = cluster_space_reseed,
    .size = cluster_space_size,
};

static shoal_status bind(recoder **out, bound_table *bound, shoal_error *error) {
    suppress_recoder *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    made->shared = (recoder){.kind = &suppress_recoding, .bound = bound};
    *out = &made->shared;
    STATUS_TRY(clustered_bind(bound, error));
    made->wild = suppress_wants_wild(bound);
    return SHOAL_OK;
}

static void close_recoder(recoder *run) {
    suppress_recoder *made = (suppress_recoder *)run;
    clustered_release_close(&made->clustered);
    generalized_release_close(&made->release);
    memory_free(made);
}

/* ---- The space ------------------------------------------------------------------------------- */

/* Kept attributes as in local recoding; every other cell stays at its level or is blanked. */
static shoal_status flat_cells(bound_cells *out, const bound_table *bound, const metric *target,
                               shoal_error *error) {
    STATUS_TRY(clustered_cells(out, bound, target, error));
    for (size_t a = 0; a < bound->attributes; a++)
        out[a] = (bound_cells){.shape = CELL_HIERARCHY,
                               .freedom = out[a].freedom,
                               .level = bound->hierarchies[a].lowest,
                               .flat = true};
    return SHOAL_OK;
}

static shoal_status open_wild(recoding_space **out, const bound_table *bound, const metric *target,
                              const bound_cells *cells, shoal_error *error) {
    wild_setup setup = {.bound = bound,
                        .metric = target,
                        .cells = cells,
                        .k = (uint64_t)bound->plan->k,
                        .limit = bound->limit};
    wild_space *made;
    STATUS_TRY(wild_space_open(&made, &setup, error));
    *out = wild_as_space(made);
    return SHOAL_OK;
}

static shoal_status open_strict(recoding_space **out, const bound_table *bound,
                                const space_request *request, const bound_cells *cells,
                                shoal_error *error) {
    metric_context context = generalized_context(bound, request->every_class);
    cluster_space_setup setup = {.kind = &suppress_kind,
                                 .bound = bound,
                                 .metric = request->metric,
                                 .cells = cells,
                                 .k = context.k,
                                 .limit = context.limit};
    cluster_space *made;
    if (request->configure)
        STATUS_TRY(request->configure(&setup, request->context, error));
    STATUS_TRY(cluster_space_open(&made, &setup, error));
    *out = cluster_as_space(made);
    shoal_status status = clustered_check_kept(cells, cluster_space_binding(made), error);
    if (status == SHOAL_OK)
        return SHOAL_OK;
    cluster_space_close(*out);
    *out = NULL;
    return status;
}

static shoal_status open_space(recoding_space **out, recoder *run, const space_request *request,
                               shoal_error *error) {
    const bound_table *bound = run->bound;
    const suppress_recoder *made = (suppress_recoder *)run;
    bound_cells *cells = memory_zero(bound->attributes, sizeof *cells);
    shoal_status status =
        cells ? flat_cells(cells, bound, request->metric, error) : status_no_memory(error);
    if (status == SHOAL_OK)
        status = made->wild ? open_wild(out, bound, request->metric, cells, error)
                            : open_strict(out, bound, request, cells, error);
    memory_free(cells);
    return status;
}

/* ---- The publication ------------------------------------------------------------------------- */

static shoal_status publish_wild(suppress_recoder *made, recoding_space *space,
                                 shoal_error *error) {
    const wild_space *wild = wild_of_space(space);
    blanked_cells *cells = memory_zero(1, sizeof *cells);
    if (!cells)
        return status_no_memory(error);
    shoal_status status = wild_space_cells(cells, wild, error);
    if (status != SHOAL_OK) {
        blanked_cells_close(cells);
        memory_free(cells);
        return status;
    }
    made->rare = cells->rare;
    STATUS_TRY(generalized_release_blank(&made->release, &made->shared, cells, error));
    /* Nothing is proven of the cells of blanks that match every value. */
    made->shared.publication.revalued = true;
    for (size_t i = 0; metric_list[i]; i++)
        if (metric_list[i] == space->metric)
            made->shared.publication.value = made->release.detail.metric_values[i];
    return SHOAL_OK;
}

static shoal_status publish(recoder *run, recoding_space *space, const uint8_t *node,
                            shoal_error *error) {
    suppress_recoder *made = (suppress_recoder *)run;
    const box_clusters *clusters;
    if (made->wild)
        return publish_wild(made, space, error);
    STATUS_TRY(cluster_space_find(&clusters, space, node, error));
    return clustered_release_open(&made->clustered, run,
                                  cluster_space_binding(cluster_of_space(space)), clusters, error);
}

/* ---- Facts ----------------------------------------------------------------------------------- */

static void describe_claim(recoding_facts *out, const suppress_recoder *made) {
    if (made->rare == 0)
        return;
    out->claim_holds = false;
    out->claim = facts_print(out,
                             "k-anonymous only where a blank matches every value: %" PRIu64
                             " rows read like fewer than k = %" PRId64,
                             made->rare, made->shared.bound->plan->k);
    out->caution = "A blank was taken to match every value. That is a weak reading: most rows that "
                   "were unique still read like no other.";
}

static shoal_status describe_wild(recoding_facts *out, recoder *run, const box_binding *binding,
                                  shoal_error *error) {
    const suppress_recoder *made = (suppress_recoder *)run;
    out->place_title = "level";
    out->picture.size = (double)NAN;
    STATUS_TRY(generalized_release_describe(out, run, &made->release, error));
    facts_open(&out->result, FACT_OBJECT, "levels");
    for (size_t a = 0; a < out->attribute_count; a++) {
        attribute_facts *each = &out->attributes[a];
        int level = binding->cells[a].level;
        facts_count(&each->result, "level", (uint64_t)level);
        facts_count(&out->result, each->name, (uint64_t)level);
        each->place.text = facts_print(out, "%d of %d", level, run->bound->hierarchies[a].height);
        each->place.number = level;
        each->place.key = "level";
    }
    facts_end(&out->result);
    if (out->released) {
        facts_count(&out->result, "rare_rows", made->rare);
        facts_of_rows(&out->result);
        describe_claim(out, made);
    }
    return generalized_release_summarize(out, run, error);
}

static shoal_status describe(recoding_facts *out, recoder *run, recoding_space *space,
                             shoal_error *error) {
    const suppress_recoder *made = (suppress_recoder *)run;
    facts_text(&out->result, "blanks", made->wild ? "wildcard" : "value");
    facts_show(&out->result);
    if (made->wild)
        return describe_wild(out, run, wild_space_binding(wild_of_space(space)), error);
    return clustered_release_describe(
        out, run, cluster_space_binding(cluster_of_space(space))->cells, &made->clustered, error);
}

const recoding suppress_recoding = {
    .name = "suppress",
    .summary = "single cells are blanked until every record reads like k - 1 others",
    .space = &suppress_kind,
    .metrics = metric_list,
    .uses = USES_WEIGHTS | USES_LEVELS | USES_CLUSTERS,
    .generalizes = true,
    .star_in_braces = true,
    .suits = {[PURPOSE_SHARE] = {3, .why = "values stay as they are, and few cells are blanked"},
              [PURPOSE_TRAIN] = {4, .why = "values stay as they are, and few cells are blanked"}},
    .ordered = false,
    .advice = "or allow more suppression",
    .refuses = clustered_refuses,
    .bind = bind,
    .open = open_space,
    .publish = publish,
    .describe = describe,
    .close = close_recoder,
};
