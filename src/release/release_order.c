#include "release/release_order.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

/* A row on its way to its place. */
typedef struct placed_row {
    uint64_t key;
    uint32_t row;
} placed_row;

/* Rows of the same key have the same cells, but for an accident that tells nothing. */
static int compare_rows(const void *left, const void *right) {
    const placed_row *a = left, *b = right;
    return a->key != b->key ? (a->key > b->key) - (a->key < b->key)
                            : (a->row > b->row) - (a->row < b->row);
}

static bool is_kept(const release_task *task, size_t row) {
    return !task->kept_rows || task->kept_rows[row];
}

/* Of what is published, text by text: codes follow what is hidden. [codes of the column] */
static uint64_t *hash_texts(const feed_column *of, arena *memory) {
    size_t count = of->values ? of->values->size : of->label_count + 1;
    uint64_t *made = arena_new(memory, count, sizeof *made);
    for (size_t code = 0; made && code < count; code++) {
        const char *text = of->values               ? dictionary_text(of->values, (uint32_t)code)
                           : code < of->label_count ? of->labels[code]
                                                    : "*";
        made[code] = hash_bytes(text, strlen(text));
    }
    return made;
}

static void add_keys(placed_row *out, size_t begin, size_t count, const uint32_t *cells,
                     uint64_t *const *hash, size_t columns) {
    for (size_t i = 0; i < count; i++) {
        uint64_t key = 0;
        for (size_t c = 0; c < columns; c++)
            key = hash_mix(key ^ hash[c][cells[c * ROW_FEED_MOST + i]]);
        out[begin + i] = (placed_row){key, (uint32_t)(begin + i)};
    }
}

static bool hash_rows(placed_row *out, const row_feed *feed, arena *memory) {
    uint32_t *cells = arena_new(memory, feed->columns, ROW_FEED_MOST * sizeof *cells);
    uint64_t **hash = arena_new(memory, feed->columns, sizeof *hash);
    bool fine = cells && hash;
    for (size_t c = 0; fine && c < feed->columns; c++)
        fine = (hash[c] = hash_texts(&feed->column[c], memory)) != NULL;
    for (size_t begin = 0; fine && begin < feed->rows; begin += ROW_FEED_MOST) {
        size_t left = feed->rows - begin, count = left < ROW_FEED_MOST ? left : ROW_FEED_MOST;
        feed->fill(feed->context, begin, count, cells);
        add_keys(out, begin, count, cells, hash, feed->columns);
    }
    return fine;
}

static shoal_status find_keys(placed_row *out, const release_task *task, shoal_error *error) {
    release_feed feed;
    arena memory = {0};
    shoal_status status = release_feed_open(&feed, task, error);
    if (status == SHOAL_OK && !hash_rows(out, &feed.rows, &memory))
        status = status_no_memory(error);
    arena_free(&memory);
    release_feed_close(&feed);
    return status;
}

shoal_status release_order_make(uint32_t **out, const release_task *task, shoal_error *error) {
    size_t rows = task->table->rows, kept = 0, left_out = 0;
    placed_row *placed = memory_new(rows, sizeof *placed);
    uint32_t *order = memory_new(rows, sizeof *order);
    *out = NULL;
    shoal_status status =
        placed && order ? find_keys(placed, task, error) : status_no_memory(error);
    if (status == SHOAL_OK) {
        qsort(placed, rows, sizeof *placed, compare_rows);
        for (size_t i = 0; i < rows; i++)
            kept += is_kept(task, placed[i].row);
        for (size_t i = 0, at = 0; i < rows; i++)
            order[is_kept(task, placed[i].row) ? at++ : kept + left_out++] = placed[i].row;
        *out = order;
        order = NULL;
    }
    memory_free(placed);
    memory_free(order);
    return status;
}

/* ---- The way back ---------------------------------------------------------------------------- */

static bool undo_column(column *of, size_t rows, const uint32_t *place_of) {
    codes ordered = {.width = of->codes.width, .data = memory_new(rows, (size_t)of->codes.width)};
    if (!ordered.data)
        return false;
    for (size_t i = 0; i < rows; i++)
        codes_put(&ordered, place_of[i], codes_get(&of->codes, i));
    memory_free(of->codes.data);
    of->codes = ordered;
    return true;
}

shoal_status release_order_undo(shoal_table *release, const release_task *task,
                                shoal_error *error) {
    size_t rows = task->table->rows, at = 0;
    if (!task->order)
        return SHOAL_OK;
    uint32_t *place = memory_new(rows, sizeof *place);
    uint32_t *place_of = memory_new(release->rows, sizeof *place_of);
    bool fine = place && place_of;
    for (size_t row = 0; fine && row < rows; row++)
        place[row] = is_kept(task, row) ? (uint32_t)at++ : 0;
    for (size_t i = 0; fine && i < release->rows; i++)
        place_of[i] = place[task->order[i]];
    for (size_t c = 0; fine && c < release->columns; c++)
        if (release->column[c].kept)
            fine = undo_column(&release->column[c], release->rows, place_of);
    memory_free(place);
    memory_free(place_of);
    return fine ? SHOAL_OK : status_no_memory(error);
}
