#include "cluster/refiner_anneal.h"

#include <assert.h>
#include <math.h>

/* In units of the mean squared distance of the rows to their clusters' means: over all rows, and as
 * the geometric mean over clusters, which a few far rows do not raise. */
#define HOTTEST 1.5
#define MILDEST 0.15
#define COLDEST 0.1

/* Changes per row that are enough to cool down from the hottest; fewer begin milder, as what they
 * melt they could not put together again. */
#define LONG_ENOUGH 500.0

#define COOL_EVERY 256
#define NOTE_EVERY 64
/* One in so many changes dissolves or founds a cluster; fewer of large ones, which takes longer. */
#define RARELY 128
#define LARGE_K 16
/* Improvements tried after such a change before it is judged. */
#define SETTLING 64
/* Better by less than this share is rounding. */
#define NOTABLE 1e-9

bool anneal_open(anneal *out, arena *owner, region *of, size_t most_rows) {
    *out = (anneal){.of = of, .best = arena_new(owner, most_rows, sizeof *out->best)};
    out->rarely = RARELY * (1 + of->k / LARGE_K);
    for (size_t i = 0; i < ANNEAL_CHANCES; i++)
        out->chance[i] = -log(((double)i + 0.5) / ANNEAL_CHANCES);
    return out->best != NULL;
}

static void note_best(anneal *used) {
    const region *of = used->of;
    used->best_sse = of->sse;
    used->best_clusters = of->clusters;
    memcpy(used->best, of->cluster, of->rows * sizeof *used->best);
}

static double cluster_loss(const region *of, uint32_t cluster) {
    const uint32_t *members = of->member + cluster * (2 * of->k - 1);
    double norms = 0;
    for (uint32_t i = 0; i < of->size[cluster]; i++)
        norms += of->norm[members[i]];
    return (norms - of->share[cluster]) / (double)of->size[cluster];
}

/* Clusters of equal rows, all but for rounding, do not count. */
static double typical_loss(const region *of) {
    double mean = of->sse / (double)of->rows, logarithms = 0;
    size_t counted = 0;
    for (uint32_t cluster = 0; cluster < of->clusters; cluster++) {
        double loss = cluster_loss(of, cluster);
        if (loss > NOTABLE * mean) {
            logarithms += log(loss);
            counted++;
        }
    }
    return counted > 0 ? exp(logarithms / (double)counted) : mean;
}

void anneal_begin(anneal *used, random_stream stream, int64_t total) {
    const region *of = used->of;
    assert(of->rows > 1 && total > 0);
    used->stream = stream;
    used->done = 0;
    used->total = total;
    double heat = HOTTEST * (double)total / (double)of->rows / LONG_ENOUGH;
    used->hottest = fmin(fmax(heat, MILDEST), HOTTEST) * of->sse / (double)of->rows;
    used->coldest = fmin(used->hottest, COLDEST * typical_loss(of));
    for (size_t i = 0; i < ANNEAL_RANKS; i++) {
        double share = (double)i / ANNEAL_RANKS;
        used->rank[i] = (uint32_t)(share * sqrt(share) * (double)of->near_rows);
    }
    note_best(used);
    used->start_sse = used->best_sse;
    used->best_sse = INFINITY;
}

static void cool(anneal *used) {
    double share = (double)used->done / (double)used->total;
    used->temperature = used->hottest * pow(used->coldest / used->hottest, share);
}

static inline uint32_t scaled(uint64_t draw, size_t bound) {
    return (uint32_t)(((draw & UINT32_MAX) * bound) >> 32);
}

/* A member of the cluster of `near`, another one if there is. */
static inline uint32_t partner(const region *of, uint32_t near, uint64_t draw) {
    uint32_t cluster = of->cluster[near];
    const uint32_t *members = of->member + cluster * (2 * of->k - 1);
    uint32_t place = scaled(draw, of->size[cluster]);
    if (members[place] == near && ++place == of->size[cluster])
        place = 0;
    return members[place];
}

/* `row` joins the cluster of a near row: alone where the sizes allow it, or for another member. */
static inline bool goes_alone(const region *of, uint32_t row, uint32_t near, uint64_t draw) {
    return of->size[of->cluster[row]] > of->k && of->size[of->cluster[near]] < 2 * of->k - 1 &&
           (draw >> 63) != 0;
}

static inline void try_joining(region *of, uint32_t row, uint32_t near, uint64_t draw,
                               double allowed) {
    if (of->cluster[row] == of->cluster[near])
        return;
    if (goes_alone(of, row, near, draw)) {
        if (region_shift_cost(of, row, of->cluster[near]) <= allowed)
            region_shift(of, row, of->cluster[near]);
        return;
    }
    uint32_t other = partner(of, near, draw);
    if (region_swap_cost(of, row, other) <= allowed)
        region_swap(of, row, other);
}

static void try_settling(region *of, uint32_t row, uint32_t near, uint64_t draw) {
    if (of->cluster[row] == of->cluster[near])
        return;
    if (goes_alone(of, row, near, draw)) {
        if (region_shift_cost(of, row, of->cluster[near]) < 0)
            region_shift_noted(of, row, of->cluster[near]);
        return;
    }
    uint32_t other = partner(of, near, draw);
    if (region_swap_cost(of, row, other) < 0)
        region_swap_noted(of, row, other);
}

static inline uint32_t draw_near(const anneal *used, uint32_t row, uint64_t draw) {
    return used->of->near[row * used->of->near_most + used->rank[draw % ANNEAL_RANKS]];
}

/* Among the rows that have moved and rows near to them. */
static void settle(anneal *used) {
    region *of = used->of;
    size_t moved = of->notes;
    for (int i = 0; i < SETTLING; i++) {
        uint64_t draw = random_next(&used->stream);
        uint32_t row = of->note[scaled(draw, moved)].row;
        uint64_t more = random_next(&used->stream);
        if (more >> 62)
            row = draw_near(used, row, more >> 32);
        try_settling(of, row, draw_near(used, row, more >> 40),
                     draw >> 32 << 32 | (more & UINT32_MAX));
    }
}

/* One cluster less or more: what that costs shows only when the rows around have settled. */
static void try_recount(anneal *used, uint32_t row, bool fewer, double allowed) {
    region *of = used->of;
    if (!(fewer ? region_dissolve(of, of->cluster[row]) : region_found(of, row)))
        return;
    settle(used);
    if (of->sse - of->sse_before <= allowed)
        region_keep(of);
    else
        region_take_back(of);
}

static void look_at_one(anneal *used) {
    uint64_t what = random_next(&used->stream);
    uint64_t draw = random_next(&used->stream);
    uint32_t row = scaled(what, used->of->rows);
    double allowed = used->temperature * used->chance[(what >> 32) % ANNEAL_CHANCES];
    if ((what >> 44) % used->rarely == 0)
        try_recount(used, row, draw >> 63, allowed);
    else
        try_joining(used->of, row, draw_near(used, row, what >> 53), draw, allowed);
}

/* Early on only for what is better than at first, later for the best outcome even if it is worse.
 */
static double note_limit(const anneal *used) {
    bool late = 2 * used->done > used->total;
    double limit = late ? used->best_sse : fmin(used->best_sse, used->start_sse);
    return limit - NOTABLE * used->start_sse;
}

int64_t anneal_step(anneal *used, int64_t changes) {
    int64_t before = used->done;
    int64_t end = used->total - before < changes ? used->total : before + changes;
    assert(used->done <= used->total);
    for (; used->done < end; used->done++) {
        if (used->done % COOL_EVERY == 0)
            cool(used);
        look_at_one(used);
        bool noting = used->done % NOTE_EVERY == 0 || used->done + 1 == used->total;
        if (noting && used->of->sse < note_limit(used))
            note_best(used);
    }
    return used->done - before;
}
