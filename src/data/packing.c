#include "data/packing.h"

static uint8_t bits_for(uint32_t size) {
    uint8_t bits = 0;
    while (bits < 32 && size > (UINT64_C(1) << bits))
        bits++;
    return bits;
}

size_t packing_layout(packing_field *fields, const uint32_t *sizes, size_t attributes,
                      unsigned *last_bits) {
    uint32_t word = 0;
    unsigned used = 0;
    for (size_t a = 0; a < attributes; a++) {
        uint8_t bits = bits_for(sizes[a]);
        if (used + bits > 64) {
            word++;
            used = 0;
        }
        /* A shift by 64 is undefined, so that an empty field behind a full word starts at 0. */
        fields[a] = (packing_field){word, (uint8_t)(bits ? used : 0), bits};
        used += bits;
    }
    *last_bits = used;
    return (size_t)word + 1;
}

void packing_add(uint64_t *keys, size_t words, packing_field field, const uint32_t *codes,
                 const uint32_t *map, size_t count) {
    uint64_t *at = keys + field.word;
    unsigned shift = field.shift;
    if (words == 1 && map) {
        for (size_t i = 0; i < count; i++)
            at[i] |= (uint64_t)map[codes[i]] << shift;
    } else if (words == 1) {
        for (size_t i = 0; i < count; i++)
            at[i] |= (uint64_t)codes[i] << shift;
    } else {
        for (size_t i = 0; i < count; i++)
            at[i * words] |= (uint64_t)(map ? map[codes[i]] : codes[i]) << shift;
    }
}
