/* A chunk: some clusters of a table, and the moves that a search makes among them. Nothing outside
 * the chunk is read or changed, so that chunks are searched side by side. */
#ifndef SHOAL_BOXES_BOX_CHUNK_H
#define SHOAL_BOXES_BOX_CHUNK_H

#include "base/random.h"
#include "boxes/box_spots.h"

#define CHUNK_BLANKS 0 /* number of the cluster of blanked rows, which has no box */

typedef uint32_t chunk_unit; /* a row of the chunk */
#define CHUNK_NONE UINT32_MAX

/* A near spot of the chunk. */
typedef struct chunk_near {
    uint32_t spot;
    uint32_t distance;
} chunk_near;

/* A cluster as it was before a move. */
typedef struct chunk_saved {
    uint32_t cluster;
    uint32_t rows;
    int64_t cost;
} chunk_saved;

typedef struct chunk_step {
    chunk_unit unit;
    uint32_t from;
} chunk_step;

/* The scratch of one worker, used again for every chunk: arrays grow as needed. */
typedef struct box_chunk {
    const box_spots *of;
    int worker;
    size_t k;

    /* Spots of the chunk. */
    size_t spots;
    uint32_t *spot;       /* [spots] global number */
    uint16_t *position;   /* [spots * lanes] */
    uint32_t *unit_begin; /* [spots + 1] units stand by spot */
    uint32_t *near_begin; /* [spots + 1] */
    chunk_near *near;
    uint32_t *local; /* [all spots] local number + 1; 0: not in the chunk */

    /* Units. */
    size_t units;
    uint32_t *unit_spot;
    uint32_t *unit_tuple;
    uint32_t *cluster;         /* [units] */
    chunk_unit *next, *before; /* [units] in their cluster's list */

    /* Clusters; numbers from 1 on, those not in use on a stack. */
    size_t clusters; /* room */
    uint32_t *rows;
    int64_t *cost; /* of a row */
    chunk_unit *head;
    uint16_t *least, *most;
    uint64_t *set;
    uint32_t *spare;
    size_t spares;
    uint64_t blanks; /* rows that may be in CHUNK_BLANKS */
    int64_t usual;   /* about what a row costs */

    /* The move that is being tried. */
    int64_t change; /* of the cost, so far */
    chunk_saved *saved;
    size_t saved_count;
    uint16_t *saved_boxes; /* [saved * 2 * lanes] */
    uint64_t *saved_sets;
    uint32_t *saved_mark; /* [clusters] number of the move that saved it */
    uint32_t move;
    chunk_step *steps;
    size_t step_count;
    struct chunk_growth *growing;
    uint32_t *tuples; /* [units] for the rule */
    arena memory;
    bool failed;
} box_chunk;

/* ---- Clusters and moves (box_chunk.c) -------------------------------------------------------- */

/* Links a unit into a cluster while the chunk is filled: boxes are made by chunk_fill_boxes. */
void chunk_put(box_chunk *in, chunk_unit unit, uint32_t cluster);
void chunk_fill_box(box_chunk *in, uint32_t cluster);

/* Begins a move: what follows is remembered until it is kept or undone. */
void chunk_begin(box_chunk *in);
void chunk_keep(box_chunk *in);
void chunk_undo(box_chunk *in);

/* Moves a unit: the box of `to` grows at once, that of its old cluster is left as it is until
 * chunk_shrink. in->change follows. */
void chunk_move(box_chunk *in, chunk_unit unit, uint32_t to);
void chunk_shrink(box_chunk *in, uint32_t cluster);
/* An empty cluster, for units to be moved to. */
uint32_t chunk_found(box_chunk *in);

/* What the box of a cluster would cost with one more spot in it; where that is `enough` or more,
 * some number that is, too. */
int64_t chunk_cost_with(const box_chunk *in, uint32_t cluster, uint32_t spot, int64_t enough);
/* Whether a cluster is large enough; and keeps the rule. */
bool chunk_holds(box_chunk *in, uint32_t cluster);
/* Whether all clusters that the move has changed hold. */
bool chunk_changed_hold(box_chunk *in);

/* ---- The search (box_moves.c) ---------------------------------------------------------------- */

/* Tries so many moves. One that costs more is kept with a probability that falls with what it
 * costs, measured by the temperature. */
void chunk_anneal(box_chunk *in, random_stream *stream, int64_t moves, double temperature);

#endif
