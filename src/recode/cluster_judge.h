/* What clusters amount to once they are published: clusters of equal labels are one class. Works on
 * what labels stand for, not on their text. */
#ifndef SHOAL_RECODE_CLUSTER_JUDGE_H
#define SHOAL_RECODE_CLUSTER_JUDGE_H

#include "recode/box_binding.h"

/* Counts the classes; suppressed rows are those left out of all clusters. Means are taken to differ
 * from each other. */
SHOAL_CHECKED shoal_status cluster_judge(class_statistics *out, const box_binding *binding,
                                         const box_clusters *clusters, shoal_error *error);

#endif
