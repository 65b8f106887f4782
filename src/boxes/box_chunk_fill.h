/* Filling a chunk with clusters of the table, and taking them back. */
#ifndef SHOAL_BOXES_BOX_CHUNK_FILL_H
#define SHOAL_BOXES_BOX_CHUNK_FILL_H

#include "boxes/box_chunk.h"

/* Which clusters a chunk is made of. */
typedef struct chunk_part {
    const box_spots *of;
    const box_clusters *clusters;
    const box_members *members;
    const uint32_t *listed; /* [count] */
    size_t count;
    int worker;
} chunk_part;

/* Rows of a tuple that are in a cluster. */
typedef struct chunk_share {
    uint32_t tuple, cluster, copies;
} chunk_share;

/* The clusters of a chunk, numbered from 0. */
typedef struct chunk_result {
    chunk_share *share; /* [count] */
    size_t count;
    uint32_t clusters;
} chunk_result;

/* Units that a cluster has in a chunk: of many copies of one tuple, which cost nothing, only some
 * are in play. */
uint64_t chunk_units_of(const box_table *of, size_t members, uint64_t rows);

/* The chunk is zeroed or was filled before. False: out of memory. */
bool chunk_fill(box_chunk *in, const chunk_part *part);
bool chunk_take(chunk_result *out, const box_chunk *in, const chunk_part *part);
void chunk_result_free(chunk_result *made);
void chunk_close(box_chunk *in);

/* All chunks together. */
SHOAL_CHECKED shoal_status chunk_results_join(box_clusters *out, const chunk_result *results,
                                              size_t count, const box_work *work,
                                              shoal_error *error);

#endif
