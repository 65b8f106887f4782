/* Which recoding the starter plan names: each is tried on a sample with a few evaluations. */
#include "base/random.h"
#include "inspect/inspect_parts.h"
#include "search/driver/search.h"

#include <math.h>

/* Effort is counted, not timed, so that the answer is the same on every machine. */
enum { TRIAL_ROWS = 4096, TRIAL_EVALUATIONS = 4000 };
/* A recoding later in the list must be better by this share: the first one is the simplest. */
#define TRIAL_GAIN 0.02

/* What the user has chosen is not tried. */
static shoal_status is_chosen(bool *out, const shoal_plan *plan, shoal_error *error) {
    shoal_plan *usual = NULL;
    STATUS_TRY(shoal_plan_new(&usual, error));
    *out = strcmp(plan->recoding, usual->recoding) != 0 ||
           strcmp(plan->algorithm, usual->algorithm) != 0 || plan->objectives || plan->metric;
    shoal_plan_free(usual);
    return SHOAL_OK;
}

/* One row of each of so many stretches. */
static shoal_status choose_rows(bound_table *bound, shoal_error *error) {
    size_t all = bound->table->rows;
    inspect_sample sample = {0};
    if (all <= TRIAL_ROWS)
        return SHOAL_OK;
    shoal_status status = inspect_sample_choose(&sample, all, TRIAL_ROWS, error);
    if (status == SHOAL_OK && !bound->kept) {
        bound->kept = memory_zero(all, sizeof *bound->kept);
        for (size_t i = 0; bound->kept && i < sample.rows; i++)
            bound->kept[sample.row[i]] = true;
    } else if (status == SHOAL_OK) {
        bool *kept = memory_zero(all, sizeof *kept);
        for (size_t i = 0; kept && i < sample.rows; i++)
            kept[sample.row[i]] = bound->kept[sample.row[i]];
        memory_free(bound->kept);
        bound->kept = kept;
    }
    inspect_sample_free(&sample);
    return status == SHOAL_OK && !bound->kept ? status_no_memory(error) : status;
}

static shoal_status bind_rows(bound_table *bound, shoal_error *error) {
    STATUS_TRY(bound_table_find_columns(bound, false, error));
    STATUS_TRY(bound_table_choose_rows(bound, error));
    STATUS_TRY(choose_rows(bound, error));
    bound->rows = bound->kept ? 0 : bound->table->rows;
    for (size_t i = 0; bound->kept && i < bound->table->rows; i++)
        bound->rows += bound->kept[i];
    bound->limit = suppression_limit(bound->plan, bound->rows);
    STATUS_TRY(rules_read(&bound->rules, bound->plan, error));
    return bound_table_find_persons(bound, error);
}

/* What opening and searching a space leaves to be freed. */
typedef struct trial_run {
    bound_table bound;
    shoal_hierarchy **given; /* [bound.attributes] */
    recoder *recoder;
    recoding_space *space;
    search search;
} trial_run;

/* The hierarchies that the release will have, which are built by all rows. */
static shoal_status lend_hierarchies(trial_run *run, const inspecting *of, shoal_error *error) {
    run->given = memory_zero(run->bound.attributes, sizeof *run->given);
    if (!run->given)
        return status_no_memory(error);
    for (size_t a = 0; a < run->bound.attributes; a++)
        run->given[a] = of->hierarchy[run->bound.quasi[a]];
    run->bound.given = run->given;
    return SHOAL_OK;
}

static shoal_status search_space(inspection_trial *out, trial_run *run, const recoding *by,
                                 const inspecting *of, shoal_error *error) {
    const metric *target = recoding_metric(by, plan_metric(of->starter));
    const algorithm *with = algorithm_find(by->name, of->starter->algorithm);
    if (!target || !with || with->configure)
        return SHOAL_OK;
    space_request wanted = {.metric = target};
    STATUS_TRY(bind_rows(&run->bound, error));
    STATUS_TRY(lend_hierarchies(run, of, error));
    STATUS_TRY(by->bind(&run->recoder, &run->bound, error));
    STATUS_TRY(by->open(&run->space, run->recoder, &wanted, error));
    search_setup setup = {
        .space = run->space,
        .algorithm = with,
        .limits = {.evaluations = TRIAL_EVALUATIONS,
                   .cancel = of->input->hooks ? of->input->hooks->cancel : NULL},
        .skip_proof = true,
    };
    STATUS_TRY(search_run(&run->search, &setup, error));
    out->evaluations = run->search.evaluations;
    if (run->search.found)
        out->loss = run->search.best.value;
    return SHOAL_OK;
}

static shoal_status try_recoding(inspection_trial *out, const recoding *by, inspecting *of,
                                 shoal_error *error) {
    trial_run run = {.bound = {.plan = of->starter,
                               .path = of->input->path,
                               .pool = of->input->pool,
                               .table = of->table}};
    *out = (inspection_trial){.recoding = by->name, .loss = (double)NAN};
    shoal_status status = search_space(out, &run, by, of, error);
    if (run.bound.rows > of->facts->trial_rows)
        of->facts->trial_rows = run.bound.rows;
    recoder_close(run.recoder);
    search_close(&run.search);
    if (run.space)
        run.space->kind->close(run.space);
    bound_table_close(&run.bound);
    memory_free(run.given);
    /* A table that a recoding cannot take is no reason to fail. */
    return status == SHOAL_NO_MEMORY || status == SHOAL_INTERRUPTED ? status : SHOAL_OK;
}

static bool is_better(const inspection_trial *one, const inspection_trial *other) {
    return !isnan(one->loss) && (isnan(other->loss) || one->loss < (1 - TRIAL_GAIN) * other->loss);
}

static shoal_status try_all(inspecting *of, shoal_error *error) {
    size_t room = 0, best = 0;
    while (recoding_list[room])
        room++;
    inspection_trial *trials = arena_new(of->memory, room, sizeof *trials);
    if (!trials)
        return status_no_memory(error);
    of->facts->trials = trials;
    for (size_t i = 0; i < room; i++) {
        /* A plan to start from has the same categories for all rows: what else there is depends on
         * what the release is for. */
        if (recoding_list[i]->suits[PURPOSE_TABLES].rank == 0)
            continue;
        inspection_trial *each = &trials[of->facts->trial_count];
        STATUS_TRY(try_recoding(each, recoding_list[i], of, error));
        if (is_better(each, &trials[best]))
            best = of->facts->trial_count;
        of->facts->trial_count++;
        STATUS_TRY(inspect_check_cancel(of, error));
    }
    return of->facts->trial_count > 0
               ? shoal_plan_set(of->starter, "recoding", trials[best].recoding, error)
               : SHOAL_OK;
}

static shoal_status check_known(const char *name, shoal_error *error) {
    if (recoding_find(name) || strcmp(name, "auto") == 0)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "recoding_unknown", "recoding",
                         "unknown recoding '%.40s'", name);
}

shoal_status recoding_trials(inspecting *of, shoal_error *error) {
    bool chosen;
    STATUS_TRY(check_known(of->starter->recoding, error));
    STATUS_TRY(is_chosen(&chosen, of->starter, error));
    if (!chosen)
        STATUS_TRY(try_all(of, error));
    of->facts->recoding =
        arena_text(of->memory, of->starter->recoding, strlen(of->starter->recoding));
    return of->facts->recoding ? SHOAL_OK : status_no_memory(error);
}
