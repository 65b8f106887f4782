/* Inspecting a table in memory: what its columns are, and a plan to start from. */
#ifndef SHOAL_INSPECT_INSPECT_H
#define SHOAL_INSPECT_INSPECT_H

#include "base/threads.h"
#include "data/table.h"
#include "plan/plan.h"
#include "report/inspection.h"

/* The table outlives the inspection, and has all its columns. */
typedef struct inspection_input {
    const shoal_plan *plan; /* what the user has said: roles, missing values, how it is read */
    const shoal_table *table;
    const char *path;         /* of the table, for messages and the facts */
    const char *plan_path;    /* where the starter plan will be written; NULL: nowhere */
    const char *command;      /* command line; may be NULL */
    thread_pool *pool;        /* may be NULL */
    const shoal_hooks *hooks; /* may be NULL */
} inspection_input;

SHOAL_CHECKED shoal_status inspection_make(inspection **out, const inspection_input *input,
                                           shoal_error *error);
void inspection_free(inspection *made);

#endif
