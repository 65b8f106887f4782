/* The distinct points of a table, in its order, and the near ones of each. Searches work on these:
 * positions in lanes that a processor compares at once, and costs from small tables. */
#ifndef SHOAL_BOXES_BOX_SPOTS_H
#define SHOAL_BOXES_BOX_SPOTS_H

#include "boxes/box_order.h"

/* Lanes of a spot are a multiple of this. */
#define SPOT_LANES 8

/* What cells of a lane cost. */
typedef struct spot_lane {
    const box_cost *span; /* [least * size + most]; NULL: too large for a table, or a set */
    const box_cost *of_count;
    const box_attribute *of;
    uint32_t size;
    size_t attribute; /* of the table */
} spot_lane;

typedef struct box_spots {
    const box_work *work;
    box_order order;
    size_t lanes;  /* attributes, rounded up */
    size_t used;   /* attributes */
    size_t tabled; /* of them, the first lanes have tables */
    size_t spans;  /* the first lanes are spans; the rest sets */
    spot_lane *lane;
    size_t *trie_lane; /* [used] lanes in the order of the trie */

    size_t count;
    uint16_t *position; /* [count * lanes] */
    uint32_t *begin;    /* [count + 1] its tuples in order.tuple */
    uint32_t *rows;     /* [count] copies of them all */
    uint32_t *spot_of;  /* [tuples] */

    /* Near spots, nearest first, and what a cell pair costs; itself not among them. */
    size_t near_most;
    uint32_t *near;       /* [count * near_most] */
    uint32_t *distance;   /* [count * near_most] */
    uint16_t *near_count; /* [count] */
    arena memory;
} box_spots;

/* Finds the near spots of each: as many as searches need, more for large k, whose clusters reach
 * farther. `work` stays in place. Free it also after a failure. */
SHOAL_CHECKED shoal_status box_spots_open(box_spots *out, const box_work *work, shoal_error *error);
void box_spots_close(box_spots *made);

/* work->spots, or opened in `room`, which is closed in any case. */
SHOAL_CHECKED shoal_status box_spots_find(const box_spots **out, box_spots *room,
                                          const box_work *work, shoal_error *error);

/* The second half of opening (box_neighbours.c). */
SHOAL_CHECKED shoal_status box_spots_find_near(box_spots *made, size_t near, shoal_error *error);

/* A box in lanes. `set` has one word per lane, where there are sets; else NULL. */
typedef struct spot_box {
    uint16_t *least, *most;
    uint64_t *set;
} spot_box;

static inline int64_t spot_lane_cost(const spot_lane *lane, int32_t least, int32_t most) {
    if (lane->span)
        return lane->span[(uint32_t)least * lane->size + (uint32_t)most];
    return box_large_cost(lane->of, (uint32_t)least, (uint32_t)most);
}

/* What a row of the box costs. */
static inline int64_t spot_box_cost(const box_spots *of, const uint16_t *least,
                                    const uint16_t *most, const uint64_t *set) {
    int64_t sum = 0;
    const spot_lane *lane = of->lane;
    size_t i = 0;
    for (; i < of->tabled; i++)
        sum += lane[i].span[(uint32_t)least[i] * lane[i].size + (uint32_t)most[i]];
    for (; i < of->spans; i++)
        sum += spot_lane_cost(&lane[i], least[i], most[i]);
    for (; set && i < of->used; i++)
        sum += lane[i].of_count[__builtin_popcountll(set[i])];
    return sum;
}

/* What a row of the box of two spots costs. */
int64_t spot_distance(const box_spots *of, size_t one, size_t other);

#endif
