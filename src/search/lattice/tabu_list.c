#include "search/lattice/tabu_list.h"

#include <assert.h>
#include <string.h>

bool tabu_list_open(tabu_list *out, arena *memory, size_t attributes, size_t room) {
    *out = (tabu_list){.attributes = attributes, .room = room};
    out->nodes = arena_zero(memory, room, attributes);
    out->until = arena_zero(memory, room, sizeof *out->until);
    return out->nodes && out->until;
}

void tabu_list_clear(tabu_list *of) {
    of->first = of->count = 0;
}

static void drop_oldest(tabu_list *of) {
    assert(of->count > 0);
    of->first = (of->first + 1) % of->room;
    of->count--;
}

void tabu_list_add(tabu_list *of, const uint8_t *node, int64_t until) {
    if (of->room == 0)
        return;
    if (of->count == of->room)
        drop_oldest(of);
    size_t place = (of->first + of->count++) % of->room;
    memcpy(of->nodes + place * of->attributes, node, of->attributes);
    assert(of->count == 1 || of->until[(place + of->room - 1) % of->room] <= until);
    of->until[place] = until;
}

void tabu_list_expire(tabu_list *of, int64_t round) {
    while (of->count > 0 && of->until[of->first] <= round)
        drop_oldest(of);
}

bool tabu_list_holds(const tabu_list *of, const uint8_t *node) {
    for (size_t i = 0; i < of->count; i++) {
        size_t place = (of->first + i) % of->room;
        if (memcmp(of->nodes + place * of->attributes, node, of->attributes) == 0)
            return true;
    }
    return false;
}
