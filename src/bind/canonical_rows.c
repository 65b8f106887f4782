#include "bind/canonical_rows.h"

#include "bind/roles.h"
#include "data/taken_rows.h"
#include "store/row_order.h"

/* ---- The columns that count ------------------------------------------------------------------ */

typedef struct key_feed {
    row_feed rows;
    feed_column *texts;   /* [rows.columns] */
    const codes **column; /* [rows.columns] */
    arena memory;
} key_feed;

static void fill(const void *context, size_t begin, size_t count, uint32_t *cells) {
    const key_feed *feed = context;
    for (size_t c = 0; c < feed->rows.columns; c++)
        codes_read(feed->column[c], begin, count, cells + c * ROW_FEED_MOST);
}

static bool open_feed(key_feed *out, const bound_table *bound) {
    const shoal_table *table = bound->table;
    *out = (key_feed){0};
    out->texts = arena_zero(&out->memory, table->columns, sizeof *out->texts);
    out->column = arena_new(&out->memory, table->columns, sizeof *out->column);
    if (!out->texts || !out->column)
        return false;
    for (size_t i = 0; i < table->columns; i++) {
        const column *each = &table->column[i];
        if (!each->kept || !roles_keep_needed(each->name, (void *)bound->plan))
            continue;
        out->texts[out->rows.columns].values = &each->values;
        out->column[out->rows.columns++] = &each->codes;
    }
    out->rows.rows = table->rows;
    out->rows.column = out->texts;
    out->rows.fill = fill;
    out->rows.context = out;
    return true;
}

/* ---------------------------------------------------------------------------------------------- */

shoal_status canonical_rows_sort(bound_table *bound, shoal_error *error) {
    key_feed feed;
    uint32_t *from = memory_new(bound->table->rows, sizeof *from);
    shoal_status status = open_feed(&feed, bound) && from ? SHOAL_OK : status_no_memory(error);
    if (status == SHOAL_OK)
        status = row_order_make(from, &feed.rows, bound->pool, error);
    arena_free(&feed.memory);
    if (status == SHOAL_OK && !table_take_rows(bound->owned, from, bound->pool))
        status = status_no_memory(error);
    bound->input_row = from;
    return status;
}

uint32_t *canonical_rows_back(const bound_table *bound) {
    uint32_t *place = memory_new(bound->table->rows, sizeof *place);
    for (size_t row = 0; place && row < bound->table->rows; row++)
        place[bound->input_row[row]] = (uint32_t)row;
    return place;
}
