#include "cluster/refiner_anneal.h"

#include <math.h>

/* Temperatures in units of the mean squared distance of the region's rows to their clusters'
 * means. */
#define HOTTEST 1.0
#define COLDEST 0.01

#define COOL_EVERY 256
#define NOTE_EVERY 64
/* One in so many changes dissolves or founds a cluster. */
#define RARELY 512
/* Better by less than this share is rounding. */
#define NOTABLE 1e-9

bool anneal_open(anneal *out, arena *owner, region *of, size_t most_rows) {
    *out = (anneal){.of = of, .best = arena_new(owner, most_rows, sizeof *out->best)};
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

void anneal_begin(anneal *used, random_stream stream, int64_t total) {
    const region *of = used->of;
    double scale = of->sse / (double)of->rows;
    used->stream = stream;
    used->done = 0;
    used->total = total;
    used->hottest = HOTTEST * scale;
    used->coldest = COLDEST * scale;
    for (size_t i = 0; i < ANNEAL_RANKS; i++) {
        double share = (double)i / ANNEAL_RANKS;
        used->rank[i] = (uint32_t)(share * sqrt(share) * (double)of->near_rows);
    }
    note_best(used);
    used->start_sse = used->best_sse;
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
static void try_joining(region *of, uint32_t row, uint32_t near, uint64_t draw, double allowed) {
    uint32_t from = of->cluster[row], to = of->cluster[near];
    if (from == to)
        return;
    bool alone = of->size[from] > of->k && of->size[to] < 2 * of->k - 1 && (draw >> 63) != 0;
    if (alone) {
        if (region_shift_cost(of, row, to) <= allowed)
            region_shift(of, row, to);
        return;
    }
    uint32_t other = partner(of, near, draw);
    if (region_swap_cost(of, row, other) <= allowed)
        region_swap(of, row, other);
}

static void look_at_one(anneal *used) {
    region *of = used->of;
    uint64_t what = random_next(&used->stream);
    uint64_t draw = random_next(&used->stream);
    uint32_t row = scaled(what, of->rows);
    double allowed = used->temperature * used->chance[(what >> 32) % ANNEAL_CHANCES];
    if ((what >> 44) % RARELY == 0) {
        if (draw >> 63)
            region_dissolve(of, of->cluster[row], allowed);
        else
            region_found(of, row, allowed);
        return;
    }
    uint32_t rank = used->rank[(what >> 53) % ANNEAL_RANKS];
    try_joining(of, row, of->near[row * of->near_most + rank], draw, allowed);
}

int64_t anneal_step(anneal *used, int64_t changes) {
    int64_t before = used->done;
    int64_t end = used->total - before < changes ? used->total : before + changes;
    for (; used->done < end; used->done++) {
        if (used->done % COOL_EVERY == 0)
            cool(used);
        look_at_one(used);
        if ((used->done % NOTE_EVERY == 0 || used->done + 1 == used->total) &&
            used->of->sse < used->best_sse * (1 - NOTABLE))
            note_best(used);
    }
    return used->done - before;
}
