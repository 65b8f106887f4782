#include "cluster/duplicates.h"

#include "base/hash.h"

#include <assert.h>

static size_t slots_for(size_t rows) {
    size_t slots = 16;
    while (slots / 2 < rows)
        slots *= 2;
    return slots;
}

bool duplicates_open(duplicates *out, arena *memory, size_t most_rows) {
    out->next = arena_new(memory, most_rows, sizeof *out->next);
    out->previous = arena_new(memory, most_rows, sizeof *out->previous);
    out->hashes = arena_new(memory, most_rows, sizeof *out->hashes);
    out->slots = arena_new(memory, slots_for(most_rows), sizeof *out->slots);
    return out->next && out->previous && out->hashes && out->slots;
}

/* Zero is added to make -0.0 what it equals. */
static void hash_rows(uint64_t *hashes, const points *of, const uint32_t *rows, size_t count) {
    memset(hashes, 0, count * sizeof *hashes);
    for (size_t dimension = 0; dimension < of->dimensions; dimension++) {
        const double *column = of->column[dimension];
        for (size_t i = 0; i < count; i++) {
            double coordinate = column[rows[i]] + 0.0;
            uint64_t word;
            memcpy(&word, &coordinate, sizeof word);
            hashes[i] = hash_word(hashes[i] ^ word);
        }
    }
}

static bool are_equal(const points *of, uint32_t one, uint32_t other) {
    for (size_t dimension = 0; dimension < of->dimensions; dimension++)
        if (of->column[dimension][one] != of->column[dimension][other])
            return false;
    return true;
}

/* While the lists grow, slots[] has places in firsts[], hashes[place] is that of the list, and the
 * first row's previous is the last one of its list. */
size_t duplicates_group(duplicates *out, const points *of, const uint32_t *rows, size_t count,
                        uint32_t *firsts) {
    size_t lists = 0, mask = slots_for(count) - 1;
    memset(out->slots, 0xff, (mask + 1) * sizeof *out->slots);
    hash_rows(out->hashes, of, rows, count);
    for (size_t i = 0; i < count; i++) {
        uint64_t hash = out->hashes[i];
        size_t slot = hash & mask;
        uint32_t list;
        while ((list = out->slots[slot]) != DUPLICATE_NONE &&
               !(out->hashes[list] == hash && are_equal(of, firsts[list], rows[i])))
            slot = (slot + 1) & mask;
        out->next[rows[i]] = DUPLICATE_NONE;
        if (list != DUPLICATE_NONE) {
            uint32_t last = out->previous[firsts[list]];
            out->next[last] = rows[i];
            out->previous[rows[i]] = last;
            out->previous[firsts[list]] = rows[i];
            continue;
        }
        out->slots[slot] = (uint32_t)lists;
        out->hashes[lists] = hash;
        out->previous[rows[i]] = rows[i];
        firsts[lists++] = rows[i];
    }
    assert(lists <= count);
    for (size_t i = 0; i < lists; i++)
        out->previous[firsts[i]] = DUPLICATE_NONE;
    return lists;
}

duplicate_change duplicates_remove(duplicates *from, uint32_t row) {
    uint32_t next = from->next[row], previous = from->previous[row];
    if (next != DUPLICATE_NONE)
        from->previous[next] = previous;
    if (previous != DUPLICATE_NONE) {
        from->next[previous] = next;
        return DUPLICATE_BEHIND;
    }
    return next == DUPLICATE_NONE ? DUPLICATE_LAST : DUPLICATE_HEIR;
}
