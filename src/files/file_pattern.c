#include "files/file_pattern.h"

#include "base/memory.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void file_list_free(file_list *list) {
    for (size_t i = 0; i < list->count; i++)
        memory_free(list->path[i]);
    memory_free(list->path);
    *list = (file_list){0};
}

static bool add(file_list *out, const char *path) {
    char *copy = memory_text(path, strlen(path));
    if (!copy || !memory_grow((void **)&out->path, &out->capacity, out->count + 1, sizeof copy)) {
        memory_free(copy);
        return false;
    }
    out->path[out->count++] = copy;
    return true;
}

static int by_bytes(const void *left, const void *right) {
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static shoal_status add_matches(file_list *out, const glob_t *found, shoal_error *error) {
    size_t first = out->count;
    for (size_t i = 0; i < found->gl_pathc; i++)
        if (!add(out, found->gl_pathv[i]))
            return status_no_memory(error);
    qsort(out->path + first, out->count - first, sizeof *out->path, by_bytes);
    return SHOAL_OK;
}

/* glob(3) would sort by the rules of the user's language, and skip folders that it cannot read. */
static shoal_status expand(file_list *out, const char *pattern, shoal_error *error) {
    glob_t found = {0};
    shoal_status status;
    int result = glob(pattern, GLOB_NOSORT | GLOB_ERR, NULL, &found);
    if (result == GLOB_NOSPACE)
        status = status_no_memory(error);
    else if (result == GLOB_ABORTED)
        status = status_io(error, "read", pattern);
    else if (result != 0)
        status = status_fail(error, SHOAL_IO, "cannot read %.150s: no file matches", pattern);
    else
        status = add_matches(out, &found, error);
    globfree(&found);
    return status;
}

shoal_status file_pattern_expand(file_list *out, const char *name, shoal_error *error) {
    struct stat found;
    bool plain = strpbrk(name, "*?[") == NULL;
    if (!plain && lstat(name, &found) != 0)
        return expand(out, name, error);
    return add(out, name) ? SHOAL_OK : status_no_memory(error);
}
