/* SHA-256 of files. */
#ifndef SHOAL_SERVER_FILE_HASH_H
#define SHOAL_SERVER_FILE_HASH_H

#include "server/failure.h"

#define FILE_HASH_SIZE 65 /* as lower hexadecimal digits, with a NUL */

/* Stops with SHOAL_INTERRUPTED once *cancel (may be NULL) is not 0. */
SHOAL_CHECKED shoal_status file_hash(char out[FILE_HASH_SIZE], int64_t *bytes, const char *path,
                                     const volatile int *cancel, shoal_error *error);

#endif
