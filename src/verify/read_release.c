#include "verify/read_release.h"

#include "bind/roles.h"
#include "store/source.h"

#include <math.h>

static shoal_status check_plan(const shoal_plan *plan, shoal_error *error) {
    if (plan->k < 1)
        return status_fail(error, SHOAL_USAGE, "--k is missing: what the release is to be held to");
    if (plan_count_role(plan, ROLE_QUASI) == 0)
        return status_fail(error, SHOAL_USAGE,
                           "no quasi-identifier is named: list them with --quasi a,b,c");
    return SHOAL_OK;
}

/* Quasi-identifiers, and where there are rules what they may guard. */
static bool keeps(const char *name, void *context) {
    const written *release = context;
    plan_role role = plan_role_of(release->plan, name);
    return role == ROLE_QUASI || (release->rules.count > 0 && role != ROLE_IDENTIFIER);
}

static shoal_status examine(written *release, shoal_error *error) {
    rules_input input = {
        .plan = release->plan,
        .rules = &release->rules,
        .table = release->table,
        .quasi = release->quasi,
        .attributes = release->attributes,
        .pool = release->pool,
        .stars_count = release->found.stars == release->found.rows,
    };
    return rules_examine(&release->kept, &input, error);
}

shoal_status written_read(written *release, shoal_error *error) {
    STATUS_TRY(check_plan(release->plan, error));
    STATUS_TRY(rules_read(&release->rules, release->plan, error));
    STATUS_TRY(threads_start(&release->pool, release->plan->threads, error));
    source_options options = {
        .delimiter = release->plan->delimiter,
        .header = release->plan->header,
        .trim = release->plan->trim,
        .keep = keeps,
        .context = release,
        .pool = release->pool,
    };
    STATUS_TRY(source_load(&release->table, NULL, release->names, release->count, &options, error));
    STATUS_TRY(roles_find_quasi(&release->quasi, &release->attributes, release->table,
                                release->plan, true, error));
    STATUS_TRY(release_classes_count(&release->found, release->table, release->quasi,
                                     release->attributes, release->plan, release->pool, error));
    return release->rules.count > 0 ? examine(release, error) : SHOAL_OK;
}

void written_close(written *release) {
    rules_found_free(&release->kept);
    rules_free(&release->rules);
    memory_free(release->quasi);
    shoal_table_free(release->table);
    threads_stop(release->pool);
}

int64_t written_limit(const shoal_plan *plan, int64_t rows) {
    return plan->suppression_given ? (int64_t)floor(plan->suppression * (double)rows + 1e-9) : rows;
}
