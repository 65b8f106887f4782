#include "files/codec.h"
#include "store/csv_rows.h"
#include "store/csv_source.h"
#include "store/sink_kind.h"
#include "store/source_kind.h"
#include "store/store_name.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

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

/* Rows on their way to the file. */
typedef struct csv_writing {
    csv_sink *to;
    iconv_t *encoders; /* [threads] where text is encoded; else NULL */
    size_t encoder_count;
} csv_writing;

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

/* Encodes and compresses the lines, if that is to be; `to` may be NULL. What cannot be encoded was
 * refused before. */
static const text *pack_lines(csv_block *block, const codec *by, const iconv_t *to) {
    block->encoded.length = 0;
    if (to && !text_encoding_add(&block->encoded, *to, block->bytes.bytes, block->bytes.length))
        block->encoded.failed = true;
    const text *plain = to ? &block->encoded : &block->bytes;
    if (!by || plain->failed || plain->length == 0)
        return plain;
    if (!by->encode(&block->packed, plain->bytes, plain->length))
        block->packed.failed = true;
    return &block->packed;
}

static shoal_status write_bytes(csv_sink *self, const text *bytes, shoal_error *error) {
    if (bytes->failed)
        return status_no_memory(error);
    return bytes->length > 0 ? file_write(&self->file, bytes->bytes, bytes->length, error)
                             : SHOAL_OK;
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

static shoal_status write_encoded_head(csv_sink *self, csv_block *head, shoal_error *error) {
    iconv_t to;
    size_t mark = 0;
    const char *bytes = text_encoding_mark(self->format.csv.encoding, &mark);
    text *encoded = &head->encoded, *plain = &head->bytes;
    STATUS_TRY(open_encoder(&to, self, error));
    if (self->format.csv.marked)
        text_add(encoded, bytes, mark);
    bool fine = text_encoding_add(encoded, to, plain->bytes ? plain->bytes : "", plain->length);
    iconv_close(to);
    if (!fine && !encoded->failed)
        return refuse_name(self, error);
    text_free(plain);
    *plain = *encoded;
    *encoded = (text){0};
    return write_bytes(self, pack_lines(head, self->packed_by, NULL), error);
}

static shoal_status write_head(csv_sink *self, shoal_error *error) {
    csv_block head = {0};
    shoal_status status = SHOAL_OK;
    add_head(self, &head.bytes);
    if (head.bytes.failed)
        status = status_no_memory(error);
    else if (self->encoded)
        status = write_encoded_head(self, &head, error);
    else
        status = write_bytes(self, pack_lines(&head, self->packed_by, NULL), error);
    text_free(&head.bytes);
    text_free(&head.encoded);
    text_free(&head.packed);
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

/* ---- Rows ----------------------------------------------------------------------------------- */

static shoal_status check_encodes(const csv_writing *out, const char *name, const char *value,
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
static shoal_status check_column(const csv_writing *out, const feed_column *each,
                                 shoal_error *error) {
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

static shoal_status open_encoders(csv_writing *out, size_t threads, shoal_error *error) {
    if (!out->to->encoded)
        return SHOAL_OK;
    out->encoders = memory_new(threads, sizeof *out->encoders);
    if (!out->encoders)
        return status_no_memory(error);
    for (; out->encoder_count < threads; out->encoder_count++)
        STATUS_TRY(open_encoder(&out->encoders[out->encoder_count], out->to, error));
    return SHOAL_OK;
}

static csv_cells_form row_form(const void *context, size_t index) {
    return column_form(((const csv_writing *)context)->to, index);
}

static const text *pack_rows(const void *context, csv_block *block, int worker) {
    const csv_writing *by = context;
    return pack_lines(block, by->to->packed_by, by->encoders ? &by->encoders[worker] : NULL);
}

static shoal_status write_rows(void *context, const char *bytes, size_t length,
                               shoal_error *error) {
    return file_write(&((csv_writing *)context)->to->file, bytes, length, error);
}

static shoal_status write_all(csv_writing *by, const row_feed *feed, const sink_options *options,
                              shoal_error *error) {
    STATUS_TRY(open_encoders(by, (size_t)threads_count(options->pool), error));
    for (size_t i = 0; by->encoders && i < feed->columns; i++)
        STATUS_TRY(check_column(by, &feed->column[i], error));
    csv_target target = {.form = row_form, .pack = pack_rows, .write = write_rows, .context = by};
    return csv_rows_write(feed, &target, options, error);
}

static shoal_status csv_write(sink *base, const row_feed *feed, const sink_options *options,
                              shoal_error *error) {
    csv_writing by = {.to = (csv_sink *)base};
    shoal_status status = write_all(&by, feed, options, error);
    for (size_t i = 0; i < by.encoder_count; i++)
        iconv_close(by.encoders[i]);
    memory_free(by.encoders);
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
