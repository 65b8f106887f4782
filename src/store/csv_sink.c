#include "files/codec.h"
#include "store/csv_cells.h"
#include "store/csv_source.h"
#include "store/sink_kind.h"
#include "store/source_kind.h"

#include <string.h>
#include <unistd.h>

/* Cells that are formatted as one piece of work. */
#define BLOCK_CELLS ((size_t)1 << 17)
#define SLOTS_PER_THREAD 3

typedef struct csv_sink {
    sink base;
    pending_file file;
    const codec *packed_by; /* NULL: not compressed */
    table_format format;
    size_t columns;
    char **names; /* [columns] that were written, or left out where there is no header */
} csv_sink;

/* One block of rows on its way to the file. */
typedef struct slot {
    text bytes;
    text packed;
} slot;

/* Everything that lives while rows are written. */
typedef struct writer {
    const csv_sink *to;
    const row_feed *feed;
    csv_cells *cells; /* [columns] */
    size_t longest_row;
    size_t block_rows;
    size_t first_block; /* of the round that is being formatted */
    slot *slots;
    size_t slot_count;
    uint32_t *codes; /* [worker][column][ROW_FEED_MOST] the cell of each row */
} writer;

/* ---- Opening and closing -------------------------------------------------------------------- */

static void csv_close(sink *base) {
    csv_sink *self = (csv_sink *)base;
    file_close(&self->file);
    for (size_t i = 0; self->names && i < self->columns; i++)
        memory_free(self->names[i]);
    memory_free(self->names);
    memory_free(self);
}

static shoal_status csv_open(sink **out, const char *name, shoal_error *error) {
    csv_sink *self = memory_zero(1, sizeof *self);
    if (!self)
        return status_no_memory(error);
    shoal_status status = file_open(&self->file, name, error);
    if (status != SHOAL_OK) {
        memory_free(self);
        return status;
    }
    self->base = (sink){&csv_sink_kind, &self->file};
    self->packed_by = codec_of_suffix(name);
    *out = &self->base;
    return SHOAL_OK;
}

static shoal_status csv_publish(sink *base, shoal_error *error) {
    return file_publish(&((csv_sink *)base)->file, error);
}

/* ---- The file ------------------------------------------------------------------------------- */

static csv_cells_form column_form(const csv_sink *self, size_t index) {
    char delimiter = self->format.csv.delimiter ? self->format.csv.delimiter : ',';
    bool last = index + 1 == self->columns;
    return (csv_cells_form){delimiter, last ? '\n' : delimiter, self->columns == 1};
}

/* Compresses what lies in the slot, if that is to be. */
static void pack_slot(slot *into, const codec *by) {
    if (by && !into->bytes.failed && into->bytes.length > 0 &&
        !by->encode(&into->packed, into->bytes.bytes, into->bytes.length))
        into->bytes.failed = true;
}

static shoal_status write_slot(csv_sink *self, const slot *from, shoal_error *error) {
    if (from->bytes.failed)
        return status_no_memory(error);
    if (from->bytes.length == 0)
        return SHOAL_OK;
    const text *bytes = self->packed_by ? &from->packed : &from->bytes;
    return file_write(&self->file, bytes->bytes, bytes->length, error);
}

static void slot_free(slot *made) {
    text_free(&made->bytes);
    text_free(&made->packed);
}

static shoal_status write_header(csv_sink *self, shoal_error *error) {
    slot header = {0};
    for (size_t i = 0; i < self->columns; i++) {
        csv_cells_form form = column_form(self, i);
        csv_cells_escape(&header.bytes, self->names[i], strlen(self->names[i]), &form);
    }
    pack_slot(&header, self->packed_by);
    shoal_status status = write_slot(self, &header, error);
    slot_free(&header);
    return status;
}

static shoal_status csv_begin(sink *base, const row_feed *feed, const sink_options *options,
                              shoal_error *error) {
    csv_sink *self = (csv_sink *)base;
    self->format = options->format;
    self->names = memory_zero(feed->columns, sizeof *self->names);
    if (!self->names)
        return status_no_memory(error);
    for (self->columns = 0; self->columns < feed->columns; self->columns++) {
        const char *name = feed->column[self->columns].name;
        self->names[self->columns] = memory_text(name, strlen(name));
        if (!self->names[self->columns])
            return status_no_memory(error);
    }
    return self->format.csv.headless ? SHOAL_OK : write_header(self, error);
}

static shoal_status csv_finish(sink *base, shoal_error *error) {
    return file_sync(&((csv_sink *)base)->file, error);
}

/* ---- Formatting ----------------------------------------------------------------------------- */

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
    slot *into = &out->slots[item];
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
    pack_slot(into, out->to->packed_by);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static shoal_status prepare_cells(writer *out, shoal_error *error) {
    for (size_t i = 0; i < out->feed->columns; i++) {
        const feed_column *each = &out->feed->column[i];
        csv_cells_form form = column_form(out->to, i);
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

static shoal_status writer_open(writer *out, const csv_sink *to, const row_feed *feed,
                                thread_pool *pool, shoal_error *error) {
    size_t threads = (size_t)threads_count(pool);
    *out = (writer){.to = to, .feed = feed, .block_rows = rows_per_block(feed->columns)};
    out->slot_count = threads * SLOTS_PER_THREAD;
    out->cells = memory_zero(feed->columns, sizeof *out->cells);
    out->slots = memory_zero(out->slot_count, sizeof *out->slots);
    out->codes = memory_new(threads * feed->columns, ROW_FEED_MOST * sizeof *out->codes);
    if (!out->cells || !out->slots || !out->codes)
        return status_no_memory(error);
    return prepare_cells(out, error);
}

static void writer_close(writer *out) {
    for (size_t i = 0; out->cells && i < out->feed->columns; i++)
        csv_cells_free(&out->cells[i]);
    for (size_t i = 0; out->slots && i < out->slot_count; i++)
        slot_free(&out->slots[i]);
    memory_free(out->cells);
    memory_free(out->slots);
    memory_free(out->codes);
}

static shoal_status write_blocks(csv_sink *self, writer *out, const sink_options *options,
                                 shoal_error *error) {
    size_t blocks = (out->feed->rows + out->block_rows - 1) / out->block_rows;
    for (out->first_block = 0; out->first_block < blocks; out->first_block += out->slot_count) {
        size_t left = blocks - out->first_block;
        size_t round = left < out->slot_count ? left : out->slot_count;
        threads_run(options->pool, round, format_block, out);
        for (size_t i = 0; i < round; i++)
            STATUS_TRY(write_slot(self, &out->slots[i], error));
        if (options->cancel && *options->cancel)
            return status_fail(error, SHOAL_INTERRUPTED, "interrupted while writing");
        if (options->progress)
            options->progress((out->first_block + round) * out->block_rows,
                              options->progress_context);
    }
    return SHOAL_OK;
}

static shoal_status csv_write(sink *base, const row_feed *feed, const sink_options *options,
                              shoal_error *error) {
    csv_sink *self = (csv_sink *)base;
    writer out;
    shoal_status status = writer_open(&out, self, feed, options->pool, error);
    if (status == SHOAL_OK)
        status = write_blocks(self, &out, options, error);
    writer_close(&out);
    return status;
}

/* ---- Reading back --------------------------------------------------------------------------- */

/* The names that a file without a header does not hold. */
static shoal_status name_columns(source *read, const csv_sink *self, shoal_error *error) {
    for (size_t i = 0; i < self->columns && read->columns == self->columns; i++) {
        char *copy = memory_text(self->names[i], strlen(self->names[i]));
        if (!copy)
            return status_no_memory(error);
        memory_free(read->names[i]);
        read->names[i] = copy;
    }
    return SHOAL_OK;
}

static shoal_status csv_reopen(source **out, sink *base, const source_options *options,
                               shoal_error *error) {
    csv_sink *self = (csv_sink *)base;
    source_options mine = *options;
    mine.delimiter = self->format.csv.delimiter ? self->format.csv.delimiter : ',';
    mine.header = self->format.csv.headless ? SHOAL_NO : SHOAL_YES;
    mine.trim = SHOAL_NO;
    mine.label = options->label ? options->label : self->file.path;
    if (lseek(self->file.descriptor, 0, SEEK_SET) != 0)
        return status_io(error, "read back", self->file.path);
    STATUS_TRY(csv_source_open_descriptor(out, self->file.descriptor, &mine, error));
    shoal_status status = SHOAL_OK;
    if (self->format.csv.headless)
        status = name_columns(*out, self, error);
    if (status != SHOAL_OK) {
        source_close(*out);
        *out = NULL;
    }
    return status;
}

/* ---- The kind ------------------------------------------------------------------------------- */

static const char *const suffixes[] = {".csv", ".tsv", ".txt", NULL};
static const char *const schemes[] = {NULL};

const sink_kind csv_sink_kind = {
    .name = "csv",
    .suffixes = suffixes,
    .schemes = schemes,
    .open = csv_open,
    .begin = csv_begin,
    .write = csv_write,
    .finish = csv_finish,
    .reopen = csv_reopen,
    .publish = csv_publish,
    .close = csv_close,
};
