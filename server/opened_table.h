/* The table that the session is about. Once inspected it does not change: jobs and candidates share
 * it. */
#ifndef SHOAL_SERVER_OPENED_TABLE_H
#define SHOAL_SERVER_OPENED_TABLE_H

#include "server/file_hash.h"

#include <stdatomic.h>
#include <sys/stat.h>

/* Wider tables are refused: a page could not show them. */
#define MOST_COLUMNS 2000

typedef struct opened_table {
    atomic_int references;
    shoal_table *table;
    shoal_result *inspection; /* NULL until it was inspected, as are the hash and the bytes */
    struct stat read_from;    /* the file as it was before it was read */
    char *name;               /* as it is shown */
    char *path;               /* absolute, or a URL */
    bool is_upload;
    char sha256[FILE_HASH_SIZE]; /* "": of no single file */
    int64_t bytes;
} opened_table;

/* Only reads. `plan` says how. Takes nothing; NULL after a failure. Others may look at the name,
 * the table itself and nothing else of it until it was inspected. */
SHOAL_CHECKED shoal_status opened_table_read(opened_table **out, const char *path, const char *name,
                                             const shoal_plan *plan, shoal_error *error);
/* Hashes and inspects what was read. */
SHOAL_CHECKED shoal_status opened_table_inspect(opened_table *at, const shoal_plan *plan,
                                                shoal_context *context, const shoal_hooks *hooks,
                                                shoal_error *error);
opened_table *opened_table_share(opened_table *at); /* NULL: NULL */
void opened_table_release(opened_table *at);

/* The place of a column of that name, or -1. */
int64_t opened_table_column(const opened_table *at, const char *name);
/* Whether the file is still the one that was read. */
SHOAL_CHECKED shoal_status opened_table_check(const opened_table *at, const volatile int *cancel,
                                              shoal_error *error);
/* A word of a command line, quoted where a shell needs it; the caller frees. */
char *shell_word(const char *word);
/* How a command line names the table; the caller frees. */
char *opened_table_word(const opened_table *at);

#endif
