/* The tables below a folder. */
#ifndef SHOAL_SERVER_FOLDER_TABLES_H
#define SHOAL_SERVER_FOLDER_TABLES_H

#include <stdbool.h>
#include <stdint.h>

#define FOLDER_TABLES_MOST 1000
#define FOLDER_TABLES_LEVELS 3

/* Calls `found` for each, with its name relative to the folder: in no order, at most so many, not
 * hidden, no deeper than so many levels, and no links that lead out. */
void folder_tables(const char *folder, void (*found)(void *user, const char *name, int64_t bytes),
                   void *user);
/* Whether a name that it gave is still there and still leads nowhere else. */
bool folder_tables_has(const char *folder, const char *name);

#endif
