/* What tells that a file changed while it was read: its size, the time of its last change, and
 * which file its name leads to. */
#ifndef SHOAL_FILES_FILE_STAMP_H
#define SHOAL_FILES_FILE_STAMP_H

#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

typedef struct file_stamp {
    bool known; /* false: what is read is no regular file, and nothing is compared */
    dev_t device;
    ino_t number;
    off_t size;
    struct timespec changed;
} file_stamp;

/* Of an opened file, before it is read. */
file_stamp file_stamp_of(int descriptor);
/* After it was read: fails with SHOAL_IO if it is not as it was, or if `path` leads to another file
 * or to none. */
SHOAL_CHECKED shoal_status file_stamp_check(const file_stamp *before, int descriptor,
                                            const char *path, const char *label,
                                            shoal_error *error);

#endif
