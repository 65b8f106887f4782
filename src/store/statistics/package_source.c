#include "store/statistics/package_source.h"

#include "files/content_kind.h"
#include "store/statistics/package_bytes.h"
#include "store/statistics/package_columns.h"
#include "store/statistics/package_rows.h"
#include "store/store_name.h"

#include <string.h>
#include <unistd.h>

/* One of the files that make the table. */
typedef struct package_part {
    char *path; /* NULL: a descriptor */
    char *label;
    package_format format;
    package_bytes bytes;
} package_part;

typedef struct package_source {
    source base;
    source_options options;
    package_columns columns;
    package_part *parts;
    size_t part_count;
    sha256 *hash;
} package_source;

static void package_close(source *base) {
    package_source *self = (package_source *)base;
    for (size_t i = 0; self->parts && i < self->part_count; i++) {
        memory_free(self->parts[i].path);
        memory_free(self->parts[i].label);
        package_bytes_close(&self->parts[i].bytes);
    }
    memory_free(self->parts);
    for (size_t i = 0; self->base.names && i < self->base.columns; i++)
        memory_free(self->base.names[i]);
    memory_free(self->base.names);
    package_columns_free(&self->columns);
    sha256_free(self->hash);
    memory_free(self);
}

shoal_status package_not_built(const char *action, const char *name, shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "statistics_not_built", NULL,
                         "cannot %s %.100s: this build has no support for files of SPSS, Stata and "
                         "SAS; build with libreadstat-dev installed (SHOAL_STATISTICS=ON), or use "
                         "CSV",
                         action, name);
}

/* ---- Opening --------------------------------------------------------------------------------- */

static const struct {
    const char *suffix;
    package_format format;
} formats[] = {{".sav", PACKAGE_SAV}, {".zsav", PACKAGE_SAV}, {".por", PACKAGE_POR},
               {".dta", PACKAGE_DTA}, {".xpt", PACKAGE_XPT},  {".sas7bdat", PACKAGE_SAS7BDAT}};
#define FORMATS (sizeof formats / sizeof *formats)

static package_format format_of(const char *name) {
    for (size_t i = 0; i < FORMATS; i++)
        if (store_name_has_suffix(name, (const char *const[]){formats[i].suffix, NULL}))
            return formats[i].format;
    return PACKAGE_SAV;
}

static bool is_format(const content_kind *found, package_format format) {
    for (size_t i = 0; found->suffix && i < FORMATS; i++)
        if (strcmp(found->suffix, formats[i].suffix) == 0)
            return formats[i].format == format;
    return false;
}

/* What is clearly something else is named. */
static shoal_status check_content(const package_part *part, shoal_error *error) {
    char first[4096];
    ssize_t got = pread(part->bytes.descriptor, first, sizeof first, 0);
    if (got < 0)
        return status_io(error, "read", part->label);
    if (got == 0)
        return status_fail(error, SHOAL_BAD_DATA, "%.150s is empty", part->label);
    const content_kind *found = content_kind_signed(first, (size_t)got);
    if (!found || is_format(found, part->format))
        return SHOAL_OK;
    return status_refuse(error, SHOAL_BAD_DATA, "not_a_table", NULL,
                         "%.90s is %s, which is not what its name says: %.90s", part->label,
                         found->name, found->cure);
}

static const char *encoding_of(const source_options *options) {
    const char *given = options->encoding;
    return given && *given && strcmp(given, TEXT_BYTES) != 0 ? given : NULL;
}

static shoal_status read_columns(package_source *self, package_part *part, shoal_error *error) {
    STATUS_TRY(check_content(part, error));
    return package_columns_read(&self->columns, part->bytes.descriptor, part->format,
                                encoding_of(&self->options), part->label, self->options.cancel,
                                error);
}

static shoal_status name_columns(package_source *self, shoal_error *error) {
    STATUS_TRY(package_columns_finish(&self->columns, error));
    self->base.names = memory_zero(self->columns.count, sizeof *self->base.names);
    if (!self->base.names)
        return status_no_memory(error);
    for (; self->base.columns < self->columns.count; self->base.columns++) {
        const char *name = self->columns.column[self->base.columns].name;
        char *copy = memory_text(name, strlen(name));
        if (!copy)
            return status_no_memory(error);
        self->base.names[self->base.columns] = copy;
    }
    return SHOAL_OK;
}

static shoal_status make(package_source **out, const source_kind *kind, size_t count,
                         const source_options *options, shoal_error *error) {
    package_source *self = memory_zero(1, sizeof *self);
    *out = self;
    if (!self)
        return status_no_memory(error);
    self->base.kind = kind;
    self->options = *options;
    self->columns.kind = kind->name;
    self->parts = memory_zero(count, sizeof *self->parts);
    if (!self->parts)
        return status_no_memory(error);
    for (; self->part_count < count; self->part_count++)
        self->parts[self->part_count].bytes = PACKAGE_BYTES_NONE;
    return options->sha256 ? sha256_new(&self->hash, error) : SHOAL_OK;
}

static shoal_status start_part(package_source *self, size_t number, const char *name,
                               shoal_error *error) {
    package_part *part = &self->parts[number];
    bool alone = self->part_count == 1 && self->options.label;
    const char *label = alone ? self->options.label : name;
    part->format = format_of(name);
    part->label = memory_text(label, strlen(label));
    return part->label ? SHOAL_OK : status_no_memory(error);
}

/* A file that changed may read as if it were damaged. */
static shoal_status check_part(const package_part *part, shoal_status status, shoal_error *error) {
    if (!part->path || status == SHOAL_INTERRUPTED || status == SHOAL_NO_MEMORY)
        return status;
    STATUS_TRY(package_bytes_check(&part->bytes, part->path, part->label, error));
    return status;
}

static shoal_status open_parts(package_source *self, const char *const *names, shoal_error *error) {
    for (size_t i = 0; i < self->part_count; i++) {
        package_part *part = &self->parts[i];
        STATUS_TRY(start_part(self, i, names[i], error));
        part->path = memory_text(names[i], strlen(names[i]));
        if (!part->path)
            return status_no_memory(error);
        STATUS_TRY(package_bytes_open(&part->bytes, names[i], part->label, self->hash,
                                      self->options.cancel, error));
        STATUS_TRY(check_part(part, read_columns(self, part, error), error));
    }
    return name_columns(self, error);
}

static shoal_status hand_over(source **out, package_source *self, shoal_status status) {
    if (status == SHOAL_OK)
        *out = &self->base;
    else if (self)
        package_close(&self->base);
    return status;
}

static shoal_status open_kind(source **out, const source_kind *kind, const char *const *names,
                              size_t count, const source_options *options, shoal_error *error) {
    package_source *self = NULL;
    *out = NULL;
    if (!package_is_built())
        return package_not_built("read", names[0], error);
    shoal_status status = make(&self, kind, count, options, error);
    if (status == SHOAL_OK)
        status = open_parts(self, names, error);
    return hand_over(out, self, status);
}

shoal_status package_source_open_descriptor(source **out, const source_kind *kind, const char *name,
                                            int descriptor, const source_options *options,
                                            shoal_error *error) {
    package_source *self = NULL;
    *out = NULL;
    shoal_status status = make(&self, kind, 1, options, error);
    if (status == SHOAL_OK)
        status = start_part(self, 0, name, error);
    if (status == SHOAL_OK)
        status = package_bytes_borrow(&self->parts[0].bytes, descriptor, self->parts[0].label,
                                      self->hash, options->cancel, error);
    if (status == SHOAL_OK)
        status = read_columns(self, &self->parts[0], error);
    if (status == SHOAL_OK)
        status = name_columns(self, error);
    return hand_over(out, self, status);
}

/* ---- Reading --------------------------------------------------------------------------------- */

static shoal_status read_rows(package_source *self, package_rows *rows, shoal_error *error) {
    uint64_t before = 0;
    for (size_t i = 0; i < self->part_count; i++) {
        const package_part *part = &self->parts[i];
        self->options.label = part->label; /* of faults in its values */
        shoal_status status =
            package_rows_read(rows, i, part->bytes.descriptor, part->format,
                              encoding_of(&self->options), part->label, before, error);
        STATUS_TRY(check_part(part, status, error));
        before += part->bytes.size;
        if (self->options.progress)
            self->options.progress(before, self->options.progress_context);
    }
    return SHOAL_OK;
}

static shoal_status package_read(shoal_table **out, source *base, const bool *wanted,
                                 shoal_error *error) {
    package_source *self = (package_source *)base;
    package_rows *rows = NULL;
    STATUS_TRY(
        package_rows_open(&rows, &self->columns, self->base.names, wanted, &self->options, error));
    shoal_table *table = NULL;
    shoal_status status = read_rows(self, rows, error);
    if (status == SHOAL_OK)
        status = package_rows_finish(&table, rows, error);
    package_rows_close(rows);
    if (status == SHOAL_OK && self->hash)
        status = sha256_finish(self->hash, table->sha256, error);
    if (status != SHOAL_OK) {
        shoal_table_free(table);
        return status;
    }
    for (size_t i = 0; i < self->part_count; i++)
        table->bytes += self->parts[i].bytes.size;
    *out = table;
    return SHOAL_OK;
}

/* ---- The kinds ------------------------------------------------------------------------------- */

static const char *const no_schemes[] = {NULL};
static const char *const spss_suffixes[] = {".sav", ".zsav", ".por", NULL};
static const char *const stata_suffixes[] = {".dta", NULL};
static const char *const sas_suffixes[] = {".sas7bdat", ".xpt", NULL};

static shoal_status open_spss(source **out, const char *const *names, size_t count,
                              const source_options *options, shoal_error *error) {
    return open_kind(out, &spss_source_kind, names, count, options, error);
}

static shoal_status open_stata(source **out, const char *const *names, size_t count,
                               const source_options *options, shoal_error *error) {
    return open_kind(out, &stata_source_kind, names, count, options, error);
}

static shoal_status open_sas(source **out, const char *const *names, size_t count,
                             const source_options *options, shoal_error *error) {
    return open_kind(out, &sas_source_kind, names, count, options, error);
}

const source_kind spss_source_kind = {
    .name = "spss",
    .summary = "SPSS files: values by their labels",
    .suffixes = spss_suffixes,
    .schemes = no_schemes,
    .is_built = package_is_built,
    .install = "build with libreadstat-dev",
    .open = open_spss,
    .read = package_read,
    .close = package_close,
};

const source_kind stata_source_kind = {
    .name = "stata",
    .summary = "Stata files: values by their labels",
    .suffixes = stata_suffixes,
    .schemes = no_schemes,
    .is_built = package_is_built,
    .install = "build with libreadstat-dev",
    .open = open_stata,
    .read = package_read,
    .close = package_close,
};

const source_kind sas_source_kind = {
    .name = "sas",
    .summary = "SAS data sets and transport files",
    .suffixes = sas_suffixes,
    .schemes = no_schemes,
    .is_built = package_is_built,
    .install = "build with libreadstat-dev",
    .open = open_sas,
    .read = package_read,
    .close = package_close,
};
