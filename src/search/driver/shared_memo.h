/* What other searches of the same lattice have evaluated, so that repeated searches need not do it
 * again. Each still counts it as an evaluation of its own: only the clock can tell. */
#ifndef SHOAL_SEARCH_DRIVER_SHARED_MEMO_H
#define SHOAL_SEARCH_DRIVER_SHARED_MEMO_H

#include "recode/recoding_space.h"

typedef struct recall recall;

/* Remembers as much as fits into so many bytes; 0: default. */
SHOAL_CHECKED shoal_status recall_open(recall **out, size_t node_bytes, size_t memory,
                                       shoal_error *error);
void recall_close(recall *kept);

/* An evaluation, but nodes that were evaluated before are taken from there. */
SHOAL_CHECKED shoal_status recall_evaluate(recall *kept, recoding_space *space,
                                           const uint8_t *nodes, size_t count, evaluation *out,
                                           shoal_error *error);

#endif
