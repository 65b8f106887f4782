/* Filling in a shoal_error. Messages are for users of the library as well: they name keys and
 * files, never flags of the command line, which adds its flag for the error's key. */
#ifndef SHOAL_BASE_STATUS_H
#define SHOAL_BASE_STATUS_H

#include <errno.h>
#include <shoal.h>
#include <string.h>

#if defined(__GNUC__)
#define STATUS_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define STATUS_PRINTF(text, first)
#endif

/* The code of a failure that has none of its own. */
#define STATUS_CODES(X)                                                                            \
    X(SHOAL_OK, ok)                                                                                \
    X(SHOAL_USAGE, usage)                                                                          \
    X(SHOAL_BAD_DATA, bad_data)                                                                    \
    X(SHOAL_INFEASIBLE, no_release)                                                                \
    X(SHOAL_IO, io)                                                                                \
    X(SHOAL_UNVERIFIED, unverified)                                                                \
    X(SHOAL_INTERRUPTED, cancelled)                                                                \
    X(SHOAL_NO_MEMORY, no_memory)

/* Sets *error (when not NULL), with the code of the status and without a key. A message that does
 * not fit is cut at a whole UTF-8 character. */
void status_describe(shoal_error *error, shoal_status status, int64_t line, int64_t column,
                     const char *format, ...) STATUS_PRINTF(5, 6);

/* Describes the failure and is `status`, so that callers can `return status_fail(...)`. Macros and
 * inline, so that compilers and analyzers see that a failed function does not return SHOAL_OK. */
#define status_fail(error, status, ...) status_fail_at(error, status, 0, 0, __VA_ARGS__)

/* The same for what the user can put right: a stable code, and the plan's key or the field of the
 * job to change (NULL: none). Both are static strings. A code always goes with the same key; the
 * manual lists them. */
#define status_refuse(error, status, code, key, ...)                                               \
    (status_describe(error, status, 0, 0, __VA_ARGS__), status_blame(error, code, key),            \
     status_same(status))

/* The same with a place in a file; lines and columns count from 1. */
#define status_fail_at(error, status, line, column, ...)                                           \
    (status_describe(error, status, line, column, __VA_ARGS__), status_same(status))

/* Adds a code and a key to an error that is described already. */
static inline void status_blame(shoal_error *error, const char *code, const char *key) {
    if (!error)
        return;
    error->code = code;
    error->key = key;
}

static inline shoal_status status_same(shoal_status status) {
    return status;
}

static inline shoal_status status_no_memory(shoal_error *error) {
    return status_fail(error, SHOAL_NO_MEMORY, "out of memory");
}

/* An input/output failure of `path` with the text of errno. */
static inline shoal_status status_io(shoal_error *error, const char *action, const char *path) {
    return status_fail(error, SHOAL_IO, "cannot %s %s: %s", action, path, strerror(errno));
}

/* Leaves the enclosing function when a call did not succeed. */
#define STATUS_TRY(call)                                                                           \
    do {                                                                                           \
        shoal_status status_try_ = (call);                                                         \
        if (status_try_ != SHOAL_OK)                                                               \
            return status_try_;                                                                    \
    } while (0)

#endif
