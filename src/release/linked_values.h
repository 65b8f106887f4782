/* Sensitive values that all persons have in common whose linked rows read the same. */
#ifndef SHOAL_RELEASE_LINKED_VALUES_H
#define SHOAL_RELEASE_LINKED_VALUES_H

#include "release/person_sequences.h"

/* Groups of persons whose rows have the same classes. */
typedef struct linked_groups {
    const uint32_t *class_of; /* [rows] below `classes` */
    size_t classes;
    const uint32_t *group_of; /* [persons] below `groups` */
    size_t groups;
    const uint32_t *size; /* [groups] persons */
} linked_groups;

/* False: out of memory. */
SHOAL_CHECKED bool linked_values_find(linked_values *out, const linked_rows *rows,
                                      const linked_groups *of);

#endif
