/* Which encoding a text is in, by its bytes. */
#ifndef SHOAL_FILES_ENCODING_GUESS_H
#define SHOAL_FILES_ENCODING_GUESS_H

#include <stdbool.h>
#include <stddef.h>

/* By the byte order mark, of *mark bytes, or by the zero bytes of UTF-16; NULL: neither. Looks at
 * the beginning of a text. */
const char *encoding_guess_start(const char *bytes, size_t length, size_t *mark);

/* By the bytes that are not ASCII, which the text must have: UTF-8, GB18030, CP932 (Shift-JIS) or
 * windows-1252; ISO-8859-1 where none of them fits. `cut`: the text goes on. */
const char *encoding_guess_text(const char *bytes, size_t length, bool cut);

#endif
