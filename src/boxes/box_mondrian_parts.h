/* Parts of a table on their way to smaller ones: what Mondrian's files share. */
#ifndef SHOAL_BOXES_BOX_MONDRIAN_PARTS_H
#define SHOAL_BOXES_BOX_MONDRIAN_PARTS_H

#include "boxes/box_mondrian.h"
#include "boxes/box_mondrian_memo.h"

#define PART_LANES 8
typedef int16_t part_lanes __attribute__((vector_size(2 * PART_LANES), may_alias));

/* Tuples in an array that cuts rearrange; the same ones stay in it. */
typedef struct mondrian_part {
    uint32_t *tuple;
    size_t count;
} mondrian_part;

/* A cut is an attribute and, where it is not cut into children, where: after the position `at`, or
 * with a set the one position at - BOX_MOST_SET from the rest. */
#define CUT_NONE UINT32_MAX
static inline uint32_t cut_code(size_t attribute, uint32_t at) {
    return (uint32_t)attribute << 16 | at;
}
static inline size_t cut_attribute(uint32_t cut) {
    return cut >> 16;
}

/* The best cuts of a part, best first. */
typedef struct mondrian_cuts {
    size_t count;
    uint32_t cut[BOX_MONDRIAN_MOST_BEAM];
    int64_t cost[BOX_MONDRIAN_MOST_BEAM]; /* of all rows of the parts */
} mondrian_cuts;

/* An attribute whose parts are nodes of a tree: number[d * size + p] is the node of depth d that
 * position p is in, numbered in order. */
typedef struct mondrian_tree {
    uint32_t depths; /* 0: it is no tree */
    uint16_t *number;
} mondrian_tree;

/* How a cut divides: positions with row[p] - base, or p > at, or p == at. */
typedef struct mondrian_divider {
    size_t attribute;
    const uint16_t *row; /* NULL: two parts */
    uint32_t base;
    uint32_t at;
    bool one;
    size_t parts;
} mondrian_divider;

/* Scratch of a thread. */
typedef struct mondrian_worker {
    int number;
    part_lanes *low, *high; /* [chunks] of the part measured last */
    box hull;               /* the same as a box */
    uint64_t rows;
    part_lanes *low_of, *high_of; /* [parts * chunks] of the parts of a cut */
    uint64_t *set_of;             /* [parts * attributes]; NULL: no sets */
    uint64_t *rows_of;            /* [parts] */
    bool *lost;                   /* [parts] cannot be published */
    box made;                     /* for costs */
    size_t *start;                /* [parts + 1] */
    uint32_t *sorted;             /* [tuples] */
    uint32_t *copy;               /* [tuples] */
    uint32_t *listed;             /* [tuples] for the rule */
    uint64_t *key;                /* [tuples] */
    int64_t *cost_before;         /* [tuples] of sorted tuples up to this one */
    uint64_t *rows_before;
} mondrian_worker;

struct box_mondrian {
    const box_work *work;
    const box_table *of;
    box_mondrian_setup setup;
    mondrian_tree *tree; /* [attributes] */
    bool all_trees;
    size_t chunks; /* of PART_LANES */
    /* Tuples have numbers here, so that those of a part are near each other in memory. */
    uint32_t *original;    /* [tuples] their numbers in the table */
    uint32_t *copies;      /* [tuples] NULL: one each */
    part_lanes *position;  /* [tuples * chunks] less 32768 */
    size_t *set_attribute; /* [sets] */
    size_t sets;
    size_t most_parts;
    mondrian_worker *worker; /* [workers] */
    int workers;
    uint32_t *order;    /* [tuples] all of them, as parts of the tree's top */
    int64_t blank_cost; /* of a row left out; more than the table's where too many would be */
    box_mondrian_memo memo;
    int level;     /* look-ahead of the round that is next */
    int before;    /* of the last whole round before it */
    size_t within; /* parts up to this size are looked at in it */
    bool first;
    _Atomic bool no_memory, cancelled;
    _Atomic bool stop; /* one of these, or out of time or effort */
    arena memory;
};

#define MONDRIAN_EXACT (BOX_MONDRIAN_MOST_AHEAD + 1) /* in place of a look-ahead */

/* ---- box_mondrian_parts.c -------------------------------------------------------------------- */

static inline part_lanes lanes_least(part_lanes a, part_lanes b) {
    part_lanes below = a < b;
    return (a & below) | (b & ~below);
}
static inline part_lanes lanes_most(part_lanes a, part_lanes b) {
    part_lanes above = a > b;
    return (a & above) | (b & ~above);
}
static inline void lanes_unpack(uint16_t *out, const part_lanes *from, size_t attributes) {
    const int16_t *lane = (const int16_t *)(const void *)from;
    for (size_t a = 0; a < attributes; a++)
        out[a] = (uint16_t)(lane[a] + 32768);
}

static inline uint32_t part_position(const box_mondrian *m, uint32_t tuple, size_t attribute) {
    const int16_t *at = (const int16_t *)(const void *)(m->position + tuple * m->chunks);
    return (uint32_t)(at[attribute] + 32768);
}
static inline uint64_t part_copies(const box_mondrian *m, uint32_t tuple) {
    return m->copies ? m->copies[tuple] : 1;
}

/* Whether somebody wants the round to end: asked between steps that take long in a large part,
 * which then stop short. What they return is of no meaning. */
static inline bool part_is_cancelled(const box_mondrian *m) {
    return m->work->cancel && *m->work->cancel;
}

/* What it takes to look at all cuts of a part. Those of a tree are often ruled out by a look at the
 * number of rows. */
static inline uint64_t part_work(const box_mondrian *m, size_t tuples) {
    uint64_t times = m->all_trees && m->of->blanks == 0 ? 1 : 2;
    return times * tuples * m->of->attributes * (m->chunks + 1);
}

/* Sets worker->hull and worker->rows; returns what the rows cost. */
int64_t part_measure(const box_mondrian *m, mondrian_worker *worker, mondrian_part part);
mondrian_key part_key(const box_mondrian *m, const mondrian_worker *worker, int level);
/* Whether it may be published, but for its cost. */
bool part_holds(const box_mondrian *m, mondrian_worker *worker, const uint32_t *tuple, size_t count,
                uint64_t rows);

/* How the part measured last, or any other that spans these positions, is cut. */
bool divider_of_tree(const box_mondrian *m, size_t attribute, uint32_t least, uint32_t most,
                     mondrian_divider *out);
mondrian_divider divider_of_cut(const box_mondrian *m, uint32_t cut, mondrian_part part);
static inline size_t divider_part(const box_mondrian *m, const mondrian_divider *by,
                                  uint32_t tuple) {
    uint32_t p = part_position(m, tuple, by->attribute);
    if (by->row)
        return by->row[p] - by->base;
    return by->one ? p == by->at : p > by->at;
}
/* Rearranges the part, so that those of a cut stand one after the other; and takes the next. */
void part_arrange(const box_mondrian *m, mondrian_worker *worker, const mondrian_divider *by,
                  mondrian_part part);
mondrian_part part_next(const box_mondrian *m, const mondrian_divider *by, mondrian_part *rest);

/* ---- box_mondrian_cuts.c --------------------------------------------------------------------- */

/* The best cuts of the part measured last, at most setup.beam. */
void part_list_cuts(const box_mondrian *m, mondrian_worker *worker, mondrian_part part,
                    mondrian_cuts *out);
/* Whether the part measured last may be cut into the children of the attribute's node. */
bool part_has_children(const box_mondrian *m, mondrian_worker *worker, mondrian_part part,
                       const mondrian_divider *by);
/* The cut of the part measured last by the published heuristic, or CUT_NONE. */
uint32_t part_median_cut(const box_mondrian *m, mondrian_worker *worker, mondrian_part part);

/* ---- box_mondrian_value.c -------------------------------------------------------------------- */

/* What the part's rows cost in the end, with so much look-ahead. Changes the order of its tuples.
 * Of no meaning once m->stop is set. */
int64_t part_value(box_mondrian *m, mondrian_worker *worker, int level, mondrian_part part);
/* The same where the value of each cut is worked out by somebody else: the cuts that may be best,
 * of which the one with look-ahead level - 1 is *usual, of value *usual_value. */
void part_open_cuts(box_mondrian *m, mondrian_worker *worker, int level, mondrian_part part,
                    mondrian_cuts *out, uint32_t *usual, int64_t *usual_value);
/* The value of a cut's parts; stops adding up once it is not below `most`. */
int64_t part_cut_value(box_mondrian *m, mondrian_worker *worker, int level, mondrian_part part,
                       uint32_t cut, int64_t most);
/* Measures the part. True: it is never cut, and *value is its value. */
bool part_is_final(const box_mondrian *m, mondrian_worker *worker, mondrian_part part,
                   int64_t *value);

#endif
