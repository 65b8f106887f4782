/* Filling in a shoal_error. */
#ifndef SHOAL_BASE_STATUS_H
#define SHOAL_BASE_STATUS_H

#include <shoal.h>

#if defined(__GNUC__)
#define STATUS_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define STATUS_PRINTF(text, first)
#endif

/* Sets *error (when not NULL) and returns `status`, so that callers can `return status_fail(...)`.
 * A message that does not fit is cut at a whole UTF-8 character. */
shoal_status status_fail(shoal_error *error, shoal_status status, const char *format, ...)
    STATUS_PRINTF(3, 4);

/* The same with a place in a file; lines and columns count from 1. */
shoal_status status_fail_at(shoal_error *error, shoal_status status, int64_t line, int64_t column,
                            const char *format, ...) STATUS_PRINTF(5, 6);

shoal_status status_no_memory(shoal_error *error);

/* An input/output failure of `path` with the text of errno. */
shoal_status status_io(shoal_error *error, const char *action, const char *path);

/* Leaves the enclosing function when a call did not succeed. */
#define STATUS_TRY(call)                                                                           \
    do {                                                                                           \
        shoal_status status_try_ = (call);                                                         \
        if (status_try_ != SHOAL_OK)                                                               \
            return status_try_;                                                                    \
    } while (0)

#endif
