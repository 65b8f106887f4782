/* Words without capitals and accents, so that they can be compared. */
#ifndef SHOAL_RECOGNIZE_WORD_FOLD_H
#define SHOAL_RECOGNIZE_WORD_FOLD_H

#include <stdbool.h>
#include <stddef.h>

/* Writes text[0..length) in small ASCII letters, with a NUL behind it, and returns its length.
 * German umlauts become two letters (`ue`), other accents are dropped; other characters, such as
 * Chinese ones, are copied. What does not fit into `size` is cut off at a whole character. */
size_t word_fold(char *out, size_t size, const char *text, size_t length);

/* Whether the folded word is in a list in byte order. */
bool word_listed(const char *word, const char *const *list, size_t count);

static inline bool is_ascii_digit(char c) {
    return c >= '0' && c <= '9';
}

static inline bool is_ascii_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

static inline bool is_ascii_lower(char c) {
    return c >= 'a' && c <= 'z';
}

static inline bool is_ascii_letter(char c) {
    return is_ascii_upper(c) || is_ascii_lower(c);
}

#endif
