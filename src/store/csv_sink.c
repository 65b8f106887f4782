#include "files/codec.h"
#include "store/csv_cells.h"
#include "store/csv_source.h"
#include "store/sink_kind.h"
#include "store/source_kind.h"
#include "store/store_name.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Cells that are formatted as one piece of work. */
#define BLOCK_CELLS ((size_t)1 << 17)
#define SLOTS_PER_THREAD 3

typedef struct csv_sink {
    sink base;
    pending_file file;
    const codec *packed_by; /* NULL: not compressed */
    bool tabs;              /* the name promises tabs, whatever the input has */
    table_format format;
    bool encoded; /* in another encoding than UTF-8 */
    size_t columns;
    char **names; /* [columns] that were written, or left out where there is no header */
} csv_sink;

/* One block of rows on its way to the file. */
typedef struct slot {
    text bytes;
    text encoded;
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
    uint32_t *codes;   /* [worker][column][ROW_FEED_MOST] the cell of each row */
    iconv_t *encoders; /* [threads] where text is encoded; else NULL */
    size_t encoder_count;
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

static const char *const tabbed[] = {".tsv", ".tab", NULL};

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
    self->tabs = store_name_has_suffix(name, tabbed);
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
    return (csv_cells_form){.delimiter = delimiter,
                            .separator = last ? '\n' : delimiter,
                            .quoted = self->columns == 1 || self->format.csv.blanks,
                            .crlf = self->format.csv.crlf};
}

/* Encodes and compresses what lies in the slot, if that is to be; `to` may be NULL. What cannot be
 * encoded was refused before. */
static void pack_slot(slot *into, const codec *by, const iconv_t *to) {
    into->encoded.length = 0;
    if (to && !text_encoding_add(&into->encoded, *to, into->bytes.bytes, into->bytes.length))
        into->bytes.failed = true;
    const text *bytes = to ? &into->encoded : &into->bytes;
    if (by && !into->bytes.failed && bytes->length > 0 &&
        !by->encode(&into->packed, bytes->bytes, bytes->length))
        into->bytes.failed = true;
}

static shoal_status write_slot(csv_sink *self, const slot *from, shoal_error *error) {
    if (from->bytes.failed)
        return status_no_memory(error);
    if (from->bytes.length == 0)
        return SHOAL_OK;
    const text *plain = self->encoded ? &from->encoded : &from->bytes;
    const text *bytes = self->packed_by ? &from->packed : plain;
    return file_write(&self->file, bytes->bytes, bytes->length, error);
}

static void slot_free(slot *made) {
    text_free(&made->bytes);
    text_free(&made->encoded);
    text_free(&made->packed);
}

static shoal_status open_encoder(iconv_t *out, const csv_sink *self, shoal_error *error) {
    *out = text_encoding_encoder(self->format.csv.encoding);
    if (*out != (iconv_t)-1)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "encoding_unknown", "input.encoding",
                         "this machine cannot convert text to %s", self->format.csv.encoding);
}

/* Whether the name is one that stands for none: only where a reader would choose it again. */
static bool is_unnamed(const csv_sink *self, size_t index) {
    char numbered[40];
    snprintf(numbered, sizeof numbered, "%s%zu", self->format.csv.unnamed, index + 1);
    return *self->format.csv.unnamed && strcmp(self->names[index], numbered) == 0;
}

/* What comes before the rows: `sep=;` and the names of the columns. */
static void add_head(const csv_sink *self, text *out) {
    const char *line_end = self->format.csv.crlf ? "\r\n" : "\n";
    if (self->format.csv.marked && !self->encoded)
        text_add(out, "\xEF\xBB\xBF", 3);
    if (self->format.csv.separated)
        text_format(out, "sep=%c%s", column_form(self, 0).delimiter, line_end);
    for (size_t i = 0; i < self->columns && !self->format.csv.headless; i++) {
        csv_cells_form form = column_form(self, i);
        const char *name = is_unnamed(self, i) ? "" : self->names[i];
        csv_cells_escape(out, name, strlen(name), &form);
    }
}

static shoal_status refuse_name(const csv_sink *self, shoal_error *error) {
    return status_refuse(error, SHOAL_BAD_DATA, "encoding_cannot", NULL,
                         "a name of a column has no form in %s, the encoding of the input: rename "
                         "it, or convert the input to UTF-8",
                         self->format.csv.encoding);
}

static shoal_status write_encoded_head(csv_sink *self, slot *head, shoal_error *error) {
    iconv_t to;
    text plain = head->bytes;
    size_t mark = 0;
    const char *bytes = text_encoding_mark(self->format.csv.encoding, &mark);
    STATUS_TRY(open_encoder(&to, self, error));
    if (self->format.csv.marked)
        text_add(&head->encoded, bytes, mark);
    bool fine = text_encoding_add(&head->encoded, to, plain.bytes ? plain.bytes : "", plain.length);
    iconv_close(to);
    if (!fine && !head->encoded.failed)
        return refuse_name(self, error);
    bool failed = head->encoded.failed ||
                  (self->packed_by && !self->packed_by->encode(&head->packed, head->encoded.bytes,
                                                               head->encoded.length));
    head->bytes.failed |= failed;
    head->bytes.length |= head->encoded.length > 0;
    return SHOAL_OK;
}

static shoal_status write_head(csv_sink *self, shoal_error *error) {
    slot head = {0};
    shoal_status status = SHOAL_OK;
    add_head(self, &head.bytes);
    if (self->encoded)
        status = write_encoded_head(self, &head, error);
    else
        pack_slot(&head, self->packed_by, NULL);
    if (status == SHOAL_OK)
        status = write_slot(self, &head, error);
    slot_free(&head);
    return status;
}

/* Whether a reader of a file without names would give the columns theirs. Where some were left out,
 * it would not, and take others for them. */
static bool is_numbered(const csv_sink *self) {
    char numbered[32];
    for (size_t i = 0; i < self->columns; i++) {
        snprintf(numbered, sizeof numbered, "c%zu", i + 1);
        if (strcmp(self->names[i], numbered) != 0)
            return false;
    }
    return true;
}

static shoal_status csv_begin(sink *base, const row_feed *feed, const sink_options *options,
                              shoal_error *error) {
    csv_sink *self = (csv_sink *)base;
    self->format = options->format;
    if (self->tabs) {
        self->format.csv.delimiter = '\t';
        self->format.csv.blanks = self->format.csv.separated = false;
    }
    self->encoded = !text_encoding_is_plain(self->format.csv.encoding);
    self->names = memory_zero(feed->columns, sizeof *self->names);
    if (!self->names)
        return status_no_memory(error);
    for (self->columns = 0; self->columns < feed->columns; self->columns++) {
        const char *name = feed->column[self->columns].name;
        self->names[self->columns] = memory_text(name, strlen(name));
        if (!self->names[self->columns])
            return status_no_memory(error);
    }
    if (!is_numbered(self))
        self->format.csv.headless = false;
    return write_head(self, error);
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
    pack_slot(into, out->to->packed_by, out->encoders ? &out->encoders[worker] : NULL);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static shoal_status check_encodes(const writer *out, const char *name, const char *value,
                                  text *scratch, shoal_error *error) {
    scratch->length = 0;
    if (text_encoding_add(scratch, out->encoders[0], value, strlen(value)))
        return SHOAL_OK;
    if (scratch->failed)
        return status_no_memory(error);
    return status_refuse(error, SHOAL_BAD_DATA, "encoding_cannot", NULL,
                         "column '%.50s': '%.40s' has no form in %s, the encoding of the input: "
                         "change the label, or convert the input to UTF-8",
                         name, value, out->to->format.csv.encoding);
}

/* Nothing is written with a `?` in place of what the encoding does not have. */
static shoal_status check_column(const writer *out, const feed_column *each, shoal_error *error) {
    text scratch = {0};
    shoal_status status = SHOAL_OK;
    size_t count = each->values ? each->values->size : each->label_count;
    for (size_t i = 0; i < count && status == SHOAL_OK; i++) {
        const char *value =
            each->values ? dictionary_text(each->values, (uint32_t)i) : each->labels[i];
        status = check_encodes(out, each->name, value, &scratch, error);
    }
    text_free(&scratch);
    return status;
}

static shoal_status prepare_cells(writer *out, shoal_error *error) {
    for (size_t i = 0; i < out->feed->columns; i++) {
        const feed_column *each = &out->feed->column[i];
        if (out->encoders)
            STATUS_TRY(check_column(out, each, error));
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

static shoal_status open_encoders(writer *out, size_t threads, shoal_error *error) {
    if (!out->to->encoded)
        return SHOAL_OK;
    out->encoders = memory_new(threads, sizeof *out->encoders);
    if (!out->encoders)
        return status_no_memory(error);
    for (; out->encoder_count < threads; out->encoder_count++)
        STATUS_TRY(open_encoder(&out->encoders[out->encoder_count], out->to, error));
    return SHOAL_OK;
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
    STATUS_TRY(open_encoders(out, threads, error));
    return prepare_cells(out, error);
}

static void writer_close(writer *out) {
    for (size_t i = 0; out->cells && i < out->feed->columns; i++)
        csv_cells_free(&out->cells[i]);
    for (size_t i = 0; out->slots && i < out->slot_count; i++)
        slot_free(&out->slots[i]);
    memory_free(out->cells);
    memory_free(out->slots);
    for (size_t i = 0; i < out->encoder_count; i++)
        iconv_close(out->encoders[i]);
    memory_free(out->encoders);
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

/* The names that a file does not hold: of all columns without a header, or of some. */
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
    mine.encoding = *self->format.csv.encoding ? self->format.csv.encoding : TEXT_BYTES;
    mine.label = options->label ? options->label : self->file.path;
    if (lseek(self->file.descriptor, 0, SEEK_SET) != 0)
        return status_io(error, "read back", self->file.path);
    STATUS_TRY(csv_source_open_descriptor(out, self->file.descriptor, &mine, error));
    shoal_status status = SHOAL_OK;
    if (self->format.csv.headless || *self->format.csv.unnamed)
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
