/* Preloaded into a program, makes its n-th allocation fail: FAULT_AT=n. Without FAULT_AT it only
 * counts. The number of allocations seen goes to the file FAULT_COUNT at the end.
 * Only the first thread's count: others come in no fixed order. */
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);

/* Nothing counts before the program's own start: the loader is not under test. */
static atomic_bool started;
static long long seen;
static long long fail_at;

__attribute__((constructor)) static void start(void) {
    const char *at = getenv("FAULT_AT");
    fail_at = at ? atoll(at) : 0;
    started = true;
}

__attribute__((destructor)) static void report(void) {
    started = false;
    const char *path = getenv("FAULT_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file)
        return;
    fprintf(file, "%lld\n", seen);
    fclose(file);
}

static bool fails(void) {
    if (!started || gettid() != getpid())
        return false;
    if (++seen != fail_at)
        return false;
    errno = ENOMEM;
    return true;
}

/* A function found by name is an object pointer to the language; POSIX says the copy is fine. */
static void find_real(void *function, const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(function, &found, sizeof found);
}

void *malloc(size_t size) {
    if (!real_malloc)
        find_real(&real_malloc, "malloc");
    return fails() ? NULL : real_malloc(size);
}

void *calloc(size_t count, size_t size) {
    if (!real_calloc)
        find_real(&real_calloc, "calloc");
    return fails() ? NULL : real_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    if (!real_realloc)
        find_real(&real_realloc, "realloc");
    return fails() ? NULL : real_realloc(old, size);
}
