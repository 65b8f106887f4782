/* The recoding of plans that leave it to the program. */
#ifndef SHOAL_ANONYMIZE_RUN_PROPOSAL_H
#define SHOAL_ANONYMIZE_RUN_PROPOSAL_H

#include "recode/recoding.h"

typedef struct run_proposal {
    shoal_plan *plan; /* with a recoding; NULL: the plan has one of its own, and the rest is NULL */
    const char *purpose; /* as plans call it */
    const char *why;     /* it suits the purpose */
} run_proposal;

/* Proposes one where the plan's recoding is `auto`: the first of those that suit its purpose and
 * have its metric, its algorithm and all it sets. Tells it in a note. Close it also after a
 * failure. */
SHOAL_CHECKED shoal_status run_propose(run_proposal *out, const shoal_plan *plan,
                                       const shoal_hooks *hooks, shoal_error *error);
void run_proposal_close(run_proposal *made);

#endif
