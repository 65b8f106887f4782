/* The tables that were opened lately, in a file of this user alone. Not safe for threads. */
#ifndef SHOAL_SERVER_RECENT_FILES_H
#define SHOAL_SERVER_RECENT_FILES_H

#include "server/json_text.h"

#define RECENT_FILES_MOST 20

typedef struct recent_file {
    char *path; /* absolute */
    char opened[32];
} recent_file;

typedef struct recent_files {
    recent_file file[RECENT_FILES_MOST]; /* the latest first */
    size_t count;
} recent_files;

/* What the file holds; nothing where it cannot be read, or is not as this writes it. */
void recent_files_read(recent_files *out, const char *state);
/* Puts a path first. False: out of memory, and nothing was changed. */
bool recent_files_add(recent_files *to, const char *path);
/* Complete or not at all; mode 0600. The folder is made where it is missing. */
bool recent_files_write(const recent_files *files, const char *state);
void recent_files_free(recent_files *files);

#endif
