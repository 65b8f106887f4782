/* The members of a zip archive that lies in memory: what workbooks are packed in. With libzip; a
 * build without it (SHOAL_SHEETS=OFF) can open none. */
#ifndef SHOAL_FILES_ZIP_ARCHIVE_H
#define SHOAL_FILES_ZIP_ARCHIVE_H

#include "base/status.h"

typedef struct zip_archive zip_archive;

/* Whether this build can open archives. */
bool zip_archive_is_built(void);

/* `bytes` and `label`, which is what error messages call the archive, must outlive it. What all
 * members unpack to is limited in proportion to the archive: more is refused, so that a small file
 * cannot fill the memory. */
SHOAL_CHECKED shoal_status zip_archive_open(zip_archive **out, const char *bytes, size_t length,
                                            const char *label, shoal_error *error);
void zip_archive_close(zip_archive *from);

/* The most bytes that an archive of this size may unpack to. */
uint64_t zip_archive_most(size_t length);

bool zip_archive_has(zip_archive *from, const char *member);

/* Hands the member's bytes on, piece by piece; whatever `take` fails with ends it. A member that is
 * not there, damaged or encrypted is SHOAL_BAD_DATA. */
typedef shoal_status zip_taker(void *context, const char *bytes, size_t length, shoal_error *error);
SHOAL_CHECKED shoal_status zip_archive_read(zip_archive *from, const char *member, zip_taker *take,
                                            void *context, shoal_error *error);

#endif
