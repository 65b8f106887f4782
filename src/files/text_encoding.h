/* Encodings of text by their names. Everything inside is UTF-8; see text_source.h for reading. */
#ifndef SHOAL_FILES_TEXT_ENCODING_H
#define SHOAL_FILES_TEXT_ENCODING_H

#include "base/status.h"

#include <iconv.h>

struct text;

#define TEXT_ENCODING_SIZE 40

/* Nothing is decoded: for files that mix encodings. */
#define TEXT_BYTES "bytes"
#define TEXT_UTF8 "UTF-8"

/* The name by which the encoding goes here, for any of its names: `latin1` is ISO-8859-1. False
 * where nobody knows it. */
SHOAL_CHECKED bool text_encoding_find(char out[TEXT_ENCODING_SIZE], const char *name);

/* Whether text in it is handed on as it is; also true of "", the usual. */
bool text_encoding_is_plain(const char *name);

/* The byte order mark of the encoding, "" where it has none. */
const char *text_encoding_mark(const char *name, size_t *length);

/* A converter from and to UTF-8; (iconv_t)-1 where there is none. */
iconv_t text_encoding_decoder(const char *name);
iconv_t text_encoding_encoder(const char *name);

/* Appends UTF-8 in the encoding of the converter. False where a character has no form in it (or
 * memory is lacking: out->failed). */
SHOAL_CHECKED bool text_encoding_add(struct text *out, iconv_t to, const char *utf8, size_t length);

#endif
