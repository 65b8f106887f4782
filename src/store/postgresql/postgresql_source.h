/* Reading from a connection that somebody else has: a table inside of his transaction. */
#ifndef SHOAL_STORE_POSTGRESQL_POSTGRESQL_SOURCE_H
#define SHOAL_STORE_POSTGRESQL_POSTGRESQL_SOURCE_H

#include "store/postgresql/postgresql_connection.h"
#include "store/source.h"

/* The search path is pinned. `oid` is that of the table. The connection is borrowed, and busy until
 * the source is closed. */
SHOAL_CHECKED shoal_status postgresql_source_open_table(source **out, postgresql_connection *server,
                                                        const char *schema, const char *table,
                                                        const char *oid,
                                                        const source_options *options,
                                                        shoal_error *error);

#endif
