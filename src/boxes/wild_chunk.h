/* A part of a table whose cells are blanked on its own: see wild_cells.h. Rows outside are not
 * counted, so that a row that is safe in its chunk is safe in the table. */
#ifndef SHOAL_BOXES_WILD_CHUNK_H
#define SHOAL_BOXES_WILD_CHUNK_H

#include "base/random.h"
#include "boxes/wild_cells.h"

/* An item is one row, or all copies of a tuple that need no help. */
typedef struct wild_chunk {
    const wild_table *of;
    size_t items;
    uint16_t **code;   /* [attribute][item] */
    uint64_t *full;    /* [item] the attributes where it has a value, */
    uint64_t *shown;   /* those that it shows, */
    uint32_t *copies;  /* rows that it stands for, */
    uint32_t *lends;   /* how many of them match others: all, or none once it is blanked */
    uint32_t *support; /* and how many rows it is compatible with, itself included */
    uint32_t *tuple;   /* of the table */
    uint64_t all;      /* a bit per attribute */
    uint64_t spare;    /* rows that may still be blanked as a whole */
    int64_t cost;
    bool safe;
    uint64_t *kept_shown; /* after the last round that ended: */
    uint32_t *kept_support, *kept_lends;
    uint64_t kept_spare;
    int64_t kept_cost;
    int64_t moves; /* of this round */
    /* Of the item looked at last: where each other item shows another value. */
    uint64_t *differ; /* [items] */
    uint64_t *total;  /* [subsets of attributes] rows, */
    uint32_t *needy;  /* items below k */
    int64_t *price;   /* and what blanking the subset costs */
    arena memory;
} wild_chunk;

/* Cells of an item to blank, so that it is safe. */
typedef struct wild_choice {
    bool possible;
    uint64_t blank; /* a bit per attribute */
    int64_t cost;
    uint32_t gain; /* items below k, itself included, that are compatible with one more row */
} wild_choice;

/* Finds the arrays' room; the caller fills in code, full, copies and tuple. False: no memory. */
SHOAL_CHECKED bool wild_chunk_open(wild_chunk *out, const wild_table *of, size_t items);
void wild_chunk_close(wild_chunk *chunk);
/* Counts what every item is compatible with. */
void wild_chunk_count(wild_chunk *chunk);

static inline bool wild_chunk_needs(const wild_chunk *chunk, size_t item) {
    return chunk->lends[item] > 0 && chunk->support[item] < chunk->of->k;
}

static inline bool wild_chunk_is_blanked(const wild_chunk *chunk, size_t item) {
    return chunk->shown[item] != chunk->full[item];
}

/* The cheapest cells that make an item safe, of which nothing is blanked; among equally cheap ones
 * those that help most. */
wild_choice wild_chunk_choose(wild_chunk *chunk, size_t item);
/* Changes what an item shows, and everybody's support. A row that shows nothing and has no missing
 * value is blanked as a whole: it lends and needs nothing. */
void wild_chunk_show(wild_chunk *chunk, size_t item, uint64_t shown);
int64_t wild_chunk_price(const wild_chunk *chunk, size_t item, uint64_t blank);
/* Shows again every cell that nobody needs blanked, the dearest first. */
void wild_chunk_restore(wild_chunk *chunk, size_t item);

/* ---- Searching (wild_repair.c) --------------------------------------------------------------- */

/* Both return false when out of memory, and end early when cancelled. */
SHOAL_CHECKED bool wild_chunk_greedy(wild_chunk *chunk, const volatile int *cancel);
SHOAL_CHECKED bool wild_chunk_improve(wild_chunk *chunk, random_stream *stream,
                                      const volatile int *cancel);

#endif
