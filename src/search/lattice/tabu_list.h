/* Nodes that a tabu walk may not visit again for a while. */
#ifndef SHOAL_SEARCH_LATTICE_TABU_LIST_H
#define SHOAL_SEARCH_LATTICE_TABU_LIST_H

#include "base/memory.h"

#include <stdint.h>

typedef struct tabu_list {
    size_t attributes;
    size_t room;
    size_t first, count; /* a ring, oldest first */
    uint8_t *nodes;      /* [room * attributes] */
    int64_t *until;      /* [room] round in which the entry is gone */
} tabu_list;

/* `room` 0 is a list that forgets at once. */
bool tabu_list_open(tabu_list *out, arena *memory, size_t attributes, size_t room);
void tabu_list_clear(tabu_list *of);

/* The oldest entry makes room where there is none. `until` never decreases. */
void tabu_list_add(tabu_list *of, const uint8_t *node, int64_t until);
/* Drops the entries whose time is over when `round` begins. */
void tabu_list_expire(tabu_list *of, int64_t round);
bool tabu_list_holds(const tabu_list *of, const uint8_t *node);

#endif
