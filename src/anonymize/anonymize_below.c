/* Nodes that the set of a run in a database cannot tell: they are bounded, and the database counts
 * some of them. */
#include "anonymize/anonymization.h"
#include "search/driver/prove.h"

#include <math.h>

/* Evaluations of the proof for each that the database makes: those above the floor are cheap. */
#define CHEAP_FOR_EACH 16

shoal_status anonymize_count_nodes(anonymization *run, shoal_error *error) {
    recoding_space *space = run->searched.space;
    if (!anonymize_stays(run) || !run->database.untold)
        return SHOAL_OK;
    space->affordable = pushdown_count_most(&run->database, true);
    return pushdown_count_begin(&run->database, &run->bound, space, 0, error);
}

/* What the search has proven holds above the floor only. */
static shoal_status bound_floor(anonymization *run, shoal_error *error) {
    search *found = &run->searched.search;
    double best = found->found ? found->best.value : (double)INFINITY, below;
    STATUS_TRY(pushdown_bound_below(&below, &run->database, run->searched.space, best, error));
    found->bound = fmin(found->bound, below);
    return SHOAL_OK;
}

static bool is_proof_wanted(const anonymization *run) {
    const search *found = &run->searched.search;
    return found->found && !search_is_proven(found) && run->bound.plan->prove >= 0 &&
           !anonymization_was_interrupted(run) && !found->proof_interrupted &&
           pushdown_may_count(&run->database, run->searched.space);
}

/* An exact search of all levels, which knows the answer from above the floor. Its nodes are not for
 * the checkpoint, which is bound to levels from the floor on. */
static shoal_status prove_below(anonymization *run, shoal_error *error) {
    search *found = &run->searched.search;
    recoding_space *space = run->searched.space;
    checkpoint *kept = found->checkpoint;
    int64_t most = run->bound.plan->prove > 0 ? 0 : pushdown_count_most(&run->database, false);
    STATUS_TRY(pushdown_count_begin(&run->database, &run->bound, space, most, error));
    space->affordable = CHEAP_FOR_EACH * most;
    found->prover = algorithm_find_prover(run->request.recoding);
    found->proof_seconds = fmax(run->bound.plan->prove, 0);
    found->proof_answers = true;
    found->checkpoint = NULL;
    shoal_status status = found->prover ? prove_bound(found, error) : SHOAL_OK;
    found->checkpoint = kept;
    space->affordable = 0;
    pushdown_count_end(&run->database, &run->bound, space);
    return status;
}

static shoal_status look_below(anonymization *run, shoal_error *error) {
    search *found = &run->searched.search;
    bool proven = found->stopped_by == STOPPED_BY_PROOF;
    found->stopped_by = proven ? STOPPED_BY_ITSELF : found->stopped_by;
    STATUS_TRY(bound_floor(run, error));
    if (is_proof_wanted(run))
        STATUS_TRY(prove_below(run, error));
    /* What is infeasible above the floor is so below it. */
    if (proven && (!found->found || found->bound >= found->best.value))
        found->stopped_by = STOPPED_BY_PROOF;
    return SHOAL_OK;
}

shoal_status anonymize_look_below(anonymization *run, shoal_error *error) {
    search *found = &run->searched.search;
    pushdown *by = &run->database;
    if (!anonymize_stays(run))
        return SHOAL_OK;
    if (by->floor)
        STATUS_TRY(look_below(run, error));
    /* An answer that is released all the same is not to be cancelled once more. */
    if (run->hooks.cancel && !anonymization_cancel(run))
        pushdown_go_on(by);
    if (!found->found || !pushdown_is_below(by, found->best_node, run->bound.attributes))
        return SHOAL_OK;
    if (anonymization_was_interrupted(run) && !run->keeps)
        return SHOAL_OK;
    return pushdown_take_again(by, &run->bound, found->best_node, error);
}
