/* The moves of the search. The one that matters is insertion: a new cluster is grown around a row
 * from its near rows, and the clusters that it tears open dissolve into their neighbours. Half of
 * the moves are smaller: a row moves to another cluster, or two rows change places. */
#include "boxes/box_chunk.h"
#include "boxes/box_growth.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- Where a unit goes ----------------------------------------------------------------------- */

typedef struct target_search {
    box_chunk *in;
    chunk_unit unit;
    uint32_t not_to; /* a cluster that is no target */
    uint32_t best;
    int64_t change;
} target_search;

/* `distance`: what the box costs at least with the unit in it. */
static void look_at_cluster(target_search *run, uint32_t cluster, int64_t distance) {
    const box_chunk *in = run->in;
    if (cluster == run->not_to || cluster == run->best || cluster == CHUNK_BLANKS ||
        in->rows[cluster] < in->k)
        return;
    int64_t rows = in->rows[cluster], now = rows * in->cost[cluster];
    if ((rows + 1) * distance - now >= run->change)
        return;
    int64_t change = (rows + 1) * chunk_cost_with(in, cluster, in->unit_spot[run->unit]) - now;
    if (change < run->change) {
        run->change = change;
        run->best = cluster;
    }
}

static void look_at_spot(target_search *run, uint32_t spot, int64_t distance) {
    const box_chunk *in = run->in;
    uint32_t before = CHUNK_NONE;
    for (chunk_unit unit = in->unit_begin[spot]; unit < in->unit_begin[spot + 1]; unit++) {
        if (in->cluster[unit] != before)
            look_at_cluster(run, in->cluster[unit], distance);
        before = in->cluster[unit];
    }
}

/* The cluster that it costs least to move the unit to, and what that adds there. Only clusters that
 * are large enough, and blanks while there is room. CHUNK_NONE: there is none. */
static uint32_t find_target(box_chunk *in, chunk_unit unit, uint32_t not_to, int64_t *change) {
    target_search run = {in, unit, not_to, CHUNK_NONE, BOX_FORBIDDEN};
    uint32_t spot = in->unit_spot[unit];
    if (not_to != CHUNK_BLANKS && in->rows[CHUNK_BLANKS] < in->blanks) {
        run.best = CHUNK_BLANKS;
        run.change = in->cost[CHUNK_BLANKS];
    }
    look_at_spot(&run, spot, 0);
    for (uint32_t i = in->near_begin[spot]; i < in->near_begin[spot + 1]; i++) {
        /* One more row pays at least the distance, and no other row pays less. */
        if (in->near[i].distance >= run.change)
            break;
        look_at_spot(&run, in->near[i].spot, in->near[i].distance);
    }
    *change = run.change;
    return run.best;
}

/* ---- Insertion ------------------------------------------------------------------------------- */

/* Moves the units of a cluster that is too small to where they cost least. False: one has nowhere
 * to go. */
static bool dissolve(box_chunk *in, uint32_t cluster, int64_t most) {
    while (in->head[cluster] != CHUNK_NONE) {
        int64_t change;
        uint32_t to = find_target(in, in->head[cluster], cluster, &change);
        if (to == CHUNK_NONE)
            return false;
        chunk_move(in, in->head[cluster], to);
        (void)most;
    }
    return true;
}

/* The clusters that the growth has taken units from, one after the other. */
static bool settle_torn(box_chunk *in, const chunk_growth *grown, int64_t most) {
    for (size_t i = 0; i < grown->torn; i++) {
        uint32_t cluster = grown->from[i];
        if (cluster == CHUNK_BLANKS || in->rows[cluster] == 0)
            continue;
        chunk_shrink(in, cluster);
    }
    /* What is left of several may be a cluster together. */
    size_t left = 0;
    uint32_t first = CHUNK_NONE;
    for (size_t i = 0; i < grown->torn; i++) {
        uint32_t cluster = grown->from[i];
        if (cluster == CHUNK_BLANKS || in->rows[cluster] == 0 || chunk_holds(in, cluster))
            continue;
        left += in->rows[cluster];
        first = first == CHUNK_NONE ? cluster : first;
    }
    if (first == CHUNK_NONE)
        return true;
    for (size_t i = 0; i < grown->torn; i++) {
        uint32_t cluster = grown->from[i];
        if (cluster != CHUNK_BLANKS && in->rows[cluster] > 0 && !chunk_holds(in, cluster) &&
            !dissolve(in, cluster, most))
            return false;
    }
    (void)left;
    return true;
}

static bool insert(box_chunk *in, chunk_unit unit, int64_t most) {
    chunk_growth *grown = in->growing;
    if (!chunk_grow(grown, in, unit))
        return false;
    /* What the torn clusters still cost is all that can be saved beside the new cluster. */
    if (grown->change - grown->still > most)
        return false;
    chunk_begin(in);
    uint32_t made = chunk_found(in);
    for (size_t i = 0; i < grown->count; i++)
        chunk_move(in, grown->unit[i], made);
    bool fine = settle_torn(in, grown, most) && in->change <= most && chunk_changed_hold(in);
    if (fine)
        chunk_keep(in);
    else
        chunk_undo(in);
    return fine;
}

/* ---- Smaller moves --------------------------------------------------------------------------- */

static bool end_move(box_chunk *in, int64_t most) {
    bool fine = in->change <= most && chunk_changed_hold(in);
    if (fine)
        chunk_keep(in);
    else
        chunk_undo(in);
    return fine;
}

static bool shift(box_chunk *in, chunk_unit unit, int64_t most) {
    uint32_t from = in->cluster[unit];
    int64_t change;
    if (from != CHUNK_BLANKS && in->rows[from] <= in->k)
        return false;
    uint32_t to = find_target(in, unit, from, &change);
    /* At best nothing of the old cluster costs anything any more. */
    if (to == CHUNK_NONE || change - in->rows[from] * in->cost[from] > most)
        return false;
    chunk_begin(in);
    chunk_move(in, unit, to);
    chunk_shrink(in, from);
    return end_move(in, most);
}

static bool swap(box_chunk *in, chunk_unit unit, random_stream *stream, int64_t most) {
    uint32_t spot = in->unit_spot[unit];
    uint32_t count = in->near_begin[spot + 1] - in->near_begin[spot];
    if (count == 0)
        return false;
    uint32_t near = in->near[in->near_begin[spot] + random_below(stream, count)].spot;
    uint32_t units = in->unit_begin[near + 1] - in->unit_begin[near];
    chunk_unit other = in->unit_begin[near] + (uint32_t)random_below(stream, units);
    uint32_t one = in->cluster[unit], two = in->cluster[other];
    if (one == two)
        return false;
    chunk_begin(in);
    chunk_move(in, unit, two);
    chunk_move(in, other, one);
    chunk_shrink(in, one);
    chunk_shrink(in, two);
    return end_move(in, most);
}

/* ---- Annealing ------------------------------------------------------------------------------- */

void chunk_anneal(box_chunk *in, random_stream *stream, int64_t moves, double from, double to) {
    double temperature = from;
    double factor = moves > 0 ? pow(to / from, 64.0 / (double)moves) : 1;
    for (int64_t i = 0; i < moves; i++) {
        if (i % 64 == 63)
            temperature *= factor;
        uint64_t draw = random_next(stream);
        chunk_unit unit = (chunk_unit)((draw >> 32) * in->units >> 32);
        int64_t most = (int64_t)(-temperature * log(random_unit(stream) + 1e-300));
        if (in->cost[in->cluster[unit]] == 0)
            continue;
        switch (draw & 3) {
        case 0:
        case 1:
            insert(in, unit, most);
            break;
        case 2:
            shift(in, unit, most);
            break;
        default:
            swap(in, unit, stream, most);
        }
    }
}
