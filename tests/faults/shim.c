/* Preloaded into a program, makes allocations of its first thread fail. (Others come in no fixed
 * order.) What the environment asks for:
 *
 * - FAULT_COUNT=FILE FAULT_PLACES=FILE only counts: FAULT_COUNT gets a line with the number of
 *   allocations, of threads that were started, and of allocations before the first of them; then
 *   those that are worth failing, one in a line. FAULT_PLACES is what earlier runs have seen, and
 *   is brought up to date: without it, all are worth failing.
 *
 * - FAULT_AT=N lets the n-th fail.
 *
 * - FAULT_FOLDER=FOLDER FAULT_CHOSEN=FILE lets each that FILE names, one in a line and in order,
 *   fail in a copy of the process (own_world.h), which ends in a folder of its own, FOLDER/N. The
 *   process itself goes on to the next. It is not copied any more once it has started a thread.
 *   Copies that end with a clean error leave no folder.
 *
 * Worth failing are allocations that are reached by the same calls (the whole stack, or with
 * FAULT_CALLS=N its innermost N) for the first time, the second, fourth, eighth and so on: what a
 * loop allocates a thousand times, or every command at its start, fails ten times.
 *
 * Libraries that end where they get no memory are spared: what they allocate does not count.
 *
 * The program's clock advances by a microsecond each time it is read, so that what it allocates
 * does not depend on how long things take. */
#include "own_world.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

/* Longer than any run takes, however busy the machine is. */
#define HANGS_SECONDS 300

/* Places in a run: plenty. */
#define PLACES 65536

static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static int (*real_pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

/* Nothing counts before the program's own start: the loader is not under test. */
static atomic_bool started;
static long long seen, before_threads;
static atomic_int threads;
static long long fail_at;
static long long next_copy;
static const char *folder;
static FILE *counts, *chosen;
static struct place {
    unsigned long long stack;
    long long times;
} places[PLACES];

static long long number(const char *name) {
    const char *value = getenv(name);
    return value ? atoll(value) : 0;
}

/* ---- Which are worth failing ---------------------------------------------------------------- */

static struct place *find_place(unsigned long long stack) {
    size_t at = stack >> 48;
    for (size_t tries = 0; tries < PLACES && places[at].times > 0 && places[at].stack != stack;
         tries++)
        at = (at + 1) % PLACES;
    places[at].stack = stack;
    return &places[at];
}

typedef struct call_stack {
    unsigned long long hash;
    long long calls; /* so far, from the innermost on */
    long long most;  /* that count; 0: all */
} call_stack;

/* Calls are told apart by where they are in their file, which is the same in every run. */
static _Unwind_Reason_Code hash_call(struct _Unwind_Context *call, void *out) {
    call_stack *stack = out;
    unsigned long long at = _Unwind_GetIP(call);
    struct dl_find_object file;
    if (at != 0 && _dl_find_object((void *)at, &file) == 0)
        at -= (unsigned long long)file.dlfo_map_start;
    stack->hash = (stack->hash ^ at) * 0x9e3779b97f4a7c15U + (stack->hash >> 29);
    return ++stack->calls == stack->most ? _URC_END_OF_STACK : _URC_NO_REASON;
}

static bool is_worth_failing(void) {
    if (!getenv("FAULT_PLACES"))
        return true;
    call_stack stack = {.hash = 1, .most = number("FAULT_CALLS")};
    _Unwind_Backtrace(hash_call, &stack);
    long long times = ++find_place(stack.hash)->times;
    return (times & (times - 1)) == 0;
}

/* ---- Start and end -------------------------------------------------------------------------- */

static void read_next(void) {
    if (fscanf(chosen, "%lld", &next_copy) != 1)
        next_copy = 0;
}

static FILE *open_named(const char *name, const char *mode) {
    const char *path = getenv(name);
    return path ? fopen(path, mode) : NULL;
}

__attribute__((constructor)) static void start(void) {
    fail_at = number("FAULT_AT");
    folder = getenv("FAULT_FOLDER");
    chosen = open_named("FAULT_CHOSEN", "r");
    if (folder && chosen)
        read_next();
    counts = open_named("FAULT_COUNT", "w");
    if (counts)
        fprintf(counts, "%60s\n", "");
    FILE *known = open_named("FAULT_PLACES", "r");
    struct place place;
    while (known && fread(&place, sizeof place, 1, known) == 1)
        find_place(place.stack)->times = place.times;
    if (known)
        fclose(known);
    started = true;
}

__attribute__((destructor)) static void report(void) {
    started = false;
    if (chosen)
        fclose(chosen);
    if (!counts)
        return;
    rewind(counts);
    fprintf(counts, "%lld %d %lld", seen, threads, threads ? before_threads : seen);
    fclose(counts);
    FILE *known = open_named("FAULT_PLACES", "w");
    for (size_t i = 0; known && i < PLACES; i++)
        if (places[i].times > 0)
            fwrite(&places[i], sizeof places[i], 1, known);
    if (known)
        fclose(known);
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
    snprintf(own, sizeof own, "%s/%lld", folder, seen);
    pid_t copy = fork();
    if (copy == 0) {
        alarm(HANGS_SECONDS);
        world_enter(own);
        next_copy = 0;
        return true;
    }
    read_next();
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

/* ReadStat uses what it allocates unseen, C++ answers with exceptions, and the loader ends the
 * program. */
static bool is_spared(const void *caller) {
    static const char *const spared[] = {"libreadstat.so", "libduckdb.so", "libstdc++.so",
                                         "/ld-linux"};
    struct dl_find_object file;
    if (_dl_find_object((void *)caller, &file) != 0)
        return false;
    for (size_t i = 0; i < sizeof spared / sizeof *spared; i++)
        if (strstr(file.dlfo_link_map->l_name, spared[i]))
            return true;
    return false;
}

static bool fails(const void *caller) {
    if (!started || gettid() != getpid() || is_spared(caller))
        return false;
    seen++;
    bool here = seen == fail_at;
    started = false;
    if (counts && is_worth_failing())
        fprintf(counts, "%lld\n", seen);
    if (seen == next_copy && threads == 0)
        here = fails_in_copy();
    started = true;
    if (here)
        errno = ENOMEM;
    return here;
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
    return fails(__builtin_return_address(0)) ? NULL : real_malloc(size);
}

void *calloc(size_t count, size_t size) {
    if (!real_calloc)
        find_real(&real_calloc, "calloc");
    return fails(__builtin_return_address(0)) ? NULL : real_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    if (!real_realloc)
        find_real(&real_realloc, "realloc");
    return fails(__builtin_return_address(0)) ? NULL : real_realloc(old, size);
}

int pthread_create(pthread_t *out, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument) {
    if (!real_pthread_create)
        find_real(&real_pthread_create, "pthread_create");
    if (threads++ == 0)
        before_threads = seen;
    return real_pthread_create(out, attributes, run, argument);
}

int clock_gettime(clockid_t clock, struct timespec *out) {
    (void)clock;
    static atomic_long looks;
    long now = looks++;
    *out = (struct timespec){now / 1000000, now % 1000000 * 1000};
    return 0;
}
