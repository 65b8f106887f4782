#include "store/duckdb/duckdb_source.h"

#include "base/text.h"
#include "files/codec.h"
#include "files/file_stamp.h"
#include "files/sha256.h"
#include "store/duckdb/duckdb_taker.h"
#include "store/duckdb/duckdb_types.h"
#include "store/store_url.h"

#include <fcntl.h>
#include <stdio.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#define HASH_BLOCK ((size_t)1 << 18)

/* One of the files that make the table, or all of it. */
typedef struct source_part {
    char *path;            /* of a file; NULL: of a descriptor, or no file */
    file_stamp stamp;      /* of the file when its columns were read */
    int descriptor;        /* of a file whose path is not known; -1: there is none */
    char *from;            /* what follows FROM; NULL: the file's */
    char *query;           /* what is described; NULL: all of that */
    char *label;           /* what messages call it */
    duckdb_relation table; /* its columns */
} source_part;

typedef struct duckdb_source {
    source base;
    source_options options;
    duckdb_session own;
    const duckdb_session *session; /* `own`, or another's */
    source_part *part;             /* [parts] */
    size_t parts;
    sha256 *hash;
    uint64_t bytes; /* of the files that are read */
} duckdb_source;

static void close_source(source *base) {
    duckdb_source *self = (duckdb_source *)base;
    for (size_t i = 0; self->part && i < self->parts; i++) {
        source_part *each = &self->part[i];
        duckdb_relation_free(&each->table);
        memory_free(each->path);
        memory_free(each->from);
        memory_free(each->query);
        memory_free(each->label);
    }
    memory_free(self->part);
    sha256_free(self->hash);
    duckdb_session_close(&self->own);
    memory_free(self);
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* A file is opened once for each use, and DuckDB is given the descriptor: neither patterns in its
 * name nor a file that takes its place meanwhile are read. */
typedef struct opened_file {
    int descriptor;
    bool is_own;
    uint64_t bytes;
    char from[64];
} opened_file;

static shoal_status open_file(opened_file *out, const source_part *part, shoal_error *error) {
    struct stat found;
    *out = (opened_file){.descriptor = part->descriptor, .is_own = part->path != NULL};
    if (part->path)
        out->descriptor = open(part->path, O_RDONLY | O_CLOEXEC);
    if (out->descriptor < 0 || fstat(out->descriptor, &found) != 0)
        return status_io(error, "read", part->label);
    if (!S_ISREG(found.st_mode))
        return status_fail(error, SHOAL_IO,
                           "cannot read %.150s: Parquet is read from files only, and it is none",
                           part->label);
    out->bytes = (uint64_t)found.st_size;
    snprintf(out->from, sizeof out->from, "read_parquet('/proc/self/fd/%d')", out->descriptor);
    return SHOAL_OK;
}

static void close_file(opened_file *file) {
    if (file->is_own && file->descriptor >= 0)
        close(file->descriptor);
}

/* After its rows were read. A file that changed may read as if it were damaged. */
static shoal_status check_file(const source_part *part, const opened_file *file,
                               shoal_status status, shoal_error *error) {
    bool ended = status == SHOAL_OK || status == SHOAL_BAD_DATA || status == SHOAL_IO;
    if (!ended || !part->path || file->descriptor < 0)
        return status;
    STATUS_TRY(file_stamp_check(&part->stamp, file->descriptor, part->path, part->label, error));
    return status;
}

static shoal_status hash_file(sha256 *hash, const opened_file *file, const char *label,
                              shoal_error *error) {
    char *block = memory_new(HASH_BLOCK, 1);
    shoal_status status = block ? SHOAL_OK : status_no_memory(error);
    off_t at = 0;
    for (ssize_t got = 1; status == SHOAL_OK && got > 0; at += got) {
        got = pread(file->descriptor, block, HASH_BLOCK, at);
        if (got < 0)
            status = status_io(error, "read", label);
        else
            sha256_add(hash, block, (size_t)got);
    }
    memory_free(block);
    return status;
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* Messages about a part name that part. */
static duckdb_session session_of(const duckdb_source *self, const source_part *part) {
    duckdb_session named = *self->session;
    named.label = part->label;
    return named;
}

static shoal_status describe_part(const duckdb_source *self, source_part *part,
                                  shoal_error *error) {
    duckdb_session session = session_of(self, part);
    opened_file file = {.descriptor = -1};
    text query = {0};
    shoal_status status = part->from ? SHOAL_OK : open_file(&file, part, error);
    if (part->query)
        text_add_string(&query, part->query);
    else
        text_format(&query, "SELECT * FROM %s", part->from ? part->from : file.from);
    if (status == SHOAL_OK)
        status = query.failed ? status_no_memory(error)
                              : duckdb_relation_describe(&part->table, &session, query.bytes,
                                                         self->options.cancel, error);
    if (status == SHOAL_OK && part->path)
        part->stamp = file_stamp_of(file.descriptor);
    close_file(&file);
    text_free(&query);
    return status;
}

static shoal_status compare_parts(const source_part *first, const source_part *other,
                                  shoal_error *error) {
    const duckdb_relation *one = &first->table, *two = &other->table;
    if (one->columns != two->columns)
        return status_fail(error, SHOAL_BAD_DATA,
                           "%.100s has %zu columns, but %.100s has %zu: files of one table have "
                           "the same columns",
                           other->label, two->columns, first->label, one->columns);
    for (size_t i = 0; i < one->columns; i++)
        if (strcmp(one->names[i], two->names[i]) != 0)
            return status_fail(error, SHOAL_BAD_DATA,
                               "%.80s: column %zu is called '%.40s', but in %.80s '%.40s': files "
                               "of one table have the same columns",
                               other->label, i + 1, two->names[i], first->label, one->names[i]);
    return SHOAL_OK;
}

static shoal_status describe_parts(duckdb_source *self, shoal_error *error) {
    for (size_t i = 0; i < self->parts; i++) {
        STATUS_TRY(describe_part(self, &self->part[i], error));
        STATUS_TRY(compare_parts(&self->part[0], &self->part[i], error));
    }
    self->base.columns = self->part[0].table.columns;
    self->base.names = self->part[0].table.names;
    return self->options.sha256 ? sha256_new(&self->hash, error) : SHOAL_OK;
}

/* One with room for parts; NULL: out of memory. */
static duckdb_source *new_source(const source_kind *kind, size_t parts,
                                 const source_options *options) {
    duckdb_source *made = memory_zero(1, sizeof *made);
    if (!made)
        return NULL;
    made->base.kind = kind;
    made->options = *options;
    made->session = &made->own;
    made->parts = parts;
    made->part = memory_zero(parts, sizeof *made->part);
    for (size_t i = 0; made->part && i < parts; i++)
        made->part[i].descriptor = -1;
    if (made->part)
        return made;
    close_source(&made->base);
    return NULL;
}

static shoal_status give(source **out, duckdb_source *made, shoal_status status) {
    if (status == SHOAL_OK)
        *out = &made->base;
    else if (made)
        close_source(&made->base);
    return status;
}

static bool set_text(char **out, const char *value) {
    *out = memory_text(value, strlen(value));
    return *out != NULL;
}

static shoal_status open_session(duckdb_source *self, const char *path, bool reads_files,
                                 shoal_error *error) {
    const duckdb_wish wish = {.path = path,
                              .reads_files = reads_files,
                              .threads = threads_count(self->options.pool),
                              .label = self->part[0].label};
    return duckdb_session_open(&self->own, &wish, error);
}

/* ---- Parquet --------------------------------------------------------------------------------- */

static shoal_status refuse_packed(const char *name, shoal_error *error) {
    if (!name[codec_stem(name)])
        return SHOAL_OK;
    return status_fail(error, SHOAL_USAGE,
                       "cannot read %.150s: Parquet is compressed inside; decompress the file",
                       name);
}

static shoal_status open_files(duckdb_source *self, const char *const *names, shoal_error *error) {
    for (size_t i = 0; i < self->parts; i++) {
        const char *label = self->parts == 1 ? self->options.label : NULL;
        STATUS_TRY(refuse_packed(names[i], error));
        if (!set_text(&self->part[i].path, names[i]) ||
            !set_text(&self->part[i].label, label ? label : names[i]))
            return status_no_memory(error);
    }
    STATUS_TRY(open_session(self, NULL, true, error));
    return describe_parts(self, error);
}

static shoal_status open_parquet(source **out, const char *const *names, size_t count,
                                 const source_options *options, shoal_error *error) {
    duckdb_source *made = new_source(&parquet_source_kind, count, options);
    *out = NULL;
    return give(out, made, made ? open_files(made, names, error) : status_no_memory(error));
}

shoal_status parquet_source_open_descriptor(source **out, int descriptor,
                                            const source_options *options, shoal_error *error) {
    duckdb_source *made = new_source(&parquet_source_kind, 1, options);
    *out = NULL;
    if (!made)
        return status_no_memory(error);
    made->part[0].descriptor = descriptor;
    shoal_status status = SHOAL_OK;
    if (!set_text(&made->part[0].label, options->label ? options->label : "the file"))
        status = status_no_memory(error);
    if (status == SHOAL_OK)
        status = open_session(made, NULL, true, error);
    if (status == SHOAL_OK)
        status = describe_parts(made, error);
    return give(out, made, status);
}

/* ---- Databases and queries --------------------------------------------------------------------
 */

/* The names of a query's columns are asked for without the brackets, which would change those that
 * occur twice. */
static shoal_status set_from(duckdb_source *self, const store_url *url, shoal_error *error) {
    text from = {0};
    if (url->query &&
        !(self->part[0].query = memory_text(url->query, duckdb_query_length(url->query))))
        return status_no_memory(error);
    duckdb_add_relation(&from, url);
    self->part[0].from = from.bytes;
    return from.failed ? status_no_memory(error) : SHOAL_OK;
}

static shoal_status check_url(const store_url *url, shoal_error *error) {
    bool is_file = *url->path != '\0';
    if (!url->host && !url->parameters && !url->query != !url->table && (is_file || url->query))
        return url->table ? duckdb_check_table(url, error) : SHOAL_OK;
    return status_fail(error, SHOAL_USAGE,
                       "cannot read %.100s: a source of DuckDB is duckdb:FILE?table=TABLE, "
                       "duckdb:FILE?query=SELECT … or duckdb:?query=SELECT …",
                       url->shown);
}

static shoal_status open_url(duckdb_source *self, const store_url *url, shoal_error *error) {
    STATUS_TRY(check_url(url, error));
    const char *label = self->options.label ? self->options.label : url->shown;
    if (!set_text(&self->part[0].label, label))
        return status_no_memory(error);
    STATUS_TRY(set_from(self, url, error));
    /* Views of a database that came from elsewhere must not read this machine's files; the user's
     * own query without a database is there to read files. */
    STATUS_TRY(open_session(self, *url->path ? url->path : NULL, !*url->path, error));
    if (url->query)
        STATUS_TRY(duckdb_check_query(&self->own, url->query, error));
    return describe_parts(self, error);
}

static shoal_status open_duckdb(source **out, const char *const *names, size_t count,
                                const source_options *options, shoal_error *error) {
    store_url url = {0};
    *out = NULL;
    if (count != 1)
        return status_fail(error, SHOAL_USAGE, "name one source of DuckDB; a query can join more");
    duckdb_source *made = new_source(&duckdb_source_kind, 1, options);
    shoal_status status = made ? store_url_parse(&url, names[0], error) : status_no_memory(error);
    if (status == SHOAL_OK)
        status = open_url(made, &url, error);
    store_url_free(&url);
    return give(out, made, status);
}

shoal_status duckdb_source_open_session(source **out, const duckdb_session *session,
                                        const char *from, const source_options *options,
                                        shoal_error *error) {
    duckdb_source *made = new_source(&duckdb_source_kind, 1, options);
    *out = NULL;
    if (!made)
        return status_no_memory(error);
    made->session = session;
    made->options.sha256 = false;
    bool fine = set_text(&made->part[0].from, from) &&
                set_text(&made->part[0].label, options->label ? options->label : session->label);
    return give(out, made, fine ? describe_parts(made, error) : status_no_memory(error));
}

/* ---- Reading --------------------------------------------------------------------------------- */

static void free_origins(column_origin **origins, size_t columns) {
    for (size_t i = 0; origins && i < columns; i++)
        column_origin_free(origins[i]);
    memory_free(origins);
}

/* A column that has several types in several files is text. */
static const char *type_of(const duckdb_source *self, size_t index) {
    const char *type = self->part[0].table.types[index];
    for (size_t i = 1; i < self->parts; i++)
        if (strcmp(self->part[i].table.types[index], type) != 0)
            return "VARCHAR";
    return type;
}

static column_origin **make_origins(const duckdb_source *self) {
    column_origin **made = memory_zero(self->base.columns, sizeof *made);
    for (size_t i = 0; made && i < self->base.columns; i++)
        if (!(made[i] = duckdb_origin(type_of(self, i), self->base.kind->name))) {
            free_origins(made, self->base.columns);
            return NULL;
        }
    return made;
}

/* DuckDB numbers the rows of a file unless it has a column of that name. */
#define NUMBER_NAME "file_row_number"

static bool has_numbers(const source_part *part) {
    for (size_t i = 0; i < part->table.columns; i++)
        if (strcasecmp(part->table.names[i], NUMBER_NAME) == 0)
            return true;
    return false;
}

static shoal_status read_file(duckdb_source *self, const source_part *part, duckdb_reading reading,
                              uint64_t *rows, shoal_error *error) {
    opened_file file;
    char from[100];
    shoal_status status = open_file(&file, part, error);
    bool is_numbered = !has_numbers(part);
    if (status == SHOAL_OK && self->hash)
        status = hash_file(self->hash, &file, part->label, error);
    snprintf(from, sizeof from, "read_parquet('/proc/self/fd/%d'%s)", file.descriptor,
             is_numbered ? ", " NUMBER_NAME " = true" : "");
    reading.from = from;
    if (status == SHOAL_OK)
        status =
            is_numbered ? duckdb_take(&reading, rows, error) : duckdb_read(&reading, rows, error);
    status = check_file(part, &file, status, error);
    close_file(&file);
    self->bytes += file.bytes;
    if (status == SHOAL_OK && self->options.progress)
        self->options.progress(self->bytes, self->options.progress_context);
    return status;
}

static shoal_status read_part(duckdb_source *self, const source_part *part, table_builder *into,
                              uint64_t *rows, shoal_error *error) {
    duckdb_session session = session_of(self, part);
    const duckdb_reading reading = {.session = &session,
                                    .of = &part->table,
                                    .from = part->from,
                                    .options = &self->options,
                                    .into = into};
    return part->from ? duckdb_read(&reading, rows, error)
                      : read_file(self, part, reading, rows, error);
}

static shoal_status read_parts(shoal_table **out, duckdb_source *self, table_builder *into,
                               shoal_error *error) {
    uint64_t rows = 0;
    shoal_table *table = NULL;
    for (size_t i = 0; i < self->parts; i++)
        STATUS_TRY(read_part(self, &self->part[i], into, &rows, error));
    STATUS_TRY(table_builder_finish(&table, into, error));
    table->bytes = self->bytes;
    shoal_status status = SHOAL_OK;
    if (self->hash && !self->part[0].from)
        status = sha256_finish(self->hash, table->sha256, error);
    if (status != SHOAL_OK)
        shoal_table_free(table);
    else
        *out = table;
    return status;
}

static shoal_status read_source(shoal_table **out, source *base, const bool *wanted,
                                shoal_error *error) {
    duckdb_source *self = (duckdb_source *)base;
    table_builder *into = NULL;
    column_origin **origins = make_origins(self);
    if (!origins)
        return status_no_memory(error);
    if (!self->options.label)
        self->options.label = self->part[0].label;
    shoal_status status =
        table_builder_open(&into, base->names, base->columns, origins, wanted,
                           threads_count(self->options.pool), &self->options, error);
    free_origins(origins, base->columns);
    if (status == SHOAL_OK)
        status = read_parts(out, self, into, error);
    table_builder_close(into);
    return status;
}

/* ---- The kinds ------------------------------------------------------------------------------- */

static const char *const none[] = {NULL};
static const char *const parquet_suffixes[] = {".parquet", NULL};
static const char *const duckdb_schemes[] = {"duckdb", NULL};

const source_kind parquet_source_kind = {
    .name = "parquet",
    .summary = "Apache Parquet files, also several or a folder of them (DuckDB)",
    .suffixes = parquet_suffixes,
    .schemes = none,
    .is_built = duckdb_library_is_there,
    .install = "install DuckDB's library: make build does, with npm",
    .in_folders = true,
    .open = open_parquet,
    .read = read_source,
    .close = close_source,
};

const source_kind duckdb_source_kind = {
    .name = "duckdb",
    .summary = "a table or query of a DuckDB database",
    .suffixes = none,
    .schemes = duckdb_schemes,
    .is_built = duckdb_library_is_there,
    .install = "install DuckDB's library: make build does, with npm",
    .open = open_duckdb,
    .read = read_source,
    .close = close_source,
};
