/* shoal_table_write: a table in memory to any sink, read back before it gets its name. The rows of
 * a release are written in an order that depends on its cells alone. */
#include "base/context.h"
#include "data/column_origin.h"
#include "release/cell_check.h"
#include "store/row_order.h"

/* The table as rows for a sink. */
typedef struct table_feed {
    const shoal_table *table;
    uint32_t *order; /* [rows] the row at each place; NULL: as in the table */
    row_feed rows;
    feed_column *column;  /* [columns] */
    absent_texts *absent; /* [columns] */
} table_feed;

static void fill(const void *context, size_t begin, size_t count, uint32_t *cells) {
    const table_feed *feed = context;
    const shoal_table *table = feed->table;
    for (size_t c = 0; c < table->columns; c++)
        if (feed->order)
            codes_gather(&table->column[c].codes, feed->order + begin, count,
                         cells + c * ROW_FEED_MOST);
        else
            codes_read(&table->column[c].codes, begin, count, cells + c * ROW_FEED_MOST);
}

static void close_feed(table_feed *feed) {
    memory_free(feed->column);
    memory_free(feed->absent);
    memory_free(feed->order);
}

static shoal_status open_feed(table_feed *out, const shoal_table *table, shoal_error *error) {
    *out = (table_feed){.table = table};
    out->column = memory_zero(table->columns, sizeof *out->column);
    out->absent = memory_zero(table->columns, sizeof *out->absent);
    if (!out->column || !out->absent)
        return status_no_memory(error);
    for (size_t c = 0; c < table->columns; c++) {
        const column *of = &table->column[c];
        if (!of->kept)
            return status_fail(error, SHOAL_USAGE, "column '%.80s' of the table was not kept",
                               of->name);
        out->absent[c] = column_origin_absent(of->origin);
        out->column[c] = (feed_column){.name = of->name,
                                       .values = &of->values,
                                       .origin = of->origin,
                                       .untouched = true,
                                       .absent = out->absent[c]};
    }
    out->rows = (row_feed){.rows = table->rows,
                           .columns = table->columns,
                           .column = out->column,
                           .fill = fill,
                           .context = out};
    return SHOAL_OK;
}

static shoal_status order_rows(table_feed *feed, thread_pool *pool, shoal_error *error) {
    if (!feed->table->released)
        return SHOAL_OK;
    uint32_t *order = memory_new(feed->table->rows, sizeof *order);
    shoal_status status =
        order ? row_order_make(order, &feed->rows, pool, error) : status_no_memory(error);
    feed->order = order;
    return status;
}

static bool keep_nothing(const char *name, void *context) {
    (void)name, (void)context;
    return false;
}

static shoal_status compare(sink *written, const table_feed *feed, thread_pool *pool,
                            shoal_error *error) {
    cell_check *cells = NULL;
    source *from = NULL;
    shoal_table *read = NULL;
    shoal_status status = cell_check_open(&cells, &feed->rows, pool, error);
    source_options options = {.keep = keep_nothing,
                              .see = cell_check_see,
                              .see_context = cells,
                              .see_table = cell_check_see_table,
                              .absent = feed->absent,
                              .pool = pool};
    if (status == SHOAL_OK)
        status = sink_reopen(&from, written, &options, error);
    if (status == SHOAL_OK)
        status = source_load_opened(&read, NULL, from, &options, error);
    if (status == SHOAL_OK)
        status = cell_check_end(cells, error);
    shoal_table_free(read);
    cell_check_close(cells);
    return status;
}

static shoal_status write_table(sink *to, const shoal_table *table, thread_pool *pool,
                                shoal_error *error) {
    table_feed feed;
    sink_options options = {.pool = pool};
    shoal_status status = open_feed(&feed, table, error);
    if (status == SHOAL_OK)
        status = order_rows(&feed, pool, error);
    if (status == SHOAL_OK)
        status = sink_write(to, &feed.rows, &options, error);
    if (status == SHOAL_OK)
        status = compare(to, &feed, pool, error);
    if (status == SHOAL_OK)
        status = sink_publish(to, error);
    close_feed(&feed);
    return status;
}

shoal_status shoal_table_write(const shoal_table *table, const char *name, shoal_error *error) {
    context_call call = {0};
    sink *to = NULL;
    STATUS_TRY(context_enter(&call, NULL, 0, NULL, error));
    shoal_status status = sink_open(&to, name, error);
    if (status == SHOAL_OK)
        status = write_table(to, table, call.pool, error);
    sink_close(to);
    context_leave(&call);
    return status;
}
