/* Names of files that may be patterns with `*`, `?` and `[…]`. */
#ifndef SHOAL_FILES_FILE_PATTERN_H
#define SHOAL_FILES_FILE_PATTERN_H

#include "base/status.h"

typedef struct file_list {
    char **path; /* [count] each owned */
    size_t count;
    size_t capacity;
} file_list;

/* Adds what the name stands for: itself where there is such a file or where it is no pattern, else
 * the files that match it, in byte order; perhaps none. Free the list also on failure. */
SHOAL_CHECKED shoal_status file_pattern_expand(file_list *out, const char *name,
                                               shoal_error *error);
/* Adds the files of a folder whose names end in `suffix`, in byte order, hidden ones apart. */
SHOAL_CHECKED shoal_status file_folder_expand(file_list *out, const char *folder,
                                              const char *suffix, shoal_error *error);
/* Adds the name as it is. */
SHOAL_CHECKED shoal_status file_list_add(file_list *out, const char *name, shoal_error *error);
void file_list_free(file_list *list);

/* Whether a file of that name, which need not be there, would be one of the pattern's. */
bool file_pattern_has(const char *pattern, const char *path);

#endif
