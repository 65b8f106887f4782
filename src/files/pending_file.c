#include "files/pending_file.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define HIDDEN_NAMES 100
#define COPY_BLOCK ((size_t)256 * 1024)

/* ---- Hidden names -------------------------------------------------------------------------- */

/* ".NAME.shoal-NUMBER", with NAME cut so that file systems take it. */
static char *hidden_name(const char *name, int number) {
    char *hidden = memory_new(NAME_MAX + 1, 1);
    if (hidden)
        snprintf(hidden, NAME_MAX + 1, ".%.200s.shoal-%d", name, number);
    return hidden;
}

/* Whoever writes a hidden file holds a lock on it, so one that can be locked was left behind by a
 * process that was killed. */
static void remove_stale(int folder, const char *hidden) {
    int stale = openat(folder, hidden, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (stale < 0)
        return;
    if (flock(stale, LOCK_EX | LOCK_NB) == 0)
        unlinkat(folder, hidden, 0);
    close(stale);
}

/* False only when another process holds the lock: file systems without locks are fine too. */
static bool lock_file(int descriptor) {
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

/* Locks a just created file; false when another process took it for a stale one meanwhile. */
static bool lock_hidden(int descriptor) {
    struct stat found;
    return lock_file(descriptor) && fstat(descriptor, &found) == 0 && found.st_nlink > 0;
}

/* ---- Opening ------------------------------------------------------------------------------- */

static mode_t mode_of(const pending_file *file) {
    return file->secret ? 0600 : 0666;
}

static shoal_status open_hidden(pending_file *file, shoal_error *error) {
    for (int number = 0; number < HIDDEN_NAMES; number++) {
        char *hidden = hidden_name(file->name, number);
        if (!hidden)
            return status_no_memory(error);
        remove_stale(file->folder, hidden);
        int descriptor = openat(file->folder, hidden,
                                O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_of(file));
        if (descriptor >= 0 && lock_hidden(descriptor)) {
            file->descriptor = descriptor;
            file->temporary = hidden;
            return SHOAL_OK;
        }
        int cause = errno;
        memory_free(hidden);
        if (descriptor >= 0)
            close(descriptor);
        else if (cause != EEXIST) {
            errno = cause;
            return status_io(error, "create", file->path);
        }
    }
    return status_fail(error, SHOAL_IO, "cannot create %s: too many writers at once", file->path);
}

static void descriptor_path(char out[32], int descriptor) {
    snprintf(out, 32, "/proc/self/fd/%d", descriptor);
}

/* A nameless file is of use only if it can be given a name later, which takes /proc. */
static bool open_nameless(pending_file *file) {
    int descriptor = openat(file->folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode_of(file));
    if (descriptor < 0)
        return false;
    char link[32];
    descriptor_path(link, descriptor);
    if (access(link, F_OK) != 0 || !lock_file(descriptor)) {
        close(descriptor);
        return false;
    }
    file->descriptor = descriptor;
    return true;
}

/* A descriptor of a file that never has a name, for bytes that are copied when published. */
static shoal_status open_detached(pending_file *file, shoal_error *error) {
    file->descriptor = memfd_create("shoal", MFD_CLOEXEC);
    if (file->descriptor >= 0)
        return SHOAL_OK;
    FILE *stream = tmpfile();
    if (!stream)
        return status_io(error, "create a temporary file for", file->path);
    file->descriptor = fcntl(fileno(stream), F_DUPFD_CLOEXEC, 0);
    fclose(stream);
    return file->descriptor >= 0 ? SHOAL_OK : status_io(error, "write", file->path);
}

/* Opens the folder of `target` and sets the name in it. */
static shoal_status open_folder(pending_file *file, const char *target, shoal_error *error) {
    const char *slash = strrchr(target, '/');
    const char *name = slash ? slash + 1 : target;
    size_t length = slash == target ? 1 : slash ? (size_t)(slash - target) : 0;
    if (!*name || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return status_fail(error, SHOAL_IO, "cannot write %s: it names a folder", file->path);
    char *folder = length ? memory_text(target, length) : memory_text(".", 1);
    file->name = memory_text(name, strlen(name));
    if (!folder || !file->name) {
        memory_free(folder);
        return status_no_memory(error);
    }
    file->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    /* A folder may be written to without being listed; it then cannot be flushed either. */
    if (file->folder < 0 && errno == EACCES)
        file->folder = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    memory_free(folder);
    return file->folder >= 0 ? SHOAL_OK : status_io(error, "write", file->path);
}

static shoal_status open_beside(pending_file *file, const char *target, shoal_error *error) {
    STATUS_TRY(open_folder(file, target, error));
    return open_nameless(file) ? SHOAL_OK : open_hidden(file, error);
}

/* These name an open descriptor, even where that happens to be a regular file. */
static bool names_descriptor(const char *path) {
    return strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0 ||
           strcmp(path, "/dev/stderr") == 0 || strncmp(path, "/dev/fd/", 8) == 0 ||
           strncmp(path, "/proc/self/fd/", 14) == 0;
}

static shoal_status open_existing(pending_file *file, const struct stat *found,
                                  shoal_error *error) {
    if (S_ISDIR(found->st_mode))
        return status_fail(error, SHOAL_IO, "cannot write %s: it is a folder", file->path);
    if (faccessat(AT_FDCWD, file->path, W_OK, AT_EACCESS) != 0)
        return status_io(error, "replace", file->path);
    if (!S_ISREG(found->st_mode))
        return open_detached(file, error);
    /* A symbolic link stays one: what it points to is replaced. */
    char *real = realpath(file->path, NULL);
    if (!real)
        return errno == ENOMEM ? status_no_memory(error) : status_io(error, "write", file->path);
    shoal_status status = open_beside(file, real, error);
    free(real);
    return status;
}

static shoal_status open_file(pending_file *out, const char *path, bool secret,
                              shoal_error *error) {
    *out = PENDING_FILE_NONE;
    out->secret = secret;
    out->path = memory_text(path, strlen(path));
    struct stat found;
    shoal_status status;
    if (!out->path)
        status = status_no_memory(error);
    else if (names_descriptor(path))
        status = open_detached(out, error);
    else if (stat(path, &found) == 0)
        status = open_existing(out, &found, error);
    else
        status = open_beside(out, path, error);
    if (status != SHOAL_OK)
        file_close(out);
    return status;
}

shoal_status file_open(pending_file *out, const char *path, shoal_error *error) {
    return open_file(out, path, false, error);
}

shoal_status file_open_secret(pending_file *out, const char *path, shoal_error *error) {
    STATUS_TRY(open_file(out, path, true, error));
    if (out->folder >= 0)
        return SHOAL_OK;
    file_close(out);
    return status_fail(error, SHOAL_USAGE,
                       "%.150s is no file that could be kept private: name a file", path);
}

bool file_same_target(const pending_file *one, const pending_file *other) {
    struct stat first, second;
    if (one->folder < 0 || other->folder < 0)
        return one->path && other->path && strcmp(one->path, other->path) == 0;
    return fstat(one->folder, &first) == 0 && fstat(other->folder, &second) == 0 &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino &&
           strcmp(one->name, other->name) == 0;
}

/* ---- Writing ------------------------------------------------------------------------------- */

static shoal_status write_all(int descriptor, const char *path, const char *bytes, size_t length,
                              shoal_error *error) {
    while (length > 0) {
        ssize_t written = write(descriptor, bytes, length);
        if (written < 0) {
            if (errno == EINTR)
                continue;
            return status_io(error, "write", path);
        }
        bytes += written;
        length -= (size_t)written;
    }
    return SHOAL_OK;
}

shoal_status file_write(pending_file *file, const void *bytes, size_t length, shoal_error *error) {
    return write_all(file->descriptor, file->path, bytes, length, error);
}

shoal_status file_sync(pending_file *file, shoal_error *error) {
    /* EINVAL: a kind of file that has nothing to flush. */
    while (fsync(file->descriptor) != 0 && errno != EINVAL)
        if (errno != EINTR)
            return status_io(error, "flush", file->path);
    return SHOAL_OK;
}

/* ---- Publishing ---------------------------------------------------------------------------- */

static int give_name(const pending_file *file, const char *name) {
    char link[32];
    descriptor_path(link, file->descriptor);
    return linkat(AT_FDCWD, link, file->folder, name, AT_SYMLINK_FOLLOW);
}

/* Gives a nameless file a hidden name, since only a name can be renamed over another. */
static shoal_status link_hidden(pending_file *file, shoal_error *error) {
    for (int number = 0; number < HIDDEN_NAMES; number++) {
        char *hidden = hidden_name(file->name, number);
        if (!hidden)
            return status_no_memory(error);
        remove_stale(file->folder, hidden);
        if (give_name(file, hidden) == 0) {
            file->temporary = hidden;
            return SHOAL_OK;
        }
        int cause = errno;
        memory_free(hidden);
        errno = cause;
        if (cause != EEXIST)
            break;
    }
    return status_io(error, "write", file->path);
}

static shoal_status replace_target(pending_file *file, shoal_error *error) {
    struct stat old;
    if (!file->secret && fstatat(file->folder, file->name, &old, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(old.st_mode) && fchmod(file->descriptor, old.st_mode & 07777) != 0)
        return status_io(error, "keep the permissions of", file->path);
    if (!file->temporary)
        STATUS_TRY(link_hidden(file, error));
    if (renameat(file->folder, file->temporary, file->folder, file->name) != 0)
        return status_io(error, "replace", file->path);
    memory_free(file->temporary);
    file->temporary = NULL;
    return SHOAL_OK;
}

static shoal_status copy_all(const pending_file *file, int target, shoal_error *error) {
    char *block = memory_new(COPY_BLOCK, 1);
    if (!block)
        return status_no_memory(error);
    shoal_status status = SHOAL_OK;
    off_t at = 0;
    while (status == SHOAL_OK) {
        ssize_t got = pread(file->descriptor, block, COPY_BLOCK, at);
        if (got < 0)
            status = status_io(error, "read back", file->path);
        if (got <= 0)
            break;
        at += got;
        status = write_all(target, file->path, block, (size_t)got, error);
    }
    memory_free(block);
    return status;
}

static shoal_status copy_out(const pending_file *file, shoal_error *error) {
    if (strcmp(file->path, "-") == 0)
        return copy_all(file, STDOUT_FILENO, error);
    int target = open(file->path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (target < 0)
        return status_io(error, "write", file->path);
    shoal_status status = copy_all(file, target, error);
    if (close(target) != 0 && status == SHOAL_OK)
        status = status_io(error, "write", file->path);
    return status;
}

shoal_status file_publish(pending_file *file, shoal_error *error) {
    if (file->folder < 0)
        return copy_out(file, error);
    STATUS_TRY(file_sync(file, error));
    if (file->temporary || give_name(file, file->name) != 0) {
        if (!file->temporary && errno != EEXIST)
            return status_io(error, "write", file->path);
        STATUS_TRY(replace_target(file, error));
    }
    /* The name is given; a folder that cannot be flushed does not undo that. */
    (void)fsync(file->folder);
    return SHOAL_OK;
}

void file_forsake(pending_file *file) {
    if (file->temporary)
        unlinkat(file->folder, file->temporary, 0);
    memory_free(file->temporary);
    file->temporary = NULL;
}

void file_close(pending_file *file) {
    if (!file->path)
        return;
    file_forsake(file);
    if (file->descriptor >= 0)
        close(file->descriptor);
    if (file->folder >= 0)
        close(file->folder);
    memory_free(file->path);
    memory_free(file->name);
    *file = PENDING_FILE_NONE;
}

shoal_status file_write_whole(const char *path, const char *bytes, size_t length,
                              shoal_error *error) {
    pending_file file;
    STATUS_TRY(file_open(&file, path, error));
    shoal_status status = file_write(&file, bytes, length, error);
    if (status == SHOAL_OK)
        status = file_publish(&file, error);
    file_close(&file);
    return status;
}
