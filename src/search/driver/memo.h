/* Remembers evaluated nodes, up to a memory limit; beyond it nodes are simply evaluated again. */
#ifndef SHOAL_SEARCH_DRIVER_MEMO_H
#define SHOAL_SEARCH_DRIVER_MEMO_H

#include "recode/recoding_space.h"

typedef struct memo memo;

#define MEMO_NONE SIZE_MAX

SHOAL_CHECKED shoal_status memo_open(memo **out, size_t node_bytes, size_t most_bytes,
                                     shoal_error *error);
void memo_close(memo *known);

/* Entry of a node, or MEMO_NONE. */
size_t memo_find(const memo *known, const uint8_t *node);
/* A new entry for a node that memo_find does not know, or MEMO_NONE when the memo is full. Its
 * evaluation is infeasible until it is set: a search may stop before that. */
size_t memo_add(memo *known, const uint8_t *node);
/* The entry's evaluation; valid until the next memo_add. */
evaluation *memo_at(memo *known, size_t entry);

/* Entries are numbered from 0 in the order in which they were added; the node of one. */
size_t memo_count(const memo *known);
const uint8_t *memo_node(const memo *known, size_t entry);

#endif
