#include "store/sheet_source.h"

#include "files/byte_source.h"
#include "files/content_kind.h"
#include "files/text_encoding.h"
#include "store/csv_source.h"

#include <assert.h>
#include <string.h>

/* One of the files that make the table. */
typedef struct sheet_part {
    char *path;
    char *bytes;
    size_t length, capacity;
    sheet_grid grid;
} sheet_part;

typedef struct sheet_source {
    source base;
    source_options options;
    sheet_reader *reader;
    sheet_part *parts;
    size_t part_count;
    sha256 *hash;
    uint64_t read;   /* bytes of the files */
    csv_text *texts; /* [part_count] */
    source *rows;    /* the records */
} sheet_source;

static void part_free(sheet_part *part) {
    memory_free(part->path);
    memory_free(part->bytes);
    sheet_grid_free(&part->grid);
}

void sheet_source_close(source *base) {
    sheet_source *self = (sheet_source *)base;
    source_close(self->rows);
    for (size_t i = 0; self->parts && i < self->part_count; i++)
        part_free(&self->parts[i]);
    memory_free(self->parts);
    memory_free(self->texts);
    memory_free((void *)self->base.lines);
    sha256_free(self->hash);
    memory_free(self);
}

/* ---- Reading a workbook ---------------------------------------------------------------------- */

typedef struct parsing {
    xml_reader *reader;
    const volatile int *cancel;
} parsing;

static shoal_status parse_piece(void *context, const char *bytes, size_t length,
                                shoal_error *error) {
    parsing *of = context;
    if (of->cancel && *of->cancel)
        return status_fail(error, SHOAL_INTERRUPTED, "interrupted while reading");
    return xml_reader_feed(of->reader, bytes, length, error);
}

shoal_status sheet_parse(const sheet_request *request, const char *member,
                         const xml_handler *handler, void *context, shoal_error *error) {
    parsing of = {.cancel = request->cancel};
    shoal_status status = xml_reader_new(&of.reader, handler, context, request->label, error);
    if (status == SHOAL_OK)
        status = zip_archive_read(request->from, member, parse_piece, &of, error);
    if (status == SHOAL_OK)
        status = xml_reader_finish(of.reader, error);
    xml_reader_free(of.reader);
    return status;
}

static void say(const source_options *options, const char *code, const text *sentence) {
    if (!sentence->failed)
        note_say(options->note, options->note_context, code, NULL, sentence->bytes);
}

/* Which sheet it is, where the user might have meant another. */
static void note_choice(const source_options *options, const char *label, const sheet_names *names,
                        size_t chosen) {
    text sentence = {0};
    if (names->count < 2 || options->sheet)
        return;
    text_format(&sentence, "%s: read the sheet '%s'; there %s also", label, names->name[chosen],
                names->count == 2 ? "is" : "are");
    for (size_t i = 0, shown = 0; i < names->count && shown < 5; i++)
        if (i != chosen)
            text_format(&sentence, "%s '%s'", shown++ ? "," : "", names->name[i]);
    if (names->count > 6)
        text_add_string(&sentence, ", …");
    say(options, note_sheet_chosen, &sentence);
    text_free(&sentence);
}

static void note_finding(const source_options *options, const char *label,
                         const sheet_finding *found, const char *one, const char *many,
                         const char *so) {
    text sentence = {0};
    if (found->count == 0)
        return;
    text_format(&sentence, "%s: %zu %s, %s%s", label, found->count, found->count == 1 ? one : many,
                found->count == 1 ? "" : "the first ", found->place);
    if (found->text[0])
        text_format(&sentence, " (%s)", found->text);
    text_format(&sentence, ": %s", so);
    say(options, note_cells_unusual, &sentence);
    text_free(&sentence);
}

static void note_findings(const source_options *options, const char *label,
                          const sheet_grid *grid) {
    note_finding(options, label, &grid->errors, "cell is an error", "cells are errors",
                 "read as missing");
    note_finding(options, label, &grid->unsaved, "formula has no stored value",
                 "formulas have no stored values",
                 "read as missing; open and save the file in a spreadsheet program once");
    note_finding(options, label, &grid->merged, "range of cells is merged",
                 "ranges of cells are merged", "only the first cell of each has a value");
}

/* What is not such a workbook is named. */
static shoal_status check_content(const sheet_part *part, const source_kind *kind,
                                  const char *label, shoal_error *error) {
    const content_kind *found = content_kind_of(part->bytes, part->length);
    bool likely = found && found->suffix;
    if (found && !(likely && (!*found->suffix || strcmp(found->suffix, kind->suffixes[0]) == 0)))
        return content_refuse(found, label, error);
    if (likely)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_BAD_DATA, "not_a_table", NULL,
                         "%.100s is not a workbook; if it is text, give it a name that ends in "
                         ".csv",
                         label);
}

static shoal_status read_part(sheet_part *part, const sheet_source *self, const char *label,
                              shoal_error *error) {
    sheet_request request = {
        .label = label, .wanted = self->options.sheet, .cancel = self->options.cancel};
    sheet_names names = {0};
    size_t chosen = 0;
    sheet_grid_start(&part->grid, label, zip_archive_most(part->length));
    STATUS_TRY(check_content(part, self->base.kind, label, error));
    STATUS_TRY(zip_archive_open(&request.from, part->bytes, part->length, label, error));
    shoal_status status = self->reader(&part->grid, &names, &chosen, &request, error);
    if (status == SHOAL_OK)
        status = sheet_grid_finish(&part->grid, error);
    if (status == SHOAL_OK && part->grid.row_count == 0)
        status = status_fail(error, SHOAL_BAD_DATA, "%.100s: the sheet '%.60s' is empty", label,
                             names.name[chosen]);
    if (status == SHOAL_OK) {
        note_choice(&self->options, label, &names, chosen);
        note_findings(&self->options, label, &part->grid);
    }
    sheet_names_free(&names);
    zip_archive_close(request.from);
    return status;
}

shoal_status sheet_read_memory(sheet_grid *grid, sheet_reader *reader, const char *bytes,
                               size_t length, const char *wanted, shoal_error *error) {
    sheet_request request = {.label = "book", .wanted = wanted};
    sheet_names names = {0};
    size_t chosen = 0;
    sheet_grid_start(grid, "book", zip_archive_most(length));
    STATUS_TRY(zip_archive_open(&request.from, bytes, length, "book", error));
    shoal_status status = reader(grid, &names, &chosen, &request, error);
    if (status == SHOAL_OK)
        status = sheet_grid_finish(grid, error);
    sheet_names_free(&names);
    zip_archive_close(request.from);
    return status;
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* All of a file, which must not be compressed a second time without need but may be. */
static shoal_status slurp(sheet_part *part, sheet_source *self, const char *label,
                          shoal_error *error) {
    const size_t step = (size_t)1 << 20;
    byte_source *from = NULL;
    size_t got = step;
    shoal_status status = byte_source_open_path(&from, part->path, label, error);
    if (status == SHOAL_OK) {
        byte_source_set_cancel(from, self->options.cancel);
        byte_source_set_hash(from, self->hash);
    }
    while (status == SHOAL_OK && got == step) {
        if (!memory_grow((void **)&part->bytes, &part->capacity, part->length + step, 1))
            status = status_no_memory(error);
        else
            status = byte_source_read(from, part->bytes + part->length, step, &got, error);
        part->length += status == SHOAL_OK ? got : 0;
    }
    if (from)
        self->read += byte_source_bytes(from);
    byte_source_close(from);
    return status;
}

static shoal_status open_part(sheet_source *self, size_t number, const char *name,
                              shoal_error *error) {
    sheet_part *part = &self->parts[number];
    part->path = memory_text(name, strlen(name));
    if (!part->path)
        return status_no_memory(error);
    bool alone = self->part_count == 1 && self->options.label;
    const char *label = alone ? self->options.label : part->path;
    STATUS_TRY(slurp(part, self, label, error));
    STATUS_TRY(read_part(part, self, label, error));
    memory_free(part->bytes);
    part->bytes = NULL;
    if (self->options.progress)
        self->options.progress(self->read, self->options.progress_context);
    self->texts[number] = (csv_text){label, part->grid.records.bytes, part->grid.records.length};
    return SHOAL_OK;
}

/* The records as they are written. */
static source_options record_options(const source_options *options) {
    source_options form = *options;
    form.delimiter = ',';
    form.encoding = TEXT_UTF8;
    form.trim = SHOAL_NO;
    form.sha256 = false;
    form.lines = false;
    form.progress = NULL;
    return form;
}

static shoal_status open_parts(sheet_source *self, const char *const *names, shoal_error *error) {
    self->parts = memory_zero(self->part_count, sizeof *self->parts);
    self->texts = memory_zero(self->part_count, sizeof *self->texts);
    if (!self->parts || !self->texts)
        return status_no_memory(error);
    if (self->options.sha256)
        STATUS_TRY(sha256_new(&self->hash, error));
    for (size_t i = 0; i < self->part_count; i++)
        STATUS_TRY(open_part(self, i, names[i], error));
    source_options form = record_options(&self->options);
    return csv_source_open_texts(&self->rows, self->texts, self->part_count, &form, error);
}

static shoal_status fail_absent(const char *name, shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "workbooks_not_built", NULL,
                         "cannot read %.100s: this build has no support for workbooks; build with "
                         "libzip-dev and libexpat1-dev installed (SHOAL_SHEETS=ON), or save the "
                         "sheet as CSV",
                         name);
}

shoal_status sheet_source_open(source **out, const source_kind *kind, sheet_reader *reader,
                               const char *const *names, size_t count,
                               const source_options *options, shoal_error *error) {
    *out = NULL;
    if (!zip_archive_is_built())
        return fail_absent(names[0], error);
    sheet_source *self = memory_zero(1, sizeof *self);
    if (!self)
        return status_no_memory(error);
    self->base.kind = kind;
    self->options = *options;
    self->reader = reader;
    self->part_count = count;
    shoal_status status = open_parts(self, names, error);
    if (status != SHOAL_OK) {
        sheet_source_close(&self->base);
        return status;
    }
    self->base.columns = self->rows->columns;
    self->base.names = self->rows->names;
    self->base.format.csv.headless = self->rows->format.csv.headless;
    memcpy(self->base.format.csv.unnamed, self->rows->format.csv.unnamed,
           sizeof self->base.format.csv.unnamed);
    *out = &self->base;
    return SHOAL_OK;
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Rows of the sheet; the records are as many, but for the header. */
static shoal_status find_lines(sheet_source *self, size_t rows, shoal_error *error) {
    const sheet_grid *grid = &self->parts[0].grid;
    size_t skipped = grid->row_count - rows;
    uint32_t *lines = memory_new(rows, sizeof *lines);
    if (!lines)
        return status_no_memory(error);
    for (size_t i = 0; i < rows; i++)
        lines[i] = grid->rows[skipped + i].number;
    self->base.lines = lines;
    return SHOAL_OK;
}

shoal_status sheet_source_read(shoal_table **out, source *base, const bool *wanted,
                               shoal_error *error) {
    sheet_source *self = (sheet_source *)base;
    shoal_table *table = NULL;
    STATUS_TRY(source_read(&table, self->rows, wanted, error));
    shoal_status status = SHOAL_OK;
    table->bytes = self->read;
    if (self->hash)
        status = sha256_finish(self->hash, table->sha256, error);
    if (status == SHOAL_OK && self->options.lines && self->part_count == 1 &&
        table->rows <= self->parts[0].grid.row_count)
        status = find_lines(self, table->rows, error);
    if (status != SHOAL_OK) {
        shoal_table_free(table);
        return status;
    }
    *out = table;
    return SHOAL_OK;
}
