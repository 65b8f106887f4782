/* Counts pairs of codes, whether few of them occur or many. */
#ifndef SHOAL_MEASURE_PAIR_COUNTER_H
#define SHOAL_MEASURE_PAIR_COUNTER_H

#include "data/class_table.h"
#include "data/packing.h"

#include <assert.h>

typedef struct pair_counter {
    class_table table;
    unsigned shift; /* bits of the second code */
    uint64_t pending[PACKING_BLOCK];
    size_t count; /* of `pending` */
    bool failed;  /* out of memory */
} pair_counter;

/* Empties it for codes below `one` and `other`. Zeroed, it may be opened or closed; opened, it may
 * be opened again and keeps its memory. False: out of memory. */
bool pair_counter_open(pair_counter *out, uint32_t one, uint32_t other);
void pair_counter_close(pair_counter *made);

/* Adds what is pending; to be called after the last pair. False: out of memory. */
bool pair_counter_finish(pair_counter *to);

static inline void pair_counter_add(pair_counter *to, uint32_t one, uint32_t other) {
    assert((uint64_t)other >> to->shift == 0);
    to->pending[to->count++] = (uint64_t)one << to->shift | other;
    if (to->count == PACKING_BLOCK)
        pair_counter_finish(to);
}

/* The pairs that occur, in order of first appearance. */
static inline size_t pair_counter_pairs(const pair_counter *in) {
    return in->table.classes;
}

static inline uint32_t pair_counter_one(const pair_counter *in, size_t pair) {
    return (uint32_t)(in->table.keys[pair] >> in->shift);
}

static inline uint32_t pair_counter_other(const pair_counter *in, size_t pair) {
    return (uint32_t)(in->table.keys[pair] & ((UINT64_C(1) << in->shift) - 1));
}

static inline uint32_t pair_counter_rows(const pair_counter *in, size_t pair) {
    return in->table.counts[pair];
}

#endif
