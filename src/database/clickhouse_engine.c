#include "database/clickhouse_binary.h"
#include "database/clickhouse_maps.h"
#include "database/clickhouse_site.h"
#include "store/clickhouse/clickhouse_pending.h"
#include "store/clickhouse/clickhouse_row_writer.h"
#include "store/clickhouse/clickhouse_source.h"
#include "store/clickhouse/clickhouse_type.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of keys of classes that are sent at once. */
#define CLASSES_AT_ONCE ((size_t)4 << 20)

typedef struct clickhouse_database {
    database base;
    clickhouse *of; /* of the release */
    clickhouse_pending *pending;
    clickhouse_sites sites;

    /* Of what is made: */
    engine_release release; /* its columns are a copy */
    const engine_map **map; /* [labels] */
    const engine_value **label;
    size_t labels;
    clickhouse_maps maps;
    bool has_maps, suppresses;
    char **types; /* [release->columns] */
} clickhouse_database;

/* ---- Opening and closing --------------------------------------------------------------------- */

static void clickhouse_engine_close(database *base) {
    clickhouse_database *self = (clickhouse_database *)base;
    if (self->of)
        self->of->cancel = NULL;
    if (self->has_maps)
        clickhouse_maps_close(&self->maps);
    if (self->pending)
        clickhouse_drop_helper(self->pending, "suppressed");
    clickhouse_pending_close(self->pending);
    clickhouse_sites_free(&self->sites);
    clickhouse_columns columns = {base->columns, base->names, base->origin};
    clickhouse_columns_free(&columns);
    for (size_t i = 0; self->types && i < self->release.columns; i++)
        memory_free(self->types[i]);
    memory_free(self->types);
    memory_free((void *)self->release.column);
    memory_free(self->map);
    memory_free(self->label);
    clickhouse_close(self->of);
    memory_free(self);
}

static bool is_same(const char *left, const char *right) {
    return strcmp(left ? left : "", right ? right : "") == 0;
}

/* The first host and port of a URL that may name several. */
static bool is_same_first(const char *left, const char *right) {
    size_t a = left ? strcspn(left, ",") : 0, b = right ? strcspn(right, ",") : 0;
    return a == b && (a == 0 || memcmp(left, right, a) == 0);
}

static shoal_status check_same_place(const store_url *from, const store_url *to,
                                     shoal_error *error) {
    if (is_same(from->scheme, to->scheme) && is_same_first(from->host, to->host) &&
        is_same_first(from->port, to->port))
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "output_elsewhere", "output",
                         "%.90s is another place than %.90s: rows stay in their database only "
                         "where the release is made there",
                         to->shown, from->shown);
}

static shoal_status open_all(clickhouse_database *self, const store_url *from, const store_url *to,
                             const engine_options *options, shoal_error *error) {
    clickhouse_columns columns;
    STATUS_TRY(clickhouse_open_url(&self->of, to, options->cancel, error));
    STATUS_TRY(clickhouse_sites_find(&self->sites, self->of, from, error));
    STATUS_TRY(clickhouse_describe(&columns, self->of, self->sites.from, error));
    self->base.columns = columns.count;
    self->base.names = columns.names;
    self->base.origin = columns.origins;
    return clickhouse_pending_open(&self->pending, self->of, to->table ? to->table : "shoal",
                                   error);
}

static shoal_status clickhouse_engine_open(database **out, const store_url *from,
                                           const store_url *to, const engine_options *options,
                                           shoal_error *error) {
    clickhouse_database *made = memory_zero(1, sizeof *made);
    *out = NULL;
    if (!made)
        return status_no_memory(error);
    made->base.kind = &clickhouse_engine_kind;
    shoal_status status = to ? check_same_place(from, to, error) : SHOAL_OK;
    if (status == SHOAL_OK)
        status = open_all(made, from, to ? to : from, options, error);
    if (status != SHOAL_OK) {
        clickhouse_engine_close(&made->base);
        return status;
    }
    *out = &made->base;
    return SHOAL_OK;
}

/* ---- Digests --------------------------------------------------------------------------------- */

/* A column as what is hashed: whether it is there, and its text. */
static void add_hashed(text *out, const char *bare, const char *type) {
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

static shoal_status read_digest(engine_digest *out, clickhouse *of, size_t server, const text *ask,
                                shoal_error *error) {
    text answer = {0};
    uint64_t found[3] = {0};
    shoal_status status = clickhouse_run(of, server, ask, &answer, error);
    char *at = answer.bytes;
    for (int i = 0; status == SHOAL_OK && i < 3; i++) {
        char *end = at;
        found[i] = at ? strtoull(at, &end, 10) : 0;
        if (!at || end == at || *end != (i < 2 ? '\t' : '\n'))
            status = status_refuse(error, SHOAL_IO, "database_refused", NULL,
                                   "%.100s: ClickHouse answers with something else than numbers",
                                   of->labels[server]);
        at = end + 1;
    }
    out->rows += found[0];
    out->sum[0] += found[1];
    out->sum[1] += found[2];
    text_free(&answer);
    return status;
}

static void add_digest(text *out, const text *hashed) {
    const char *what = hashed->length ? hashed->bytes : "0";
    text_format(out, "SELECT count(), sum(cityHash64(%s)), sum(sipHash64(%s)) FROM ", what, what);
    out->failed |= hashed->failed;
}

static shoal_status clickhouse_fingerprint(engine_digest *out, database *base, bool now,
                                           shoal_error *error) {
    clickhouse_database *self = (clickhouse_database *)base;
    text hashed = {0}, ask = {0};
    (void)now; /* there are no snapshots: it is always now */
    *out = (engine_digest){0};
    for (size_t i = 0; i < base->columns; i++)
        add_hashed(&hashed, base->names[i], base->origin[i]->native);
    add_digest(&ask, &hashed);
    text_add_string(&ask, self->sites.from);
    shoal_status status = read_digest(out, self->of, 0, &ask, error);
    text_free(&hashed);
    text_free(&ask);
    return status;
}

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

static shoal_status clickhouse_values(database *base, size_t index, const engine_map *map,
                                      size_t maps, engine_see_value *see, void *context,
                                      shoal_error *error) {
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

static shoal_status clickhouse_estimate(double *out, database *base, const engine_map *map,
                                        size_t maps, shoal_error *error) {
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

static shoal_status clickhouse_tuples(database *base, const engine_map *map, size_t maps,
                                      engine_see_tuple *see, void *context, shoal_error *error) {
    tuple_reader to = {see, context};
    return with_keys((clickhouse_database *)base, map, maps, read_keys, &to, error);
}

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

static shoal_status run_at_sites(clickhouse_database *self, const text *statement,
                                 shoal_error *error) {
    for (size_t i = self->sites.first; i < self->sites.end; i++)
        STATUS_TRY(clickhouse_run(self->of, i, statement, NULL, error));
    return SHOAL_OK;
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
            status = run_at_sites(self, &insert, error);
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
    shoal_status status = key && code ? run_at_sites(self, &make, error) : status_no_memory(error);
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
}

/* At each site into the rows that are there; where the source is not on the shards but the release
 * is, the server spreads them. */
static shoal_status insert_release(clickhouse_database *self, shoal_error *error) {
    text insert = {0};
    text_add_string(&insert, "INSERT INTO ");
    clickhouse_add_table(&insert, self->of,
                         self->sites.on_shards ? self->pending->rows : self->pending->name);
    add_release(&insert, self);
    shoal_status status = run_at_sites(self, &insert, error);
    text_free(&insert);
    return status;
}

static shoal_status clickhouse_make(database *base, const engine_release *release,
                                    shoal_error *error) {
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

/* ---- Reading back ---------------------------------------------------------------------------- */

static shoal_status clickhouse_made_columns(database *base, engine_see_value *see, void *context,
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

static shoal_status clickhouse_made_groups(database *base, const size_t *column_of, size_t columns,
                                           engine_see_group *see, void *context,
                                           shoal_error *error) {
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
    add_digest(&ask, hashed);
    text_format(&ask, "%s WHERE ", self->sites.local);
    clickhouse_maps_add_has(&ask, &self->maps);
    for (size_t i = self->sites.first; i < self->sites.end && status == SHOAL_OK; i++)
        status = read_digest(out, self->of, i, &ask, error);
    text_free(&ask);
    return status;
}

static shoal_status clickhouse_made_digest(engine_digest *out, database *base,
                                           const size_t *column_of, size_t columns, bool of_source,
                                           shoal_error *error) {
    clickhouse_database *self = (clickhouse_database *)base;
    text hashed = {0}, ask = {0};
    *out = (engine_digest){0};
    for (size_t i = 0; i < columns; i++) {
        const engine_column *each = &self->release.column[column_of[i]];
        add_hashed(&hashed, of_source ? base->names[each->column] : each->name,
                   of_source ? base->origin[each->column]->native : self->types[column_of[i]]);
    }
    add_digest(&ask, &hashed);
    clickhouse_add_table(&ask, self->of, self->pending->name);
    shoal_status status = of_source ? digest_source(out, self, &hashed, error)
                                    : read_digest(out, self->of, 0, &ask, error);
    text_free(&hashed);
    text_free(&ask);
    return status;
}

static shoal_status clickhouse_engine_publish(database *base, shoal_error *error) {
    clickhouse_database *self = (clickhouse_database *)base;
    return clickhouse_pending_fail(self->pending, clickhouse_pending_publish(self->pending, error),
                                   error);
}

const engine_kind clickhouse_engine_kind = {
    .name = CLICKHOUSE_KIND,
    .schemes = clickhouse_schemes,
    .is_built = http_is_built,
    .open = clickhouse_engine_open,
    .close = clickhouse_engine_close,
    .fingerprint = clickhouse_fingerprint,
    .values = clickhouse_values,
    .estimate = clickhouse_estimate,
    .tuples = clickhouse_tuples,
    .make = clickhouse_make,
    .made_columns = clickhouse_made_columns,
    .made_groups = clickhouse_made_groups,
    .made_digest = clickhouse_made_digest,
    .publish = clickhouse_engine_publish,
};
