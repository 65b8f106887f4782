/* `auto` on cuts: the portfolio, begun with a short search of levels. */
#include "base/memory.h"
#include "recode/lattice/lattice.h"
#include "search/cut/search_cut.h"
#include "search/driver/auto_search.h"

/* Evaluations of levels before cuts are searched, and the share of a time limit for them. */
#define LEVEL_EVALUATIONS 400
#define LEVEL_SHARE 0.1

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
    int64_t limit = run->limits.evaluations;
    if (limit > 0 && limit <= 4 * LEVEL_EVALUATIONS)
        return SEARCH_CONTINUE;
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
                              .skip_proof = true,
                              .memory = run->memory};
        status = search_run(&found, &setup, &error);
    }
    search_step taken =
        status == SHOAL_OK ? adopt_levels(run, &found) : search_fail(run, status, &error);
    search_close(&found);
    lattice_close(levels);
    return taken;
}

static const shoal_parameter polishing[] = {{"polish", "on", NULL}, {NULL, NULL, NULL}};

static const portfolio on_cuts = {
    .exact = &algorithm_cut_optimal,
    .heuristics = {{&algorithm_cut_local, NULL}, {&algorithm_genitor, polishing}},
    .patience = 40000,
    .begin = begin_with_levels,
};

static const shoal_parameter parameters[] = {AUTO_EFFORT, {NULL, NULL, NULL}};

const algorithm algorithm_cut_auto = {
    .name = "auto",
    .summary = "the default: exact if the proof finishes, else a portfolio; states the gap",
    .recoding = &cut_recoding,
    .letter = 'X',
    .exact = true,
    .portfolio = &on_cuts,
    .parameters = parameters,
    .start = auto_start,
    .step = auto_step,
    .finish = auto_finish,
};
