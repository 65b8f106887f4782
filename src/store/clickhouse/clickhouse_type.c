#include "store/clickhouse/clickhouse_type.h"

#include "store/clickhouse/clickhouse_connection.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DIGITS 38
/* Left of the point of a decimal, for ClickHouse itself. */
#define MOST_SAFE_DIGITS 18
#define LIMB 13

/* ---- Names of types -------------------------------------------------------------------------- */

static bool begins(const char *type, const char *with) {
    return strncmp(type, with, strlen(with)) == 0;
}

/* What is inside of Nullable( ) and LowCardinality( ); the closing ones are still behind it. */
static const char *inside(const char *type) {
    static const char *const wrappers[] = {"LowCardinality(", "Nullable("};
    for (size_t i = 0; i < 2; i++)
        if (begins(type, wrappers[i]))
            type += strlen(wrappers[i]);
    return type;
}

bool clickhouse_is_nullable(const char *type) {
    return begins(type, "Nullable(") || begins(type, "LowCardinality(Nullable(");
}

static bool is_type(const char *type, const char *name) {
    size_t length = strlen(name);
    const char *bare = inside(type);
    return strncmp(bare, name, length) == 0 && (bare[length] == '\0' || strchr("()", bare[length]));
}

/* Of a name of a type without wrappers. */
static bool is_decimal(const char *type, int *precision, int *scale) {
    return sscanf(type, "Decimal(%d, %d)", precision, scale) == 2;
}

static bool set_number(column_origin *made, const char *type) {
    static const struct {
        const char *name;
        value_type of;
        int bits;
        bool is_unsigned;
    } known[] = {
        {"UInt8", VALUE_INTEGER, 8, true},   {"UInt16", VALUE_INTEGER, 16, true},
        {"UInt32", VALUE_INTEGER, 32, true}, {"UInt64", VALUE_INTEGER, 64, true},
        {"Int8", VALUE_INTEGER, 8, false},   {"Int16", VALUE_INTEGER, 16, false},
        {"Int32", VALUE_INTEGER, 32, false}, {"Int64", VALUE_INTEGER, 64, false},
        {"Float32", VALUE_REAL, 32, false},  {"Float64", VALUE_REAL, 64, false},
        {"Date", VALUE_DATE, 0, false},      {"DateTime", VALUE_TIMESTAMP, 0, false},
        {"String", VALUE_TEXT, 0, false},    {"FixedString", VALUE_TEXT, 0, false},
        {"Enum8", VALUE_TEXT, 0, false},     {"Enum16", VALUE_TEXT, 0, false},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (is_type(type, known[i].name)) {
            made->of = known[i].of;
            made->bits = known[i].bits;
            made->is_unsigned = known[i].is_unsigned;
            return true;
        }
    return false;
}

column_origin *clickhouse_origin(const char *type) {
    column_origin *made = column_origin_new(VALUE_OTHER);
    if (!made)
        return NULL;
    made->kind = CLICKHOUSE_KIND;
    made->native = memory_text(type, strlen(type));
    if (!made->native) {
        column_origin_free(made);
        return NULL;
    }
    if (!set_number(made, type) && is_decimal(inside(type), &made->precision, &made->scale))
        made->of = VALUE_DECIMAL;
    return made;
}

/* ---- As text --------------------------------------------------------------------------------- */

static bool is_text(const char *type) {
    return is_type(type, "String") || is_type(type, "FixedString") || is_type(type, "Enum8") ||
           is_type(type, "Enum16");
}

/* The text of another expression, `width` characters of it, filled up with zeros. */
static void add_padded(text *out, const char *of, int width) {
    text_format(out,
                "substring(concat('0000000000000', toString(%s)), 14 + length(toString(%s)) - %d)",
                of, of, width);
}

/* ClickHouse 18 writes past the end of its memory where more than twenty digits are left of the
 * point: such numbers are written in three parts of thirteen digits. */
static void add_long_decimal(text *out, const char *name, int scale) {
    text high = {0}, rest = {0}, middle = {0}, low = {0};
    text_format(&high, "toInt64(intDiv(abs(%s), toDecimal128('1%026d', 0)))", name, 0);
    text_format(&rest, "(abs(%s) - toDecimal128(%s, 0) * toDecimal128('1%026d', 0))", name,
                high.bytes ? high.bytes : "", 0);
    text_format(&middle, "toInt64(intDiv(%s, toDecimal128('1%013d', 0)))",
                rest.bytes ? rest.bytes : "", 0);
    text_format(&low, "(%s - toDecimal128(%s, 0) * toDecimal128('1%013d', 0))",
                rest.bytes ? rest.bytes : "", middle.bytes ? middle.bytes : "", 0);
    if (!high.failed && !rest.failed && !middle.failed && !low.failed) {
        text_format(out, "concat(if(%s < 0, '-', ''), replaceRegexpOne(concat(toString(%s), ", name,
                    high.bytes);
        add_padded(out, middle.bytes, LIMB);
        text_add_string(out, ", ");
        add_padded(out, low.bytes, LIMB + (scale > 0 ? 1 + scale : 0));
        text_add_string(out, "), '^0+([0-9])', '\\\\1'))");
    }
    out->failed |= high.failed || rest.failed || middle.failed || low.failed;
    text_free(&high);
    text_free(&rest);
    text_free(&middle);
    text_free(&low);
}

void clickhouse_add_plain_text(text *out, const char *name, const char *type) {
    int precision = 0, scale = 0;
    if (is_decimal(inside(type), &precision, &scale) && precision - scale > MOST_SAFE_DIGITS)
        add_long_decimal(out, name, scale);
    else if (is_type(type, "String"))
        text_add_string(out, name);
    else if (is_type(type, "FixedString"))
        text_format(out, "replaceRegexpOne(toString(%s), '\\\\x00+$', '')", name);
    else if (is_type(type, "DateTime"))
        text_format(out, "toString(%s, 'UTC')", name);
    else
        text_format(out, "toString(%s)", name);
}

void clickhouse_add_as_text(text *out, const char *name, const char *type, absent_texts absent) {
    bool nullable = clickhouse_is_nullable(type), empties = is_text(type);
    if (nullable)
        text_add_string(out, "ifNull(");
    if (empties) {
        text_add_string(out, "if(");
        clickhouse_add_plain_text(out, name, type);
        text_add_string(out, " = '', ");
        clickhouse_add_text(out, absent.empty, strlen(absent.empty));
        text_add_string(out, ", ");
    }
    clickhouse_add_plain_text(out, name, type);
    if (empties)
        text_add_string(out, ")");
    if (nullable) {
        text_add_string(out, ", ");
        clickhouse_add_text(out, absent.null, strlen(absent.null));
        text_add_string(out, ")");
    }
}

/* ---- From elsewhere -------------------------------------------------------------------------- */

/* The end of a quoted text that begins at `at`, or NULL. */
static const char *skip_quoted(const char *at) {
    for (at++; *at && *at != '\''; at++)
        if (*at == '\\' && at[1])
            at++;
    return *at ? at : NULL;
}

bool clickhouse_is_type(const char *type) {
    int depth = 0;
    if (!isalpha((unsigned char)*type))
        return false;
    for (; *type; type++) {
        if (*type == '(')
            depth++;
        else if (*type == ')' && --depth <= 0)
            return depth == 0 && type[1] == '\0';
        else if (*type == '\'' && depth > 0)
            type = skip_quoted(type);
        else if (!isalnum((unsigned char)*type) && (depth == 0 || !strchr(" ,=-", *type)) &&
                 *type != ')')
            return false;
        if (!type)
            return false;
    }
    return depth == 0;
}

/* Arrays and tuples are not among them: as rows they have another form than as texts. */
static bool add_own_type(text *out, const char *native) {
    const char *bare = inside(native);
    size_t wrapped = 0, length = strlen(bare);
    for (const char *at = native; at < bare; at++)
        wrapped += *at == '(';
    char *type = length > wrapped ? memory_text(bare, length - wrapped) : NULL;
    bool fine = type && clickhouse_is_type(type);
    if (fine)
        text_add_string(out, type);
    memory_free(type);
    return fine;
}

static bool add_integer(text *out, const column_origin *origin) {
    int bits = origin->bits <= 8 ? 8 : origin->bits <= 16 ? 16 : origin->bits <= 32 ? 32 : 64;
    if (origin->bits > 64)
        return false;
    text_format(out, "%sInt%d", origin->is_unsigned ? "U" : "", origin->bits > 0 ? bits : 64);
    return true;
}

/* A type that lists its values, or is made of one that does, would publish those of rows that are
 * left out. */
static bool lists_values(const char *native) {
    for (const char *at = native; at && *at; at++) {
        if (*at == '\'')
            at = skip_quoted(at);
        else if (begins(at, "Enum8(") || begins(at, "Enum16("))
            return true;
        if (!at)
            return true;
    }
    return false;
}

const char *clickhouse_kept_type(const char *native) {
    if (!lists_values(native))
        return native;
    return clickhouse_is_nullable(native) ? "Nullable(String)" : "String";
}

bool clickhouse_add_type(text *out, const column_origin *origin) {
    /* Moments are told in UTC, also those of ClickHouse: a zone of the column's own would move
     * them. */
    if (origin->kind && strcmp(origin->kind, CLICKHOUSE_KIND) == 0 && origin->native &&
        origin->of != VALUE_TIMESTAMP)
        return (origin->of != VALUE_OTHER || is_type(origin->native, "UUID")) &&
               !lists_values(origin->native) && add_own_type(out, origin->native);
    switch (origin->of) {
    case VALUE_BOOLEAN:
        text_add_string(out, "Enum8('false' = 0, 'true' = 1)");
        return true;
    case VALUE_INTEGER:
        return add_integer(out, origin);
    case VALUE_DECIMAL:
        if (origin->precision < 1 || origin->precision > MOST_DIGITS || origin->scale < 0 ||
            origin->scale > origin->precision)
            return false;
        text_format(out, "Decimal(%d, %d)", origin->precision, origin->scale);
        return true;
    case VALUE_REAL:
        text_format(out, "Float%d", origin->bits == 32 ? 32 : 64);
        return true;
    case VALUE_DATE:
        text_add_string(out, "Date");
        return true;
    case VALUE_TIMESTAMP:
        text_add_string(out, "DateTime('UTC')");
        return true;
    default:
        return false;
    }
}

/* ---- Surviving ------------------------------------------------------------------------------- */

/* Texts of another form would make the conversion fail: they are kept from it. */
static void add_guarded(text *out, const char *name, const char *type, const char *form,
                        const char *instead) {
    text_format(out, "match(%s, '%s') AND ", name, form);
    text converted = {0};
    if (is_type(type, "DateTime")) /* a cast takes no notice of the zone */
        text_format(&converted, "toDateTime(if(match(%s, '%s'), %s, '%s'), 'UTC')", name, form,
                    name, instead);
    else
        text_format(&converted, "CAST(if(match(%s, '%s'), %s, '%s') AS %s)", name, form, name,
                    instead, type);
    clickhouse_add_plain_text(out, converted.bytes ? converted.bytes : "", type);
    out->failed |= converted.failed;
    text_free(&converted);
    text_format(out, " = %s", name);
}

static void add_decimal(text *out, const char *name, const char *type) {
    int precision = 0, scale = 0;
    char form[64], instead[64] = "0";
    if (!is_decimal(type, &precision, &scale))
        precision = scale = 0;
    if (scale > 0)
        snprintf(form, sizeof form, "^-?[0-9]{1,%d}[.][0-9]{%d}$",
                 precision > scale ? precision - scale : 1, scale);
    else
        snprintf(form, sizeof form, "^-?[0-9]{1,%d}$", precision);
    add_guarded(out, name, type, form, instead);
}

void clickhouse_add_survives(text *out, const char *name, const char *type) {
    if (is_type(type, "String"))
        text_add_string(out, "1");
    else if (is_type(type, "Date"))
        add_guarded(out, name, type, "^[0-2][0-9]{3}-[01][0-9]-[0-3][0-9]$", "2000-01-01");
    else if (is_type(type, "DateTime"))
        add_guarded(out, name, type,
                    "^[0-2][0-9]{3}-[01][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]$",
                    "2000-01-01 00:00:00");
    else if (begins(type, "Decimal("))
        add_decimal(out, name, type);
    else if (begins(type, "Int") || begins(type, "UInt"))
        add_guarded(out, name, type, "^-?[0-9]{1,19}$|^[0-9]{20}$", "0");
    else if (begins(type, "Float"))
        add_guarded(out, name, type, "^-?([0-9]+([.][0-9]+)?(e-?[0-9]+)?|inf|nan)$", "0");
    else
        add_guarded(out, name, type, "", "");
}

void clickhouse_add_hashed(text *out, const char *bare, const char *type) {
    text name = {0};
    clickhouse_add_name(&name, bare);
    if (!name.failed) {
        text_format(out, "%sisNull(%s), ifNull(", out->length ? ", " : "", name.bytes);
        clickhouse_add_plain_text(out, name.bytes, type);
        text_add_string(out, ", '')");
    }
    out->failed |= name.failed;
    text_free(&name);
}
