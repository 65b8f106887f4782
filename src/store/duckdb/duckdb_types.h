/* The types of DuckDB's columns: what their values are to Shoal, and back. */
#ifndef SHOAL_STORE_DUCKDB_DUCKDB_TYPES_H
#define SHOAL_STORE_DUCKDB_DUCKDB_TYPES_H

#include "base/text.h"
#include "data/column_origin.h"
#include "store/duckdb/duckdb_library.h"

/* A type whose values have a fixed number of bytes. */
typedef struct duckdb_fixed_type {
    const char *name; /* as DESCRIBE tells it */
    int id;           /* of duckdb_type */
    size_t width;     /* bytes of a value */
    value_type of;
    int bits; /* of numbers */
    bool is_unsigned;
    bool is_formatted; /* duckdb_format makes its texts, faster than a cast */
} duckdb_fixed_type;

/* NULL: of another kind. Not for DECIMAL. */
const duckdb_fixed_type *duckdb_fixed_find(const char *name);

/* What a column of that type is; NULL: out of memory. `kind`: the name of the source. */
column_origin *duckdb_origin(const char *type, const char *kind);

/* Whether the name is DECIMAL(precision, scale). */
bool duckdb_decimal_parse(const char *type, int *precision, int *scale);
/* Bytes of a value of a DECIMAL of that many digits. */
size_t duckdb_decimal_bytes(int precision);

/* Adds the name of the type that an untouched column keeps in a table, or in a Parquet file, if all
 * of its values have a place there; false: text. */
bool duckdb_type_kept(text *out, const column_origin *origin, bool in_parquet);

/* Writes the text of a value of a type that is formatted, as DuckDB's cast does; returns its
 * length, at most DUCKDB_FORMAT_MOST. */
#define DUCKDB_FORMAT_MOST 32
size_t duckdb_format(char *out, const duckdb_fixed_type *type, const void *value);
/* The value as a number, for the same types: different for different values. */
uint64_t duckdb_raw(const duckdb_fixed_type *type, const void *value);

#endif
