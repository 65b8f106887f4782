#include "search/driver/search.h"

#include "base/clock.h"
#include "base/memory.h"
#include "search/driver/checkpoint.h"
#include "search/driver/memo.h"
#include "search/driver/prove.h"
#include "search/driver/search_settings.h"
#include "search/driver/search_trace.h"
#include "search/driver/shared_memo.h"
#include "search/microaggregation/operator_monitor.h"
#include "search/multi/objectives.h"
#include "search/multi/pareto.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define DEFAULT_MEMORY ((size_t)512 << 20)
/* Nodes evaluated between two looks at the clock and the cancel flag: at most, and so many that it
 * takes about this long, since in some spaces one takes seconds. */
#define MOST_IN_PIECE 256
#define FEWEST_IN_PIECE 1
#define PIECE_SECONDS 0.05
#define HEARTBEAT_SECONDS 0.1
#define ROUNDING 1e-12
/* Share of a time limit for an algorithm that proves nothing; the rest is for its bound. */
#define UNPROVEN_SHARE 0.8

/* ---- Progress ------------------------------------------------------------------------------ */

double search_gap(const search *run) {
    if (!run->found || !isfinite(run->bound))
        return NAN;
    double distance = run->best.value - run->bound;
    if (distance <= 0)
        return 0;
    return distance / fabs(run->best.value);
}

bool search_is_proven(const search *run) {
    return run->stopped_by == STOPPED_BY_PROOF || (run->found && run->bound >= run->best.value);
}

static shoal_progress progress_line(const search *run, char finder, bool last) {
    return (shoal_progress){
        .finder = finder,
        .evaluations = run->evaluations,
        .done = run->done,
        .best = run->found ? run->best.value : NAN,
        .bound = isfinite(run->bound) ? run->bound : NAN,
        .gap = search_gap(run),
        .seconds = clock_seconds() - run->started,
        .metric = run->objectives ? run->objectives->each[0].name : run->space->metric->name,
        .points = run->front        ? (int64_t)pareto_archive_count(run->front)
                  : run->objectives ? 0
                                    : -1,
        .hypervolume = run->hypervolume,
        .last = last,
        .unlimited = run->limits.seconds <= 0 && run->limits.evaluations <= 0,
    };
}

/* The trace keeps improvements and the end. Heartbeats come by the clock: they are only shown. */
static void report(search *run, char finder, bool last) {
    run->last_heartbeat = clock_seconds();
    shoal_progress line = progress_line(run, finder, last);
    if (run->trace && (finder != ' ' || last))
        trace_add(run->trace, &line);
    if (run->hooks && run->hooks->progress)
        run->hooks->progress(&line, run->hooks->user);
}

void search_raise_bound(search *run, double bound) {
    if (run->found && bound > run->best.value)
        bound = run->best.value;
    if (!(bound > run->bound))
        return;
    run->bound = bound;
    assert(!run->found || run->bound <= run->best.value);
    if (run->trace && run->found) {
        shoal_progress line = progress_line(run, ' ', false);
        trace_add(run->trace, &line);
    }
}

/* ---- Incumbent ----------------------------------------------------------------------------- */

bool search_is_hopeless(const search *run, double bound) {
    return run->found && bound >= run->best.value - ROUNDING * fabs(run->best.value);
}

bool search_rules_out(const search *run, const evaluation *result) {
    return result->classes.certain > run->space->context.limit;
}

bool search_is_monotone(const search *run) {
    return bound_rules_is_monotone(run->space->bound_rules, &run->space->context);
}

static bool is_better(const search *run, const uint8_t *node, const evaluation *result) {
    if (!run->found)
        return true;
    if (result->value != run->best.value)
        return result->value < run->best.value;
    if (result->classes.suppressed != run->best.classes.suppressed)
        return result->classes.suppressed < run->best.classes.suppressed;
    return memcmp(node, run->best_node, run->node_bytes) < 0;
}

static void compete(search *run, const uint8_t *node, const evaluation *result) {
    const space_kind *kind = run->space->kind;
    assert(!result->feasible || space_is_feasible(run->space, &result->classes));
    bool releasable = run->part || !kind->is_releasable || kind->is_releasable(run->space, node);
    if (run->algorithm->multi_objective || !releasable || !result->feasible ||
        !is_better(run, node, result))
        return;
    bool lower = !run->found || result->value < run->best.value;
    run->found = true;
    run->best = *result;
    /* Values may lie below the bound by the rounding of their cost units. */
    if (run->bound > result->value)
        run->bound = result->value;
    memcpy(run->best_node, node, run->node_bytes);
    if (lower)
        report(run, run->algorithm->letter, false);
}

/* Whether the first of two nodes comes before the second, as incumbents do. */
static bool is_before(const search *run, const uint8_t *node, const evaluation *one,
                      const uint8_t *other_node, const evaluation *other) {
    if (one->value != other->value)
        return one->value < other->value;
    if (one->classes.suppressed != other->classes.suppressed)
        return one->classes.suppressed < other->classes.suppressed;
    return memcmp(node, other_node, run->node_bytes) < 0;
}

bool search_take_next(search *run, bool unsuppressed) {
    const space_kind *kind = run->space->kind;
    size_t next = MEMO_NONE;
    assert(run->found);
    for (size_t i = 0; i < memo_count(run->memo); i++) {
        const uint8_t *node = memo_node(run->memo, i);
        const evaluation *of = memo_at(run->memo, i);
        if (!of->feasible || (unsuppressed && of->classes.suppressed > 0) ||
            !is_before(run, run->best_node, &run->best, node, of) ||
            (kind->is_releasable && !kind->is_releasable(run->space, node)))
            continue;
        if (next == MEMO_NONE ||
            is_before(run, node, of, memo_node(run->memo, next), memo_at(run->memo, next)))
            next = i;
    }
    if (next == MEMO_NONE)
        return false;
    run->best = *memo_at(run->memo, next);
    memcpy(run->best_node, memo_node(run->memo, next), run->node_bytes);
    if (run->stopped_by == STOPPED_BY_PROOF)
        run->stopped_by = STOPPED_BY_ITSELF;
    return true;
}

void search_bound_by(search *run, double earlier) {
    run->bound = fmin(run->bound, earlier);
    if (run->found && run->stopped_by == STOPPED_BY_PROOF)
        run->stopped_by = STOPPED_BY_ITSELF;
}

/* ---- Limits -------------------------------------------------------------------------------- */

const char *search_stop_name(search_stop stop) {
    static const char *const names[] = {
        [STOPPED_NOT] = NULL,
        [STOPPED_BY_PROOF] = "proof",
        [STOPPED_BY_ITSELF] = "finished",
        [STOPPED_BY_EVALUATIONS] = "evaluations",
        [STOPPED_BY_TIME] = "time",
        [STOPPED_BY_INTERRUPT] = "interrupt",
        [STOPPED_BY_ERROR] = "error",
        [STOPPED_BY_PICK] = "picked",
    };
    assert((size_t)stop < sizeof names / sizeof *names);
    return names[stop];
}

/* The first reason counts. */
static bool stop(search *run, search_stop reason) {
    if (run->stopped_by == STOPPED_NOT)
        run->stopped_by = reason;
    return false;
}

static bool may_go_on(search *run) {
    double now = clock_seconds();
    if (run->stopped_by != STOPPED_NOT)
        return false;
    if (run->limits.cancel && *run->limits.cancel)
        return stop(run, STOPPED_BY_INTERRUPT);
    bool shared = run->prover && run->proof_seconds == 0;
    double seconds = run->limits.seconds * (shared ? UNPROVEN_SHARE : 1);
    if (seconds > 0 && now - run->started >= seconds)
        return stop(run, STOPPED_BY_TIME);
    if (now - run->last_heartbeat >= HEARTBEAT_SECONDS)
        report(run, ' ', false);
    return true;
}

search_step search_fail(search *run, shoal_status status, const shoal_error *error) {
    run->status = status;
    run->error = *error;
    stop(run, STOPPED_BY_ERROR);
    return SEARCH_STOPPED;
}

search_step search_no_memory(search *run) {
    shoal_error error;
    shoal_status status = status_no_memory(&error);
    return search_fail(run, status, &error);
}

/* ---- Evaluation ---------------------------------------------------------------------------- */

static bool make_room(search *run, size_t count) {
    if (memory_grow((void **)&run->fresh_nodes, &run->fresh_nodes_held, count * run->node_bytes,
                    1) &&
        memory_grow((void **)&run->fresh, &run->fresh_held, count, sizeof *run->fresh) &&
        memory_grow((void **)&run->places, &run->places_held, count, sizeof *run->places))
        return true;
    search_no_memory(run);
    return false;
}

/* Where a node's evaluation is found: in the memo, or (when the memo is full) among the fresh. */
static search_place look_up(search *run, const uint8_t *node, size_t *fresh_count) {
    size_t entry = memo_find(run->memo, node);
    if (entry != MEMO_NONE) {
        run->memo_hits++;
        return (search_place){entry, MEMO_NONE};
    }
    size_t fresh = (*fresh_count)++;
    memcpy(run->fresh_nodes + fresh * run->node_bytes, node, run->node_bytes);
    return (search_place){memo_add(run->memo, node), fresh};
}

static shoal_status evaluate_piece(search *run, const uint8_t *nodes, size_t count,
                                   evaluation *out) {
    if (run->shared)
        return shared_memo_evaluate(run->shared, run->space, nodes, count, out, &run->error);
    return checkpoint_evaluate(run->checkpoint, run->space, nodes, count, out, &run->error);
}

static void adjust_piece(search *run, double seconds) {
    if (seconds > PIECE_SECONDS && run->piece > FEWEST_IN_PIECE)
        run->piece /= 2;
    else if (seconds < PIECE_SECONDS / 4 && run->piece < MOST_IN_PIECE)
        run->piece *= 2;
}

/* A space that stops because of the cancel flag has not failed. */
static bool give_up(search *run) {
    if (run->status != SHOAL_INTERRUPTED)
        return stop(run, STOPPED_BY_ERROR);
    bool cancelled = run->limits.cancel && *run->limits.cancel;
    run->status = SHOAL_OK;
    return stop(run, cancelled ? STOPPED_BY_INTERRUPT : STOPPED_BY_TIME);
}

#ifndef NDEBUG
static bool are_nodes(const recoding_space *space, const uint8_t *nodes, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!space->kind->is_node(space, nodes + i * space->node_bytes))
            return false;
    return true;
}
#endif

static bool evaluate_fresh(search *run, size_t count) {
    assert(are_nodes(run->space, run->fresh_nodes, count));
    size_t piece;
    for (size_t at = 0; at < count; at += piece) {
        const uint8_t *nodes = run->fresh_nodes + at * run->node_bytes;
        piece = count - at < run->piece ? count - at : run->piece;
        if (!may_go_on(run))
            return false;
        double begin = clock_seconds();
        run->status = evaluate_piece(run, nodes, piece, run->fresh + at);
        if (run->status != SHOAL_OK)
            return give_up(run);
        for (size_t i = 0; i < piece; i++) {
            run->evaluations++;
            run->work += run->space->ground->tuples / 4 + run->fresh[at + i].classes.groups;
            compete(run, nodes + i * run->node_bytes, &run->fresh[at + i]);
        }
        adjust_piece(run, clock_seconds() - begin);
    }
    return true;
}

/* How many of `count` fresh nodes the evaluation limit still allows. */
static size_t allowed(const search *run, size_t count) {
    if (run->limits.evaluations <= 0)
        return count;
    int64_t left = run->limits.evaluations - run->evaluations;
    return left <= 0 ? 0 : (uint64_t)left < count ? (size_t)left : count;
}

bool search_spend(search *run, size_t evaluations) {
    if (!may_go_on(run))
        return false;
    if (allowed(run, evaluations) < evaluations)
        return stop(run, STOPPED_BY_EVALUATIONS);
    run->evaluations += (int64_t)evaluations;
    run->work += (uint64_t)evaluations * (run->space->ground->tuples / 4);
    return true;
}

int64_t search_left(const search *run) {
    int64_t left = run->limits.evaluations - run->evaluations;
    return run->limits.evaluations <= 0 ? INT64_MAX : left > 0 ? left : 0;
}

bool search_count(search *run, int64_t evaluations) {
    run->evaluations += evaluations;
    run->work += (uint64_t)evaluations;
    return search_left(run) > 0 || stop(run, STOPPED_BY_EVALUATIONS);
}

search_step search_exhausted(search *run) {
    stop(run, STOPPED_BY_EVALUATIONS);
    return SEARCH_STOPPED;
}

search_step search_interrupted(search *run) {
    bool cancelled = run->limits.cancel && *run->limits.cancel;
    stop(run, cancelled ? STOPPED_BY_INTERRUPT : STOPPED_BY_TIME);
    return SEARCH_STOPPED;
}

void search_adopt(search *run, const uint8_t *node, const evaluation *result) {
    assert(run->algorithm->multi_objective);
    run->found = true;
    run->best = *result;
    memcpy(run->best_node, node, run->node_bytes);
    report(run, run->algorithm->letter, false);
}

void search_offer(search *run, const uint8_t *node, const evaluation *result) {
    compete(run, node, result);
}

bool search_evaluate(search *run, const uint8_t *nodes, size_t count, evaluation *out) {
    if (!may_go_on(run) || !make_room(run, count))
        return false;
    size_t fresh_count = 0;
    for (size_t i = 0; i < count; i++)
        run->places[i] = look_up(run, nodes + i * run->node_bytes, &fresh_count);
    assert(fresh_count <= count);
    size_t affordable = allowed(run, fresh_count);
    if (!evaluate_fresh(run, affordable))
        return false;
    if (affordable < fresh_count)
        return stop(run, STOPPED_BY_EVALUATIONS);
    for (size_t i = 0; i < count; i++) {
        search_place place = run->places[i];
        if (place.fresh != MEMO_NONE && place.entry != MEMO_NONE)
            *memo_at(run->memo, place.entry) = run->fresh[place.fresh];
        out[i] =
            place.entry != MEMO_NONE ? *memo_at(run->memo, place.entry) : run->fresh[place.fresh];
        /* What is known of others was not yet compared with the best node of a part. */
        if (run->part && place.fresh == MEMO_NONE)
            compete(run, nodes + i * run->node_bytes, &out[i]);
    }
    return true;
}

/* ---- The loop ------------------------------------------------------------------------------ */

static shoal_status open_parts(search *run, const search_setup *setup, shoal_error *error) {
    STATUS_TRY(settings_check(setup->algorithm, setup->settings, error));
    run->best_node = memory_zero(run->node_bytes, 1);
    if (!run->best_node)
        return status_no_memory(error);
    if (setup->answered && setup->answered->found) {
        run->found = true;
        run->best = setup->answered->best;
        memcpy(run->best_node, setup->answered->best_node, run->node_bytes);
    }
    size_t memory = setup->memory ? setup->memory : DEFAULT_MEMORY;
    return memo_open(&run->memo, run->node_bytes, memory, error);
}

static void conclude(search *run, search_step last) {
    if (last == SEARCH_PROVEN) {
        run->done = 1;
        if (run->found)
            run->bound = run->best.value;
        run->stopped_by = STOPPED_BY_PROOF;
    } else if (last == SEARCH_FINISHED) {
        run->stopped_by = STOPPED_BY_ITSELF;
    }
    report(run, ' ', true);
}

static search_step run_once(search *run, shoal_error *error) {
    search_step last = SEARCH_CONTINUE;
    run->status = run->algorithm->start(run, &run->error);
    while (run->status == SHOAL_OK && last == SEARCH_CONTINUE)
        last = may_go_on(run) ? run->algorithm->step(run) : SEARCH_STOPPED;
    run->algorithm->finish(run);
    if (run->status != SHOAL_OK && error)
        *error = run->error;
    return last;
}

/* Runs the algorithm `restarts` times; the incumbent and the memo stay. */
static shoal_status run_algorithm(search *run, shoal_error *error) {
    uint64_t seed = run->seed;
    search_step last = SEARCH_FINISHED;
    bool repeatable = search_text(run, SEARCH_RESTARTS_NAME) != NULL;
    int64_t times = repeatable ? search_integer(run, SEARCH_RESTARTS_NAME) : 1;
    for (int64_t i = 0; last == SEARCH_FINISHED && (i < times || i == 0); i++) {
        run->seed = i == 0 ? seed : random_open(seed, "restart", (uint64_t)i).key;
        last = run_once(run, error);
        if (run->status != SHOAL_OK)
            return run->status;
    }
    run->seed = seed;
    bool interrupted = run->limits.cancel && *run->limits.cancel;
    if (run->prover && run->found && last != SEARCH_PROVEN && !interrupted)
        STATUS_TRY(prove_bound(run, error));
    conclude(run, last);
    return SHOAL_OK;
}

/* An algorithm that proves nothing by itself is followed by one that does, if there is one. */
static const algorithm *prover_of(const search_setup *setup) {
    const algorithm *of = setup->algorithm;
    if (setup->skip_proof || of->exact || of->multi_objective)
        return NULL;
    const algorithm *prover = of->prover ? of->prover : algorithm_find_prover(of->recoding);
    return prover && prover->provable && !prover->provable(setup->space) ? NULL : prover;
}

shoal_status search_run(search *out, const search_setup *setup, shoal_error *error) {
    assert(setup->space->node_bytes > 0 && setup->space->kind->evaluate);
    assert(!setup->shared || !setup->checkpoint);
    *out = (search){
        .space = setup->space,
        .attributes = setup->space->context.attributes,
        .node_bytes = setup->space->node_bytes,
        .seed = setup->seed,
        .algorithm = setup->algorithm,
        .exact = setup->algorithm->exact,
        .bound = -INFINITY,
        .limits = setup->limits,
        .hooks = setup->hooks,
        .trace = setup->trace,
        .checkpoint = setup->checkpoint,
        .shared = setup->shared,
        .objectives = setup->objectives,
        .asked_k = setup->asked_k,
        .others = setup->others,
        .other_count = setup->other_count,
        .hypervolume = NAN,
        .prover = prover_of(setup),
        .answered = setup->answered,
        .proof_seconds = setup->proof_seconds,
        .skip_proof = setup->skip_proof,
        .settings = setup->settings,
        .memory = setup->memory,
        .piece = FEWEST_IN_PIECE,
        .started = clock_seconds(),
    };
    out->last_heartbeat = out->started;
    shoal_status status = open_parts(out, setup, error);
    if (status == SHOAL_OK)
        status = run_algorithm(out, error);
    if (status != SHOAL_OK)
        search_close(out);
    return status;
}

void search_close(search *run) {
    memo_close(run->memo);
    pareto_archive_close(run->front);
    operator_monitor_close(run->monitor);
    memory_free(run->population);
    memory_free(run->best_node);
    memory_free(run->fresh_nodes);
    memory_free(run->fresh);
    memory_free(run->places);
    *run = (search){0};
}
