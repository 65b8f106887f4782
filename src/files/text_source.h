/* Text from bytes: whatever its encoding is, it is read as UTF-8, and a byte order mark is left
 * out. The encoding is given or found: by the mark or the zero bytes of UTF-16 at the beginning,
 * else by the first bytes that are not ASCII, wherever they are; up to there all encodings agree.
 * Text that is ASCII or UTF-8 is not copied. */
#ifndef SHOAL_FILES_TEXT_SOURCE_H
#define SHOAL_FILES_TEXT_SOURCE_H

#include "files/byte_source.h"
#include "files/text_encoding.h"

typedef struct text_source text_source;

/* In place of bytes that mean nothing in the encoding; the text ends with it. No byte of UTF-8. */
#define TEXT_FAULT '\xFF'

/* `from` is borrowed and must not have been read. `encoding`, of text_encoding_find: NULL or "":
 * found. */
SHOAL_CHECKED shoal_status text_source_open(text_source **out, byte_source *from,
                                            const char *encoding, shoal_error *error);
void text_source_close(text_source *text);

/* As byte_source_read. UTF-8 is handed on unchecked. */
SHOAL_CHECKED shoal_status text_source_read(text_source *text, char *into, size_t size, size_t *got,
                                            shoal_error *error);

/* The encoding so far: "" as long as the text is ASCII and none was given. */
const char *text_source_encoding(const text_source *text);
/* Once something was read: whether the text begins with a byte order mark. */
bool text_source_marked(const text_source *text);
/* All that was read so far is ASCII. */
bool text_source_is_ascii(const text_source *text);
/* The bytes for which TEXT_FAULT stands, as in "0x81 0x20"; "" where there are none. */
const char *text_source_fault(const text_source *text);

#endif
