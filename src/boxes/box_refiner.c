#include "boxes/box_refiner.h"

#include "boxes/box_chunk_fill.h"
#include "boxes/box_exact.h"
#include "boxes/box_growth.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows of a chunk, about. */
#define CHUNK_ROWS 8000
/* Moves per row of a chunk and round; fewer for large k, whose moves take longer, and in very large
 * tables, so that a round ends in time. */
#define MOVES_PER_ROW 4
#define USUAL_K 10
#define MANY_ROWS 2000000
/* Temperatures at the beginning and the end of a search, measured by what a row costs. A search of
 * this many rounds at this k begins so hot; longer ones begin hotter, which they have the time to
 * mend. */
#define HOT 0.6
#define HOT_ROUNDS 14.0
#define HOT_K 5.0
#define HOT_GROWTH 0.6
#define HOTTEST 4.0
#define COLD 0.06
/* Of wide tables, whose rows cost much, no more than so many cells count. */
#define MOST_USUAL 0.5

struct box_refiner {
    box_work work;
    box_spots room; /* for the spots, where they are its own */
    const box_spots *spots;
    box_clusters now;
    box_chunk *chunk; /* [workers] */
    int workers;
};

void box_refiner_close(box_refiner *used) {
    if (!used)
        return;
    for (int i = 0; used->chunk && i < used->workers; i++)
        chunk_close(&used->chunk[i]);
    memory_free(used->chunk);
    box_clusters_free(&used->now);
    box_spots_close(&used->room);
    memory_free(used);
}

shoal_status box_refiner_open(box_refiner **out, const box_work *work, const box_clusters *start,
                              shoal_error *error) {
    box_refiner *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    made->work = *work;
    made->workers = threads_count(work->pool);
    made->chunk = memory_zero((size_t)made->workers, sizeof *made->chunk);
    shoal_status status = made->chunk ? SHOAL_OK : status_no_memory(error);
    if (status == SHOAL_OK)
        status = box_spots_find(&made->spots, &made->room, &made->work, error);
    if (status == SHOAL_OK)
        status = box_clusters_copy(&made->now, start, error);
    if (status != SHOAL_OK) {
        box_refiner_close(made);
        return status;
    }
    *out = made;
    return SHOAL_OK;
}

/* ---- Chunks of a round ----------------------------------------------------------------------- */

typedef struct refining_round {
    box_refiner *used;
    chunk_items items;
    uint32_t *listed; /* [items] in the round's order */
    size_t *begin;    /* [chunks + 1] in `listed` */
    size_t chunks;
    chunk_result *result; /* [chunks] */
    uint64_t number;
    int64_t usual; /* about what a row costs */
    double temperature;
    int64_t moves;
    bool failed;
    arena memory;
} refining_round;

typedef struct noisy_attribute {
    double key;
    size_t attribute;
} noisy_attribute;

static int by_key(const void *one, const void *other) {
    double first = ((const noisy_attribute *)one)->key,
           second = ((const noisy_attribute *)other)->key;
    return (first > second) - (first < second);
}

/* The table's own order of attributes in the first round; then one that differs from it more or
 * less. */
static bool draw_attributes(size_t *out, const refining_round *round) {
    const box_refiner *used = round->used;
    size_t count = used->work.of->attributes;
    random_stream stream = random_open(used->work.seed, "order", round->number);
    noisy_attribute *each = memory_new(count, sizeof *each);
    if (!each)
        return false;
    double noise = round->number == 0 ? 0 : (double)count;
    for (size_t i = 0; i < count; i++)
        each[i] = (noisy_attribute){(double)i + noise * random_unit(&stream),
                                    used->spots->order.attribute[i]};
    qsort(each, count, sizeof *each, by_key);
    for (size_t i = 0; i < count; i++)
        out[i] = each[i].attribute;
    memory_free(each);
    return true;
}

static size_t item_count(const refining_round *round) {
    return round->items.clusters + round->items.blanked;
}

/* Items come in the order of their first tuples. */
static bool list_items(refining_round *round) {
    const box_table *of = round->used->work.of;
    size_t items = item_count(round);
    arena *memory = &round->memory;
    size_t *attributes = arena_new(memory, of->attributes, sizeof *attributes);
    uint32_t *spare = arena_new(memory, items, sizeof *spare);
    uint32_t *tuple = arena_new(memory, items, sizeof *tuple);
    uint32_t *room = arena_new(memory, box_order_room(of), sizeof *room);
    round->listed = arena_new(memory, items, sizeof *round->listed);
    if (!attributes || !spare || !tuple || !room || !round->listed ||
        !draw_attributes(attributes, round))
        return false;
    for (size_t i = 0; i < items; i++) {
        tuple[i] = chunk_item_tuple(&round->items, i);
        round->listed[i] = (uint32_t)i;
    }
    box_order_sort(of, attributes, of->attributes, round->listed, spare, items, tuple, room);
    return true;
}

/* The seams between chunks are elsewhere in every round. */
static bool divide(refining_round *round) {
    const box_refiner *used = round->used;
    uint64_t rows = used->work.of->rows, held = 0;
    uint64_t chunks = (rows + CHUNK_ROWS - 1) / CHUNK_ROWS;
    uint64_t most = (rows + chunks - 1) / chunks + 1;
    random_stream stream = random_open(used->work.seed, "seams", round->number);
    uint64_t room = chunks > 1 ? most / 2 + random_below(&stream, most / 2 + 1) : most;
    round->begin = arena_new(&round->memory, (size_t)(2 * chunks + 3), sizeof *round->begin);
    if (!round->begin)
        return false;
    round->begin[0] = 0;
    for (size_t i = 0; i < item_count(round); i++) {
        uint64_t units = chunk_item_units(&round->items, round->listed[i], used->work.of);
        if (held > 0 && held + units > room && round->chunks < 2 * chunks) {
            round->begin[++round->chunks] = i;
            held = 0;
            room = most;
        }
        held += units;
    }
    round->begin[++round->chunks] = item_count(round);
    return true;
}

/* What may still be blanked is shared out evenly. */
static uint64_t more_blanks(const refining_round *round, size_t chunk) {
    uint64_t left = round->used->work.of->blanks - round->used->now.blanked;
    return left / round->chunks + (chunk < left % round->chunks);
}

static int64_t count_moves(const box_chunk *in) {
    int64_t k = (int64_t)in->k, units = (int64_t)in->units;
    if (in->of->work->of->rows > MANY_ROWS)
        return units;
    return units * MOVES_PER_ROW * USUAL_K / (k > USUAL_K ? k : USUAL_K);
}

static void refine_chunk(void *context, size_t item, int worker) {
    refining_round *round = context;
    box_refiner *used = round->used;
    box_chunk *in = &used->chunk[worker];
    if (used->work.cancel && *used->work.cancel)
        return;
    chunk_part part = {
        .of = used->spots,
        .items = &round->items,
        .listed = round->listed + round->begin[item],
        .count = round->begin[item + 1] - round->begin[item],
        .more_blanks = more_blanks(round, item),
        .usual = round->usual,
        .worker = worker,
    };
    bool fine = chunk_fill(in, &part);
    if (fine) {
        random_stream stream =
            random_open(used->work.seed, "moves", round->number * 0x100000 + item);
        int64_t moves = count_moves(in);
        chunk_anneal(in, &stream, moves, round->temperature);
        __atomic_fetch_add(&round->moves, moves, __ATOMIC_RELAXED);
        fine = chunk_take(&round->result[item], in, &part);
    }
    if (!fine)
        __atomic_store_n(&round->failed, true, __ATOMIC_RELAXED);
}

/* ---- Rounds ---------------------------------------------------------------------------------- */

static shoal_status refine(refining_round *round, shoal_error *error) {
    box_refiner *used = round->used;
    box_clusters better;
    STATUS_TRY(chunk_items_list(&round->items, &used->now, error));
    if (!list_items(round) || !divide(round))
        return status_no_memory(error);
    round->result = arena_zero(&round->memory, round->chunks, sizeof *round->result);
    if (!round->result)
        return status_no_memory(error);
    threads_run(used->work.pool, round->chunks, refine_chunk, round);
    if (used->work.cancel && *used->work.cancel)
        return status_fail(error, SHOAL_INTERRUPTED, "interrupted");
    if (round->failed)
        return status_no_memory(error);
    STATUS_TRY(chunk_results_join(&better, round->result, round->chunks, &used->work, error));
    box_clusters_free(&used->now);
    used->now = better;
    return SHOAL_OK;
}

/* Tiny tables have all divisions looked at. */
static shoal_status solve(box_refiner *used, shoal_error *error) {
    box_clusters best;
    bool found;
    STATUS_TRY(box_exact(&best, &found, &used->work, error));
    if (found && best.cost < used->now.cost) {
        box_clusters_free(&used->now);
        used->now = best;
    } else
        box_clusters_free(&best);
    return SHOAL_OK;
}

/* How many rounds there will be follows from how far the search is after this one. Those of larger
 * k get less far. */
static double temperature_at(uint64_t round, double done, uint64_t k) {
    double rounds = done > 0 ? (double)(round + 1) / done : HOT_ROUNDS;
    rounds *= fmin(1, HOT_K / (double)k);
    double hot = fmin(HOT * pow(rounds / HOT_ROUNDS, HOT_GROWTH), HOTTEST);
    return hot > COLD ? hot * pow(COLD / hot, done) : COLD;
}

shoal_status box_refiner_round(box_refiner *used, uint64_t round, double done, int64_t *moves,
                               shoal_error *error) {
    *moves = 0;
    if (box_exact_fits(used->work.of))
        return solve(used, error);
    refining_round run = {.used = used, .number = round};
    run.usual = used->now.cost / (int64_t)(used->work.of->rows + 1) + 1;
    double scale = fmin((double)run.usual, MOST_USUAL * (double)BOX_UNIT);
    run.temperature = scale * temperature_at(round, done, used->work.of->k);
    shoal_status status = refine(&run, error);
    *moves = run.moves;
    chunk_items_free(&run.items);
    for (size_t i = 0; run.result && i < run.chunks; i++)
        chunk_result_free(&run.result[i]);
    arena_free(&run.memory);
    return status;
}

int64_t box_refiner_cost(const box_refiner *used) {
    return used->now.cost;
}

shoal_status box_refiner_take(const box_refiner *used, box_clusters *out, shoal_error *error) {
    return box_clusters_copy(out, &used->now, error);
}
