#include "store/postgresql/postgresql_types.h"

#include <stdio.h>

/* Values that the server is asked about at a time. */
#define ASKED_BYTES ((size_t)1 << 20)

static const char *integer_type(const column_origin *of) {
    int bits = of->bits + of->is_unsigned;
    return bits <= 16 ? "smallint" : bits <= 32 ? "integer" : bits <= 64 ? "bigint" : "numeric(20)";
}

/* The type of a column from another kind of place. */
static void add_similar(text *out, const column_origin *of) {
    switch (of->of) {
    case VALUE_BOOLEAN:
        text_add_string(out, "boolean");
        break;
    case VALUE_INTEGER:
        text_add_string(out, integer_type(of));
        break;
    case VALUE_DECIMAL:
        text_add_string(out, "numeric");
        if (of->precision > 0)
            text_format(out, "(%d,%d)", of->precision, of->scale);
        break;
    case VALUE_REAL:
        text_add_string(out, of->bits == 32 ? "real" : "double precision");
        break;
    case VALUE_DATE:
        text_add_string(out, "date");
        break;
    case VALUE_TIME:
        text_add_string(out, "time");
        break;
    case VALUE_TIMESTAMP:
        text_add_string(out, "timestamp");
        break;
    case VALUE_TIMESTAMP_ZONE:
        text_add_string(out, "timestamp with time zone");
        break;
    default:
        text_add_string(out, "text");
    }
}

/* ---- Whether values survive a type ---------------------------------------------------------- */

static const char *text_of(const feed_column *of, size_t index) {
    return of->values ? dictionary_text(of->values, (uint32_t)index) : of->labels[index];
}

static bool is_absent(const feed_column *of, const char *value) {
    return (of->absent.null && strcmp(value, of->absent.null) == 0) ||
           (of->absent.empty && strcmp(value, of->absent.empty) == 0);
}

static void add_element(text *out, const char *value) {
    text_add_string(out, out->length > 1 ? ",\"" : "\"");
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            text_add(out, "\\", 1);
        text_add(out, value, 1);
    }
    text_add(out, "\"", 1);
}

/* Some values as an array; *next becomes the first that is not among them. */
static void add_values(text *out, const feed_column *of, size_t *next) {
    size_t count = of->values ? of->values->size : of->label_count;
    text_add(out, "{", 1);
    for (; *next < count && out->length < ASKED_BYTES; ++*next)
        if (!is_absent(of, text_of(of, *next)))
            add_element(out, text_of(of, *next));
    text_add(out, "}", 1);
}

static shoal_status ask_values(bool *survive, postgresql_connection *server, const char *sql,
                               const feed_column *of, size_t *next, shoal_error *error) {
    text values = {0};
    postgresql_answer *answer = NULL;
    add_values(&values, of, next);
    const char *given = values.bytes;
    shoal_status status =
        values.failed ? status_no_memory(error)
                      : postgresql_ask(&answer, server, "try a type", sql, &given, 1, error);
    if (status == SHOAL_OK)
        *survive = strcmp(postgresql_cell(answer, 0, 0), "0") == 0;
    postgresql_answer_free(answer);
    text_free(&values);
    return status;
}

static shoal_status ask_all(bool *survive, postgresql_connection *server, const char *type,
                            const feed_column *of, shoal_error *error) {
    size_t count = of->values ? of->values->size : of->label_count;
    text sql = {0};
    text_format(&sql,
                "SELECT count(*) FROM unnest($1::text[]) AS v(v) WHERE v::%s::text COLLATE \"C\" "
                "IS DISTINCT FROM v",
                type);
    shoal_status status = sql.failed ? status_no_memory(error) : SHOAL_OK;
    *survive = true;
    for (size_t next = 0; status == SHOAL_OK && *survive && next < count;)
        status = ask_values(survive, server, sql.bytes, of, &next, error);
    text_free(&sql);
    return status;
}

/* Only what is nothing but the name of a type gets into statements. */
static shoal_status ask_name(bool *found, postgresql_connection *server, const char *type,
                             shoal_error *error) {
    postgresql_answer *answer = NULL;
    STATUS_TRY(postgresql_ask(&answer, server, "find a type",
                              "SELECT pg_catalog.to_regtype($1)::oid", &type, 1, error));
    *found = postgresql_cell(answer, 0, 0) != NULL;
    postgresql_answer_free(answer);
    return SHOAL_OK;
}

static shoal_status try_type(bool *fits, postgresql_connection *server, const char *type,
                             bool is_known, const feed_column *of, shoal_error *error) {
    STATUS_TRY(ask_name(fits, server, type, error));
    return *fits && !is_known ? ask_all(fits, server, type, of, error) : SHOAL_OK;
}

/* What the server refuses is taken back, so that the transaction goes on. */
static shoal_status try_safely(bool *fits, postgresql_connection *server, const char *type,
                               bool is_known, const feed_column *of, shoal_error *error) {
    shoal_error refused = {0};
    STATUS_TRY(postgresql_run(server, "try a type", "SAVEPOINT shoal_type", error));
    shoal_status status = try_type(fits, server, type, is_known, of, &refused);
    if (status == SHOAL_IO && *postgresql_state(server) && !postgresql_is_lost(server)) {
        *fits = false;
        status = SHOAL_OK;
    }
    if (status != SHOAL_OK) {
        if (error)
            *error = refused;
        return status;
    }
    return postgresql_run(server, "try a type", "ROLLBACK TO shoal_type", error);
}

shoal_status postgresql_choose_type(text *out, bool *kept, postgresql_connection *server,
                                    const feed_column *of, shoal_error *error) {
    const column_origin *origin = of->origin;
    text type = {0};
    bool own = origin && origin->native && origin->kind && strcmp(origin->kind, "postgresql") == 0;
    *kept = true;
    if (own)
        text_add_string(&type, origin->native);
    else if (origin)
        add_similar(&type, origin);
    if (type.failed)
        return status_no_memory(error);
    bool fits = origin && of->untouched && strcmp(type.bytes, "text") != 0;
    shoal_status status = SHOAL_OK;
    if (fits) {
        /* The values of its usual types come from their own texts. */
        status = try_safely(&fits, server, type.bytes, own && origin->of != VALUE_OTHER, of, error);
        *kept = fits;
    }
    text_add_string(out, fits ? type.bytes : "text");
    text_free(&type);
    return status;
}
