#include "database/clickhouse/clickhouse_maps.h"

#include "store/clickhouse/clickhouse_row_writer.h"
#include "store/clickhouse/clickhouse_type.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- Filling them ---------------------------------------------------------------------------- */

typedef struct map_stream {
    const engine_map *map;
    const engine_value *label; /* NULL: none */
    size_t next;
    text made;
    size_t sent;
} map_stream;

static void add_entry(map_stream *from, size_t index) {
    const engine_value *value = &from->map->value[index];
    uint32_t code = from->map->code[index];
    const engine_value *label = from->label ? &from->label[code] : NULL;
    bool known = label && label->text;
    if (value->text)
        clickhouse_add_value(&from->made, value->text, value->length);
    else
        text_add_string(&from->made, ORIGIN_ABSENT);
    text_format(&from->made, "\t%" PRIu32 "\t", code + 1);
    clickhouse_add_value(&from->made, known ? label->text : "", known ? label->length : 0);
    text_format(&from->made, "\t%d\n", label && !label->text);
}

static shoal_status read_entries(void *context, char *into, size_t size, size_t *got,
                                 shoal_error *error) {
    map_stream *from = context;
    if (from->sent == from->made.length) {
        from->made.length = from->sent = 0;
        for (; from->next < from->map->values && from->made.length < size; from->next++)
            add_entry(from, from->next);
    }
    size_t left = from->made.length - from->sent;
    *got = left < size ? left : size;
    if (*got > 0)
        memcpy(into, from->made.bytes + from->sent, *got);
    from->sent += *got;
    return from->made.failed ? status_no_memory(error) : SHOAL_OK;
}

static void add_table_name(text *out, const clickhouse_maps *maps, size_t index) {
    text_format(out, "%s_%s_%zu", maps->pending->name, maps->name, index);
}

/* The whole name, with the database. */
static void add_table(text *out, const clickhouse_maps *maps, size_t index) {
    char name[64];
    snprintf(name, sizeof name, "%s_%zu", maps->name, index);
    clickhouse_add_helper(out, maps->pending, name);
}

static shoal_status fill_table(const clickhouse_maps *maps, size_t index, const engine_value *label,
                               size_t server, shoal_error *error) {
    clickhouse *of = maps->pending->of;
    text make = {0}, insert = {0};
    map_stream from = {.map = &maps->map[index], .label = label};
    byte_stream rows = {read_entries, &from};
    text_add_string(&make, "CREATE TABLE ");
    add_table(&make, maps, index);
    text_add_string(&make, " (v String, c UInt32, l String, n UInt8) ENGINE = Join(ANY, LEFT, v)");
    text_add_string(&insert, "INSERT INTO ");
    add_table(&insert, maps, index);
    text_add_string(&insert, " FORMAT TabSeparated\n");
    shoal_status status = clickhouse_run(of, server, &make, NULL, error);
    if (status == SHOAL_OK)
        status = clickhouse_insert(of, server, &insert, &rows, error);
    text_free(&make);
    text_free(&insert);
    text_free(&from.made);
    return status;
}

static bool has_null(const engine_map *map, const engine_value *label) {
    for (uint32_t i = 0; label && i < map->codes; i++)
        if (!label[i].text)
            return true;
    return false;
}

shoal_status clickhouse_maps_open(clickhouse_maps *out, clickhouse_pending *pending,
                                  const database *of, const char *name,
                                  const engine_map *const *map, const engine_value *const *label,
                                  size_t maps, shoal_error *error) {
    *out = (clickhouse_maps){.pending = pending, .of = of, .maps = maps};
    snprintf(out->name, sizeof out->name, "%s", name);
    out->nulls = memory_zero(maps, sizeof *out->nulls);
    out->map = memory_new(maps, sizeof *out->map);
    if (!out->nulls || !out->map)
        return status_no_memory(error);
    for (size_t i = 0; i < maps; i++)
        out->map[i] = *map[i];
    STATUS_TRY(key_layout_make(&out->layout, out->map, maps, error));
    for (size_t i = 0; i < maps; i++) {
        out->nulls[i] = has_null(map[i], label ? label[i] : NULL);
        for (size_t server = 0; server < pending->of->servers; server++)
            STATUS_TRY(fill_table(out, i, label ? label[i] : NULL, server, error));
    }
    return SHOAL_OK;
}

void clickhouse_maps_close(clickhouse_maps *maps) {
    for (size_t i = 0; maps->nulls && i < maps->maps; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s_%zu", maps->name, i);
        clickhouse_drop_helper(maps->pending, name);
    }
    memory_free(maps->nulls);
    memory_free(maps->map);
    key_layout_free(&maps->layout);
    *maps = (clickhouse_maps){0};
}

/* ---- Parts of statements --------------------------------------------------------------------- */

void clickhouse_maps_add_key(text *out, const clickhouse_maps *maps, size_t index) {
    size_t at = maps->map[index].column;
    const char *type = maps->of->origin[at]->native;
    text name = {0};
    clickhouse_add_name(&name, maps->of->names[at]);
    text_add_string(out, "ifNull(");
    if (!name.failed)
        clickhouse_add_plain_text(out, name.bytes, type);
    text_add_string(out, ", '" ORIGIN_ABSENT "')");
    out->failed |= name.failed;
    text_free(&name);
}

static void add_lookup(text *out, const clickhouse_maps *maps, size_t index, const char *what) {
    text_add_string(out, "joinGet('");
    add_table_name(out, maps, index);
    text_format(out, "', '%s', ", what);
    clickhouse_maps_add_key(out, maps, index);
    text_add_string(out, ")");
}

void clickhouse_maps_add_codes(text *out, const clickhouse_maps *maps) {
    for (size_t i = 0; i < maps->maps; i++) {
        text_add_string(out, i ? ", " : "");
        add_lookup(out, maps, i, "c");
        text_format(out, " AS `shoal_code_%zu`", i);
    }
}

void clickhouse_maps_add_labels(text *out, const clickhouse_maps *maps) {
    for (size_t i = 0; i < maps->maps; i++) {
        text_add_string(out, ", ");
        add_lookup(out, maps, i, "l");
        text_format(out, " AS `shoal_label_%zu`", i);
        if (!maps->nulls[i])
            continue;
        text_add_string(out, ", ");
        add_lookup(out, maps, i, "n");
        text_format(out, " AS `shoal_null_%zu`", i);
    }
}

void clickhouse_maps_add_known(text *out, const clickhouse_maps *maps) {
    for (size_t i = 0; i < maps->maps; i++)
        text_format(out, "%s`shoal_code_%zu` > 0", i ? " AND " : "", i);
    text_add_string(out, maps->maps == 0 ? "1" : "");
}

void clickhouse_maps_add_has(text *out, const clickhouse_maps *maps) {
    for (size_t i = 0; i < maps->maps; i++) {
        text_add_string(out, i ? " AND " : "");
        clickhouse_maps_add_key(out, maps, i);
        text_add_string(out, " IN (SELECT v FROM ");
        add_table(out, maps, i);
        text_add_string(out, ")");
    }
    text_add_string(out, maps->maps == 0 ? "1" : "");
}

void clickhouse_maps_add_keys(text *out, const clickhouse_maps *maps, bool named) {
    for (size_t word = 0; word < maps->layout.words; word++) {
        text_add_string(out, word ? ", toInt64(0)" : "toInt64(0)");
        for (size_t i = 0; i < maps->maps; i++)
            if (maps->layout.word[i] == word)
                text_format(out, " + (toInt64(`shoal_code_%zu`) - 1) * %" PRId64, i,
                            maps->layout.weight[i]);
        if (named)
            text_format(out, " AS `shoal_key_%zu`", word);
    }
}
