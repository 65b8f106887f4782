#include "store/source_names.h"

#include "base/text.h"
#include "files/input_guard.h"
#include "files/store_name_shown.h"
#include "store/memory/memory_source.h"
#include "store/sink.h"
#include "store/store_place.h"
#include "store/store_url.h"

#include <stdint.h>
#include <string.h>

static void add_name(source_names *out, text *joined, const char *name) {
    char *shown = store_name_shown(name);
    if (shown)
        text_format(joined, "%s%s", out->count ? " " : "", shown);
    joined->failed |= !shown;
    memory_free(shown);
    out->name[out->count++] = name;
}

shoal_status source_names_make(source_names *out, const char *first, const char *const *more,
                               size_t more_count, shoal_error *error) {
    text joined = {0};
    *out = (source_names){0};
    if (more_count < SIZE_MAX)
        out->name = memory_new(more_count + 1, sizeof *out->name);
    if (!out->name)
        return status_no_memory(error);
    for (size_t i = 0; i <= more_count; i++)
        add_name(out, &joined, i == 0 ? first : more[i - 1]);
    out->joined = joined.bytes;
    return joined.failed ? status_no_memory(error) : SHOAL_OK;
}

shoal_status source_names_of_job(source_names *out, const shoal_table *table, const char *first,
                                 const char *const *more, size_t more_count, shoal_error *error) {
    if (table && (first || more_count > 0))
        return status_refuse(error, SHOAL_USAGE, "input_given_twice", "input",
                             "the input is a table in memory or a name, not both");
    if (!table && !first)
        return status_refuse(error, SHOAL_USAGE, "input_missing", "input", "the input is missing");
    if (!table)
        return source_names_make(out, first, more, more_count, error);
    out->joined = memory_text(MEMORY_NAME, strlen(MEMORY_NAME));
    return out->joined ? SHOAL_OK : status_no_memory(error);
}

void source_names_free(source_names *names) {
    memory_free(names->name);
    memory_free(names->joined);
    *names = (source_names){0};
}

shoal_status source_names_guard(const source_names *names, const char *what, const char *output,
                                shoal_error *error) {
    for (size_t i = 0; i < names->count && output; i++) {
        STATUS_TRY(input_guard(names->name[i], what, output, error));
        bool reads = store_place_is_same(names->name[i], output);
        if (!reads)
            STATUS_TRY(sink_guard(&reads, names->name[i], output, error));
        if (reads)
            return status_refuse(
                error, SHOAL_USAGE, "output_is_input", "output",
                "%.120s: the output would replace %s: choose another name for the output",
                names->joined, what);
    }
    return SHOAL_OK;
}
