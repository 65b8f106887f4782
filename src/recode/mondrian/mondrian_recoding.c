/* Strict multidimensional partitioning: the records are cut into parts, attribute by attribute, and
 * each part is published with what its records have in common. No two labels overlap. */
#include "measure/metrics.h"
#include "recode/clustered_recoder.h"

#include <inttypes.h>

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
    return clustered_recoder_bind(out, &mondrian_recoding, bound, error);
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

static const clustered_checks checks = {check_cells, check_values, true};

static shoal_status open_space(recoding_space **out, recoder *run, const space_request *request,
                               shoal_error *error) {
    return clustered_recoder_open(out, run, request, &mondrian_kind, &checks, error);
}

const recoding mondrian_recoding = {
    .name = "mondrian",
    .summary = "records cut into parts, attribute by attribute; no two labels overlap",
    .space = &mondrian_kind,
    .metrics = metric_list,
    .uses =
        USES_SHAPES | USES_WEIGHTS | USES_LEVELS | USES_CLUSTERS | USES_CELL_SHAPES | USES_ROUNDING,
    .generalizes = true,
    .star_in_braces = true,
    .suits = {[PURPOSE_SHARE] = {2, .why = "every region of the table is generalized on its own, "
                                           "and no two labels overlap"},
              [PURPOSE_TRAIN] = {3, .why = "every region of the table is generalized on its own, "
                                           "and no two labels overlap"}},
    .ordered = true,
    .advice = "or allow more suppression",
    .refuses = clustered_refuses,
    .bind = bind,
    .open = open_space,
    .measure_node = clustered_recoder_measure,
    .publish = clustered_recoder_publish,
    .describe = clustered_recoder_describe,
    .close = clustered_recoder_close,
};
