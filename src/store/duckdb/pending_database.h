/* A DuckDB database that a table is written to. One that is there is opened as it is, and a
 * transaction protects it. One that is not is made in a hidden folder beside it and gets its name
 * when it is complete. */
#ifndef SHOAL_STORE_DUCKDB_PENDING_DATABASE_H
#define SHOAL_STORE_DUCKDB_PENDING_DATABASE_H

#include "base/status.h"

typedef struct pending_database {
    char *path;   /* the target */
    char *folder; /* the hidden one; NULL: the database is there already */
    char *made;   /* the database in it */
    int lock;     /* descriptor of the folder, locked so that others leave it alone; or -1 */
} pending_database;

/* Close it also after a failure. */
SHOAL_CHECKED shoal_status pending_database_open(pending_database *out, const char *path,
                                                 shoal_error *error);
/* What DuckDB is to open. */
const char *pending_database_path(const pending_database *database);
/* Once DuckDB has closed it: gives it its name. A file that has appeared there is not replaced. */
SHOAL_CHECKED shoal_status pending_database_publish(pending_database *database, shoal_error *error);
/* Removes what was not published. */
void pending_database_close(pending_database *database);

#endif
