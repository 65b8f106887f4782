/* Preloaded into a program, ends it without notice (kill -9) at its n-th call that changes a file:
 * KILL_AT=N. A write is broken off halfway. KILL_COUNT=FILE writes the number of such calls to FILE
 * at the end. */
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_llong seen;
static long long kill_at;

__attribute__((constructor)) static void start(void) {
    const char *at = getenv("KILL_AT");
    kill_at = at ? atoll(at) : 0;
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

int unlinkat(int folder, const char *name, int flags) {
    if (is_last())
        end();
    return (int)syscall(SYS_unlinkat, folder, name, flags);
}

int unlink(const char *name) {
    return unlinkat(AT_FDCWD, name, 0);
}
