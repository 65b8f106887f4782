/* URLs of databases: SCHEME://[USER[:PASSWORD]@][HOST[:PORT]][/PATH][?NAME=VALUE&…], and those
 * without a host, SCHEME:PATH[?NAME=VALUE&…]. Names in results, reports, logs and messages never
 * contain a password. */
#ifndef SHOAL_STORE_STORE_URL_H
#define SHOAL_STORE_STORE_URL_H

#include "base/memory.h"
#include "base/status.h"
#include "files/store_name_shown.h"

typedef struct url_parameter {
    char *name, *value; /* decoded */
} url_parameter;

/* What of the parameters is Shoal's (the table or query, see below) is taken out of the others,
 * which belong to the database. */
typedef struct store_url {
    char *scheme;
    char *user, *password; /* decoded; NULL: not there */
    char *host, *port;     /* decoded; of several, separated by commas; NULL: not there */
    bool has_place;        /* `//` follows the scheme */
    char *path; /* decoded; for SCHEME://…: what follows the first slash, else all before `?`; "" */
    char *schema, *table;     /* of `table=S.T` or `table=T`; NULL: not there */
    char *query;              /* of `query=…`; NULL: not there */
    url_parameter *parameter; /* the others, in order */
    size_t parameters;
    char *shown;  /* the whole, as messages may show it: with `***` in place of passwords */
    arena memory; /* of all of these */
} store_url;

/* SHOAL_USAGE, without the URL's secrets, where it is none. Percent encoding is decoded; `+` stays.
 * `table=` splits at the first dot; a part in double quotes may hold dots, and a quote twice:
 * "a.b".c is table c of schema a.b. Quotes elsewhere belong to the name. A query ends at an `&`
 * that the name of a parameter and `=` follow, and a `%` in it that two hexadecimal digits do not
 * follow is itself: so it rarely needs to be encoded. Free it also after a failure. */
SHOAL_CHECKED shoal_status store_url_parse(store_url *out, const char *url, shoal_error *error);
void store_url_free(store_url *url);

/* For databases of servers: refuses a URL without `//`, whose parts would be taken for others. */
SHOAL_CHECKED shoal_status store_url_check_place(const store_url *url, shoal_error *error);

/* The value of one of the other parameters, or NULL. */
const char *store_url_parameter(const store_url *url, const char *name);

#endif
