/* Writing gzip (zlib). */
#ifndef SHOAL_FILES_GZIP_WRITE_H
#define SHOAL_FILES_GZIP_WRITE_H

#include "base/text.h"

/* Replaces `out` by one gzip member that holds the bytes. Members behind one another are a valid
 * gzip file, so that blocks can be compressed by many threads; the same bytes always give the same
 * member. False when out of memory. */
SHOAL_CHECKED bool gzip_pack(text *out, const char *bytes, size_t length);

#endif
