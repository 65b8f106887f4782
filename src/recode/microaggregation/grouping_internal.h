/* What the files of grouping share. */
#ifndef SHOAL_RECODE_MICROAGGREGATION_GROUPING_INTERNAL_H
#define SHOAL_RECODE_MICROAGGREGATION_GROUPING_INTERNAL_H

#include "base/memory.h"
#include "recode/microaggregation/constrained_clusters.h"
#include "recode/microaggregation/group_linkage.h"
#include "recode/microaggregation/group_store.h"
#include "recode/microaggregation/grouping.h"
#include "recode/microaggregation/row_judge.h"

/* Distances between two returns of a clusterer: some milliseconds. */
#define GROUPING_STEP 2000000
/* The worker for work in steps, which may use all threads for one group. */
#define GROUPING_ALONE 0

/* What one thread needs to microaggregate a group. */
typedef struct group_worker {
    clusterer *used;          /* opened when first needed */
    clusterer *single;        /* for groups of one attribute; NULL: the same as for others */
    uint32_t *part, *scratch; /* [rows], [2 * rows] */
    size_t *attributes;       /* [attributes] of the group */
    const double **column;
    double *origin;
    points of;
    point_parts parts;
    link_scratch links;
    constrained_clusters *constrained; /* opened when first needed */
    row_classes classes;               /* with rules only */
    row_judge judge;
    bool failed; /* memory ran out */
} group_worker;

/* Nodes that are evaluated together: their groups, and those of them that are new. */
typedef struct grouping_batch {
    size_t *first; /* [nodes + 1] where the groups of a node begin */
    size_t first_held;
    stored_group **groups;
    size_t groups_held;
    const averaged_group **averaged; /* [groups] */
    size_t averaged_held;
    stored_group **fresh;
    size_t fresh_held, fresh_count;
    evaluation *out;
} grouping_batch;

struct grouping {
    recoding_space shared;
    grouping_setup setup;
    group_number *given;
    double total;
    double *origin; /* [attributes] see interval_disclosed */
    group_store store;
    group_worker *workers; /* [threads + 1] the first is ALONE */
    size_t worker_count;
    stored_group *begun; /* by grouping_begin; NULL when it was known */
    bool merging;        /* what was begun is clustered, and made to hold the rules */
    shoal_status status; /* of what was begun */
    grouping_batch batch;
    arena memory;
};

/* The clusterer of one worker; the one that works alone has all threads to itself. */
SHOAL_CHECKED shoal_status grouping_open_clusterer(grouping *space, size_t number,
                                                   shoal_error *error);
/* The one that the group it was pointed to takes. */
clusterer *grouping_clusterer(const group_worker *worker);
/* Points the worker to the attributes of a group. */
void grouping_take(const grouping *space, group_worker *worker, const uint64_t *attributes);
/* What makes clusters hold rules, where there are any; the pool may be NULL. */
SHOAL_CHECKED shoal_status grouping_open_constrained(const grouping *space, group_worker *worker,
                                                     thread_pool *pool, shoal_error *error);
/* Whether its clusters are made to hold rules: those of a single group are the classes. */
bool grouping_rules(const grouping *space, const group_worker *worker);
/* Whether they are merged until they hold, which may be for the number of persons alone. */
bool grouping_merges(const grouping *space, const group_worker *worker);
/* The value of groups that are ready; false when out of memory. */
bool grouping_judge(const grouping *space, group_worker *worker,
                    const averaged_group *const *groups, size_t count, evaluation *out);
/* Fills in its statistics; false when out of memory. */
bool grouping_fill(const grouping *space, const group_worker *worker, stored_group *group,
                   const uint32_t *cluster, size_t count);
/* Most bytes that the table of distances of one group may take. */
size_t grouping_table_bytes(const grouping *space);

SHOAL_CHECKED shoal_status grouping_evaluate(recoding_space *shared, const uint8_t *nodes,
                                             size_t count, evaluation *out, shoal_error *error);
/* Whether the search is to end now, in the middle of an evaluation if need be. */
bool grouping_is_over(const grouping *space);
void grouping_batch_free(grouping_batch *batch);

#endif
