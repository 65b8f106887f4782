/* A growing string that remembers a failed allocation, so that callers check once at the end. */
#ifndef SHOAL_BASE_TEXT_H
#define SHOAL_BASE_TEXT_H

#include "base/status.h"

#include <stdarg.h>

typedef struct text {
    char *bytes; /* NUL-terminated once anything was added; NULL before */
    size_t length;
    size_t capacity;
    bool failed; /* an allocation failed: bytes are incomplete */
} text;

void text_add(text *out, const char *bytes, size_t length);
void text_add_string(text *out, const char *string);
void text_format(text *out, const char *format, ...) STATUS_PRINTF(2, 3);
void text_format_list(text *out, const char *format, va_list arguments) STATUS_PRINTF(2, 0);
void text_free(text *out);

#endif
