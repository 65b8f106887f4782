/* The folder for uploads and temporary copies: nobody else can look into it, it is removed at the
 * end, and those of servers that died are removed by the next. */
#ifndef SHOAL_SERVER_PRIVATE_FOLDER_H
#define SHOAL_SERVER_PRIVATE_FOLDER_H

#include <shoal.h>

typedef struct private_folder {
    char *path;
    int lock; /* held while the server lives */
} private_folder;

#define PRIVATE_FOLDER_NONE ((private_folder){.lock = -1})

/* BASE/shoal-serve-UID/PID-RANDOM. Refused where BASE/shoal-serve-UID is not a folder of this user
 * alone. Folders there whose server is gone are removed first. */
SHOAL_CHECKED shoal_status private_folder_make(private_folder *out, const char *base,
                                               shoal_error *error);
/* Removes it with everything in it. */
void private_folder_remove(private_folder *folder);

/* Removes what a name in the folder `at` (or AT_FDCWD) stands for, and all below; links are
 * removed, never followed. */
void private_folder_remove_tree(int at, const char *name);

#endif
