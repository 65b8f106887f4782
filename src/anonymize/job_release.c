/* From the solution to a verified file. */
#include "anonymize/job.h"

#include "base/clock.h"

#include <inttypes.h>
#include <string.h>

static release_column recoded(const bound_hierarchy *by, int level) {
    return (release_column){.use = COLUMN_RECODE, .bound_hierarchy = by, .level = level};
}

static release_column replaced(const averaged_column *by) {
    return (release_column){.use = COLUMN_REPLACE,
                            .replaced = &by->code,
                            .labels = by->labels,
                            .label_count = by->label_count};
}

static shoal_status use_columns(job *run, shoal_error *error) {
    const shoal_table *table = run->table;
    run->columns = memory_zero(table->columns, sizeof *run->columns);
    if (!run->columns)
        return status_no_memory(error);
    for (size_t i = 0; i < table->columns; i++)
        if (plan_role_of(run->plan, table->column[i].name) == ROLE_IDENTIFIER)
            run->columns[i].use =
                run->plan->identifiers == IDENTIFIERS_MASK ? COLUMN_MASK : COLUMN_DROP;
    for (size_t a = 0; a < run->attributes; a++)
        run->columns[run->quasi[a]] = job_masks(run) ? replaced(&run->mask.column[a])
                                                     : recoded(&run->published[a], run->node[a]);
    return SHOAL_OK;
}

static release_task task_of(const job *run) {
    return (release_task){
        .table = run->table,
        .format = run->format,
        .columns = run->columns,
        .kept_rows = run->kept,
        .verdicts = run->verdicts,
        .quasi = run->quasi_codes,
        .pool = run->pool,
        .cancel = job_was_interrupted(run) ? NULL : run->hooks.cancel,
    };
}

/* An attribute that has the label `*` beside others at its level of the solution. */
static const char *find_star_beside(const job *run) {
    for (size_t a = 0; a < run->attributes; a++) {
        const bound_level *level = &run->published[a].level[run->node[a]];
        for (uint32_t group = 0; level->size > 1 && group < level->size; group++)
            if (strcmp(level->label[group], "*") == 0)
                return run->published[a].name;
    }
    return "";
}

/* Where some published rows, not all, are `*` all over, a reader takes them for suppressed: there
 * may then be too many of these, and missing values have fewer rows to match. */
static shoal_status check_hidden(const job *run, shoal_error *error) {
    const release_claim *claim = &run->claim;
    bool harmless = claim->classes.stars <= lattice_context(run->space)->limit &&
                    run->plan->missing != MISSING_WILDCARD;
    if (claim->hidden == 0 || claim->hidden == run->rows || harmless)
        return SHOAL_OK;
    return status_fail(error, SHOAL_BAD_DATA,
                       "attribute '%.60s' has the label `*` beside others, so that %" PRIu64
                       " rows of the release would look suppressed and are not; rename that label",
                       find_star_beside(run), claim->hidden);
}

static shoal_status judge_rows(job *run, shoal_error *error) {
    if (job_masks(run)) {
        job_claim_mask(run);
        return SHOAL_OK;
    }
    const uint8_t *node = run->node;
    STATUS_TRY(lattice_describe(run->space, node, &run->detail, error));
    STATUS_TRY(lattice_judge(&run->verdicts, run->space, node, error));
    STATUS_TRY(release_claim_make(&run->claim, &run->set, lattice_context(run->space), node,
                                  run->verdicts, &run->detail.classes, error));
    return check_hidden(run, error);
}

shoal_status job_write(job *run, shoal_error *error) {
    double begin = clock_seconds();
    STATUS_TRY(use_columns(run, error));
    STATUS_TRY(judge_rows(run, error));
    release_task task = task_of(run);
    STATUS_TRY(release_write(run->release, &task, error));
    run->write_seconds = clock_seconds() - begin;
    return SHOAL_OK;
}

/* ---- The privacy models ---------------------------------------------------------------------- */

static bool needs_column(void *context, const char *name) {
    const job *run = context;
    for (size_t i = 0; run->bound_rules && i < run->bound_rules->column_count; i++)
        if (strcmp(run->bound_rules->columns[i].domain.name, name) == 0)
            return true;
    return false;
}

static shoal_status fail_population(const rule_found *found, shoal_error *error) {
    return status_fail(error, SHOAL_UNVERIFIED,
                       "the written file failed verification: %" PRIu64 " classes violate %s",
                       found->classes, found->rule->model->name);
}

static shoal_status check_population(const job *run, const rules_input *input, shoal_error *error) {
    rules_found found;
    STATUS_TRY(
        rules_examine_recoded(&found, input, run->bound_rules, run->published, run->node, error));
    shoal_status status = SHOAL_OK;
    for (size_t i = 0; i < found.count && status == SHOAL_OK; i++)
        if (!found.each[i].holds)
            status = fail_population(&found.each[i], error);
    rules_found_free(&found);
    return status;
}

static shoal_status fail_rule(const rule_found *found, shoal_error *error) {
    return status_fail(error, SHOAL_UNVERIFIED,
                       "the written file failed verification: %" PRIu64
                       " classes violate %s on '%.60s'",
                       found->classes, found->rule->model->name, found->attribute);
}

/* Every rule is judged again, on the classes as they read. */
static shoal_status check_rules(void *context, const shoal_table *table, const size_t *quasi,
                                size_t attributes, shoal_error *error) {
    job *run = context;
    rules_input input = job_rules_input(run);
    input.table = table;
    input.quasi = quasi;
    input.attributes = attributes;
    input.kept = NULL;
    input.stars_count = !job_masks(run) && run->detail.classes.suppressed == 0;
    rules_found_free(&run->kept_rules);
    STATUS_TRY(rules_examine(&run->kept_rules, &input, error));
    for (size_t i = 0; i < run->kept_rules.count; i++)
        if (!run->kept_rules.each[i].holds)
            return fail_rule(&run->kept_rules.each[i], error);
    if (run->bound_rules && run->bound_rules->population)
        return check_population(run, &input, error);
    return SHOAL_OK;
}

shoal_status job_verify(job *run, shoal_error *error) {
    double begin = clock_seconds();
    if (run->rules.count > 0) {
        run->claim.check = check_rules;
        run->claim.needs = needs_column;
        run->claim.context = run;
    }
    release_task task = task_of(run);
    char *sha256 = job_wants_hashes(run) ? run->sha256 : NULL;
    STATUS_TRY(release_verify(run->release, &task, run->plan, &run->claim, sha256, error));
    if (job_masks(run))
        STATUS_TRY(job_measure_mask(run, error));
    run->verify_seconds = clock_seconds() - begin;
    return job_was_interrupted(run) ? SHOAL_OK : job_check_cancel(run, error);
}
