#include "recognize/formats/text_scan.h"

#include <string.h>

char scan_one_of(text_scan *scan, const char *characters) {
    if (scan_done(scan) || *scan->at == '\0' || !strchr(characters, *scan->at))
        return '\0';
    return *scan->at++;
}

static char to_upper(char c) {
    return is_ascii_lower(c) ? (char)(c - ('a' - 'A')) : c;
}

bool scan_word(text_scan *scan, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(scan->end - scan->at) < length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (to_upper(scan->at[i]) != to_upper(word[i]))
            return false;
    scan->at += length;
    return true;
}

size_t scan_blanks(text_scan *scan) {
    size_t count = 0;
    while (scan_is(scan, ' '))
        count++;
    return count;
}

size_t scan_digits(text_scan *scan, size_t most, int *value) {
    size_t count = 0;
    int sum = 0;
    while (count < most && !scan_done(scan) && is_ascii_digit(*scan->at)) {
        sum = count < 9 ? sum * 10 + (*scan->at - '0') : sum;
        scan->at++;
        count++;
    }
    if (value)
        *value = sum;
    return count;
}

static bool is_hex(char c) {
    return is_ascii_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

size_t scan_hex(text_scan *scan, size_t most) {
    size_t count = 0;
    while (count < most && !scan_done(scan) && is_hex(*scan->at)) {
        scan->at++;
        count++;
    }
    return count;
}

size_t scan_letters(text_scan *scan, size_t most) {
    size_t count = 0;
    while (count < most && !scan_done(scan) && is_ascii_letter(*scan->at)) {
        scan->at++;
        count++;
    }
    return count;
}

bool scan_decimal(text_scan *scan, double *value, size_t *places) {
    char sign = scan_one_of(scan, "+-");
    int whole = 0, part = 0;
    double scale = 1;
    if (scan_digits(scan, 9, &whole) == 0)
        return false;
    *places = 0;
    if (!scan_done(scan) && *scan->at == '.') {
        scan->at++;
        *places = scan_digits(scan, 20, &part);
        if (*places == 0)
            return false;
    }
    for (size_t i = 0; i < *places && i < 9; i++)
        scale *= 10;
    *value = (whole + part / scale) * (sign == '-' ? -1 : 1);
    return true;
}

bool scan_shape(const char *text, size_t length, const char *shape) {
    if (strlen(shape) != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        bool fits = shape[i] == '9'   ? is_ascii_digit(text[i])
                    : shape[i] == 'A' ? is_ascii_letter(text[i])
                                      : text[i] == shape[i];
        if (!fits)
            return false;
    }
    return true;
}

bool scan_compact(char *out, size_t size, size_t *count, const char *text, size_t length) {
    *count = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        bool letter = is_ascii_letter(c) || is_ascii_digit(c);
        if (!letter && (c == '\0' || !strchr(" .-/", c)))
            return false;
        if (letter && *count + 1 >= size)
            return false;
        if (letter)
            out[(*count)++] = to_upper(c);
    }
    out[*count] = '\0';
    return true;
}
