/* The objectives of a search that has several: metrics and counts by name, and the preference point
 * of dewri2009. */
#ifndef SHOAL_SEARCH_MULTI_OBJECTIVES_H
#define SHOAL_SEARCH_MULTI_OBJECTIVES_H

#include "recode/recoding_space.h"
#include "search/multi/achievement.h"

#define OBJECTIVES_MOST 8

typedef enum objective_kind {
    OBJECTIVE_METRIC,
    OBJECTIVE_K,           /* k_eff, the smallest class */
    OBJECTIVE_CLASSES,     /* published classes */
    OBJECTIVE_SUPPRESSED,  /* rows */
    OBJECTIVE_ACHIEVEMENT, /* ach: how far from the preference point */
} objective_kind;

typedef struct objective {
    const char *name;
    objective_kind kind;
    bool maximized;
    const metric *metric; /* of OBJECTIVE_METRIC */
} objective;

typedef struct objectives {
    size_t count;
    objective each[OBJECTIVES_MOST];
    /* With a preference nothing is suppressed: k is a constraint, and classes of any size are
     * looked at. */
    bool preferred;
    preference point;
} objectives;

/* Reads `prefer` ("nwp=0.2,necd=0.1") and `wanted` ("loss,necd,max:k_eff"), either of which may be
 * NULL. Without `wanted` they are ach and k_eff where there is a preference, else `target` and
 * k_eff. */
SHOAL_CHECKED shoal_status objectives_read(objectives *out, const char *wanted, const char *prefer,
                                           const char *target, shoal_error *error);

/* The metrics that are sums over cells, each of which needs its own space; the first is the target.
 * Without one it is `loss`. Returns their number, at most OBJECTIVES_MOST. */
size_t objectives_sums(const objectives *of, const metric *sums[OBJECTIVES_MOST]);

/* The context of metrics: with a preference the space has no k, but the plan requires one. */
metric_context objectives_context(const recoding_space *space, uint64_t asked_k);

/* Objectives as numbers to be minimized: `sums` has the values of objectives_sums. */
void objectives_values(const objectives *of, const metric_context *context,
                       const class_statistics *classes, const double *sums, double *out);

/* What a minimized number is called by users: the sign of maximized ones is turned back. */
double objective_shown(const objective *of, double minimized);

/* The worst and the best that a minimized number can be, for the hypervolume. */
void objective_range(const objective *of, const objectives *all, const metric_context *context,
                     double *best, double *worst);

/* Whether a node may be released: within the suppression limit, or with a preference of at least
 * this k. 0: it may; else how far it is from that. */
double objectives_violation(const objectives *of, const evaluation *result, uint64_t k,
                            uint64_t limit);

#endif
