/* What a kind of sink is made of; for those who add one. */
#ifndef SHOAL_STORE_SINK_KIND_H
#define SHOAL_STORE_SINK_KIND_H

#include "store/sink.h"

typedef struct sink_kind {
    const char *name;
    const char *const *suffixes; /* as those of sources */
    const char *const *schemes;
    bool knows_absent; /* tells absent values from empty texts */

    /* Of tables in databases: whether the input, a name of any kind, reads the table that the
     * output would replace, also through others; SHOAL_USAGE where that cannot be known. NULL: the
     * names tell (store/store_place.h), or `begin` does. */
    shoal_status (*guard)(bool *reads, const char *input, const char *output, shoal_error *error);
    shoal_status (*open)(sink **out, const char *name, shoal_error *error);
    /* The columns of the feed; its rows; and all that must happen before they can be read back. */
    shoal_status (*begin)(sink *to, const row_feed *feed, const sink_options *options,
                          shoal_error *error);
    shoal_status (*write)(sink *to, const row_feed *feed, const sink_options *options,
                          shoal_error *error);
    shoal_status (*finish)(sink *to, shoal_error *error);
    shoal_status (*reopen)(source **out, sink *written, const source_options *options,
                           shoal_error *error);
    shoal_status (*publish)(sink *written, shoal_error *error);
    void (*close)(sink *to);
} sink_kind;

/* The beginning of every kind's own struct. */
struct sink {
    const sink_kind *kind;
    pending_file *file; /* NULL: not written to a file */
};

/* One line for each: NAME_sink_kind is in a file of its own. */
/* clang-format off */
#define SINKS(X) \
    X(csv) \
    X(parquet) \
    X(duckdb) \
    X(spss) \
    X(stata) \
    X(clickhouse) \
    X(postgresql)
/* clang-format on */

#define SINK_DECLARE(name) extern const sink_kind name##_sink_kind;
SINKS(SINK_DECLARE)
#undef SINK_DECLARE

/* Every kind; NULL after the last. Files whose suffix nobody knows are of the first. */
extern const sink_kind *const sink_kind_list[];

#endif
