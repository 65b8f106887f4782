/* Local recoding: similar records form clusters, and each is published with what its cluster has in
 * common. */
#include "measure/metrics.h"
#include "recode/clustered_recoder.h"

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
    return clustered_recoder_bind(out, &local_recoding, bound, error);
}

static shoal_status open_space(recoding_space **out, recoder *run, const space_request *request,
                               shoal_error *error) {
    return clustered_recoder_open(out, run, request, &local_kind, NULL, error);
}

const recoding local_recoding = {
    .name = "local",
    .summary = "clusters of similar records, each published with what its records have in common",
    .space = &local_kind,
    .metrics = metric_list,
    .uses =
        USES_SHAPES | USES_WEIGHTS | USES_LEVELS | USES_CLUSTERS | USES_CELL_SHAPES | USES_ROUNDING,
    .generalizes = true,
    .star_in_braces = true,
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
    .measure_node = clustered_recoder_measure,
    .publish = clustered_recoder_publish,
    .describe = clustered_recoder_describe,
    .close = clustered_recoder_close,
};
