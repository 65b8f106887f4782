#include "recognize/word_list.h"

#include <string.h>

const char *word_list_next(const char **rest, size_t *length) {
    const char *word = *rest + strspn(*rest, " ");
    *length = strcspn(word, " ");
    *rest = word + *length;
    return *length > 0 ? word : NULL;
}

static bool list_has(const char *list, const char *text, size_t size) {
    size_t length;
    for (const char *word; (word = word_list_next(&list, &length));)
        if (length == size && memcmp(word, text, size) == 0)
            return true;
    return false;
}

bool word_list_has(const char *list, const char *word) {
    return list_has(list, word, strlen(word));
}

bool word_list_pair(const char *first, const char *second, const char *text) {
    size_t length, size = strlen(text);
    for (const char *word; (word = word_list_next(&first, &length));)
        if (length < size && memcmp(word, text, length) == 0 &&
            list_has(second, text + length, size - length))
            return true;
    return false;
}

static bool is_foreign(const char *word, size_t length) {
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)word[i] < 0x80)
            return false;
    return true;
}

size_t word_list_within(const char *list, const char *text) {
    size_t length, longest = 0, size = strlen(text);
    for (const char *word; (word = word_list_next(&list, &length));)
        if (length > longest && is_foreign(word, length) && memmem(text, size, word, length))
            longest = length;
    return longest;
}

size_t word_list_ending(const char *list, const char *text, size_t least) {
    size_t length, longest = 0, size = strlen(text);
    for (const char *word; (word = word_list_next(&list, &length));)
        if (length >= least && length > longest && length < size &&
            memcmp(text + size - length, word, length) == 0)
            longest = length;
    return longest;
}

#define MOST_LETTERS 32

/* Insertions, deletions and replacements that turn one into the other. */
static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t row[MOST_LETTERS + 1];
    for (size_t j = 0; j <= b_length; j++)
        row[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            best = row[j] + 1 < best ? row[j] + 1 : best;
            row[j] = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
        }
    }
    return row[b_length];
}

size_t word_list_nearly(const char *list, const char *text) {
    size_t length, size = strlen(text);
    if (size < 8 || size > MOST_LETTERS)
        return 0;
    for (const char *word; (word = word_list_next(&list, &length));) {
        size_t slips = length >= 12 ? 2 : 1;
        if (length < 8 || length > MOST_LETTERS || is_foreign(word, length) ||
            length > size + slips || size > length + slips)
            continue;
        if (edit_distance(word, length, text, size) <= slips)
            return length;
    }
    return 0;
}
