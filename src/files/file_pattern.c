/* Not by glob(3), which frees its memory twice when it runs out of it. */
#include "files/file_pattern.h"

#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void file_list_free(file_list *list) {
    for (size_t i = 0; i < list->count; i++)
        memory_free(list->path[i]);
    memory_free(list->path);
    *list = (file_list){0};
}

static bool is_pattern(const char *name) {
    return strpbrk(name, "*?[") != NULL;
}

shoal_status file_list_add(file_list *out, const char *path, shoal_error *error) {
    char *copy = memory_text(path, strlen(path));
    if (!copy || !memory_grow((void **)&out->path, &out->capacity, out->count + 1, sizeof copy)) {
        memory_free(copy);
        return status_no_memory(error);
    }
    out->path[out->count++] = copy;
    return SHOAL_OK;
}

/* Adds FOLDER + NAME where there is such a file; names that are too long are nobody's. */
static shoal_status add_existing(file_list *out, const char *folder, const char *name,
                                 shoal_error *error) {
    char path[PATH_MAX];
    struct stat found;
    int length = snprintf(path, sizeof path, "%s%s", folder, name);
    if (length < 0 || (size_t)length >= sizeof path || lstat(path, &found) != 0)
        return SHOAL_OK;
    return file_list_add(out, path, error);
}

/* ---- One part of a path after the other ------------------------------------------------------ */

static shoal_status match_in(file_list *out, const char *folder, const char *pattern,
                             shoal_error *error) {
    if (!is_pattern(pattern))
        return add_existing(out, folder, pattern, error);
    DIR *open = opendir(*folder ? folder : ".");
    if (!open)
        return errno == ENOENT || errno == ENOTDIR ? SHOAL_OK : status_io(error, "read", folder);
    shoal_status status = SHOAL_OK;
    errno = 0;
    for (struct dirent *entry; status == SHOAL_OK && (entry = readdir(open)) != NULL; errno = 0)
        if (fnmatch(pattern, entry->d_name, FNM_PERIOD) == 0)
            status = add_existing(out, folder, entry->d_name, error);
    if (status == SHOAL_OK && errno != 0)
        status = status_io(error, "read", *folder ? folder : ".");
    closedir(open);
    return status;
}

/* Replaces the folders, each with a slash behind it, by what matches in them. */
static shoal_status step(file_list *folders, const char *pattern, bool last, shoal_error *error) {
    file_list next = {0};
    shoal_status status = SHOAL_OK;
    for (size_t i = 0; i < folders->count && status == SHOAL_OK; i++)
        status = match_in(&next, folders->path[i], pattern, error);
    file_list_free(folders);
    for (size_t i = 0; !last && i < next.count && status == SHOAL_OK; i++) {
        char path[PATH_MAX];
        int length = snprintf(path, sizeof path, "%s/", next.path[i]);
        if (length > 0 && (size_t)length < sizeof path)
            status = file_list_add(folders, path, error);
    }
    if (last)
        *folders = next;
    else
        file_list_free(&next);
    return status;
}

static shoal_status match(file_list *found, const char *pattern, shoal_error *error) {
    STATUS_TRY(file_list_add(found, *pattern == '/' ? "/" : "", error));
    for (const char *at = pattern + strspn(pattern, "/"); *at;) {
        char part[NAME_MAX + 1];
        size_t length = strcspn(at, "/");
        const char *next = at + length + strspn(at + length, "/");
        snprintf(part, sizeof part, "%.*s", length < NAME_MAX ? (int)length : NAME_MAX, at);
        STATUS_TRY(step(found, part, *next == '\0', error));
        at = next;
    }
    return SHOAL_OK;
}

static int by_bytes(const void *left, const void *right) {
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* Takes what was found, in byte order. */
static shoal_status add_sorted(file_list *out, file_list *found, shoal_status status,
                               shoal_error *error) {
    if (status == SHOAL_OK && found->count > 1)
        qsort(found->path, found->count, sizeof *found->path, by_bytes);
    for (size_t i = 0; status == SHOAL_OK && i < found->count; i++)
        status = file_list_add(out, found->path[i], error);
    file_list_free(found);
    return status;
}

shoal_status file_pattern_expand(file_list *out, const char *name, shoal_error *error) {
    struct stat exact;
    if (!is_pattern(name) || lstat(name, &exact) == 0)
        return file_list_add(out, name, error);
    file_list found = {0};
    return add_sorted(out, &found, match(&found, name, error), error);
}

/* Rows in folders below would be left out without a word. */
static shoal_status check_flat(const char *path, const char *suffix, shoal_error *error) {
    file_list found = {0};
    struct stat each;
    shoal_status status = match_in(&found, path, "*", error);
    for (size_t i = 0; status == SHOAL_OK && i < found.count; i++)
        if (stat(found.path[i], &each) == 0 && S_ISDIR(each.st_mode))
            status = status_fail(error, SHOAL_USAGE,
                                 "%.100s has a folder %.100s, which would be left out: name the "
                                 "files, such as %.50s*/*%s",
                                 path, found.path[i], path, suffix);
    file_list_free(&found);
    return status;
}

shoal_status file_folder_expand(file_list *out, const char *folder, const char *suffix,
                                shoal_error *error) {
    char path[PATH_MAX], pattern[NAME_MAX + 1];
    file_list found = {0};
    int length = snprintf(path, sizeof path, "%s/", folder);
    if (length < 0 || (size_t)length >= sizeof path)
        return status_fail(error, SHOAL_IO, "cannot read %.150s: its name is too long", folder);
    snprintf(pattern, sizeof pattern, "*%s", suffix);
    shoal_status status = match_in(&found, path, pattern, error);
    if (status == SHOAL_OK && found.count > 0)
        status = check_flat(path, suffix, error);
    return add_sorted(out, &found, status, error);
}

/* The part of a path before its last slash, as the system has it; to be freed. */
static char *folder_of(const char *path) {
    const char *slash = strrchr(path, '/');
    char *part = slash ? memory_text(path, (size_t)(slash - path) + 1) : memory_text(".", 1);
    char *found = part ? realpath(part, NULL) : NULL;
    memory_free(part);
    return found;
}

static const char *last_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool file_pattern_has(const char *pattern, const char *path) {
    struct stat exact;
    if (!is_pattern(pattern) || lstat(pattern, &exact) == 0)
        return false;
    if (fnmatch(pattern, path, FNM_PATHNAME | FNM_PERIOD) == 0)
        return true;
    char *one = folder_of(pattern), *other = folder_of(path);
    bool same = one && other && strcmp(one, other) == 0 &&
                fnmatch(last_of(pattern), last_of(path), FNM_PERIOD) == 0;
    free(one);
    free(other);
    return same;
}
