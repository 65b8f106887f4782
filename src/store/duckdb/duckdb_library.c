#include "store/duckdb/duckdb_library.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILE_NAME "libduckdb.so"
/* The first version with everything that is used, and with the same layout of texts. */
#define MAJOR_VERSION "v1."

/* Where the installed library is, as seen from the folder of the program, of a test, or of
 * libshoal.so. */
static const char *const beside[] = {
    "/../lib/shoal/", "/lib/shoal/", "/../../lib/shoal/", "/shoal/", "/../shoal/",
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static duckdb_library loaded;
static bool is_loaded;
static char cause[200]; /* why it is not, where there is more to say than that there is none */

static bool find_functions(void *handle) {
    bool complete = true;
#define DUCKDB_FIND(result, name, parameters)                                                      \
    *(void **)&loaded.name = dlsym(handle, "duckdb_" #name);                                       \
    complete = complete && loaded.name != NULL;
    DUCKDB_FUNCTIONS(DUCKDB_FIND)
#undef DUCKDB_FIND
    return complete;
}

/* Into a static program a library would bring a second C library along. */
static void *open_library(const char *path) {
#ifdef SHOAL_STATIC_PROGRAM
    (void)path;
    snprintf(cause, sizeof cause, "this program is static and can load none; for another, ");
    return NULL;
#else
    return dlopen(path, RTLD_LAZY | RTLD_LOCAL);
#endif
}

/* Stays loaded: its threads and static objects do not survive less. */
static bool load_file(const char *path) {
    void *handle = open_library(path);
    if (!handle)
        return false;
    if (!find_functions(handle) ||
        strncmp(loaded.library_version(), MAJOR_VERSION, strlen(MAJOR_VERSION)) != 0) {
        snprintf(cause, sizeof cause, "%.150s is of another version of DuckDB; ", path);
        return false;
    }
    return is_loaded = true;
}

static bool load_beside(const char *program) {
    const char *slash = strrchr(program, '/');
    char path[PATH_MAX];
    for (size_t i = 0; slash && i < sizeof beside / sizeof *beside; i++) {
        int length = snprintf(path, sizeof path, "%.*s%s%s", (int)(slash - program), program,
                              beside[i], FILE_NAME);
        if (length > 0 && (size_t)length < sizeof path && access(path, R_OK) == 0 &&
            load_file(path))
            return true;
    }
    return false;
}

static void load(void) {
    const char *named = secure_getenv("SHOAL_DUCKDB");
    Dl_info found;
    char program[PATH_MAX];
    if (named && *named) {
        if (!load_file(named) && !*cause)
            snprintf(cause, sizeof cause, "%.150s, which SHOAL_DUCKDB names, cannot be loaded; ",
                     named);
        return;
    }
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length > 0) {
        program[length] = '\0';
        if (load_beside(program))
            return;
    }
    if (dladdr((void *)&loaded, &found) != 0 && found.dli_fname && load_beside(found.dli_fname))
        return;
    (void)load_file(FILE_NAME);
}

bool duckdb_library_is_there(void) {
    pthread_once(&once, load);
    return is_loaded;
}

const duckdb_library *duckdb_library_loaded(void) {
    return &loaded;
}

shoal_status duckdb_library_load(const duckdb_library **out, const char *what, shoal_error *error) {
    if (duckdb_library_is_there()) {
        *out = &loaded;
        return SHOAL_OK;
    }
    return status_refuse(error, SHOAL_USAGE, "duckdb_not_found", NULL,
                         "cannot %.80s without DuckDB's library: %sinstall it (make build does, "
                         "with npm) or name its libduckdb.so in the variable SHOAL_DUCKDB",
                         what, cause);
}
