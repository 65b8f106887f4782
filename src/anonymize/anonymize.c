/* shoal_anonymize: read, search, write, verify, publish. */
#include "anonymize/anonymization.h"
#include "assess/assess.h"
#include "base/clock.h"
#include "base/name_list.h"
#include "base/sized.h"

#include <inttypes.h>
#include <stdio.h>

bool anonymization_reports(const anonymization *run) {
    return run->asked.report_path || run->asked.make_report;
}

bool anonymization_attacks(const anonymization *run) {
    return anonymization_reports(run) || run->bound.plan->strict;
}

bool anonymization_was_interrupted(const anonymization *run) {
    return run->searched.search.stopped_by == STOPPED_BY_INTERRUPT;
}

const volatile int *anonymization_cancel(const anonymization *run) {
    bool answered = anonymization_was_interrupted(run) || run->searched.search.proof_interrupted;
    return answered ? NULL : run->hooks.cancel;
}

static shoal_status end_interrupted(const anonymization *run, shoal_error *error) {
    const shoal_job *asked = &run->asked;
    if (run->searched.search.checkpoint)
        return status_refuse(error, SHOAL_INTERRUPTED, "interrupted", "resume_path",
                             "interrupted; only the checkpoint was written: resume from %.150s",
                             asked->resume_path ? asked->resume_path : asked->checkpoint_path);
    return status_fail(error, SHOAL_INTERRUPTED, "interrupted; nothing was written");
}

shoal_status anonymization_check_cancel(const anonymization *run, shoal_error *error) {
    const volatile int *cancel = anonymization_cancel(run);
    return cancel && *cancel ? end_interrupted(run, error) : SHOAL_OK;
}

/* ---- How a run ends ------------------------------------------------------------------------ */

/* "age (2 of 4), zip (1 of 5)": highest levels that keep classes apart; false where there are none.
 */
static bool list_limits(name_list *out, const bound_table *bound) {
    for (size_t a = 0; bound->hierarchies && a < bound->attributes; a++) {
        const bound_hierarchy *of = &bound->hierarchies[a];
        int highest = bound_hierarchy_highest(of);
        if (of->barred > 0 && of->level[highest].size > of->level[of->height].size)
            name_list_add(out, "%.30s (%d of %d)", of->name, highest, of->height);
    }
    return out->shown + out->left_out > 0;
}

static shoal_status fail_infeasible(const anonymization *run, shoal_error *error) {
    name_list limits = {.room = 75}; /* what the longest message leaves of its size */
    const bound_table *bound = &run->bound;
    const run_request *request = &run->request;
    bool models =
        bound->rules.count > 0 || bound->plan->max_average_risk || bound->plan->max_uniques;
    const char *and_rules = models ? " and meets the privacy models" : "";
    search_stop stop = run->searched.search.stopped_by;
    if (stop == STOPPED_BY_PROOF && list_limits(&limits, bound))
        return status_refuse(error, SHOAL_INFEASIBLE, "levels_infeasible",
                             "attributes.NAME.max_level",
                             "no release has k = %" PRId64 "%s with at most %" PRIu64
                             " suppressed rows and no higher levels than %s: allow a higher level, "
                             "or more suppression",
                             bound->plan->k, and_rules, bound->limit, name_list_end(&limits));
    if (stop == STOPPED_BY_PROOF && request->objectives.preferred)
        return status_refuse(
            error, SHOAL_INFEASIBLE, "preference_infeasible", "attributes.NAME.top",
            "no release has k = %" PRId64 "%s, because with a preference no row is suppressed: use "
            "hierarchies whose last level is a single value",
            bound->plan->k, and_rules);
    if (stop == STOPPED_BY_PROOF)
        return status_refuse(error, SHOAL_INFEASIBLE, "infeasible", "suppression",
                             "no release has k = %" PRId64 "%s with at most %" PRIu64
                             " suppressed rows: %sallow more suppression, or use hierarchies whose "
                             "last level is a single value",
                             bound->plan->k, and_rules, bound->limit,
                             models ? "relax the models, " : "");
    if (stop == STOPPED_BY_ITSELF && bound->rules.count > 0 && request->recoding->advice)
        return status_refuse(
            error, SHOAL_INFEASIBLE, "models_infeasible", "suppression",
            "no release was found that meets the privacy models with at most %" PRIu64
            " suppressed rows: relax the models, %s",
            bound->limit, request->recoding->advice);
    bool provable = algorithm_find_prover(request->recoding) != NULL;
    return status_refuse(
        error, SHOAL_INFEASIBLE, "search_stopped", "search.algorithm",
        "no release was found (stopped by: %s): raise the limit%s", search_stop_name(stop),
        provable ? ", or use the algorithm optimal, which finds one if there is one" : "");
}

static shoal_status end_without_release(shoal_result **out, anonymization *run,
                                        shoal_error *error) {
    STATUS_TRY(anonymize_result(out, run, false, error));
    STATUS_TRY(run_outputs_publish(&run->outputs, false, error));
    return fail_infeasible(run, error);
}

/* Those that were not told yet are told first. */
static shoal_status refuse_warnings(anonymization *run, shoal_error *error) {
    STATUS_TRY(warnings_tell(&run->warnings, &run->hooks, error));
    return run->bound.plan->strict ? warnings_refuse(&run->warnings, error) : SHOAL_OK;
}

/* The plan with what the table has shown, which a release alone may not show again. Before the
 * release has its name: nothing may fail after that. */
static shoal_status write_plan(shoal_result *out, const anonymization *run, shoal_error *error) {
    const char *encoding = run->bound.format.csv.encoding;
    shoal_plan *effective = NULL;
    STATUS_TRY(plan_copy(&effective, run->bound.plan, error));
    shoal_status status = SHOAL_OK;
    if (!effective->encoding && !text_encoding_is_plain(encoding))
        status = shoal_plan_set(effective, "input.encoding", encoding, error);
    if (status == SHOAL_OK)
        status = result_keep_plan(out, effective, error);
    if (status == SHOAL_OK && run->asked.plan_path && !run->asked.dry_run)
        status = shoal_plan_write(effective, run->asked.plan_path, error);
    shoal_plan_free(effective);
    return status;
}

/* Which rows of the input the release has. */
static shoal_status keep_rows(shoal_result *out, const anonymization *run, shoal_error *error) {
    const bound_table *bound = &run->bound;
    const bool *released = anonymization_kept(run);
    if (!released || !bound->input_row)
        return result_keep_rows(out, released, bound->table->rows, error);
    bool *kept = memory_new(bound->table->rows, sizeof *kept);
    for (size_t row = 0; kept && row < bound->table->rows; row++)
        kept[bound->input_row[row]] = released[row];
    shoal_status status =
        kept ? result_keep_rows(out, kept, bound->table->rows, error) : status_no_memory(error);
    memory_free(kept);
    return status;
}

/* A table that was handed out is written in the order that the plan asks for. */
static void keep_order(const anonymization *run) {
    if (run->asked.release && *run->asked.release)
        (*run->asked.release)->released = run->bound.plan->order == ORDER_PUBLISHED;
}

static shoal_status end_with_release(shoal_result **out, anonymization *run, shoal_error *error) {
    STATUS_TRY(anonymize_hint(run, error));
    STATUS_TRY(anonymize_warn(run, error));
    STATUS_TRY(refuse_warnings(run, error));
    STATUS_TRY(anonymize_release(run, error));
    STATUS_TRY(refuse_warnings(run, error));
    STATUS_TRY(anonymization_check_cancel(run, error)); /* nobody is told anything after this */
    STATUS_TRY(anonymize_result(out, run, true, error));
    STATUS_TRY(keep_rows(*out, run, error));
    STATUS_TRY(anonymize_keep_recoding(*out, run, error));
    STATUS_TRY(write_plan(*out, run, error));
    if (anonymize_stays(run))
        STATUS_TRY(run->asked.dry_run ? pushdown_check_unchanged(&run->database, error)
                                      : pushdown_publish(&run->database, error));
    STATUS_TRY(run_outputs_publish(&run->outputs, true, error));
    keep_order(run);
    if (anonymization_was_interrupted(run))
        return status_fail(error, SHOAL_INTERRUPTED,
                           "interrupted; the best release found so far was kept");
    return SHOAL_OK;
}

static shoal_status anonymize(shoal_result **out, anonymization *run, shoal_error *error) {
    STATUS_TRY(plan_limit_memory(&run->limited, &run->bound.plan,
                                 context_memory(run->asked.context), error));
    STATUS_TRY(run_propose(&run->proposal, run->bound.plan, &run->hooks, error));
    if (run->proposal.plan)
        run->bound.plan = run->proposal.plan;
    STATUS_TRY(anonymize_check(run, error));
    STATUS_TRY(anonymize_check_control(run, error));
    run->outputs.stays = anonymize_stays(run);
    STATUS_TRY(run_outputs_open(&run->outputs, &run->asked, error));
    STATUS_TRY(anonymize_open_checkpoint(run, error));
    STATUS_TRY(context_enter(&run->call, run->asked.context, run->bound.plan->threads,
                             run->hooks.cancel, error));
    run->pool = run->call.pool;
    STATUS_TRY(anonymize_open_database(run, error));
    STATUS_TRY(anonymize_bind(run, error));
    STATUS_TRY(anonymize_search(run, error));
    bool found = run->searched.search.found;
    if (anonymization_was_interrupted(run) && !(found && run->keeps))
        return end_interrupted(run, error);
    return found ? end_with_release(out, run, error) : end_without_release(out, run, error);
}

static void anonymization_close(anonymization *run) {
    assessment_free(run->release.assessed);
    shoal_table_free(run->release.table);
    memory_free(run->set_aside);
    bound_table_close(&run->control);
    coded_extremes_free(&run->extremes);
    rules_found_free(&run->release.rules);
    pseudonyms_free(&run->release.pseudonyms);
    recoder_close(run->recoder);
    run_search_close(&run->searched);
    memory_free(run->suppressed.kept);
    run_request_close(&run->request);
    bound_table_close(&run->bound);
    pushdown_close(&run->database);
    run_proposal_close(&run->proposal);
    run_outputs_close(&run->outputs);
    warnings_free(&run->warnings);
    hidden_columns_free(run->hidden);
    source_names_free(&run->inputs);
    memory_free(run->output);
    shoal_plan_free(run->limited);
    context_leave(&run->call);
}

shoal_status shoal_anonymize(shoal_result **out, const shoal_plan *plan, const shoal_job *asked,
                             const shoal_hooks *hooks, shoal_error *error) {
    anonymization run = {
        .bound = {.plan = plan},
        .outputs = RUN_OUTPUTS_NONE,
        .seconds = {.total = clock_seconds()},
    };
    sized_copy(&run.asked, sizeof run.asked, asked);
    hooks_open(&run.hooks, &run.relay, hooks);
    run.warnings.accepted = plan->accepted;
    run.bound.warnings = &run.warnings;
    *out = NULL;
    if (run.asked.release)
        *run.asked.release = NULL;
    shoal_status status = anonymize(out, &run, error);
    /* Whatever was going on when it came, an interruption reads the same. */
    if (status == SHOAL_INTERRUPTED && !*out)
        status = end_interrupted(&run, error);
    anonymization_close(&run);
    return status;
}
