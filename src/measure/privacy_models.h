/* The privacy models, one file each, and what several of them share. A class in which no row counts
 * violates every model that protects an attribute, so it never counts as a part that meets one. */
#ifndef SHOAL_MEASURE_PRIVACY_MODELS_H
#define SHOAL_MEASURE_PRIVACY_MODELS_H

#include "measure/privacy_model.h"

/* One line for each: privacy_model_NAME is in src/measure/NAME.c. */
#define PRIVACY_MODELS(X)                                                                          \
    X(l_diversity)                                                                                 \
    X(t_closeness)                                                                                 \
    X(delta_disclosure)                                                                            \
    X(beta_likeness)                                                                               \
    X(alpha_k)                                                                                     \
    X(k_map)                                                                                       \
    X(delta_presence)

#define PRIVACY_MODEL_DECLARE(name) extern const privacy_model privacy_model_##name;
PRIVACY_MODELS(PRIVACY_MODEL_DECLARE)
#undef PRIVACY_MODEL_DECLARE

/* Refuses `found`, the value of `parameter`; `allowed` ends the sentence "but must be ...". */
SHOAL_CHECKED shoal_status privacy_rule_refuse(const privacy_rule *rule, const char *parameter,
                                               int64_t found, const char *allowed,
                                               shoal_error *error);

/* An `inherited` for models of which none of the rules is. */
bool privacy_rule_never_inherited(const privacy_rule *rule);

#endif
