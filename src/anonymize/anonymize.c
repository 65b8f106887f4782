/* shoal_anonymize: read, search, write, verify, publish. */
#include "anonymize/job.h"

#include "assess/assess.h"
#include "base/clock.h"
#include "base/sized.h"

#include <inttypes.h>
#include <string.h>

bool job_wants_hashes(const job *run) {
    return run->asked.result_path || run->asked.report_path;
}

bool job_was_interrupted(const job *run) {
    return run->search.stopped_by == STOPPED_BY_INTERRUPT;
}

const char *job_checkpoint_path(const job *run) {
    return run->asked.resume_path ? run->asked.resume_path : run->asked.checkpoint_path;
}

static shoal_status end_interrupted(const job *run, shoal_error *error) {
    if (run->search.checkpoint)
        return status_fail(error, SHOAL_INTERRUPTED,
                           "interrupted; nothing was written but the checkpoint: --resume %.150s "
                           "goes on from here",
                           job_checkpoint_path(run));
    return status_fail(error, SHOAL_INTERRUPTED, "interrupted; nothing was written");
}

shoal_status job_check_cancel(const job *run, shoal_error *error) {
    return run->hooks.cancel && *run->hooks.cancel ? end_interrupted(run, error) : SHOAL_OK;
}

/* ---- How a run ends ------------------------------------------------------------------------ */

static shoal_status end_without_release(job *run, shoal_error *error) {
    STATUS_TRY(job_report(run, false, error));
    STATUS_TRY(job_publish(run, false, error));
    bool proven = run->search.stopped_by == STOPPED_BY_PROOF;
    const char *and_rules = run->rules.count > 0 ? " and keeps the privacy models" : "";
    if (proven && run->objectives.preferred)
        return status_fail(error, SHOAL_INFEASIBLE,
                           "no release has k = %" PRId64 "%s, since with --prefer no row is "
                           "suppressed: use hierarchies whose last level is one value (--add-top)",
                           run->plan->k, and_rules);
    if (proven)
        return status_fail(error, SHOAL_INFEASIBLE,
                           "no release has k = %" PRId64 "%s with at most %" PRIu64
                           " suppressed rows: allow more with --suppression, or use hierarchies "
                           "whose last level is one value (--add-top)",
                           run->plan->k, and_rules, job_limit(run));
    bool finished = run->search.stopped_by == STOPPED_BY_ITSELF;
    if (job_masks(run) && run->rules.count > 0 && finished)
        return status_fail(error, SHOAL_INFEASIBLE,
                           "no release was found that keeps the privacy models with at most "
                           "%" PRIu64 " suppressed rows: ask for less, allow more with "
                           "--suppression, or average all attributes in one group",
                           job_limit(run));
    return status_fail(error, SHOAL_INFEASIBLE,
                       "no release was found (stopped by: %s): raise the limit%s",
                       search_stop_name(run->search.stopped_by),
                       job_masks(run) ? ""
                                      : ", or use --algorithm optimal, which finds one if there "
                                        "is one");
}

static shoal_status end_with_release(job *run, shoal_error *error) {
    STATUS_TRY(job_write(run, error));
    STATUS_TRY(job_verify(run, error));
    STATUS_TRY(job_assess(run, error));
    STATUS_TRY(job_report(run, true, error));
    STATUS_TRY(job_publish(run, true, error));
    if (job_was_interrupted(run))
        return status_fail(error, SHOAL_INTERRUPTED,
                           "interrupted; the best release found so far was kept");
    return SHOAL_OK;
}

static shoal_status job_run(job *run, shoal_error *error) {
    STATUS_TRY(job_check(run, error));
    STATUS_TRY(job_open_outputs(run, error));
    STATUS_TRY(job_open_checkpoint(run, error));
    STATUS_TRY(threads_start(&run->pool, run->plan->threads, error));
    STATUS_TRY(job_read(run, error));
    STATUS_TRY(job_bind(run, error));
    STATUS_TRY(job_search(run, error));
    if (job_was_interrupted(run) && !(run->search.found && run->asked.keep_best))
        return end_interrupted(run, error);
    return run->search.found ? end_with_release(run, error) : end_without_release(run, error);
}

void job_close(job *run) {
    shoal_result_free(run->result);
    assessment_free(run->assessed);
    shoal_table_free(run->written);
    memory_free(run->columns);
    lattice_verdicts_free(run->verdicts);
    lattice_detail_free(&run->detail);
    search_close(&run->search);
    checkpoint_close(run->checkpoint);
    if (run->space && lattice_as_space(run->space) != run->searched)
        lattice_close(run->space);
    job_front_close(&run->front);
    for (size_t i = 0; i < run->other_count; i++)
        run->others[i]->kind->close(run->others[i]);
    if (run->searched)
        run->searched->kind->close(run->searched);
    bound_rules_close(run->bound_rules);
    rules_found_free(&run->kept_rules);
    rules_free(&run->rules);
    frequency_free(&run->set);
    averaged_table_free(&run->mask);
    numeric_free(&run->numbers);
    for (size_t a = 0; run->described && a < run->attributes; a++)
        memory_free(run->described[a]);
    for (size_t a = 0; run->cut_hierarchies && a < run->attributes; a++)
        bound_hierarchy_free(&run->cut_hierarchies[a]);
    for (size_t a = 0; run->domains && a < run->attributes; a++)
        ordered_domain_free(&run->domains[a]);
    for (size_t a = 0; run->hierarchies && a < run->attributes; a++)
        bound_hierarchy_free(&run->hierarchies[a]);
    memory_free(run->node);
    memory_free(run->cut_hierarchies);
    memory_free(run->domains);
    memory_free(run->described);
    memory_free(run->hierarchies);
    memory_free(run->kept);
    memory_free(run->quasi_codes);
    memory_free(run->quasi);
    shoal_table_free(run->table);
    job_close_monitor(run);
    file_close(&run->front_file);
    file_close(&run->report_file);
    file_close(&run->result_file);
    sink_close(run->release);
    memory_free(run->settings);
    source_names_free(&run->inputs);
    threads_stop(run->pool);
}

shoal_status shoal_anonymize(shoal_result **out, const shoal_plan *plan, const shoal_job *asked,
                             const shoal_hooks *hooks, shoal_error *error) {
    job run = {
        .plan = plan,
        .started = clock_seconds(),
        .result_file = PENDING_FILE_NONE,
        .report_file = PENDING_FILE_NONE,
        .front_file = PENDING_FILE_NONE,
        .monitor_files = {PENDING_FILE_NONE, PENDING_FILE_NONE, PENDING_FILE_NONE},
    };
    sized_copy(&run.asked, sizeof run.asked, asked);
    sized_copy(&run.hooks, sizeof run.hooks, hooks);
    shoal_status status = job_run(&run, error);
    /* Whatever was going on when it came, an interruption reads the same. */
    if (status == SHOAL_INTERRUPTED && !run.result)
        status = end_interrupted(&run, error);
    *out = run.result;
    run.result = NULL;
    job_close(&run);
    return status;
}
