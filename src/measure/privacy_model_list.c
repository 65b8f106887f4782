#include "measure/privacy_models.h"

#define PRIVACY_MODEL_ENTRY(name) &privacy_model_##name,
const privacy_model *const privacy_model_list[] = {PRIVACY_MODELS(PRIVACY_MODEL_ENTRY) NULL};
#undef PRIVACY_MODEL_ENTRY
