/* What clusters amount to once they are published: clusters of equal labels are one class. Works on
 * what labels stand for, not on their text. */
#ifndef SHOAL_RECODE_CLUSTER_JUDGE_H
#define SHOAL_RECODE_CLUSTER_JUDGE_H

#include "recode/box_binding.h"
#include "recode/recoding_space.h"

/* Counts the classes; suppressed rows are those left out of all clusters. Means are taken to differ
 * from each other. The value is exact, not that of rounded costs. `feasible` is left to others. */
SHOAL_CHECKED shoal_status cluster_judge(evaluation *out, const box_binding *binding,
                                         const box_clusters *clusters, shoal_error *error);

#endif
