/* Giving a table that was written its name, in the transaction in which it was made. */
#ifndef SHOAL_STORE_POSTGRESQL_POSTGRESQL_PUBLISH_H
#define SHOAL_STORE_POSTGRESQL_POSTGRESQL_PUBLISH_H

#include "store/postgresql/postgresql_table.h"

/* Replaces `target`, whose owner, privileges and comment the new table takes over, by `pending` of
 * the same schema, and commits. A connection that is lost meanwhile is made anew to find out
 * whether it happened; if nobody can tell, the error says so. */
SHOAL_CHECKED shoal_status postgresql_publish(postgresql_connection *server, const store_url *url,
                                              const postgresql_table *target, const char *pending,
                                              shoal_error *error);

#endif
