/* The files of a run: nameless while they are written, named together at the end. */
#ifndef SHOAL_ANONYMIZE_RUN_OUTPUTS_H
#define SHOAL_ANONYMIZE_RUN_OUTPUTS_H

#include "search/microaggregation/operator_monitor.h"
#include "store/sink.h"

#define MONITOR_FILES 3

typedef struct run_outputs {
    sink *release;
    pending_file result, report, front, mapping;
    pending_file monitor[MONITOR_FILES];
    const char *monitor_folder; /* made for this run: removed unless files are named in it */
    bool dry;                   /* nothing is named */
    bool stays;                 /* the release is made in a database: there is no sink */
    bool hands_out;             /* the release is a table for the caller, not a file */
} run_outputs;

#define RUN_OUTPUTS_NONE                                                                           \
    {                                                                                              \
        .result = PENDING_FILE_NONE, .report = PENDING_FILE_NONE, .front = PENDING_FILE_NONE,      \
        .mapping = PENDING_FILE_NONE, .monitor = {                                                 \
            PENDING_FILE_NONE,                                                                     \
            PENDING_FILE_NONE,                                                                     \
            PENDING_FILE_NONE                                                                      \
        }                                                                                          \
    }

/* Opens the files to write, so that a run that cannot write them fails at the start. */
SHOAL_CHECKED shoal_status run_outputs_open(run_outputs *out, const shoal_job *asked,
                                            shoal_error *error);
/* Removes what was not named. */
void run_outputs_close(run_outputs *outputs);

/* Fills one of the files, if it was requested. */
SHOAL_CHECKED shoal_status run_output_fill(pending_file *file, const text *content,
                                           shoal_error *error);
SHOAL_CHECKED shoal_status run_outputs_fill_monitor(run_outputs *outputs,
                                                    const operator_monitor *monitor,
                                                    shoal_error *error);

/* Names the release first (if there is one), then the other files. A table is handed out last, so
 * that the caller has none after a failure. Of a dry run only a result for standard output is
 * printed. */
SHOAL_CHECKED shoal_status run_outputs_publish(run_outputs *outputs, bool released,
                                               shoal_error *error);

#endif
