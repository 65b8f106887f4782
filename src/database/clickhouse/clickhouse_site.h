/* Where the rows of a source are: servers, and the table of each. Statements that need tables of
 * codes run at these sites, on their own rows; a source that is a Distributed table of the cluster
 * of the release has a site on each shard, so that no row moves. Any other has one, the server that
 * the URL names. */
#ifndef SHOAL_DATABASE_CLICKHOUSE_SITE_H
#define SHOAL_DATABASE_CLICKHOUSE_SITE_H

#include "store/clickhouse/clickhouse_connection.h"

typedef struct clickhouse_sites {
    char *from;        /* the source, for the first server: what follows FROM */
    char *local;       /* the source at a site */
    bool on_shards;    /* the sites are the shards, else the first server alone */
    size_t first, end; /* servers */
} clickhouse_sites;

SHOAL_CHECKED shoal_status clickhouse_sites_find(clickhouse_sites *out, clickhouse *of,
                                                 const store_url *source, shoal_error *error);
void clickhouse_sites_free(clickhouse_sites *sites);

/* The arguments DATABASE and TABLE of an engine Distributed(CLUSTER, DATABASE, TABLE, …), unquoted;
 * false where it is another engine, of another cluster, or where the arguments are not plain.
 * `database` and `table` are to be freed. */
bool clickhouse_is_distributed(char **database, char **table, const char *engine,
                               const char *cluster);

#endif
