#include "boxes/wild_cells.h"

#include "boxes/wild_chunk.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Items of a chunk: comparing an item with all others takes microseconds. */
#define CHUNK_ITEMS ((size_t)16384)

struct wild_cells {
    wild_work work;
    wild_chunk *chunk; /* [chunks] */
    size_t chunks;
    uint32_t *order; /* [tuples] tuples that are alike are near */
    uint64_t round;
    bool begun;
    _Atomic bool failed; /* out of memory in a thread */
    arena memory;
};

void wild_blanks_free(wild_blanks *made) {
    memory_free(made->first);
    memory_free(made->portion);
    *made = (wild_blanks){0};
}

void wild_cells_close(wild_cells *used) {
    if (!used)
        return;
    for (size_t c = 0; used->chunk && c < used->chunks; c++)
        wild_chunk_close(&used->chunk[c]);
    arena_free(&used->memory);
    memory_free(used);
}

/* ---- Chunks ---------------------------------------------------------------------------------- */

typedef struct ordering {
    const wild_table *of;
    uint32_t attribute[WILD_MOST_ATTRIBUTES]; /* those of few values first */
} ordering;

static int compare_tuples(const void *one, const void *other, void *context) {
    const ordering *by = context;
    size_t first = *(const uint32_t *)one, second = *(const uint32_t *)other;
    for (size_t i = 0; i < by->of->attributes; i++) {
        size_t a = by->attribute[i];
        uint16_t left = by->of->position[first * by->of->attributes + a];
        uint16_t right = by->of->position[second * by->of->attributes + a];
        if (left != right)
            return left < right ? -1 : 1;
    }
    return first < second ? -1 : first > second;
}

static uint32_t positions_of(const wild_table *of, size_t attribute) {
    uint32_t most = 0;
    for (size_t t = 0; t < of->tuples; t++) {
        uint16_t at = of->position[t * of->attributes + attribute];
        most = at != WILD_MISSING && at > most ? at : most;
    }
    return most + 1;
}

static bool order_tuples(wild_cells *out) {
    const wild_table *of = out->work.of;
    ordering by = {.of = of};
    uint32_t sizes[WILD_MOST_ATTRIBUTES];
    out->order = arena_new(&out->memory, of->tuples, sizeof *out->order);
    if (!out->order)
        return false;
    for (size_t a = 0; a < of->attributes; a++) {
        sizes[a] = positions_of(of, a);
        size_t at = a;
        for (; at > 0 && sizes[by.attribute[at - 1]] > sizes[a]; at--)
            by.attribute[at] = by.attribute[at - 1];
        by.attribute[at] = (uint32_t)a;
    }
    for (size_t t = 0; t < of->tuples; t++)
        out->order[t] = (uint32_t)t;
    qsort_r(out->order, of->tuples, sizeof *out->order, compare_tuples, &by);
    return true;
}

static size_t items_of(const wild_table *of, size_t tuple) {
    return of->count[tuple] < of->k ? of->count[tuple] : 1;
}

static void fill_chunk(wild_chunk *out, const wild_table *of, const uint32_t *order,
                       size_t tuples) {
    size_t item = 0;
    for (size_t t = 0; t < tuples; t++) {
        size_t items = items_of(of, order[t]);
        for (size_t i = 0; i < items; i++, item++) {
            out->tuple[item] = order[t];
            out->copies[item] = items > 1 ? 1 : of->count[order[t]];
            for (size_t a = 0; a < of->attributes; a++) {
                uint16_t at = of->position[order[t] * of->attributes + a];
                out->code[a][item] = at;
                out->full[item] |= (uint64_t)(at != WILD_MISSING) << a;
            }
            out->shown[item] = out->full[item];
        }
    }
    assert(item == out->items);
}

static uint64_t share_of(uint64_t blanks, uint64_t rows, uint64_t all) {
    return (uint64_t)((double)blanks * (double)rows / (double)all);
}

/* Chunks of about equal size. */
static bool make_chunks(wild_cells *out) {
    const wild_table *of = out->work.of;
    size_t items = 0;
    for (size_t t = 0; t < of->tuples; t++)
        items += items_of(of, t);
    size_t chunks = (items + CHUNK_ITEMS - 1) / CHUNK_ITEMS;
    size_t wanted = chunks ? (items + chunks - 1) / chunks : 0;
    /* A chunk must have k rows, however few there are. */
    out->chunk = arena_zero(&out->memory, chunks + 1, sizeof *out->chunk);
    if (!out->chunk)
        return false;
    uint64_t rows_left = of->rows, spare_left = of->blanks;
    for (size_t begin = 0, end = 0; begin < of->tuples; begin = end) {
        size_t held = 0;
        uint64_t rows = 0;
        while (end < of->tuples && (held < wanted || rows < of->k || rows_left - rows < of->k)) {
            held += items_of(of, out->order[end]);
            rows += of->count[out->order[end++]];
        }
        wild_chunk *made = &out->chunk[out->chunks++];
        if (!wild_chunk_open(made, of, held))
            return false;
        fill_chunk(made, of, out->order + begin, end - begin);
        made->spare = end == of->tuples ? spare_left : share_of(of->blanks, rows, of->rows);
        spare_left -= made->spare;
        rows_left -= rows;
    }
    return true;
}

static void keep_chunk(wild_chunk *chunk) {
    memcpy(chunk->kept_shown, chunk->shown, chunk->items * sizeof *chunk->shown);
    memcpy(chunk->kept_support, chunk->support, chunk->items * sizeof *chunk->support);
    memcpy(chunk->kept_lends, chunk->lends, chunk->items * sizeof *chunk->lends);
    chunk->kept_spare = chunk->spare;
    chunk->kept_cost = chunk->cost;
}

static void take_back(wild_chunk *chunk) {
    memcpy(chunk->shown, chunk->kept_shown, chunk->items * sizeof *chunk->shown);
    memcpy(chunk->support, chunk->kept_support, chunk->items * sizeof *chunk->support);
    memcpy(chunk->lends, chunk->kept_lends, chunk->items * sizeof *chunk->lends);
    chunk->spare = chunk->kept_spare;
    chunk->cost = chunk->kept_cost;
}

static void count_item(void *context, size_t item, int worker) {
    (void)worker;
    wild_cells *used = context;
    wild_chunk_count(&used->chunk[item]);
    keep_chunk(&used->chunk[item]);
}

shoal_status wild_cells_open(wild_cells **out, const wild_work *work, shoal_error *error) {
    wild_cells *made = memory_zero(1, sizeof *made);
    *out = made;
    if (!made)
        return status_no_memory(error);
    assert(work->of->attributes <= WILD_MOST_ATTRIBUTES);
    made->work = *work;
    if (!order_tuples(made) || !make_chunks(made))
        return status_no_memory(error);
    threads_run(work->pool, made->chunks, count_item, made);
    return SHOAL_OK;
}

/* ---- Working on all of them ------------------------------------------------------------------ */

static void greedy_item(void *context, size_t item, int worker) {
    (void)worker;
    wild_cells *used = context;
    if (!wild_chunk_greedy(&used->chunk[item], used->work.cancel))
        used->failed = true;
}

static void improve_item(void *context, size_t item, int worker) {
    (void)worker;
    wild_cells *used = context;
    random_stream stream =
        random_open(used->work.seed, "wild cells", used->round * used->chunks + item);
    if (!wild_chunk_improve(&used->chunk[item], &stream, used->work.cancel))
        used->failed = true;
}

static shoal_status run(wild_cells *used, thread_task *task, shoal_error *error) {
    const volatile int *cancel = used->work.cancel;
    used->failed = false;
    threads_run(used->work.pool, used->chunks, task, used);
    bool cancelled = cancel && *cancel;
    for (size_t c = 0; c < used->chunks; c++)
        if (used->failed || cancelled)
            take_back(&used->chunk[c]);
        else
            keep_chunk(&used->chunk[c]);
    if (used->failed)
        return status_no_memory(error);
    return cancelled ? status_fail(error, SHOAL_INTERRUPTED, "interrupted") : SHOAL_OK;
}

shoal_status wild_cells_greedy(wild_cells *used, bool *safe, shoal_error *error) {
    STATUS_TRY(run(used, greedy_item, error));
    *safe = used->work.of->rows >= used->work.of->k;
    for (size_t c = 0; c < used->chunks; c++)
        *safe &= used->chunk[c].safe;
    used->begun = *safe;
    return SHOAL_OK;
}

shoal_status wild_cells_round(wild_cells *used, uint64_t round, int64_t *moves,
                              shoal_error *error) {
    assert(used->begun);
    used->round = round;
    STATUS_TRY(run(used, improve_item, error));
    *moves = 0;
    for (size_t c = 0; c < used->chunks; c++)
        *moves += used->chunk[c].moves;
    return SHOAL_OK;
}

void wild_cells_until(wild_cells *used, const volatile int *cancel) {
    used->work.cancel = cancel;
}

int64_t wild_cells_cost(const wild_cells *used) {
    int64_t sum = 0;
    for (size_t c = 0; c < used->chunks; c++)
        sum += used->chunk[c].kept_cost;
    return sum;
}

/* ---- Taking ---------------------------------------------------------------------------------- */

static int compare_blanks(const void *one, const void *other) {
    uint64_t first = ((const wild_portion *)one)->blank;
    uint64_t second = ((const wild_portion *)other)->blank;
    return first < second ? -1 : first > second;
}

/* Equal portions of a tuple become one. */
static void join_portions(wild_blanks *out, size_t tuples) {
    size_t to = 0;
    for (size_t t = 0; t < tuples; t++) {
        size_t begin = out->first[t], end = out->first[t + 1], first = to;
        qsort(out->portion + begin, end - begin, sizeof *out->portion, compare_blanks);
        for (size_t i = begin; i < end; i++)
            if (to > first && out->portion[to - 1].blank == out->portion[i].blank)
                out->portion[to - 1].copies += out->portion[i].copies;
            else
                out->portion[to++] = out->portion[i];
        out->first[t] = first;
    }
    out->first[tuples] = to;
}

shoal_status wild_cells_take(const wild_cells *used, wild_blanks *out, shoal_error *error) {
    const wild_table *of = used->work.of;
    size_t items = 0;
    for (size_t c = 0; c < used->chunks; c++)
        items += used->chunk[c].items;
    *out = (wild_blanks){.first = memory_zero(of->tuples + 2, sizeof *out->first),
                         .portion = memory_new(items, sizeof *out->portion),
                         .cost = wild_cells_cost(used)};
    if (!out->first || !out->portion)
        return status_no_memory(error);
    for (size_t t = 0; t < of->tuples; t++)
        out->first[t + 2] = out->first[t + 1] + items_of(of, t);
    for (size_t c = 0; c < used->chunks; c++) {
        const wild_chunk *chunk = &used->chunk[c];
        for (size_t i = 0; i < chunk->items; i++)
            out->portion[out->first[chunk->tuple[i] + 1]++] =
                (wild_portion){chunk->full[i] & ~chunk->kept_shown[i], chunk->copies[i]};
    }
    join_portions(out, of->tuples);
    return SHOAL_OK;
}
