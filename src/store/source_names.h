/* The names of the inputs that together make one table, as the caller gave them. */
#ifndef SHOAL_STORE_SOURCE_NAMES_H
#define SHOAL_STORE_SOURCE_NAMES_H

#include "base/memory.h"
#include "base/status.h"

typedef struct source_names {
    const char **name; /* [count] borrowed */
    size_t count;
    char *joined; /* with blanks between them: what messages and results call the table,
                     without passwords */
} source_names;

/* The first and those that follow it. Free it also on failure. */
SHOAL_CHECKED shoal_status source_names_make(source_names *out, const char *first,
                                             const char *const *more, size_t more_count,
                                             shoal_error *error);
/* The same for a job that names its input or has a table in memory, which has no name and is called
 * one: just one of both must be given. */
SHOAL_CHECKED shoal_status source_names_of_job(source_names *out, const shoal_table *table,
                                               const char *first, const char *const *more,
                                               size_t more_count, shoal_error *error);
void source_names_free(source_names *names);

/* Fails where the output (may be NULL or "-") is one of the files; see input_guard. */
SHOAL_CHECKED shoal_status source_names_guard(const source_names *names, const char *what,
                                              const char *output, shoal_error *error);

#endif
