#include "measure/pair_counter.h"

/* Up to this many bits a pair is its own slot, which needs no hashing and stays in the cache. */
#define DIRECT_BITS 18
#define FEW_PAIRS ((size_t)4096)

static unsigned bits_below(uint32_t size) {
    unsigned bits = 1;
    while (bits < 32 && size > UINT32_C(1) << bits)
        bits++;
    return bits;
}

bool pair_counter_open(pair_counter *out, uint32_t one, uint32_t other) {
    out->shift = bits_below(other);
    unsigned bits = bits_below(one) + out->shift;
    size_t expected = bits <= DIRECT_BITS ? (size_t)1 << (bits - 1) : FEW_PAIRS;
    out->count = 0;
    out->failed = !class_table_reset(&out->table, 1, bits, expected);
    return !out->failed;
}

void pair_counter_close(pair_counter *made) {
    class_table_free(&made->table);
    made->count = 0;
}

bool pair_counter_finish(pair_counter *to) {
    bool added = !to->failed && class_table_add(&to->table, to->pending, NULL, to->count);
    to->failed = !added;
    to->count = 0;
    return added;
}
