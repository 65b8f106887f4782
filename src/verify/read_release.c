#include "verify/read_release.h"

#include "bind/roles.h"

/* Quasi-identifiers, and if there are rules the columns that they may protect. */
static bool keeps(const char *name, void *context) {
    const bound_table *bound = context;
    plan_role role = plan_role_of(bound->plan, name);
    return role == ROLE_QUASI || (bound->rules.count > 0 && role != ROLE_IDENTIFIER);
}

shoal_status written_release_read(written_release *release, shoal_error *error) {
    bound_table *bound = &release->bound;
    const shoal_plan *plan = bound->plan;
    if (plan->k < 1)
        return status_refuse(error, SHOAL_USAGE, "k_missing", "privacy.k",
                             "k is missing: the smallest class that the release must have");
    STATUS_TRY(bound_table_check_plan(plan, error));
    STATUS_TRY(rules_read(&bound->rules, plan, error));
    STATUS_TRY(threads_start(&release->pool, plan->threads, error));
    bound->pool = release->pool;
    STATUS_TRY(bound_table_read(bound, &(table_reading){.keep = keeps, .context = bound}, error));
    STATUS_TRY(bound_table_find_columns(bound, true, error));
    judge_input input = {.of = {.table = bound->table,
                                .quasi = bound->quasi,
                                .attributes = bound->attributes,
                                .person_of = bound->person_of,
                                .plan = plan,
                                .pool = bound->pool},
                         .rules = &bound->rules};
    STATUS_TRY(judge_release(&release->judged, &input, error));
    return SHOAL_OK;
}

void written_release_close(written_release *release) {
    judgement_free(&release->judged);
    bound_table_close(&release->bound);
    threads_stop(release->pool);
}
