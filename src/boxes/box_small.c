#include "boxes/box_small.h"

#include <assert.h>

#define NONE INT64_MAX

/* Sets of rows are bits. */
typedef struct small_search {
    const box_work *work;
    size_t rows;
    uint32_t tuple[BOX_SMALL_ROWS]; /* of each row */
    int64_t *cost;                  /* [sets] of a cluster of these rows; NONE: it does not hold */
    int64_t *best;  /* [sets] of the best clusters of these rows; NONE: there are none */
    uint32_t *last; /* [sets] the cluster of the first row among them */
    box hull;
    arena memory;
} small_search;

static bool open_search(small_search *out, const box_work *work) {
    const box_table *of = work->of;
    *out = (small_search){.work = work};
    for (size_t t = 0; t < of->tuples; t++)
        for (uint32_t i = 0; i < (of->count ? of->count[t] : 1); i++)
            out->tuple[out->rows++] = (uint32_t)t;
    size_t sets = (size_t)1 << out->rows;
    out->cost = arena_new(&out->memory, sets, sizeof *out->cost);
    out->best = arena_new(&out->memory, sets, sizeof *out->best);
    out->last = arena_zero(&out->memory, sets, sizeof *out->last);
    out->hull = (box){.least = arena_new(&out->memory, of->attributes, sizeof(uint16_t)),
                      .most = arena_new(&out->memory, of->attributes, sizeof(uint16_t)),
                      .set = arena_zero(&out->memory, of->attributes, sizeof(uint64_t))};
    return out->cost && out->best && out->last && out->hull.least && out->hull.most &&
           out->hull.set;
}

static bool is_forbidden(const small_search *search) {
    const box_table *of = search->work->of;
    for (size_t a = 0; a < of->attributes; a++)
        if (box_cell_cost(search->work->costs, a, search->hull.least[a], search->hull.most[a],
                          search->hull.set[a]) >= BOX_FORBIDDEN)
            return true;
    return false;
}

static int64_t cost_of(small_search *search, uint32_t set) {
    const box_table *of = search->work->of;
    uint32_t member[BOX_SMALL_ROWS];
    size_t count = 0;
    for (size_t r = 0; r < search->rows; r++)
        if (set >> r & 1)
            member[count++] = search->tuple[r];
    if (count < of->k || count == 0)
        return NONE;
    box_begin(of, &search->hull, member[0]);
    for (size_t i = 1; i < count; i++)
        box_extend(of, &search->hull, member[i]);
    if (is_forbidden(search) || (of->rule && !of->rule(of->rule_context, member, count, 0)))
        return NONE;
    return box_row_cost(search->work->costs, &search->hull) * (int64_t)count;
}

/* The first row is in one of the clusters: whichever it is, the others are best for the rest. */
static void divide(small_search *search, uint32_t set) {
    uint32_t first = set & (0 - set), others = set ^ first;
    search->best[set] = NONE;
    for (uint32_t with = others;; with = (with - 1) & others) {
        uint32_t cluster = with | first, rest = set ^ cluster;
        if (search->cost[cluster] < NONE && search->best[rest] < NONE &&
            search->cost[cluster] + search->best[rest] < search->best[set]) {
            search->best[set] = search->cost[cluster] + search->best[rest];
            search->last[set] = cluster;
        }
        if (with == 0)
            return;
    }
}

/* The rows that are in clusters; those that are not are blanked. */
static bool choose(const small_search *search, uint32_t *chosen) {
    const box_table *of = search->work->of;
    int64_t least = NONE;
    for (uint32_t set = 0; set < (uint32_t)1 << search->rows; set++) {
        uint64_t blanked = search->rows - (uint64_t)__builtin_popcount(set);
        if (blanked > of->blanks || search->best[set] == NONE)
            continue;
        int64_t cost = search->best[set] + (int64_t)blanked * of->blank_cost;
        if (cost < least) {
            least = cost;
            *chosen = set;
        }
    }
    return least < NONE;
}

static shoal_status take(box_clusters *out, const small_search *search, uint32_t chosen,
                         shoal_error *error) {
    uint32_t cluster_of[BOX_SMALL_ROWS];
    size_t tuples = search->work->of->tuples;
    *out = (box_clusters){.tuples = tuples,
                          .first = memory_zero(tuples + 1, sizeof *out->first),
                          .portion = memory_new(search->rows, sizeof *out->portion)};
    if (!out->first || !out->portion)
        return status_no_memory(error);
    for (size_t r = 0; r < search->rows; r++)
        cluster_of[r] = BOX_BLANK;
    for (uint32_t clusters = 0; chosen; chosen ^= search->last[chosen], clusters++)
        for (size_t r = 0; r < search->rows; r++)
            if (search->last[chosen] >> r & 1)
                cluster_of[r] = clusters;
    for (size_t r = 0; r < search->rows; r++) {
        out->portion[r] = (box_portion){cluster_of[r], 1};
        out->first[search->tuple[r] + 1]++;
    }
    for (size_t t = 0; t < tuples; t++)
        out->first[t + 1] += out->first[t];
    return box_clusters_settle(out, search->work, error);
}

shoal_status box_small(box_clusters *out, bool *found, const box_work *work, shoal_error *error) {
    small_search search;
    uint32_t chosen;
    assert(box_is_small(work->of));
    *out = (box_clusters){0};
    *found = false;
    shoal_status status = open_search(&search, work) ? SHOAL_OK : status_no_memory(error);
    uint32_t sets = (uint32_t)1 << search.rows;
    for (uint32_t set = 0; status == SHOAL_OK && set < sets; set++)
        search.cost[set] = cost_of(&search, set);
    if (status == SHOAL_OK)
        search.best[0] = 0;
    for (uint32_t set = 1; status == SHOAL_OK && set < sets; set++)
        divide(&search, set);
    if (status == SHOAL_OK && (*found = choose(&search, &chosen)))
        status = take(out, &search, chosen, error);
    if (status != SHOAL_OK)
        box_clusters_free(out);
    arena_free(&search.memory);
    return status;
}
