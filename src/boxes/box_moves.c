/* The moves of the search. The one that matters is insertion: a new cluster is grown around a row
 * from its near rows, and the clusters that it tears open are filled up again or dissolve into
 * their neighbours. Most moves are smaller: a row moves to another cluster, and where that leaves
 * its own too small another row takes its place; or two rows change places. */
#include "boxes/box_growth.h"
#include "boxes/box_targets.h"

#include <assert.h>
#include <math.h>

/* Of eight moves, how many are insertions, and how many shifts; the rest are swaps. */
#define INSERTIONS 2
#define SHIFTS 3

static bool end_move(box_chunk *in, int64_t most) {
    bool fine = in->change <= most && chunk_changed_hold(in);
    if (fine)
        chunk_keep(in);
    else
        chunk_undo(in);
    return fine;
}

/* ---- Insertion ------------------------------------------------------------------------------- */

static bool is_torn(box_chunk *in, uint32_t cluster) {
    return cluster != CHUNK_BLANKS && in->rows[cluster] > 0 && !chunk_holds(in, cluster);
}

static int64_t cost_of(const box_chunk *in, uint32_t cluster) {
    return in->rows[cluster] * in->cost[cluster];
}

/* What it would cost, about, if each unit of the cluster went to another one: above `most` where
 * that is more, or one of them cannot. */
static int64_t guess_dissolved(box_chunk *in, uint32_t cluster, int64_t most) {
    int64_t sum = 0;
    for (chunk_unit unit = in->head[cluster]; unit != CHUNK_NONE; unit = in->next[unit]) {
        int64_t change;
        if (chunk_find_target(in, unit, most - sum, &change) == CHUNK_NONE)
            return most + 1;
        sum += change;
    }
    return sum;
}

/* Moves a unit here from a cluster with rows to spare, where that costs less than `most`. */
static bool fill_up(box_chunk *in, uint32_t cluster, int64_t most) {
    int64_t change;
    chunk_unit unit = chunk_find_source(in, cluster, most, &change);
    if (unit == CHUNK_NONE)
        return false;
    uint32_t from = in->cluster[unit];
    chunk_move(in, unit, cluster);
    chunk_shrink(in, from);
    return true;
}

/* Moves the units of a cluster that is too small to where they cost least. False: one has nowhere
 * to go for so little that the move is worth it. `left` is what rows that are still to be moved
 * cost. */
static bool dissolve(box_chunk *in, uint32_t cluster, int64_t most, int64_t *left) {
    while (in->head[cluster] != CHUNK_NONE) {
        int64_t change;
        chunk_unit unit = in->head[cluster];
        uint32_t to = chunk_find_target(in, unit, most - in->change + *left, &change);
        if (to == CHUNK_NONE)
            return false;
        *left -= in->cost[cluster];
        chunk_move(in, unit, to);
    }
    return true;
}

/* Of k, the rows that may be missing in a cluster that is filled up: one at least. */
#define MISSING_OF_K 2

/* Moves units here until there are enough, as long as that costs less than `most`. False: it is
 * still too small. */
static bool fill_whole(box_chunk *in, uint32_t cluster, int64_t most) {
    int64_t begun = in->change;
    while (in->rows[cluster] < in->k)
        if (!fill_up(in, cluster, most - (in->change - begun)))
            return false;
    return chunk_holds(in, cluster);
}

/* Where few rows are missing: filled up, if that is better than to dissolve it. */
static bool restore(box_chunk *in, uint32_t cluster, int64_t most, int64_t *left) {
    size_t missing = in->k - (in->rows[cluster] < in->k ? in->rows[cluster] : in->k);
    if (missing <= 1 || missing <= in->k / MISSING_OF_K) {
        int64_t before = cost_of(in, cluster);
        chunk_shrink(in, cluster);
        *left += cost_of(in, cluster) - before;
        int64_t room = most - in->change + *left;
        int64_t dissolved = guess_dissolved(in, cluster, room);
        int64_t now = cost_of(in, cluster);
        *left -= now;
        if (fill_whole(in, cluster, (dissolved < room ? dissolved : room) - now))
            return true;
        *left += cost_of(in, cluster);
    }
    return dissolve(in, cluster, most, left);
}

/* The clusters that the growth has taken units from: what is left of them shrinks, is filled up or
 * dissolves. */
static bool settle_torn(box_chunk *in, const chunk_growth *grown, int64_t most) {
    int64_t left = 0;
    for (size_t i = 0; i < grown->torn; i++)
        if (is_torn(in, grown->from[i]))
            left += cost_of(in, grown->from[i]);
        else
            chunk_shrink(in, grown->from[i]);
    for (size_t i = 0; i < grown->torn; i++) {
        /* What they cost now may all be saved, and no more. */
        if (in->change - left > most)
            return false;
        if (is_torn(in, grown->from[i]) && !restore(in, grown->from[i], most, &left))
            return false;
    }
    return true;
}

static void insert(box_chunk *in, chunk_unit unit, int64_t most) {
    chunk_growth *grown = in->growing;
    if (!chunk_grow(grown, in, unit) || grown->change - grown->still > most)
        return;
    chunk_begin(in);
    uint32_t made = chunk_found(in);
    for (size_t i = 0; i < grown->count; i++)
        chunk_move(in, grown->unit[i], made);
    if (settle_torn(in, grown, most))
        end_move(in, most);
    else
        chunk_undo(in);
}

/* ---- Smaller moves --------------------------------------------------------------------------- */

static void shift(box_chunk *in, chunk_unit unit, int64_t most) {
    uint32_t from = in->cluster[unit];
    bool tight = from != CHUNK_BLANKS && in->rows[from] <= in->k;
    int64_t change;
    /* At best nothing of the old cluster costs anything any more. */
    uint32_t to = chunk_find_target(in, unit, most + cost_of(in, from), &change);
    if (to == CHUNK_NONE)
        return;
    chunk_begin(in);
    chunk_move(in, unit, to);
    chunk_shrink(in, from);
    if (tight && in->rows[from] > 0 && !fill_up(in, from, most - in->change))
        chunk_undo(in);
    else
        end_move(in, most);
}

static void swap(box_chunk *in, chunk_unit unit, random_stream *stream, int64_t most) {
    uint32_t spot = in->unit_spot[unit];
    uint32_t count = in->near_begin[spot + 1] - in->near_begin[spot];
    if (count == 0)
        return;
    uint32_t near = in->near[in->near_begin[spot] + random_below(stream, count)].spot;
    uint32_t units = in->unit_begin[near + 1] - in->unit_begin[near];
    chunk_unit other = in->unit_begin[near] + (uint32_t)random_below(stream, units);
    uint32_t one = in->cluster[unit], two = in->cluster[other];
    if (one == two)
        return;
    chunk_begin(in);
    chunk_move(in, unit, two);
    chunk_move(in, other, one);
    chunk_shrink(in, one);
    chunk_shrink(in, two);
    end_move(in, most);
}

/* ---- Annealing ------------------------------------------------------------------------------- */

void chunk_anneal(box_chunk *in, random_stream *stream, int64_t moves, double temperature) {
    for (int64_t i = 0; i < moves; i++) {
        uint64_t draw = random_next(stream);
        chunk_unit unit = (chunk_unit)((draw >> 32) * in->units >> 32);
        /* What costs nothing has nothing to gain. */
        if (in->cost[in->cluster[unit]] == 0)
            continue;
        double tolerance = -temperature * log(1 - random_unit(stream));
        int64_t most = (int64_t)tolerance;
        if ((draw & 7) < INSERTIONS)
            insert(in, unit, most);
        else if ((draw & 7) < INSERTIONS + SHIFTS)
            shift(in, unit, most);
        else
            swap(in, unit, stream, most);
    }
}
