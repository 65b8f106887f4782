/* Tables that stay in ClickHouse: the parts of the engine, each in a file of its own. */
#ifndef SHOAL_DATABASE_CLICKHOUSE_CLICKHOUSE_ENGINE_H
#define SHOAL_DATABASE_CLICKHOUSE_CLICKHOUSE_ENGINE_H

#include "database/clickhouse/clickhouse_maps.h"
#include "database/clickhouse/clickhouse_site.h"
#include "database/kept_set.h"

typedef struct clickhouse_database {
    database base;
    clickhouse *of; /* of the release */
    clickhouse_pending *pending;
    clickhouse_sites sites;
    kept_set kept; /* at each site its own tuples: one may be at several */

    /* Of what is made: */
    engine_release release; /* its columns are a copy */
    const engine_map **map; /* [labels] */
    const engine_value **label;
    size_t labels;
    clickhouse_maps maps;
    bool has_maps, suppresses;
    char **types; /* [release->columns] */
} clickhouse_database;

/* A statement on each site. */
SHOAL_CHECKED shoal_status clickhouse_run_at_sites(clickhouse_database *of, const text *statement,
                                                   shoal_error *error);

/* Digests: adds a column to what is hashed; SELECT … FROM of all that is; and adds the answer of a
 * server to what is there. */
void clickhouse_add_digest(text *out, const text *hashed);
SHOAL_CHECKED shoal_status clickhouse_read_digest(engine_digest *out, clickhouse *of, size_t server,
                                                  const text *ask, shoal_error *error);

/* Drops what is kept, as far as that can be done (clickhouse_kept.c). */
void clickhouse_drop_kept(clickhouse_database *of);

/* Of engine_kind: */
shoal_status clickhouse_values(database *from, size_t column_index, const engine_map *map,
                               size_t maps, engine_see_value *see, void *context,
                               shoal_error *error);
shoal_status clickhouse_estimate(double *out, database *from, const engine_map *map, size_t maps,
                                 shoal_error *error);
shoal_status clickhouse_tuples(database *from, const engine_map *map, size_t maps,
                               engine_see_tuple *see, void *context, shoal_error *error);
shoal_status clickhouse_keep(database *from, const engine_map *map, size_t maps,
                             shoal_error *error);
shoal_status clickhouse_classes(engine_classes *out, database *from, const engine_map *map,
                                const int64_t *const *cost, size_t maps, uint64_t k,
                                shoal_error *error);
shoal_status clickhouse_make(database *from, const engine_release *release, shoal_error *error);
shoal_status clickhouse_made_columns(database *from, engine_see_value *see, void *context,
                                     shoal_error *error);
shoal_status clickhouse_made_groups(database *from, const size_t *column_of, size_t columns,
                                    engine_see_group *see, void *context, shoal_error *error);
shoal_status clickhouse_made_digest(engine_digest *out, database *from, const size_t *column_of,
                                    size_t columns, bool of_source, shoal_error *error);

#endif
