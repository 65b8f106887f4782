/* Microaggregation of one set of attributes: clusters of at least k near records. */
#ifndef SHOAL_CLUSTER_CLUSTERER_H
#define SHOAL_CLUSTER_CLUSTERER_H

#include "base/threads.h"
#include "cluster/points.h"

typedef enum cluster_method {
    CLUSTER_MDAV,
    CLUSTER_VMDAV,
    CLUSTER_UNIVARIATE /* of one dimension: the exact optimum (Hansen and Mukherjee) */
} cluster_method;

/* The general form stops at 3k and 2k records. The thesis' Algorithm 1, as printed, can leave fewer
 * than k to its last cluster; held to its promise of at least k it makes the very same clusters. */
typedef enum mdav_form { MDAV_GENERAL, MDAV_ALGORITHM_1 } mdav_form;

/* How neighbours are looked for; the clusters are the very same. */
typedef enum neighbour_scan {
    SCAN_AUTO,  /* whichever is faster for so many rows */
    SCAN_PLAIN, /* every record that is left, every time */
    SCAN_BLOCKS /* boxes of near records, most of which can be passed over */
} neighbour_scan;

typedef struct cluster_options {
    cluster_method method;
    mdav_form form;
    double gamma; /* vmdav: how readily a cluster takes further records, 0: never */
    size_t k;
    neighbour_scan scan;
    thread_pool *pool; /* may be NULL; the clusters do not depend on it */
} cluster_options;

/* Room and state; one after another it clusters as many sets of points as one likes. */
typedef struct clusterer clusterer;

/* For up to so many rows and dimensions. */
SHOAL_CHECKED shoal_status clusterer_open(clusterer **out, size_t most_rows, size_t most_dimensions,
                                          const cluster_options *options, shoal_error *error);
void clusterer_close(clusterer *used);

/* Begins; the points and parts stay the caller's and in place until the last step. Ties go to the
 * lowest row. Nothing is allocated from here on. */
void clusterer_begin(clusterer *used, const points *of, point_parts parts);
/* A bounded piece of work, of about so many distances; false when all is done. */
bool clusterer_step(clusterer *used, uint64_t distances);
/* Share of the rows that have a cluster. */
double clusterer_done(const clusterer *used);
/* The answer, valid until the next begin: the cluster of each row, numbered without gaps. */
const uint32_t *clusterer_clusters(const clusterer *used, size_t *count);

#endif
