#include "experiments/experiment_page.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LONGEST_CELL 512
#define LONGEST_COUNT 1e12

void md_cell(text *out, const char *format, ...) {
    char words[LONGEST_CELL];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    text_format(out, "| %s ", words);
}

void md_end_row(text *out) {
    text_add_string(out, "|\n");
}

void md_rule(text *out, size_t words, size_t columns) {
    for (size_t i = 0; i < columns; i++)
        text_add_string(out, i < words ? "|---" : "|---:");
    md_end_row(out);
}

void md_add_count(text *out, double count) {
    char digits[32];
    if (count >= LONGEST_COUNT) {
        text_format(out, "%.1e", count);
        return;
    }
    snprintf(digits, sizeof digits, "%.0f", count);
    size_t length = strlen(digits);
    for (size_t i = 0; i < length; i++)
        text_format(out, "%s%c", i > 0 && (length - i) % 3 == 0 ? "," : "", digits[i]);
}

void md_add_seconds(text *out, double seconds) {
    if (seconds < 1)
        text_format(out, "%.3f s", seconds);
    else if (seconds < 100)
        text_format(out, "%.1f s", seconds);
    else
        text_format(out, "%.0f m %02.0f s", floor(seconds / 60), fmod(seconds, 60));
}
