/* The last step of recodings that generalize whole columns: where rows would be suppressed, single
 * cells are blanked instead, as far as that loses less. */
#ifndef SHOAL_RECODE_THEN_SUPPRESS_H
#define SHOAL_RECODE_THEN_SUPPRESS_H

#include "recode/blanked_cells.h"

/* What is generalized, and what it costs so far by the metric that was minimized. */
typedef struct then_input {
    const generalization *of;
    const metric *target;
    double value; /* of the target */
} then_input;

/* Finds the cells, *found: false where nothing is gained by the target, which stays as it is then.
 * No row is suppressed that was not. Rows of classes that are published are blanked only where
 * neither privacy models nor persons nor wildcards are asked for, and as many of their class stay
 * as k asks for. `value` receives the target's. Close *out in any case. */
SHOAL_CHECKED shoal_status then_suppress(blanked_cells *out, bool *found, double *value,
                                         const bound_table *bound, const then_input *input,
                                         shoal_error *error);

#endif
