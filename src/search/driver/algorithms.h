/* The algorithms, one file each. */
#ifndef SHOAL_SEARCH_DRIVER_ALGORITHMS_H
#define SHOAL_SEARCH_DRIVER_ALGORITHMS_H

#include "search/driver/search.h"

/* One line for each, by recoding and in the order of `shoal list`: algorithm_NAME is in a file of
 * its own in the folder of its recoding. */
#define ALGORITHMS(X)                                                                              \
    /* lattice */                                                                                  \
    X(auto)                                                                                        \
    X(optimal)                                                                                     \
    X(exhaustive)                                                                                  \
    X(ola)                                                                                         \
    X(incognito)                                                                                   \
    X(samarati)                                                                                    \
    X(datafly)                                                                                     \
    X(random)                                                                                      \
    X(local)                                                                                       \
    X(kgen)                                                                                        \
    X(genetic)                                                                                     \
    X(tabu)                                                                                        \
    X(tabu_genetic)                                                                                \
    X(nsga2)                                                                                       \
    /* cut */                                                                                      \
    X(cut_auto)                                                                                    \
    X(cut_optimal)                                                                                 \
    X(cut_local)                                                                                   \
    X(genitor)                                                                                     \
    X(cut_nsga2)                                                                                   \
    /* microaggregation */                                                                         \
    X(micro_auto)                                                                                  \
    X(mdav)                                                                                        \
    X(vmdav)                                                                                       \
    X(univariate)                                                                                  \
    X(refine)                                                                                      \
    X(gomm)                                                                                        \
    X(dgomm)                                                                                       \
    /* local */                                                                                    \
    X(local_auto)                                                                                  \
    X(local_sorted)                                                                                \
    X(local_member)                                                                                \
    X(local_agglomerate)                                                                           \
    X(local_refine)                                                                                \
    X(local_nsga2)                                                                                 \
    /* mondrian */                                                                                 \
    X(mondrian_auto)                                                                               \
    X(mondrian)                                                                                    \
    /* suppress */                                                                                 \
    X(suppress_auto)                                                                               \
    X(suppress_greedy)                                                                             \
    X(suppress_refine)

#define ALGORITHM_DECLARE(name) extern const algorithm algorithm_##name;
ALGORITHMS(ALGORITHM_DECLARE)
#undef ALGORITHM_DECLARE

#endif
