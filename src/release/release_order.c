#include "release/release_order.h"

#include "store/row_order.h"

shoal_status release_order_make(uint32_t **out, const release_task *task, shoal_error *error) {
    release_feed feed;
    uint32_t *order = memory_new(task->table->rows, sizeof *order);
    *out = order;
    if (!order)
        return status_no_memory(error);
    shoal_status status = release_feed_open(&feed, task, error);
    if (status == SHOAL_OK)
        status = row_order_make(order, &feed.rows, task->pool, error);
    release_feed_close(&feed);
    return status;
}

static bool is_kept(const release_task *task, size_t row) {
    return !task->kept_rows || task->kept_rows[row];
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
