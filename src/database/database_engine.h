/* What a kind of database must be able to do for tables that stay in it. Rows never leave: the
 * engine groups them, and makes the release out of them. All that leaves is the distinct values of
 * the columns that the plan needs, and how many rows each combination of them has.
 *
 * A run calls in the order of this file. Everything up to `make` sees one state of the source: a
 * snapshot where the database has these, else `changed` finds out. A kind is one file and one line
 * in the list. Values are texts in the engine's own form, as the source of the same kind reads them
 * (store/source.h), so that a run in the database and one in memory know the same values. */
#ifndef SHOAL_DATABASE_DATABASE_ENGINE_H
#define SHOAL_DATABASE_DATABASE_ENGINE_H

#include "base/memory.h"
#include "base/status.h"
#include "data/column_origin.h"
#include "store/store_url.h"

typedef struct database database;
typedef struct engine_kind engine_kind;

/* The beginning of every kind's own struct; filled in by `open`. */
struct database {
    const engine_kind *kind;
    size_t columns;
    char **names;           /* [columns] of the source, in its order */
    column_origin **origin; /* [columns] their types */
};

/* What a run tells an engine. All borrowed; what it points to outlives the engine. */
typedef struct engine_options {
    const volatile int *cancel; /* once set, a call ends with SHOAL_INTERRUPTED; may be NULL */
    bool dry_run;               /* nothing is going to be published */
    uint64_t memory;            /* bytes that the engine may use on this side */
} engine_options;

/* A value of a column. `text` is NULL where the database has no value at all. Not terminated. */
typedef struct engine_value {
    const char *text;
    size_t length;
} engine_value;

/* Called for each distinct value. A status that is not SHOAL_OK ends the call with it. */
typedef shoal_status engine_see_value(const engine_value *value, uint64_t rows, void *context,
                                      shoal_error *error);

/* Which code a column's values get. Values without an entry do not count: rows that have one are
 * left out. */
typedef struct engine_map {
    size_t column;             /* of the source */
    const engine_value *value; /* [values] distinct */
    const uint32_t *code;      /* [values] below `codes`; several values may have the same */
    size_t values;
    uint32_t codes;
} engine_map;

/* Costs are added up in parts, so that no sum leaves 63 bits. */
#define ENGINE_COST_BITS 21
enum { ENGINE_COST_PARTS = 3 };

/* Called for each distinct tuple of codes, [maps]; each is told once, in any order. */
typedef shoal_status engine_see_tuple(const uint32_t *code, uint64_t rows, void *context,
                                      shoal_error *error);

/* The classes of a grouping. Sizes stay at UINT32_MAX once they get there. */
typedef struct engine_classes {
    uint64_t groups, squares_of_groups; /* of all: their number, the sum of their squared sizes */
    uint64_t classes, members;          /* with at least k rows: their number, their rows, */
    uint64_t squares, uniques;          /* the squared sizes, those of a single row, */
    uint64_t smallest, largest;         /* and the sizes, 0 where there are none */
    uint64_t suppressed;                /* the rows of the others, and what they cost: */
    uint64_t cost[ENGINE_COST_PARTS];   /* sum over i of cost[i] << (i * ENGINE_COST_BITS) */
} engine_classes;

/* A column of the release. */
typedef enum engine_use {
    ENGINE_KEEP,  /* as it is, with its type */
    ENGINE_LABEL, /* text: what its value's code stands for, or `*` in rows that are suppressed */
    ENGINE_MASK   /* text: `*` in every row */
} engine_use;

typedef struct engine_column {
    const char *name;
    size_t column; /* of the source */
    engine_use use;
    /* Of a label: */
    const engine_map *map;
    const engine_value *label; /* [map->codes] of a code; text NULL: no value */
} engine_column;

/* Rows are suppressed by the codes of the labelled columns, in the order of `column`. */
typedef struct engine_release {
    const engine_column *column; /* [columns] those that are not in it are dropped */
    size_t columns;
    /* The next class to suppress: code[labelled columns]; false: there are no more. NULL: none. */
    bool (*next_suppressed)(uint32_t *code, void *context);
    void *context;
} engine_release;

/* A group of rows of what was made: the texts of the columns that were asked for. */
typedef shoal_status engine_see_group(const engine_value *text, uint64_t rows, void *context,
                                      shoal_error *error);

/* A sum over rows that does not depend on their order: equal for equal multisets of rows, and
 * different, but by chance, for others. */
typedef struct engine_digest {
    uint64_t rows;
    uint64_t sum[2];
} engine_digest;

struct engine_kind {
    const char *name;           /* "postgresql": also that of the source */
    const char *const *schemes; /* of URLs; NULL after the last */
    bool (*is_built)(void);     /* NULL: every build has it */

    /* Opens the source at `from`, and sets the public part. `to` is where the release goes:
     * SHOAL_USAGE with code "output_elsewhere" where that is another server or database, since rows
     * would leave; SHOAL_IO where it may not be made there. */
    shoal_status (*open)(database **out, const store_url *from, const store_url *to,
                         const engine_options *options, shoal_error *error);
    /* What was not published is removed; also when the connection is lost, as far as the kind can.
     */
    void (*close)(database *from);

    /* The rows of the source, and a digest of all its columns. `now`: as anybody sees it now,
     * outside of the run's snapshot. */
    shoal_status (*fingerprint)(engine_digest *out, database *from, bool now, shoal_error *error);

    /* The distinct values of a column with their rows; only of rows whose values all have entries
     * in `map` (NULL: of all rows). */
    shoal_status (*values)(database *from, size_t column, const engine_map *map, size_t maps,
                           engine_see_value *see, void *context, shoal_error *error);
    /* The distinct tuples of codes with their rows: of the rows of the source, or of what is kept.
     */
    shoal_status (*tuples)(database *from, const engine_map *map, size_t maps,
                           engine_see_tuple *see, void *context, shoal_error *error);

    /* Keeps the distinct tuples of these maps with their rows in the database, until it is closed;
     * once for each run. The maps outlive the engine. Afterwards `tuples`, `estimate` and `classes`
     * look at these instead of the source: their maps have the same columns and values, and join
     * whatever these join. */
    shoal_status (*keep)(database *from, const engine_map *map, size_t maps, shoal_error *error);
    /* About how many tuples `tuples` would tell, within a few percent. Only of what is kept. */
    shoal_status (*estimate)(double *out, database *from, const engine_map *map, size_t maps,
                             shoal_error *error);
    /* The classes that the maps group what is kept into. A row of fewer than k costs the sum of
     * cost[map][code], none of which is negative; cost[map] may be NULL: nothing. */
    shoal_status (*classes)(engine_classes *out, database *from, const engine_map *map,
                            const int64_t *const *cost, size_t maps, uint64_t k,
                            shoal_error *error);

    /* Whatever was cancelled is over, and the run goes on: the flag is not looked at any more. */
    void (*go_on)(database *from);

    /* Makes the release of the source, under a name of its own that nobody takes for a release.
     * Rows with a value that a map lacks are left out. Once for each run. */
    shoal_status (*make)(database *from, const engine_release *release, shoal_error *error);

    /* What was made, read back from where it is: the names of its columns, each told as a group of
     * one text; its groups by some of its columns (positions in engine_release.column); and the
     * digest of some of its columns, or of the same of the source (only rows that `make` keeps). */
    shoal_status (*made_columns)(database *from, engine_see_value *see, void *context,
                                 shoal_error *error);
    shoal_status (*made_groups)(database *from, const size_t *column, size_t columns,
                                engine_see_group *see, void *context, shoal_error *error);
    shoal_status (*made_digest)(engine_digest *out, database *from, const size_t *column,
                                size_t columns, bool of_source, shoal_error *error);

    /* Gives what was made its name, replacing what was there: all or nothing. */
    shoal_status (*publish)(database *from, shoal_error *error);
};

#define ENGINES(X) X(postgresql) X(clickhouse)

#define ENGINE_DECLARE(name) extern const engine_kind name##_engine_kind;
ENGINES(ENGINE_DECLARE)
#undef ENGINE_DECLARE

/* The kind whose scheme the URL has, or NULL. */
const engine_kind *engine_find(const char *scheme);
/* One more kind, for tests: the last that was added, before those of the list. NULL: none. */
void engine_add(const engine_kind *kind);

#endif
