/* The state of a search for clusters between two rounds, as bytes for a checkpoint. */
#ifndef SHOAL_SEARCH_LOCAL_LOCAL_STATE_H
#define SHOAL_SEARCH_LOCAL_LOCAL_STATE_H

#include "boxes/box_clusters.h"

typedef struct local_state {
    uint64_t round; /* the next one */
    int64_t moves, last_moves;
    int64_t evaluations;
    double bound;      /* proven so far */
    box_clusters now;  /* that the next round begins with */
    box_clusters best; /* that were better, earlier; .first NULL: none were */
    uint8_t *level;    /* [attributes] */
} local_state;

/* Of both clusters only which rows are together is kept. *out is memory_free's. */
SHOAL_CHECKED shoal_status local_state_encode(uint8_t **out, size_t *length,
                                              const local_state *state, size_t attributes,
                                              shoal_error *error);

/* The levels and numbers of an encoded state, of which `level` has room for the attributes; false
 * when it is damaged. */
SHOAL_CHECKED bool local_state_peek(local_state *out, const uint8_t *bytes, size_t length,
                                    size_t attributes);
/* The clusters, once the work is at these levels. *whole is false when they are none of the
 * table's; free `out` with local_state_free in any case. */
SHOAL_CHECKED shoal_status local_state_decode(local_state *out, const uint8_t *bytes, size_t length,
                                              const box_work *work, bool *whole,
                                              shoal_error *error);
void local_state_free(local_state *state); /* its clusters */

#endif
