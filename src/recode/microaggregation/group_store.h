/* Groups of attributes that were microaggregated, each once, within bounds of memory: the group
 * that was not used for longest is forgotten first. */
#ifndef SHOAL_RECODE_MICROAGGREGATION_GROUP_STORE_H
#define SHOAL_RECODE_MICROAGGREGATION_GROUP_STORE_H

#include "base/status.h"
#include "recode/microaggregation/averaged_group.h"
#include "recode/microaggregation/group_node.h"

typedef struct stored_group {
    uint64_t *attributes; /* a bit for each */
    uint64_t hash;
    uint64_t used; /* when it was last used */
    bool ready;    /* `averaged` is filled in */
    bool listed;   /* for its user to mark */
    averaged_group averaged;
} stored_group;

typedef struct group_store {
    size_t words; /* of `attributes` */
    size_t limit; /* bytes */
    size_t bytes; /* of what is ready */
    uint64_t clock;
    stored_group **slot; /* [slots] */
    size_t slots;        /* a power of two */
    size_t count;
    uint64_t *key; /* [words] of the group that is looked for */
} group_store;

SHOAL_CHECKED shoal_status group_store_open(group_store *out, size_t attributes, size_t limit,
                                            shoal_error *error);
void group_store_close(group_store *store);

/* The attributes of one group of a node; added, not ready, when new. NULL when out of memory. Valid
 * until the next group_store_trim. */
stored_group *group_store_get(group_store *store, const group_number *node, size_t attributes,
                              group_number group);

/* To be called once `averaged` is filled in. */
void group_store_keep(group_store *store, stored_group *group);

/* Forgets what is too much. */
void group_store_trim(group_store *store);

#endif
