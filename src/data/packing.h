/* Packing: the codes of a tuple side by side in 64-bit words, so that comparing and hashing tuples
 * is comparing and hashing words. A field never straddles two words. */
#ifndef SHOAL_DATA_PACKING_H
#define SHOAL_DATA_PACKING_H

#include "data/codes.h"

/* Tuples handled per pass: their codes and keys stay in the first-level cache. */
#define PACKING_BLOCK 512

typedef struct packing_field {
    uint32_t word;
    uint8_t shift;
    uint8_t bits; /* 0 for an attribute with at most one value: it takes no room */
} packing_field;

/* Lays out fields for codes below sizes[attribute]; returns the number of words, at least 1. The
 * number of bits used in the last word goes to *last_bits. */
size_t packing_layout(packing_field *fields, const uint32_t *sizes, size_t attributes,
                      unsigned *last_bits);

/* Adds the codes column[begin .. begin + count) of one attribute to `count` keys of `words` words
 * each: map[code], or the code itself when map is NULL. The keys' field must be zero. */
void packing_add(uint64_t *keys, size_t words, packing_field field, const codes *column,
                 size_t begin, const uint32_t *map, size_t count);

/* Writes a code into a field that is 0, of one key. */
static inline void packing_put(uint64_t *key, packing_field field, uint32_t code) {
    if (field.bits > 0)
        key[field.word] |= (uint64_t)code << field.shift;
}

static inline uint32_t packing_get(const uint64_t *key, packing_field field) {
    return (uint32_t)(key[field.word] >> field.shift) & (uint32_t)((UINT64_C(1) << field.bits) - 1);
}

#endif
