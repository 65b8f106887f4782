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

static shoal_status read_keys(clickhouse_database *self, const engine_map *map,
                              const key_layout *layout, const tuple_reader *to,
                              shoal_error *error) {
    text ask = {0};
    binary_reader from = {0};
    kept_add_groups(&ask, &self->kept, layout, map);
    shoal_status status = binary_open(&from, self->of, &ask, error);
    if (status == SHOAL_OK)
        status = see_keys(&from, layout, to, error);
    binary_close(&from);
    text_free(&ask);
    return status;
}

/* The table of codes is what is grouped, also where nothing else is asked of it. */
shoal_status clickhouse_tuples(database *base, const engine_map *map, size_t maps,
                               engine_see_tuple *see, void *context, shoal_error *error) {
    clickhouse_database *self = (clickhouse_database *)base;
    tuple_reader to = {see, context};
    key_layout layout = {0};
    shoal_status status = self->kept.table ? SHOAL_OK : clickhouse_keep(base, map, maps, error);
    if (status == SHOAL_OK)
        status = key_layout_make(&layout, map, maps, error);
    if (status == SHOAL_OK)
        status = read_keys(self, map, &layout, &to, error);
    key_layout_free(&layout);
    return status;
}
