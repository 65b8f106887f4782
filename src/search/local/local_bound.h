/* The proven bound of a search for clusters, raised piece by piece beside the search: by a thread
 * of its own where several are allowed. It never changes the clusters. */
#ifndef SHOAL_SEARCH_LOCAL_LOCAL_BOUND_H
#define SHOAL_SEARCH_LOCAL_LOCAL_BOUND_H

#include "search/local/local_search.h"

typedef struct local_bound local_bound;

typedef struct local_bound_setup {
    /* The table, with attributes of one level for everybody free: what holds for these holds for
     * any level. It outlives the bound. */
    const box_binding *binding;
    const volatile int *cancel;
    uint64_t seed;
    bool threaded;
} local_bound_setup;

SHOAL_CHECKED shoal_status local_bound_open(local_bound **out, const local_bound_setup *setup,
                                            shoal_error *error);
/* Waits for the piece that is being worked on, which ends soon once the flag is set. `of` may be
 * NULL. */
void local_bound_close(local_bound *of);

/* Begins with the next piece, and goes on to so many in all, unless pieces are being worked on or
 * nothing is to be gained; and with the next one only. */
void local_bound_go_on(local_bound *of, int64_t pieces);
void local_bound_go_on_once(local_bound *of);
void local_bound_wait(local_bound *of);
bool local_bound_is_busy(local_bound *of);

/* Of pieces that have ended: how many, their processor seconds, whether there are more, and what
 * went wrong. An interruption is not wrong. */
int64_t local_bound_pieces(const local_bound *of);
double local_bound_seconds(const local_bound *of);
bool local_bound_has_more(const local_bound *of);
shoal_status local_bound_status(const local_bound *of, shoal_error *error);
/* No release has a smaller value; -infinity: not known yet. */
double local_bound_value(const local_bound *of);
/* The same in units of costs, which are rounded; -1: not known yet. */
int64_t local_bound_cost(const local_bound *of);
bool local_bound_is_weak(const local_bound *of);

#endif
