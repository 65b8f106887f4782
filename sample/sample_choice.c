#include "sample/sample_choice.h"

/* Every slot holds `total` units; an item owns weight * size of them. Items that own too little to
 * fill their slot get the rest from one that owns too much. */
bool choice_build(choice *out, arena *owner, const uint32_t *weight, uint32_t size) {
    uint64_t owned[CHOICE_MOST];
    uint32_t poor[CHOICE_MOST], rich[CHOICE_MOST];
    uint32_t poor_count = 0, rich_count = 0;
    *out = (choice){.size = size, .slots = arena_new(owner, size, sizeof(choice_slot))};
    if (out->slots == NULL)
        return false;
    for (uint32_t i = 0; i < size; i++)
        out->total += weight[i];
    for (uint32_t i = 0; i < size; i++) {
        owned[i] = (uint64_t)weight[i] * size;
        out->slots[i] = (choice_slot){out->total, i};
        if (owned[i] < out->total)
            poor[poor_count++] = i;
        else
            rich[rich_count++] = i;
    }
    while (poor_count > 0 && rich_count > 0) {
        uint32_t taker = poor[--poor_count];
        uint32_t giver = rich[rich_count - 1];
        out->slots[taker] = (choice_slot){(uint32_t)owned[taker], giver};
        owned[giver] -= out->total - owned[taker];
        if (owned[giver] < out->total) {
            rich_count--;
            poor[poor_count++] = giver;
        }
    }
    return true;
}
