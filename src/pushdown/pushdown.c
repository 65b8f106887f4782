#include "pushdown/pushdown.h"

#include "pushdown/pushdown_parts.h"
#include "store/store_name.h"

#include <inttypes.h>
#include <string.h>

bool pushdown_knows(const char *name) {
    char scheme[32];
    size_t length = store_name_scheme(name);
    if (length == 0 || length >= sizeof scheme)
        return false;
    memcpy(scheme, name, length);
    scheme[length] = '\0';
    return engine_find(scheme) != NULL;
}

static shoal_status open_engine(pushdown *out, const char *input, const char *output,
                                shoal_error *error) {
    STATUS_TRY(store_url_parse(&out->source, input, error));
    const engine_kind *kind = engine_find(out->source.scheme);
    if (!kind || !pushdown_knows(output))
        return status_refuse(error, SHOAL_USAGE, "where_unsupported", "where",
                             "rows can stay in a database only if the table comes from one and its "
                             "release goes there too: name both by URLs of the same database");
    STATUS_TRY(store_url_parse(&out->target, output, error));
    if (engine_find(out->target.scheme) != kind)
        return status_refuse(error, SHOAL_USAGE, "output_elsewhere", "output",
                             "rows stay in their database, but %.60s is another kind than %.60s: "
                             "name a table of the same database",
                             out->target.shown, out->source.shown);
    if (kind->is_built && !kind->is_built())
        return status_refuse(error, SHOAL_USAGE, "where_unsupported", "where",
                             "this build has no access to %s", kind->name);
    return kind->open(&out->from, &out->source, &out->target, &out->options, error);
}

shoal_status pushdown_open(pushdown *out, const char *input, const char *output,
                           const engine_options *options, shoal_error *error) {
    *out = (pushdown){.options = *options};
    STATUS_TRY(open_engine(out, input, output, error));
    return out->from->kind->fingerprint(&out->seen, out->from, false, error);
}

void pushdown_close(pushdown *run) {
    if (run->from)
        run->from->kind->close(run->from);
    store_url_free(&run->source);
    store_url_free(&run->target);
    arena_free(&run->memory);
    *run = (pushdown){0};
}

void pushdown_go_on(pushdown *run) {
    run->options.cancel = NULL;
    run->from->kind->go_on(run->from);
}

shoal_status pushdown_fail_changed(const pushdown *run, uint64_t found, uint64_t before,
                                   shoal_error *error) {
    return status_refuse(
        error, SHOAL_IO, "source_changed", "input",
        "%.100s changed while its release was made (%" PRIu64 " rows, %" PRIu64
        " before): nothing was published; run again, or wait until no other program writes",
        run->source.shown, found, before);
}

shoal_status pushdown_check_unchanged(pushdown *run, shoal_error *error) {
    engine_digest now;
    STATUS_TRY(run->from->kind->fingerprint(&now, run->from, true, error));
    if (now.rows == run->seen.rows && now.sum[0] == run->seen.sum[0] &&
        now.sum[1] == run->seen.sum[1])
        return SHOAL_OK;
    return pushdown_fail_changed(run, now.rows, run->seen.rows, error);
}

shoal_status pushdown_publish(pushdown *run, shoal_error *error) {
    STATUS_TRY(pushdown_check_unchanged(run, error));
    return run->from->kind->publish(run->from, error);
}
