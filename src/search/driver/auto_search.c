#include "search/driver/auto_search.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>

/* Evaluations that the exact search has to itself at first: most tables need fewer. */
#define EXACT_FIRST 400
/* It goes on alone where the space has at most so many nodes; or while it seems to need no more
 * evaluations, by what it has settled so far, and has not had EXACT_ALONE. Heuristics would only
 * cost time. */
#define EXACT_WITHIN_REACH 20000.0
#define EXACT_ALONE 4000
/* Evaluations of the heuristics without an improvement after which they have done their part,
 * unless the portfolio has its own. */
#define PATIENCE 8000
/* Work of the heuristics for each unit of the exact search, until then and from then on. */
#define SHARE_WHILE_IMPROVING 6.0
#define SHARE_AFTERWARDS 0.15

/* One algorithm of the portfolio, begun anew with other random numbers whenever it ends. */
typedef struct member {
    const algorithm *of;
    const shoal_parameter *settings; /* of a heuristic; the exact search has those of `auto` */
    void *state;
    bool running;
    uint64_t runs;
    int64_t evaluations;
    double work;
} member;

enum { EXACT, FIRST_HEURISTIC, MEMBERS = 1 + PORTFOLIO_HEURISTICS };

typedef struct auto_state {
    member members[MEMBERS];
    size_t count;              /* of members */
    int64_t since_improvement; /* heuristic evaluations */
    double work_since;         /* and their work */
    double tired_work;         /* theirs when they had done their part */
    double tired_exact;        /* and that of the exact search then */
    int64_t budget;            /* evaluations; 0: as many as the user's limits allow */
    bool begun;
} auto_state;

/* A table is given work, not evaluations: `effort` billion cells, when the user sets no limit. */
static int64_t default_budget(const search *run) {
    double cells = (double)run->space->ground->tuples * (double)run->attributes;
    double evaluations = search_number(run, "effort") * 1e9 / cells;
    if (run->limits.evaluations > 0 || run->limits.seconds > 0)
        return 0;
    if (run->space->affordable > 0)
        return run->space->affordable;
    return evaluations < 10000 ? 10000 : evaluations > 1e15 ? 0 : (int64_t)evaluations;
}

shoal_status auto_start(search *run, shoal_error *error) {
    const portfolio *of = run->algorithm->portfolio;
    assert(of && of->exact->exact);
    auto_state *state = memory_zero(1, sizeof *state);
    if (!state)
        return status_no_memory(error);
    state->members[EXACT].of = of->exact;
    state->count = FIRST_HEURISTIC;
    for (size_t i = 0; i < PORTFOLIO_HEURISTICS && of->heuristics[i].of; i++) {
        assert(!of->heuristics[i].of->exact);
        state->members[FIRST_HEURISTIC + i].of = of->heuristics[i].of;
        state->members[FIRST_HEURISTIC + i].settings = of->heuristics[i].settings;
        state->count++;
    }
    state->budget = default_budget(run);
    run->state = state;
    return SHOAL_OK;
}

/* Lends the run to a member: for the time of a call it is a run of that algorithm. Only the exact
 * search shares parameters with `auto`, and only what it has settled is settled. */
typedef struct loan {
    const algorithm *own;
    const shoal_parameter *settings;
    uint64_t seed;
    double done;
} loan;

static loan lend(search *run, member *to) {
    loan back = {run->algorithm, run->settings, run->seed, run->done};
    run->algorithm = to->of;
    run->state = to->state;
    if (!to->of->exact)
        run->settings = to->settings;
    if (to->runs > 0)
        run->seed = random_open(run->seed, "portfolio", to->runs).key;
    return back;
}

static void take_back(search *run, member *from, auto_state *state, loan back) {
    from->state = run->state;
    run->algorithm = back.own;
    run->settings = back.settings;
    run->seed = back.seed;
    run->state = state;
    if (!from->of->exact)
        run->done = back.done;
}

static search_step member_step(search *run, member *next) {
    auto_state *state = run->state;
    assert(next >= state->members && next < state->members + state->count);
    int64_t evaluations = run->evaluations;
    uint64_t work = run->work;
    loan back = lend(run, next);
    if (!next->running) {
        run->status = next->of->start(run, &run->error);
        next->running = true;
    }
    search_step taken = run->status == SHOAL_OK ? next->of->step(run) : SEARCH_STOPPED;
    if (taken == SEARCH_FINISHED) {
        next->of->finish(run);
        next->running = false;
        next->runs++;
        taken = SEARCH_CONTINUE;
    }
    take_back(run, next, state, back);
    next->evaluations += run->evaluations - evaluations;
    /* Visiting known nodes only costs time, but that has to count too. */
    next->work += 1 + (double)(run->work - work);
    return taken;
}

static search_step heuristic_step(search *run, size_t index) {
    auto_state *state = run->state;
    member *next = &state->members[index];
    int64_t before = next->evaluations;
    double work = next->work;
    double best = run->found ? run->best.value : INFINITY;
    search_step taken = member_step(run, next);
    state->since_improvement += next->evaluations - before;
    state->work_since += next->work - work;
    if (run->found && run->best.value < best) {
        state->since_improvement = 0;
        state->work_since = 0;
    }
    return taken;
}

/* The heuristic that has had the least work. */
static size_t next_heuristic(const auto_state *state) {
    size_t next = FIRST_HEURISTIC;
    for (size_t i = FIRST_HEURISTIC; i < state->count; i++)
        if (state->members[i].work < state->members[next].work)
            next = i;
    return next;
}

/* Whether the exact search will end soon, and within the user's limits. */
static bool is_within_reach(const search *run, const member *exact) {
    double size = run->space->kind->size ? run->space->kind->size(run->space) : INFINITY;
    double needed = INFINITY;
    if (run->limits.seconds > 0)
        return false;
    if (run->done > 0 && exact->evaluations < EXACT_ALONE)
        needed = (double)exact->evaluations / run->done;
    double most = EXACT_WITHIN_REACH;
    if (run->limits.evaluations > 0)
        most = fmin(most, (double)run->limits.evaluations);
    return fmin(size, needed) <= most;
}

/* Of a limited number of evaluations the exact search is to get its part. */
static int64_t patience_of(const search *run) {
    int64_t own = run->algorithm->portfolio->patience;
    int64_t quarter = run->limits.evaluations / 4;
    if (run->limits.evaluations > 0 && quarter < own)
        own = quarter;
    return own > PATIENCE ? own : PATIENCE;
}

static double heuristics_work(const auto_state *state) {
    double work = 0;
    for (size_t i = FIRST_HEURISTIC; i < state->count; i++)
        work += state->members[i].work;
    return work;
}

/* Whether the heuristics have done their part: from then on they get little. */
static bool are_tired(search *run) {
    auto_state *state = run->state;
    if (state->since_improvement >= patience_of(run) &&
        state->work_since >= run->algorithm->portfolio->patient_work)
        return true;
    state->tired_work = heuristics_work(state);
    state->tired_exact = state->members[EXACT].work;
    return false;
}

static bool is_heuristics_turn(search *run) {
    const auto_state *state = run->state;
    const member *exact = &state->members[EXACT];
    double had = heuristics_work(state);
    if (exact->evaluations < EXACT_FIRST || is_within_reach(run, exact))
        return false;
    if (are_tired(run))
        return had - state->tired_work < SHARE_AFTERWARDS * (exact->work - state->tired_exact);
    return had < SHARE_WHILE_IMPROVING * exact->work;
}

search_step auto_step(search *run) {
    auto_state *state = run->state;
    if (!state->begun) {
        state->begun = true;
        if (run->algorithm->portfolio->begin)
            return run->algorithm->portfolio->begin(run);
    }
    if (state->budget > 0 && run->evaluations >= state->budget)
        return SEARCH_FINISHED;
    if (is_heuristics_turn(run))
        return heuristic_step(run, next_heuristic(state));
    return member_step(run, &state->members[EXACT]);
}

void auto_finish(search *run) {
    auto_state *state = run->state;
    if (!state)
        return;
    for (size_t i = 0; i < state->count; i++) {
        loan back = lend(run, &state->members[i]);
        if (state->members[i].running)
            state->members[i].of->finish(run);
        take_back(run, &state->members[i], state, back);
    }
    memory_free(state);
    run->state = NULL;
}
