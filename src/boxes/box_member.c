/* member: greedy k-member clustering. A cluster at a time is grown from a spot and its near spots,
 * outliers first; rows that are left over go to the near cluster that they cost least in. */
#include "boxes/box_mend.h"
#include "boxes/box_spots.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct ranked_spot {
    uint32_t distance; /* of its farthest near spot */
    uint32_t spot;
} ranked_spot;

typedef struct member_run {
    const box_spots *of;
    uint32_t *left; /* [spots] rows without a cluster */
    uint32_t *some; /* [spots] the last cluster that took rows of it; BOX_BLANK: none */
    size_t clusters;
    uint32_t *rows;         /* [clusters] */
    uint16_t *least, *most; /* [clusters * lanes] */
    uint64_t *set;
    box_portion *portion; /* of tuples, in the order of place */
    uint32_t *tuple;      /* [portions] */
    size_t portions, portions_held, tuples_held;
    uint32_t *next;      /* [spots] the first of its tuples with rows left, in order.tuple */
    uint32_t *next_left; /* [spots] and how many of these are left */
    bool failed;
    arena memory;
} member_run;

static int outliers_first(const void *one, const void *other) {
    const ranked_spot *first = one, *second = other;
    if (first->distance != second->distance)
        return first->distance > second->distance ? -1 : 1;
    return (first->spot > second->spot) - (first->spot < second->spot);
}

/* ---- Clusters -------------------------------------------------------------------------------- */

static int64_t cost_with(const member_run *run, size_t cluster, uint32_t spot) {
    const box_spots *of = run->of;
    const uint16_t *position = of->position + spot * of->lanes;
    const uint16_t *least = run->least + cluster * of->lanes,
                   *most = run->most + cluster * of->lanes;
    int64_t sum = 0;
    for (size_t i = 0; i < of->spans; i++)
        sum += spot_lane_cost(&of->lane[i], position[i] < least[i] ? position[i] : least[i],
                              position[i] > most[i] ? position[i] : most[i]);
    for (size_t i = of->spans; run->set && i < of->used; i++)
        sum += of->lane[i].of_count[__builtin_popcountll(run->set[cluster * of->lanes + i] |
                                                         (uint64_t)1 << position[i])];
    return sum;
}

/* Hands rows of the spot's tuples to the cluster, one tuple after the other. */
static void hand_over(member_run *run, size_t cluster, uint32_t spot, uint32_t rows) {
    const box_spots *of = run->of;
    const box_table *table = of->work->of;
    while (rows > 0) {
        uint32_t taken = rows < run->next_left[spot] ? rows : run->next_left[spot];
        uint32_t tuple = of->order.tuple[run->next[spot]];
        if (!memory_grow((void **)&run->portion, &run->portions_held, run->portions + 1,
                         sizeof *run->portion) ||
            !memory_grow((void **)&run->tuple, &run->tuples_held, run->portions + 1,
                         sizeof *run->tuple)) {
            run->failed = true;
            return;
        }
        run->portion[run->portions] = (box_portion){(uint32_t)cluster, taken};
        run->tuple[run->portions++] = tuple;
        rows -= taken;
        run->next_left[spot] -= taken;
        if (run->next_left[spot] > 0 || ++run->next[spot] == of->begin[spot + 1])
            continue;
        tuple = of->order.tuple[run->next[spot]];
        run->next_left[spot] = table->count ? table->count[tuple] : 1;
    }
}

static void add(member_run *run, size_t cluster, uint32_t spot, uint32_t rows) {
    const box_spots *of = run->of;
    const uint16_t *position = of->position + spot * of->lanes;
    uint16_t *least = run->least + cluster * of->lanes, *most = run->most + cluster * of->lanes;
    bool first = run->rows[cluster] == 0;
    for (size_t i = 0; i < of->lanes; i++) {
        least[i] = first || position[i] < least[i] ? position[i] : least[i];
        most[i] = first || position[i] > most[i] ? position[i] : most[i];
    }
    for (size_t i = of->spans; run->set && i < of->used; i++)
        run->set[cluster * of->lanes + i] |= (uint64_t)1 << position[i];
    run->rows[cluster] += rows;
    run->left[spot] -= rows;
    run->some[spot] = (uint32_t)cluster;
    hand_over(run, cluster, spot, rows);
}

/* ---- Growing --------------------------------------------------------------------------------- */

/* Whether the spot and its near ones have k rows left. */
static bool has_enough(const member_run *run, uint32_t spot) {
    const box_spots *of = run->of;
    uint64_t rows = run->left[spot], k = of->work->of->k;
    for (size_t i = 0; rows < k && i < of->near_count[spot]; i++)
        rows += run->left[of->near[spot * of->near_most + i]];
    return rows >= k;
}

static uint32_t best_member(const member_run *run, size_t cluster, uint32_t spot) {
    const box_spots *of = run->of;
    uint32_t best = BOX_BLANK;
    int64_t least = INT64_MAX;
    for (size_t i = 0; i < of->near_count[spot]; i++) {
        uint32_t near = of->near[spot * of->near_most + i];
        if (of->distance[spot * of->near_most + i] >= least)
            break;
        int64_t cost = run->left[near] > 0 ? cost_with(run, cluster, near) : INT64_MAX;
        if (cost < least) {
            least = cost;
            best = near;
        }
    }
    return best;
}

static void grow(member_run *run, uint32_t spot) {
    uint64_t k = run->of->work->of->k;
    /* Enough copies of one spot are a cluster by themselves. */
    while (run->left[spot] > 0 && has_enough(run, spot)) {
        size_t cluster = run->clusters++;
        uint32_t from = spot;
        while (run->rows[cluster] < k) {
            uint64_t wanted = k - run->rows[cluster];
            bool alone = from == spot && run->left[spot] >= wanted && run->left[spot] < 2 * k;
            uint32_t rows = run->left[from] < wanted || alone ? run->left[from] : (uint32_t)wanted;
            add(run, cluster, from, rows);
            if (run->rows[cluster] < k)
                from = best_member(run, cluster, spot);
        }
    }
}

/* ---- What is left over ----------------------------------------------------------------------- */

static void settle_left(member_run *run, uint32_t spot) {
    const box_spots *of = run->of;
    size_t best = BOX_BLANK;
    int64_t least = INT64_MAX;
    for (size_t i = 0; i < of->near_count[spot]; i++) {
        uint32_t cluster = run->some[of->near[spot * of->near_most + i]];
        int64_t cost = cluster == BOX_BLANK
                           ? INT64_MAX
                           : (int64_t)run->rows[cluster] * cost_with(run, cluster, spot);
        if (cost < least) {
            least = cost;
            best = cluster;
        }
    }
    add(run, best == BOX_BLANK ? run->clusters++ : best, spot, run->left[spot]);
}

static bool open_run(member_run *run) {
    const box_spots *of = run->of;
    const box_table *table = of->work->of;
    size_t most = (size_t)(table->rows / table->k) + of->count + 1;
    bool sets = of->spans < of->used;
    run->left = arena_new(&run->memory, of->count, sizeof *run->left);
    run->some = arena_new(&run->memory, of->count, sizeof *run->some);
    run->next = arena_new(&run->memory, of->count, sizeof *run->next);
    run->next_left = arena_new(&run->memory, of->count, sizeof *run->next_left);
    run->rows = arena_zero(&run->memory, most, sizeof *run->rows);
    run->least = arena_new(&run->memory, most * of->lanes, sizeof *run->least);
    run->most = arena_new(&run->memory, most * of->lanes, sizeof *run->most);
    run->set = sets ? arena_zero(&run->memory, most * of->lanes, sizeof *run->set) : NULL;
    if (!run->left || !run->some || !run->next || !run->next_left || !run->rows || !run->least ||
        !run->most || (sets && !run->set))
        return false;
    memcpy(run->left, of->rows, of->count * sizeof *run->left);
    memset(run->some, 0xff, of->count * sizeof *run->some);
    for (size_t spot = 0; spot < of->count; spot++) {
        uint32_t tuple = of->order.tuple[of->begin[spot]];
        run->next[spot] = of->begin[spot];
        run->next_left[spot] = table->count ? table->count[tuple] : 1;
    }
    return true;
}

static bool make_clusters(member_run *run) {
    const box_spots *of = run->of;
    ranked_spot *ranked = arena_new(&run->memory, of->count, sizeof *ranked);
    if (!ranked || !open_run(run))
        return false;
    for (size_t spot = 0; spot < of->count; spot++) {
        size_t count = of->near_count[spot];
        uint32_t far = count > 0 ? of->distance[spot * of->near_most + count - 1] : BOX_FORBIDDEN;
        ranked[spot] = (ranked_spot){far, (uint32_t)spot};
    }
    qsort(ranked, of->count, sizeof *ranked, outliers_first);
    for (size_t i = 0; i < of->count; i++)
        grow(run, ranked[i].spot);
    for (size_t i = 0; i < of->count; i++)
        if (run->left[ranked[i].spot] > 0)
            settle_left(run, ranked[i].spot);
    return !run->failed;
}

/* Portions stand in the order in which clusters were made: they are sorted by tuple. */
static shoal_status settle(box_clusters *out, const member_run *run, shoal_error *error) {
    const box_work *work = run->of->work;
    *out = (box_clusters){.tuples = work->of->tuples};
    out->first = memory_zero(out->tuples + 2, sizeof *out->first);
    out->portion = memory_new(run->portions, sizeof *out->portion);
    if (!out->first || !out->portion)
        return status_no_memory(error);
    for (size_t i = 0; i < run->portions; i++)
        out->first[run->tuple[i] + 2]++;
    for (size_t t = 2; t < out->tuples + 2; t++)
        out->first[t] += out->first[t - 1];
    for (size_t i = 0; i < run->portions; i++)
        out->portion[out->first[run->tuple[i] + 1]++] = run->portion[i];
    return box_mend(out, work, &run->of->order, error);
}

shoal_status box_member(box_clusters *out, const box_work *work, shoal_error *error) {
    box_spots room;
    const box_spots *spots;
    *out = (box_clusters){0};
    shoal_status status = box_spots_find(&spots, &room, work, error);
    if (status == SHOAL_OK) {
        member_run run = {.of = spots};
        status = make_clusters(&run) ? settle(out, &run, error) : status_no_memory(error);
        memory_free(run.portion);
        memory_free(run.tuple);
        arena_free(&run.memory);
    }
    box_spots_close(&room);
    if (status != SHOAL_OK)
        box_clusters_free(out);
    return status;
}
