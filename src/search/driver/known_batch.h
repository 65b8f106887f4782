/* The evaluation of a batch of nodes of which some are in a memo. */
#ifndef SHOAL_SEARCH_DRIVER_KNOWN_BATCH_H
#define SHOAL_SEARCH_DRIVER_KNOWN_BATCH_H

#include "search/driver/memo.h"

/* After an evaluation: the nodes that had to be evaluated, with their evaluations. */
typedef struct known_batch {
    size_t fresh;
    uint8_t *nodes; /* [fresh * node_bytes] */
    size_t nodes_held;
    evaluation *results; /* [fresh] */
    size_t results_held;
    size_t *places; /* [fresh] where in the batch they are */
    size_t places_held;
} known_batch;

/* An evaluation that takes nodes in the memo from there. The memo is only read. */
SHOAL_CHECKED shoal_status known_batch_evaluate(known_batch *batch, memo *known,
                                                recoding_space *space, const uint8_t *nodes,
                                                size_t count, evaluation *out, shoal_error *error);
/* The two halves of it: answers what is in the memo and lists the rest in batch->nodes, with room
 * for their evaluations in batch->results; and puts these where they belong. */
SHOAL_CHECKED shoal_status known_batch_find(known_batch *batch, memo *known, const uint8_t *nodes,
                                            size_t count, size_t node_bytes, evaluation *out,
                                            shoal_error *error);
void known_batch_fill(const known_batch *batch, evaluation *out);
void known_batch_free(known_batch *batch);

#endif
