/* What the parts of an inspection share. For inspect*.c, starter*.c and recoding_trial.c only. */
#ifndef SHOAL_INSPECT_INSPECT_PARTS_H
#define SHOAL_INSPECT_INSPECT_PARTS_H

#include "bind/bound_table.h"
#include "inspect/inspect.h"
#include "recognize/role_suggestion.h"

typedef struct inspecting {
    const inspection_input *input;
    const shoal_table *table;
    shoal_plan *starter;         /* what the user has said and what is suggested */
    bound_table bound;           /* the table bound to that: whose rows are whose */
    inspection_column *column;   /* [table->columns] */
    column_ties *ties;           /* [table->columns] */
    shoal_hierarchy **hierarchy; /* [table->columns] of the quasi-identifiers; NULL: not built */
    inspection *facts;
    arena *memory; /* of the facts */
} inspecting;

SHOAL_CHECKED shoal_status inspect_check_cancel(const inspecting *run, shoal_error *error);
/* A role as plans name it. */
const char *inspect_role_name(plan_role role);

/* Some rows of the table, one from each of so many stretches of it, so that neither the order of
 * the rows nor a pattern in it matters much. */
typedef struct inspect_sample {
    size_t rows;
    uint32_t *row;   /* [rows] ascending */
    uint32_t **code; /* [columns][rows] numbers of the values that occur in the sample */
    uint32_t *size;  /* [columns] how many they are */
    arena memory;
} inspect_sample;

/* Only the numbers of the rows, of so many. Free it in any case. */
SHOAL_CHECKED shoal_status inspect_sample_choose(inspect_sample *out, size_t all, size_t most,
                                                 shoal_error *error);
/* At most `most` rows, and all where there are no more. Free it in any case. */
SHOAL_CHECKED shoal_status inspect_sample_take(inspect_sample *out, const shoal_table *table,
                                               size_t most, shoal_error *error);
void inspect_sample_free(inspect_sample *made);

/* Types, counts and distributions of the columns. */
SHOAL_CHECKED shoal_status inspect_columns(inspecting *run, shoal_error *error);
/* Which columns tell others; sets `ties`. */
SHOAL_CHECKED shoal_status inspect_told(inspecting *run, shoal_error *error);
/* What part each column should play, and whose rows are whose. */
SHOAL_CHECKED shoal_status inspect_roles(inspecting *run, shoal_error *error);
/* Sets of columns that single out rows. After the roles. */
SHOAL_CHECKED shoal_status inspect_sets(inspecting *run, shoal_error *error);

/* Turns the roles into a plan that releases the table as it stands (starter_roles.c), picks its
 * recoding (recoding_trial.c), and writes it with its comments (starter_plan.c). */
SHOAL_CHECKED shoal_status starter_roles(inspecting *run, shoal_error *error);
SHOAL_CHECKED shoal_status recoding_trials(inspecting *run, shoal_error *error);
SHOAL_CHECKED shoal_status starter_plan_print(inspecting *run, shoal_error *error);

#endif
