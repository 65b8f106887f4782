/* Values as a reader takes them: HIV, hiv, `H.I.V.` and `HIV ` are one. */
#ifndef SHOAL_RECOGNIZE_VALUE_FOLD_H
#define SHOAL_RECOGNIZE_VALUE_FOLD_H

#include <stddef.h>

/* What folding may need at most for so many bytes, the NUL behind it included. */
static inline size_t value_fold_room(size_t length) {
    return 3 * length + 1;
}

/* Writes the value without capitals, accents, blanks, characters that do not show (character.h) and
 * marks that change no meaning, with a NUL behind it, and returns its length. Compatible forms of
 * Unicode are one (wide letters, ligatures, raised digits, letters with separate accents). Signs
 * that may change the meaning stay: < > = + % ? everywhere; a minus that does not join a word to a
 * word or number, and one that begins a number
 * (`at -5`); marks between two digits (1.5, 10-20), but for the point of a code such as B20.0
 * (a letter and two digits before it); and all punctuation of values with digits but no letter.
 * Of a value of nothing else all is copied that shows. `out` has value_fold_room(length) bytes. */
size_t value_fold(char *out, const char *text, size_t length);

#endif
