#include "base/key_order.h"

#include "base/memory.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

/* Places are first put into buckets by the leading bits of their keys, which stay in the cache
 * while they are sorted by the others, a digit at a time from the last. */
#define BUCKET_BITS 11
#define BUCKETS ((size_t)1 << BUCKET_BITS)
#define DIGIT_BITS 11
#define DIGITS ((size_t)1 << DIGIT_BITS)
#define FEW ((size_t)32) /* are sorted by insertion */

typedef struct placed_key {
    uint64_t key;
    uint32_t place;
} placed_key;

typedef struct sorting {
    uint32_t *order;
    const uint64_t *key;
    size_t count, piece; /* places that a thread takes at a time */
    size_t *start;       /* [pieces][BUCKETS] how many, then where the next goes */
    size_t *begin;       /* [BUCKETS + 1] */
    atomic_bool failed;
} sorting;

static size_t bucket_of(uint64_t key) {
    return (size_t)(key >> (64 - BUCKET_BITS));
}

static size_t end_of(const sorting *run, size_t piece) {
    size_t end = (piece + 1) * run->piece;
    return end < run->count ? end : run->count;
}

/* ---- Into buckets ---------------------------------------------------------------------------- */

static void count_piece(void *context, size_t piece, int worker) {
    sorting *run = context;
    size_t *counts = run->start + piece * BUCKETS;
    (void)worker;
    for (size_t i = piece * run->piece; i < end_of(run, piece); i++)
        counts[bucket_of(run->key[i])]++;
}

static void spread_piece(void *context, size_t piece, int worker) {
    sorting *run = context;
    size_t *start = run->start + piece * BUCKETS;
    (void)worker;
    for (size_t i = piece * run->piece; i < end_of(run, piece); i++)
        run->order[start[bucket_of(run->key[i])]++] = (uint32_t)i;
}

/* Bucket by bucket, and in each piece by piece. */
static void find_starts(sorting *run, size_t pieces) {
    size_t at = 0;
    for (size_t b = 0; b < BUCKETS; b++) {
        run->begin[b] = at;
        for (size_t p = 0; p < pieces; p++) {
            size_t count = run->start[p * BUCKETS + b];
            run->start[p * BUCKETS + b] = at;
            at += count;
        }
    }
    run->begin[BUCKETS] = at;
}

/* ---- A bucket -------------------------------------------------------------------------------- */

static void insert_few(placed_key *of, size_t count) {
    for (size_t i = 1; i < count; i++) {
        placed_key each = of[i];
        size_t at = i;
        for (; at > 0 && of[at - 1].key > each.key; at--)
            of[at] = of[at - 1];
        of[at] = each;
    }
}

static bool are_equal(const placed_key *of, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (of[i].key != of[0].key)
            return false;
    return true;
}

/* Sorts by one digit into `to`; false where all have the same, and `to` was not touched. */
static bool sort_digit(placed_key *to, const placed_key *from, size_t count, int shift) {
    uint32_t next[DIGITS] = {0};
    for (size_t i = 0; i < count; i++)
        next[from[i].key >> shift & (DIGITS - 1)]++;
    if (next[from[0].key >> shift & (DIGITS - 1)] == count)
        return false;
    for (uint32_t d = 0, at = 0; d < DIGITS; d++) {
        uint32_t here = next[d];
        next[d] = at;
        at += here;
    }
    for (size_t i = 0; i < count; i++)
        to[next[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
    return true;
}

/* Returns whichever of the two rooms has them in their order. */
static const placed_key *sort_many(placed_key *here, placed_key *there, size_t count) {
    for (int shift = 0; shift < 64 - BUCKET_BITS; shift += DIGIT_BITS)
        if (sort_digit(there, here, count, shift)) {
            placed_key *swapped = here;
            here = there;
            there = swapped;
        }
    return here;
}

static void sort_bucket(void *context, size_t bucket, int worker) {
    sorting *run = context;
    uint32_t *places = run->order + run->begin[bucket];
    size_t count = run->begin[bucket + 1] - run->begin[bucket];
    (void)worker;
    if (count < 2 || atomic_load(&run->failed))
        return;
    placed_key few[FEW], *room = count <= FEW ? few : memory_new(count, 2 * sizeof *room);
    if (!room) {
        atomic_store(&run->failed, true);
        return;
    }
    for (size_t i = 0; i < count; i++)
        room[i] = (placed_key){run->key[places[i]], places[i]};
    const placed_key *sorted = room;
    if (count <= FEW)
        insert_few(room, count);
    else if (!are_equal(room, count))
        sorted = sort_many(room, room + count, count);
    for (size_t i = 0; i < count; i++)
        places[i] = sorted[i].place;
    if (room != few)
        memory_free(room);
}

/* ---------------------------------------------------------------------------------------------- */

shoal_status key_order(uint32_t *order, const uint64_t *key, size_t count, thread_pool *pool,
                       shoal_error *error) {
    size_t pieces = count < 65536 ? 1 : (size_t)threads_count(pool);
    sorting run = {.key = key, .count = count};
    run.order = order;
    assert(count <= UINT32_MAX);
    run.piece = (count + pieces - 1) / pieces;
    run.start = memory_zero(pieces * BUCKETS, sizeof *run.start);
    run.begin = memory_new(BUCKETS + 1, sizeof *run.begin);
    bool fine = run.start && run.begin;
    if (fine) {
        threads_run(pool, pieces, count_piece, &run);
        find_starts(&run, pieces);
        threads_run(pool, pieces, spread_piece, &run);
        threads_run(pool, BUCKETS, sort_bucket, &run);
        fine = !atomic_load(&run.failed);
    }
    memory_free(run.start);
    memory_free(run.begin);
    return fine ? SHOAL_OK : status_no_memory(error);
}
