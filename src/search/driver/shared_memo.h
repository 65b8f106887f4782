/* A memo shared by searches of the same space, so that repeated searches do not evaluate a node
 * twice. Each search still counts such a node as an evaluation: only its time differs. Between
 * searches the limit of the space may be changed, and its k where the space allows it. */
#ifndef SHOAL_SEARCH_DRIVER_SHARED_MEMO_H
#define SHOAL_SEARCH_DRIVER_SHARED_MEMO_H

#include "search/driver/memo.h"

typedef struct shared_memo shared_memo;

/* Remembers what fits into so many bytes; 0: default. */
SHOAL_CHECKED shoal_status shared_memo_open(shared_memo **out, size_t node_bytes, size_t memory,
                                            shoal_error *error);
/* The same for searches of a space with `evaluate_each`, whose k is always one of these, in
 * ascending order: a node is evaluated once for all of them. */
SHOAL_CHECKED shoal_status shared_memo_open_each(shared_memo **out, size_t node_bytes,
                                                 size_t memory, const uint64_t *ks, size_t count,
                                                 shoal_error *error);
/* The same from what a search of the space has left behind, which must outlive it. */
SHOAL_CHECKED shoal_status shared_memo_continue(shared_memo **out, size_t node_bytes, memo *known,
                                                shoal_error *error);
void shared_memo_close(shared_memo *kept);

/* An evaluation, but nodes that were evaluated before are taken from there. */
SHOAL_CHECKED shoal_status shared_memo_evaluate(shared_memo *kept, recoding_space *space,
                                                const uint8_t *nodes, size_t count, evaluation *out,
                                                shoal_error *error);

#endif
