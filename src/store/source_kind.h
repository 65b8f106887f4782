/* What a kind of source is made of; for those who add one. */
#ifndef SHOAL_STORE_SOURCE_KIND_H
#define SHOAL_STORE_SOURCE_KIND_H

#include "store/source.h"

typedef struct source_kind {
    const char *name;
    const char *summary;
    const char *const *suffixes; /* of files, such as ".csv"; NULL after the last */
    const char *const *schemes;  /* of URLs, such as "postgresql"; NULL after the last */
    bool (*is_built)(void);      /* whether this build can read it; NULL: every build can */
    const char *install;         /* what to do where it cannot; NULL: every build can */
    bool is_bytes;               /* one stream of bytes: also compressed, also standard input */
    bool in_folders;             /* a folder stands for its files of the first suffix */

    /* `names` are paths of files, or one URL of a scheme of its own. Sets the public part of what
     * it makes. */
    shoal_status (*open)(source **out, const char *const *names, size_t count,
                         const source_options *options, shoal_error *error);
    shoal_status (*read)(shoal_table **out, source *from, const bool *wanted, shoal_error *error);
    void (*close)(source *from);
} source_kind;

/* The beginning of every kind's own struct. */
struct source {
    const source_kind *kind;
    size_t columns;
    char **names; /* [columns] */
    table_format format;
    const uint32_t *lines; /* of the rows, once read; NULL: not asked for or not known */
};

/* One line for each: NAME_source_kind is in a file of its own. */
/* clang-format off */
#define SOURCES(X) \
    X(csv) \
    X(xlsx) \
    X(ods) \
    X(parquet) \
    X(duckdb) \
    X(spss) \
    X(stata) \
    X(sas) \
    X(clickhouse) \
    X(postgresql)
/* clang-format on */

#define SOURCE_DECLARE(name) extern const source_kind name##_source_kind;
SOURCES(SOURCE_DECLARE)
#undef SOURCE_DECLARE

/* Every kind; NULL after the last. Files whose suffix nobody knows are of the first. */
extern const source_kind *const source_kind_list[];

#endif
