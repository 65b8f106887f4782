/* Preloaded into a program, ends it without notice (kill -9) at its n-th call that changes a file:
 * KILL_AT=N. A write is broken off halfway. KILL_COUNT=FILE writes the number of such calls to FILE
 * at the end. With KILL_WHEN=FILE calls count from when that file is there. */
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_llong seen;
static long long kill_at;
static const char *kill_when;

__attribute__((constructor)) static void start(void) {
    const char *at = getenv("KILL_AT");
    kill_at = at ? atoll(at) : 0;
    kill_when = getenv("KILL_WHEN");
}

__attribute__((destructor)) static void report(void) {
    const char *path = getenv("KILL_COUNT");
    long long calls = seen;
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file)
        return;
    fprintf(file, "%lld\n", calls);
    fclose(file);
}

static bool is_last(void) {
    if (kill_when && access(kill_when, F_OK) != 0)
        return false;
    return ++seen == kill_at;
}

static void end(void) {
    kill(getpid(), SIGKILL);
}

ssize_t write(int file, const void *bytes, size_t length) {
    bool last = is_last();
    ssize_t written = syscall(SYS_write, file, bytes, last ? length / 2 : length);
    if (last)
        end();
    return written;
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) {
    bool last = is_last();
    ssize_t written = syscall(SYS_pwrite64, file, bytes, last ? length / 2 : length, at);
    if (last)
        end();
    return written;
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off_t at) {
    return pwrite(file, bytes, length, at);
}

int fsync(int file) {
    if (is_last())
        end();
    return (int)syscall(SYS_fsync, file);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    if (is_last())
        end();
    return (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    if (is_last())
        end();
    return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, 0);
}

int rename(const char *from, const char *to) {
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    if (is_last())
        end();
    return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}

int mkdirat(int folder, const char *name, mode_t mode) {
    if (is_last())
        end();
    return (int)syscall(SYS_mkdirat, folder, name, mode);
}

int mkdir(const char *name, mode_t mode) {
    return mkdirat(AT_FDCWD, name, mode);
}

int unlinkat(int folder, const char *name, int flags) {
    if (is_last())
        end();
    return (int)syscall(SYS_unlinkat, folder, name, flags);
}

int unlink(const char *name) {
    return unlinkat(AT_FDCWD, name, 0);
}
