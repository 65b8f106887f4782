#include "database/clickhouse/clickhouse_engine.h"

#include "database/clickhouse/clickhouse_binary.h"
#include "store/clickhouse/clickhouse_type.h"

#include <string.h>

/* ---- Values and tuples ----------------------------------------------------------------------- */

static shoal_status see_values(clickhouse_database *self, text *ask, engine_see_value *see,
                               void *context, shoal_error *error) {
    binary_reader from = {0};
    bool more = false;
    shoal_status status = binary_open(&from, self->of, ask, error);
    while (status == SHOAL_OK && (status = binary_next(&more, &from, error)) == SHOAL_OK && more) {
        engine_value value;
        int64_t rows = 0;
        status = binary_texts(&value, 1, &from, error);
        size_t begin = value.text ? (size_t)(value.text - from.bytes) : 0;
        if (status == SHOAL_OK)
            status = binary_numbers(&rows, 1, &from, error);
        if (value.text && status == SHOAL_OK)
            value.text = from.bytes + begin;
        if (status == SHOAL_OK)
            status = see(&value, (uint64_t)rows, context, error);
    }
    binary_close(&from);
    return status;
}

static const engine_map **point_at(const engine_map *map, size_t maps) {
    const engine_map **made = memory_new(maps, sizeof *made);
    for (size_t i = 0; made && i < maps; i++)
        made[i] = &map[i];
    return made;
}

static void add_values(text *out, const clickhouse_database *self, size_t index) {
    const database *base = &self->base;
    text name = {0};
    clickhouse_add_name(&name, base->names[index]);
    text_add_string(out, "SELECT toNullable(");
    if (!name.failed)
        clickhouse_add_plain_text(out, name.bytes, base->origin[index]->native);
    text_format(out, ") AS `shoal_value`, count() FROM %s", self->sites.from);
    out->failed |= name.failed;
    text_free(&name);
}

shoal_status clickhouse_values(database *base, size_t index, const engine_map *map, size_t maps,
                               engine_see_value *see, void *context, shoal_error *error) {
    clickhouse_database *self = (clickhouse_database *)base;
    clickhouse_maps only = {0};
    text ask = {0};
    const engine_map **each = map && maps > 0 ? point_at(map, maps) : NULL;
    shoal_status status = map && maps > 0 && !each ? status_no_memory(error) : SHOAL_OK;
    add_values(&ask, self, index);
    if (each && status == SHOAL_OK) {
        status = clickhouse_maps_open(&only, self->pending, base, "only", each, NULL, maps, error);
        text_add_string(&ask, " WHERE ");
        clickhouse_maps_add_has(&ask, &only);
    }
    text_add_string(&ask, " GROUP BY `shoal_value`");
    if (status == SHOAL_OK)
        status = see_values(self, &ask, see, context, error);
    if (each)
        clickhouse_maps_close(&only);
    memory_free(each);
    text_free(&ask);
    return status;
}

/* Where the keys of all sites are. */
static void add_keys_name(text *out, const clickhouse_database *self) {
    clickhouse_add_helper(out, self->pending, self->sites.on_shards ? "keys" : "keys_rows");
}

static shoal_status make_keys_table(clickhouse_database *self, const text *columns,
                                    shoal_error *error) {
    text make = {0}, together = {0};
    shoal_status status = SHOAL_OK;
    text_add_string(&make, "CREATE TABLE ");
    clickhouse_add_helper(&make, self->pending, "keys_rows");
    text_format(&make, " (%s) ENGINE = MergeTree ORDER BY tuple()", columns->bytes);
    for (size_t i = self->sites.first; i < self->sites.end && status == SHOAL_OK; i++)
        status = clickhouse_run(self->of, i, &make, NULL, error);
    if (status == SHOAL_OK && self->sites.on_shards) {
        text_add_string(&together, "CREATE TABLE ");
        clickhouse_add_helper(&together, self->pending, "keys");
        text_format(&together, " (%s) ENGINE = Distributed(", columns->bytes);
        clickhouse_add_text(&together, self->of->cluster, strlen(self->of->cluster));
        text_add_string(&together, ", ");
        clickhouse_add_text(&together, self->of->database, strlen(self->of->database));
        text_format(&together, ", '%s_keys_rows')", self->pending->name);
        status = clickhouse_run(self->of, 0, &together, NULL, error);
    }
    text_free(&make);
    text_free(&together);
    return status;
}

/* The table of codes: a row of keys for each row of the source, at its site. */
static shoal_status make_keys(clickhouse_database *self, const clickhouse_maps *maps,
                              shoal_error *error) {
    text columns = {0}, insert = {0};
    for (size_t i = 0; i < maps->layout.words; i++)
        text_format(&columns, "%s`shoal_key_%zu` Int64", i ? ", " : "", i);
    shoal_status status =
        columns.failed ? status_no_memory(error) : make_keys_table(self, &columns, error);
    text_add_string(&insert, "INSERT INTO ");
    clickhouse_add_helper(&insert, self->pending, "keys_rows");
    text_add_string(&insert, " SELECT ");
    clickhouse_maps_add_keys(&insert, maps, true);
    text_add_string(&insert, " FROM (SELECT ");
    clickhouse_maps_add_codes(&insert, maps);
    text_format(&insert, " FROM %s) WHERE ", self->sites.local);
    clickhouse_maps_add_known(&insert, maps);
    for (size_t i = self->sites.first; i < self->sites.end && status == SHOAL_OK; i++)
        status = clickhouse_run(self->of, i, &insert, NULL, error);
    text_free(&columns);
    text_free(&insert);
    return status;
}

typedef shoal_status use_keys(clickhouse_database *self, const clickhouse_maps *maps, void *context,
                              shoal_error *error);

static shoal_status with_keys(clickhouse_database *self, const engine_map *map, size_t maps,
                              use_keys *use, void *context, shoal_error *error) {
    clickhouse_maps made = {0};
    const engine_map **each = point_at(map, maps);
    if (!each)
        return status_no_memory(error);
    shoal_status status =
        clickhouse_maps_open(&made, self->pending, &self->base, "code", each, NULL, maps, error);
    if (status == SHOAL_OK)
        status = make_keys(self, &made, error);
    if (status == SHOAL_OK)
        status = use(self, &made, context, error);
    clickhouse_drop_helper(self->pending, "keys");
    clickhouse_drop_helper(self->pending, "keys_rows");
    clickhouse_maps_close(&made);
    memory_free(each);
    return status;
}

static void add_words(text *out, const clickhouse_maps *maps) {
    for (size_t i = 0; i < maps->layout.words; i++)
        text_format(out, "%s`shoal_key_%zu`", i ? ", " : "", i);
}

static shoal_status estimate_keys(clickhouse_database *self, const clickhouse_maps *maps,
                                  void *context, shoal_error *error) {
    text ask = {0};
    uint64_t found = 0;
    text_add_string(&ask, "SELECT uniqCombined(");
    add_words(&ask, maps);
    text_add_string(&ask, ") FROM ");
    add_keys_name(&ask, self);
    shoal_status status = clickhouse_count(&found, self->of, 0, &ask, error);
    *(double *)context = (double)found;
    text_free(&ask);
    return status;
}

shoal_status clickhouse_estimate(double *out, database *base, const engine_map *map, size_t maps,
                                 shoal_error *error) {
    return with_keys((clickhouse_database *)base, map, maps, estimate_keys, out, error);
}

typedef struct tuple_reader {
    engine_see_tuple *see;
    void *context;
} tuple_reader;

static shoal_status see_keys(binary_reader *from, const key_layout *layout, const tuple_reader *to,
                             shoal_error *error) {
    bool more = false;
    int64_t *key = memory_new(layout->words + 1, sizeof *key);
    uint32_t *code = memory_new(layout->maps, sizeof *code);
    shoal_status status = key && code ? SHOAL_OK : status_no_memory(error);
    while (status == SHOAL_OK && (status = binary_next(&more, from, error)) == SHOAL_OK && more) {
        status = binary_numbers(key, layout->words + 1, from, error);
        if (status == SHOAL_OK) {
            key_layout_split(code, layout, key);
            status = to->see(code, (uint64_t)key[layout->words], to->context, error);
        }
    }
    memory_free(key);
    memory_free(code);
    return status;
}

static shoal_status read_keys(clickhouse_database *self, const clickhouse_maps *maps, void *context,
                              shoal_error *error) {
    text ask = {0};
    binary_reader from = {0};
    text_add_string(&ask, "SELECT ");
    add_words(&ask, maps);
    text_add_string(&ask, ", count() FROM ");
    add_keys_name(&ask, self);
    text_add_string(&ask, " GROUP BY ");
    add_words(&ask, maps);
    shoal_status status = binary_open(&from, self->of, &ask, error);
    if (status == SHOAL_OK)
        status = see_keys(&from, &maps->layout, context, error);
    binary_close(&from);
    text_free(&ask);
    return status;
}

shoal_status clickhouse_tuples(database *base, const engine_map *map, size_t maps,
                               engine_see_tuple *see, void *context, shoal_error *error) {
    tuple_reader to = {see, context};
    return with_keys((clickhouse_database *)base, map, maps, read_keys, &to, error);
}
