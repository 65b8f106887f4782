/* The space of recodings by clusters. Clusters are too large to be the bytes of a node, so a node
 * is their number, and the level of each attribute that they were made at: the space keeps the best
 * clusters that it was given, and those that it was asked to keep. */
#ifndef SHOAL_RECODE_CLUSTER_SPACE_H
#define SHOAL_RECODE_CLUSTER_SPACE_H

#include "recode/box_binding.h"
#include "recode/recoding_space.h"

typedef struct cluster_space cluster_space;

typedef struct cluster_space_setup {
    const space_kind *kind; /* of the recoding */
    const bound_table *bound;
    const metric *metric;
    const bound_cells *cells; /* [attributes] their first part; levels of uniform ones are where the
                                 search begins */
    uint64_t k, limit;
    const void *options; /* of the recoding, for its algorithms; borrowed */
} cluster_space_setup;

SHOAL_CHECKED shoal_status cluster_space_open(cluster_space **out, const cluster_space_setup *setup,
                                              shoal_error *error);
recoding_space *cluster_as_space(cluster_space *space);
cluster_space *cluster_of_space(recoding_space *space);
const void *cluster_space_options(const cluster_space *space);

/* To be called when a search starts: takes over k and the limit of the context, which may have been
 * changed, and forgets all clusters. */
void cluster_space_begin(cluster_space *space);

/* The table at the levels that are being looked at; and the same at other levels of the uniform
 * attributes, level[attributes], of which only theirs count. */
const box_binding *cluster_space_binding(const cluster_space *space);
const uint8_t *cluster_space_levels(const cluster_space *space);
/* Whether the uniform attributes have these levels, and the others are at theirs. */
bool cluster_space_has_levels(const cluster_space *space, const uint8_t *level);
SHOAL_CHECKED shoal_status cluster_space_move(cluster_space *space, const uint8_t *level,
                                              shoal_error *error);

/* The same with the uniform attributes free: no clusters at any of their levels cost less than the
 * bound of these. */
SHOAL_CHECKED shoal_status cluster_space_relax(const box_binding **out, cluster_space *space,
                                               shoal_error *error);
bool cluster_space_is_uniform(const cluster_space *space, size_t attribute);

/* Judges clusters as they would be published, and makes their node, node[node_bytes]. Takes them
 * over where they are feasible and better than all others that were offered, and leaves *clusters
 * empty then: fewer suppressed rows decide where values are equal, then who came first. The driver
 * chooses its incumbent in the same way. */
SHOAL_CHECKED shoal_status cluster_space_offer(cluster_space *space, box_clusters *clusters,
                                               uint8_t *node, evaluation *out, shoal_error *error);
/* The same, but takes them over whatever they are worth: for the points of a front. */
SHOAL_CHECKED shoal_status cluster_space_keep(cluster_space *space, box_clusters *clusters,
                                              uint8_t *node, evaluation *out, shoal_error *error);
/* The node of the best clusters that were offered; false: none were feasible. */
bool cluster_space_best(const cluster_space *space, uint8_t *node);

/* The front over k: by the seed of the plan, unless the space is told another, the nodes of
 * clusters for ever larger k, each made of unions of those before (cluster_series.h), at the levels
 * that the space is bound to. They are made when one is asked for, and again when it is asked for
 * by a node of another run. */
size_t cluster_space_points(const cluster_space *space);
void cluster_space_point(const cluster_space *space, size_t point, uint8_t *node);

/* The clusters of a node if they are kept or a point of the front, else NULL. The space is then
 * bound to their levels. */
SHOAL_CHECKED shoal_status cluster_space_get(const box_clusters **out, cluster_space *space,
                                             const uint8_t *node, shoal_error *error);
/* The same for those that are to be published: none is an error. */
SHOAL_CHECKED shoal_status cluster_space_find(const box_clusters **out, recoding_space *space,
                                              const uint8_t *node, shoal_error *error);

/* What the kinds of the recodings have in common. A node that is not kept is not feasible. */
shoal_status cluster_space_evaluate(recoding_space *space, const uint8_t *nodes, size_t count,
                                    evaluation *out, shoal_error *error);
bool cluster_space_is_node(const recoding_space *space, const uint8_t *node);
double cluster_space_size(const recoding_space *space);
void cluster_space_reseed(recoding_space *space, uint64_t seed);
void cluster_space_identify(const recoding_space *space, uint64_t *hash);
void cluster_space_close(recoding_space *space);

#endif
