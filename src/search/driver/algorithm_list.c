#include "search/driver/algorithms.h"

#include <string.h>

const algorithm *const algorithm_list[] = {
    /* lattice */
    &algorithm_auto,
    &algorithm_optimal,
    &algorithm_exhaustive,
    &algorithm_ola,
    &algorithm_incognito,
    &algorithm_samarati,
    &algorithm_datafly,
    &algorithm_random,
    &algorithm_local,
    &algorithm_kgen,
    &algorithm_genetic,
    &algorithm_tabu,
    &algorithm_tabu_genetic,
    &algorithm_nsga2,
    /* cut */
    &algorithm_cut_auto,
    &algorithm_cut_optimal,
    &algorithm_cut_local,
    &algorithm_genitor,
    &algorithm_cut_nsga2,
    /* microaggregation */
    &algorithm_micro_auto,
    &algorithm_mdav,
    &algorithm_vmdav,
    &algorithm_univariate,
    &algorithm_refine,
    &algorithm_gomm,
    &algorithm_dgomm,
    NULL,
};

const algorithm *algorithm_find(const char *of, const char *name) {
    for (size_t i = 0; algorithm_list[i]; i++)
        if (strcmp(algorithm_list[i]->recoding->name, of) == 0 &&
            strcmp(algorithm_list[i]->name, name) == 0)
            return algorithm_list[i];
    return NULL;
}

const algorithm *algorithm_find_prover(const recoding *of) {
    for (size_t i = 0; algorithm_list[i]; i++)
        if (algorithm_list[i]->recoding == of && algorithm_list[i]->proves_others)
            return algorithm_list[i];
    return NULL;
}
