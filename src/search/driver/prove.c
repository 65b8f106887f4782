#include "search/driver/prove.h"

#include "base/clock.h"
#include "base/note.h"
#include "base/phase.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Evaluations, in those of the algorithm: a part of what it made, but enough to prove something
 * where that takes less than about half a second; and not more than what still raises bounds. */
#define SHARE_OF_SEARCH 4
#define LEAST_EVALUATIONS 1000
#define LEAST_WORK ((uint64_t)1 << 24)
#define MOST_EVALUATIONS 20000

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Depends on nothing but the search, so that the bound is the same on every machine. */
static int64_t evaluations_of_proof(const search *run) {
    if (run->space->affordable > 0)
        return run->space->affordable;
    if (run->prover->proof_evaluations)
        return run->prover->proof_evaluations(run);
    int64_t cost = run->prover->proof_cost;
    int64_t tuples = (int64_t)(run->space->ground->tuples / 4) + 1;
    int64_t share = run->evaluations / (SHARE_OF_SEARCH * cost);
    int64_t least = smaller(LEAST_EVALUATIONS, (int64_t)LEAST_WORK / (tuples * cost) + 1);
    return smaller(share > least ? share : least, MOST_EVALUATIONS);
}

static search_limits limits_of_proof(const search *run) {
    search_limits limits = {.cancel = run->limits.cancel, .seconds = run->proof_seconds};
    if (run->proof_seconds > 0)
        return limits;
    limits.evaluations = evaluations_of_proof(run);
    if (run->limits.seconds > 0) {
        double left = run->limits.seconds - (clock_seconds() - run->started);
        limits.seconds = left > 1e-3 ? left : 1e-3;
    }
    return limits;
}

/* ---- Telling --------------------------------------------------------------------------------- */

typedef struct watched_proof {
    phase at;
    const search *of;
    bool timed; /* counted in seconds rather than in evaluations */
} watched_proof;

static void watch(const shoal_progress *line, void *user) {
    watched_proof *proof = user;
    double best = proof->of->best.value;
    proof->at.now.bound = line->bound;
    proof->at.now.gap = fmax(0, best - line->bound) / fabs(best);
    /* In thousandths of a second. */
    phase_tell(proof->timed ? (uint64_t)(1000 * line->seconds) : (uint64_t)line->evaluations,
               &proof->at);
}

shoal_status prove_bound(search *run, shoal_error *error) {
    assert(run->prover && run->found);
    search_limits limits = limits_of_proof(run);
    watched_proof watched = {.of = run, .timed = limits.evaluations == 0};
    shoal_hooks hooks = {.size = sizeof hooks, .progress = watch, .user = &watched};
    search_setup setup = {
        .space = run->space,
        .algorithm = run->prover,
        .limits = limits,
        .hooks = &hooks,
        .answered = run,
        .checkpoint = run->checkpoint,
        .shared = run->shared,
        .memory = run->memory,
    };
    phase_begin(&watched.at, run->hooks, "prove",
                watched.timed ? 1000 * limits.seconds : (double)limits.evaluations);
    watched.at.now.best = run->best.value;
    search proof;
    STATUS_TRY(search_run(&proof, &setup, error));
    run->proof_evaluations += proof.evaluations;
    run->proof_interrupted = proof.stopped_by == STOPPED_BY_INTERRUPT;
    if (run->proof_answers && proof.best.value < run->best.value) {
        run->best = proof.best;
        memcpy(run->best_node, proof.best_node, run->node_bytes);
    }
    search_raise_bound(run, proof.bound);
    search_close(&proof);
    phase_end(&watched.at, -1);
    if (run->proof_interrupted)
        note_tell(run->hooks, note_proof_interrupted, NULL,
                  "interrupted while a bound was sought: the search is complete, and its "
                  "answer is released with the bound proven so far");
    return SHOAL_OK;
}
