/* Files and folders of a project: what is written appears whole, or not at all. */
#ifndef SHOAL_SERVER_FOLDER_H
#define SHOAL_SERVER_FOLDER_H

#include "server/failure.h"

/* Made where it is missing, with the folders above it, for its owner alone. */
SHOAL_CHECKED shoal_status folder_make(const char *path, shoal_error *error);
/* With all that is in it, four levels deep; links are removed, not followed. */
void folder_remove(const char *path);
/* What was renamed in it is so after a crash, too. */
SHOAL_CHECKED shoal_status folder_sync(const char *path, shoal_error *error);
/* The same for every file of a folder and those one level below, then for the folders. */
SHOAL_CHECKED shoal_status folder_sync_all(const char *path, shoal_error *error);

/* Takes the place of what has that name, in one step. */
SHOAL_CHECKED shoal_status file_replace(const char *path, const void *bytes, size_t length,
                                        shoal_error *error);
/* A file of at most `most` bytes; a NUL follows it. The caller frees. */
SHOAL_CHECKED shoal_status file_take(char **out, size_t *length, const char *path, size_t most,
                                     shoal_error *error);
/* A regular file, to a name that is new. */
SHOAL_CHECKED shoal_status file_copy(const char *from, const char *to, shoal_error *error);
bool file_is_there(const char *path); /* a regular file */

#endif
