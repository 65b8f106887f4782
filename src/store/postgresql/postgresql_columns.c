#include "store/postgresql/postgresql_columns.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* OIDs of built-in types never change. */
enum {
    TYPE_BOOL = 16,
    TYPE_BYTEA = 17,
    TYPE_INT8 = 20,
    TYPE_INT2 = 21,
    TYPE_INT4 = 23,
    TYPE_TEXT = 25,
    TYPE_OID = 26,
    TYPE_JSON = 114,
    TYPE_FLOAT4 = 700,
    TYPE_FLOAT8 = 701,
    TYPE_MONEY = 790,
    TYPE_BPCHAR = 1042,
    TYPE_VARCHAR = 1043,
    TYPE_DATE = 1082,
    TYPE_TIME = 1083,
    TYPE_TIMESTAMP = 1114,
    TYPE_TIMESTAMPTZ = 1184,
    TYPE_INTERVAL = 1186,
    TYPE_TIMETZ = 1266,
    TYPE_NUMERIC = 1700,
    TYPE_UUID = 2950,
    TYPE_JSONB = 3802,
};

/* ---- What they are -------------------------------------------------------------------------- */

static const struct {
    uint32_t type;
    value_type of;
    int bits;
    bool is_cast;
} known_types[] = {
    {TYPE_BOOL, VALUE_BOOLEAN, 0, true},
    {TYPE_INT2, VALUE_INTEGER, 16, false},
    {TYPE_INT4, VALUE_INTEGER, 32, false},
    {TYPE_INT8, VALUE_INTEGER, 64, false},
    {TYPE_NUMERIC, VALUE_DECIMAL, 0, false},
    {TYPE_FLOAT4, VALUE_REAL, 32, false},
    {TYPE_FLOAT8, VALUE_REAL, 64, false},
    {TYPE_DATE, VALUE_DATE, 0, false},
    {TYPE_TIME, VALUE_TIME, 0, false},
    {TYPE_TIMESTAMP, VALUE_TIMESTAMP, 0, false},
    {TYPE_TIMESTAMPTZ, VALUE_TIMESTAMP_ZONE, 0, false},
    {TYPE_TEXT, VALUE_TEXT, 0, false},
    {TYPE_VARCHAR, VALUE_TEXT, 0, false},
    {TYPE_BPCHAR, VALUE_TEXT, 0, true}, /* without the blanks that fill it up */
    {TYPE_OID, VALUE_OTHER, 0, false},
    {TYPE_BYTEA, VALUE_OTHER, 0, false},
    {TYPE_JSON, VALUE_OTHER, 0, false},
    {TYPE_JSONB, VALUE_OTHER, 0, false},
    {TYPE_MONEY, VALUE_OTHER, 0, false},
    {TYPE_INTERVAL, VALUE_OTHER, 0, false},
    {TYPE_TIMETZ, VALUE_OTHER, 0, false},
    {TYPE_UUID, VALUE_OTHER, 0, false},
};

/* Of a type that is not listed only its own text is known. */
static shoal_status set_type(postgresql_column *out, uint32_t base, int modifier,
                             shoal_error *error) {
    out->origin = column_origin_new(VALUE_OTHER);
    if (!out->origin)
        return status_no_memory(error);
    out->is_cast = true;
    for (size_t i = 0; i < sizeof known_types / sizeof *known_types; i++)
        if (known_types[i].type == base) {
            out->origin->of = known_types[i].of;
            out->origin->bits = known_types[i].bits;
            out->is_cast = known_types[i].is_cast;
        }
    if (base == TYPE_NUMERIC && modifier >= 4) {
        out->origin->precision = (modifier - 4) >> 16 & 0xFFFF;
        out->origin->scale = (modifier - 4) & 0x7FF;
        if (out->origin->scale > 1000) /* of eleven bits with a sign */
            out->origin->scale -= 2048;
    }
    out->origin->kind = "postgresql";
    return SHOAL_OK;
}

/* The name of a type, and what is behind domains. */
static shoal_status find_type(postgresql_column *out, postgresql_connection *server,
                              const char *type, const char *modifier, shoal_error *error) {
    const char *values[] = {type, modifier};
    postgresql_answer *answer = NULL;
    STATUS_TRY(postgresql_ask(
        &answer, server, "find a type",
        "WITH RECURSIVE base AS ("
        "SELECT oid, typbasetype, typtypmod, $2::int4 AS modifier FROM pg_catalog.pg_type "
        "WHERE oid = $1::oid UNION ALL "
        "SELECT t.oid, t.typbasetype, t.typtypmod, b.typtypmod FROM base AS b "
        "JOIN pg_catalog.pg_type AS t ON t.oid = b.typbasetype) "
        "SELECT pg_catalog.format_type($1::oid, $2::int4), oid, modifier FROM base "
        "WHERE typbasetype = 0",
        values, 2, error));
    bool found = postgresql_rows(answer) == 1 && postgresql_cell(answer, 0, 0);
    shoal_status status = SHOAL_OK;
    if (found) {
        const char *name = postgresql_cell(answer, 0, 0);
        status = set_type(out, (uint32_t)strtoul(postgresql_cell(answer, 0, 1), NULL, 10),
                          atoi(postgresql_cell(answer, 0, 2)), error);
        if (status == SHOAL_OK && !(out->origin->native = memory_text(name, strlen(name))))
            status = status_no_memory(error);
    } else {
        status = status_fail(error, SHOAL_IO, "%.100s: the type of column '%.60s' is gone",
                             postgresql_shown(server), out->name);
    }
    postgresql_answer_free(answer);
    return status;
}

static shoal_status add_column(postgresql_columns_list *out, postgresql_connection *server,
                               const char *name, const char *type, const char *modifier,
                               shoal_error *error) {
    postgresql_column *added = &out->column[out->count++];
    added->name = memory_text(name, strlen(name));
    if (!added->name)
        return status_no_memory(error);
    return find_type(added, server, type, modifier, error);
}

static shoal_status list_attributes(postgresql_columns_list *out, postgresql_connection *server,
                                    const postgresql_answer *found, shoal_error *error) {
    size_t count = postgresql_rows(found);
    out->column = memory_zero(count, sizeof *out->column);
    if (!out->column)
        return status_no_memory(error);
    for (size_t i = 0; i < count; i++)
        STATUS_TRY(add_column(out, server, postgresql_cell(found, i, 0),
                              postgresql_cell(found, i, 1), postgresql_cell(found, i, 2), error));
    if (count > 0)
        return SHOAL_OK;
    return status_fail(error, SHOAL_BAD_DATA, "%.150s: the table has no columns",
                       postgresql_shown(server));
}

shoal_status postgresql_columns_of_table(postgresql_columns_list *out,
                                         postgresql_connection *server, const char *oid,
                                         shoal_error *error) {
    postgresql_answer *found = NULL;
    *out = (postgresql_columns_list){0};
    STATUS_TRY(postgresql_ask(&found, server, "find the columns",
                              "SELECT attname, atttypid, atttypmod FROM pg_catalog.pg_attribute "
                              "WHERE attrelid = $1::oid AND attnum > 0 AND NOT attisdropped "
                              "ORDER BY attnum",
                              &oid, 1, error));
    shoal_status status = list_attributes(out, server, found, error);
    postgresql_answer_free(found);
    return status;
}

static shoal_status list_described(postgresql_columns_list *out, postgresql_connection *server,
                                   const postgresql_answer *found, shoal_error *error) {
    size_t count = postgresql_columns(found);
    out->column = memory_zero(count + 1, sizeof *out->column);
    if (!out->column)
        return status_no_memory(error);
    for (size_t i = 0; i < count; i++) {
        char type[16], modifier[16];
        (void)snprintf(type, sizeof type, "%" PRIu32, postgresql_column_type(found, i));
        (void)snprintf(modifier, sizeof modifier, "%d", postgresql_column_modifier(found, i));
        STATUS_TRY(
            add_column(out, server, postgresql_column_name(found, i), type, modifier, error));
    }
    if (count > 0)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "query_without_rows", NULL,
                         "%.150s: the query gives no columns: write a SELECT",
                         postgresql_shown(server));
}

shoal_status postgresql_columns_of_query(postgresql_columns_list *out,
                                         postgresql_connection *server, const char *query,
                                         shoal_error *error) {
    postgresql_answer *found = NULL;
    *out = (postgresql_columns_list){0};
    STATUS_TRY(postgresql_describe(&found, server, query, error));
    /* Names of types with their schemas, whatever the user's path is. */
    shoal_status status = postgresql_pin_path(server, true, error);
    if (status == SHOAL_OK)
        status = list_described(out, server, found, error);
    if (status == SHOAL_OK)
        status = postgresql_pin_path(server, false, error);
    postgresql_answer_free(found);
    return status;
}

void postgresql_columns_free(postgresql_columns_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        memory_free(list->column[i].name);
        column_origin_free(list->column[i].origin);
    }
    memory_free(list->column);
    *list = (postgresql_columns_list){0};
}

/* ---- How they are read ---------------------------------------------------------------------- */

void postgresql_add_copy(text *out, postgresql_connection *server,
                         const postgresql_columns_list *columns, const char *from,
                         const bool *wanted) {
    text_add_string(out, "COPY (SELECT ");
    for (size_t i = 0; i < columns->count; i++) {
        const postgresql_column *each = &columns->column[i];
        if (i > 0)
            text_add_string(out, ", ");
        if (wanted && !wanted[i])
            text_add_string(out, "NULL");
        else
            text_format(out, "c%zu%s", i + 1, each->is_cast ? "::pg_catalog.text" : "");
        text_add_string(out, " AS ");
        postgresql_add_name(out, server, each->name);
    }
    text_format(out, " FROM %s AS shoal_rows(", from);
    for (size_t i = 0; i < columns->count; i++)
        text_format(out, "%sc%zu", i > 0 ? ", " : "", i + 1);
    text_format(out, ")) TO STDOUT (FORMAT csv, HEADER true%s)",
                columns->count == 1 ? ", FORCE_QUOTE *" : "");
}

void postgresql_add_null_count(text *out, const postgresql_columns_list *columns, const char *from,
                               const absent_texts *absent) {
    bool any = false;
    for (size_t i = 0; i < columns->count; i++) {
        if (absent[i].null)
            continue;
        if (!any)
            text_format(out, "SELECT count(*) FROM %s AS shoal_rows(", from);
        for (size_t c = 0; !any && c < columns->count; c++)
            text_format(out, "%sc%zu", c > 0 ? ", " : "", c + 1);
        text_format(out, "%sc%zu IS NULL", any ? " OR " : ") WHERE ", i + 1);
        any = true;
    }
}
