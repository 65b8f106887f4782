/* The tables that URLs name, as the server knows them. */
#ifndef SHOAL_STORE_POSTGRESQL_POSTGRESQL_TABLE_H
#define SHOAL_STORE_POSTGRESQL_POSTGRESQL_TABLE_H

#include "store/postgresql/postgresql_connection.h"
#include "store/source.h"

typedef struct postgresql_table {
    char *schema, *name;
    char *oid; /* NULL: there is no such table */
    char kind; /* relkind: r is a table, v a view, …; P is a part of one, G one with
                * policies for its rows, which its successor would not have */
    bool is_owner, may_create; /* the account has the table; may make tables in its schema */
} postgresql_table;

/* Finds it, with the search path of the user where the URL has no schema. One that is not there is
 * in the schema that new tables go to. Pins the search path. Free it also on failure. */
SHOAL_CHECKED shoal_status postgresql_table_find(postgresql_table *out,
                                                 postgresql_connection *server,
                                                 const store_url *url, shoal_error *error);
void postgresql_table_free(postgresql_table *table);

/* The lock that every run takes that writes this table, until its connection ends. */
SHOAL_CHECKED shoal_status postgresql_table_lock(const postgresql_table *table,
                                                 postgresql_connection *server,
                                                 const store_url *url, shoal_error *error);
/* Whether nothing keeps it from being dropped: views, keys and children of other tables, columns
 * and functions of its row type. */
SHOAL_CHECKED shoal_status postgresql_table_check_free(const postgresql_table *table,
                                                       postgresql_connection *server,
                                                       const store_url *url, shoal_error *error);

/* What the transaction has read so far, to be compared with what will be replaced. */
SHOAL_CHECKED shoal_status postgresql_place_read(table_place *out, postgresql_connection *server,
                                                 shoal_error *error);
/* Whether the table with that OID of this server is, or may be, one of them. */
SHOAL_CHECKED shoal_status postgresql_place_has(bool *out, const table_place *place,
                                                postgresql_connection *server, const char *oid,
                                                shoal_error *error);

#endif
