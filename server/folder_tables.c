#include "server/folder_tables.h"

#include "server/table_suffix.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* However many files there are that are no tables, a list ends. */
#define MOST_ENTRIES 100000

typedef struct walk {
    char *root; /* without links */
    void (*found)(void *user, const char *name, int64_t bytes);
    void *user;
    size_t left, entries;
} walk;

static bool lies_below(const char *root, const char *path) {
    size_t length = strlen(root);
    return strncmp(root, path, length) == 0 && (path[length] == '/' || strcmp(root, "/") == 0);
}

static bool leads_out(const char *root, int folder, const char *name) {
    char path[64], real[4096];
    int file = openat(folder, name, O_PATH | O_CLOEXEC);
    if (file < 0)
        return true;
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    ssize_t length = readlink(path, real, sizeof real - 1);
    close(file);
    if (length <= 0)
        return true;
    real[length] = '\0';
    return !lies_below(root, real);
}

static void walk_folder(walk *at, int folder, const char *above, int levels);

static void visit(walk *at, int folder, const char *above, const char *entry, int levels) {
    struct stat about;
    char *name;
    if (entry[0] == '.' || fstatat(folder, entry, &about, AT_SYMLINK_NOFOLLOW) != 0)
        return;
    if (S_ISLNK(about.st_mode) &&
        (leads_out(at->root, folder, entry) || fstatat(folder, entry, &about, 0) != 0 ||
         !S_ISREG(about.st_mode)))
        return; /* links to folders are not walked: they may lead in circles */
    if (asprintf(&name, "%s%s%s", above, *above ? "/" : "", entry) < 0)
        return;
    if (S_ISDIR(about.st_mode) && levels > 1) {
        int below = openat(folder, entry, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (below >= 0)
            walk_folder(at, below, name, levels - 1);
    } else if (S_ISREG(about.st_mode) && table_suffix(entry)) {
        at->left--;
        at->found(at->user, name, (int64_t)about.st_size);
    }
    free(name);
}

/* Takes the descriptor. Recurses for the levels only. */
static void walk_folder(walk *at, int folder, const char *above, int levels) {
    DIR *list = fdopendir(folder);
    if (!list) {
        close(folder);
        return;
    }
    const struct dirent *each;
    while (at->left > 0 && at->entries > 0 && (each = readdir(list))) {
        at->entries--;
        visit(at, folder, above, each->d_name, levels);
    }
    closedir(list);
}

void folder_tables(const char *folder, void (*found)(void *user, const char *name, int64_t bytes),
                   void *user) {
    walk at = {.root = realpath(folder, NULL),
               .found = found,
               .user = user,
               .left = FOLDER_TABLES_MOST,
               .entries = MOST_ENTRIES};
    int opened = at.root ? open(at.root, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (opened >= 0)
        walk_folder(&at, opened, "", FOLDER_TABLES_LEVELS);
    free(at.root);
}

bool folder_tables_has(const char *folder, const char *name) {
    char *root = realpath(folder, NULL), *path = NULL, *real = NULL;
    struct stat about;
    if (root && asprintf(&path, "%s/%s", root, name) >= 0)
        real = realpath(path, NULL);
    else
        path = NULL;
    bool has = real && lies_below(root, real) && stat(real, &about) == 0 && S_ISREG(about.st_mode);
    free(real);
    free(path);
    free(root);
    return has;
}
