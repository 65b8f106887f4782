/* The privacy models, one file each, and what several of them share. A class in which no row counts
 * violates every one that guards an attribute, so that it never is a holding part of another. */
#ifndef SHOAL_MEASURE_PRIVACY_MODELS_H
#define SHOAL_MEASURE_PRIVACY_MODELS_H

#include "measure/privacy_model.h"

extern const privacy_model privacy_model_l_diversity;
extern const privacy_model privacy_model_t_closeness;
extern const privacy_model privacy_model_delta_disclosure;
extern const privacy_model privacy_model_beta_likeness;
extern const privacy_model privacy_model_alpha_k;
extern const privacy_model privacy_model_k_map;
extern const privacy_model privacy_model_delta_presence;

/* Places in the forms of l-diversity. */
enum { DIVERSITY_DISTINCT, DIVERSITY_ENTROPY, DIVERSITY_RECURSIVE };

/* Refuses `found`, the value of `parameter`; `allowed` ends the sentence "but must be ...". */
SHOAL_CHECKED shoal_status privacy_rule_refuse(const privacy_rule *rule, const char *parameter,
                                               int64_t found, const char *allowed,
                                               shoal_error *error);

/* An `inherited` for models of which none of the rules is. */
bool privacy_rule_never_inherited(const privacy_rule *rule);

#endif
