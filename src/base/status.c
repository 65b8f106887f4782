#include "base/status.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Cuts a half-written UTF-8 character off the end of a full buffer. */
static void trim_partial_character(char *text, size_t size) {
    size_t end = strnlen(text, size);
    if (end + 1 < size)
        return;
    size_t start = end;
    while (start > 0 && ((unsigned char)text[start - 1] & 0xC0) == 0x80)
        start--;
    if (start > 0 && ((unsigned char)text[start - 1] & 0x80))
        text[start - 1] = '\0';
}

static shoal_status fill(shoal_error *error, shoal_status status, int64_t line, int64_t column,
                         const char *format, va_list arguments) {
    if (!error)
        return status;
    error->status = status;
    error->line = line;
    error->column = column;
    vsnprintf(error->message, sizeof error->message, format, arguments);
    trim_partial_character(error->message, sizeof error->message);
    return status;
}

shoal_status status_fail(shoal_error *error, shoal_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fill(error, status, 0, 0, format, arguments);
    va_end(arguments);
    return status;
}

shoal_status status_fail_at(shoal_error *error, shoal_status status, int64_t line, int64_t column,
                            const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fill(error, status, line, column, format, arguments);
    va_end(arguments);
    return status;
}

shoal_status status_no_memory(shoal_error *error) {
    return status_fail(error, SHOAL_NO_MEMORY, "out of memory");
}

shoal_status status_io(shoal_error *error, const char *action, const char *path) {
    return status_fail(error, SHOAL_IO, "cannot %s %s: %s", action, path, strerror(errno));
}
