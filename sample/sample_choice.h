/* Weighted choice in constant time (Walker's alias method), in integers only: the same on every
 * machine. */
#ifndef SHOAL_SAMPLE_SAMPLE_CHOICE_H
#define SHOAL_SAMPLE_SAMPLE_CHOICE_H

#include "base/memory.h"
#include "base/random.h"

typedef struct choice_slot {
    uint32_t cut;   /* draws below it stay in the slot */
    uint32_t other; /* where the rest go */
} choice_slot;

typedef struct choice {
    uint32_t size;
    uint32_t total;
    choice_slot *slots;
} choice;

/* An item has weight[i] of the sum of all; false when out of memory. `size` is at most
 * CHOICE_MOST, the sum positive and below 2^32. */
#define CHOICE_MOST 1024
bool choice_build(choice *out, arena *owner, const uint32_t *weight, uint32_t size);

static inline uint32_t choice_draw(const choice *from, random_stream *stream) {
    uint64_t draw = random_next(stream);
    uint32_t at = (uint32_t)((draw >> 32) * from->size >> 32);
    uint32_t within = (uint32_t)((draw & UINT32_MAX) * from->total >> 32);
    return within < from->slots[at].cut ? at : from->slots[at].other;
}

#endif
