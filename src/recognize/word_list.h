/* Lists of words as one string, with blanks between them. */
#ifndef SHOAL_RECOGNIZE_WORD_LIST_H
#define SHOAL_RECOGNIZE_WORD_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* The next word of the list, and where the rest begins; NULL after the last. */
const char *word_list_next(const char **rest, size_t *length);

bool word_list_has(const char *list, const char *word);

/* Whether the text is a word of the first list with one of the second right behind it. */
bool word_list_pair(const char *first, const char *second, const char *text);

/* Length of the longest word with other than ASCII characters that is anywhere in the text, and of
 * the longest word of at least `least` letters that the text ends in; 0: none. */
size_t word_list_within(const char *list, const char *text);
size_t word_list_ending(const char *list, const char *text, size_t least);

/* Length of a word that the text is but for slips of the pen: one in words of 8 letters and more,
 * two from 12 letters on; 0: none. */
size_t word_list_nearly(const char *list, const char *text);

#endif
