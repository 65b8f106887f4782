/* Tables that give each value of a column its code, and the label that it is published as: on every
 * server of a cluster, with the engine Join, in which `joinGet` looks values up. They begin with
 * the name of the pending table, so that what a killed run leaves behind is removed by the next. */
#ifndef SHOAL_DATABASE_CLICKHOUSE_MAPS_H
#define SHOAL_DATABASE_CLICKHOUSE_MAPS_H

#include "database/database_engine.h"
#include "database/key_layout.h"
#include "store/clickhouse/clickhouse_pending.h"

typedef struct clickhouse_maps {
    clickhouse_pending *pending; /* borrowed */
    const database *of;          /* the columns of the source */
    char name[40];               /* what the tables are called, behind the pending table's name */
    engine_map *map;             /* [maps] copies; their values are used only while it is opened */
    size_t maps;
    bool *nulls; /* [maps] a label is no value */
    key_layout layout;
} clickhouse_maps;

/* Makes and fills the tables. `label`: [maps], each [codes] (engine_column.label); NULL: none.
 * Close it also after a failure. */
SHOAL_CHECKED shoal_status clickhouse_maps_open(clickhouse_maps *out, clickhouse_pending *pending,
                                                const database *of, const char *name,
                                                const engine_map *const *map,
                                                const engine_value *const *label, size_t maps,
                                                shoal_error *error);
/* Drops the tables, as far as that can be done. */
void clickhouse_maps_close(clickhouse_maps *maps);

/* Adds parts of statements, for a statement that runs at a site: */

/* The text of a column of the source; absent values become a text that no value is. */
void clickhouse_maps_add_key(text *out, const clickhouse_maps *maps, size_t index);
/* `code[index]`, from 1 on, 0 for values that have none, AS `shoal_code_INDEX`; all of them. */
void clickhouse_maps_add_codes(text *out, const clickhouse_maps *maps);
/* That every value has a code, of statements whose FROM is a SELECT of these codes. */
void clickhouse_maps_add_known(text *out, const clickhouse_maps *maps);
/* The words of the key of a row, AS `shoal_key_WORD`. */
void clickhouse_maps_add_keys(text *out, const clickhouse_maps *maps, bool named);
/* That every value has a code, for any server and without the codes. */
void clickhouse_maps_add_has(text *out, const clickhouse_maps *maps);
/* `label[index]` where the row is published, AS `shoal_label_INDEX`, `shoal_null_INDEX`. */
void clickhouse_maps_add_labels(text *out, const clickhouse_maps *maps);

#endif
