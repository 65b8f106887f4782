#include "search/driver/algorithms.h"

#include <string.h>

#define ALGORITHM_ENTRY(name) &algorithm_##name,
const algorithm *const algorithm_list[] = {ALGORITHMS(ALGORITHM_ENTRY) NULL};
#undef ALGORITHM_ENTRY

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
