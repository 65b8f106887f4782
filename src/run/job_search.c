/* The search, and its answer as a node of a lattice, whatever was searched. */
#include "run/job.h"

#include "base/clock.h"

#include <math.h>
#include <string.h>

uint64_t job_limit(const job *run) {
    double limit = floor(run->plan->suppression * (double)run->rows + 1e-9);
    return limit >= (double)run->rows ? run->rows : (uint64_t)limit;
}

static metric_context context_of(const job *run, const ladder *ladders) {
    return (metric_context){
        .ladders = ladders,
        .attributes = run->attributes,
        .rows = run->rows,
        .k = (uint64_t)run->plan->k,
        .limit = job_limit(run),
    };
}

static shoal_status open_lattice(job *run, const ladder *ladders, shoal_error *error) {
    lattice_setup setup = {
        .ground = &run->set,
        .context = context_of(run, ladders),
        .metric = run->metric,
        .wildcard = run->plan->missing == MISSING_WILDCARD,
        .pool = run->pool,
        .memory = (size_t)run->plan->memory,
    };
    run->published = ladders;
    return lattice_open(&run->space, &setup, error);
}

static shoal_status open_cuts(job *run, shoal_error *error) {
    cut_setup setup = {
        .ground = &run->set,
        .context = context_of(run, run->ladders),
        .domains = run->domains,
        .metric = run->metric,
        .wildcard = run->plan->missing == MISSING_WILDCARD,
        .pool = run->pool,
    };
    return cut_open(&run->cuts, &setup, error);
}

static shoal_status search_space(job *run, recoding_space *space, shoal_error *error) {
    if (run->journal)
        STATUS_TRY(journal_bind(run->journal, space, error));
    search_setup setup = {
        .space = space,
        .algorithm = run->algorithm,
        .limits = {.evaluations = run->plan->evaluations,
                   .seconds = run->plan->time_limit,
                   .cancel = run->hooks.cancel},
        .settings = run->settings,
        .hooks = &run->hooks,
        .seed = run->plan->seed,
        .journal = run->journal,
        .memory = (size_t)run->plan->memory,
    };
    return search_run(&run->search, &setup, error);
}

static shoal_status search_lattices(job *run, shoal_error *error) {
    STATUS_TRY(open_lattice(run, run->ladders, error));
    STATUS_TRY(search_space(run, lattice_as_space(run->space), error));
    if (run->search.found)
        memcpy(run->node, run->search.best_node, run->attributes);
    return SHOAL_OK;
}

/* The best cut becomes the top of a lattice of its own. */
static shoal_status publish_cut(job *run, shoal_error *error) {
    run->cut_ladders = memory_zero(run->attributes, sizeof *run->cut_ladders);
    if (!run->cut_ladders)
        return status_no_memory(error);
    STATUS_TRY(cut_ladders(run->cuts, (const uint64_t *)(const void *)run->search.best_node,
                           run->cut_ladders, error));
    memset(run->node, 1, run->attributes);
    return open_lattice(run, run->cut_ladders, error);
}

static shoal_status search_cuts(job *run, shoal_error *error) {
    STATUS_TRY(open_cuts(run, error));
    STATUS_TRY(search_space(run, cut_as_space(run->cuts), error));
    return run->search.found ? publish_cut(run, error) : SHOAL_OK;
}

shoal_status job_search(job *run, shoal_error *error) {
    double begin = clock_seconds();
    run->node = memory_zero(run->attributes, 1);
    if (!run->node)
        return status_no_memory(error);
    STATUS_TRY(run->recoding == &cut_kind ? search_cuts(run, error) : search_lattices(run, error));
    run->search_seconds = clock_seconds() - begin;
    return SHOAL_OK;
}
