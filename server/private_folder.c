#include "server/private_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_LEVELS 32
#define LOCK_NAME "lock"

static shoal_status fail(shoal_error *error, const char *path, const char *why) {
    if (error) {
        *error = (shoal_error){.status = SHOAL_IO, .code = "io"};
        snprintf(error->message, sizeof error->message,
                 "%.120s cannot be the folder for temporary files: %s", path, why);
    }
    return SHOAL_IO;
}

static void remove_below(int at, const char *name, int levels) {
    if (unlinkat(at, name, 0) == 0 || levels == 0)
        return;
    int folder = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *list = folder >= 0 ? fdopendir(folder) : NULL;
    if (!list) {
        if (folder >= 0)
            close(folder);
        return;
    }
    fchmod(folder, 0700);
    for (const struct dirent *each = readdir(list); each; each = readdir(list))
        if (strcmp(each->d_name, ".") != 0 && strcmp(each->d_name, "..") != 0)
            remove_below(folder, each->d_name, levels - 1);
    closedir(list);
    unlinkat(at, name, AT_REMOVEDIR);
}

void private_folder_remove_tree(int at, const char *name) {
    remove_below(at, name, MOST_LEVELS);
}

/* Why it is not ours alone; NULL: it is. */
static const char *what_is_wrong(int folder) {
    struct stat about;
    if (fstat(folder, &about) != 0)
        return strerror(errno);
    if (about.st_uid != geteuid())
        return "it belongs to another user";
    if ((about.st_mode & 07777) != 0700)
        return "others may look into it (its mode is not 0700)";
    return NULL;
}

/* The folder of all servers of this user, opened; -1 with `error`. */
static int open_common(const char *path, shoal_error *error) {
    if (mkdir(path, 0700) != 0 && errno != EEXIST) {
        (void)fail(error, path, strerror(errno));
        return -1;
    }
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const char *wrong = folder < 0 ? "it is a link, or no folder" : what_is_wrong(folder);
    if (!wrong)
        return folder;
    (void)fail(error, path, wrong);
    if (folder >= 0)
        close(folder);
    return -1;
}

static int open_lock(int folder) {
    return openat(folder, LOCK_NAME, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
}

/* Whether the server whose folder this is has ended. */
static bool is_left_behind(int common, const char *name) {
    int folder = openat(common, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0)
        return false;
    int lock = open_lock(folder);
    bool is_free = lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0;
    if (lock >= 0)
        close(lock);
    close(folder);
    return is_free;
}

static void sweep(int common) {
    int again = dup(common);
    DIR *list = again >= 0 ? fdopendir(again) : NULL;
    if (!list) {
        if (again >= 0)
            close(again);
        return;
    }
    rewinddir(list);
    for (const struct dirent *each = readdir(list); each; each = readdir(list))
        if (each->d_name[0] != '.' && is_left_behind(common, each->d_name))
            private_folder_remove_tree(common, each->d_name);
    closedir(list);
}

/* A folder with its lock held. */
static bool make_own(private_folder *out, int common, const char *name) {
    if (mkdirat(common, name, 0700) != 0)
        return false;
    int folder = openat(common, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    out->lock = folder >= 0 ? open_lock(folder) : -1;
    if (folder >= 0)
        close(folder);
    return out->lock >= 0 && flock(out->lock, LOCK_EX | LOCK_NB) == 0;
}

/* While one server cleans up and makes its folder, others wait: a folder without its lock held is
 * one that was left behind. */
static shoal_status make_below(private_folder *out, int common, const char *path,
                               shoal_error *error) {
    char name[64];
    uint64_t random;
    int guard = open_lock(common);
    if (guard < 0 || flock(guard, LOCK_EX) != 0 ||
        getrandom(&random, sizeof random, 0) != sizeof random) {
        int reason = errno;
        if (guard >= 0)
            close(guard);
        return fail(error, path, strerror(reason));
    }
    sweep(common);
    snprintf(name, sizeof name, "%ld-%016llx", (long)getpid(), (unsigned long long)random);
    bool made = asprintf(&out->path, "%s/%s", path, name) >= 0;
    if (!made)
        out->path = NULL;
    made = made && make_own(out, common, name);
    int reason = errno;
    close(guard);
    if (made)
        return SHOAL_OK;
    private_folder_remove(out);
    return fail(error, path, strerror(reason));
}

shoal_status private_folder_make(private_folder *out, const char *base, shoal_error *error) {
    char *path;
    *out = PRIVATE_FOLDER_NONE;
    if (asprintf(&path, "%s/shoal-serve-%lu", base, (unsigned long)geteuid()) < 0)
        return fail(error, base, "memory ran out");
    int common = open_common(path, error);
    shoal_status status = common >= 0 ? make_below(out, common, path, error) : SHOAL_IO;
    if (common >= 0)
        close(common);
    free(path);
    return status;
}

void private_folder_remove(private_folder *folder) {
    if (folder->path)
        private_folder_remove_tree(AT_FDCWD, folder->path);
    free(folder->path);
    if (folder->lock >= 0)
        close(folder->lock);
    *folder = PRIVATE_FOLDER_NONE;
}
