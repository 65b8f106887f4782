/* Filling a chunk with clusters of the table, and taking them back. */
#ifndef SHOAL_BOXES_BOX_CHUNK_FILL_H
#define SHOAL_BOXES_BOX_CHUNK_FILL_H

#include "boxes/box_chunk.h"

/* Rows of a tuple that are in a cluster. */
typedef struct chunk_share {
    uint32_t tuple, cluster, copies;
} chunk_share;

/* What chunks are made of: the clusters by their number, and after them the blanked shares. */
typedef struct chunk_items {
    size_t clusters, blanked;
    box_members members;
    chunk_share *blank; /* [blanked] */
} chunk_items;

SHOAL_CHECKED shoal_status chunk_items_list(chunk_items *out, const box_clusters *of,
                                            shoal_error *error);
void chunk_items_free(chunk_items *list);
/* The first tuple of an item; and the units that it has in a chunk: of many copies of one tuple,
 * which cost nothing, only some are in play. */
uint32_t chunk_item_tuple(const chunk_items *list, size_t item);
uint64_t chunk_item_units(const chunk_items *list, size_t item, const box_table *of);

/* Which items a chunk has. */
typedef struct chunk_part {
    const box_spots *of;
    const chunk_items *items;
    const uint32_t *listed; /* [count] */
    size_t count;
    uint64_t more_blanks; /* rows that may be blanked beside those that are */
    int64_t usual;        /* about what a row costs */
    int worker;
} chunk_part;

/* The clusters of a chunk, numbered from 0. */
typedef struct chunk_result {
    chunk_share *share; /* [count] */
    size_t count;
    uint32_t clusters;
} chunk_result;

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
