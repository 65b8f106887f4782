/* Files that appear under their name complete, or not at all.
 *
 * The bytes go to a file without a name (O_TMPFILE) in the target's folder, or to a hidden
 * temporary name where the file system has none; only file_publish gives it its name. A process
 * killed in between leaves the old file or nothing. What has no folder to be renamed in (standard
 * output, devices, pipes) gets the bytes copied when it is published. */
#ifndef SHOAL_FILES_PENDING_FILE_H
#define SHOAL_FILES_PENDING_FILE_H

#include "base/status.h"

typedef struct pending_file {
    int descriptor;  /* readable and writable; -1 when closed */
    int folder;      /* the target's; -1 when the bytes are to be copied */
    char *path;      /* the target; "-" is standard output */
    char *name;      /* the target's name in its folder */
    char *temporary; /* hidden name in the folder, to be renamed or removed; NULL while nameless */
    bool secret;     /* only its owner may read it, from the first byte on */
} pending_file;

/* What file_close may be called on before any file_open. */
#define PENDING_FILE_NONE ((pending_file){.descriptor = -1, .folder = -1})

SHOAL_CHECKED shoal_status file_open(pending_file *out, const char *path, shoal_error *error);
/* The same for a file that only its owner may read (mode 600), also where it replaces one that
 * others may. Standard output, devices and pipes are refused. */
SHOAL_CHECKED shoal_status file_open_secret(pending_file *out, const char *path,
                                            shoal_error *error);
/* Whether publishing one would replace the other. */
bool file_same_target(const pending_file *one, const pending_file *other);
/* Writes all of it at the current position. */
SHOAL_CHECKED shoal_status file_write(pending_file *file, const void *bytes, size_t length,
                                      shoal_error *error);
/* The file will not be published: its hidden name, if it has one, goes at once. */
void file_forsake(pending_file *file);
/* Flushes to the disk. Publishing does so too; verify after this. */
SHOAL_CHECKED shoal_status file_sync(pending_file *file, shoal_error *error);
/* Gives the file its name (for "-": copies it to standard output), replacing what was there. */
SHOAL_CHECKED shoal_status file_publish(pending_file *file, shoal_error *error);
/* Closes; what was not published is gone. Safe to call twice and on a zeroed struct. */
void file_close(pending_file *file);

/* All in one, for small files. */
SHOAL_CHECKED shoal_status file_write_whole(const char *path, const char *bytes, size_t length,
                                            shoal_error *error);

#endif
