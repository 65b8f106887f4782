/* Preloaded into a program, makes its n-th allocation fail: FAULT_AT=n. Without FAULT_AT it only
 * counts. The number of allocations seen goes to the file FAULT_COUNT at the end.
 * FAULT_SKIP=NAME leaves alone those made by the shared library of that name. */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);

/* Nothing counts before the program's own start: the loader is not under test. */
static atomic_bool started;
static atomic_llong seen;
static long long fail_at;
static const char *skipped_name;
static uintptr_t skipped_begin, skipped_end;

static int find_skipped(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size;
    (void)unused;
    if (!strstr(info->dlpi_name, skipped_name))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_LOAD || !(info->dlpi_phdr[i].p_flags & PF_X))
            continue;
        skipped_begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        skipped_end = skipped_begin + info->dlpi_phdr[i].p_memsz;
    }
    return 1;
}

__attribute__((constructor)) static void start(void) {
    const char *at = getenv("FAULT_AT");
    fail_at = at ? atoll(at) : 0;
    skipped_name = getenv("FAULT_SKIP");
    if (skipped_name)
        dl_iterate_phdr(find_skipped, NULL);
    started = true;
}

__attribute__((destructor)) static void report(void) {
    started = false;
    const char *path = getenv("FAULT_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file)
        return;
    fprintf(file, "%lld\n", (long long)seen);
    fclose(file);
}

static bool fails(const void *caller) {
    uintptr_t place = (uintptr_t)caller;
    if (!started || (place >= skipped_begin && place < skipped_end))
        return false;
    if (atomic_fetch_add(&seen, 1) + 1 != fail_at)
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
