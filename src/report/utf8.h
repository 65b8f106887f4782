/* Telling valid UTF-8 from other bytes, and how wide a terminal shows it. */
#ifndef SHOAL_REPORT_UTF8_H
#define SHOAL_REPORT_UTF8_H

#include <stddef.h>

/* Bytes of the character at `at` (NUL-terminated text); 0 when it is not valid UTF-8. */
size_t utf8_length(const char *at);

/* Characters of a text; bytes that are not valid UTF-8 count as one each. */
size_t utf8_characters(const char *value);

#endif
