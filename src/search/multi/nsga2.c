/* NSGA-II on any space that can vary its nodes (dewri2009, section 5): several objectives at once;
 * all non-dominated nodes are kept. The answer is the best in the first objective. With a
 * preference point that is the achievement function, and k is the second objective as well as the
 * constraint. */
#include "recode/cut/cut.h"
#include "recode/lattice/lattice.h"
#include "search/driver/algorithms.h"
#include "search/driver/parameter_ranges.h"
#include "search/multi/evolve.h"
#include "search/multi/objectives.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define MOST_MEMBERS ((int64_t)1 << 16)
/* Generations between two looks at the front and at what the population has in common. */
#define REVIEW_GENERATIONS 16
/* Points and objectives up to which the hypervolume is worth its time. */
#define MOST_MEASURED 400
#define MOST_DIMENSIONS 4

typedef struct nsga2_state {
    evolve *people;
    size_t population;
    variation_rates rates;
    int64_t budget, spent;
    int64_t stall, idle; /* generations without a new node, in total */
    evaluation *results; /* [population + 1] */
    evaluation *others;  /* [population + 1] of one other space */
    double *sums;        /* [(population + 1) * OBJECTIVES_MOST] */
    double *best;        /* [objectives] of the incumbent */
    double deviation;    /* of the incumbent from the preference */
    uint8_t *first;      /* [node_bytes] */
    uint64_t generations;
    size_t drawn;    /* members of the first population */
    size_t measured; /* points when the hypervolume was last computed */
    arena memory;
} nsga2_state;

/* ---- Candidates ---------------------------------------------------------------------------- */

static const space_variation *variation_of(const search *run) {
    return run->space->kind->variation;
}

/* The first population has the coarsest node of all in it: if anything is feasible, it is. */
static void draw_node(void *context, uint8_t *node, random_stream *stream) {
    search *run = context;
    nsga2_state *state = run->state;
    if (state->drawn++ == 0)
        variation_of(run)->coarsest(run->space, node);
    else
        variation_of(run)->draw(run->space, node, stream);
}

static void breed_nodes(void *context, const uint8_t *one, const uint8_t *other, uint8_t *first,
                        uint8_t *second, random_stream *stream) {
    search *run = context;
    const nsga2_state *state = run->state;
    memcpy(first, one, run->node_bytes);
    memcpy(second, other, run->node_bytes);
    variation_of(run)->breed(run->space, &state->rates, first, second, stream);
}

/* ---- Values -------------------------------------------------------------------------------- */

static double deviation_of(const search *run, const evaluation *result, const double *sums) {
    const objectives *of = run->objectives;
    if (!of->preferred)
        return 0;
    double bias = metric_find("necd")->value(&run->space->context, &result->classes);
    return preference_deviation(&of->point, sums[0], bias);
}

/* The first objective decides, then the second, and so on: the order of the front. Points that are
 * equal in all of them differ in how far they are from the preference; else the space may prefer
 * one. */
static bool is_better(const nsga2_state *state, const search *run, const uint8_t *node,
                      const double *values, double deviation) {
    for (size_t i = 0; i < run->objectives->count; i++)
        if (values[i] != state->best[i])
            return values[i] < state->best[i];
    if (deviation != state->deviation)
        return deviation < state->deviation;
    return variation_of(run)->is_preferred &&
           variation_of(run)->is_preferred(run->space, node, run->best_node);
}

static bool consider(search *run, nsga2_state *state, const uint8_t *node, const evaluation *result,
                     const double *values, const double *sums) {
    double deviation = deviation_of(run, result, sums);
    if (pareto_archive_add(run->front, values, node) == PARETO_NO_MEMORY) {
        (void)search_no_memory(run);
        return false;
    }
    if (!is_better(state, run, node, values, deviation))
        return true;
    evaluation shown = *result;
    shown.value = objective_shown(&run->objectives->each[0], values[0]);
    memcpy(state->best, values, run->objectives->count * sizeof *values);
    state->deviation = deviation;
    search_adopt(run, node, &shown);
    return true;
}

/* The values of all sums, those of other spaces than the one that is searched too. */
static bool add_up(search *run, nsga2_state *state, const uint8_t *nodes, size_t count) {
    int64_t before = run->evaluations;
    assert(count <= state->population + 1);
    if (!search_evaluate(run, nodes, count, state->results))
        return false;
    state->spent += run->evaluations - before;
    state->idle += run->evaluations == before;
    for (size_t i = 0; i < count; i++)
        state->sums[i * OBJECTIVES_MOST] = state->results[i].value;
    for (size_t other = 0; other < run->other_count; other++) {
        recoding_space *space = run->others[other];
        shoal_status status =
            space->kind->evaluate(space, nodes, count, state->others, &run->error);
        if (status != SHOAL_OK) {
            (void)search_fail(run, status, &run->error);
            return false;
        }
        for (size_t i = 0; i < count; i++)
            state->sums[i * OBJECTIVES_MOST + other + 1] = state->others[i].value;
    }
    return true;
}

static bool evaluate_nodes(void *context, const uint8_t *nodes, size_t count, double *values,
                           double *violations) {
    search *run = context;
    nsga2_state *state = run->state;
    const objectives *of = run->objectives;
    metric_context asked = objectives_context(run->space, run->asked_k);
    if (!add_up(run, state, nodes, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        const double *sums = state->sums + i * OBJECTIVES_MOST;
        const evaluation *result = &state->results[i];
        objectives_values(of, &asked, &result->classes, sums, values + i * of->count);
        violations[i] = objectives_violation(of, result, run->asked_k, run->space->context.limit);
        if (violations[i] == 0 && !consider(run, state, nodes + i * run->node_bytes, result,
                                            values + i * of->count, sums))
            return false;
    }
    return true;
}

/* The tournament of dewri2009, section 5.2: infeasible ones by how far they are from k, then by the
 * achievement function, then by crowding. */
static int compare_members(void *context, const evolve_member *one, const evolve_member *other) {
    (void)context;
    if (one->violation != other->violation)
        return one->violation < other->violation ? -1 : 1;
    if (one->violation > 0 && one->values[0] != other->values[0])
        return one->values[0] < other->values[0] ? -1 : 1;
    if (one->violation == 0 && one->rank != other->rank)
        return one->rank < other->rank ? -1 : 1;
    return one->crowding == other->crowding ? 0 : one->crowding > other->crowding ? -1 : 1;
}

/* ---- The algorithm ------------------------------------------------------------------------- */

static shoal_status read_settings(nsga2_state *state, const search *run, shoal_error *error) {
    int64_t population;
    STATUS_TRY(range_integer(&population, run, "population", 2, MOST_MEMBERS, error));
    STATUS_TRY(range_integer(&state->budget, run, "budget", 1, INT64_MAX, error));
    STATUS_TRY(range_integer(&state->stall, run, "stall", 1, INT64_MAX, error));
    STATUS_TRY(range_number(&state->rates.crossover, run, "crossover", 0, 1, error));
    STATUS_TRY(range_number(&state->rates.mutation, run, "mutation", 0, 1, error));
    state->population = (size_t)population;
    return SHOAL_OK;
}

static bool make_room(nsga2_state *state, const search *run) {
    size_t most = state->population + 1;
    arena *memory = &state->memory;
    state->results = arena_new(memory, most, sizeof *state->results);
    state->others = arena_new(memory, most, sizeof *state->others);
    state->sums = arena_new(memory, most * OBJECTIVES_MOST, sizeof *state->sums);
    state->best = arena_zero(memory, run->objectives->count, sizeof *state->best);
    state->first = arena_new(memory, run->node_bytes, 1);
    return state->results && state->others && state->sums && state->best && state->first;
}

static shoal_status nsga2_start(search *run, shoal_error *error) {
    if (!run->objectives)
        return status_fail(error, SHOAL_USAGE, "nsga2 needs objectives");
    assert(variation_of(run) && run->objectives->count <= OBJECTIVES_MOST);
    nsga2_state *state = memory_zero(1, sizeof *state);
    if (!state)
        return status_no_memory(error);
    run->state = state;
    STATUS_TRY(read_settings(state, run, error));
    if (!make_room(state, run))
        return status_no_memory(error);
    if (!run->front)
        STATUS_TRY(
            pareto_archive_open(&run->front, run->objectives->count, run->node_bytes, error));
    evolve_setup setup = {
        .problem = {.node_bytes = run->node_bytes,
                    .objectives = run->objectives->count,
                    .context = run,
                    .draw = draw_node,
                    .breed = breed_nodes,
                    .evaluate = evaluate_nodes,
                    .compare = run->objectives->preferred ? compare_members : NULL},
        .population = state->population,
        .constrained = !run->objectives->preferred,
        .seed = run->seed,
    };
    return evolve_open(&state->people, &setup, error);
}

/* Begins with the answer of the run before, else with the coarsest node, so that even the smallest
 * budget ends with a release if there is one: if the coarsest is not feasible, nothing is. */
static search_step evaluate_first(search *run, nsga2_state *state) {
    double values[OBJECTIVES_MOST], violation;
    for (size_t i = 0; i < run->objectives->count; i++)
        state->best[i] = INFINITY;
    if (run->found)
        memcpy(state->first, run->best_node, run->node_bytes);
    else
        variation_of(run)->coarsest(run->space, state->first);
    if (!evaluate_nodes(run, state->first, 1, values, &violation))
        return SEARCH_STOPPED;
    return run->found || !search_is_monotone(run) ? SEARCH_CONTINUE : SEARCH_PROVEN;
}

/* As a share of all that could be dominated. */
static void measure(search *run, nsga2_state *state) {
    const objectives *of = run->objectives;
    size_t count = pareto_archive_count(run->front);
    if (count == 0 || count > MOST_MEASURED || of->count > MOST_DIMENSIONS)
        return;
    double reference[OBJECTIVES_MOST];
    metric_context asked = objectives_context(run->space, run->asked_k);
    double *scaled = memory_new(count * of->count, sizeof *scaled);
    for (size_t d = 0; scaled && d < of->count; d++) {
        double best, worst;
        objective_range(&of->each[d], of, &asked, &best, &worst);
        reference[d] = 1;
        for (size_t i = 0; i < count; i++) {
            double value = pareto_archive_values(run->front, i)[d];
            scaled[i * of->count + d] = worst > best ? (value - best) / (worst - best) : 0;
        }
    }
    double volume;
    if (scaled && pareto_hypervolume(scaled, count, of->count, reference, &volume))
        run->hypervolume = volume;
    memory_free(scaled);
    state->measured = count;
}

static search_step nsga2_step(search *run) {
    nsga2_state *state = run->state;
    run->done = (double)state->spent / (double)state->budget;
    if (state->spent >= state->budget || state->idle >= state->stall)
        return SEARCH_FINISHED;
    search_step begun = state->generations == 0 ? evaluate_first(run, state) : SEARCH_CONTINUE;
    if (begun != SEARCH_CONTINUE)
        return begun;
    evolve_step taken = evolve_next(state->people);
    if (taken == EVOLVE_NO_MEMORY)
        return search_no_memory(run);
    if (taken == EVOLVE_STOPPED)
        return SEARCH_STOPPED;
    if (++state->generations % REVIEW_GENERATIONS == 0) {
        measure(run, state);
        if (variation_of(run)->announce)
            variation_of(run)->announce(run->space, evolve_node_at(state->people, 0),
                                        evolve_count(state->people));
    }
    return SEARCH_CONTINUE;
}

/* Keeps the last population, of several runs that of the last one. */
static void keep_population(search *run, const nsga2_state *state) {
    size_t count = state->people ? evolve_count(state->people) : 0;
    if (run->status != SHOAL_OK || count == 0)
        return;
    memory_free(run->population);
    run->population_count = 0;
    run->population = memory_new(count, run->node_bytes);
    if (!run->population) {
        (void)search_no_memory(run);
        return;
    }
    for (; run->population_count < count; run->population_count++)
        memcpy(run->population + run->population_count * run->node_bytes,
               evolve_node_at(state->people, run->population_count), run->node_bytes);
}

static void nsga2_finish(search *run) {
    nsga2_state *state = run->state;
    if (!state)
        return;
    if (run->front && run->objectives)
        measure(run, state);
    keep_population(run, state);
    evolve_close(state->people);
    arena_free(&state->memory);
    memory_free(state);
    run->state = NULL;
}

#define POPULATION                                                                                 \
    { "population", "100", "members of the population" }
#define BUDGET                                                                                     \
    { "budget", "50000", "evaluations" }
#define STALL                                                                                      \
    { "stall", "500", "ends after so many generations, in total, without a new node" }
#define CROSSOVER                                                                                  \
    { "crossover", "0.8", "share of the pairs that are crossed, at one point" }

static const shoal_parameter cut_parameters[] = {
    POPULATION,
    BUDGET,
    STALL,
    CROSSOVER,
    {"mutation", "0.001", "share of the bits that flip, on average at most one per attribute"},
    SEARCH_RESTARTS,
    {NULL, NULL, NULL},
};

static const shoal_parameter lattice_parameters[] = {
    POPULATION,
    BUDGET,
    STALL,
    CROSSOVER,
    {"mutation", "0.1", "share of the levels redrawn"},
    SEARCH_RESTARTS,
    {NULL, NULL, NULL},
};

const algorithm algorithm_nsga2 = {
    .name = "nsga2",
    .summary = "several objectives or a preference point: finds the non-dominated front",
    .recoding = &lattice_recoding,
    .letter = 'N',
    .multi_objective = true,
    .parameters = lattice_parameters,
    .start = nsga2_start,
    .step = nsga2_step,
    .finish = nsga2_finish,
};

const algorithm algorithm_cut_nsga2 = {
    .name = "nsga2",
    .summary = "several objectives or a preference point: finds the non-dominated front",
    .recoding = &cut_recoding,
    .letter = 'N',
    .multi_objective = true,
    .parameters = cut_parameters,
    .start = nsga2_start,
    .step = nsga2_step,
    .finish = nsga2_finish,
};
