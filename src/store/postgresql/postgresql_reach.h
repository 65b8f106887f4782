/* Connecting to a server that may not answer. */
#ifndef SHOAL_STORE_POSTGRESQL_POSTGRESQL_REACH_H
#define SHOAL_STORE_POSTGRESQL_POSTGRESQL_REACH_H

#include <libpq-fe.h>
#include <stdbool.h>

/* As PQconnectdbParams, whose result *out is. False: *cancel was set (it may be NULL) or the time
 * to connect was over before there was an answer. */
bool postgresql_reach(PGconn **out, const char *const *names, const char *const *values,
                      const volatile int *cancel);

#endif
