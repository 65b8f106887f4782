/* Keys as people who type them take them: P77, p77 and `P77 ` are one, and so are 77 and 077. */
#ifndef SHOAL_RECOGNIZE_KEY_FOLD_H
#define SHOAL_RECOGNIZE_KEY_FOLD_H

#include <stdbool.h>
#include <stddef.h>

/* What folding may need at most for so many bytes, the NUL behind it included. */
static inline size_t key_fold_room(size_t length) {
    return 2 * length + 1;
}

/* Writes the key without capitals, blanks around it, characters that do not show (character.h) and
 * zeros before its first digit, if it begins with them, with a NUL behind it, and returns its
 * length. Compatible forms of Unicode are one, such as wide letters and letters with a separate
 * accent. All that may tell keys apart stays: punctuation and blanks within (A-1 and A1, 1.1 and
 * 11), and whether a letter has an accent; but not which it is. `out` has key_fold_room(length)
 * bytes. */
size_t key_fold(char *out, const char *text, size_t length);

/* What the keys of a list look like; zeroed before the first is added. */
typedef struct key_looks {
    bool upper, lower, zeros, lengths, other;
    size_t length; /* of those that are not empty; 0: there was none yet */
} key_looks;

void key_looks_add(key_looks *to, const char *text, size_t length);

/* Whether two different keys of the list may be one when they are folded. It takes no folding to
 * say that they are not: as where all are of ASCII, with letters of one case, and without zeros at
 * the beginning or of one length. */
bool key_looks_alike(const key_looks *of);

#endif
