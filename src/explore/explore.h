/* One exploration: the searches of a grid, and of plans that lack something. For the files of this
 * folder only. */
#ifndef SHOAL_EXPLORE_EXPLORE_H
#define SHOAL_EXPLORE_EXPLORE_H

#include "anonymize/run_proposal.h"
#include "anonymize/run_request.h"
#include "base/context.h"
#include "base/hooks.h"
#include "files/pending_file.h"
#include "report/exploration.h"
#include "report/result.h"
#include "search/driver/shared_memo.h"

typedef struct explore_run {
    const shoal_plan *plan; /* once the table is read, with what was found in it (bound_table.h) */
    run_proposal proposal;
    shoal_explore_job asked;
    source_names inputs;
    shoal_hooks hooks;
    hook_relay relay;  /* of the hooks */
    shoal_hooks quiet; /* without notes, warnings and progress */
    pending_file csv_file, result_file, report_file;
    context_call call;
    thread_pool *pool;   /* of the call */
    shoal_plan *limited; /* the caller's plan with less memory; NULL: it is as it is */
    bound_table table;   /* as read */
    warning_list warnings;
    exploration facts;
    size_t searches, searched; /* altogether, and so far */
    double started;
    shoal_result *result;
    arena memory;
} explore_run;

/* The grid as it was asked for, into run->facts: k, limits and recodings (explore_grid.c). */
SHOAL_CHECKED shoal_status explore_read_grid(explore_run *run, shoal_error *error);
/* The points of a series (explore_grid.c). */
SHOAL_CHECKED shoal_status explore_points(explore_run *run, exploration_series *out,
                                          shoal_error *error);
/* What its attributes and models cost (explore_costs.c). */
SHOAL_CHECKED shoal_status explore_costs(explore_run *run, exploration_series *out,
                                         shoal_error *error);
/* Chooses the point whose use is looked for, and what the release of a series there leaves to be
 * used (explore_uses.c). */
void explore_choose_use(explore_run *run);
SHOAL_CHECKED shoal_status explore_use(explore_run *run, exploration_series *out,
                                       shoal_error *error);
/* Sets the k and the limit that costs are those of (explore_costs.c). */
void explore_choose_base(explore_run *run);
/* Searches that this takes. */
size_t explore_count_costs(const explore_run *run, const char *name);
/* A copy in the run's memory; NULL: there is none left. */
const char *explore_keep(explore_run *run, const char *string, size_t length);

/* ---- The table bound to one plan (explore_binding.c) ------------------------------------------
 */

typedef struct explore_binding {
    explore_run *run;
    shoal_plan plan; /* changed from search to search; what it points to is borrowed */
    bound_table bound;
    run_request request;
    recoder *recoder;
    recoding_space *space; /* NULL: not open */
    shared_memo *known;    /* the same */
    bool impossible;       /* no release can exist, whatever the quasi-identifiers become */
} explore_binding;

/* The plan for a recoding: an algorithm or metric that it does not have gives way to the usual. */
shoal_plan explore_plan(const explore_run *run, const char *name);
/* Sets k and the limit. */
void explore_plan_set(shoal_plan *plan, int64_t k, double limit);

/* Binds the table to a plan as `anonymize` does. With `tell` notes and warnings are passed on.
 * Close it also after a failure. */
SHOAL_CHECKED shoal_status explore_bind(explore_binding *out, explore_run *run,
                                        const shoal_plan *plan, bool tell, shoal_error *error);
void explore_binding_close(explore_binding *of);

/* Whether all searches can be made on one binding; else each has its own. */
bool explore_is_shared(const explore_binding *of);

/* Searches as `anonymize` would with this k and this limit; ks are those of all searches of the
 * binding. `out` is zeroed, and to be closed; space NULL: nothing had to be searched. */
SHOAL_CHECKED shoal_status explore_search(search *out, explore_binding *of, int64_t k, double limit,
                                          const int64_t *ks, size_t k_count, shoal_error *error);
exploration_answer explore_answer(const search *found);

#endif
