/* Frequency sets rolled up to a node: sources for every node above it, smaller than the ground
 * set. A bounded number is kept; the ones not used for longest go first. */
#ifndef SHOAL_RECODE_ROLLED_SET_H
#define SHOAL_RECODE_ROLLED_SET_H

#include "data/class_table.h"
#include "data/frequency.h"
#include "data/packing.h"
#include "data/tuple_persons.h"
#include "data/tuple_values.h"

#include <stdatomic.h>

/* What rules need to know of the tuples. */
typedef struct rolled_details {
    tuple_values *values; /* [columns] of the columns that they look at */
    size_t columns;
    tuple_persons persons; /* where persons are counted */
} rolled_details;

typedef struct rolled_set {
    frequency_set tuples;
    bool ground;           /* codes are ground codes, below every level */
    _Atomic uint64_t used; /* batch that last rolled up from it */
    size_t bytes;
    rolled_details of_rules;
    uint8_t levels[]; /* [attributes] */
} rolled_set;

/* Sets that the caller can hold on to. */
#define ROLLED_PINS 2

typedef struct rolled_cache {
    rolled_set **sets; /* [count]; 0 is the ground set and never leaves; then by tuples */
    uint8_t *levels;   /* [count * attributes] of all, side by side: they are looked at often */
    size_t count;
    size_t most_bytes;
    _Atomic size_t bytes;
    uint64_t batch;
    const rolled_set *pinned[ROLLED_PINS]; /* stay, whatever else goes. The caller's; or NULL */
} rolled_cache;

/* Takes over the ground set's arrays only by reference: they stay the caller's. */
SHOAL_CHECKED shoal_status rolled_cache_open(rolled_cache *out, const frequency_set *ground,
                                             size_t most_bytes, shoal_error *error);
void rolled_cache_close(rolled_cache *cache);

/* Whether the node can be rolled up from the set. */
bool rolled_set_is_below(const rolled_set *set, const uint8_t *node);

/* The smallest set that the node can be rolled up from. May be called by many threads. */
const rolled_set *rolled_cache_source(rolled_cache *cache, const uint8_t *node);

/* A set made of the classes of a node, or NULL if there is no room or memory for it: the search is
 * then only slower. `sizes` are the numbers of codes per attribute. May be called by many threads.
 * */
rolled_set *rolled_set_new(rolled_cache *cache, const uint8_t *node, const class_table *classes,
                           const packing_field *fields, const uint32_t *sizes);
void rolled_details_free(rolled_details *details);
/* The same set with its details, which it takes over. */
void rolled_set_add(rolled_cache *cache, rolled_set *set, const rolled_details *details);
/* For a set that is not kept after all. */
void rolled_set_drop(rolled_cache *cache, rolled_set *set);

/* Adds sets (NULLs are passed over) and makes room for the next ones. Between batches only. */
void rolled_cache_keep(rolled_cache *cache, rolled_set **sets, size_t count);

#endif
