#include "recognize/word_fold.h"

#include <stdint.h>
#include <string.h>

/* U+00C0 to U+017F, a string each; "" is no letter. */
static const char *const latin[] = {
    "a", "a", "a", "a", "ae", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i", "i", "d", "n", "o",
    "o", "o", "o", "oe", "", "o", "u", "u", "u", "ue", "y", "th", "ss", "a", "a", "a", "a", "ae",
    "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i", "i", "d", "n", "o", "o", "o", "o", "oe", "",
    "o", "u", "u", "u", "ue", "y", "th", "y",
    /* U+0100 */
    "a", "a", "a", "a", "a", "a", "c", "c", "c", "c", "c", "c", "c", "c", "d", "d", "d", "d", "e",
    "e", "e", "e", "e", "e", "e", "e", "e", "e", "g", "g", "g", "g", "g", "g", "g", "g", "h", "h",
    "h", "h", "i", "i", "i", "i", "i", "i", "i", "i", "i", "i", "ij", "ij", "j", "j", "k", "k", "k",
    "l", "l", "l", "l", "l", "l", "l", "l", "l", "l", "n", "n", "n", "n", "n", "n", "n", "n", "n",
    "o", "o", "o", "o", "o", "o", "oe", "oe", "r", "r", "r", "r", "r", "r", "s", "s", "s", "s", "s",
    "s", "s", "s", "t", "t", "t", "t", "t", "t", "u", "u", "u", "u", "u", "u", "u", "u", "u", "u",
    "u", "u", "w", "w", "y", "y", "y", "z", "z", "z", "z", "z", "z", "s"};

/* Bytes of the UTF-8 character that starts here; 1 where it is none. */
static size_t character_length(const char *text, size_t length) {
    unsigned char first = (unsigned char)text[0];
    size_t wanted = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    if (wanted > length)
        return 1;
    for (size_t i = 1; i < wanted; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 1;
    return wanted;
}

/* What the character becomes: `size` bytes. */
static const char *fold_character(const char *text, size_t *size, char small[1]) {
    if (*size == 1) {
        small[0] = is_ascii_upper(text[0]) ? (char)(text[0] + ('a' - 'A')) : text[0];
        return small;
    }
    unsigned code = ((unsigned char)text[0] & 0x1fu) << 6 | ((unsigned char)text[1] & 0x3fu);
    if (*size != 2 || code < 0xc0 || code > 0x17f)
        return text;
    *size = strlen(latin[code - 0xc0]);
    return latin[code - 0xc0];
}

size_t word_fold(char *out, size_t size, const char *text, size_t length) {
    size_t used = 0;
    for (size_t i = 0; i < length;) {
        size_t bytes = character_length(text + i, length - i), folded = bytes;
        char small[1];
        const char *from = fold_character(text + i, &folded, small);
        if (used + folded >= size)
            break;
        memcpy(out + used, from, folded);
        used += folded;
        i += bytes;
    }
    out[used] = '\0';
    return used;
}

bool word_listed(const char *word, const char *const *list, size_t count) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(word, list[middle]);
        if (order == 0)
            return true;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}
