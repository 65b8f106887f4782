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
    /* [rows of the original] the row of its source that each was, where rows were sorted since;
     * NULL: rows are in the order of their source. */
    const uint32_t *source_row;
    /* People who are not in the release: a table with the columns of the original, or rows of the
     * original that were set aside before the release was made. Neither: not known. */
    const shoal_table *control;
    const char *control_path;
    const bool *set_aside; /* [rows of the original] */
    /* The row of the table at each place of the release's file; NULL: rows are in its order. */
    const uint32_t *at;
    bool unordered;               /* the release is in memory: its order is the caller's */
    const char *command;          /* command line; may be NULL */
    sink *records;                /* gets a line for each row; NULL: not wanted */
    thread_pool *pool;            /* may be NULL */
    const shoal_hooks *hooks;     /* may be NULL */
    const warning_list *warnings; /* what was found already; NULL: the assessment looks for it */
    /* With an original: which rows belong together. `mapped`: those of the table are those of the
     * original that `paired` marks, in their order; else the same is assumed where their numbers
     * agree, and with `order_unknown` only where the tables show it. */
    bool mapped, order_unknown;
    bool attacks_only;  /* and what a verdict goes by: not what only results and reports tell */
    bool consistency;   /* nothing else: whether the table can be of the original, row for row */
    const bool *paired; /* [rows of the original] */
    const uint32_t *row_at;  /* [rows] of the file: the table's row; NULL: the same */
    const uint32_t *line_at; /* [rows] of the table: the file's row; NULL: the same */
} assessment_input;

SHOAL_CHECKED shoal_status assessment_make(assessment **out, const assessment_input *input,
                                           shoal_error *error);
void assessment_free(assessment *made);

/* Whether an assessment compares a column of that name; for table_reading.keep, with the plan. */
bool assess_keeps(const char *name, void *plan);

#endif
