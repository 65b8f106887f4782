/* Gives every distinct value a code, in order of appearance. One per thread and column. */
#ifndef SHOAL_STORE_VALUE_ENCODER_H
#define SHOAL_STORE_VALUE_ENCODER_H

#include "base/hash.h"
#include "base/status.h"

/* Whoever hands over text must leave this many readable bytes behind it. */
#define ENCODER_PADDING 64

/* Values hold no NUL byte, so a value of up to eight bytes is one zero-padded word, and a word
 * that begins with a NUL and goes on is free to mark an empty slot. */
#define ENCODER_SHORT 8
#define ENCODER_FREE_WORD ((uint64_t)0x100)
#define ENCODER_NO_CODE UINT32_MAX

typedef struct encoder_slot {
    uint64_t word; /* the value itself, or the hash of a long one */
    uint32_t code;
} encoder_slot;

typedef struct encoder_table {
    encoder_slot *slots; /* [1 << (64 - shift)] */
    int shift;
    size_t used;
    size_t most; /* entries before it must grow */
} encoder_table;

typedef struct encoder_value {
    uint64_t word; /* short: the value; long: its offset in `bytes` */
    uint32_t length;
} encoder_value;

typedef struct encoder {
    encoder_table brief; /* values of up to ENCODER_SHORT bytes, by themselves */
    encoder_table lengthy;
    encoder_value *values; /* [code] */
    size_t size;
    size_t value_capacity;
    char *bytes; /* long values, each with ENCODER_PADDING bytes behind the last */
    size_t byte_count;
    size_t byte_capacity;
    bool failed; /* out of memory: codes are no longer right */
} encoder;

void encoder_start(encoder *known);
void encoder_free(encoder *known);

uint32_t encoder_add_brief(encoder *known, uint64_t word, uint32_t length);
uint32_t encoder_code_lengthy(encoder *known, const char *value, uint32_t length);

/* Text of a value, not NUL-terminated; `room` is where a short one is laid out. */
const char *encoder_text(const encoder *known, uint32_t code, char room[ENCODER_SHORT]);

static inline uint64_t encoder_word(const char *bytes, uint32_t length) {
    static const uint64_t mask[ENCODER_SHORT + 1] = {
        0,
        0xff,
        0xffff,
        0xffffff,
        0xffffffff,
        0xffffffffff,
        0xffffffffffff,
        0xffffffffffffff,
        0xffffffffffffffff,
    };
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word & mask[length];
}

/* Code of a short value, given when new. */
static inline uint32_t encoder_code_brief(encoder *known, uint64_t word, uint32_t length) {
    const encoder_slot *slot = &known->brief.slots[hash_word(word) >> known->brief.shift];
    return __builtin_expect(slot->word == word, 1) ? slot->code
                                                   : encoder_add_brief(known, word, length);
}

static inline uint32_t encoder_code(encoder *known, const char *value, uint32_t length) {
    return length <= ENCODER_SHORT ? encoder_code_brief(known, encoder_word(value, length), length)
                                   : encoder_code_lengthy(known, value, length);
}

#endif
