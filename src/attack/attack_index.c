/* Rows by their cells. */
#include "attack/attack_parts.h"

#include <stdlib.h>

/* False: a cell is in no row of the release. */
static bool key_of(uint64_t *out, const attack_index *in, attack_read *read, const void *of,
                   size_t row) {
    uint64_t key = 0;
    for (size_t c = 0; c < in->columns; c++) {
        if (!in->used[c])
            continue;
        uint32_t cell = read(of, c, row);
        if (cell == ATTACK_NONE)
            return false;
        key = hash_mix(key + cell + 1) + c;
    }
    *out = key;
    return true;
}

static int compare(const void *a, const void *b) {
    const attack_entry *one = a, *other = b;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return one->row < other->row ? -1 : one->row > other->row;
}

bool attack_index_open(attack_index *out, attack_read *read, const void *of, size_t rows,
                       const bool *used, size_t columns, bool (*counts)(const void *, size_t)) {
    *out = (attack_index){
        .entries = memory_new(rows, sizeof *out->entries), .used = used, .columns = columns};
    for (size_t row = 0; out->entries && row < rows; row++) {
        attack_entry *next = &out->entries[out->count];
        if ((counts && !counts(of, row)) || !key_of(&next->key, out, read, of, row))
            continue;
        next->row = (uint32_t)row;
        out->count++;
    }
    if (out->entries && out->count > 1)
        qsort(out->entries, out->count, sizeof *out->entries, compare);
    return out->entries != NULL;
}

void attack_index_close(attack_index *made) {
    memory_free(made->entries);
    *made = (attack_index){0};
}

/* The first entry whose key is not less. */
static size_t lower(const attack_index *in, uint64_t key) {
    size_t low = 0, high = in->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (in->entries[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool attack_index_find(const attack_index *in, attack_read *read, const void *of, size_t row,
                       size_t *begin, size_t *end) {
    uint64_t key;
    *begin = *end = 0;
    if (!key_of(&key, in, read, of, row))
        return false;
    *begin = lower(in, key);
    *end = key == UINT64_MAX ? in->count : lower(in, key + 1);
    return true;
}

bool attack_same_cells(const attack_index *in, attack_read *read, const void *one, size_t row,
                       attack_read *read_other, const void *other, size_t other_row) {
    for (size_t c = 0; c < in->columns; c++)
        if (in->used[c] && read(one, c, row) != read_other(other, c, other_row))
            return false;
    return true;
}
