#include "store/row_order.h"

#include "base/hash.h"
#include "base/key_order.h"
#include "base/memory.h"
#include "data/star.h"

#include <string.h>

/* Rows that a thread takes at a time. */
#define TAKEN_ROWS (16 * ROW_FEED_MOST)

typedef struct hashing {
    const row_feed *feed;
    uint64_t **hash; /* [columns][codes] of the texts */
    uint32_t *room;  /* [threads][columns][ROW_FEED_MOST] */
    uint64_t *key;   /* [rows] */
    arena memory;
} hashing;

/* Of the texts: codes may follow what is hidden. */
static uint64_t *hash_texts(const feed_column *of, arena *memory) {
    size_t count = of->values ? of->values->size : of->label_count + 1;
    uint64_t *made = arena_new(memory, count, sizeof *made);
    for (size_t code = 0; made && code < count; code++) {
        const char *text = of->values               ? dictionary_text(of->values, (uint32_t)code)
                           : code < of->label_count ? of->labels[code]
                                                    : STAR;
        made[code] = hash_bytes(text, strlen(text));
    }
    return made;
}

/* Rows that are not kept may have cells without a text, such as the pseudonym of nobody. */
static void add_cells(uint64_t *key, size_t count, const uint32_t *cells, const uint64_t *hash,
                      const bool *kept) {
    for (size_t i = 0; i < count; i++)
        if (!kept || kept[i])
            key[i] = hash_word(key[i] ^ hash[cells[i]]);
}

static void hash_rows(void *context, size_t item, int worker) {
    const hashing *run = context;
    const row_feed *feed = run->feed;
    uint32_t *cells = run->room + (size_t)worker * feed->columns * ROW_FEED_MOST;
    size_t end = (item + 1) * TAKEN_ROWS;
    end = end < feed->rows ? end : feed->rows;
    for (size_t begin = item * TAKEN_ROWS; begin < end; begin += ROW_FEED_MOST) {
        size_t count = end - begin < ROW_FEED_MOST ? end - begin : ROW_FEED_MOST;
        feed->fill(feed->context, begin, count, cells);
        memset(run->key + begin, 0, count * sizeof *run->key);
        for (size_t c = 0; c < feed->columns; c++)
            add_cells(run->key + begin, count, cells + c * ROW_FEED_MOST, run->hash[c],
                      feed->kept ? feed->kept + begin : NULL);
    }
}

static bool open_hashing(hashing *run, size_t threads) {
    const row_feed *feed = run->feed;
    run->hash = arena_new(&run->memory, feed->columns, sizeof *run->hash);
    run->room = arena_new(&run->memory, threads * feed->columns, ROW_FEED_MOST * sizeof *run->room);
    bool fine = run->hash && run->room;
    for (size_t c = 0; fine && c < feed->columns; c++)
        fine = (run->hash[c] = hash_texts(&feed->column[c], &run->memory)) != NULL;
    return fine;
}

/* Behind the others, in any order that does not tell more: they are not written. */
static bool put_last(uint32_t *order, const row_feed *feed) {
    uint32_t *last = memory_new(feed->rows, sizeof *last);
    size_t kept = 0, others = 0;
    for (size_t i = 0; last && i < feed->rows; i++)
        if (feed->kept[order[i]])
            order[kept++] = order[i];
        else
            last[others++] = order[i];
    if (last)
        memcpy(order + kept, last, others * sizeof *last);
    memory_free(last);
    return last != NULL;
}

shoal_status row_keys_make(uint64_t *key, const row_feed *feed, thread_pool *pool,
                           shoal_error *error) {
    hashing run = {.feed = feed};
    run.key = key;
    bool fine = open_hashing(&run, (size_t)threads_count(pool));
    if (fine)
        threads_run(pool, (feed->rows + TAKEN_ROWS - 1) / TAKEN_ROWS, hash_rows, &run);
    arena_free(&run.memory);
    return fine ? SHOAL_OK : status_no_memory(error);
}

shoal_status row_order_make(uint32_t *order, const row_feed *feed, thread_pool *pool,
                            shoal_error *error) {
    uint64_t *key = memory_new(feed->rows, sizeof *key);
    shoal_status status = key ? row_keys_make(key, feed, pool, error) : status_no_memory(error);
    if (status == SHOAL_OK)
        status = key_order(order, key, feed->rows, pool, error);
    memory_free(key);
    if (status == SHOAL_OK && feed->kept && !put_last(order, feed))
        status = status_no_memory(error);
    return status;
}
