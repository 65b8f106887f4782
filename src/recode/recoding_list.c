#include "recode/recoding.h"

#include <string.h>

#define RECODING_ENTRY(name) &name##_recoding,
const recoding *const recoding_list[] = {RECODINGS(RECODING_ENTRY) NULL};
#undef RECODING_ENTRY

const recoding *recoding_find(const char *name) {
    for (size_t i = 0; recoding_list[i]; i++)
        if (strcmp(recoding_list[i]->name, name) == 0)
            return recoding_list[i];
    return NULL;
}

const metric *recoding_metric(const recoding *of, const char *name) {
    for (size_t i = 0; of->metrics[i]; i++)
        if (strcmp(of->metrics[i]->name, name) == 0)
            return of->metrics[i];
    return NULL;
}

bool recoding_shows(const bound_table *bound, const metric *of) {
    bool targeted = bound->bound_rules && bound->bound_rules->target != RULE_NONE;
    return !of->needs_target || targeted;
}
