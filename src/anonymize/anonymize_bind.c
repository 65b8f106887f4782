/* From the file to a recoder that is ready to search. */
#include "anonymize/anonymization.h"
#include "base/clock.h"
#include "base/phase.h"
#include "bind/canonical_rows.h"
#include "bind/roles.h"
#include "warn/warn.h"

#include <inttypes.h>

/* Identifiers are not read, but they may show that people have several rows. */
static shoal_status look_at_identifiers(anonymization *run, table_reading *how,
                                        shoal_error *error) {
    const shoal_plan *plan = run->bound.plan;
    if (plan_count_role(plan, ROLE_PERSON) > 0 || plan_count_role(plan, ROLE_IDENTIFIER) == 0)
        return SHOAL_OK;
    run->hidden = hidden_columns_new(plan, threads_count(run->pool));
    if (!run->hidden)
        return status_no_memory(error);
    how->see = hidden_columns_see;
    how->see_context = run->hidden;
    how->sees = hidden_columns_sees;
    return SHOAL_OK;
}

/* ---- Rows in the order of the input ---------------------------------------------------------- */

static bool keeps_order(const anonymization *run) {
    return run->bound.plan->order == ORDER_INPUT && !anonymize_stays(run);
}

/* Identifiers, too, are read to find out whether the input is sorted by them. */
static bool keep_every_column(const char *name, void *context) {
    anonymization *run = context;
    if (run->hidden)
        (void)hidden_columns_keep(name, run->hidden);
    return true;
}

/* Measures what the order gives away, while the rows still have it, and drops what was read for
 * that alone. */
static shoal_status look_at_order(anonymization *run, shoal_error *error) {
    bound_table *bound = &run->bound;
    if (!keeps_order(run))
        return SHOAL_OK;
    if (!bound->format.unordered)
        STATUS_TRY(warn_order(&run->warnings, bound->table, error));
    for (size_t i = 0; i < bound->table->columns; i++)
        if (!roles_keep_needed(bound->table->column[i].name, (void *)bound->plan))
            table_drop_values(bound->owned, i);
    return SHOAL_OK;
}

static shoal_status sort_rows(anonymization *run, shoal_error *error) {
    bound_table *bound = &run->bound;
    if (!recoding_tells_rows(run->request.recoding, bound->plan))
        return SHOAL_OK;
    STATUS_TRY(canonical_rows_sort(bound, error));
    if (run->hidden)
        hidden_columns_sorted(run->hidden, bound->input_row);
    return SHOAL_OK;
}

/* ---------------------------------------------------------------------------------------------- */

/* Households are set aside as a whole. */
static bool keeps(const char *name, void *context) {
    const anonymization *run = context;
    const shoal_plan *plan = run->bound.plan;
    bool needed = run->hidden ? hidden_columns_keep(name, run->hidden)
                              : roles_keep_needed(name, (void *)plan);
    return needed || (run->asked.control && plan_role_of(plan, name) == ROLE_HOUSEHOLD);
}

static shoal_status read_table(anonymization *run, shoal_error *error) {
    bound_table *bound = &run->bound;
    table_reading how = {
        .keep = keeps,
        .context = run,
        .hash = run->asked.result_path || run->asked.report_path || run->asked.mapping_path,
        .joins_absent = run->outputs.release && !sink_knows_absent(run->outputs.release),
    };
    bound->hooks = &run->hooks;
    bound->pool = run->pool;
    if (anonymize_stays(run))
        return anonymize_read_database(run, error);
    STATUS_TRY(look_at_identifiers(run, &how, error));
    if (keeps_order(run)) {
        how.keep = keep_every_column;
        how.context = run;
    }
    STATUS_TRY(bound_table_read(bound, &how, error));
    STATUS_TRY(look_at_order(run, error));
    STATUS_TRY(coded_extremes_find(&run->extremes, bound, error));
    STATUS_TRY(coded_extremes_apply(&run->extremes, bound->owned, error));
    STATUS_TRY(sort_rows(run, error));
    return bound_table_find_columns(bound, false, error);
}

static shoal_status check_k(const bound_table *bound, shoal_error *error) {
    if (bound->person_of && (uint64_t)bound->plan->k > bound->persons)
        return status_refuse(error, SHOAL_INFEASIBLE, "k_too_large", "privacy.k",
                             "k = %" PRId64 " is more than the %" PRIu64
                             " different persons of the table",
                             bound->plan->k, bound->persons);
    if ((uint64_t)bound->plan->k <= bound->rows)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_INFEASIBLE, "k_too_large", "privacy.k",
                         "k = %" PRId64 " is more than the %" PRIu64 " row%s %s", bound->plan->k,
                         bound->rows, bound->rows == 1 ? "" : "s",
                         bound->rows < table_whole(bound->table)
                             ? "left after dropping those with missing values"
                             : "of the table");
}

shoal_status anonymize_bind(anonymization *run, shoal_error *error) {
    double begin = clock_seconds();
    bound_table *bound = &run->bound;
    STATUS_TRY(read_table(run, error));
    phase preparing;
    phase_begin(&preparing, &run->hooks, "prepare", 0);
    STATUS_TRY(run_request_check_target(&run->request, bound->table, error));
    STATUS_TRY(bound_table_choose_rows(bound, error));
    STATUS_TRY(anonymize_set_aside(run, error));
    STATUS_TRY(bound_table_find_persons(bound, error));
    STATUS_TRY(check_k(bound, error));
    if (bound->plan->unnamed == UNNAMED_PUBLISH)
        STATUS_TRY(warn_unnamed(&run->warnings, bound->table, bound->plan, error));
    warn_columns_of columns = {bound->plan, bound->table, bound->kept, bound->person_of,
                               bound->persons};
    STATUS_TRY(warn_columns(&run->warnings, &columns, error));
    STATUS_TRY(warn_keys(&run->warnings, &columns, error));
    STATUS_TRY(anonymization_check_cancel(run, error));
    bound->target = run_request_target(&run->request, &bound->rules);
    STATUS_TRY(run->request.recoding->bind(&run->recoder, bound, error));
    STATUS_TRY(bound_table_check_rules(bound, error));
    phase_end(&preparing, (int64_t)bound->rows);
    run->seconds.read = clock_seconds() - begin;
    return anonymization_check_cancel(run, error);
}
