/* Microaggregation: a node assigns each attribute to a group, and every group is averaged
 * separately. A group's clusters depend only on its attributes, so each group is clustered once and
 * remembered, and a node's value is the combination of its groups. */
#ifndef SHOAL_RECODE_MICROAGGREGATION_GROUPING_H
#define SHOAL_RECODE_MICROAGGREGATION_GROUPING_H

#include "cluster/clusterer.h"
#include "data/numeric.h"
#include "recode/microaggregation/averaged_group.h"
#include "recode/microaggregation/group_node.h"
#include "recode/recoding_space.h"

extern const space_kind grouping_kind;

typedef struct grouping grouping;

typedef struct grouping_setup {
    const numeric_table *table;
    const frequency_set *ground; /* of the same rows */
    cluster_options method;
    bool exact_singles;        /* a group of one attribute gets its optimum, whatever the method */
    const metric *metric;      /* metric_sse or metric_score */
    bool original_scale;       /* of the interval of `id` */
    const group_number *given; /* [attributes] groups of the plan, canonical; NULL: none */
    uint64_t limit;            /* largest number of suppressed rows */
    const bound_rules *bound_rules; /* privacy models, of rows: see row_judge.h; NULL: none */
    size_t memory;                  /* bytes for what is remembered; 0: default */
    /* Evaluating ends with SHOAL_INTERRUPTED when the flag is set or the time has come. */
    const volatile int *cancel; /* may be NULL */
    double deadline;            /* as clock_seconds counts; 0: none */
} grouping_setup;

SHOAL_CHECKED shoal_status grouping_open(grouping **out, const grouping_setup *setup,
                                         shoal_error *error);
recoding_space *grouping_as_space(grouping *space);
grouping *grouping_of_space(recoding_space *space);

/* What it was opened with; `given` is NULL. */
const grouping_setup *grouping_setup_of(const grouping *space);

/* The groups of the plan, or all attributes in one group. */
const group_number *grouping_given(const grouping *space);

/* The total of squares, which `sse` is a share of; 0 when all attributes are constant. */
double grouping_total(const grouping *space);

/* ---- One group, step by step, for searches that go on for long --------------------------------
 */

/* Begins to microaggregate a group of a node. */
SHOAL_CHECKED shoal_status grouping_begin(grouping *space, const group_number *node,
                                          group_number group, shoal_error *error);
/* A bounded piece of work; false when the group is done and remembered, or in trouble. */
bool grouping_step(grouping *space);
/* Share of the rows of that group that are done. */
double grouping_done(const grouping *space);
/* How it ended. */
SHOAL_CHECKED shoal_status grouping_end(grouping *space, shoal_error *error);

/* A group of a node, microaggregated; borrowed until the next call. The rest of the table may have
 * forgotten it: then it is worked on again. */
SHOAL_CHECKED shoal_status grouping_get(const averaged_group **out, grouping *space,
                                        const group_number *node, group_number group,
                                        shoal_error *error);
/* Which rows may share clusters in the group that was got or begun last. */
point_parts grouping_parts(const grouping *space);

/* Rows of the table that a node suppresses because their classes violate a rule, lost[row], and how
 * many there are. */
SHOAL_CHECKED shoal_status grouping_lost(uint8_t *lost, uint64_t *count, grouping *space,
                                         const group_number *node, shoal_error *error);
/* The same by what is published: code[attribute] of [rows] are labels of the rows, and lost[row] of
 * those before stay lost. Clusters with equal averages read as one class, which may violate a rule
 * that both meet if they have persons in common. */
SHOAL_CHECKED shoal_status grouping_lost_by_labels(uint8_t *lost, uint64_t *count, grouping *space,
                                                   uint32_t *const *code, bool whole,
                                                   shoal_error *error);

/* Replaces the clusters of a group by better ones. Where rules are to hold and all attributes are
 * in the group, these are first made to hold them, and the old ones stay if that makes them better.
 */
SHOAL_CHECKED shoal_status grouping_replace(grouping *space, const group_number *node,
                                            group_number group, const uint32_t *cluster,
                                            size_t count, shoal_error *error);

/* What a node of one group is worth, as its clusters are now. Nothing is forgotten. */
SHOAL_CHECKED shoal_status grouping_judge_one(evaluation *out, grouping *space,
                                              const group_number *node, shoal_error *error);

#endif
