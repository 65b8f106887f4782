#include "database/clickhouse/clickhouse_engine.h"

#include "store/clickhouse/clickhouse_type.h"

#include <inttypes.h>
#include <string.h>

/* Bytes of keys of classes that are sent at once. */
#define CLASSES_AT_ONCE ((size_t)4 << 20)

/* ---- Making the release ---------------------------------------------------------------------- */

static shoal_status take_labels(clickhouse_database *self, const engine_release *release,
                                shoal_error *error) {
    engine_column *columns = memory_new(release->columns, sizeof *columns);
    if (!columns)
        return status_no_memory(error);
    memcpy(columns, release->column, release->columns * sizeof *columns);
    self->release = *release;
    self->release.column = columns;
    self->map = memory_new(release->columns, sizeof *self->map);
    self->label = memory_new(release->columns, sizeof *self->label);
    self->types = memory_zero(release->columns, sizeof *self->types);
    if (!self->map || !self->label || !self->types)
        return status_no_memory(error);
    for (size_t i = 0; i < release->columns; i++)
        if (release->column[i].use == ENGINE_LABEL) {
            self->map[self->labels] = release->column[i].map;
            self->label[self->labels++] = release->column[i].label;
        }
    self->has_maps = true;
    return clickhouse_maps_open(&self->maps, self->pending, &self->base, "label", self->map,
                                self->label, self->labels, error);
}

static shoal_status choose_types(clickhouse_database *self, text *columns, shoal_error *error) {
    const engine_release *release = &self->release;
    for (size_t i = 0, label = 0; i < release->columns; i++) {
        const engine_column *each = &release->column[i];
        const char *type = "String";
        if (each->use == ENGINE_KEEP)
            type = clickhouse_kept_type(self->base.origin[each->column]->native);
        else if (each->use == ENGINE_LABEL && self->maps.nulls[label++])
            type = "Nullable(String)";
        self->types[i] = memory_text(type, strlen(type));
        text_add_string(columns, i ? ", " : "");
        clickhouse_add_name(columns, each->name);
        text_format(columns, " %s", type);
        if (!self->types[i])
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

/* The keys of the classes to suppress, line by line, as many as fit. */
static bool add_classes(text *out, clickhouse_database *self, uint32_t *code, int64_t *key) {
    const engine_release *release = &self->release;
    const key_layout *layout = &self->maps.layout;
    size_t begin = out->length;
    bool more = true;
    while (out->length - begin < CLASSES_AT_ONCE && !out->failed &&
           (more = release->next_suppressed(code, release->context))) {
        key_layout_join(key, layout, code);
        for (size_t i = 0; i < layout->words; i++)
            text_format(out, "%s%" PRId64, i ? "\t" : "", key[i]);
        text_add(out, "\n", 1);
        self->suppresses = true;
    }
    return more;
}

static shoal_status fill_classes(clickhouse_database *self, uint32_t *code, int64_t *key,
                                 shoal_error *error) {
    text insert = {0};
    shoal_status status = SHOAL_OK;
    text_add_string(&insert, "INSERT INTO ");
    clickhouse_add_helper(&insert, self->pending, "suppressed");
    text_add_string(&insert, " FORMAT TabSeparated\n");
    size_t begin = insert.length;
    for (bool more = true; more && status == SHOAL_OK;) {
        insert.length = begin;
        more = add_classes(&insert, self, code, key);
        if (insert.length > begin)
            status = clickhouse_run_at_sites(self, &insert, error);
    }
    text_free(&insert);
    return status;
}

/* A table of the engine Set at each site. */
static shoal_status send_classes(clickhouse_database *self, shoal_error *error) {
    const key_layout *layout = &self->maps.layout;
    text make = {0};
    if (!self->release.next_suppressed || self->labels == 0)
        return SHOAL_OK;
    int64_t *key = memory_new(layout->words, sizeof *key);
    uint32_t *code = memory_new(self->labels, sizeof *code);
    text_add_string(&make, "CREATE TABLE ");
    clickhouse_add_helper(&make, self->pending, "suppressed");
    for (size_t i = 0; i < layout->words; i++)
        text_format(&make, "%sk%zu Int64", i ? ", " : " (", i);
    text_add_string(&make, ") ENGINE = Set");
    shoal_status status =
        key && code ? clickhouse_run_at_sites(self, &make, error) : status_no_memory(error);
    if (status == SHOAL_OK)
        status = fill_classes(self, code, key, error);
    text_free(&make);
    memory_free(key);
    memory_free(code);
    return status;
}

/* What a column of the release is made of, outside of the SELECT of codes and labels. */
static void add_made_column(text *out, const clickhouse_database *self, const engine_column *each,
                            size_t label) {
    if (each->use == ENGINE_KEEP) {
        clickhouse_add_name(out, self->base.names[each->column]);
        return;
    }
    if (each->use == ENGINE_MASK) {
        text_add_string(out, "'*'");
        return;
    }
    text_add_string(out, self->suppresses ? "if(`shoal_suppressed`, '*', " : "(");
    if (self->maps.nulls[label])
        text_format(out, "if(`shoal_null_%zu` = 1, NULL, `shoal_label_%zu`))", label, label);
    else
        text_format(out, "`shoal_label_%zu`)", label);
}

/* SELECT what is kept, codes and labels FROM the rows of a site. */
static void add_inner(text *out, const clickhouse_database *self) {
    const engine_release *release = &self->release;
    text_add_string(out, "SELECT ");
    clickhouse_maps_add_codes(out, &self->maps);
    text_add_string(out, self->labels == 0 ? "1 AS `shoal_code_0`" : "");
    clickhouse_maps_add_labels(out, &self->maps);
    for (size_t i = 0; i < release->columns; i++)
        if (release->column[i].use == ENGINE_KEEP) {
            text_add_string(out, ", ");
            clickhouse_add_name(out, self->base.names[release->column[i].column]);
        }
    text_format(out, " FROM %s", self->sites.local);
}

static void add_suppressed(text *out, const clickhouse_database *self) {
    if (!self->suppresses)
        return;
    text_add_string(out, ", (");
    clickhouse_maps_add_keys(out, &self->maps, false);
    text_add_string(out, ") IN ");
    clickhouse_add_helper(out, self->pending, "suppressed");
    text_add_string(out, " AS `shoal_suppressed`");
}

static void add_release(text *out, const clickhouse_database *self) {
    const engine_release *release = &self->release;
    text_add_string(out, " SELECT ");
    for (size_t i = 0, label = 0; i < release->columns; i++) {
        text_add_string(out, i ? ", " : "");
        add_made_column(out, self, &release->column[i], label);
        text_format(out, " AS `shoal_made_%zu`", i);
        label += release->column[i].use == ENGINE_LABEL;
    }
    text_add_string(out, " FROM (SELECT *");
    add_suppressed(out, self);
    text_add_string(out, " FROM (");
    add_inner(out, self);
    text_add_string(out, ") WHERE ");
    clickhouse_maps_add_known(out, &self->maps);
    text_add_string(out, ")");
    /* The order of the source would tell more than the cells. */
    for (size_t i = 0; i < release->columns; i++)
        text_format(out, "%s`shoal_made_%zu`", i ? ", " : " ORDER BY ", i);
}

/* At each site into the rows that are there; where the source is not on the shards but the release
 * is, the server spreads them. */
static shoal_status insert_release(clickhouse_database *self, shoal_error *error) {
    text insert = {0};
    text_add_string(&insert, "INSERT INTO ");
    clickhouse_add_table(&insert, self->of,
                         self->sites.on_shards ? self->pending->rows : self->pending->name);
    add_release(&insert, self);
    shoal_status status = clickhouse_run_at_sites(self, &insert, error);
    text_free(&insert);
    return status;
}

shoal_status clickhouse_make(database *base, const engine_release *release, shoal_error *error) {
    clickhouse_database *self = (clickhouse_database *)base;
    text columns = {0};
    shoal_status status = take_labels(self, release, error);
    if (status == SHOAL_OK)
        status = choose_types(self, &columns, error);
    if (status == SHOAL_OK)
        status = clickhouse_pending_create(self->pending, &columns, error);
    if (status == SHOAL_OK)
        status = send_classes(self, error);
    if (status == SHOAL_OK)
        status = insert_release(self, error);
    text_free(&columns);
    return clickhouse_pending_fail(self->pending, status, error);
}
