/* A run whose rows stay in their database. The engine groups them (database/database_engine.h), a
 * condensed table stands for them, and the engine makes the release, which is read back as groups
 * and judged. The calls are in the order of a run. */
#ifndef SHOAL_PUSHDOWN_PUSHDOWN_H
#define SHOAL_PUSHDOWN_PUSHDOWN_H

#include "bind/bound_table.h"
#include "database/database_engine.h"
#include "recode/recoding.h"
#include "release/release_feed.h"
#include "release/release_verify.h"

typedef struct pushdown {
    store_url source, target;
    database *from;
    engine_options options;
    bool coarse;           /* the set may be taken at higher levels where it does not fit */
    engine_digest seen;    /* the source, when the run began */
    engine_value **values; /* [table columns][dictionary] as the engine has them; NULL: not known */
    engine_map *map;       /* [attributes] of the last tuples */
    uint8_t *floor;        /* [attributes] levels that the set was taken at; NULL: the ground */
    uint8_t *lowest;       /* [attributes] with a floor: levels that the plan allows */
    double estimate;       /* of the distinct tuples at these; NaN: nobody estimated */
    bool made;
    arena memory;
} pushdown;

/* Whether a name is a URL of a database that can do this. */
bool pushdown_knows(const char *name);

/* Opens the source for a release at `output`, and takes its fingerprint. Close it also after a
 * failure. */
SHOAL_CHECKED shoal_status pushdown_open(pushdown *out, const char *input, const char *output,
                                         const engine_options *options, shoal_error *error);
/* Removes what was made and not published. */
void pushdown_close(pushdown *run);

/* Instead of bound_table_read: the columns of the source, and the values of those that `keep`
 * names; no rows yet. The bound table asks for them once its hierarchies are bound. */
SHOAL_CHECKED shoal_status pushdown_read(pushdown *run, bound_table *bound,
                                         bool (*keep)(const char *name, void *context),
                                         void *context, shoal_error *error);

/* Makes the release, and reads it back: SHOAL_UNVERIFIED where it is not what it must be. `columns`
 * as release_columns says. */
SHOAL_CHECKED shoal_status pushdown_make(pushdown *run, const bound_table *bound,
                                         const publication *published,
                                         const release_column *columns, shoal_error *error);
SHOAL_CHECKED shoal_status pushdown_verify(pushdown *run, const bound_table *bound,
                                           const publication *published,
                                           const release_column *columns,
                                           const release_checks *checks, shoal_error *error);

/* Publishes what was made, unless the source has changed meanwhile. */
SHOAL_CHECKED shoal_status pushdown_publish(pushdown *run, shoal_error *error);
/* The same check alone, for dry runs. */
SHOAL_CHECKED shoal_status pushdown_check_unchanged(pushdown *run, shoal_error *error);

/* A proven lower bound for the nodes below the floor that the set was taken at, which the search
 * did not see; infinite where there is no floor, -infinity where nothing can be said. `best` is
 * what was found above: a bound that is no less ends the work. */
SHOAL_CHECKED shoal_status pushdown_bound_below(double *out, const pushdown *run,
                                                recoding_space *space, double best,
                                                shoal_error *error);

#endif
