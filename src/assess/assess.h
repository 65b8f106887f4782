/* Assessing tables in memory: any table alone, or a release against its original. */
#ifndef SHOAL_ASSESS_ASSESS_H
#define SHOAL_ASSESS_ASSESS_H

#include "base/threads.h"
#include "data/table.h"
#include "plan/plan.h"
#include "report/assessment.h"
#include "store/sink.h"

/* The tables outlive the assessment. Both have the columns that assess_keeps names, and the key of
 * persons where it is known; the assessed
 * table should have all its columns, so that those that identify people are found. */
typedef struct assessment_input {
    const shoal_plan *plan;
    const shoal_table *table;
    const char *path;            /* of the table, for messages and the facts */
    const shoal_table *original; /* NULL: there is none */
    const char *original_path;
    const char *command;          /* command line; may be NULL */
    sink *records;                /* gets a line for each row; NULL: not wanted */
    thread_pool *pool;            /* may be NULL */
    const shoal_hooks *hooks;     /* may be NULL */
    const warning_list *warnings; /* what was found already; NULL: the assessment looks for it */
} assessment_input;

SHOAL_CHECKED shoal_status assessment_make(assessment **out, const assessment_input *input,
                                           shoal_error *error);
void assessment_free(assessment *made);

/* Whether an assessment compares a column of that name; for table_reading.keep, with the plan. */
bool assess_keeps(const char *name, void *plan);

#endif
