#include "store/sink_kind.h"

#include "base/memory.h"
#include "base/name_list.h"
#include "files/output_name.h"
#include "files/store_name_shown.h"
#include "store/store_name.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static shoal_status fail_scheme(const char *name, shoal_error *error) {
    size_t scheme = store_name_scheme(name);
    name_list known = {.room = 100};
    for (size_t i = 0; sink_kind_list[i]; i++)
        name_list_add(&known, "%s", sink_kind_list[i]->name);
    char *shown = store_name_shown(name);
    shoal_status status = status_fail(
        error, SHOAL_USAGE, "cannot write %.80s: \"%.*s\" is not a kind of output; known: %s",
        shown ? shown : "it", scheme < 20 ? (int)scheme : 20, name, name_list_end(&known));
    memory_free(shown);
    return status;
}

/* NULL for a URL of a scheme that nobody knows. A colon alone does not make a URL of the name of a
 * file that is yet to be written. */
static const sink_kind *find_kind(const char *name) {
    for (size_t i = 0; sink_kind_list[i]; i++)
        if (store_name_has_scheme(name, sink_kind_list[i]->schemes))
            return sink_kind_list[i];
    size_t scheme = store_name_scheme(name);
    if (scheme > 0 && strncmp(name + scheme, "://", 3) == 0)
        return NULL;
    for (size_t i = 0; sink_kind_list[i]; i++)
        if (store_name_has_suffix(name, sink_kind_list[i]->suffixes))
            return sink_kind_list[i];
    return sink_kind_list[0];
}

shoal_status sink_guard(bool *reads, const char *input, const char *output, shoal_error *error) {
    *reads = false;
    for (size_t i = 0; sink_kind_list[i]; i++)
        if (sink_kind_list[i]->guard && store_name_has_scheme(output, sink_kind_list[i]->schemes))
            return sink_kind_list[i]->guard(reads, input, output, error);
    return SHOAL_OK;
}

shoal_status sink_open(sink **out, const char *name, shoal_error *error) {
    const sink_kind *kind = find_kind(name);
    *out = NULL;
    if (!kind)
        return fail_scheme(name, error);
    if (!store_name_has_scheme(name, kind->schemes) && !store_name_has_suffix(name, kind->suffixes))
        STATUS_TRY(output_name_check(name, OUTPUT_TABLE, error));
    return kind->open(out, name, error);
}

void sink_close(sink *to) {
    if (to)
        to->kind->close(to);
}

shoal_status sink_write(sink *to, const row_feed *feed, const sink_options *options,
                        shoal_error *error) {
    assert(feed->columns > 0);
    STATUS_TRY(to->kind->begin(to, feed, options, error));
    STATUS_TRY(to->kind->write(to, feed, options, error));
    return to->kind->finish(to, error);
}

shoal_status sink_reopen(source **out, sink *written, const source_options *options,
                         shoal_error *error) {
    *out = NULL;
    return written->kind->reopen(out, written, options, error);
}

shoal_status sink_publish(sink *written, shoal_error *error) {
    return written->kind->publish(written, error);
}

void sink_forsake(sink *to) {
    if (to->file)
        file_forsake(to->file);
}

bool sink_knows_absent(const sink *to) {
    return to->kind->knows_absent;
}

const pending_file *sink_file(const sink *to) {
    return to->file;
}
