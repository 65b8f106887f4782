/* Strict multidimensional partitioning: the records are cut into parts, attribute by attribute, and
 * each part is published with what its records have in common. No two labels overlap. */
#include "measure/metrics.h"
#include "recode/cluster_space.h"
#include "recode/clustered_release.h"
#include "recode/generalization.h"

#include <inttypes.h>

typedef struct mondrian_recoder {
    recoder shared;
    clustered_release release;
} mondrian_recoder;

const space_kind mondrian_kind = {
    .name = "mondrian",
    .evaluate = cluster_space_evaluate,
    .close = cluster_space_close,
    .is_node = cluster_space_is_node,
    .identify = cluster_space_identify,
    .reseed = cluster_space_reseed,
    .size = cluster_space_size,
};

static shoal_status bind(recoder **out, bound_table *bound, shoal_error *error) {
    mondrian_recoder *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    made->shared = (recoder){.kind = &mondrian_recoding, .bound = bound};
    *out = &made->shared;
    return clustered_bind(bound, error);
}

static void close_recoder(recoder *run) {
    mondrian_recoder *made = (mondrian_recoder *)run;
    clustered_release_close(&made->release);
    memory_free(made);
}

/* ---- The space ------------------------------------------------------------------------------- */

static shoal_status check_cells(const bound_cells *cells, const bound_table *bound,
                                shoal_error *error) {
    for (size_t a = 0; a < bound->attributes; a++) {
        if (cells[a].shape == CELL_MEAN)
            return status_refuse(error, SHOAL_USAGE, "shape_invalid", "attributes.NAME.shape",
                                 "attribute '%.60s' has the shape mean, but parts are published as "
                                 "ranges that do not overlap: use the shape range, or the recoding "
                                 "local",
                                 bound->domains[a].name);
        if (cells[a].freedom == CELL_UNIFORM)
            return status_refuse(error, SHOAL_USAGE, "uniform_unsupported", "attributes.NAME.local",
                                 "attribute '%.60s' is to be uniform, which the recoding mondrian "
                                 "has no search for: give it a lowest and a highest level, or use "
                                 "the recoding local",
                                 bound->domains[a].name);
    }
    return SHOAL_OK;
}

static shoal_status check_kept(const box_binding *binding, shoal_error *error) {
    if (binding->stranded <= binding->table.blanks)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_INFEASIBLE, "kept_infeasible", "suppression",
                         "%" PRIu64 " row%s values of the attributes to be kept that fewer than "
                         "k = %" PRIu64 " rows share: keep fewer attributes, or allow more "
                         "suppression",
                         binding->stranded, binding->stranded == 1 ? " has" : "s have",
                         binding->table.k);
}

/* Regions are cut at positions, so that places must be these. */
static shoal_status check_values(const box_binding *binding, shoal_error *error) {
    for (size_t a = 0; a < binding->bound->attributes; a++)
        if (binding->cells[a].place_of)
            return status_refuse(error, SHOAL_USAGE, "values_too_many", "attributes.NAME.min_level",
                                 "attribute '%.60s' has %" PRIu32
                                 " different values, and regions are cut between up to %d: use the "
                                 "recoding local, or set a level that it is published at",
                                 binding->cells[a].domain->name, binding->cells[a].size,
                                 BOX_MOST_POSITIONS);
    return SHOAL_OK;
}

static shoal_status open_space(recoding_space **out, recoder *run, const space_request *request,
                               shoal_error *error) {
    const bound_table *bound = run->bound;
    metric_context context = generalized_context(bound, request->every_class);
    bound_cells *cells = memory_zero(bound->attributes, sizeof *cells);
    cluster_space_setup setup = {
        .kind = &mondrian_kind,
        .bound = bound,
        .metric = request->metric,
        .cells = cells,
        .k = context.k,
        .limit = context.limit,
    };
    cluster_space *made = NULL;
    shoal_status status =
        cells ? clustered_cells(cells, bound, request->metric, error) : status_no_memory(error);
    if (status == SHOAL_OK)
        status = check_cells(cells, bound, error);
    if (status == SHOAL_OK && request->configure)
        status = request->configure(&setup, request->context, error);
    if (status == SHOAL_OK)
        status = cluster_space_open(&made, &setup, error);
    if (status == SHOAL_OK) {
        *out = cluster_as_space(made);
        status = check_values(cluster_space_binding(made), error);
        if (status == SHOAL_OK)
            status = check_kept(cluster_space_binding(made), error);
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
    mondrian_recoder *made = (mondrian_recoder *)run;
    const box_clusters *clusters;
    STATUS_TRY(cluster_space_find(&clusters, space, node, error));
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
    const mondrian_recoder *made = (mondrian_recoder *)run;
    return clustered_release_describe(
        out, run, cluster_space_binding(cluster_of_space(space))->cells, &made->release, error);
}

const recoding mondrian_recoding = {
    .name = "mondrian",
    .summary = "records cut into parts, attribute by attribute; no two labels overlap",
    .space = &mondrian_kind,
    .metrics = metric_list,
    .uses = USES_SHAPES | USES_WEIGHTS | USES_LEVELS | USES_CLUSTERS | USES_CELL_SHAPES,
    .generalizes = true,
    .suits = {[PURPOSE_SHARE] = {2, .why = "every region of the table is generalized on its own, "
                                           "and no two labels overlap"},
              [PURPOSE_TRAIN] = {3, .why = "every region of the table is generalized on its own, "
                                           "and no two labels overlap"}},
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
