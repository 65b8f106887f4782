#include "database/clickhouse/clickhouse_engine.h"

#include "database/clickhouse/clickhouse_binary.h"
#include "store/clickhouse/clickhouse_source.h"
#include "store/clickhouse/clickhouse_type.h"

#include <string.h>

/* ---- Reading back ---------------------------------------------------------------------------- */

shoal_status clickhouse_made_columns(database *base, engine_see_value *see, void *context,
                                     shoal_error *error) {
    clickhouse_database *self = (clickhouse_database *)base;
    clickhouse_columns found;
    text from = {0};
    clickhouse_add_table(&from, self->of, self->pending->name);
    shoal_status status = from.failed ? status_no_memory(error)
                                      : clickhouse_describe(&found, self->of, from.bytes, error);
    text_free(&from);
    if (status != SHOAL_OK)
        return status;
    for (size_t i = 0; i < found.count && status == SHOAL_OK; i++) {
        engine_value name = {found.names[i], strlen(found.names[i])};
        status = see(&name, 1, context, error);
    }
    clickhouse_columns_free(&found);
    return status;
}

static void add_group_texts(text *out, const clickhouse_database *self, const size_t *column_of,
                            size_t columns) {
    for (size_t i = 0; i < columns; i++) {
        text name = {0};
        clickhouse_add_name(&name, self->release.column[column_of[i]].name);
        text_add_string(out, i ? ", toNullable(" : "toNullable(");
        if (!name.failed)
            clickhouse_add_plain_text(out, name.bytes, self->types[column_of[i]]);
        text_format(out, ") AS `shoal_group_%zu`", i);
        out->failed |= name.failed;
        text_free(&name);
    }
}

static shoal_status see_groups(binary_reader *from, size_t columns, engine_see_group *see,
                               void *context, shoal_error *error) {
    bool more = false;
    engine_value *value = memory_new(columns, sizeof *value);
    shoal_status status = value ? SHOAL_OK : status_no_memory(error);
    while (status == SHOAL_OK && (status = binary_next(&more, from, error)) == SHOAL_OK && more) {
        int64_t rows = 0;
        status = binary_numbers(&rows, 1, from, error);
        if (status == SHOAL_OK)
            status = binary_texts(value, columns, from, error);
        if (status == SHOAL_OK)
            status = see(value, (uint64_t)rows, context, error);
    }
    memory_free(value);
    return status;
}

shoal_status clickhouse_made_groups(database *base, const size_t *column_of, size_t columns,
                                    engine_see_group *see, void *context, shoal_error *error) {
    clickhouse_database *self = (clickhouse_database *)base;
    text ask = {0};
    binary_reader from = {0};
    text_add_string(&ask, "SELECT count(), ");
    add_group_texts(&ask, self, column_of, columns);
    text_add_string(&ask, " FROM ");
    clickhouse_add_table(&ask, self->of, self->pending->name);
    for (size_t i = 0; i < columns; i++)
        text_format(&ask, "%s`shoal_group_%zu`", i ? ", " : " GROUP BY ", i);
    shoal_status status = binary_open(&from, self->of, &ask, error);
    if (status == SHOAL_OK)
        status = see_groups(&from, columns, see, context, error);
    binary_close(&from);
    text_free(&ask);
    return status;
}

/* Of the rows that `make` keeps, site by site: sums add up. */
static shoal_status digest_source(engine_digest *out, clickhouse_database *self, const text *hashed,
                                  shoal_error *error) {
    text ask = {0};
    shoal_status status = SHOAL_OK;
    clickhouse_add_digest(&ask, hashed);
    text_format(&ask, "%s WHERE ", self->sites.local);
    clickhouse_maps_add_has(&ask, &self->maps);
    for (size_t i = self->sites.first; i < self->sites.end && status == SHOAL_OK; i++)
        status = clickhouse_read_digest(out, self->of, i, &ask, error);
    text_free(&ask);
    return status;
}

shoal_status clickhouse_made_digest(engine_digest *out, database *base, const size_t *column_of,
                                    size_t columns, bool of_source, shoal_error *error) {
    clickhouse_database *self = (clickhouse_database *)base;
    text hashed = {0}, ask = {0};
    *out = (engine_digest){0};
    for (size_t i = 0; i < columns; i++) {
        const engine_column *each = &self->release.column[column_of[i]];
        clickhouse_add_hashed(&hashed, of_source ? base->names[each->column] : each->name,
                              of_source ? base->origin[each->column]->native
                                        : self->types[column_of[i]]);
    }
    clickhouse_add_digest(&ask, &hashed);
    clickhouse_add_table(&ask, self->of, self->pending->name);
    shoal_status status = of_source ? digest_source(out, self, &hashed, error)
                                    : clickhouse_read_digest(out, self->of, 0, &ask, error);
    text_free(&hashed);
    text_free(&ask);
    return status;
}
