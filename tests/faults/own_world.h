/* A copy of a process (fork) gets files of its own, so that it disturbs neither the process that it
 * was copied from nor other copies.
 *
 * The process works in a folder with the files `stdout` and `stderr` and the folder `out`; all it
 * writes is in there. Paths that begin with `../` must mean the same in the folder of the copy. */
#ifndef SHOAL_TESTS_OWN_WORLD_H
#define SHOAL_TESTS_OWN_WORLD_H

#include <stdbool.h>

/* In the copy: makes the folder `own` with all that the present one holds, goes there, and gives
 * the copy descriptors of its own for all files and folders that are open. Ends it with status 125
 * where that fails. */
void world_enter(const char *own);

/* After its end: removes the folder, unless there is no message or something was left in `out`;
 * then returns false. */
bool world_remove_clean(const char *own);

/* Writes the exit status to own/status. */
void world_note_status(const char *own, int code);

#endif
