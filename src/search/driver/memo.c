#include "search/driver/memo.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

struct memo {
    size_t node_bytes;
    size_t most; /* entries */
    size_t count;
    uint8_t *nodes; /* [count * node_bytes] */
    size_t nodes_held;
    evaluation *evaluations; /* [count] */
    size_t evaluations_held;
    uint32_t *slots; /* entry + 1, or 0 */
    size_t slot_count;
};

shoal_status memo_open(memo **out, size_t node_bytes, size_t most_bytes, shoal_error *error) {
    assert(node_bytes > 0);
    memo *known = memory_zero(1, sizeof *known);
    if (!known)
        return status_no_memory(error);
    known->node_bytes = node_bytes;
    known->slot_count = 1024;
    known->most = most_bytes / (node_bytes + sizeof(evaluation) + 2 * sizeof(uint32_t));
    if (known->most > UINT32_MAX / 4)
        known->most = UINT32_MAX / 4;
    known->slots = memory_zero(known->slot_count, sizeof *known->slots);
    if (!known->slots) {
        memo_close(known);
        return status_no_memory(error);
    }
    *out = known;
    return SHOAL_OK;
}

void memo_close(memo *known) {
    if (!known)
        return;
    memory_free(known->nodes);
    memory_free(known->evaluations);
    memory_free(known->slots);
    memory_free(known);
}

/* The slot of a node, or the empty one where it belongs. */
static size_t slot_of(const memo *known, const uint8_t *node) {
    assert(2 * known->count <= known->slot_count);
    size_t slot = (size_t)hash_bytes(node, known->node_bytes) & (known->slot_count - 1);
    uint32_t entry;
    while ((entry = known->slots[slot]) != 0) {
        const uint8_t *other = known->nodes + (size_t)(entry - 1) * known->node_bytes;
        if (memcmp(other, node, known->node_bytes) == 0)
            break;
        slot = (slot + 1) & (known->slot_count - 1);
    }
    return slot;
}

size_t memo_find(const memo *known, const uint8_t *node) {
    uint32_t entry = known->slots[slot_of(known, node)];
    return entry ? entry - 1 : MEMO_NONE;
}

static bool widen(memo *known) {
    uint32_t *slots = memory_zero(2 * known->slot_count, sizeof *slots);
    if (!slots)
        return false;
    memory_free(known->slots);
    known->slots = slots;
    known->slot_count *= 2;
    for (size_t i = 0; i < known->count; i++)
        slots[slot_of(known, known->nodes + i * known->node_bytes)] = (uint32_t)i + 1;
    return true;
}

size_t memo_add(memo *known, const uint8_t *node) {
    assert(memo_find(known, node) == MEMO_NONE);
    size_t entry = known->count;
    if (entry >= known->most || (2 * entry >= known->slot_count && !widen(known)) ||
        !memory_grow((void **)&known->nodes, &known->nodes_held, (entry + 1) * known->node_bytes,
                     1) ||
        !memory_grow((void **)&known->evaluations, &known->evaluations_held, entry + 1,
                     sizeof(evaluation)))
        return MEMO_NONE;
    known->slots[slot_of(known, node)] = (uint32_t)entry + 1;
    memcpy(known->nodes + entry * known->node_bytes, node, known->node_bytes);
    known->evaluations[entry] = (evaluation){0};
    known->count++;
    return entry;
}

evaluation *memo_at(memo *known, size_t entry) {
    assert(entry < known->count);
    return &known->evaluations[entry];
}

size_t memo_count(const memo *known) {
    return known->count;
}

const uint8_t *memo_node(const memo *known, size_t entry) {
    return known->nodes + entry * known->node_bytes;
}
