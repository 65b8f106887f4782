/* The table of codes: what is kept of a source, and what is asked of it. */
#include "data/codes.h"
#include "database/clickhouse/clickhouse_engine.h"

#include <stdlib.h>
#include <string.h>

static const kept_dialect dialect = {
    .array = "toInt64([",
    .at = "][(",
    .array_end = ") + 1])",
    .divide = "intDiv(",
    .by = ", ",
    .divide_end = ")",
    .number = "toInt64(",
    .number_end = ")",
    .squared = "toUInt64(shoal_rows) * toUInt64(shoal_rows)",
};

/* ---- Making it ------------------------------------------------------------------------------- */

static void add_columns(text *out, const engine_map *map, size_t maps) {
    for (size_t i = 0; i < maps; i++)
        text_format(out, KEPT_CODE " UInt%d, ", i, 8 * codes_width(map[i].codes));
    text_add_string(out, KEPT_ROWS " UInt64");
}

/* All sites together, as the first server sees them. */
static shoal_status join_sites(clickhouse_database *self, const text *columns, shoal_error *error) {
    const char *at = self->of->workplace ? self->of->workplace : self->of->database;
    text make = {0};
    text_add_string(&make, "CREATE TABLE ");
    clickhouse_add_helper(&make, self->pending, "keys");
    text_format(&make, " (%s) ENGINE = Distributed(", columns->bytes);
    clickhouse_add_text(&make, self->of->cluster, strlen(self->of->cluster));
    text_add_string(&make, ", ");
    clickhouse_add_text(&make, at, strlen(at));
    text_format(&make, ", '%s_keys_rows')", self->pending->name);
    shoal_status status = clickhouse_run(self->of, 0, &make, NULL, error);
    text_free(&make);
    return status;
}

static shoal_status make_table(clickhouse_database *self, const engine_map *map, size_t maps,
                               shoal_error *error) {
    text columns = {0}, make = {0};
    add_columns(&columns, map, maps);
    text_add_string(&make, "CREATE TABLE ");
    clickhouse_add_helper(&make, self->pending, "keys_rows");
    text_format(&make, " (%s) ENGINE = MergeTree ORDER BY tuple()",
                columns.bytes ? columns.bytes : "");
    shoal_status status =
        columns.failed ? status_no_memory(error) : clickhouse_run_at_sites(self, &make, error);
    if (status == SHOAL_OK && self->sites.on_shards)
        status = join_sites(self, &columns, error);
    text_free(&columns);
    text_free(&make);
    return status;
}

/* Each site groups its own rows. */
static shoal_status fill_table(clickhouse_database *self, const clickhouse_maps *maps,
                               shoal_error *error) {
    text insert = {0};
    text_add_string(&insert, "INSERT INTO ");
    clickhouse_add_helper(&insert, self->pending, "keys_rows");
    text_add_string(&insert, " SELECT ");
    for (size_t i = 0; i < maps->maps; i++) {
        kept_add_code(&insert, &dialect, &maps->layout, i);
        text_add_string(&insert, ", ");
    }
    text_add_string(&insert, "shoal_rows FROM (SELECT ");
    clickhouse_maps_add_keys(&insert, maps, true);
    text_add_string(&insert, ", count() AS shoal_rows FROM (SELECT ");
    clickhouse_maps_add_codes(&insert, maps);
    text_format(&insert, " FROM %s) WHERE ", self->sites.local);
    clickhouse_maps_add_known(&insert, maps);
    for (size_t word = 0; word < maps->layout.words; word++)
        text_format(&insert, "%sshoal_key_%zu", word ? ", " : " GROUP BY ", word);
    text_add_string(&insert, ")");
    shoal_status status = clickhouse_run_at_sites(self, &insert, error);
    text_free(&insert);
    return status;
}

shoal_status clickhouse_keep(database *base, const engine_map *map, size_t maps,
                             shoal_error *error) {
    clickhouse_database *self = (clickhouse_database *)base;
    clickhouse_maps made = {0};
    text name = {0};
    const engine_map **each = memory_new(maps, sizeof *each);
    clickhouse_add_helper(&name, self->pending, self->sites.on_shards ? "keys" : "keys_rows");
    shoal_status status = kept_set_open(&self->kept, &dialect, &name, map, maps, error);
    for (size_t i = 0; each && i < maps; i++)
        each[i] = &map[i];
    if (status == SHOAL_OK)
        status =
            each ? clickhouse_maps_open(&made, self->pending, base, "code", each, NULL, maps, error)
                 : status_no_memory(error);
    if (status == SHOAL_OK)
        status = make_table(self, map, maps, error);
    if (status == SHOAL_OK)
        status = fill_table(self, &made, error);
    if (made.pending)
        clickhouse_maps_close(&made);
    memory_free(each);
    return status;
}

void clickhouse_drop_kept(clickhouse_database *of) {
    if (of->kept.table) {
        clickhouse_drop_helper(of->pending, "keys");
        clickhouse_drop_helper(of->pending, "keys_rows");
    }
    kept_set_close(&of->kept);
}

/* ---- Asking it ------------------------------------------------------------------------------- */

shoal_status clickhouse_estimate(double *out, database *base, const engine_map *map, size_t maps,
                                 shoal_error *error) {
    clickhouse_database *self = (clickhouse_database *)base;
    key_layout layout = {0};
    text ask = {0};
    uint64_t found = 0;
    shoal_status status = key_layout_make(&layout, map, maps, error);
    text_add_string(&ask, "SELECT uniqCombined(");
    for (size_t word = 0; status == SHOAL_OK && word < layout.words; word++) {
        text_add_string(&ask, word ? ", " : "");
        kept_add_word(&ask, &self->kept, &layout, map, word);
    }
    text_format(&ask, ") FROM %s", self->kept.table);
    if (status == SHOAL_OK)
        status = clickhouse_count(&found, self->of, 0, &ask, error);
    *out = (double)found;
    key_layout_free(&layout);
    text_free(&ask);
    return status;
}

/* A line of numbers between tabs. */
static shoal_status read_numbers(uint64_t *out, size_t count, const clickhouse *of,
                                 const text *answer, shoal_error *error) {
    const char *at = answer->bytes;
    bool fine = at != NULL;
    for (size_t i = 0; fine && i < count; i++) {
        char *end;
        out[i] = strtoull(at, &end, 10);
        fine = end > at && *end == (i + 1 < count ? '\t' : '\n');
        at = end + 1;
    }
    return fine ? SHOAL_OK
                : status_refuse(error, SHOAL_IO, "database_refused", NULL,
                                "%.100s: ClickHouse answers with something else than numbers",
                                of->labels[0]);
}

shoal_status clickhouse_classes(engine_classes *out, database *base, const engine_map *map,
                                const int64_t *const *cost, size_t maps, uint64_t k,
                                shoal_error *error) {
    clickhouse_database *self = (clickhouse_database *)base;
    key_layout layout = {0};
    text ask = {0}, answer = {0};
    uint64_t number[KEPT_NUMBERS];
    shoal_status status = key_layout_make(&layout, map, maps, error);
    if (status == SHOAL_OK) {
        kept_add_classes(&ask, &self->kept, &layout, map, cost, k);
        status = clickhouse_run(self->of, 0, &ask, &answer, error);
    }
    if (status == SHOAL_OK)
        status = read_numbers(number, KEPT_NUMBERS, self->of, &answer, error);
    if (status == SHOAL_OK)
        kept_read_classes(out, number);
    key_layout_free(&layout);
    text_free(&ask);
    text_free(&answer);
    return status;
}
