#include "store/source_kind.h"

#include "base/name_list.h"
#include "files/file_pattern.h"
#include "files/store_name_shown.h"
#include "store/store_name.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Names ---------------------------------------------------------------------------------- */

/* What the names stand for. */
typedef struct found_names {
    const source_kind *kind;
    file_list files; /* or one URL */
} found_names;

static bool exists(const char *path) {
    struct stat found;
    return stat(path, &found) == 0;
}

static shoal_status fail_scheme(const char *name, size_t scheme, shoal_error *error) {
    name_list known = {.room = 100};
    for (size_t i = 0; source_kind_list[i]; i++)
        name_list_add(&known, "%s", source_kind_list[i]->name);
    char *shown = store_name_shown(name);
    shoal_status status =
        status_fail(error, SHOAL_USAGE,
                    "there is no file %.80s, and \"%.*s\" is not a kind of source; known: %s",
                    shown ? shown : "of that name", scheme < 20 ? (int)scheme : 20, name,
                    name_list_end(&known));
    memory_free(shown);
    return status;
}

static bool is_folder(const char *path) {
    struct stat found;
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

/* The files of a folder, and their kind; none where no kind has files there. */
static shoal_status find_folder(found_names *out, const source_kind **kind, const char *name,
                                shoal_error *error) {
    size_t before = out->files.count;
    for (size_t i = 0; source_kind_list[i] && out->files.count == before; i++) {
        *kind = source_kind_list[i];
        if ((*kind)->in_folders)
            STATUS_TRY(file_folder_expand(&out->files, name, (*kind)->suffixes[0], error));
    }
    return SHOAL_OK;
}

static shoal_status find_kind(const source_kind **out, const char *name, shoal_error *error) {
    size_t scheme = exists(name) ? 0 : store_name_scheme(name);
    *out = scheme > 0 ? NULL : source_kind_list[0];
    for (size_t i = 0; source_kind_list[i]; i++)
        if (scheme > 0 ? store_name_has_scheme(name, source_kind_list[i]->schemes)
                       : store_name_has_suffix(name, source_kind_list[i]->suffixes))
            *out = source_kind_list[i];
    return *out ? SHOAL_OK : fail_scheme(name, scheme, error);
}

/* Rows that are read twice would make classes look larger than they are. */
static shoal_status check_distinct(const file_list *files, shoal_error *error) {
    struct stat *found = memory_new(files->count, sizeof *found);
    if (!found)
        return status_no_memory(error);
    shoal_status status = SHOAL_OK;
    for (size_t i = 0; i < files->count && status == SHOAL_OK; i++) {
        if (stat(files->path[i], &found[i]) != 0)
            found[i] = (struct stat){0};
        for (size_t j = 0; j < i && status == SHOAL_OK; j++)
            if (S_ISREG(found[i].st_mode) && found[i].st_dev == found[j].st_dev &&
                found[i].st_ino == found[j].st_ino)
                status = status_fail(error, SHOAL_USAGE,
                                     "%.100s and %.100s are the same file: its rows would be read "
                                     "twice",
                                     files->path[j], files->path[i]);
    }
    memory_free(found);
    return status;
}

static bool is_url(const char *name) {
    return !exists(name) && store_name_scheme(name) > 0;
}

/* What one name stands for; a URL may look like a pattern. */
static shoal_status find_name(found_names *out, const source_kind **kind, const char *name,
                              shoal_error *error) {
    size_t before = out->files.count;
    if (is_folder(name))
        STATUS_TRY(find_folder(out, kind, name, error));
    if (out->files.count > before) {
        assert(*kind);
        return SHOAL_OK;
    }
    STATUS_TRY(find_kind(kind, name, error));
    return is_url(name) ? file_list_add(&out->files, name, error)
                        : file_pattern_expand(&out->files, name, error);
}

static shoal_status find_names(found_names *out, const char *const *names, size_t count,
                               shoal_error *error) {
    for (size_t i = 0; i < count; i++) {
        const source_kind *kind = NULL;
        size_t before = out->files.count;
        if (count > 1 && strcmp(names[i], "-") == 0)
            return status_fail(error, SHOAL_USAGE,
                               "standard input cannot be read together with other inputs");
        STATUS_TRY(find_name(out, &kind, names[i], error));
        assert(kind);
        if (count > 1 && is_url(names[i]))
            return status_fail(error, SHOAL_USAGE,
                               "a table of a database cannot be read together with other inputs; a "
                               "query can join them");
        if (out->kind && out->kind != kind)
            return status_fail(error, SHOAL_USAGE,
                               "%.80s is %s and %.80s is %s: files of one table are of one kind",
                               names[0], out->kind->name, names[i], kind->name);
        out->kind = kind;
        if (out->files.count == before)
            return status_fail(error, SHOAL_IO, "cannot read %.150s: no file matches", names[i]);
    }
    return out->files.count > 1 ? check_distinct(&out->files, error) : SHOAL_OK;
}

/* False: it is no file of a size. */
static bool add_bytes(uint64_t *sum, const char *path) {
    struct stat found;
    bool known =
        strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &found) == 0 : stat(path, &found) == 0;
    if (!known || !S_ISREG(found.st_mode) || found.st_size < 0)
        return false;
    *sum += (uint64_t)found.st_size;
    return true;
}

uint64_t source_bytes(const char *const *names, size_t count) {
    found_names found = {0};
    uint64_t sum = 0;
    bool known = find_names(&found, names, count, NULL) == SHOAL_OK;
    for (size_t i = 0; i < found.files.count && known; i++)
        known = add_bytes(&sum, found.files.path[i]);
    file_list_free(&found.files);
    return known ? sum : 0;
}

/* ---- Sources -------------------------------------------------------------------------------- */

shoal_status source_open(source **out, const char *const *names, size_t count,
                         const source_options *options, shoal_error *error) {
    assert(count > 0);
    found_names found = {0};
    *out = NULL;
    shoal_status status = find_names(&found, names, count, error);
    if (status == SHOAL_OK) {
        assert(found.kind);
        status = found.kind->open(out, (const char *const *)found.files.path, found.files.count,
                                  options, error);
    }
    file_list_free(&found.files);
    return status;
}

void source_close(source *from) {
    if (from)
        from->kind->close(from);
}

size_t source_columns(const source *from) {
    return from->columns;
}

const char *source_column_name(const source *from, size_t index) {
    assert(index < from->columns);
    return from->names[index];
}

table_format source_format(const source *from) {
    return from->format;
}

shoal_status source_read(shoal_table **out, source *from, const bool *wanted, shoal_error *error) {
    return from->kind->read(out, from, wanted, error);
}

const uint32_t *source_lines(const source *from) {
    return from->lines;
}

static shoal_status read_kept(shoal_table **out, source *from, const source_options *options,
                              shoal_error *error) {
    if (!options->keep)
        return source_read(out, from, NULL, error);
    bool *wanted = memory_new(from->columns, sizeof *wanted);
    if (!wanted)
        return status_no_memory(error);
    for (size_t i = 0; i < from->columns; i++)
        wanted[i] = options->keep(from->names[i], options->context);
    shoal_status status = source_read(out, from, wanted, error);
    memory_free(wanted);
    return status;
}

shoal_status source_load_opened(shoal_table **out, table_format *format, source *from,
                                const source_options *options, shoal_error *error) {
    shoal_status status = read_kept(out, from, options, error);
    if (status == SHOAL_OK && format)
        *format = source_format(from);
    source_close(from);
    return status;
}

shoal_status source_load(shoal_table **out, table_format *format, const char *const *names,
                         size_t count, const source_options *options, shoal_error *error) {
    source *from = NULL;
    STATUS_TRY(source_open(&from, names, count, options, error));
    return source_load_opened(out, format, from, options, error);
}
