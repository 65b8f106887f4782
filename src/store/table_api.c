#include "base/context.h"
#include "files/store_name_shown.h"
#include "store/source.h"

#include <string.h>

/* What the caller's header knows of the options; the rest is default. */
static shoal_csv_options options_known(const shoal_csv_options *given) {
    shoal_csv_options known = {.size = sizeof known};
    if (given)
        memcpy(&known, given, given->size < sizeof known ? given->size : sizeof known);
    return known;
}

shoal_status shoal_table_read_csv(shoal_table **out, const char *path,
                                  const shoal_csv_options *options, shoal_error *error) {
    if (!out || !path)
        return status_fail(error, SHOAL_USAGE,
                           "shoal_table_read_csv needs a path and room for "
                           "the table");
    *out = NULL;
    shoal_csv_options known = options_known(options);
    thread_pool *pool = NULL;
    char encoding[TEXT_ENCODING_SIZE] = "";
    if (known.encoding && !text_encoding_find(encoding, known.encoding))
        return status_refuse(error, SHOAL_USAGE, "encoding_unknown", "input.encoding",
                             "unknown encoding \"%.40s\"", known.encoding);
    STATUS_TRY(threads_start(&pool, known.threads, error));
    source_options internal = {.encoding = encoding,
                               .delimiter = known.delimiter,
                               .header = known.header,
                               .trim = known.trim,
                               .pool = pool};
    shoal_status status = source_load(out, NULL, &path, 1, &internal, error);
    threads_stop(pool);
    return status;
}

shoal_status shoal_table_read(shoal_table **out, const char *name, const shoal_plan *plan,
                              shoal_error *error) {
    *out = NULL;
    source_options options = {0};
    context_call call = {0};
    if (plan)
        options = (source_options){.encoding = plan->encoding,
                                   .delimiter = plan->delimiter,
                                   .header = plan->header,
                                   .trim = plan->trim,
                                   .sheet = plan->sheet};
    STATUS_TRY(context_enter(&call, NULL, plan ? plan->threads : 0, NULL, error));
    options.pool = call.pool;
    shoal_status status = source_load(out, NULL, &name, 1, &options, error);
    context_leave(&call);
    return status;
}

char *shoal_name_shown(const char *name) {
    return store_name_shown(name);
}
