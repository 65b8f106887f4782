/* Small steps through a text, shared by the checks of formats. */
#ifndef SHOAL_RECOGNIZE_FORMATS_TEXT_SCAN_H
#define SHOAL_RECOGNIZE_FORMATS_TEXT_SCAN_H

#include "recognize/word_fold.h"

/* A text that is read from its start. */
typedef struct text_scan {
    const char *at, *end;
} text_scan;

static inline text_scan scan_of(const char *text, size_t length) {
    return (text_scan){text, text + length};
}

static inline bool scan_done(const text_scan *scan) {
    return scan->at == scan->end;
}

/* Steps over the character if it is the next one. */
static inline bool scan_is(text_scan *scan, char c) {
    if (scan_done(scan) || *scan->at != c)
        return false;
    scan->at++;
    return true;
}

/* The next character if it is one of them, else 0; steps over it. */
char scan_one_of(text_scan *scan, const char *characters);

/* Steps over the word if it comes next, whatever its capitals. */
bool scan_word(text_scan *scan, const char *word);

/* Steps over all blanks; says how many. */
size_t scan_blanks(text_scan *scan);

/* Steps over up to `most` digits, hexadecimal digits or letters; says how many. Digits are added up
 * in *value (NULL: not wanted). */
size_t scan_digits(text_scan *scan, size_t most, int *value);
size_t scan_hex(text_scan *scan, size_t most);
size_t scan_letters(text_scan *scan, size_t most);

/* A decimal number with an optional sign, with how many decimals. */
bool scan_decimal(text_scan *scan, double *value, size_t *places);

/* Whether the text has the shape: 9 a digit, A a letter, everything else is itself. */
bool scan_shape(const char *text, size_t length, const char *shape);

/* Copies letters and digits in capitals, leaving out blanks and . - / between them. False: other
 * characters, or more than `size` - 1 letters and digits. A NUL follows; *count does not count it.
 */
bool scan_compact(char *out, size_t size, size_t *count, const char *text, size_t length);

#endif
