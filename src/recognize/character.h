/* The characters of a text in UTF-8: those that do not show, and forms of one character. */
#ifndef SHOAL_RECOGNIZE_CHARACTER_H
#define SHOAL_RECOGNIZE_CHARACTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Nearly every character of nearly every value. */
static inline bool character_is_plain(uint32_t c) {
    return c >= ' ' && c < 0x7f;
}

/* Writes the first character of from[0..length), which has at least one byte, and returns how many
 * bytes it has; a byte that begins none stands for itself, as a number that no character has. */
size_t character_take_long(uint32_t *out, const char *from, size_t length);
static inline size_t character_take(uint32_t *out, const char *from, size_t length) {
    *out = (unsigned char)from[0];
    return character_is_plain(*out) ? 1 : character_take_long(out, from, length);
}

/* Blanks of every kind, tabs and the ends of lines included, and the blank pattern of Braille. */
bool character_is_blank(uint32_t c);

/* What leaves no mark where it stands: what Unicode calls Default_Ignorable_Code_Point (joiners,
 * variation selectors, fillers, tags, ...), control characters that are no blanks, and those of
 * interlinear annotations. */
bool character_is_invisible(uint32_t c);

/* Bytes of the invisible characters that from[0..length) begins with. */
size_t characters_count_invisible(const char *from, size_t length);
static inline size_t characters_skip_invisible(const char *from, size_t length) {
    bool plain = length == 0 || character_is_plain((unsigned char)from[0]);
    return plain ? 0 : characters_count_invisible(from, length);
}

/* An accent or another mark that combines with the character before it. */
bool character_is_accent(uint32_t c);

/* What is usually written instead of a wide letter, a ligature, a raised or lowered digit, or a
 * dash; NULL: the character itself. `one` is room for it. */
const char *character_compatible(uint32_t c, char one[2]);

/* Greek and Cyrillic capitals, both of two bytes, as small letters; Latin ones are word_fold's. */
uint32_t character_small(uint32_t c);
/* Writes a character of two bytes, and returns 2. */
size_t character_write_two(char out[2], uint32_t c);

/* Writes the text without invisible characters, and with a plain blank for each other blank, but
 * none at its ends; returns its length, at most that of the text. */
size_t characters_visible(char *out, const char *text, size_t length);

#endif
