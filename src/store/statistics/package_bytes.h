/* The bytes of a file as something that can be read at any place. */
#ifndef SHOAL_STORE_STATISTICS_PACKAGE_BYTES_H
#define SHOAL_STORE_STATISTICS_PACKAGE_BYTES_H

#include "files/file_stamp.h"
#include "files/sha256.h"

typedef struct package_bytes {
    int descriptor;
    bool owned;       /* closed with it */
    uint64_t size;    /* as stored, before decompression */
    file_stamp stamp; /* of a file that was opened here and is read where it is */
} package_bytes;

#define PACKAGE_BYTES_NONE ((package_bytes){.descriptor = -1})

/* What is compressed, or no regular file, is copied to memory first. The stored bytes are added to
 * `hash` unless it is NULL. */
SHOAL_CHECKED shoal_status package_bytes_open(package_bytes *out, const char *path,
                                              const char *label, sha256 *hash,
                                              const volatile int *cancel, shoal_error *error);
/* Those behind a descriptor that somebody else closes. */
SHOAL_CHECKED shoal_status package_bytes_borrow(package_bytes *out, int descriptor,
                                                const char *label, sha256 *hash,
                                                const volatile int *cancel, shoal_error *error);
/* Once all was read: fails where the file of that name is not as it was when it was opened. */
SHOAL_CHECKED shoal_status package_bytes_check(const package_bytes *bytes, const char *path,
                                               const char *label, shoal_error *error);
void package_bytes_close(package_bytes *bytes);

#endif
