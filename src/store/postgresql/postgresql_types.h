/* Which type a written column gets: its own where its values are untouched and survive it. */
#ifndef SHOAL_STORE_POSTGRESQL_POSTGRESQL_TYPES_H
#define SHOAL_STORE_POSTGRESQL_POSTGRESQL_TYPES_H

#include "store/postgresql/postgresql_connection.h"
#include "store/sink.h"

/* Adds the name of the type. Within a transaction. `kept` is false where the column had another
 * type than text that it cannot have here. */
SHOAL_CHECKED shoal_status postgresql_choose_type(text *out, bool *kept,
                                                  postgresql_connection *server,
                                                  const feed_column *of, shoal_error *error);

#endif
