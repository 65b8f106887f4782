/* Chooses for the user: the exact search alone where it soon ends, else a portfolio of it and of
 * heuristics that find good answers early. All share the memo and the incumbent, so that the one's
 * answers prune the other's tree, while the exact search keeps raising the bound. */
#include "search/driver/algorithms.h"

#include "base/memory.h"

#include <math.h>

/* Evaluations that the exact search has to itself at first: most tables need fewer. */
#define EXACT_FIRST 400
/* Evaluations of the heuristics without an improvement after which they have done their part. */
#define PATIENCE 8000
/* Work of the heuristics for each unit of the exact search, until then and after. */
#define SHARE_WHILE_IMPROVING 6.0
#define SHARE_AFTERWARDS 0.125
/* Which heuristic suits a table shows soon: who found the best answer gets so many times the
 * work of another. */
#define HOLDERS_WEIGHT 8.0
/* Evaluations of levels before cuts are searched, and the share of a time limit for them. */
#define LEVEL_EVALUATIONS 400
#define LEVEL_SHARE 0.1

/* One algorithm of the portfolio, begun anew with other random numbers whenever it ends. */
typedef struct member {
    const algorithm *of;
    void *state;
    bool running;
    uint64_t runs;
    int64_t evaluations;
    double work;
} member;

enum { EXACT, FIRST_HEURISTIC, MEMBERS = 3 };

typedef struct auto_state {
    member members[MEMBERS];
    size_t holder;             /* the heuristic that found the best answer; EXACT when none did */
    int64_t since_improvement; /* heuristic evaluations */
    int64_t budget;            /* evaluations; 0: as many as the user's limits allow */
    bool begun;
} auto_state;

/* A table is given work, not evaluations: `effort` billion cells, when the user sets no limit. */
static int64_t default_budget(const search *run) {
    double cells = (double)run->space->ground->tuples * (double)run->attributes;
    double evaluations = search_number(run, "effort") * 1e9 / cells;
    if (run->limits.evaluations > 0 || run->limits.seconds > 0)
        return 0;
    return evaluations < 10000 ? 10000 : evaluations > 1e15 ? 0 : (int64_t)evaluations;
}

static shoal_status auto_start(search *run, shoal_error *error) {
    static const algorithm *const on_lattices[MEMBERS] = {&algorithm_optimal, &algorithm_local,
                                                          &algorithm_kgen};
    static const algorithm *const on_cuts[MEMBERS] = {&algorithm_cut_optimal, &algorithm_cut_local,
                                                      &algorithm_genitor};
    const algorithm *const *portfolio = run->space->kind == &cut_kind ? on_cuts : on_lattices;
    auto_state *state = memory_zero(1, sizeof *state);
    if (!state)
        return status_no_memory(error);
    for (size_t i = 0; i < MEMBERS; i++)
        state->members[i].of = portfolio[i];
    state->budget = default_budget(run);
    run->state = state;
    return SHOAL_OK;
}

/* Lends the run to a member: for the time of a call it is a run of that algorithm. Only the exact
 * search shares parameters with `auto`; a genetic search polishes its best. */
typedef struct loan {
    const algorithm *own;
    const shoal_parameter *settings;
    uint64_t seed;
} loan;

static const shoal_parameter polishing[] = {{"polish", "on", NULL}, {NULL, NULL, NULL}};

static loan lend(search *run, member *to) {
    loan back = {run->algorithm, run->settings, run->seed};
    run->algorithm = to->of;
    run->state = to->state;
    if (!to->of->exact)
        run->settings = to->of == &algorithm_genitor ? polishing : NULL;
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
}

static search_step member_step(search *run, member *next) {
    auto_state *state = run->state;
    int64_t evaluations = run->evaluations;
    uint64_t work = run->work;
    search_step taken = SEARCH_CONTINUE;
    loan back = lend(run, next);
    if (!next->running) {
        run->status = next->of->start(run, &run->error);
        next->running = true;
    }
    if (run->status != SHOAL_OK)
        taken = SEARCH_STOPPED;
    else
        taken = next->of->step(run);
    if (taken == SEARCH_FINISHED) {
        next->of->finish(run);
        next->running = false;
        next->runs++;
        taken = SEARCH_CONTINUE;
    }
    take_back(run, next, state, back);
    next->evaluations += run->evaluations - evaluations;
    /* Going among known nodes costs nothing but time; it has to count all the same. */
    next->work += 1 + (double)(run->work - work);
    return taken;
}

static search_step heuristic_step(search *run, size_t index) {
    auto_state *state = run->state;
    member *next = &state->members[index];
    int64_t before = next->evaluations;
    double best = run->found ? run->best.value : INFINITY;
    search_step taken = member_step(run, next);
    bool improved = run->found && run->best.value < best;
    state->since_improvement += next->evaluations - before;
    if (improved) {
        state->since_improvement = 0;
        state->holder = index;
    }
    return taken;
}

/* The heuristic that had the least, as the holder's evaluations weigh less. */
static size_t next_heuristic(const auto_state *state) {
    size_t next = FIRST_HEURISTIC;
    double least = INFINITY;
    for (size_t i = FIRST_HEURISTIC; i < MEMBERS; i++) {
        double weight = i == state->holder ? HOLDERS_WEIGHT : 1;
        double had = state->members[i].work / weight;
        if (had < least) {
            least = had;
            next = i;
        }
    }
    return next;
}

static bool is_heuristics_turn(const auto_state *state) {
    double had = 0;
    for (size_t i = FIRST_HEURISTIC; i < MEMBERS; i++)
        had += state->members[i].work;
    bool improving = state->since_improvement < PATIENCE;
    double share = improving ? SHARE_WHILE_IMPROVING : SHARE_AFTERWARDS;
    return state->members[EXACT].evaluations >= EXACT_FIRST &&
           had < share * state->members[EXACT].work;
}

static search_step adopt_levels(search *run, const search *found) {
    evaluation result;
    uint64_t *node = memory_zero(run->node_bytes, 1);
    bool made = node && (!found->found || cut_of_levels(search_cut(run), found->best_node, node));
    search_step taken = made ? SEARCH_CONTINUE : search_no_memory(run);
    if (made && (!search_spend(run, (size_t)found->evaluations) ||
                 (found->found && !search_evaluate(run, (const uint8_t *)node, 1, &result))))
        taken = SEARCH_STOPPED;
    memory_free(node);
    return taken;
}

/* What levels can do, cuts can do: a short search of the lattice is a good beginning. */
static search_step begin_with_levels(search *run) {
    const recoding_space *space = run->space;
    lattice_setup within = {.ground = space->ground,
                            .context = space->context,
                            .metric = space->metric,
                            .wildcard = space->wildcard,
                            .pool = space->pool,
                            .memory = run->memory};
    lattice *levels = NULL;
    search found = {0};
    shoal_error error;
    shoal_status status = lattice_open(&levels, &within, &error);
    if (status == SHOAL_OK) {
        search_setup setup = {.space = lattice_as_space(levels),
                              .algorithm = &algorithm_auto,
                              .limits = {.evaluations = LEVEL_EVALUATIONS,
                                         .seconds = run->limits.seconds * LEVEL_SHARE,
                                         .cancel = run->limits.cancel},
                              .seed = run->seed,
                              .plain = true,
                              .memory = run->memory};
        status = search_run(&found, &setup, &error);
    }
    search_step taken =
        status == SHOAL_OK ? adopt_levels(run, &found) : search_fail(run, status, &error);
    search_close(&found);
    lattice_close(levels);
    return taken;
}

static bool wants_levels(const search *run) {
    int64_t limit = run->limits.evaluations;
    return run->space->kind == &cut_kind && (limit <= 0 || limit > 4 * LEVEL_EVALUATIONS);
}

static search_step auto_step(search *run) {
    auto_state *state = run->state;
    if (!state->begun) {
        state->begun = true;
        if (wants_levels(run))
            return begin_with_levels(run);
    }
    if (state->budget > 0 && run->evaluations >= state->budget)
        return SEARCH_FINISHED;
    if (is_heuristics_turn(state))
        return heuristic_step(run, next_heuristic(state));
    return member_step(run, &state->members[EXACT]);
}

static void auto_finish(search *run) {
    auto_state *state = run->state;
    if (!state)
        return;
    for (size_t i = 0; i < MEMBERS; i++) {
        loan back = lend(run, &state->members[i]);
        if (state->members[i].running)
            state->members[i].of->finish(run);
        take_back(run, &state->members[i], state, back);
    }
    memory_free(state);
    run->state = NULL;
}

static const shoal_parameter auto_parameters[] = {
    {"probe", "131072", "nodes of the smallest interval worth probing"},
    {"effort", "100", "cells to look at without any limit, in billions"},
    {NULL, NULL, NULL},
};

static const shoal_parameter cut_parameters[] = {
    {"effort", "100", "cells to look at without any limit, in billions"},
    {NULL, NULL, NULL},
};

const algorithm algorithm_cut_auto = {
    .name = "auto",
    .summary = "chooses for you: exact where that ends, else a portfolio; states its gap",
    .recoding = &cut_kind,
    .letter = 'X',
    .exact = true,
    .parameters = cut_parameters,
    .start = auto_start,
    .step = auto_step,
    .finish = auto_finish,
};

const algorithm algorithm_auto = {
    .name = "auto",
    .summary = "chooses for you: exact where that ends, else a portfolio; states its gap",
    .recoding = &lattice_kind,
    .letter = 'X',
    .exact = true,
    .parameters = auto_parameters,
    .start = auto_start,
    .step = auto_step,
    .finish = auto_finish,
};
