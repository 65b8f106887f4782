#include "classification/classification.h"

#include "classification/classification_tables.h"

#include <string.h>

/* Fewer distinct values say too little about what a column is. */
#define FEWEST_VALUES 5
#define MOST_LOOKED_AT 4000

const classification *const classification_list[] = {
    &icd10_classification,
    &nuts_classification,
    &countries_classification,
    &m49_classification,
    NULL,
};

const classification *classification_named(const char *name) {
    for (const classification *const *at = classification_list; *at; at++)
        if (strcmp((*at)->name, name) == 0)
            return *at;
    return NULL;
}

static double share_of_every(const classification *of, const char *const *values, size_t count,
                             size_t step) {
    size_t known = 0, seen = 0;
    classification_path path;
    for (size_t i = 0; i < count; i += step, seen++)
        known += of->classify(values[i], &path) == CLASSIFIED;
    return seen ? (double)known / (double)seen : 0;
}

double classification_share(const classification *of, const char *const *values, size_t count) {
    return share_of_every(of, values, count, 1);
}

const classification *classification_recognize(const char *const *values, size_t count) {
    size_t step = 1 + count / MOST_LOOKED_AT;
    if (count < FEWEST_VALUES)
        return NULL;
    for (const classification *const *at = classification_list; *at; at++)
        if ((*at)->suits && (*at)->suits(values, count, share_of_every(*at, values, count, step)))
            return *at;
    return NULL;
}
