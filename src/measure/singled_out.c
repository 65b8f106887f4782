#include "measure/singled_out.h"

#include "base/hash.h"

#include <assert.h>

bool singled_out_open(singled_out *out, size_t rows) {
    assert(rows < UINT32_C(1) << 31);
    *out = (singled_out){.slots = 16};
    while (out->slots < 2 * rows + 1)
        out->slots *= 2;
    out->key = memory_new(out->slots, sizeof *out->key);
    out->rows = memory_new(out->slots, sizeof *out->rows);
    out->owner = memory_new(out->slots, sizeof *out->owner);
    return out->key && out->rows && out->owner;
}

void singled_out_close(singled_out *made) {
    memory_free(made->key);
    memory_free(made->rows);
    memory_free(made->owner);
    *made = (singled_out){0};
}

/* Uses as few slots as the rows need, so that few rows are counted fast in a large room. */
static size_t clear(singled_out *in, size_t rows) {
    size_t slots = 16;
    while (slots < 2 * rows + 1)
        slots *= 2;
    assert(slots <= in->slots);
    memset(in->rows, 0, slots * sizeof *in->rows);
    return slots - 1;
}

/* The slot of a key: its own, or a free one. */
static size_t find(const singled_out *in, uint64_t key, size_t mask) {
    size_t slot = hash_word(key) & mask;
    while (in->rows[slot] > 0 && in->key[slot] != key)
        slot = (slot + 1) & mask;
    return slot;
}

uint64_t singled_out_count(singled_out *in, const uint64_t *keys, const uint32_t *owner,
                           size_t rows) {
    size_t mask = clear(in, rows);
    uint64_t found = 0;
    for (size_t i = 0; i < rows; i++) {
        size_t slot = find(in, keys[i], mask);
        uint32_t whose = owner ? owner[i] : (uint32_t)i;
        if (in->rows[slot]++ == 0) {
            in->key[slot] = keys[i];
            in->owner[slot] = whose;
            found++;
        } else if (in->owner[slot] == whose) {
            found++;
        } else if (in->owner[slot] != SINGLED_SHARED) {
            found -= in->rows[slot] - 1;
            in->owner[slot] = SINGLED_SHARED;
        }
    }
    return found;
}

uint32_t singled_out_number(singled_out *in, const uint64_t *keys, size_t rows, uint32_t *number) {
    size_t mask = clear(in, rows);
    uint32_t known = 0;
    for (size_t i = 0; i < rows; i++) {
        size_t slot = find(in, keys[i], mask);
        if (in->rows[slot]++ == 0) {
            in->key[slot] = keys[i];
            in->owner[slot] = known++;
        }
        number[i] = in->owner[slot];
    }
    return known;
}
