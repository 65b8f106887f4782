/* Files of SPSS and Stata. */
#include "files/codec.h"
#include "store/sink_kind.h"
#include "store/source_kind.h"
#include "store/statistics/package_cells.h"
#include "store/statistics/package_name.h"
#include "store/statistics/package_source.h"
#include "store/store_name.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER_BYTES ((size_t)1 << 20)

typedef struct package_sink {
    sink base;
    pending_file file;
    package_format format;
    bool packed; /* .zsav */
    package_writer *writer;
    package_cells *cells; /* [columns] */
    bool **used;          /* [columns] codes that occur */
    size_t columns;
    size_t long_texts;

    /* Bytes on their way to the file. */
    char *buffer;
    size_t filled;
    shoal_status status; /* of the last attempt to write */
    shoal_error *error;
} package_sink;

/* ---- Opening and closing --------------------------------------------------------------------- */

static void free_cells(package_sink *self) {
    for (size_t i = 0; self->cells && i < self->columns; i++)
        package_cells_free(&self->cells[i]);
    for (size_t i = 0; self->used && i < self->columns; i++)
        memory_free(self->used[i]);
    memory_free(self->cells);
    memory_free(self->used);
    self->cells = NULL;
    self->used = NULL;
    package_writer_close(self->writer);
    self->writer = NULL;
    memory_free(self->buffer);
    self->buffer = NULL;
}

static void package_close(sink *base) {
    package_sink *self = (package_sink *)base;
    free_cells(self);
    file_close(&self->file);
    memory_free(self);
}

static shoal_status open_kind(sink **out, const sink_kind *kind, package_format format,
                              const char *name, shoal_error *error) {
    static const char *const packed[] = {".zsav", NULL};
    if (!package_is_built())
        return package_not_built("write", name, error);
    if (codec_of_suffix(name))
        return status_refuse(
            error, SHOAL_USAGE, "package_compressed", NULL,
            "cannot write %.100s: files of statistical packages are written as they "
            "are, not compressed; leave the last suffix out",
            name);
    package_sink *self = memory_zero(1, sizeof *self);
    if (!self)
        return status_no_memory(error);
    shoal_status status = file_open(&self->file, name, error);
    if (status != SHOAL_OK) {
        memory_free(self);
        return status;
    }
    self->base = (sink){kind, &self->file};
    self->format = format;
    self->packed = store_name_has_suffix(name, packed);
    *out = &self->base;
    return SHOAL_OK;
}

static shoal_status package_publish(sink *base, shoal_error *error) {
    return file_publish(&((package_sink *)base)->file, error);
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

static bool flush(package_sink *self) {
    self->status = file_write(&self->file, self->buffer, self->filled, self->error);
    self->filled = 0;
    return self->status == SHOAL_OK;
}

static bool take_bytes(const void *bytes, size_t length, void *context) {
    package_sink *self = context;
    const char *from = bytes;
    while (length > 0) {
        size_t room = BUFFER_BYTES - self->filled, now = length < room ? length : room;
        memcpy(self->buffer + self->filled, from, now);
        self->filled += now;
        from += now;
        length -= now;
        if (self->filled == BUFFER_BYTES && !flush(self))
            return false;
    }
    return true;
}

/* The file's own failure where there was one, else what the library said. */
static shoal_status fail(const package_sink *self, shoal_error *error) {
    if (self->status != SHOAL_OK)
        return self->status;
    return status_refuse(error, SHOAL_BAD_DATA, "package_refused", NULL,
                         "cannot write %.100s: ReadStat says: %.100s", self->file.path,
                         package_fault(self->writer));
}

/* ---- Columns --------------------------------------------------------------------------------- */

static int compare_numbers(const void *left, const void *right) {
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* In the order of their values. */
static shoal_status label_numbers(package_sink *self, const package_cells *cells,
                                  package_labels *set, shoal_error *error) {
    const value_labels *labels = &cells->labels;
    text scratch = {0};
    double *number = memory_new(labels->count, sizeof *number);
    if (!number)
        return status_no_memory(error);
    for (size_t i = 0; i < labels->count; i++)
        if (!value_form_number(&number[i], &cells->form, labels->pair[i].value))
            number[i] = 0;
    qsort(number, labels->count, sizeof *number, compare_numbers);
    for (size_t i = 0; i < labels->count; i++) {
        char value[VALUE_FORM_SIZE];
        value_form_text(value, &cells->form, number[i]);
        package_label_number(self->writer, set, number[i],
                             value_labels_text(labels, value, &scratch));
    }
    text_free(&scratch);
    memory_free(number);
    return SHOAL_OK;
}

static shoal_status add_labels(package_sink *self, const package_cells *cells, package_labels **out,
                               shoal_error *error) {
    *out = NULL;
    if (!cells->keeps_labels)
        return SHOAL_OK;
    *out = package_add_labels(self->writer, cells->type);
    if (!*out)
        return status_no_memory(error);
    if (cells->type != PACKAGE_TEXT)
        return label_numbers(self, cells, *out, error);
    for (size_t i = 0; i < cells->labels.count; i++)
        package_label_text(*out, cells->labels.pair[i].value, cells->labels.pair[i].label);
    return SHOAL_OK;
}

static shoal_status add_long_texts(package_sink *self, package_cells *cells, shoal_error *error) {
    cells->first_long_text = self->long_texts;
    for (size_t i = 0; cells->type == PACKAGE_LONG_TEXT && i < cells->codes; i++) {
        const char *shown = cells->used[i] ? package_cells_text(cells, (uint32_t)i) : NULL;
        if (!package_add_long_text(self->writer, shown ? shown : ""))
            return status_no_memory(error);
        self->long_texts++;
    }
    return SHOAL_OK;
}

static shoal_status add_column(package_sink *self, size_t index, shoal_error *error) {
    package_cells *cells = &self->cells[index];
    package_labels *labels = NULL;
    STATUS_TRY(add_labels(self, cells, &labels, error));
    STATUS_TRY(add_long_texts(self, cells, error));
    package_variable made = {.index = index,
                             .name = cells->from->name,
                             .label = cells->label,
                             .format = cells->format,
                             .labels = "",
                             .type = cells->type,
                             .width = cells->type == PACKAGE_TEXT ? cells->width : 0};
    return package_add_variable(self->writer, &made, labels) ? SHOAL_OK : fail(self, error);
}

static void mark_used(package_sink *self, const row_feed *feed, uint32_t *of_rows) {
    for (size_t begin = 0; begin < feed->rows; begin += ROW_FEED_MOST) {
        size_t left = feed->rows - begin, now = left < ROW_FEED_MOST ? left : ROW_FEED_MOST;
        feed->fill(feed->context, begin, now, of_rows);
        for (size_t c = 0; c < feed->columns; c++)
            for (size_t i = 0; i < now; i++)
                if (!feed->kept || feed->kept[begin + i])
                    self->used[c][of_rows[c * ROW_FEED_MOST + i]] = true;
    }
}

static shoal_status find_used(package_sink *self, const row_feed *feed, shoal_error *error) {
    uint32_t *of_rows = memory_new(feed->columns, ROW_FEED_MOST * sizeof *of_rows);
    self->used = memory_zero(feed->columns, sizeof *self->used);
    bool fine = of_rows && self->used;
    for (size_t i = 0; fine && i < feed->columns; i++) {
        self->used[i] = memory_zero(package_cells_codes(&feed->column[i]), sizeof *self->used[i]);
        fine = self->used[i] != NULL;
    }
    if (fine)
        mark_used(self, feed, of_rows);
    memory_free(of_rows);
    return fine ? SHOAL_OK : status_no_memory(error);
}

static shoal_status package_begin_file(sink *base, const row_feed *feed,
                                       const sink_options *options, shoal_error *error) {
    package_sink *self = (package_sink *)base;
    (void)options;
    STATUS_TRY(package_names_check(feed, self->format, error));
    self->columns = feed->columns;
    self->buffer = memory_new(BUFFER_BYTES, 1);
    self->cells = memory_zero(feed->columns, sizeof *self->cells);
    if (!self->buffer || !self->cells)
        return status_no_memory(error);
    STATUS_TRY(find_used(self, feed, error));
    STATUS_TRY(
        package_writer_open(&self->writer, self->format, self->packed, take_bytes, self, error));
    for (size_t i = 0; i < feed->columns; i++)
        STATUS_TRY(package_cells_make(&self->cells[i], &feed->column[i], self->used[i],
                                      self->format, error));
    for (size_t i = 0; i < feed->columns; i++)
        STATUS_TRY(add_column(self, i, error));
    return SHOAL_OK;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static bool put_cell(package_sink *self, size_t index, uint32_t code) {
    const package_cells *cells = &self->cells[index];
    if (cells->type == PACKAGE_LONG_TEXT)
        return package_put_long_text(self->writer, index, cells->first_long_text + code);
    if (cells->type == PACKAGE_TEXT) {
        const char *shown = package_cells_text(cells, code);
        return package_put_text(self->writer, index, shown ? shown : "");
    }
    return isnan(cells->number[code])
               ? package_put_missing(self->writer, index)
               : package_put_number(self->writer, index, cells->number[code]);
}

static bool put_row(package_sink *self, const uint32_t *of_rows, size_t row) {
    if (!package_begin_row(self->writer))
        return false;
    for (size_t i = 0; i < self->columns; i++)
        if (!put_cell(self, i, of_rows[i * ROW_FEED_MOST + row]))
            return false;
    return package_end_row(self->writer);
}

static size_t count_rows(const row_feed *feed) {
    size_t count = feed->kept ? 0 : feed->rows;
    for (size_t i = 0; feed->kept && i < feed->rows; i++)
        count += feed->kept[i];
    return count;
}

static shoal_status put_rows(package_sink *self, const row_feed *feed, const sink_options *options,
                             uint32_t *of_rows, shoal_error *error) {
    for (size_t begin = 0; begin < feed->rows; begin += ROW_FEED_MOST) {
        size_t left = feed->rows - begin, now = left < ROW_FEED_MOST ? left : ROW_FEED_MOST;
        feed->fill(feed->context, begin, now, of_rows);
        for (size_t i = 0; i < now; i++)
            if ((!feed->kept || feed->kept[begin + i]) && !put_row(self, of_rows, i))
                return fail(self, error);
        if (options->cancel && *options->cancel)
            return status_fail(error, SHOAL_INTERRUPTED, "interrupted while writing");
        if (options->progress)
            options->progress(begin + now, options->progress_context);
    }
    return SHOAL_OK;
}

static shoal_status package_write(sink *base, const row_feed *feed, const sink_options *options,
                                  shoal_error *error) {
    package_sink *self = (package_sink *)base;
    uint32_t *of_rows = memory_new(feed->columns, ROW_FEED_MOST * sizeof *of_rows);
    if (!of_rows)
        return status_no_memory(error);
    self->error = error;
    shoal_status status =
        package_begin(self->writer, count_rows(feed)) ? SHOAL_OK : fail(self, error);
    if (status == SHOAL_OK)
        status = put_rows(self, feed, options, of_rows, error);
    if (status == SHOAL_OK && (!package_end(self->writer) || !flush(self)))
        status = fail(self, error);
    memory_free(of_rows);
    self->error = NULL;
    return status;
}

static shoal_status package_finish(sink *base, shoal_error *error) {
    package_sink *self = (package_sink *)base;
    free_cells(self);
    return file_sync(&self->file, error);
}

/* ---- Reading back ---------------------------------------------------------------------------- */

static shoal_status package_reopen(source **out, sink *base, const source_options *options,
                                   shoal_error *error) {
    package_sink *self = (package_sink *)base;
    source_options mine = *options;
    mine.encoding = NULL;
    mine.label = options->label ? options->label : self->file.path;
    const source_kind *kind = self->format == PACKAGE_SAV ? &spss_source_kind : &stata_source_kind;
    return package_source_open_descriptor(out, kind, self->file.path, self->file.descriptor, &mine,
                                          error);
}

/* ---- The kinds ------------------------------------------------------------------------------- */

static const char *const no_schemes[] = {NULL};
static const char *const spss_suffixes[] = {".sav", ".zsav", NULL};
static const char *const stata_suffixes[] = {".dta", NULL};

static shoal_status open_spss(sink **out, const char *name, shoal_error *error) {
    return open_kind(out, &spss_sink_kind, PACKAGE_SAV, name, error);
}

static shoal_status open_stata(sink **out, const char *name, shoal_error *error) {
    return open_kind(out, &stata_sink_kind, PACKAGE_DTA, name, error);
}

const sink_kind spss_sink_kind = {
    .name = "spss",
    .suffixes = spss_suffixes,
    .schemes = no_schemes,
    .open = open_spss,
    .begin = package_begin_file,
    .write = package_write,
    .finish = package_finish,
    .reopen = package_reopen,
    .publish = package_publish,
    .close = package_close,
};

const sink_kind stata_sink_kind = {
    .name = "stata",
    .suffixes = stata_suffixes,
    .schemes = no_schemes,
    .open = open_stata,
    .begin = package_begin_file,
    .write = package_write,
    .finish = package_finish,
    .reopen = package_reopen,
    .publish = package_publish,
    .close = package_close,
};
