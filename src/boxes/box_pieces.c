#include "boxes/box_pieces.h"

#include "boxes/box_mend.h"

#include <assert.h>

static size_t pieces_of(const box_spots *of, size_t spot) {
    uint64_t k = of->work->of->k;
    return of->work->of->rule || of->rows[spot] < 2 * k ? 1 : (size_t)(of->rows[spot] / k);
}

shoal_status box_pieces_open(box_pieces *out, const box_spots *of, shoal_error *error) {
    *out = (box_pieces){.of = of};
    for (size_t spot = 0; spot < of->count; spot++)
        out->count += pieces_of(of, spot);
    out->begin = memory_new(of->count + 1, sizeof *out->begin);
    out->copies = memory_new(out->count, sizeof *out->copies);
    out->spot = memory_new(out->count, sizeof *out->spot);
    if (!out->begin || !out->copies || !out->spot)
        return status_no_memory(error);
    size_t at = 0;
    for (size_t spot = 0; spot < of->count; spot++) {
        size_t pieces = pieces_of(of, spot);
        out->begin[spot] = at;
        for (size_t i = 0; i < pieces; i++, at++) {
            out->copies[at] = (uint32_t)(of->rows[spot] / pieces + (i < of->rows[spot] % pieces));
            out->spot[at] = (uint32_t)spot;
        }
    }
    out->begin[of->count] = at;
    return SHOAL_OK;
}

void box_pieces_close(box_pieces *made) {
    memory_free(made->begin);
    memory_free(made->copies);
    memory_free(made->spot);
    *made = (box_pieces){0};
}

/* ---- Handing out ----------------------------------------------------------------------------- */

typedef struct handing {
    const box_pieces *from;
    const uint32_t *cluster;
    box_clusters *to;
    bool counting; /* the portions of each tuple, in to->first[tuple + 1] */
} handing;

static void hand_over(handing *run, uint32_t tuple, uint32_t cluster, uint32_t copies) {
    if (run->counting)
        run->to->first[tuple + 1]++;
    else
        run->to->portion[run->to->first[tuple]++] = (box_portion){cluster, copies};
}

static void hand_out_spot(handing *run, size_t spot) {
    const box_spots *of = run->from->of;
    const box_table *table = of->work->of;
    size_t piece = run->from->begin[spot];
    uint32_t left = run->from->copies[piece];
    for (size_t i = of->begin[spot]; i < of->begin[spot + 1]; i++) {
        uint32_t tuple = of->order.tuple[i];
        for (uint32_t copies = table->count ? table->count[tuple] : 1; copies > 0;) {
            uint32_t taken = copies < left ? copies : left;
            hand_over(run, tuple, run->cluster[piece], taken);
            copies -= taken;
            left -= taken;
            if (left == 0 && ++piece < run->from->begin[spot + 1])
                left = run->from->copies[piece];
        }
    }
    assert(piece == run->from->begin[spot + 1] && left == 0);
}

static bool list_portions(box_clusters *out, const box_pieces *made, const uint32_t *cluster) {
    handing run = {made, cluster, out, true};
    out->first = memory_zero(out->tuples + 2, sizeof *out->first);
    if (!out->first)
        return false;
    for (size_t spot = 0; spot < made->of->count; spot++)
        hand_out_spot(&run, spot);
    for (size_t t = 0; t < out->tuples; t++)
        out->first[t + 1] += out->first[t];
    out->portion = memory_new(out->first[out->tuples], sizeof *out->portion);
    if (!out->portion)
        return false;
    run.counting = false;
    for (size_t spot = 0; spot < made->of->count; spot++)
        hand_out_spot(&run, spot);
    /* Each is now where its tuple's portions end. */
    for (size_t t = out->tuples; t > 0; t--)
        out->first[t] = out->first[t - 1];
    out->first[0] = 0;
    return true;
}

shoal_status box_pieces_settle(box_clusters *out, const box_pieces *made, const uint32_t *cluster,
                               shoal_error *error) {
    const box_work *work = made->of->work;
    *out = (box_clusters){.tuples = work->of->tuples};
    shoal_status status = list_portions(out, made, cluster) ? SHOAL_OK : status_no_memory(error);
    if (status == SHOAL_OK)
        status = box_mend(out, work, &made->of->order, error);
    if (status != SHOAL_OK)
        box_clusters_free(out);
    return status;
}
