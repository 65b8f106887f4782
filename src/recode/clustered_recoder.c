#include "recode/clustered_recoder.h"

#include "recode/generalization.h"

shoal_status clustered_recoder_bind(recoder **out, const recoding *kind, bound_table *bound,
                                    shoal_error *error) {
    clustered_recoder *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    made->shared = (recoder){.kind = kind, .bound = bound};
    *out = &made->shared;
    return clustered_bind(bound, error);
}

void clustered_recoder_close(recoder *run) {
    clustered_recoder *made = (clustered_recoder *)run;
    clustered_release_close(&made->release);
    memory_free(made);
}

/* ---- The space ------------------------------------------------------------------------------- */

static shoal_status check_binding(const clustered_checks *checks, const bound_cells *cells,
                                  const box_binding *binding, shoal_error *error) {
    if (checks && checks->binding)
        STATUS_TRY(checks->binding(binding, error));
    return clustered_check_kept(cells, binding, error);
}

static shoal_status open_setup(recoding_space **out, cluster_space_setup *setup,
                               const space_request *request, const clustered_checks *checks,
                               shoal_error *error) {
    cluster_space *made = NULL;
    if (checks && checks->cells)
        STATUS_TRY(checks->cells(setup->cells, setup->bound, error));
    if (request->configure)
        STATUS_TRY(request->configure(setup, request->context, error));
    STATUS_TRY(cluster_space_open(&made, setup, error));
    *out = cluster_as_space(made);
    shoal_status status = check_binding(checks, setup->cells, cluster_space_binding(made), error);
    if (status != SHOAL_OK) {
        cluster_space_close(*out);
        *out = NULL;
    }
    return status;
}

shoal_status clustered_recoder_open(recoding_space **out, const recoder *run,
                                    const space_request *request, const space_kind *kind,
                                    const clustered_checks *checks, shoal_error *error) {
    const bound_table *bound = run->bound;
    metric_context context = generalized_context(bound, request->every_class);
    bound_cells *cells = memory_zero(bound->attributes, sizeof *cells);
    cluster_space_setup setup = {
        .kind = kind,
        .bound = bound,
        .metric = request->metric,
        .cells = cells,
        .k = context.k,
        .limit = context.limit,
    };
    shoal_status status =
        cells ? clustered_cells(cells, bound, request->metric, error) : status_no_memory(error);
    for (size_t a = 0; checks && checks->apart && status == SHOAL_OK && a < bound->attributes; a++)
        cells[a].round = bound->plan->round_bounds == ROUND_BOUNDS;
    if (status == SHOAL_OK)
        status = open_setup(out, &setup, request, checks, error);
    memory_free(cells);
    return status;
}

/* ---- The publication ------------------------------------------------------------------------- */

shoal_status clustered_recoder_publish(recoder *run, recoding_space *space, const uint8_t *node,
                                       shoal_error *error) {
    clustered_recoder *made = (clustered_recoder *)run;
    const box_clusters *clusters;
    STATUS_TRY(cluster_space_find(&clusters, space, node, error));
    clustered_release_close(&made->release);
    return clustered_release_open(&made->release, run,
                                  cluster_space_binding(cluster_of_space(space)), clusters, error);
}

shoal_status clustered_recoder_measure(recoder *run, recoding_space *space, const uint8_t *node,
                                       node_measures *out, shoal_error *error) {
    const box_clusters *clusters;
    STATUS_TRY(cluster_space_find(&clusters, space, node, error));
    return clustered_measures(out, run, cluster_space_binding(cluster_of_space(space)), clusters,
                              error);
}

shoal_status clustered_recoder_describe(recoding_facts *out, recoder *run, recoding_space *space,
                                        shoal_error *error) {
    const clustered_recoder *made = (clustered_recoder *)run;
    return clustered_release_describe(
        out, run, cluster_space_binding(cluster_of_space(space))->cells, &made->release, error);
}
