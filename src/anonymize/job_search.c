/* The search, and its answer as a node of a lattice, whatever was searched. */
#include "anonymize/job.h"

#include "base/clock.h"

#include <math.h>
#include <string.h>

uint64_t job_limit(const job *run) {
    double limit = floor(run->plan->suppression * (double)run->rows + 1e-9);
    return limit >= (double)run->rows ? run->rows : (uint64_t)limit;
}

static metric_context context_of(const job *run, const bound_hierarchy *hierarchies) {
    return (metric_context){
        .hierarchies = hierarchies,
        .attributes = run->attributes,
        .rows = run->rows,
        .k = (uint64_t)run->plan->k,
        .limit = job_limit(run),
    };
}

shoal_status job_open_lattice(lattice **out, const job *run, const bound_hierarchy *hierarchies,
                              shoal_error *error) {
    lattice_setup setup = {
        .ground = &run->set,
        .context = context_of(run, hierarchies),
        .metric = run->metric,
        .wildcard = run->plan->missing == MISSING_WILDCARD,
        .bound_rules = run->bound_rules,
        .pool = run->pool,
        .memory = (size_t)run->plan->memory,
    };
    return lattice_open(out, &setup, error);
}

/* ---- What is searched ---------------------------------------------------------------------- */

/* With a preference k is a constraint among others: classes of every size are looked at. */
static metric_context context_of_search(const job *run) {
    metric_context context = context_of(run, run->hierarchies);
    if (run->objectives.preferred) {
        context.k = 1;
        context.limit = 0;
    }
    return context;
}

static shoal_status open_space(recoding_space **out, const job *run, const metric *target,
                               shoal_error *error) {
    bool wildcard = run->plan->missing == MISSING_WILDCARD;
    if (job_masks(run))
        return job_open_grouping(out, run, error);
    if (run->recoding == &cut_kind) {
        cut_setup setup = {.ground = &run->set,
                           .context = context_of_search(run),
                           .domains = run->domains,
                           .metric = target,
                           .wildcard = wildcard,
                           .bound_rules = run->bound_rules,
                           .pool = run->pool};
        cut *made;
        STATUS_TRY(cut_open(&made, &setup, error));
        *out = cut_as_space(made);
        return SHOAL_OK;
    }
    lattice_setup setup = {.ground = &run->set,
                           .context = context_of_search(run),
                           .metric = target,
                           .wildcard = wildcard,
                           .bound_rules = run->bound_rules,
                           .pool = run->pool,
                           .memory = (size_t)run->plan->memory};
    lattice *made;
    STATUS_TRY(lattice_open(&made, &setup, error));
    *out = lattice_as_space(made);
    return SHOAL_OK;
}

shoal_status job_open_spaces(job *run, shoal_error *error) {
    const metric *sums[OBJECTIVES_MOST];
    if (run->objectives.count == 0)
        return open_space(&run->searched, run, run->metric, error);
    size_t count = objectives_sums(&run->objectives, sums);
    STATUS_TRY(open_space(&run->searched, run, sums[0], error));
    for (size_t i = 1; i < count; i++, run->other_count++)
        STATUS_TRY(open_space(&run->others[i - 1], run, sums[i], error));
    return SHOAL_OK;
}

static shoal_status search_space(job *run, shoal_error *error) {
    if (run->checkpoint)
        STATUS_TRY(checkpoint_bind(run->checkpoint, run->searched, error));
    search_setup setup = {
        .space = run->searched,
        .algorithm = run->algorithm,
        .limits = {.evaluations = run->plan->evaluations,
                   .seconds = run->plan->time_limit,
                   .cancel = run->hooks.cancel},
        .settings = run->settings,
        .hooks = &run->hooks,
        .trace = run->asked.report_path ? &run->trace : NULL,
        .seed = run->plan->seed,
        .objectives = run->objectives.count > 0 ? &run->objectives : NULL,
        .asked_k = (uint64_t)run->plan->k,
        .others = run->others,
        .other_count = run->other_count,
        .checkpoint = run->checkpoint,
        .memory = (size_t)run->plan->memory,
    };
    return search_run(&run->search, &setup, error);
}

/* ---- What is released ---------------------------------------------------------------------- */

/* The best cut becomes the top of a lattice of its own. */
static shoal_status publish_cut(job *run, shoal_error *error) {
    run->cut_hierarchies = memory_zero(run->attributes, sizeof *run->cut_hierarchies);
    if (!run->cut_hierarchies)
        return status_no_memory(error);
    STATUS_TRY(cut_hierarchies(cut_of_space(run->searched),
                               (const uint64_t *)(const void *)run->search.best_node,
                               run->cut_hierarchies, error));
    memset(run->node, 1, run->attributes);
    run->published = run->cut_hierarchies;
    return job_open_lattice(&run->space, run, run->cut_hierarchies, error);
}

/* A lattice that was searched under another k than the plan's is opened again. */
static shoal_status publish_levels(job *run, shoal_error *error) {
    memcpy(run->node, run->search.best_node, run->attributes);
    run->published = run->hierarchies;
    if (run->objectives.count > 0)
        return job_open_lattice(&run->space, run, run->hierarchies, error);
    run->space = lattice_of_space(run->searched);
    return SHOAL_OK;
}

static shoal_status publish(job *run, shoal_error *error) {
    if (job_masks(run))
        return job_mask(run, error);
    return run->recoding == &cut_kind ? publish_cut(run, error) : publish_levels(run, error);
}

shoal_status job_search(job *run, shoal_error *error) {
    double begin = clock_seconds();
    run->node = memory_zero(run->attributes, 1);
    if (!run->node)
        return status_no_memory(error);
    STATUS_TRY(job_open_spaces(run, error));
    STATUS_TRY(run->asked.pick ? job_pick(run, error) : search_space(run, error));
    if (run->search.found)
        STATUS_TRY(publish(run, error));
    bool in_vain = job_was_interrupted(run) && !run->asked.keep_best;
    if (run->search.front && !in_vain)
        STATUS_TRY(job_take_front(run, error));
    run->search_seconds = clock_seconds() - begin;
    return SHOAL_OK;
}
