#include "boxes/box_split.h"

#include <stdlib.h>
#include <string.h>

bool box_splitter_open(box_splitter *out, const box_pieces *pieces, size_t most, arena *memory) {
    size_t lanes = pieces->of->lanes;
    *out = (box_splitter){
        .pieces = pieces,
        .sorted = arena_new(memory, most, sizeof *out->sorted),
        .best = arena_new(memory, most, sizeof *out->best),
        .after = arena_new(memory, most + 1, sizeof *out->after),
        .least = arena_new(memory, lanes, sizeof *out->least),
        .most = arena_new(memory, lanes, sizeof *out->most),
        .set = arena_new(memory, lanes, sizeof *out->set),
    };
    return out->sorted && out->best && out->after && out->least && out->most && out->set;
}

/* ---- The box of some pieces ------------------------------------------------------------------ */

static void extend(box_splitter *used, uint32_t piece, bool first) {
    const box_spots *of = used->pieces->of;
    const uint16_t *position = of->position + used->pieces->spot[piece] * of->lanes;
    for (size_t i = 0; i < of->lanes; i++) {
        used->least[i] = first || position[i] < used->least[i] ? position[i] : used->least[i];
        used->most[i] = first || position[i] > used->most[i] ? position[i] : used->most[i];
    }
    for (size_t i = of->spans; i < of->used; i++)
        used->set[i] = (first ? 0 : used->set[i]) | (uint64_t)1 << position[i];
}

static int64_t cost(const box_splitter *used) {
    return spot_box_cost(used->pieces->of, used->least, used->most, used->set);
}

/* ---- One order ------------------------------------------------------------------------------- */

/* By insertion: there are few pieces, and most are in order already. */
static void sort_by(box_splitter *used, size_t count, size_t lane) {
    const box_spots *of = used->pieces->of;
    uint32_t *sorted = used->sorted;
    for (size_t i = 1; i < count; i++) {
        uint32_t piece = sorted[i];
        uint16_t position = of->position[used->pieces->spot[piece] * of->lanes + lane];
        size_t at = i;
        for (; at > 0 &&
               of->position[used->pieces->spot[sorted[at - 1]] * of->lanes + lane] > position;
             at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = piece;
    }
}

/* The best division of the sorted pieces that costs less than *least. */
static size_t divide(box_splitter *used, size_t count, int64_t *least) {
    const box_pieces *pieces = used->pieces;
    uint64_t k = pieces->of->work->of->k, rows = 0, all = 0;
    size_t best = 0;
    for (size_t i = count; i-- > 0;) {
        extend(used, used->sorted[i], i + 1 == count);
        all += pieces->copies[used->sorted[i]];
        used->after[i] = (int64_t)all * cost(used);
    }
    for (size_t i = 0; i + 1 < count; i++) {
        extend(used, used->sorted[i], i == 0);
        rows += pieces->copies[used->sorted[i]];
        if (rows < k || all - rows < k)
            continue;
        int64_t sum = (int64_t)rows * cost(used) + used->after[i + 1];
        if (sum < *least) {
            *least = sum;
            best = i + 1;
        }
    }
    return best;
}

size_t box_split(box_splitter *used, uint32_t *piece, size_t count) {
    size_t best = 0;
    int64_t least = INT64_MAX;
    memcpy(used->sorted, piece, count * sizeof *piece);
    for (size_t lane = 0; lane < used->pieces->of->used; lane++) {
        sort_by(used, count, lane);
        size_t first = divide(used, count, &least);
        /* What the whole costs is known once it has been gone through. */
        if (lane == 0 && used->after[0] <= least) {
            least = used->after[0];
            first = 0;
        }
        if (first == 0)
            continue;
        best = first;
        memcpy(used->best, used->sorted, count * sizeof *piece);
    }
    if (best > 0)
        memcpy(piece, used->best, count * sizeof *piece);
    return best;
}
