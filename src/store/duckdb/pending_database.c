#include "store/duckdb/pending_database.h"

#include "base/memory.h"
#include "base/text.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define HIDDEN_NAMES 100

/* Beside a database lies what was committed since its last checkpoint. */
static char *log_of(const char *path) {
    text made = {0};
    text_format(&made, "%s.wal", path);
    if (!made.failed)
        return made.bytes;
    text_free(&made);
    return NULL;
}

static bool remove_log(const char *path) {
    char *log = log_of(path);
    bool gone = log && (unlink(log) == 0 || errno == ENOENT);
    memory_free(log);
    return gone;
}

static char *hidden_name(const char *path, int number) {
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash - path) + 1 : 0;
    text made = {0};
    text_format(&made, "%.*s.%.200s.shoal-%d", folder, path, path + folder, number);
    if (!made.failed)
        return made.bytes;
    text_free(&made);
    return NULL;
}

static bool remove_database(const char *path) {
    return (unlink(path) == 0 || errno == ENOENT) && remove_log(path);
}

/* Takes a hidden folder, also one that a process left behind which was killed. False: another one
 * has it. */
static bool take(pending_database *out) {
    struct stat opened, named;
    if (mkdir(out->folder, 0777) != 0 && errno != EEXIST)
        return false;
    out->lock = open(out->folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (out->lock >= 0 && flock(out->lock, LOCK_EX | LOCK_NB) == 0 &&
        fstat(out->lock, &opened) == 0 && stat(out->folder, &named) == 0 &&
        opened.st_ino == named.st_ino && remove_database(out->made))
        return true;
    if (out->lock >= 0)
        close(out->lock);
    out->lock = -1;
    errno = EWOULDBLOCK;
    return false;
}

static bool name_hidden(pending_database *out, int number) {
    text made = {0};
    out->folder = hidden_name(out->path, number);
    text_format(&made, "%s/database", out->folder ? out->folder : "");
    out->made = made.bytes;
    return out->folder && !made.failed;
}

static void forget_hidden(pending_database *of) {
    memory_free(of->folder);
    memory_free(of->made);
    of->folder = of->made = NULL;
}

static void remove_hidden(pending_database *of) {
    (void)remove_database(of->made);
    rmdir(of->folder);
    close(of->lock);
    of->lock = -1;
}

/* Hidden folders of processes that were killed. */
static bool remove_stale(pending_database *out) {
    for (int number = 0; number < HIDDEN_NAMES; number++) {
        if (!name_hidden(out, number))
            return false;
        bool is_there = access(out->folder, F_OK) == 0;
        if (is_there && take(out))
            remove_hidden(out);
        forget_hidden(out);
        if (!is_there)
            break;
    }
    return true;
}

static shoal_status open_hidden(pending_database *out, shoal_error *error) {
    for (int number = 0; number < HIDDEN_NAMES; number++) {
        if (!name_hidden(out, number))
            return status_no_memory(error);
        if (take(out))
            return SHOAL_OK;
        int cause = errno;
        forget_hidden(out);
        errno = cause;
        if (cause != EWOULDBLOCK)
            return status_io(error, "create", out->path);
    }
    return status_fail(error, SHOAL_IO, "cannot create %.150s: too many writers at once",
                       out->path);
}

shoal_status pending_database_open(pending_database *out, const char *path, shoal_error *error) {
    *out = (pending_database){.lock = -1, .path = memory_text(path, strlen(path))};
    if (!out->path || !remove_stale(out))
        return status_no_memory(error);
    if (access(path, F_OK) != 0)
        return open_hidden(out, error);
    return access(path, W_OK) == 0 ? SHOAL_OK : status_io(error, "write", path);
}

const char *pending_database_path(const pending_database *database) {
    return database->made ? database->made : database->path;
}

static void sync_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder = slash ? memory_text(path, (size_t)(slash - path) + 1) : memory_text(".", 1);
    int opened = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (opened >= 0) {
        (void)fsync(opened);
        close(opened);
    }
    memory_free(folder);
}

static bool sync_file(const char *path) {
    int opened = open(path, O_RDONLY | O_CLOEXEC);
    bool fine = opened >= 0 && fsync(opened) == 0;
    if (opened >= 0)
        close(opened);
    return fine;
}

static shoal_status refuse_made(const char *path, shoal_error *error) {
    return status_refuse(error, SHOAL_IO, "database_changed", NULL,
                         "cannot create %.120s: another run or program made it meanwhile; nothing "
                         "was published: run it again",
                         path);
}

shoal_status pending_database_publish(pending_database *database, shoal_error *error) {
    if (!database->made)
        return SHOAL_OK;
    char *log = log_of(database->made);
    if (!log)
        return status_no_memory(error);
    bool is_whole = access(log, F_OK) != 0;
    memory_free(log);
    if (!is_whole)
        return status_fail(error, SHOAL_IO, "cannot write %.150s: it was not closed completely",
                           database->path);
    if (!sync_file(database->made))
        return status_io(error, "create", database->path);
    if (link(database->made, database->path) != 0)
        return errno == EEXIST ? refuse_made(database->path, error)
                               : status_io(error, "create", database->path);
    sync_folder(database->path);
    return SHOAL_OK;
}

void pending_database_close(pending_database *database) {
    if (database->lock >= 0)
        remove_hidden(database);
    forget_hidden(database);
    memory_free(database->path);
    *database = (pending_database){.lock = -1};
}
