#include "base/text.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

static bool text_reserve(text *out, size_t more) {
    if (out->failed || more > SIZE_MAX - out->length - 1 ||
        !memory_grow((void **)&out->bytes, &out->capacity, out->length + more + 1, 1))
        out->failed = true;
    return !out->failed;
}

void text_add(text *out, const char *bytes, size_t length) {
    if (!text_reserve(out, length))
        return;
    memcpy(out->bytes + out->length, bytes, length);
    out->length += length;
    out->bytes[out->length] = '\0';
}

void text_add_string(text *out, const char *string) {
    text_add(out, string, strlen(string));
}

void text_format_list(text *out, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0 || !text_reserve(out, (size_t)length)) {
        out->failed = true;
        return;
    }
    vsnprintf(out->bytes + out->length, (size_t)length + 1, format, arguments);
    out->length += (size_t)length;
}

void text_format(text *out, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_format_list(out, format, arguments);
    va_end(arguments);
}

void text_free(text *out) {
    memory_free(out->bytes);
    *out = (text){0};
}
