/* The hierarchies and the plan that go with the sample register. */
#ifndef SHOAL_SAMPLE_SAMPLE_HIERARCHY_H
#define SHOAL_SAMPLE_SAMPLE_HIERARCHY_H

#include "base/text.h"
#include "sample/sample_person.h"

/* The quasi-identifiers, each with a hierarchy. */
enum { SAMPLE_QUASI = 8 };
extern const char *const sample_quasi[SAMPLE_QUASI];

/* Adds the lines `value;level1;…;*` of the i-th quasi-identifier: every value that any register can
 * hold, but not SAMPLE_MISSING, which is the plan's to deal with. */
void sample_hierarchy_add(text *out, const sample_society *society, int i);

/* Adds a plan in YAML; `hierarchies` is the folder as seen from the plan's. */
void sample_plan_add(text *out, const char *hierarchies);

#endif
