/* A project: a folder with a plan, hierarchies and releases that the command line can use, too. */
#ifndef SHOAL_SERVER_PROJECT_H
#define SHOAL_SERVER_PROJECT_H

#include "server/folder.h"
#include "server/opened_table.h"

typedef struct project {
    char *folder; /* absolute */
    bool kept;    /* it stays when the server ends */
    int lock;     /* the folder itself, locked while it is open */
} project;

/* Makes the folder where it is missing, and removes what a release left that was killed. A folder
 * that another server has open is refused: the two would undo each other's changes. */
SHOAL_CHECKED shoal_status project_open(project *out, const char *folder, bool kept,
                                        shoal_error *error);
void project_close(project *of);

/* Paths in the plan are as the file has them: relative to the folder. *out is NULL where the
 * project has no plan yet. */
SHOAL_CHECKED shoal_status project_read_plan(shoal_plan **out, const project *of,
                                             shoal_error *error);
SHOAL_CHECKED shoal_status project_write_plan(const project *of, const shoal_plan *plan,
                                              shoal_error *error);
/* A plan that is for another table stays under another name. */
SHOAL_CHECKED shoal_status project_set_plan_aside(const project *of, shoal_error *error);
/* A plan to run, with its paths resolved, from the text of one with paths as above. */
SHOAL_CHECKED shoal_status project_run_plan(shoal_plan **out, const project *of, const char *yaml,
                                            shoal_error *error);

/* Takes the plan that lies beside an input as NAME.plan.yaml, and copies its hierarchies. *out is
 * NULL where there is none. */
SHOAL_CHECKED shoal_status project_take_plan(shoal_plan **out, const project *of,
                                             const opened_table *input, shoal_error *error);
/* Copies the files of hierarchies that a plan to run names into the folder of `to`, and names the
 * copies by paths relative to it. */
SHOAL_CHECKED shoal_status project_take_hierarchies(shoal_plan *plan, const project *to,
                                                    const opened_table *input, shoal_error *error);
/* A text that is another one where a file of hierarchies that a plan to run names has other bytes,
 * wherever it lies; the caller frees. */
SHOAL_CHECKED shoal_status project_fingerprint(char **out, const shoal_plan *plan,
                                               const opened_table *input, shoal_error *error);
SHOAL_CHECKED shoal_status project_write_input(const project *of, const opened_table *input,
                                               shoal_error *error);

/* The path of the table that was last opened; the caller frees. NULL: it is not known. */
char *project_input(const project *of);

/* "hierarchies/COLUMN.csv", whatever characters the column's name has; the caller frees. */
char *project_hierarchy_path(const char *column);
/* Where a specification has a path: of files (all of it) and "places:FILE". NULL: it has none. */
const char *hierarchy_spec_path(const char *spec);

#endif
