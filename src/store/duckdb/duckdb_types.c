#include "store/duckdb/duckdb_types.h"

#include "data/value_text.h"

#include <stdio.h>

static const duckdb_fixed_type fixed[] = {
    {"BOOLEAN", DUCK_BOOLEAN, 1, VALUE_BOOLEAN, 0, false, true},
    {"TINYINT", DUCK_TINYINT, 1, VALUE_INTEGER, 8, false, true},
    {"SMALLINT", DUCK_SMALLINT, 2, VALUE_INTEGER, 16, false, true},
    {"INTEGER", DUCK_INTEGER, 4, VALUE_INTEGER, 32, false, true},
    {"BIGINT", DUCK_BIGINT, 8, VALUE_INTEGER, 64, false, true},
    {"UTINYINT", DUCK_UTINYINT, 1, VALUE_INTEGER, 8, true, true},
    {"USMALLINT", DUCK_USMALLINT, 2, VALUE_INTEGER, 16, true, true},
    {"UINTEGER", DUCK_UINTEGER, 4, VALUE_INTEGER, 32, true, true},
    {"UBIGINT", DUCK_UBIGINT, 8, VALUE_INTEGER, 64, true, true},
    {"FLOAT", DUCK_FLOAT, 4, VALUE_REAL, 32, false, false},
    {"DOUBLE", DUCK_DOUBLE, 8, VALUE_REAL, 64, false, false},
    {"DATE", DUCK_DATE, 4, VALUE_DATE, 0, false, true},
    {"TIME", DUCK_TIME, 8, VALUE_TIME, 0, false, false},
    {"TIMESTAMP", DUCK_TIMESTAMP, 8, VALUE_TIMESTAMP, 0, false, false},
    {"TIMESTAMP_S", DUCK_TIMESTAMP_S, 8, VALUE_TIMESTAMP, 0, false, false},
    {"TIMESTAMP_MS", DUCK_TIMESTAMP_MS, 8, VALUE_TIMESTAMP, 0, false, false},
    {"TIMESTAMP_NS", DUCK_TIMESTAMP_NS, 8, VALUE_TIMESTAMP, 0, false, false},
    {"TIMESTAMP WITH TIME ZONE", DUCK_TIMESTAMP_TZ, 8, VALUE_TIMESTAMP_ZONE, 0, false, false},
    {"UUID", DUCK_UUID, 16, VALUE_OTHER, 0, false, false},
};

const duckdb_fixed_type *duckdb_fixed_find(const char *name) {
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (strcmp(fixed[i].name, name) == 0)
            return &fixed[i];
    return NULL;
}

bool duckdb_decimal_parse(const char *type, int *precision, int *scale) {
    char end;
    return sscanf(type, "DECIMAL(%2d,%2d%c", precision, scale, &end) == 3 && end == ')' &&
           *precision >= 1 && *precision <= 38 && *scale >= 0 && *scale <= *precision;
}

size_t duckdb_decimal_bytes(int precision) {
    return precision <= 4 ? 2 : precision <= 9 ? 4 : precision <= 18 ? 8 : 16;
}

/* ---- From DuckDB ------------------------------------------------------------------------------
 */

/* An enumeration lists values that no row may have, and is only a way to store texts. */
static bool is_text(const char *type) {
    return strcmp(type, "VARCHAR") == 0 || strncmp(type, "ENUM(", 5) == 0 ||
           strcmp(type, "\"NULL\"") == 0;
}

static void describe(column_origin *out, const char *type) {
    const duckdb_fixed_type *found = duckdb_fixed_find(type);
    if (found) {
        out->of = found->of;
        out->bits = found->bits;
        out->is_unsigned = found->is_unsigned;
    } else if (duckdb_decimal_parse(type, &out->precision, &out->scale)) {
        out->of = VALUE_DECIMAL;
    } else if (strcmp(type, "HUGEINT") == 0 || strcmp(type, "UHUGEINT") == 0) {
        out->of = VALUE_INTEGER;
        out->bits = 128;
        out->is_unsigned = *type == 'U';
    }
}

column_origin *duckdb_origin(const char *type, const char *kind) {
    column_origin *made = column_origin_new(is_text(type) ? VALUE_TEXT : VALUE_OTHER);
    if (!made)
        return NULL;
    made->kind = kind;
    if (made->of == VALUE_TEXT)
        return made;
    describe(made, type);
    made->native = memory_text(type, strlen(type));
    if (made->native)
        return made;
    column_origin_free(made);
    return NULL;
}

/* ---- To DuckDB --------------------------------------------------------------------------------
 */

/* Parquet has no place for values of these, or one for fewer of them. Structures, lists and maps
 * may hold them. */
static const char *const not_in_parquet[] = {
    "HUGEINT", "INTERVAL", "TIME WITH TIME ZONE",
    "TIME_NS", "BIT",      "UNION",
    "BIGNUM",  "ENUM(",    "VARINT",
    "JSON",    "NULL",
};

static bool has_place(const char *type, bool in_parquet) {
    if (strstr(type, "ENUM("))
        return false;
    for (size_t i = 0; in_parquet && i < sizeof not_in_parquet / sizeof *not_in_parquet; i++)
        if (strstr(type, not_in_parquet[i]))
            return strcmp(type, "TIMESTAMP WITH TIME ZONE") == 0;
    return true;
}

static const char *integer_type(const column_origin *origin) {
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (fixed[i].of == VALUE_INTEGER && fixed[i].bits == origin->bits &&
            fixed[i].is_unsigned == origin->is_unsigned)
            return fixed[i].name;
    return "BIGINT";
}

static const char *simple_type(const column_origin *origin) {
    switch (origin->of) {
    case VALUE_BOOLEAN:
        return "BOOLEAN";
    case VALUE_INTEGER:
        return integer_type(origin);
    case VALUE_REAL:
        return origin->bits == 32 ? "FLOAT" : "DOUBLE";
    case VALUE_DATE:
        return "DATE";
    case VALUE_TIME:
        return "TIME";
    case VALUE_TIMESTAMP:
        return "TIMESTAMP";
    case VALUE_TIMESTAMP_ZONE:
        return "TIMESTAMP WITH TIME ZONE";
    default:
        return NULL;
    }
}

static bool is_own(const column_origin *origin) {
    return origin->native && origin->kind &&
           (strcmp(origin->kind, "parquet") == 0 || strcmp(origin->kind, "duckdb") == 0);
}

bool duckdb_type_kept(text *out, const column_origin *origin, bool in_parquet) {
    if (is_own(origin)) {
        text_add_string(out, origin->native);
        return has_place(origin->native, in_parquet);
    }
    if (origin->of == VALUE_DECIMAL && origin->precision >= 1 && origin->precision <= 38) {
        text_format(out, "DECIMAL(%d,%d)", origin->precision, origin->scale);
        return true;
    }
    const char *name = simple_type(origin);
    text_add_string(out, name ? name : "VARCHAR");
    return name != NULL;
}

/* ---- Texts of values --------------------------------------------------------------------------
 */

static int64_t signed_of(const void *value, size_t width) {
    int64_t wide = 0;
    switch (width) {
    case 1: {
        int8_t narrow;
        memcpy(&narrow, value, sizeof narrow);
        return narrow;
    }
    case 2: {
        int16_t narrow;
        memcpy(&narrow, value, sizeof narrow);
        return narrow;
    }
    case 4: {
        int32_t narrow;
        memcpy(&narrow, value, sizeof narrow);
        return narrow;
    }
    default:
        memcpy(&wide, value, sizeof wide);
        return wide;
    }
}

uint64_t duckdb_raw(const duckdb_fixed_type *type, const void *value) {
    uint64_t raw = (uint64_t)signed_of(value, type->width);
    if (type->is_unsigned && type->width < sizeof raw)
        raw &= ((uint64_t)1 << (8 * type->width)) - 1;
    return raw;
}

size_t duckdb_format(char *out, const duckdb_fixed_type *type, const void *value) {
    uint64_t raw = duckdb_raw(type, value);
    int64_t number = (int64_t)raw;
    if (type->of == VALUE_BOOLEAN) {
        memcpy(out, raw & 1 ? "true" : "false", raw & 1 ? 4 : 5);
        return raw & 1 ? 4 : 5;
    }
    if (type->of == VALUE_DATE)
        return value_text_date(out, number);
    bool is_negative = !type->is_unsigned && number < 0;
    return value_text_integer(out, is_negative ? 0 - raw : raw, is_negative);
}
