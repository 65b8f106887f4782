/* The release beside its original, for the report. */
#include "anonymize/job.h"

#include "assess/assess.h"
#include "base/clock.h"
#include "store/csv.h"

#include <string.h>
#include <unistd.h>

/* Columns of a file without a header are numbered anew where one was left out. */
static shoal_status name_columns(shoal_table *table, const job *run, shoal_error *error) {
    size_t place = 0;
    for (size_t i = 0; i < run->table->columns && place < table->columns; i++) {
        if (run->columns[i].use == COLUMN_DROP)
            continue;
        const char *name = run->table->column[i].name;
        char *copy = memory_text(name, strlen(name));
        if (!copy)
            return status_no_memory(error);
        memory_free(table->column[place].name);
        table->column[place++].name = copy;
    }
    return SHOAL_OK;
}

static shoal_status read_release(job *run, const shoal_hooks *hooks, shoal_error *error) {
    csv_options options = {
        .delimiter = run->table->delimiter,
        .header = run->table->header ? SHOAL_YES : SHOAL_NO,
        .trim = SHOAL_NO,
        .pool = run->pool,
        .cancel = hooks->cancel,
        .label = run->asked.output,
    };
    if (lseek(run->release.descriptor, 0, SEEK_SET) != 0) {
        status_io(error, "read back", run->asked.output);
        return SHOAL_IO;
    }
    STATUS_TRY(csv_read_descriptor(&run->written, run->release.descriptor, &options, error));
    memcpy(run->written->sha256, run->sha256, sizeof run->written->sha256);
    return name_columns(run->written, run, error);
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
