/* Codes of numbers that have been seen before, so that a number is formatted once. */
#ifndef SHOAL_STORE_ARROW_NUMBER_CODES_H
#define SHOAL_STORE_ARROW_NUMBER_CODES_H

#include "base/hash.h"
#include "store/value_encoder.h"

typedef struct number_slot {
    uint64_t number;
    uint32_t code; /* ENCODER_NO_CODE: free */
} number_slot;

typedef struct number_codes {
    number_slot *slots; /* [1 << (64 - shift)] at least half of them free; NULL: none yet */
    int shift;
    size_t used;
} number_codes;

void number_codes_start(number_codes *out);
void number_codes_free(number_codes *known);

/* A number that is not there yet; false: out of memory. */
SHOAL_CHECKED bool number_codes_add(number_codes *known, uint64_t number, uint32_t code);

/* Its code, or ENCODER_NO_CODE. */
static inline uint32_t number_codes_find(const number_codes *known, uint64_t number) {
    if (!known->slots)
        return ENCODER_NO_CODE;
    size_t last = ((size_t)1 << (64 - known->shift)) - 1;
    size_t at = (size_t)(hash_word(number) >> known->shift);
    while (known->slots[at].code != ENCODER_NO_CODE && known->slots[at].number != number)
        at = (at + 1) & last;
    return known->slots[at].code;
}

#endif
