/* The near spots of each spot, by branch and bound over a trie: the attribute whose first step is
 * dearest is its first level, children are visited from the own position outwards, where costs only
 * grow, and a branch ends where it costs more than the farthest of those found. */
#include "boxes/box_near_wide.h"

#include <assert.h>
#include <string.h>

/* Nodes of the trie that all spots visit at most, and one of them at least and at most. With few
 * attributes a spot needs some hundreds; with many there would be no end. What is found when the
 * visits are used up is near, since the search begins with what is nearest. */
#define ALL_VISITS 200000000
#define FEW_VISITS 60
#define MOST_VISITS 4000
/* Where more are needed on average, by a sample, another way is better. */
#define MANY_VISITS 1200
#define SAMPLE 64
/* But not of so many spots. */
#define MANY_SPOTS 300000
/* Spots that a thread takes at once. */
#define PIECE 512

/* The nodes of a level stand in order; the children of one are begin[n] .. begin[n + 1] of the next
 * level. */
typedef struct trie_level {
    uint16_t *position; /* [nodes] */
    uint32_t *begin;    /* [nodes + 1] */
    size_t nodes;
} trie_level;

typedef struct trie {
    const box_spots *of;
    trie_level *level; /* [used] those below a node of the last one are spots */
    uint32_t *root;    /* [blocks + 1] first node of the first level of each block */
} trie;

typedef struct near_search {
    const trie *in;
    const uint16_t *position; /* of the spot */
    size_t spot;
    uint32_t *near;
    uint32_t *distance;
    size_t most, count;
    size_t visits, most_visits;
} near_search;

/* ---- The trie -------------------------------------------------------------------------------- */

static uint32_t block_of(const box_spots *of, size_t spot) {
    return of->order.block[of->order.tuple[of->begin[spot]]];
}

static bool begins_block(const box_spots *of, size_t spot) {
    return spot == 0 || block_of(of, spot) != block_of(of, spot - 1);
}

/* How many lanes, in the trie's order, a spot has in common with the one before it. */
static size_t shared_lanes(const box_spots *of, size_t spot) {
    const uint16_t *before = of->position + (spot - 1) * of->lanes;
    const uint16_t *here = of->position + spot * of->lanes;
    size_t shared = 0;
    while (shared < of->used && before[of->trie_lane[shared]] == here[of->trie_lane[shared]])
        shared++;
    return shared;
}

static void count_nodes(trie *made, const uint32_t *shared) {
    const box_spots *of = made->of;
    for (size_t spot = 0; spot < of->count; spot++)
        for (size_t level = shared[spot]; level < of->used; level++)
            made->level[level].nodes++;
}

static bool open_levels(trie *made, arena *memory) {
    for (size_t l = 0; l < made->of->used; l++) {
        trie_level *level = &made->level[l];
        level->position = arena_new(memory, level->nodes, sizeof *level->position);
        level->begin = arena_new(memory, level->nodes + 1, sizeof *level->begin);
        if (!level->position || !level->begin)
            return false;
        level->nodes = 0;
    }
    return true;
}

static void fill_levels(trie *made, const uint32_t *shared) {
    const box_spots *of = made->of;
    for (size_t spot = 0; spot < of->count; spot++) {
        if (begins_block(of, spot))
            made->root[block_of(of, spot)] = (uint32_t)made->level[0].nodes;
        for (size_t l = shared[spot]; l < of->used; l++) {
            trie_level *level = &made->level[l];
            level->position[level->nodes] = of->position[spot * of->lanes + of->trie_lane[l]];
            level->begin[level->nodes++] =
                l + 1 < of->used ? (uint32_t)made->level[l + 1].nodes : (uint32_t)spot;
        }
    }
    made->root[of->order.blocks] = (uint32_t)made->level[0].nodes;
    for (size_t l = 0; l < of->used; l++) {
        trie_level *level = &made->level[l];
        level->begin[level->nodes] =
            l + 1 < of->used ? (uint32_t)made->level[l + 1].nodes : (uint32_t)of->count;
    }
}

static bool make_trie(trie *made, arena *memory) {
    const box_spots *of = made->of;
    uint32_t *shared = arena_new(memory, of->count, sizeof *shared);
    made->level = arena_zero(memory, of->used, sizeof *made->level);
    made->root = arena_new(memory, of->order.blocks + 1, sizeof *made->root);
    if (!shared || !made->level || !made->root)
        return false;
    for (size_t spot = 0; spot < of->count; spot++)
        shared[spot] = begins_block(of, spot) ? 0 : (uint32_t)shared_lanes(of, spot);
    count_nodes(made, shared);
    if (!open_levels(made, memory))
        return false;
    fill_levels(made, shared);
    return true;
}

/* ---- The search ------------------------------------------------------------------------------ */

static void add_near(near_search *run, size_t spot, uint64_t cost) {
    if (spot == run->spot)
        return;
    size_t at = run->count < run->most ? run->count++ : run->most - 1;
    for (; at > 0 && run->distance[at - 1] > cost; at--) {
        run->distance[at] = run->distance[at - 1];
        run->near[at] = run->near[at - 1];
    }
    run->distance[at] = (uint32_t)cost;
    run->near[at] = (uint32_t)spot;
}

static uint64_t farthest(const near_search *run) {
    return run->count < run->most ? BOX_FORBIDDEN : run->distance[run->most - 1];
}

static uint64_t step_cost(const spot_lane *lane, uint16_t own, uint16_t other) {
    if (lane->of_count)
        return lane->of_count[own == other ? 1 : 2];
    return (uint64_t)(own < other ? spot_lane_cost(lane, own, other)
                                  : spot_lane_cost(lane, other, own));
}

static size_t first_not_below(const uint16_t *position, size_t begin, size_t end, uint16_t own) {
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (position[middle] < own)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

/* Visits nodes begin .. end of a level, siblings, from the own position outwards. As deep as there
 * are attributes. */
static void visit(near_search *run, size_t level, size_t begin, size_t end, uint64_t cost) {
    const box_spots *of = run->in->of;
    const trie_level *in = &run->in->level[level];
    const spot_lane *lane = &of->lane[of->trie_lane[level]];
    uint16_t own = run->position[of->trie_lane[level]];
    size_t right = first_not_below(in->position, begin, end, own), left = right;
    uint64_t right_cost = right < end ? step_cost(lane, own, in->position[right]) : UINT64_MAX;
    uint64_t left_cost = left > begin ? step_cost(lane, own, in->position[left - 1]) : UINT64_MAX;
    while (right < end || left > begin) {
        bool to_right = right < end && (left == begin || right_cost <= left_cost);
        uint64_t sum = cost + (to_right ? right_cost : left_cost);
        if (sum >= farthest(run) || run->visits >= run->most_visits)
            return;
        size_t node = to_right ? right : left - 1;
        run->visits++;
        if (level + 1 < of->used)
            visit(run, level + 1, in->begin[node], in->begin[node + 1], sum);
        else
            add_near(run, in->begin[node], sum);
        if (to_right) {
            right++;
            right_cost = right < end ? step_cost(lane, own, in->position[right]) : UINT64_MAX;
        } else {
            left--;
            left_cost = left > begin ? step_cost(lane, own, in->position[left - 1]) : UINT64_MAX;
        }
    }
}

typedef struct near_task {
    box_spots *made;
    const trie *in;
} near_task;

/* Returns the nodes that it visited. */
static size_t find_one(box_spots *made, const trie *in, size_t spot, size_t most_visits) {
    uint32_t block = block_of(made, spot);
    near_search run = {
        .in = in,
        .position = made->position + spot * made->lanes,
        .spot = spot,
        .near = made->near + spot * made->near_most,
        .distance = made->distance + spot * made->near_most,
        .most = made->near_most,
        .most_visits = most_visits,
    };
    visit(&run, 0, in->root[block], in->root[block + 1], 0);
    made->near_count[spot] = (uint16_t)run.count;
    return run.visits;
}

static void find_piece(void *context, size_t item, int worker) {
    (void)worker;
    const near_task *task = context;
    box_spots *made = task->made;
    size_t begin = item * PIECE, end = begin + PIECE < made->count ? begin + PIECE : made->count;
    size_t share = ALL_VISITS / made->count;
    size_t most = share < FEW_VISITS ? FEW_VISITS : share > MOST_VISITS ? MOST_VISITS : share;
    if (made->work->cancel && *made->work->cancel)
        return;
    for (size_t spot = begin; spot < end; spot++)
        find_one(made, task->in, spot, most);
}

static bool is_wide(box_spots *made, const trie *in) {
    size_t visits = 0, looked = 0;
    for (size_t spot = 0; spot < made->count; spot += made->count / SAMPLE + 1, looked++)
        visits += find_one(made, in, spot, MOST_VISITS);
    return visits > MANY_VISITS * looked;
}

/* False: out of memory. */
static bool find_all(box_spots *made) {
    arena memory = {0};
    trie in = {.of = made};
    bool fine = make_trie(&in, &memory);
    bool wide = fine && made->count < MANY_SPOTS && is_wide(made, &in);
    if (fine && !wide) {
        near_task task = {made, &in};
        threads_run(made->work->pool, (made->count + PIECE - 1) / PIECE, find_piece, &task);
    }
    arena_free(&memory);
    if (wide)
        memset(made->near_count, 0, made->count * sizeof *made->near_count);
    return fine && (!wide || box_near_wide(made));
}

shoal_status box_spots_find_near(box_spots *made, size_t near, shoal_error *error) {
    near = near < made->count ? near : made->count;
    made->near_most = near > 0 ? near : 1;
    made->near = arena_new(&made->memory, made->count * made->near_most, sizeof *made->near);
    made->distance =
        arena_new(&made->memory, made->count * made->near_most, sizeof *made->distance);
    made->near_count = arena_zero(&made->memory, made->count, sizeof *made->near_count);
    if (!made->near || !made->distance || !made->near_count || !find_all(made))
        return status_no_memory(error);
    if (made->work->cancel && *made->work->cancel)
        return status_fail(error, SHOAL_INTERRUPTED, "interrupted");
    return SHOAL_OK;
}
