/* PostgreSQL as an engine: what its files share. Everything happens in one transaction that sees
 * one snapshot, so that a client that is killed leaves nothing. A second connection looks at the
 * source once more before the release is published. */
#ifndef SHOAL_DATABASE_POSTGRESQL_POSTGRESQL_ENGINE_H
#define SHOAL_DATABASE_POSTGRESQL_POSTGRESQL_ENGINE_H

#include "database/copy_text.h"
#include "database/database_engine.h"
#include "database/kept_set.h"
#include "store/postgresql/postgresql_connection.h"
#include "store/postgresql/postgresql_table.h"

typedef struct postgresql_database {
    database shared;
    const store_url *from, *to;
    postgresql_connection *server, *other;
    postgresql_table target;
    char pending[64];         /* the release until it is published; "": not made */
    size_t tables;            /* temporary ones that were made */
    uint64_t rows, made_rows; /* of the source and of what was made; 0: not counted yet */
    kept_set kept;            /* a temporary table */
    bool saved;               /* the transaction outlives a count that is cancelled */
    /* Of what was made: */
    engine_column *column; /* [columns] names and places only */
    size_t columns;
    char *joins; /* what joins the source with the maps of the labels */
} postgresql_database;

/* ---- Parts of statements (postgresql_statement.c) ---------------------------------------------
 */

/* The text of column `index`, from 0, of what is called `s`. */
void statement_add_text(text *out, size_t index);
/* " FROM schema.pending AS s(c1, …)": what was made. */
void statement_add_made(text *out, const postgresql_database *from);
/* Runs the statement, and frees it. */
SHOAL_CHECKED shoal_status statement_run(postgresql_database *from, const char *doing, text *sql,
                                         shoal_error *error);
/* Shows the rows of COPY (query) TO STDOUT, and frees the query. */
SHOAL_CHECKED shoal_status statement_copy(postgresql_database *from, text *query, size_t fields,
                                          copy_see_row *see, void *context, shoal_error *error);

/* The source joined with tables of maps, alias m0, m1, …: " FROM … JOIN …", and the keys of its
 * rows. */
typedef struct mapped_source {
    key_layout layout;
    text from;
} mapped_source;

/* Makes the tables and fills them. `label`: [maps][codes] texts that they get besides, in a column
 * of that name; NULL: none. Free it also after a failure. */
SHOAL_CHECKED shoal_status mapped_source_make(mapped_source *out, postgresql_database *from,
                                              const engine_map *map, size_t maps,
                                              const engine_value *const *label, shoal_error *error);
void mapped_source_free(mapped_source *made);
/* Adds the expression of a word of the key. */
void mapped_source_add_key(text *out, const mapped_source *of, size_t word);

/* A field as a number; false: it is none. Fields end with a NUL. */
bool statement_read_number(int64_t *out, const engine_value *value);
SHOAL_CHECKED shoal_status statement_fail_number(shoal_error *error);

extern const kept_dialect postgresql_kept_dialect;

/* ---- What engines do (postgresql_groups.c, postgresql_kept.c, postgresql_made.c)
 * ---------------------------------
 */

shoal_status postgresql_values(database *from, size_t index, const engine_map *map, size_t maps,
                               engine_see_value *see, void *context, shoal_error *error);
shoal_status postgresql_estimate(double *out, database *from, const engine_map *map, size_t maps,
                                 shoal_error *error);
shoal_status postgresql_tuples(database *from, const engine_map *map, size_t maps,
                               engine_see_tuple *see, void *context, shoal_error *error);
shoal_status postgresql_keep(database *from, const engine_map *map, size_t maps,
                             shoal_error *error);
shoal_status postgresql_classes(engine_classes *out, database *from, const engine_map *map,
                                const int64_t *const *cost, size_t maps, uint64_t k,
                                shoal_error *error);
void postgresql_go_on(database *from);
shoal_status postgresql_make(database *from, const engine_release *release, shoal_error *error);
shoal_status postgresql_made_columns(database *from, engine_see_value *see, void *context,
                                     shoal_error *error);
shoal_status postgresql_made_groups(database *from, const size_t *index, size_t columns,
                                    engine_see_group *see, void *context, shoal_error *error);
shoal_status postgresql_made_digest(engine_digest *out, database *from, const size_t *index,
                                    size_t columns, bool of_source, shoal_error *error);
/* Count and sum of hashes of the texts that the query gives in a column x. Frees the query. */
SHOAL_CHECKED shoal_status postgresql_digest(engine_digest *out, postgresql_connection *server,
                                             text *query, shoal_error *error);

#endif
