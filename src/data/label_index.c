#include "data/label_index.h"

#include "base/hash.h"

bool label_index_open(label_index *out, size_t most) {
    *out = (label_index){0};
    if (most >= LABEL_NONE / 2)
        return false;
    size_t slots = 16;
    while (slots < most * 2)
        slots *= 2;
    out->slot_mask = slots - 1;
    out->slots = memory_zero(slots, sizeof *out->slots);
    out->labels = memory_new(most, sizeof *out->labels);
    if (out->slots && out->labels)
        return true;
    label_index_close(out);
    return false;
}

void label_index_close(label_index *index) {
    memory_free(index->slots);
    memory_free(index->labels);
    *index = (label_index){0};
}

void label_index_clear(label_index *index) {
    memset(index->slots, 0, (index->slot_mask + 1) * sizeof *index->slots);
    index->size = 0;
}

/* The slot that holds the label, or the empty one where it belongs. */
static size_t slot_of(const label_index *index, const char *label) {
    size_t slot = (size_t)hash_bytes(label, strlen(label)) & index->slot_mask;
    while (index->slots[slot] && strcmp(index->labels[index->slots[slot] - 1], label) != 0)
        slot = (slot + 1) & index->slot_mask;
    return slot;
}

uint32_t label_index_add(label_index *index, const char *label) {
    size_t slot = slot_of(index, label);
    if (!index->slots[slot]) {
        index->labels[index->size] = label;
        index->slots[slot] = ++index->size;
    }
    return index->slots[slot] - 1;
}

uint32_t label_index_find(const label_index *index, const char *label) {
    if (!index->slots)
        return LABEL_NONE;
    return index->slots[slot_of(index, label)] - 1; /* 0 - 1 is LABEL_NONE */
}
