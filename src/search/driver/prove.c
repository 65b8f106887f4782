#include "search/driver/prove.h"

#include "base/clock.h"

#include <assert.h>

/* The exact search gets as many evaluations as the algorithm had, within these limits. */
#define LEAST_EVALUATIONS 1000
#define MOST_EVALUATIONS 20000

static search_limits limits_of_proof(const search *run) {
    search_limits limits = {.evaluations = run->evaluations, .cancel = run->limits.cancel};
    if (limits.evaluations < LEAST_EVALUATIONS)
        limits.evaluations = LEAST_EVALUATIONS;
    if (limits.evaluations > MOST_EVALUATIONS)
        limits.evaluations = MOST_EVALUATIONS;
    if (run->limits.seconds > 0) {
        double left = run->limits.seconds - (clock_seconds() - run->started);
        limits.seconds = left > 1e-3 ? left : 1e-3;
    }
    return limits;
}

shoal_status prove_bound(search *run, shoal_error *error) {
    assert(run->prover && run->found);
    search_setup setup = {
        .space = run->space,
        .algorithm = run->prover,
        .limits = limits_of_proof(run),
        .answered = run,
        .checkpoint = run->checkpoint,
        .shared = run->shared,
        .memory = run->memory,
    };
    search proof;
    STATUS_TRY(search_run(&proof, &setup, error));
    run->proof_evaluations = proof.evaluations;
    search_raise_bound(run, proof.bound);
    search_close(&proof);
    return SHOAL_OK;
}
