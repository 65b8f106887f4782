/* Which bytes are UTF-8, fast where they are ASCII. */
#ifndef SHOAL_FILES_TEXT_UTF8_H
#define SHOAL_FILES_TEXT_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Length of the longest beginning that is ASCII. */
size_t text_ascii(const char *bytes, size_t length);

/* Length of the longest beginning that consists of whole characters of UTF-8. */
size_t text_utf8(const char *bytes, size_t length);

/* Whether the bytes, of which text_utf8 takes none, may be the beginning of a character that is cut
 * off. */
bool text_utf8_begins(const char *bytes, size_t length);

#endif
