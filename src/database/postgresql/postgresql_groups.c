/* Values, tuples and estimates of a table in PostgreSQL. */
#include "database/distinct_estimate.h"
#include "database/postgresql/postgresql_engine.h"

#include <inttypes.h>
#include <stdlib.h>

/* Fields of COPY end with a NUL. */
static bool read_number(int64_t *out, const engine_value *value) {
    char *end = NULL;
    if (!value->text || value->length == 0)
        return false;
    *out = strtoll(value->text, &end, 10);
    return end == value->text + value->length;
}

static shoal_status fail_number(shoal_error *error) {
    return status_fail(error, SHOAL_IO, "the server's answer has no number where it must");
}

/* ---- Values ---------------------------------------------------------------------------------- */

typedef struct value_rows {
    engine_see_value *see;
    void *context;
} value_rows;

static shoal_status see_value(const engine_value *value, void *context, shoal_error *error) {
    const value_rows *to = context;
    int64_t rows;
    if (!read_number(&rows, &value[1]))
        return fail_number(error);
    return to->see(&value[0], (uint64_t)rows, to->context, error);
}

shoal_status postgresql_values(database *from, size_t index, const engine_map *map, size_t maps,
                               engine_see_value *see, void *context, shoal_error *error) {
    postgresql_database *own = (postgresql_database *)from;
    value_rows to = {see, context};
    mapped_source mapped = {0};
    text query = {0};
    shoal_status status = mapped_source_make(&mapped, own, map, maps, NULL, error);
    if (status == SHOAL_OK) {
        text_add_string(&query, "SELECT ");
        statement_add_text(&query, index);
        text_format(&query, ", count(*)%s GROUP BY 1", mapped.from.bytes);
        status = statement_copy(own, &query, 2, see_value, &to, error);
    }
    mapped_source_free(&mapped);
    return status;
}

/* ---- Tuples ---------------------------------------------------------------------------------- */

typedef struct tuple_rows {
    const key_layout *layout;
    int64_t *key;
    uint32_t *code;
    engine_see_tuple *see;
    void *context;
} tuple_rows;

static shoal_status see_tuple(const engine_value *value, void *context, shoal_error *error) {
    const tuple_rows *to = context;
    int64_t rows;
    for (size_t word = 0; word < to->layout->words; word++)
        if (!read_number(&to->key[word], &value[word]))
            return fail_number(error);
    if (!read_number(&rows, &value[to->layout->words]))
        return fail_number(error);
    key_layout_split(to->code, to->layout, to->key);
    return to->see(to->code, (uint64_t)rows, to->context, error);
}

static shoal_status copy_tuples(postgresql_database *from, const mapped_source *mapped,
                                tuple_rows *to, shoal_error *error) {
    text query = {0};
    size_t words = mapped->layout.words;
    for (size_t word = 0; word < words; word++) {
        text_add_string(&query, word == 0 ? "SELECT " : ", ");
        mapped_source_add_key(&query, mapped, word);
    }
    text_format(&query, ", count(*)%s GROUP BY 1", mapped->from.bytes);
    for (size_t word = 1; word < words; word++)
        text_format(&query, ", %zu", word + 1);
    return statement_copy(from, &query, words + 1, see_tuple, to, error);
}

shoal_status postgresql_tuples(database *from, const engine_map *map, size_t maps,
                               engine_see_tuple *see, void *context, shoal_error *error) {
    postgresql_database *own = (postgresql_database *)from;
    mapped_source mapped = {0};
    shoal_status status = mapped_source_make(&mapped, own, map, maps, NULL, error);
    tuple_rows to = {.layout = &mapped.layout, .see = see, .context = context};
    if (status == SHOAL_OK) {
        to.key = memory_new(mapped.layout.words, sizeof *to.key);
        to.code = memory_new(maps, sizeof *to.code);
        status =
            to.key && to.code ? copy_tuples(own, &mapped, &to, error) : status_no_memory(error);
    }
    memory_free(to.key);
    memory_free(to.code);
    mapped_source_free(&mapped);
    return status;
}

/* ---- Estimates ------------------------------------------------------------------------------- */

static shoal_status see_register(const engine_value *value, void *context, shoal_error *error) {
    uint64_t *lowest = context;
    int64_t number, bit;
    if (!read_number(&number, &value[0]) || !read_number(&bit, &value[1]) || number < 0 ||
        (size_t)number >= DISTINCT_REGISTERS)
        return fail_number(error);
    /* A hash of nothing but zeros is divided by every power. */
    lowest[number] = bit > 0 ? (uint64_t)bit : UINT64_C(1) << (63 - DISTINCT_BITS);
    return SHOAL_OK;
}

/* Powers of two in place of the number of their zeros: they have the same order, and plain SQL has
 * no better. */
static shoal_status sketch(uint64_t *lowest, postgresql_database *from, const mapped_source *mapped,
                           shoal_error *error) {
    text query = {0};
    text_format(&query, "SELECT h & %zu, max((h >> %d) & -(h >> %d)) FROM (SELECT ",
                DISTINCT_REGISTERS - 1, DISTINCT_BITS, DISTINCT_BITS);
    for (size_t word = 0; word < mapped->layout.words; word++) {
        text_add_string(&query, "hashint8extended(");
        mapped_source_add_key(&query, mapped, word);
        text_add_string(&query, ", ");
    }
    text_add_string(&query, "0");
    for (size_t word = 0; word < mapped->layout.words; word++)
        text_add_string(&query, ")");
    text_format(&query, " AS h%s) AS hashes GROUP BY 1", mapped->from.bytes);
    return statement_copy(from, &query, 2, see_register, lowest, error);
}

shoal_status postgresql_estimate(double *out, database *from, const engine_map *map, size_t maps,
                                 shoal_error *error) {
    postgresql_database *own = (postgresql_database *)from;
    mapped_source mapped = {0};
    uint64_t *lowest = memory_zero(DISTINCT_REGISTERS, sizeof *lowest);
    shoal_status status =
        lowest ? mapped_source_make(&mapped, own, map, maps, NULL, error) : status_no_memory(error);
    if (status == SHOAL_OK)
        status = sketch(lowest, own, &mapped, error);
    if (status == SHOAL_OK)
        *out = distinct_estimate(lowest);
    memory_free(lowest);
    mapped_source_free(&mapped);
    return status;
}
