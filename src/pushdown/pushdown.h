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
    bool counts;           /* the engine may count the classes of nodes: k alone decides, and the
                              metric is a sum over cells */
    engine_digest seen;    /* the source, when the run began */
    engine_value **values; /* [table columns][dictionary] as the engine has them; NULL: not known */
    struct pushdown_level **level; /* [attributes][levels] what was mapped so far */
    uint8_t *floor;        /* [attributes] levels that the set was taken at; NULL: the ground */
    uint8_t *lowest;       /* [attributes] with a floor: levels that the plan allows */
    bool untold;           /* not even the highest levels fit: there is no set */
    engine_classes ground; /* of all the tuples, where not all were taken; groups 0: not asked */
    double kept;           /* about how many distinct tuples the engine keeps; 0: none */
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

/* After the search was cancelled, or the proof after it, and its answer is released all the same:
 * no flag cancels the rest. */
void pushdown_go_on(pushdown *run);

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

/* ---- Nodes that the set cannot tell (pushdown_count.c) ----------------------------------------
 */

/* Whether the engine could count them: there is a floor or no set at all, and k alone decides. */
bool pushdown_may_count(const pushdown *run, const recoding_space *space);
/* Lets the engine count their classes, and nodes go down to the lowest levels of the plan. `most`:
 * so many at most, then the search ends as by a limit of time; 0: any number. */
SHOAL_CHECKED shoal_status pushdown_count_begin(pushdown *run, bound_table *bound,
                                                recoding_space *space, int64_t most,
                                                shoal_error *error);
/* No more; nodes begin at the floor again. */
void pushdown_count_end(pushdown *run, bound_table *bound, recoding_space *space);
/* How many are reasonable where nobody says: the same on every machine. */
int64_t pushdown_count_most(const pushdown *run, bool whole_search);

/* Whether the set cannot tell the node; then it is taken again, at the node's levels. The space
 * that was searched must not be evaluated any more. */
bool pushdown_is_below(const pushdown *run, const uint8_t *node, size_t attributes);
SHOAL_CHECKED shoal_status pushdown_take_again(pushdown *run, bound_table *bound,
                                               const uint8_t *node, shoal_error *error);

#endif
