/* Whether a class meets a privacy model, straight from the definitions of the models: what a
 * written release is judged by. Shares nothing with src/measure but the text of the rules, so that
 * a fault there is found here. */
#ifndef SHOAL_RELEASE_JUDGE_MODELS_H
#define SHOAL_RELEASE_JUDGE_MODELS_H

#include "measure/privacy_model.h"
#include "release/judge_values.h"

/* A class as models see it. */
typedef struct judged_class {
    uint64_t members;            /* its different persons */
    uint64_t population;         /* people of the population who would be in it; of their models */
    const judged_values *values; /* counted; NULL for models of the population */
} judged_class;

typedef struct class_verdict {
    bool holds;
    double found; /* the threshold that it just keeps; infinite where it keeps none */
} class_verdict;

class_verdict judge_class(const privacy_rule *rule, const judged_class *class);

/* What the rule asks of the attribute's values. */
judged_needs judge_needs(const privacy_rule *rule);

#endif
