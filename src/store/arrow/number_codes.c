#include "store/arrow/number_codes.h"

#include "base/memory.h"

#define FIRST_BITS 8

void number_codes_start(number_codes *out) {
    *out = (number_codes){.shift = 64 - FIRST_BITS};
}

void number_codes_free(number_codes *known) {
    memory_free(known->slots);
    number_codes_start(known);
}

static size_t size_of(const number_codes *known) {
    return (size_t)1 << (64 - known->shift);
}

static void put(number_codes *known, number_slot slot) {
    size_t last = size_of(known) - 1, at = (size_t)(hash_word(slot.number) >> known->shift);
    while (known->slots[at].code != ENCODER_NO_CODE)
        at = (at + 1) & last;
    known->slots[at] = slot;
    known->used++;
}

static bool grow(number_codes *known) {
    number_codes larger = {.shift = known->slots ? known->shift - 1 : known->shift};
    larger.slots = memory_new(size_of(&larger), sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < size_of(&larger); i++)
        larger.slots[i] = (number_slot){0, ENCODER_NO_CODE};
    for (size_t i = 0; known->slots && i < size_of(known); i++)
        if (known->slots[i].code != ENCODER_NO_CODE)
            put(&larger, known->slots[i]);
    memory_free(known->slots);
    *known = larger;
    return true;
}

bool number_codes_add(number_codes *known, uint64_t number, uint32_t code) {
    if ((!known->slots || 2 * known->used >= size_of(known)) && !grow(known))
        return false;
    put(known, (number_slot){number, code});
    return true;
}
