#include "store/csv_rows.h"

/* Cells that are formatted as one piece of work. */
#define BLOCK_CELLS ((size_t)1 << 17)
#define BLOCKS_PER_THREAD 3

/* Everything that lives while rows are written. */
typedef struct writer {
    const csv_target *to;
    const row_feed *feed;
    csv_cells *cells; /* [columns] */
    size_t longest_row;
    size_t block_rows;
    size_t first_block; /* of the round that is being formatted */
    csv_block *blocks;
    const text **made; /* [block_count] what is to be written of each */
    size_t block_count;
    uint32_t *codes; /* [worker][column][ROW_FEED_MOST] the cell of each row */
} writer;

static bool reserve_row(text *out, size_t longest) {
    return memory_grow((void **)&out->bytes, &out->capacity,
                       out->length + longest + CSV_CELLS_SLACK, 1);
}

static void format_rows(const writer *out, text *bytes, size_t begin, size_t count,
                        const uint32_t *cell) {
    const bool *kept = out->feed->kept;
    size_t columns = out->feed->columns;
    for (size_t row = 0; row < count; row++) {
        if (kept && !kept[begin + row])
            continue;
        if (!reserve_row(bytes, out->longest_row)) {
            bytes->failed = true;
            return;
        }
        char *at = bytes->bytes + bytes->length;
        for (size_t i = 0; i < columns; i++)
            at = csv_cells_put(&out->cells[i], cell[i * ROW_FEED_MOST + row], at);
        bytes->length = (size_t)(at - bytes->bytes);
    }
}

static void format_block(void *context, size_t item, int worker) {
    writer *out = context;
    csv_block *into = &out->blocks[item];
    size_t begin = (out->first_block + item) * out->block_rows;
    size_t left = out->feed->rows - begin;
    size_t rows = left < out->block_rows ? left : out->block_rows;
    uint32_t *cell = out->codes + (size_t)worker * out->feed->columns * ROW_FEED_MOST;
    into->bytes.length = 0;
    for (size_t done = 0; done < rows && !into->bytes.failed; done += ROW_FEED_MOST) {
        size_t count = rows - done < ROW_FEED_MOST ? rows - done : ROW_FEED_MOST;
        out->feed->fill(out->feed->context, begin + done, count, cell);
        format_rows(out, &into->bytes, begin + done, count, cell);
    }
    out->made[item] = &into->bytes;
    if (out->to->pack && !into->bytes.failed && into->bytes.length > 0)
        out->made[item] = out->to->pack(out->to->context, into, worker);
}

static shoal_status prepare_cells(writer *out, shoal_error *error) {
    for (size_t i = 0; i < out->feed->columns; i++) {
        const feed_column *each = &out->feed->column[i];
        csv_cells_form form = out->to->form(out->to->context, i);
        csv_cells *made = &out->cells[i];
        STATUS_TRY(each->values
                       ? csv_cells_of_values(made, each->values, &form, error)
                       : csv_cells_of_labels(made, each->labels, each->label_count, &form, error));
        out->longest_row += made->longest;
    }
    return SHOAL_OK;
}

static size_t rows_per_block(size_t columns) {
    size_t rows = BLOCK_CELLS / columns / ROW_FEED_MOST * ROW_FEED_MOST;
    return rows > 0 ? rows : ROW_FEED_MOST;
}

static shoal_status writer_open(writer *out, const row_feed *feed, const csv_target *to,
                                thread_pool *pool, shoal_error *error) {
    size_t threads = (size_t)threads_count(pool);
    *out = (writer){.to = to, .feed = feed, .block_rows = rows_per_block(feed->columns)};
    out->block_count = threads * BLOCKS_PER_THREAD;
    out->cells = memory_zero(feed->columns, sizeof *out->cells);
    out->blocks = memory_zero(out->block_count, sizeof *out->blocks);
    out->made = memory_zero(out->block_count, sizeof(const text *));
    out->codes = memory_new(threads * feed->columns, ROW_FEED_MOST * sizeof *out->codes);
    if (!out->cells || !out->blocks || !out->made || !out->codes)
        return status_no_memory(error);
    return prepare_cells(out, error);
}

static void writer_close(writer *out) {
    for (size_t i = 0; out->cells && i < out->feed->columns; i++)
        csv_cells_free(&out->cells[i]);
    for (size_t i = 0; out->blocks && i < out->block_count; i++) {
        text_free(&out->blocks[i].bytes);
        text_free(&out->blocks[i].encoded);
        text_free(&out->blocks[i].packed);
    }
    memory_free(out->cells);
    memory_free(out->blocks);
    memory_free((void *)out->made);
    memory_free(out->codes);
}

static shoal_status write_block(const writer *out, size_t item, shoal_error *error) {
    const text *made = out->made[item];
    if (out->blocks[item].bytes.failed || made->failed)
        return status_no_memory(error);
    return made->length > 0 ? out->to->write(out->to->context, made->bytes, made->length, error)
                            : SHOAL_OK;
}

static shoal_status write_blocks(writer *out, const sink_options *options, shoal_error *error) {
    size_t blocks = (out->feed->rows + out->block_rows - 1) / out->block_rows;
    for (out->first_block = 0; out->first_block < blocks; out->first_block += out->block_count) {
        size_t left = blocks - out->first_block;
        size_t round = left < out->block_count ? left : out->block_count;
        threads_run(options->pool, round, format_block, out);
        for (size_t i = 0; i < round; i++)
            STATUS_TRY(write_block(out, i, error));
        if (options->cancel && *options->cancel)
            return status_fail(error, SHOAL_INTERRUPTED, "interrupted while writing");
        if (options->progress)
            options->progress((out->first_block + round) * out->block_rows,
                              options->progress_context);
    }
    return SHOAL_OK;
}

shoal_status csv_rows_write(const row_feed *feed, const csv_target *to, const sink_options *options,
                            shoal_error *error) {
    writer out;
    shoal_status status = writer_open(&out, feed, to, options->pool, error);
    if (status == SHOAL_OK)
        status = write_blocks(&out, options, error);
    writer_close(&out);
    return status;
}
