/* Preloaded into a program, makes allocations of its first thread fail. (Others come in no fixed
 * order.) What the environment asks for:
 *
 * - FAULT_COUNT=FILE only counts: it writes the number of allocations, and of threads that were
 *   started, to FILE at the end.
 *
 * - FAULT_AT=N lets the n-th fail.
 *
 * - FAULT_FOLDER=FOLDER FAULT_FIRST=N FAULT_STEP=N lets each from the first on, in steps, fail in a
 *   copy of the process (own_world.h), which ends in a folder of its own, FOLDER/N. The process
 *   itself goes on to the next; it must have one thread only. Copies that end with a clean error
 *   leave no folder.
 *
 * The program's clock advances by a microsecond each time it is read, so that what it allocates
 * does not depend on how long things take. */
#include "own_world.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Longer than any run takes, however busy the machine is. */
#define HANGS_SECONDS 300

static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static int (*real_pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

/* Nothing counts before the program's own start: the loader is not under test. */
static atomic_bool started;
static long long seen;
static atomic_int threads;
static long long fail_at;
static long long next_copy, copy_step;
static const char *folder;

static long long number(const char *name) {
    const char *value = getenv(name);
    return value ? atoll(value) : 0;
}

__attribute__((constructor)) static void start(void) {
    fail_at = number("FAULT_AT");
    folder = getenv("FAULT_FOLDER");
    next_copy = folder ? number("FAULT_FIRST") : 0;
    copy_step = number("FAULT_STEP");
    started = true;
}

__attribute__((destructor)) static void report(void) {
    started = false;
    const char *path = getenv("FAULT_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file)
        return;
    fprintf(file, "%lld %d\n", seen, threads);
    fclose(file);
}

/* ---- Copies --------------------------------------------------------------------------------- */

/* 124 as timeout has it for one that hangs, 128 and more for one that crashed. */
static int exit_code(int status) {
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    return WTERMSIG(status) == SIGALRM ? 124 : 128 + WTERMSIG(status);
}

/* Fails in a copy, which returns true; the process itself waits for its end. */
static bool fails_in_copy(void) {
    char own[4096];
    next_copy += copy_step;
    snprintf(own, sizeof own, "%s/%lld", folder, seen);
    pid_t copy = fork();
    if (copy == 0) {
        alarm(HANGS_SECONDS);
        world_enter(own);
        next_copy = 0;
        return true;
    }
    int status = 0;
    if (copy < 0 || waitpid(copy, &status, 0) != copy) {
        perror("shim: no copy of the process");
        _exit(125);
    }
    int code = exit_code(status);
    if (code < 1 || code > 5 || !world_remove_clean(own))
        world_note_status(own, code);
    return false;
}

static bool fails(void) {
    if (!started || gettid() != getpid())
        return false;
    seen++;
    if (seen == next_copy) {
        started = false;
        bool here = fails_in_copy();
        started = true;
        if (here)
            errno = ENOMEM;
        return here;
    }
    if (seen != fail_at)
        return false;
    errno = ENOMEM;
    return true;
}

/* ---- What the program calls ----------------------------------------------------------------- */

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

int pthread_create(pthread_t *out, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument) {
    if (!real_pthread_create)
        find_real(&real_pthread_create, "pthread_create");
    threads++;
    return real_pthread_create(out, attributes, run, argument);
}

int clock_gettime(clockid_t clock, struct timespec *out) {
    (void)clock;
    static atomic_long looks;
    long now = looks++;
    *out = (struct timespec){now / 1000000, now % 1000000 * 1000};
    return 0;
}
