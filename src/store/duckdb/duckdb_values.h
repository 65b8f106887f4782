/* The values of a column that is written to DuckDB. */
#ifndef SHOAL_STORE_DUCKDB_DUCKDB_VALUES_H
#define SHOAL_STORE_DUCKDB_DUCKDB_VALUES_H

#include "store/duckdb/duckdb_session.h"
#include "store/sink.h"

/* How a column's values lie in vectors. */
typedef enum values_form {
    VALUES_CODES, /* members of an enumeration */
    VALUES_FIXED, /* values of `width` bytes */
    VALUES_TEXTS
} values_form;

#define VALUES_NULL UINT32_MAX
#define VALUES_UNUSED (UINT32_MAX - 1)

typedef struct duckdb_values {
    size_t codes; /* of the feed */
    uint32_t *of; /* [codes] number of its value, VALUES_NULL or VALUES_UNUSED */
    size_t count; /* different values, without NULL */
    char **text;  /* [count] */
    arena memory; /* of the texts */
    values_form form;
    size_t width;             /* bytes of a value in a vector, but for texts */
    char *fixed;              /* [count * width] of VALUES_FIXED */
    char *type;               /* the type's name; NULL: text */
    bool is_cast;             /* texts become that type by a cast */
    duckdb_logical_type made; /* of the vectors */
} duckdb_values;

/* The values of the codes that are `used` ([codes of the column]). Free it also after a failure. */
SHOAL_CHECKED shoal_status duckdb_values_open(duckdb_values *out, const feed_column *from,
                                              const uint8_t *used, size_t rows, shoal_error *error);
/* Decides in which form and type they are written. */
SHOAL_CHECKED shoal_status duckdb_values_type(duckdb_values *values, const duckdb_session *session,
                                              const feed_column *from, size_t number,
                                              bool in_parquet, shoal_error *error);
void duckdb_values_free(duckdb_values *values, const duckdb_library *library);

/* Codes of a column of a feed. */
size_t duckdb_values_codes(const feed_column *from);

#endif
