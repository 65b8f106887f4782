#include "boxes/box_targets.h"

/* ---- Targets --------------------------------------------------------------------------------- */

typedef struct target_search {
    const box_chunk *in;
    uint32_t spot; /* of the unit */
    uint32_t from; /* its cluster */
    uint32_t best;
    int64_t change;
} target_search;

/* The cost of a box with one more row from which on it changes nothing to less than `change`. */
static int64_t enough_for(int64_t rows, int64_t now, int64_t change) {
    return (change + now + rows) / (rows + 1);
}

/* `distance`: what the box costs at least with the unit in it. */
static void look_at_cluster(target_search *run, uint32_t cluster, int64_t distance) {
    const box_chunk *in = run->in;
    if (cluster == run->from || cluster == run->best || cluster == CHUNK_BLANKS ||
        in->rows[cluster] < in->k)
        return;
    int64_t rows = in->rows[cluster], now = rows * in->cost[cluster];
    if ((rows + 1) * distance - now >= run->change)
        return;
    int64_t enough = enough_for(rows, now, run->change);
    int64_t change = (rows + 1) * chunk_cost_with(in, cluster, run->spot, enough) - now;
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

uint32_t chunk_find_target(box_chunk *in, chunk_unit unit, int64_t most, int64_t *change) {
    uint32_t spot = in->unit_spot[unit], from = in->cluster[unit];
    target_search run = {in, spot, from, CHUNK_NONE, most};
    run.change = most < BOX_FORBIDDEN ? most + 1 : BOX_FORBIDDEN;
    if (from != CHUNK_BLANKS && in->rows[CHUNK_BLANKS] < in->blanks &&
        in->cost[CHUNK_BLANKS] < run.change) {
        run.best = CHUNK_BLANKS;
        run.change = in->cost[CHUNK_BLANKS];
    }
    look_at_spot(&run, spot, 0);
    for (uint32_t i = in->near_begin[spot]; i < in->near_begin[spot + 1]; i++) {
        /* One more row pays at least the distance, and no other row pays less than now. */
        if (in->near[i].distance >= run.change)
            break;
        look_at_spot(&run, in->near[i].spot, in->near[i].distance);
    }
    *change = run.change;
    return run.best;
}

/* ---- Sources --------------------------------------------------------------------------------- */

/* Members of a cluster whose near spots are looked at: those of one are near those of another. */
#define SOURCE_MEMBERS 6

typedef struct source_search {
    const box_chunk *in;
    uint32_t to;
    chunk_unit best;
    int64_t change;
} source_search;

static bool can_spare(const box_chunk *in, uint32_t cluster) {
    return cluster == CHUNK_BLANKS || in->rows[cluster] > in->k;
}

static void look_for_source(source_search *run, uint32_t spot, int64_t distance) {
    const box_chunk *in = run->in;
    int64_t rows = in->rows[run->to], now = rows * in->cost[run->to], with = -1;
    uint32_t before = run->to;
    for (chunk_unit unit = in->unit_begin[spot]; unit < in->unit_begin[spot + 1]; unit++) {
        uint32_t from = in->cluster[unit];
        if (from == before || from == run->to || !can_spare(in, from))
            continue;
        before = from;
        if ((rows + 1) * distance - now - in->cost[from] >= run->change)
            continue;
        int64_t enough = enough_for(rows, now, run->change + in->cost[from]);
        if (with < 0)
            with = chunk_cost_with(in, run->to, spot, enough);
        if (with >= enough)
            with = -1; /* perhaps not all of it */
        else {
            run->change = (rows + 1) * with - now - in->cost[from];
            run->best = unit;
        }
    }
}

chunk_unit chunk_find_source(box_chunk *in, uint32_t cluster, int64_t most, int64_t *change) {
    source_search run = {in, cluster, CHUNK_NONE, most + 1};
    uint32_t before = CHUNK_NONE, members = 0;
    for (chunk_unit unit = in->head[cluster]; unit != CHUNK_NONE; unit = in->next[unit]) {
        uint32_t spot = in->unit_spot[unit];
        if (spot == before)
            continue;
        if (members++ == SOURCE_MEMBERS)
            break;
        before = spot;
        look_for_source(&run, spot, 0);
        for (uint32_t i = in->near_begin[spot]; i < in->near_begin[spot + 1]; i++)
            look_for_source(&run, in->near[i].spot, in->near[i].distance);
    }
    *change = run.change;
    return run.best;
}
