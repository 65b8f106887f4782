#include "own_world.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define GONE " (deleted)"

static void give_up(const char *what) {
    dprintf(STDERR_FILENO, "own_world: %s: %s\n", what, strerror(errno));
    _exit(125);
}

static void join(char out[PATH_MAX], const char *folder, const char *name) {
    if (snprintf(out, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX)
        give_up("the path is too long");
}

/* ---- Descriptors ---------------------------------------------------------------------------- */

/* The path of something in `before` as it is in `own`; false for what is elsewhere. */
static bool move_path(char out[PATH_MAX], const char *path, const char *before, const char *own) {
    size_t length = strlen(before);
    if (strncmp(path, before, length) != 0 || (path[length] != '/' && path[length] != '\0'))
        return false;
    if (snprintf(out, PATH_MAX, "%s%s", own, path + length) >= PATH_MAX)
        give_up("the path is too long");
    return true;
}

static void copy_bytes(int to, int from) {
    char block[65536];
    ssize_t length;
    for (off_t at = 0; (length = pread(from, block, sizeof block, at)) > 0; at += length)
        if (pwrite(to, block, (size_t)length, at) != length)
            give_up("cannot copy what was written");
    if (length < 0)
        give_up("cannot read what was written");
}

/* Another file with the same bytes in place of one that has no name; `path` is where it would be.
 */
static int open_nameless(const char *path) {
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (!slash)
        return -1;
    *slash = '\0';
    return open(folder, O_TMPFILE | O_RDWR, 0666);
}

static int open_written(int old, const char *path, bool nameless, const char *before,
                        const char *own) {
    char moved[PATH_MAX];
    int made = -1;
    if (strncmp(path, "/memfd:", 7) == 0)
        made = memfd_create("copy", 0);
    else if (!move_path(moved, path, before, own))
        return -1; /* not the process's own: /dev/null and the like */
    else
        made = nameless ? open_nameless(moved) : open(moved, O_RDWR | O_CREAT | O_TRUNC, 0666);
    if (made < 0)
        give_up(path);
    /* Standard output cannot be read, but its file can be opened again. */
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", old);
    int again = open(link, O_RDONLY);
    if (again < 0)
        give_up(path);
    copy_bytes(made, again);
    close(again);
    return made;
}

static int open_again(int old, int flags) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", old);
    int made = open(link, flags & (O_ACCMODE | O_PATH | O_DIRECTORY));
    if (made < 0)
        give_up(link);
    return made;
}

static int open_folder(const char *path, int flags, const char *before, const char *own) {
    char moved[PATH_MAX];
    if (!move_path(moved, path, before, own))
        return -1;
    int made = open(moved, (flags & O_PATH) | O_RDONLY | O_DIRECTORY);
    if (made < 0)
        give_up(moved);
    return made;
}

/* Descriptor by descriptor: the file or folder that the copy is to have in its place, or -1. */
static int replacement(int old, const char *before, const char *own) {
    char link[64], path[PATH_MAX];
    struct stat found;
    snprintf(link, sizeof link, "/proc/self/fd/%d", old);
    ssize_t length = readlink(link, path, sizeof path - 1);
    int flags = fcntl(old, F_GETFL);
    if (length < 0 || flags < 0 || fstat(old, &found) != 0)
        return -1;
    path[length] = '\0';
    if (S_ISDIR(found.st_mode))
        return open_folder(path, flags, before, own);
    if (!S_ISREG(found.st_mode))
        return -1;
    if ((flags & O_ACCMODE) == O_RDONLY)
        return open_again(old, flags);
    char *gone = strstr(path, GONE);
    if (gone)
        *gone = '\0';
    return open_written(old, path, gone != NULL, before, own);
}

static void replace_descriptor(int old, const char *before, const char *own) {
    int made = replacement(old, before, own);
    if (made < 0)
        return;
    off_t at = lseek(old, 0, SEEK_CUR);
    if (at > 0)
        lseek(made, at, SEEK_SET);
    if (dup2(made, old) != old)
        give_up("cannot replace a descriptor");
    close(made);
}

static void replace_descriptors(const char *before, const char *own) {
    int open_now[256];
    size_t count = 0;
    DIR *list = opendir("/proc/self/fd");
    if (!list)
        give_up("/proc/self/fd");
    for (struct dirent *each; (each = readdir(list)) && count < 256;) {
        int number = atoi(each->d_name);
        if (each->d_name[0] != '.' && number != dirfd(list))
            open_now[count++] = number;
    }
    closedir(list);
    for (size_t i = 0; i < count; i++)
        replace_descriptor(open_now[i], before, own);
}

/* ---- Folders -------------------------------------------------------------------------------- */

static bool is_empty(const char *folder) {
    DIR *list = opendir(folder);
    bool empty = true;
    for (struct dirent *each; list && (each = readdir(list));)
        empty = empty && (strcmp(each->d_name, ".") == 0 || strcmp(each->d_name, "..") == 0);
    if (list)
        closedir(list);
    return empty;
}

static void copy_folder(const char *from, const char *to) {
    pid_t child = fork();
    if (child == 0) {
        execl("/bin/cp", "cp", "-a", from, to, (char *)NULL);
        _exit(127);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
        give_up("cannot copy the folder");
}

void world_enter(const char *own) {
    char before[PATH_MAX], out[PATH_MAX], own_out[PATH_MAX];
    unsetenv("LD_PRELOAD");
    if (!getcwd(before, sizeof before) || mkdir(own, 0777) != 0)
        give_up(own);
    join(out, before, "out");
    join(own_out, own, "out");
    if (is_empty(out)) {
        if (mkdir(own_out, 0777) != 0)
            give_up(own_out);
    } else
        copy_folder(out, own_out);
    replace_descriptors(before, own);
    if (chdir(own) != 0)
        give_up(own);
}

bool world_remove_clean(const char *own) {
    char out[PATH_MAX], message[PATH_MAX], said[PATH_MAX];
    struct stat found;
    join(out, own, "out");
    join(message, own, "stderr");
    join(said, own, "stdout");
    if (stat(message, &found) != 0 || found.st_size == 0)
        return false;
    return rmdir(out) == 0 && unlink(message) == 0 && unlink(said) == 0 && rmdir(own) == 0;
}

void world_note_status(const char *own, int code) {
    char path[PATH_MAX];
    join(path, own, "status");
    FILE *file = fopen(path, "w");
    if (!file || fprintf(file, "%d\n", code) < 0 || fclose(file) != 0)
        _exit(125);
}
