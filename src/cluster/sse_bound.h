/* A proven lower bound on the sum of squared distances of any division into clusters of at least k
 * rows, raised step by step.
 *
 * First every row gets a value from its k - 1 nearest rows, and a better one once it is known which
 * rows are near to which. Then the dual of the choice among all clusters is solved approximately:
 * values u of the rows whose sum over any cluster of k to 2k - 1 rows is at most what the cluster
 * costs. The sum of all values is then a bound. For values that break this, the largest excess of
 * the clusters of a row is subtracted from its value, so that every u gives a bound; u moves along
 * its supergradients. In one dimension the bound is the optimum itself. */
#ifndef SHOAL_CLUSTER_SSE_BOUND_H
#define SHOAL_CLUSTER_SSE_BOUND_H

#include "base/threads.h"
#include "cluster/points.h"

typedef struct sse_bound sse_bound;

typedef struct sse_bound_setup {
    const points *of;     /* stays in place */
    const uint32_t *rows; /* [count] ascending, that may share clusters; copied */
    size_t count;
    size_t k;
    double target; /* sum of squares of a division that is known; it only guides the steps */
    size_t memory; /* bytes that lists of near rows may take; without, rows have the first value */
    bool brief;    /* there is only the first part */
    uint64_t work; /* that it may take; 0: any. The second part ends soon if it needs more */
    thread_pool *pool; /* may be NULL; the bound does not depend on it */
} sse_bound_setup;

SHOAL_CHECKED shoal_status sse_bound_open(sse_bound **out, const sse_bound_setup *setup,
                                          shoal_error *error);
void sse_bound_close(sse_bound *used); /* may be NULL */

/* A bounded piece of work; false when nothing more is to be gained. Nothing is allocated but, once
 * each, the memory of better values and of the second part, without which the bound stays as it is.
 */
bool sse_bound_step(sse_bound *used);

/* No division costs less: what rounding may have added is subtracted. At least 0. */
double sse_bound_value(const sse_bound *used);
/* What was looked at since the beginning, in rows that are tried for a cluster. */
uint64_t sse_bound_work(const sse_bound *used);

#endif
