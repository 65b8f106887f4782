/* The fields of a line: each function writes at `out` and returns the end. */
#ifndef SHOAL_SAMPLE_SAMPLE_LINE_H
#define SHOAL_SAMPLE_SAMPLE_LINE_H

#include "sample/sample_person.h"

#include <string.h>

/* A comma first. */
static inline char *line_field(char *out, const char *field) {
    *out++ = ',';
    return stpcpy(out, field);
}

static inline char *line_value(char *out, const sample_list *list, uint32_t value, bool known) {
    return line_field(out, known ? list->values[value].text : SAMPLE_MISSING);
}

/* With leading zeros up to `digits`, and more digits where the number needs them. */
static inline char *line_number(char *out, uint64_t number, int digits) {
    char reversed[20];
    int length = 0;
    for (; number > 0 || length < digits; number /= 10)
        reversed[length++] = (char)('0' + number % 10);
    while (length > 0)
        *out++ = reversed[--length];
    return out;
}

/* A comma first. */
static inline char *line_date(char *out, int year, int month, int day) {
    *out++ = ',';
    out = line_number(out, (uint64_t)year, 4);
    *out++ = '-';
    out = line_number(out, (uint64_t)month, 2);
    *out++ = '-';
    return line_number(out, (uint64_t)day, 2);
}

#endif
