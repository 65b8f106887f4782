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
        /* A shift by 64 is undefined, so an empty field after a full word starts at 0. */
        fields[a] = (packing_field){word, (uint8_t)(bits ? used : 0), bits};
        used += bits;
    }
    *last_bits = used;
    return (size_t)word + 1;
}

/* One loop per width of the codes, so that none has to be widened first. */
#define ADD_CODES(type)                                                                            \
    static void add_##type(uint64_t *at, size_t words, unsigned shift, const type *codes_of,       \
                           const uint32_t *map, size_t count) {                                    \
        if (words == 1 && map) {                                                                   \
            for (size_t i = 0; i < count; i++)                                                     \
                at[i] |= (uint64_t)map[codes_of[i]] << shift;                                      \
        } else if (words == 1) {                                                                   \
            for (size_t i = 0; i < count; i++)                                                     \
                at[i] |= (uint64_t)codes_of[i] << shift;                                           \
        } else {                                                                                   \
            for (size_t i = 0; i < count; i++)                                                     \
                at[i * words] |= (uint64_t)(map ? map[codes_of[i]] : codes_of[i]) << shift;        \
        }                                                                                          \
    }

ADD_CODES(uint8_t)
ADD_CODES(uint16_t)
ADD_CODES(uint32_t)

void packing_add(uint64_t *keys, size_t words, packing_field field, const codes *column,
                 size_t begin, const uint32_t *map, size_t count) {
    uint64_t *at = keys + field.word;
    if (column->width == 1)
        add_uint8_t(at, words, field.shift, (const uint8_t *)column->data + begin, map, count);
    else if (column->width == 2)
        add_uint16_t(at, words, field.shift, (const uint16_t *)column->data + begin, map, count);
    else
        add_uint32_t(at, words, field.shift, (const uint32_t *)column->data + begin, map, count);
}
