/* SHA-256 of what is read and written (libcrypto). */
#ifndef SHOAL_FILES_SHA256_H
#define SHOAL_FILES_SHA256_H

#include "base/status.h"

typedef struct sha256 sha256;

SHOAL_CHECKED shoal_status sha256_new(sha256 **out, shoal_error *error);
/* A failure of the library shows in sha256_finish. */
void sha256_add(sha256 *hash, const void *bytes, size_t length);
/* Writes 64 hex digits and a NUL. */
SHOAL_CHECKED shoal_status sha256_finish(sha256 *hash, char out[65], shoal_error *error);
void sha256_free(sha256 *hash);

#endif
