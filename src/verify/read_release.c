#include "verify/read_release.h"

#include "bind/borrowed_persons.h"
#include "bind/coded_extremes.h"
#include "bind/roles.h"
#include "verify/release_persons.h"

static bool has_original(const written_release *release) {
    return release->original || release->original_table;
}

/* Quasi-identifiers, whose rows they are and what these tell, identifiers, which should not be
 * there, numbers with top or bottom codes, and if there are rules the columns that they may
 * protect. With an original also those that tell whether its rows are in the same order. */
static bool keeps(const char *name, void *context) {
    const written_release *release = context;
    plan_role role = plan_role_of(release->bound.plan, name);
    bool linked = role == ROLE_SENSITIVE && plan_count_role(release->bound.plan, ROLE_PERSON) > 0;
    return role == ROLE_QUASI || role == ROLE_PERSON || role == ROLE_IDENTIFIER || linked ||
           coded_extremes_of(release->bound.plan, name) ||
           ((release->bound.rules.count > 0 || has_original(release)) &&
            !plan_role_is_hidden(role));
}

/* Where the release itself says whose rows they are, a person's rows can be linked. */
static shoal_status find_sequences(written_release *release, shoal_error *error) {
    const bound_table *bound = &release->bound;
    if (!bound->person_of || persons_lack(bound->table, bound->plan))
        return SHOAL_OK;
    linked_rows rows = {.table = bound->table,
                        .quasi = bound->quasi,
                        .attributes = bound->attributes,
                        .person_of = bound->person_of,
                        .persons = (size_t)bound->persons,
                        .plan = bound->plan,
                        .k = (uint64_t)bound->plan->k,
                        .pool = bound->pool};
    return person_sequences_find(&release->sequences, &rows, error);
}

shoal_status written_release_read(written_release *release, shoal_error *error) {
    bound_table *bound = &release->bound;
    const shoal_plan *plan = bound->plan;
    if (plan->k < 1)
        return status_refuse(error, SHOAL_USAGE, "k_missing", "privacy.k",
                             "k is missing: the smallest class that the release must have");
    STATUS_TRY(bound_table_check_plan(plan, error));
    STATUS_TRY(rules_read(&bound->rules, plan, error));
    STATUS_TRY(context_enter(&release->call, release->context, plan->threads, NULL, error));
    bound->pool = release->call.pool;
    table_reading how = {
        .keep = keeps, .context = release, .hash = release->mapping != NULL, .released = true};
    STATUS_TRY(bound_table_read(bound, &how, error));
    STATUS_TRY(bound_table_find_columns(bound, true, error));
    STATUS_TRY(roles_check_sensitive(bound->table, bound->path, plan, error));
    original_rows original = {release->original, release->original_table, release->mapping};
    STATUS_TRY(release_persons_find(&release->mapped, bound, &original, error));
    judge_input input = {.of = {.table = bound->table,
                                .quasi = bound->quasi,
                                .attributes = bound->attributes,
                                .person_of = bound->person_of,
                                .plan = bound->plan,
                                .pool = bound->pool},
                         .rules = &bound->rules};
    STATUS_TRY(judge_release(&release->judged, &input, error));
    return find_sequences(release, error);
}

void written_release_close(written_release *release) {
    judgement_free(&release->judged);
    mapped_rows_free(&release->mapped);
    bound_table_close(&release->bound);
    context_leave(&release->call);
}
