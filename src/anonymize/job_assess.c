/* The release beside its original, for the report. */
#include "anonymize/job.h"

#include "assess/assess.h"
#include "base/clock.h"

#include <string.h>

static shoal_status read_release(job *run, const shoal_hooks *hooks, shoal_error *error) {
    source_options options = {.pool = run->pool, .cancel = hooks->cancel};
    source *from = NULL;
    STATUS_TRY(sink_reopen(&from, run->release, &options, error));
    STATUS_TRY(source_load_opened(&run->written, NULL, from, &options, error));
    memcpy(run->written->sha256, run->sha256, sizeof run->written->sha256);
    return SHOAL_OK;
}

shoal_status job_assess(job *run, shoal_error *error) {
    if (!run->asked.report_path)
        return SHOAL_OK;
    double begin = clock_seconds();
    /* Once interrupted, a run that keeps its best is not to be stopped again. */
    shoal_hooks hooks = run->hooks;
    if (job_was_interrupted(run))
        hooks.cancel = NULL;
    hooks.note = NULL;
    STATUS_TRY(read_release(run, &hooks, error));
    assessment_input input = {.plan = run->plan,
                              .table = run->written,
                              .path = run->asked.output,
                              .original = run->table,
                              .original_path = run->asked.input,
                              .command = run->asked.command,
                              .pool = run->pool,
                              .hooks = &hooks};
    STATUS_TRY(assessment_make(&run->assessed, &input, error));
    run->assess_seconds = clock_seconds() - begin;
    return SHOAL_OK;
}
