/* Values and tuples of a table in PostgreSQL. */
#include "database/postgresql/postgresql_engine.h"

/* ---- Values ---------------------------------------------------------------------------------- */

typedef struct value_rows {
    engine_see_value *see;
    void *context;
} value_rows;

static shoal_status see_value(const engine_value *value, void *context, shoal_error *error) {
    const value_rows *to = context;
    int64_t rows;
    if (!statement_read_number(&rows, &value[1]))
        return statement_fail_number(error);
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
        if (!statement_read_number(&to->key[word], &value[word]))
            return statement_fail_number(error);
    if (!statement_read_number(&rows, &value[to->layout->words]))
        return statement_fail_number(error);
    key_layout_split(to->code, to->layout, to->key);
    return to->see(to->code, (uint64_t)rows, to->context, error);
}

/* The keys of the rows of the source, and how many have each. */
static void add_source_groups(text *out, const mapped_source *mapped) {
    size_t words = mapped->layout.words;
    for (size_t word = 0; word < words; word++) {
        text_add_string(out, word == 0 ? "SELECT " : ", ");
        mapped_source_add_key(out, mapped, word);
        text_format(out, " AS shoal_key_%zu", word);
    }
    text_format(out, ", count(*) AS shoal_sum%s GROUP BY 1", mapped->from.bytes);
    for (size_t word = 1; word < words; word++)
        text_format(out, ", %zu", word + 1);
}

static shoal_status copy_tuples(postgresql_database *from, const key_layout *layout, text *query,
                                engine_see_tuple *see, void *context, shoal_error *error) {
    tuple_rows to = {.layout = layout,
                     .key = memory_new(layout->words, sizeof *to.key),
                     .code = memory_new(layout->maps, sizeof *to.code),
                     .see = see,
                     .context = context};
    shoal_status status =
        to.key && to.code ? statement_copy(from, query, layout->words + 1, see_tuple, &to, error)
                          : status_no_memory(error);
    memory_free(to.key);
    memory_free(to.code);
    return status;
}

static shoal_status source_tuples(postgresql_database *from, const engine_map *map, size_t maps,
                                  engine_see_tuple *see, void *context, shoal_error *error) {
    mapped_source mapped = {0};
    text query = {0};
    shoal_status status = mapped_source_make(&mapped, from, map, maps, NULL, error);
    if (status == SHOAL_OK) {
        add_source_groups(&query, &mapped);
        status = copy_tuples(from, &mapped.layout, &query, see, context, error);
    }
    text_free(&query);
    mapped_source_free(&mapped);
    return status;
}

static shoal_status kept_tuples(postgresql_database *from, const engine_map *map, size_t maps,
                                engine_see_tuple *see, void *context, shoal_error *error) {
    key_layout layout = {0};
    text query = {0};
    shoal_status status = key_layout_make(&layout, map, maps, error);
    if (status == SHOAL_OK) {
        kept_add_groups(&query, &from->kept, &layout, map);
        status = copy_tuples(from, &layout, &query, see, context, error);
    }
    text_free(&query);
    key_layout_free(&layout);
    return status;
}

shoal_status postgresql_tuples(database *from, const engine_map *map, size_t maps,
                               engine_see_tuple *see, void *context, shoal_error *error) {
    postgresql_database *own = (postgresql_database *)from;
    return own->kept.table ? kept_tuples(own, map, maps, see, context, error)
                           : source_tuples(own, map, maps, see, context, error);
}

/* ---- Keeping them ---------------------------------------------------------------------------- */

const kept_dialect postgresql_kept_dialect = {
    .array = "('{",
    .at = "}'::bigint[])[(",
    .array_end = ")::int + 1]",
    .divide = "(",
    .by = " / ",
    .divide_end = ")",
    .number = "(",
    .number_end = ")::bigint",
    .squared = "shoal_rows::numeric * shoal_rows",
};

static void add_kept_table(text *out, const mapped_source *mapped) {
    text_add_string(out, "CREATE TEMP TABLE shoal_kept ON COMMIT DROP AS SELECT ");
    for (size_t i = 0; i < mapped->layout.maps; i++) {
        text_add_string(out, "(");
        kept_add_code(out, &postgresql_kept_dialect, &mapped->layout, i);
        text_format(out, ")::int AS " KEPT_CODE ", ", i);
    }
    text_add_string(out, "shoal_sum AS " KEPT_ROWS " FROM (");
    add_source_groups(out, mapped);
    text_add_string(out, ") AS shoal_groups");
}

shoal_status postgresql_keep(database *from, const engine_map *map, size_t maps,
                             shoal_error *error) {
    postgresql_database *own = (postgresql_database *)from;
    mapped_source mapped = {0};
    text make = {0}, name = {0}, analyze = {0};
    shoal_status status = mapped_source_make(&mapped, own, map, maps, NULL, error);
    if (status == SHOAL_OK) {
        add_kept_table(&make, &mapped);
        status = statement_run(own, "make a temporary table", &make, error);
    }
    text_add_string(&analyze, "ANALYZE pg_temp.shoal_kept");
    if (status == SHOAL_OK)
        status = statement_run(own, "look at a temporary table", &analyze, error);
    text_add_string(&name, "pg_temp.shoal_kept");
    if (status == SHOAL_OK)
        status = kept_set_open(&own->kept, &postgresql_kept_dialect, &name, map, maps, error);
    text_free(&make);
    text_free(&analyze);
    text_free(&name);
    mapped_source_free(&mapped);
    return status;
}
