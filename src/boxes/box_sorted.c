/* sorted: the rows in an order, divided into clusters of k to 2k - 1 neighbours at the least cost,
 * by dynamic programming. */
#include "boxes/box_mend.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Rows that are divided at once, by one thread. */
#define STRETCH 32768

/* A tuple's copies beyond this many k are a cluster of their own, which costs nothing. */
#define COPIES_IN_PLAY 2

typedef struct sorting {
    const box_work *work;
    const uint32_t *row; /* [rows in play] tuple of each, in the order */
    uint32_t *cluster;   /* [rows in play] */
    const size_t *begin; /* [stretches + 1] */
    bool failed;
} sorting;

/* ---- One stretch ----------------------------------------------------------------------------- */

typedef struct stretch {
    int64_t *best;  /* [rows + 1] least cost of the rows before */
    uint32_t *from; /* [rows + 1] where the last cluster of these begins */
    box window;
} stretch;

static bool open_stretch(stretch *out, const box_work *work, size_t rows, arena *memory) {
    size_t attributes = work->of->attributes;
    out->best = arena_new(memory, rows + 1, sizeof *out->best);
    out->from = arena_new(memory, rows + 1, sizeof *out->from);
    out->window.least = arena_new(memory, attributes, sizeof *out->window.least);
    out->window.most = arena_new(memory, attributes, sizeof *out->window.most);
    out->window.set =
        work->costs->sets ? arena_new(memory, attributes, sizeof *out->window.set) : NULL;
    return out->best && out->from && out->window.least && out->window.most &&
           (out->window.set || !work->costs->sets);
}

/* The best last cluster of the first `end` rows. */
static void close_cluster(stretch *in, const sorting *state, const uint32_t *row, size_t end) {
    const box_work *work = state->work;
    size_t k = (size_t)work->of->k;
    in->best[end] = INT64_MAX;
    box_begin(work->of, &in->window, row[end - 1]);
    for (size_t size = 1; size <= end && size < 2 * k; size++) {
        size_t begin = end - size;
        if (size > 1 && row[begin] != row[begin + 1])
            box_extend(work->of, &in->window, row[begin]);
        if (size < k || in->best[begin] == INT64_MAX)
            continue;
        int64_t cost = in->best[begin] + box_row_cost(work->costs, &in->window) * (int64_t)size;
        if (cost < in->best[end]) {
            in->best[end] = cost;
            in->from[end] = (uint32_t)begin;
        }
    }
}

/* Clusters are numbered by their first row. A stretch of fewer than k rows is one. */
static void divide(void *context, size_t item, int worker) {
    (void)worker;
    sorting *state = context;
    arena memory = {0};
    stretch in;
    size_t begin = state->begin[item], rows = state->begin[item + 1] - begin;
    if (open_stretch(&in, state->work, rows, &memory)) {
        in.best[0] = 0;
        for (size_t end = 1; end <= rows; end++)
            close_cluster(&in, state, state->row + begin, end);
        for (size_t end = rows; end > 0;) {
            size_t from = in.best[end] == INT64_MAX ? 0 : in.from[end];
            for (size_t i = from; i < end; i++)
                state->cluster[begin + i] = (uint32_t)(begin + from);
            end = from;
        }
    } else
        __atomic_store_n(&state->failed, true, __ATOMIC_RELAXED);
    arena_free(&memory);
}

/* ---- All ------------------------------------------------------------------------------------- */

static uint64_t copies_in_play(const box_table *of, uint32_t tuple) {
    uint64_t copies = of->count ? of->count[tuple] : 1;
    uint64_t most = COPIES_IN_PLAY * of->k;
    return copies >= most + of->k ? most : copies;
}

/* Where stretches begin: at blocks, and within large ones so that none has fewer than k rows. */
static size_t find_stretches(size_t *begin, const uint32_t *row, size_t rows,
                             const box_order *order, size_t k) {
    size_t count = 0, most = STRETCH > 4 * k ? STRETCH : 4 * k;
    for (size_t at = 0; at < rows;) {
        size_t end = at;
        while (end < rows && order->block[row[end]] == order->block[row[at]])
            end++;
        while (end - at > 2 * most) {
            begin[count++] = at;
            at += most;
        }
        begin[count++] = at;
        at = end;
    }
    begin[count] = rows;
    return count;
}

/* Lists the tuples' portions from the clusters of the rows, which stand tuple by tuple in the
 * order. */
static void list_portions(box_clusters *out, const sorting *state, const box_order *order,
                          size_t rows) {
    const box_table *of = state->work->of;
    size_t *place = out->first;
    memset(place, 0, (of->tuples + 1) * sizeof *place);
    for (size_t t = 0; t < of->tuples; t++) {
        uint64_t copies = of->count ? of->count[t] : 1, played = copies_in_play(of, (uint32_t)t);
        place[t + 1] = place[t] + (size_t)played + (played < copies);
    }
    size_t next = rows; /* number of the next cluster of copies out of play */
    for (size_t i = 0, at = 0; i < of->tuples; i++) {
        uint32_t t = order->tuple[i];
        uint64_t copies = of->count ? of->count[t] : 1, played = copies_in_play(of, t);
        box_portion *to = out->portion + place[t];
        for (uint64_t j = 0; j < played; j++)
            to[j] = (box_portion){state->cluster[at++], 1};
        if (played < copies)
            to[played] = (box_portion){(uint32_t)next++, (uint32_t)(copies - played)};
    }
}

static shoal_status divide_all(box_clusters *out, const box_work *work, const box_order *order,
                               arena *memory, shoal_error *error) {
    const box_table *of = work->of;
    size_t rows = 0, aside = 0;
    for (size_t t = 0; t < of->tuples; t++) {
        rows += (size_t)copies_in_play(of, (uint32_t)t);
        aside += of->count && copies_in_play(of, (uint32_t)t) < of->count[t];
    }
    uint32_t *row = arena_new(memory, rows, sizeof *row);
    uint32_t *cluster = arena_new(memory, rows, sizeof *cluster);
    size_t *begin = arena_new(memory, order->blocks + rows / STRETCH + 2, sizeof *begin);
    out->portion = memory_new(rows + aside, sizeof *out->portion);
    if (!row || !cluster || !begin || !out->portion)
        return status_no_memory(error);
    for (size_t i = 0, at = 0; i < of->tuples; i++)
        for (uint64_t j = copies_in_play(of, order->tuple[i]); j > 0; j--)
            row[at++] = order->tuple[i];
    sorting state = {.work = work, .row = row, .cluster = cluster, .begin = begin};
    size_t stretches = find_stretches(begin, row, rows, order, (size_t)of->k);
    threads_run(work->pool, stretches, divide, &state);
    if (state.failed)
        return status_no_memory(error);
    list_portions(out, &state, order, rows);
    return SHOAL_OK;
}

shoal_status box_sorted(box_clusters *out, const box_work *work, shoal_error *error) {
    const box_table *of = work->of;
    arena memory = {0};
    box_order order;
    *out = (box_clusters){.tuples = of->tuples};
    shoal_status status = box_order_open(&order, work, error);
    out->first = memory_new(of->tuples + 1, sizeof *out->first);
    if (status == SHOAL_OK && !out->first)
        status = status_no_memory(error);
    if (status == SHOAL_OK)
        status = divide_all(out, work, &order, &memory, error);
    if (status == SHOAL_OK)
        status = box_mend(out, work, &order, error);
    arena_free(&memory);
    box_order_close(&order);
    if (status != SHOAL_OK)
        box_clusters_free(out);
    return status;
}
