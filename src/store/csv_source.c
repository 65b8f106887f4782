#include "store/csv_source.h"

#include "base/text.h"
#include "store/csv_chunks.h"
#include "store/csv_fault.h"
#include "store/csv_head.h"
#include "store/csv_lines.h"
#include "store/csv_worker.h"
#include "store/fixed_text.h"
#include "store/source_kind.h"
#include "store/table_merge.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* One of the files that make the table. */
typedef struct csv_part {
    const char *path; /* NULL: the descriptor or the memory */
    const char *label;
    const char *bytes; /* NULL: not from memory */
    size_t length;
    int64_t line; /* of the first byte behind its header, once it was opened */
    /* How its text was read, once it was. */
    char encoding[TEXT_ENCODING_SIZE];
    char fault[16];
    bool marked;
    bool laid_out; /* fixed width: its records are read from memory, the text was read before */
} csv_part;

typedef struct csv_source {
    source base;
    source_options options;
    arena memory; /* of the parts */
    csv_part *parts;
    size_t part_count;
    size_t opened;  /* parts so far */
    size_t current; /* the part that is read */
    int descriptor;
    const csv_text *texts;   /* [part_count]; NULL: not from memory */
    byte_stream stream;      /* its `read` is NULL: not from a stream */
    column_origin **origins; /* [columns] of a stream, until the table has them; else NULL */
    bool has_text;           /* the whole is in memory, because its lines are asked for … */
    bool slurped;            /* … from now on */
    text text;

    byte_source *from; /* of the part that was opened last */
    text_source *text_from;
    uint64_t read; /* bytes of the parts before it */
    sha256 *hash;  /* NULL: not wanted */
    csv_chunks *chunks;
    csv_head head; /* of the first part */

    csv_layout layout;
    csv_worker *workers;
    int worker_count;
    shoal_table *table;
} csv_source;

static void csv_close(source *base) {
    csv_source *self = (csv_source *)base;
    for (int i = 0; self->workers && i < self->worker_count; i++)
        csv_worker_free(&self->workers[i]);
    memory_free(self->workers);
    csv_head_free(&self->head);
    csv_chunks_free(self->chunks);
    text_source_close(self->text_from);
    byte_source_close(self->from);
    sha256_free(self->hash);
    for (size_t i = 0; self->origins && i < self->base.columns; i++)
        column_origin_free(self->origins[i]);
    memory_free(self->origins);
    shoal_table_free(self->table);
    text_free(&self->text);
    memory_free((void *)self->base.lines);
    arena_free(&self->memory);
    memory_free(self);
}

/* ---- Parts ---------------------------------------------------------------------------------- */

static shoal_status open_bytes(csv_source *self, const csv_part *part, shoal_error *error) {
    byte_source **out = &self->from;
    if (part->bytes)
        return byte_source_open_memory(out, part->bytes, part->length, part->label, error);
    if (self->stream.read)
        return byte_source_open_stream(out, &self->stream, part->label, error);
    if (!part->path)
        return byte_source_open_descriptor(out, self->descriptor, part->label, error);
    return byte_source_open_path(out, part->path, part->label, error);
}

/* What the text of the part said of itself as it was read. */
static void note_text(csv_part *part, const text_source *from) {
    snprintf(part->encoding, sizeof part->encoding, "%s", text_source_encoding(from));
    snprintf(part->fault, sizeof part->fault, "%s", text_source_fault(from));
    part->marked = text_source_marked(from);
}

/* Text that was read to the end is known already, and UTF-8 now. */
static const char *encoding_wanted(const csv_source *self) {
    const char *wanted = self->options.encoding ? self->options.encoding : "";
    return self->slurped && strcmp(wanted, TEXT_BYTES) != 0 ? TEXT_UTF8 : wanted;
}

static void end_part(csv_source *self) {
    bool laid_out = self->parts[self->current].laid_out;
    if (self->from && !laid_out)
        self->read += byte_source_bytes(self->from);
    if (self->text_from && !self->has_text && !laid_out)
        note_text(&self->parts[self->current], self->text_from);
    text_source_close(self->text_from);
    byte_source_close(self->from);
    self->text_from = NULL;
    self->from = NULL;
}

static shoal_status next_bytes(csv_source *self, size_t number, shoal_error *error) {
    end_part(self);
    self->current = number;
    STATUS_TRY(open_bytes(self, &self->parts[number], error));
    byte_source_set_cancel(self->from, self->options.cancel);
    byte_source_set_hash(self->from, self->hash);
    return text_source_open(&self->text_from, self->from, encoding_wanted(self), error);
}

/* Records in place of columns of fixed width. */
static shoal_status lay_out(csv_source *self, size_t number, shoal_error *error) {
    const source_options *options = &self->options;
    text found = {0}, sentence = {0};
    const char *label = self->parts[number].label;
    fixed_text_form form = {.label = label,
                            .bytes = strcmp(encoding_wanted(self), TEXT_BYTES) == 0};
    STATUS_TRY(fixed_text_records(&self->text, &found, &form, error));
    text_format(&sentence, "%.100s: the columns are at characters %s", label,
                found.bytes ? found.bytes : "");
    bool said = found.bytes && !found.failed && !sentence.failed;
    if (said)
        note_say(options->note, options->note_context, note_columns_placed, NULL, sentence.bytes);
    text_free(&found);
    text_free(&sentence);
    return SHOAL_OK;
}

/* Reads the part, which was opened, to its end, and opens its records instead. */
static shoal_status open_records(csv_source *self, size_t number, shoal_error *error) {
    csv_part *part = &self->parts[number];
    text_free(&self->text);
    STATUS_TRY(csv_lines_slurp(&self->text, self->text_from, error));
    end_part(self);
    STATUS_TRY(lay_out(self, number, error));
    part->laid_out = true;
    const char *encoding = strcmp(encoding_wanted(self), TEXT_BYTES) == 0 ? TEXT_BYTES : TEXT_UTF8;
    const char *bytes = self->text.bytes ? self->text.bytes : "";
    STATUS_TRY(byte_source_open_memory(&self->from, bytes, self->text.length, part->label, error));
    byte_source_set_cancel(self->from, self->options.cancel);
    return text_source_open(&self->text_from, self->from, encoding, error);
}

/* The columns of a part must be those of the first. */
static shoal_status compare_columns(const csv_source *self, const csv_head *head,
                                    const csv_part *part, shoal_error *error) {
    const csv_head *first = &self->head;
    const char *whose = self->parts[0].label;
    size_t common = head->columns < first->columns ? head->columns : first->columns;
    size_t same = 0;
    while (same < common && strcmp(head->names[same], first->names[same]) == 0)
        same++;
    int64_t line = head->names_line, number = (int64_t)same + 1;
    if (head->header != first->header)
        return csv_fail(error, part->label, line, 0,
                        "begins with a header, but %.80s has none: set input.header to yes or no",
                        whose);
    if (same < common)
        return csv_fail(error, part->label, line, number,
                        "column %lld is '%.50s', but in %.60s it is '%.50s'", (long long)number,
                        head->names[same], whose, first->names[same]);
    if (head->columns > common)
        return csv_fail(error, part->label, line, number, "%.60s has no column %lld, '%.50s'",
                        whose, (long long)number, head->names[same]);
    if (first->columns > common)
        return csv_fail(error, part->label, line, 0, "column %lld, '%.50s', of %.60s is missing",
                        (long long)number, first->names[same], whose);
    return SHOAL_OK;
}

/* The first says whether there are headers; a sign of one is enough to refuse where it has none. */
static shoal_choice header_wanted(const csv_source *self, size_t part) {
    if (part > 0 && self->head.header)
        return SHOAL_YES;
    return self->options.header;
}

/* Opens a part and reads its head. */
static shoal_status begin_part(csv_source *self, size_t number, shoal_error *error) {
    csv_part *part = &self->parts[number];
    csv_head further = {0};
    csv_head *head = number == 0 ? &self->head : &further;
    bool fixed = self->options.delimiter == SOURCE_FIXED;
    csv_wish wish = {self->options.delimiter, header_wanted(self, number), self->options.trim};
    STATUS_TRY(next_bytes(self, number, error));
    if (fixed && !self->slurped)
        STATUS_TRY(open_records(self, number, error));
    if (fixed) {
        wish.delimiter = ',';
        wish.trim = SHOAL_NO;
    }
    csv_chunks_begin(self->chunks, self->text_from, number);
    shoal_status status = csv_head_read(head, self->chunks, &wish, part->label, error);
    if (status == SHOAL_OK && number > 0)
        status = compare_columns(self, head, part, error);
    if (status == SHOAL_OK) {
        part->line = head->line;
        csv_chunks_set_dialect(self->chunks, &head->dialect);
    }
    csv_head_free(&further);
    return status;
}

static shoal_status next_part(void *context, bool *more, shoal_error *error) {
    csv_source *self = context;
    *more = self->opened < self->part_count;
    return *more ? begin_part(self, self->opened++, error) : SHOAL_OK;
}

static void tell_progress(void *context) {
    csv_source *self = context;
    /* There is nothing open where the next file could not be opened. */
    bool counted = self->parts[self->current].laid_out;
    uint64_t now = self->from && !counted ? byte_source_bytes(self->from) : 0;
    if (self->options.progress)
        self->options.progress(self->read + now, self->options.progress_context);
}

/* ---- Opening -------------------------------------------------------------------------------- */

static shoal_status check_options(const source_options *options, shoal_error *error) {
    if (options->delimiter && strchr("\"\r\n", options->delimiter))
        return status_fail(error, SHOAL_USAGE,
                           "a quote or a line break cannot be the delimiter of a CSV file");
    return SHOAL_OK;
}

static shoal_status add_parts(csv_source *self, const char *const *names, size_t count,
                              shoal_error *error) {
    const char *label = count == 1 ? self->options.label : NULL;
    self->parts = arena_zero(&self->memory, count, sizeof *self->parts);
    if (!self->parts)
        return status_no_memory(error);
    self->part_count = count;
    for (size_t i = 0; i < count; i++) {
        csv_part *part = &self->parts[i];
        bool standard = names && strcmp(names[i], "-") == 0;
        if (names)
            part->path = arena_text(&self->memory, names[i], strlen(names[i]));
        if (names && !part->path)
            return status_no_memory(error);
        part->label = label ? label : !names ? "input" : standard ? "standard input" : part->path;
        if (self->texts) {
            part->label = self->texts[i].label;
            part->bytes = self->texts[i].bytes;
            part->length = self->texts[i].length;
        }
    }
    return SHOAL_OK;
}

static shoal_status read_first(csv_source *self, shoal_error *error) {
    const source_options *options = &self->options;
    if (options->sha256)
        STATUS_TRY(sha256_new(&self->hash, error));
    csv_supply supply = {next_part, tell_progress, self};
    STATUS_TRY(csv_chunks_new(&self->chunks, &supply, options->chunk, error));
    self->has_text = options->lines && self->part_count == 1;
    if (self->has_text) {
        assert(!options->sha256);
        STATUS_TRY(next_bytes(self, 0, error));
        STATUS_TRY(csv_lines_slurp(&self->text, self->text_from, error));
        note_text(&self->parts[0], self->text_from);
        if (options->delimiter == SOURCE_FIXED)
            STATUS_TRY(lay_out(self, 0, error));
        self->slurped = true;
        self->parts[0].bytes = self->text.bytes ? self->text.bytes : "";
        self->parts[0].length = self->text.length;
    }
    return begin_part(self, self->opened++, error);
}

/* All but what the text says of itself, which is known when it was read. */
static void set_format(csv_source *self) {
    const csv_head *head = &self->head;
    table_format *format = &self->base.format;
    format->csv.delimiter = head->dialect.delimiter;
    format->csv.blanks = head->blanks;
    format->csv.headless = !head->header;
    format->csv.separated = head->separated;
    format->csv.crlf = head->crlf;
    memcpy(format->csv.unnamed, head->unnamed, sizeof format->csv.unnamed);
}

/* From paths (names), a descriptor or memory. */
static shoal_status open_any(source **out, const csv_source *like, const char *const *names,
                             size_t count, shoal_error *error) {
    *out = NULL;
    STATUS_TRY(check_options(&like->options, error));
    csv_source *self = memory_new(1, sizeof *self);
    if (!self)
        return status_no_memory(error);
    *self = *like;
    self->base.kind = &csv_source_kind;
    shoal_status status = add_parts(self, names, count, error);
    if (status == SHOAL_OK)
        status = read_first(self, error);
    if (status != SHOAL_OK) {
        csv_close(&self->base);
        return status;
    }
    self->base.columns = self->head.columns;
    self->base.names = self->head.names;
    set_format(self);
    *out = &self->base;
    return SHOAL_OK;
}

static shoal_status csv_open(source **out, const char *const *names, size_t count,
                             const source_options *options, shoal_error *error) {
    csv_source like = {.options = *options};
    return open_any(out, &like, names, count, error);
}

shoal_status csv_source_open_descriptor(source **out, int descriptor, const source_options *options,
                                        shoal_error *error) {
    csv_source like = {.options = *options, .descriptor = descriptor};
    return open_any(out, &like, NULL, 1, error);
}

static shoal_status take_origins(csv_source *self, const csv_stream *stream, shoal_error *error) {
    if (self->base.columns != stream->columns)
        return status_fail(error, SHOAL_BAD_DATA, "%.150s: %zu columns were sent in place of %zu",
                           self->parts[0].label, self->base.columns, stream->columns);
    self->origins = memory_new(stream->columns, sizeof(column_origin *));
    if (!self->origins)
        return status_no_memory(error);
    for (size_t i = 0; i < stream->columns; i++) {
        self->origins[i] = stream->origins[i];
        stream->origins[i] = NULL;
    }
    return SHOAL_OK;
}

shoal_status csv_source_open_stream(source **out, const csv_stream *stream,
                                    const source_options *options, shoal_error *error) {
    csv_source like = {.options = *options, .stream = stream->bytes};
    like.options.delimiter = ',';
    like.options.header = SHOAL_YES;
    like.options.trim = SHOAL_NO;
    like.options.encoding = TEXT_UTF8;
    like.options.lines = false;
    STATUS_TRY(open_any(out, &like, NULL, 1, error));
    shoal_status status = take_origins((csv_source *)*out, stream, error);
    (*out)->format = (table_format){0};
    if (status != SHOAL_OK) {
        csv_close(*out);
        *out = NULL;
    }
    return status;
}

shoal_status csv_source_open_texts(source **out, const csv_text *texts, size_t count,
                                   const source_options *options, shoal_error *error) {
    csv_source like = {.options = *options, .texts = texts};
    return open_any(out, &like, NULL, count, error);
}

shoal_status csv_source_open_memory(source **out, const char *bytes, size_t length,
                                    const source_options *options, shoal_error *error) {
    csv_text only = {options->label ? options->label : "input", bytes, length};
    return csv_source_open_texts(out, &only, 1, options, error);
}

shoal_status csv_read_memory(shoal_table **out, const char *bytes, size_t length,
                             const source_options *options, shoal_error *error) {
    source *from = NULL;
    STATUS_TRY(csv_source_open_memory(&from, bytes, length, options, error));
    return source_load_opened(out, NULL, from, options, error);
}

/* ---- Reading -------------------------------------------------------------------------------- */

static shoal_status make_table(csv_source *self, const bool *wanted, shoal_error *error) {
    shoal_table *table = self->table = memory_zero(1, sizeof *table);
    if (table)
        table->column = memory_zero(self->base.columns, sizeof *table->column);
    if (!table || !table->column)
        return status_no_memory(error);
    table->columns = self->base.columns;
    for (size_t i = 0; i < table->columns; i++) {
        const char *name = self->base.names[i];
        table->column[i].name = memory_text(name, strlen(name));
        table->column[i].kept = !wanted || wanted[i];
        if (!table->column[i].name)
            return status_no_memory(error);
        if (self->origins) {
            table->column[i].origin = self->origins[i];
            self->origins[i] = NULL;
        }
    }
    return SHOAL_OK;
}

static shoal_status make_workers(csv_source *self, shoal_error *error) {
    self->layout = (csv_layout){self->table->columns, self->table->column, self->options.see,
                                self->options.see_context};
    if (self->options.see)
        csv_chunks_number_rows(self->chunks);
    self->worker_count = threads_count(self->options.pool);
    self->workers = memory_zero((size_t)self->worker_count, sizeof *self->workers);
    return self->workers ? SHOAL_OK : status_no_memory(error);
}

static void work(void *context, size_t item, int thread) {
    (void)thread;
    csv_source *self = context;
    csv_worker *worker = &self->workers[item];
    csv_chunk *chunk;
    while ((chunk = csv_chunks_take(self->chunks, &worker->buffer, (int)item)) != NULL) {
        /* Threads that come too late for a small file cost nothing. */
        if (!worker->layout && !csv_worker_start(worker, &self->layout))
            chunk->fault = CSV_NO_MEMORY;
        if (chunk->fault == CSV_SOUND)
            csv_worker_parse(worker, chunk);
        if (chunk->fault != CSV_SOUND)
            csv_chunks_stop(self->chunks);
    }
}

/* Blank rows count only where other rows of the same part follow; of the others nothing is kept. */
static uint64_t count_rows(csv_source *self) {
    uint64_t rows = 0;
    csv_chunk *last = NULL; /* of the part so far that has rows; or its first */
    for (csv_chunk *chunk = csv_chunks_first(self->chunks); chunk; chunk = chunk->next) {
        if (!last || chunk->part != last->part || chunk->rows > 0)
            last = chunk;
        rows += chunk->rows + chunk->blank_rows;
        bool ends = !chunk->next || chunk->next->part != chunk->part;
        for (csv_chunk *blank = last; ends; blank = blank->next) {
            rows -= blank->blank_rows;
            blank->blank_rows = 0;
            if (blank == chunk)
                break;
        }
    }
    return rows;
}

static shoal_status check_rows(csv_source *self, shoal_error *error) {
    uint64_t rows = count_rows(self);
    const csv_part *first = &self->parts[0];
    if (rows == 0)
        return csv_fail(error, first->label, first->line, 0, "no rows%s%s",
                        self->head.header ? " below the header" : "",
                        self->part_count > 1 ? ", nor in the other files" : "");
    if (rows > UINT32_MAX)
        return csv_fail(error, first->label, 1, 0, "%llu rows: no more than %llu can be read",
                        (unsigned long long)rows, (unsigned long long)UINT32_MAX);
    self->table->rows = (size_t)rows;
    return SHOAL_OK;
}

/* The first fault of the files, whoever found it. */
static shoal_status check_chunks(csv_source *self, shoal_error *error) {
    int64_t line = 0;
    size_t part = self->part_count;
    for (const csv_chunk *chunk = csv_chunks_first(self->chunks); chunk; chunk = chunk->next) {
        if (chunk->fault == CSV_SOURCE_FAILED)
            break;
        if (chunk->part != part) {
            part = chunk->part;
            line = self->parts[part].line;
        }
        if (chunk->fault != CSV_SOUND) {
            csv_place place = {.label = self->parts[part].label,
                               .line = line + (int64_t)chunk->fault_line,
                               .columns = self->base.columns,
                               .names = self->head.header ? self->base.names : NULL,
                               .encoding = self->parts[part].encoding,
                               .blanks = self->head.blanks,
                               .bytes = self->parts[part].fault};
            return csv_fail_chunk(error, &place, chunk);
        }
        line += (int64_t)chunk->lines;
    }
    const shoal_error *failure = csv_chunks_error(self->chunks);
    if (failure->status == SHOAL_OK)
        return SHOAL_OK;
    if (error)
        *error = *failure;
    return failure->status;
}

/* Of several parts, the first one that is not ASCII says what the encoding is. */
static void take_encoding(csv_source *self) {
    table_format *format = &self->base.format;
    format->csv.marked = self->parts[0].marked;
    for (size_t i = 0; i < self->part_count && !*format->csv.encoding; i++)
        memcpy(format->csv.encoding, self->parts[i].encoding, sizeof format->csv.encoding);
}

static shoal_status merge_parts(csv_source *self, table_part *part, table_piece *piece,
                                shoal_error *error) {
    table_parts from = {.part = part, .count = self->worker_count, .piece = piece};
    from.absent = self->origins && !self->options.absent;
    for (int w = 0; w < self->worker_count; w++)
        part[w] = self->workers[w].part;
    for (const csv_chunk *chunk = csv_chunks_first(self->chunks); chunk; chunk = chunk->next)
        piece[from.pieces++] = (table_piece){chunk->worker, chunk->rows, chunk->blank_rows};
    return table_merge(self->table, &from, self->options.pool, error);
}

static shoal_status merge(csv_source *self, shoal_error *error) {
    size_t chunks = 0;
    for (const csv_chunk *chunk = csv_chunks_first(self->chunks); chunk; chunk = chunk->next)
        chunks++;
    table_piece *piece = memory_new(chunks, sizeof *piece);
    table_part *part = memory_new((size_t)self->worker_count, sizeof *part);
    shoal_status status =
        piece && part ? merge_parts(self, part, piece, error) : status_no_memory(error);
    memory_free(piece);
    memory_free(part);
    return status;
}

static shoal_status finish(csv_source *self, shoal_error *error) {
    shoal_table *table = self->table;
    table->bytes = self->read;
    if (self->has_text) {
        uint32_t *lines = memory_new(table->rows, sizeof *lines);
        if (!lines)
            return status_no_memory(error);
        self->base.lines = lines;
        csv_dialect dialect = {self->head.dialect.delimiter, true};
        csv_lines_text of = {&self->text, self->head.separated_bytes, self->head.separated ? 2 : 1};
        if (!csv_lines_find(lines, table->rows, table->columns, &dialect, &of)) {
            memory_free(lines);
            self->base.lines = NULL;
        }
    }
    return self->hash ? sha256_finish(self->hash, table->sha256, error) : SHOAL_OK;
}

static shoal_status csv_read(shoal_table **out, source *base, const bool *wanted,
                             shoal_error *error) {
    csv_source *self = (csv_source *)base;
    assert(!self->workers); /* a source is read once */
    STATUS_TRY(make_table(self, wanted, error));
    STATUS_TRY(make_workers(self, error));
    threads_run(self->options.pool, (size_t)self->worker_count, work, self);
    end_part(self);
    take_encoding(self);
    STATUS_TRY(check_chunks(self, error));
    STATUS_TRY(check_rows(self, error));
    STATUS_TRY(merge(self, error));
    STATUS_TRY(finish(self, error));
    *out = self->table;
    self->table = NULL;
    return SHOAL_OK;
}

/* ---- The kind ------------------------------------------------------------------------------- */

static const char *const suffixes[] = {".csv", ".tsv", ".txt", NULL};
static const char *const schemes[] = {NULL};

const source_kind csv_source_kind = {
    .name = "csv",
    .summary = "delimited text, dialect sniffed; `-` is standard input or output",
    .suffixes = suffixes,
    .schemes = schemes,
    .is_bytes = true,
    .open = csv_open,
    .read = csv_read,
    .close = csv_close,
};
