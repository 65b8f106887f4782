/* Local recoding: similar records form clusters, and each is published with what its cluster has in
 * common. */
#include "measure/metrics.h"
#include "recode/cluster_space.h"
#include "recode/clustered_release.h"
#include "recode/generalization.h"

typedef struct local_recoder {
    recoder shared;
    clustered_release release;
} local_recoder;

const space_kind local_kind = {
    .name = "local",
    .evaluate = cluster_space_evaluate,
    .close = cluster_space_close,
    .is_node = cluster_space_is_node,
    .identify = cluster_space_identify,
    .reseed = cluster_space_reseed,
    .size = cluster_space_size,
};

static shoal_status bind(recoder **out, bound_table *bound, shoal_error *error) {
    local_recoder *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    made->shared = (recoder){.kind = &local_recoding, .bound = bound};
    *out = &made->shared;
    return clustered_bind(bound, error);
}

static void close_recoder(recoder *run) {
    local_recoder *made = (local_recoder *)run;
    clustered_release_close(&made->release);
    memory_free(made);
}

/* ---- The space ------------------------------------------------------------------------------- */

static shoal_status open_space(recoding_space **out, recoder *run, const space_request *request,
                               shoal_error *error) {
    const bound_table *bound = run->bound;
    metric_context context = generalized_context(bound, request->every_class);
    bound_cells *cells = memory_zero(bound->attributes, sizeof *cells);
    cluster_space_setup setup = {
        .kind = &local_kind,
        .bound = bound,
        .metric = request->metric,
        .cells = cells,
        .k = context.k,
        .limit = context.limit,
    };
    cluster_space *made = NULL;
    shoal_status status =
        cells ? clustered_cells(cells, bound, request->metric, error) : status_no_memory(error);
    if (status == SHOAL_OK && request->configure)
        status = request->configure(&setup, request->context, error);
    if (status == SHOAL_OK)
        status = cluster_space_open(&made, &setup, error);
    if (status == SHOAL_OK) {
        *out = cluster_as_space(made);
        status = clustered_check_kept(cells, cluster_space_binding(made), error);
        if (status != SHOAL_OK) {
            cluster_space_close(*out);
            *out = NULL;
        }
    }
    memory_free(cells);
    return status;
}

/* ---- The publication ------------------------------------------------------------------------- */

static shoal_status publish(recoder *run, recoding_space *space, const uint8_t *node,
                            shoal_error *error) {
    local_recoder *made = (local_recoder *)run;
    const box_clusters *clusters;
    STATUS_TRY(cluster_space_find(&clusters, space, node, error));
    clustered_release_close(&made->release);
    return clustered_release_open(&made->release, run,
                                  cluster_space_binding(cluster_of_space(space)), clusters, error);
}

static shoal_status measure_node(recoder *run, recoding_space *space, const uint8_t *node,
                                 node_measures *out, shoal_error *error) {
    const box_clusters *clusters;
    STATUS_TRY(cluster_space_find(&clusters, space, node, error));
    return clustered_measures(out, run, cluster_space_binding(cluster_of_space(space)), clusters,
                              error);
}

static shoal_status describe(recoding_facts *out, recoder *run, recoding_space *space,
                             shoal_error *error) {
    const local_recoder *made = (local_recoder *)run;
    return clustered_release_describe(
        out, run, cluster_space_binding(cluster_of_space(space))->cells, &made->release, error);
}

const recoding local_recoding = {
    .name = "local",
    .summary = "clusters of similar records, each published with what its records have in common",
    .space = &local_kind,
    .metrics = metric_list,
    .uses = USES_SHAPES | USES_WEIGHTS | USES_LEVELS | USES_CLUSTERS | USES_CELL_SHAPES,
    .generalizes = true,
    .suits = {[PURPOSE_SHARE] = {1, .why = "it loses least, since every class is generalized only "
                                           "as far as it needs; name columns as uniform that must "
                                           "have the same categories in all rows"},
              [PURPOSE_TRAIN] = {2, .why =
                                        "it loses least, so that models learn most from it; labels "
                                        "are features, and ranges can be replaced by their "
                                        "middles"}},
    .ordered = true,
    .advice = "or allow more suppression",
    .refuses = clustered_refuses,
    .bind = bind,
    .open = open_space,
    .measure_node = measure_node,
    .publish = publish,
    .describe = describe,
    .close = close_recoder,
};
