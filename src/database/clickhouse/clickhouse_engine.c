#include "database/clickhouse/clickhouse_engine.h"

#include "store/clickhouse/clickhouse_source.h"
#include "store/clickhouse/clickhouse_type.h"

#include <stdlib.h>
#include <string.h>

/* ---- Opening and closing --------------------------------------------------------------------- */

static void clickhouse_engine_close(database *base) {
    clickhouse_database *self = (clickhouse_database *)base;
    if (self->of)
        self->of->cancel = NULL;
    if (self->has_maps)
        clickhouse_maps_close(&self->maps);
    if (self->pending) {
        clickhouse_drop_helper(self->pending, "suppressed");
        clickhouse_drop_kept(self);
    }
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
    STATUS_TRY(clickhouse_work_in(self->of, clickhouse_database_of(from), error));
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

static void clickhouse_go_on(database *base) {
    ((clickhouse_database *)base)->of->cancel = NULL;
}

/* ---- Digests --------------------------------------------------------------------------------- */

shoal_status clickhouse_read_digest(engine_digest *out, clickhouse *of, size_t server,
                                    const text *ask, shoal_error *error) {
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

void clickhouse_add_digest(text *out, const text *hashed) {
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
        clickhouse_add_hashed(&hashed, base->names[i], base->origin[i]->native);
    clickhouse_add_digest(&ask, &hashed);
    text_add_string(&ask, self->sites.from);
    shoal_status status = clickhouse_read_digest(out, self->of, 0, &ask, error);
    text_free(&hashed);
    text_free(&ask);
    return status;
}

/* ---- The kind -------------------------------------------------------------------------------- */

shoal_status clickhouse_run_at_sites(clickhouse_database *self, const text *statement,
                                     shoal_error *error) {
    for (size_t i = self->sites.first; i < self->sites.end; i++)
        STATUS_TRY(clickhouse_run(self->of, i, statement, NULL, error));
    return SHOAL_OK;
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
    .tuples = clickhouse_tuples,
    .keep = clickhouse_keep,
    .estimate = clickhouse_estimate,
    .classes = clickhouse_classes,
    .go_on = clickhouse_go_on,
    .make = clickhouse_make,
    .made_columns = clickhouse_made_columns,
    .made_groups = clickhouse_made_groups,
    .made_digest = clickhouse_made_digest,
    .publish = clickhouse_engine_publish,
};
