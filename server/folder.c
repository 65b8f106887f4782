#include "server/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEEPEST 4

/* ---- Folders --------------------------------------------------------------------------------- */

shoal_status folder_make(const char *path, shoal_error *error) {
    char *copy = strdup(path);
    if (!copy)
        return refuse_no_memory(error);
    for (char *at = copy + 1; *at; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        (void)mkdir(copy, 0700); /* the last one says whether there is a folder */
        *at = '/';
    }
    struct stat found;
    bool made = mkdir(copy, 0700) == 0 || errno == EEXIST;
    free(copy);
    if (!made)
        return refuse_io(error, "make the folder", path);
    if (stat(path, &found) != 0 || !S_ISDIR(found.st_mode))
        return refuse(error, SHOAL_IO, "io", NULL, "%.150s is not a folder", path);
    return SHOAL_OK;
}

static bool is_dots(const char *name) {
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static void remove_below(int folder, const char *name, int depth) {
    int inside =
        depth > 0 ? openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
    DIR *listed = inside >= 0 ? fdopendir(inside) : NULL;
    if (inside >= 0 && !listed)
        close(inside);
    for (struct dirent *entry; listed && (entry = readdir(listed));) {
        if (is_dots(entry->d_name))
            continue;
        if (unlinkat(dirfd(listed), entry->d_name, 0) != 0)
            remove_below(dirfd(listed), entry->d_name, depth - 1);
    }
    if (listed)
        closedir(listed);
    (void)unlinkat(folder, name, AT_REMOVEDIR);
}

void folder_remove(const char *path) {
    remove_below(AT_FDCWD, path, DEEPEST);
}

static shoal_status sync_path(const char *path, int flags, shoal_error *error) {
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | flags);
    bool synced = file >= 0 && fsync(file) == 0;
    shoal_status status = synced ? SHOAL_OK : refuse_io(error, "sync", path);
    if (file >= 0)
        close(file);
    return status;
}

shoal_status folder_sync(const char *path, shoal_error *error) {
    return sync_path(path, O_DIRECTORY, error);
}

static shoal_status sync_tree(const char *path, int depth, shoal_error *error);

static shoal_status sync_entry(const char *path, const char *name, int depth, shoal_error *error) {
    char *inside = text_of("%s/%s", path, name);
    struct stat found;
    if (!inside)
        return refuse_no_memory(error);
    shoal_status status = SHOAL_OK;
    if (lstat(inside, &found) != 0)
        status = refuse_io(error, "look at", inside);
    else if (S_ISDIR(found.st_mode) && depth > 0)
        status = sync_tree(inside, depth - 1, error);
    else if (S_ISREG(found.st_mode))
        status = sync_path(inside, 0, error);
    free(inside);
    return status;
}

static shoal_status sync_tree(const char *path, int depth, shoal_error *error) {
    DIR *listed = opendir(path);
    if (!listed)
        return refuse_io(error, "look into", path);
    shoal_status status = SHOAL_OK;
    for (struct dirent *entry; status == SHOAL_OK && (entry = readdir(listed));)
        if (!is_dots(entry->d_name))
            status = sync_entry(path, entry->d_name, depth, error);
    closedir(listed);
    return status == SHOAL_OK ? folder_sync(path, error) : status;
}

shoal_status folder_sync_all(const char *path, shoal_error *error) {
    return sync_tree(path, 1, error);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static bool write_all(int file, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = write(file, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

static shoal_status sync_folder_of(const char *path, shoal_error *error) {
    char *folder = strdup(path);
    char *last = folder ? strrchr(folder, '/') : NULL;
    if (!folder)
        return refuse_no_memory(error);
    if (last)
        *last = '\0';
    shoal_status status = folder_sync(!last ? "." : *folder ? folder : "/", error);
    free(folder);
    return status;
}

static shoal_status write_pending(const char *pending, const char *path, const void *bytes,
                                  size_t length, shoal_error *error) {
    int file = open(pending, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return refuse_io(error, "write", pending);
    bool written = write_all(file, bytes, length) && fsync(file) == 0;
    shoal_status status = written ? SHOAL_OK : refuse_io(error, "write", path);
    if (close(file) != 0 && status == SHOAL_OK)
        status = refuse_io(error, "write", path);
    if (status == SHOAL_OK && rename(pending, path) != 0)
        status = refuse_io(error, "write", path);
    if (status != SHOAL_OK)
        (void)unlink(pending);
    return status;
}

shoal_status file_replace(const char *path, const void *bytes, size_t length, shoal_error *error) {
    char *pending = text_of("%s.pending", path);
    if (!pending)
        return refuse_no_memory(error);
    shoal_status status = write_pending(pending, path, bytes, length, error);
    free(pending);
    return status == SHOAL_OK ? sync_folder_of(path, error) : status;
}

static shoal_status take_open(char **out, size_t *length, int file, const char *path, size_t most,
                              shoal_error *error) {
    struct stat found;
    if (fstat(file, &found) != 0 || !S_ISREG(found.st_mode))
        return refuse(error, SHOAL_IO, "io", NULL, "%.150s is not a file", path);
    if (found.st_size < 0 || (uint64_t)found.st_size > most)
        return refuse(error, SHOAL_IO, "file_too_large", NULL, "%.150s is larger than %zu bytes",
                      path, most);
    size_t size = (size_t)found.st_size, got = 0;
    char *bytes = malloc(size + 1);
    if (!bytes)
        return refuse_no_memory(error);
    for (ssize_t count = 1; got < size && count > 0; got += count > 0 ? (size_t)count : 0)
        count = read(file, bytes + got, size - got);
    bytes[got] = '\0';
    *out = bytes;
    *length = got;
    if (got == size)
        return SHOAL_OK;
    free(bytes); /* a part of a file is none */
    *out = NULL;
    return refuse(error, SHOAL_IO, "io", NULL, "%.150s could not be read to its end", path);
}

shoal_status file_take(char **out, size_t *length, const char *path, size_t most,
                       shoal_error *error) {
    *out = NULL;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return refuse_io(error, "read", path);
    shoal_status status = take_open(out, length, file, path, most, error);
    close(file);
    return status;
}

static shoal_status copy_bytes(int from, int to, const char *path, shoal_error *error) {
    char piece[1 << 16];
    ssize_t count;
    while ((count = read(from, piece, sizeof piece)) > 0)
        if (!write_all(to, piece, (size_t)count))
            return refuse_io(error, "write", path);
    return count == 0 ? SHOAL_OK : refuse_io(error, "copy to", path);
}

shoal_status file_copy(const char *from, const char *to, shoal_error *error) {
    struct stat found;
    int source = open(from, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (source < 0)
        return refuse_io(error, "read", from);
    int target = open(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    shoal_status status = SHOAL_OK;
    if (fstat(source, &found) != 0 || !S_ISREG(found.st_mode))
        status = refuse(error, SHOAL_IO, "io", NULL, "%.150s is not a file", from);
    else if (target < 0)
        status = refuse_io(error, "write", to);
    else
        status = copy_bytes(source, target, to, error);
    close(source);
    if (target >= 0 && close(target) != 0 && status == SHOAL_OK)
        status = refuse_io(error, "write", to);
    if (status != SHOAL_OK && target >= 0)
        (void)unlink(to);
    return status;
}

bool file_is_there(const char *path) {
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}
