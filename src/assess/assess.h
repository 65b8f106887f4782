/* Judging tables in memory: any table for itself, or a release beside its original. */
#ifndef SHOAL_ASSESS_ASSESS_H
#define SHOAL_ASSESS_ASSESS_H

#include "base/threads.h"
#include "data/table.h"
#include "plan/plan.h"
#include "report/assessment.h"

/* The tables outlive the assessment. Of their columns the quasi-identifiers, the sensitive ones and
 * the target must have been kept; of the judged table the others, too, where it is to be known
 * what they give away. */
typedef struct assessment_input {
    const shoal_plan *plan;
    const shoal_table *table;
    const char *path;            /* of the table, for messages and the facts */
    const shoal_table *original; /* NULL: there is none */
    const char *original_path;
    const char *command;      /* command line; may be NULL */
    thread_pool *pool;        /* may be NULL */
    const shoal_hooks *hooks; /* may be NULL */
} assessment_input;

SHOAL_CHECKED shoal_status assessment_make(assessment **out, const assessment_input *input,
                                           shoal_error *error);
void assessment_free(assessment *made);

/* Whether an assessment looks at a column of that name; for source_options.keep. */
bool assess_keeps(const char *name, void *plan);

#endif
