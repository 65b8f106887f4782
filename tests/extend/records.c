/* Files of records: a line `column=value` for each value, and an empty line between two records,
 * which all have the same columns in the same order.
 *
 * A backslash takes the next byte as it is, except that `\n` stands for a line feed. The source
 * translates the records to CSV in memory and leaves the rest to the reader of CSV. */
#include "base/text.h"
#include "files/byte_source.h"
#include "files/codec.h"
#include "store/csv_source.h"
#include "store/sink_kind.h"
#include "store/source_kind.h"

#include <unistd.h>

/* ---- From records to CSV --------------------------------------------------------------------- */

typedef struct record_key {
    const char *text;
    size_t length;
} record_key;

typedef struct record_parser {
    const char *label;
    int64_t line;
    record_key *keys; /* of the first record */
    size_t count, capacity;
    size_t place; /* of the next value in its record */
    bool first;   /* record */
    text head, rows;
} record_parser;

static void add_cell(text *out, const char *from, size_t length, bool is_first) {
    text_add(out, is_first ? "\"" : ",\"", is_first ? 1 : 2);
    for (size_t i = 0; i < length; i++) {
        bool escaped = from[i] == '\\' && i + 1 < length;
        char byte = escaped ? from[++i] : from[i];
        byte = escaped && byte == 'n' ? '\n' : byte;
        text_add(out, "\"", byte == '"');
        text_add(out, &byte, 1);
    }
    text_add(out, "\"", 1);
}

static size_t key_length(const char *line, size_t length) {
    size_t at = 0;
    while (at < length && line[at] != '=')
        at += line[at] == '\\' ? 2 : 1;
    return at;
}

static bool is_expected(const record_parser *parser, record_key key) {
    const record_key *known = &parser->keys[parser->place];
    return parser->place < parser->count && known->length == key.length &&
           memcmp(known->text, key.text, key.length) == 0;
}

static shoal_status add_line(record_parser *parser, const char *line, size_t length,
                             shoal_error *error) {
    record_key key = {line, key_length(line, length)};
    if (key.length >= length)
        return status_fail_at(error, SHOAL_BAD_DATA, parser->line, 0,
                              "%.100s:%lld: expected column=value", parser->label,
                              (long long)parser->line);
    if (parser->first) {
        if (!memory_grow((void **)&parser->keys, &parser->capacity, parser->count + 1, sizeof key))
            return status_no_memory(error);
        parser->keys[parser->count++] = key;
        add_cell(&parser->head, key.text, key.length, parser->place == 0);
    } else if (!is_expected(parser, key))
        return status_fail_at(error, SHOAL_BAD_DATA, parser->line, 0,
                              "%.100s:%lld: this column is not in its place: every record has the "
                              "columns of the first, in their order",
                              parser->label, (long long)parser->line);
    add_cell(&parser->rows, line + key.length + 1, length - key.length - 1, parser->place == 0);
    parser->place++;
    return SHOAL_OK;
}

static shoal_status end_record(record_parser *parser, shoal_error *error) {
    if (parser->place == 0)
        return SHOAL_OK;
    if (parser->place < parser->count)
        return status_fail_at(error, SHOAL_BAD_DATA, parser->line, 0,
                              "%.100s:%lld: the record has %zu columns, the first has %zu",
                              parser->label, (long long)parser->line, parser->place, parser->count);
    text_add(&parser->rows, "\n", 1);
    parser->place = 0;
    parser->first = false;
    return SHOAL_OK;
}

static shoal_status parse(record_parser *parser, const text *from, shoal_error *error) {
    parser->first = true;
    for (size_t at = 0; at < from->length; at++) {
        const char *line = from->bytes + at;
        const char *end = memchr(line, '\n', from->length - at);
        size_t length = end ? (size_t)(end - line) : from->length - at;
        parser->line++;
        STATUS_TRY(length > 0 ? add_line(parser, line, length, error) : end_record(parser, error));
        at += length;
    }
    STATUS_TRY(end_record(parser, error));
    text_add(&parser->head, "\n", 1);
    text_add(&parser->head, parser->rows.bytes, parser->rows.length);
    return parser->head.failed || parser->rows.failed ? status_no_memory(error) : SHOAL_OK;
}

/* ---- The source ------------------------------------------------------------------------------ */

typedef struct record_source {
    source base;
    source *cells; /* of the CSV */
    text csv;
    uint64_t bytes;
    char sha256[65];
} record_source;

static shoal_status read_bytes(text *out, byte_source *from, shoal_error *error) {
    char block[4096];
    size_t got = sizeof block;
    while (got == sizeof block) {
        STATUS_TRY(byte_source_read(from, block, sizeof block, &got, error));
        text_add(out, block, got);
    }
    return out->failed ? status_no_memory(error) : SHOAL_OK;
}

static shoal_status read_hashed(record_source *self, text *out, byte_source *from,
                                const source_options *options, shoal_error *error) {
    sha256 *hash = NULL;
    STATUS_TRY(sha256_new(&hash, error));
    byte_source_set_cancel(from, options->cancel);
    byte_source_set_hash(from, hash);
    shoal_status status = read_bytes(out, from, error);
    if (status == SHOAL_OK && options->sha256)
        status = sha256_finish(hash, self->sha256, error);
    sha256_free(hash);
    self->bytes = byte_source_bytes(from);
    return status;
}

static shoal_status translate(record_source *self, byte_source *from, const char *label,
                              const source_options *options, shoal_error *error) {
    record_parser parser = {.label = label};
    text records = {0};
    shoal_status status = read_hashed(self, &records, from, options, error);
    if (status == SHOAL_OK)
        status = parse(&parser, &records, error);
    self->csv = parser.head;
    memory_free(parser.keys);
    text_free(&parser.rows);
    text_free(&records);
    return status;
}

static shoal_status open_cells(record_source *self, const char *label,
                               const source_options *options, shoal_error *error) {
    source_options mine = *options;
    mine.delimiter = ',';
    mine.header = SHOAL_YES;
    mine.trim = SHOAL_NO;
    mine.sha256 = mine.lines = false;
    mine.label = label;
    STATUS_TRY(
        csv_source_open_memory(&self->cells, self->csv.bytes, self->csv.length, &mine, error));
    self->base.columns = self->cells->columns;
    self->base.names = self->cells->names;
    return SHOAL_OK;
}

static void record_close(source *base) {
    record_source *self = (record_source *)base;
    source_close(self->cells);
    text_free(&self->csv);
    memory_free(self);
}

/* Closes `from`. */
static shoal_status record_open_bytes(source **out, byte_source *from, const char *label,
                                      const source_options *options, shoal_error *error) {
    record_source *self = memory_zero(1, sizeof *self);
    shoal_status status = self ? SHOAL_OK : status_no_memory(error);
    if (self)
        self->base.kind = &record_source_kind;
    if (status == SHOAL_OK)
        status = translate(self, from, label, options, error);
    if (status == SHOAL_OK)
        status = open_cells(self, label, options, error);
    byte_source_close(from);
    if (status == SHOAL_OK)
        *out = &self->base;
    else if (self)
        record_close(&self->base);
    return status;
}

static shoal_status record_open(source **out, const char *const *names, size_t count,
                                const source_options *options, shoal_error *error) {
    const char *label = options->label ? options->label : names[0];
    byte_source *from = NULL;
    if (count > 1)
        return status_fail(error, SHOAL_USAGE, "%.100s: one file of records is read at a time",
                           names[1]);
    STATUS_TRY(byte_source_open_path(&from, names[0], label, error));
    return record_open_bytes(out, from, label, options, error);
}

static shoal_status record_read(shoal_table **out, source *base, const bool *wanted,
                                shoal_error *error) {
    const record_source *self = (record_source *)base;
    STATUS_TRY(source_read(out, self->cells, wanted, error));
    memcpy((*out)->sha256, self->sha256, sizeof self->sha256);
    (*out)->bytes = self->bytes;
    return SHOAL_OK;
}

static const char *const suffixes[] = {".rec", NULL};
static const char *const schemes[] = {NULL};

const source_kind record_source_kind = {
    .name = "records",
    .summary = "lines of column=value, an empty line between two records",
    .suffixes = suffixes,
    .schemes = schemes,
    .is_bytes = true,
    .open = record_open,
    .read = record_read,
    .close = record_close,
};

/* ---- The sink -------------------------------------------------------------------------------- */

typedef struct record_sink {
    sink base;
    pending_file file;
    const codec *packed_by; /* NULL: not compressed */
} record_sink;

static void record_discard(sink *base) {
    record_sink *self = (record_sink *)base;
    file_close(&self->file);
    memory_free(self);
}

static shoal_status record_create(sink **out, const char *name, shoal_error *error) {
    record_sink *self = memory_zero(1, sizeof *self);
    if (!self)
        return status_no_memory(error);
    self->base = (sink){&record_sink_kind, &self->file};
    self->packed_by = codec_of_suffix(name);
    shoal_status status = file_open(&self->file, name, error);
    if (status == SHOAL_OK)
        *out = &self->base;
    else
        record_discard(&self->base);
    return status;
}

/* Every record names its columns: there is nothing to write before the first. */
static shoal_status record_begin(sink *base, const row_feed *feed, const sink_options *options,
                                 shoal_error *error) {
    (void)base, (void)feed, (void)options, (void)error;
    return SHOAL_OK;
}

static void add_escaped(text *out, const char *from, char separator) {
    for (; *from; from++) {
        bool line_feed = *from == '\n';
        text_add(out, "\\", line_feed || *from == '\\' || *from == '=');
        text_add(out, line_feed ? "n" : from, 1);
    }
    text_add(out, &separator, 1);
}

static const char *cell_text(const feed_column *of, uint32_t code) {
    if (of->values)
        return dictionary_text(of->values, code);
    return code < of->label_count ? of->labels[code] : "*";
}

static void add_records(text *out, const row_feed *feed, size_t begin, size_t count,
                        const uint32_t *cells) {
    for (size_t i = 0; i < count; i++) {
        if (feed->kept && !feed->kept[begin + i])
            continue;
        for (size_t c = 0; c < feed->columns; c++) {
            add_escaped(out, feed->column[c].name, '=');
            add_escaped(out, cell_text(&feed->column[c], cells[c * ROW_FEED_MOST + i]), '\n');
        }
        text_add(out, "\n", 1);
    }
}

static shoal_status put_block(record_sink *self, const text *records, shoal_error *error) {
    text packed = {0};
    if (records->failed)
        return status_no_memory(error);
    if (!self->packed_by || records->length == 0)
        return file_write(&self->file, records->bytes, records->length, error);
    shoal_status status = SHOAL_OK;
    if (!self->packed_by->encode(&packed, records->bytes, records->length))
        status = status_no_memory(error);
    if (status == SHOAL_OK)
        status = file_write(&self->file, packed.bytes, packed.length, error);
    text_free(&packed);
    return status;
}

static shoal_status record_write(sink *base, const row_feed *feed, const sink_options *options,
                                 shoal_error *error) {
    shoal_status status = SHOAL_OK;
    uint32_t *cells = memory_new(feed->columns, ROW_FEED_MOST * sizeof *cells);
    if (!cells)
        return status_no_memory(error);
    for (size_t begin = 0; begin < feed->rows && status == SHOAL_OK; begin += ROW_FEED_MOST) {
        size_t left = feed->rows - begin, count = left < ROW_FEED_MOST ? left : ROW_FEED_MOST;
        text records = {0};
        feed->fill(feed->context, begin, count, cells);
        add_records(&records, feed, begin, count, cells);
        status = put_block((record_sink *)base, &records, error);
        text_free(&records);
        if (status == SHOAL_OK && options->cancel && *options->cancel)
            status = status_fail(error, SHOAL_INTERRUPTED, "interrupted while writing");
    }
    memory_free(cells);
    return status;
}

static shoal_status record_finish(sink *base, shoal_error *error) {
    return file_sync(&((record_sink *)base)->file, error);
}

static shoal_status record_reopen(source **out, sink *base, const source_options *options,
                                  shoal_error *error) {
    const pending_file *file = &((record_sink *)base)->file;
    const char *label = options->label ? options->label : file->path;
    byte_source *from = NULL;
    if (lseek(file->descriptor, 0, SEEK_SET) != 0)
        return status_io(error, "read back", file->path);
    STATUS_TRY(byte_source_open_descriptor(&from, file->descriptor, label, error));
    return record_open_bytes(out, from, label, options, error);
}

static shoal_status record_publish(sink *base, shoal_error *error) {
    return file_publish(&((record_sink *)base)->file, error);
}

const sink_kind record_sink_kind = {
    .name = "records",
    .suffixes = suffixes,
    .schemes = schemes,
    .open = record_create,
    .begin = record_begin,
    .write = record_write,
    .finish = record_finish,
    .reopen = record_reopen,
    .publish = record_publish,
    .close = record_discard,
};
