/* What one kind of register consists of; sample.c writes any of them. */
#ifndef SHOAL_SAMPLE_SAMPLE_REGISTER_H
#define SHOAL_SAMPLE_SAMPLE_REGISTER_H

#include "base/text.h"
#include "sample/sample.h"
#include "sample/sample_person.h"

/* The quasi-identifiers, each with a hierarchy: as many in every register. */
enum { SAMPLE_QUASI = 8 };

typedef struct sample_register {
    const char *header;
    const char *quasi[SAMPLE_QUASI];

    /* Adds the lines of the block, which depend on the society, the seed and the visits alone, and
     * returns how many they are: at least one. */
    uint64_t (*add_block)(text *out, const sample_society *society, const sample_options *options,
                          uint64_t block);

    /* Adds the lines `value;level1;…;*` of the i-th quasi-identifier: every value that any register
     * can hold, but not SAMPLE_MISSING, which is the plan's to deal with. */
    void (*add_hierarchy)(text *out, const sample_society *society, int i);

    /* Adds a plan in YAML; `hierarchies` is the folder as seen from the plan's. */
    void (*add_plan)(text *out, const char *hierarchies);
} sample_register;

extern const sample_register sample_people; /* one row each */
extern const sample_register sample_stays;  /* one row per visit to a hospital */

/* For both: the lines of a list, and the parts of a plan. */
void sample_list_add(text *out, const sample_list *list);
void sample_postcodes_add(text *out, const sample_society *society);
void sample_role_add(text *out, const char *attribute, const char *role);
void sample_rules_add(text *out, const char *hierarchies);

#endif
