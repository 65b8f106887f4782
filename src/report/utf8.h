/* Telling valid UTF-8 from other bytes, and how wide a terminal shows it. */
#ifndef SHOAL_REPORT_UTF8_H
#define SHOAL_REPORT_UTF8_H

#include <stddef.h>

/* Bytes of the character at `at` (NUL-terminated text); 0 when it is not valid UTF-8. */
size_t utf8_length(const char *at);

/* What a byte that is not UTF-8 stands for: tables that are not UTF-8 are nearly always
 * Windows-1252, of which Latin-1 is a part. As UTF-8, with a NUL at the end. */
const char *utf8_of_byte(char out[5], unsigned char byte);

/* Characters of a text; bytes that are not valid UTF-8 count as one each. */
size_t utf8_characters(const char *value);

#endif
