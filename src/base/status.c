#include "base/status.h"

#include "base/hidden_words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* More than fits into a message: where a URL is cut, nobody knows its parts. */
#define MOST_WHOLE 2048

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

static const char *status_code(shoal_status status) {
    switch (status) {
#define STATUS_CODE(value, name)                                                                   \
    case value:                                                                                    \
        return #name;
        STATUS_CODES(STATUS_CODE)
#undef STATUS_CODE
    }
    return "usage";
}

void status_describe(shoal_error *error, shoal_status status, int64_t line, int64_t column,
                     const char *format, ...) {
    if (!error)
        return;
    error->status = status;
    error->line = line;
    error->column = column;
    error->code = status_code(status);
    error->key = NULL;
    char whole[MOST_WHOLE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(whole, sizeof whole, format, arguments);
    va_end(arguments);
    hide_passwords(error->message, sizeof error->message, whole);
    trim_partial_character(error->message, sizeof error->message);
}
