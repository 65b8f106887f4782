#include "server/recent_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MOST_BYTES (1 << 20)

/* A whole file of moderate length, to be freed; NULL: it cannot be had. */
static char *read_all(const char *path, size_t *length) {
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return NULL;
    char *bytes = NULL;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size <= MOST_BYTES)
        bytes = malloc((size_t)about.st_size + 1);
    ssize_t got = bytes ? read(file, bytes, (size_t)about.st_size) : -1;
    close(file);
    if (got < 0) {
        free(bytes);
        return NULL;
    }
    *length = (size_t)got;
    bytes[got] = '\0';
    return bytes;
}

static void append(recent_files *to, const char *path, const char *opened) {
    char *copy = path && path[0] == '/' && to->count < RECENT_FILES_MOST ? strdup(path) : NULL;
    if (!copy)
        return;
    recent_file *made = &to->file[to->count++];
    made->path = copy;
    snprintf(made->opened, sizeof made->opened, "%s", opened ? opened : "");
}

void recent_files_read(recent_files *out, const char *state) {
    size_t length = 0;
    char *bytes = state ? read_all(state, &length) : NULL;
    shoal_value *root = NULL;
    *out = (recent_files){0};
    if (bytes && shoal_value_parse(&root, bytes, length, NULL) == SHOAL_OK) {
        const shoal_value *list = shoal_value_get(root, "recent");
        for (size_t i = 0; i < shoal_value_count(list); i++) {
            const shoal_value *each = shoal_value_at(list, i);
            append(out, shoal_value_text(shoal_value_get(each, "path")),
                   shoal_value_text(shoal_value_get(each, "opened")));
        }
        shoal_value_free(root);
    }
    free(bytes);
}

static void take_out(recent_files *from, size_t index) {
    free(from->file[index].path);
    from->count--;
    memmove(from->file + index, from->file + index + 1, (from->count - index) * sizeof *from->file);
}

bool recent_files_add(recent_files *to, const char *path) {
    recent_file made = {.path = strdup(path)};
    time_t now = time(NULL);
    struct tm parts;
    if (!made.path)
        return false;
    if (gmtime_r(&now, &parts))
        strftime(made.opened, sizeof made.opened, "%Y-%m-%dT%H:%M:%SZ", &parts);
    for (size_t i = to->count; i-- > 0;)
        if (strcmp(to->file[i].path, path) == 0)
            take_out(to, i);
    if (to->count == RECENT_FILES_MOST)
        take_out(to, to->count - 1);
    memmove(to->file + 1, to->file, to->count * sizeof *to->file);
    to->file[0] = made;
    to->count++;
    return true;
}

/* Every folder above a file, as the standard for such files says. */
static void make_folders(const char *path) {
    char *copy = strdup(path);
    for (char *slash = copy ? strchr(copy + 1, '/') : NULL; slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(copy, 0700);
        *slash = '/';
    }
    free(copy);
}

static char *as_json(const recent_files *files, size_t *length) {
    json_text text = {0};
    json_open(&text, NULL, '{');
    json_open(&text, "recent", '[');
    for (size_t i = 0; i < files->count; i++) {
        json_open(&text, NULL, '{');
        json_string(&text, "path", files->file[i].path);
        json_string(&text, "opened", files->file[i].opened);
        json_close(&text, '}');
    }
    json_close(&text, ']');
    json_close(&text, '}');
    return json_take(&text, length);
}

static bool write_new(const char *path, const char *bytes, size_t length) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    bool written = fchmod(file, 0600) == 0 && write(file, bytes, length) == (ssize_t)length;
    return close(file) == 0 && written;
}

bool recent_files_write(const recent_files *files, const char *state) {
    size_t length;
    char *json = as_json(files, &length), *temporary = NULL;
    bool written = false;
    make_folders(state);
    if (json && asprintf(&temporary, "%s.%ld", state, (long)getpid()) >= 0) {
        written = write_new(temporary, json, length) && rename(temporary, state) == 0;
        if (!written)
            unlink(temporary);
        free(temporary);
    }
    free(json);
    return written;
}

void recent_files_free(recent_files *files) {
    for (size_t i = 0; i < files->count; i++)
        free(files->file[i].path);
    *files = (recent_files){0};
}
