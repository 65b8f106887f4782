/* NSGA-II on any recoding space (dewri2009, section 5): several objectives at once, and everything
 * on the way that nothing dominates is kept. The answer is the best in the first objective; with a
 * preference point that is the achievement function, and k is the second objective as well as the
 * constraint. */
#include "search/driver/algorithms.h"
#include "search/driver/parameter_ranges.h"
#include "search/lattice/level_variation.h"
#include "search/multi/evolve.h"
#include "search/multi/objectives.h"

#include <math.h>
#include <string.h>

#define MOST_MEMBERS ((int64_t)1 << 16)
/* Generations between two looks at the boundaries that are in use. */
#define FOCUS_GENERATIONS 16
/* Points and objectives up to which the hypervolume is worth its time. */
#define MOST_MEASURED 400
#define MOST_DIMENSIONS 4
/* Bits of an attribute that flip on average, at most. */
#define MOST_FLIPS 1.0

typedef struct nsga2_state {
    evolve *people;
    size_t population;
    double crossover, mutation;
    int64_t budget, spent;
    int64_t stall, idle;  /* generations without anything new, in all */
    evaluation *results;  /* [population + 1] */
    evaluation *others;   /* [population + 1] of one other space */
    double *sums;         /* [(population + 1) * OBJECTIVES_MOST] */
    double *best;         /* [objectives] of the incumbent */
    double deviation;     /* of the incumbent from the preference */
    uint64_t *boundaries; /* cut: [words] of the last focus */
    uint8_t *first;       /* [node_bytes] */
    uint64_t generations;
    size_t drawn;    /* members of the first population */
    size_t measured; /* points when the hypervolume was last computed */
    arena memory;
} nsga2_state;

/* ---- Candidates ---------------------------------------------------------------------------- */

/* Where half of the boundaries are set, hardly any class has more than one row, and nothing leads
 * from there to larger ones: attributes get from one group to as many as they have values, few as
 * often as many. */
static void draw_bits(cut *space, size_t attributes, uint64_t *node, random_stream *stream) {
    memset(node, 0, cut_words(space) * sizeof *node);
    for (size_t a = 0; a < attributes; a++) {
        const partitions *of = cut_partitions(space, a);
        double groups = pow((double)of->of->size, random_unit(stream));
        for (size_t b = 0; b < of->bits; b++)
            bits_set(node, of->offset + b, random_unit(stream) * (double)of->bits < groups - 1);
    }
    cut_repair(space, node, stream);
}

/* If anything is feasible, the coarsest of all is: classes only merge towards it. */
static void make_coarsest(const search *run, uint8_t *node) {
    memset(node, 0, run->node_bytes);
    for (size_t a = 0; run->space->kind == &lattice_kind && a < run->attributes; a++)
        node[a] = (uint8_t)lattice_height(search_lattice(run), a);
}

static void draw_node(void *context, uint8_t *node, random_stream *stream) {
    search *run = context;
    nsga2_state *state = run->state;
    if (state->drawn++ == 0)
        make_coarsest(run, node);
    else if (run->space->kind == &cut_kind)
        draw_bits(search_cut(run), run->attributes, (uint64_t *)(void *)node, stream);
    else
        variation_draw(search_lattice(run), stream, node);
}

/* Goes from one flipped bit to the next, so that rare mutations cost little. */
static void flip_bits(uint64_t *bits, const partitions *of, double rate, random_stream *stream) {
    if (rate <= 0)
        return;
    double scale = rate < 1 ? 1 / log1p(-rate) : 0;
    for (size_t at = 0; at < of->bits; at++) {
        double skip = floor(log1p(-random_unit(stream)) * scale);
        if (!(skip < (double)(of->bits - at)))
            return;
        at += (size_t)skip;
        bits_set(bits, of->offset + at, !bits_get(bits, of->offset + at));
    }
}

/* In an attribute of very many values a small share of the bits would still be many flips, nearly
 * all of them new boundaries. */
static void mutate_bits(const search *run, uint64_t *bits, random_stream *stream) {
    const nsga2_state *state = run->state;
    for (size_t a = 0; a < run->attributes; a++) {
        const partitions *of = cut_partitions(search_cut(run), a);
        double most = of->bits > 0 ? MOST_FLIPS / (double)of->bits : 0;
        flip_bits(bits, of, fmin(state->mutation, most), stream);
    }
}

/* Swaps what follows a point, which may lie anywhere in the string. */
static void cross_bits(uint64_t *one, uint64_t *other, size_t count, random_stream *stream) {
    size_t point = 1 + (size_t)random_below(stream, count - 1);
    for (size_t word = point / 64; word * 64 < count; word++) {
        uint64_t mask = word == point / 64 ? UINT64_MAX << (point % 64) : UINT64_MAX;
        uint64_t swapped = (one[word] ^ other[word]) & mask;
        one[word] ^= swapped;
        other[word] ^= swapped;
    }
}

static void breed_bits(search *run, uint64_t *first, uint64_t *second, random_stream *stream) {
    const nsga2_state *state = run->state;
    cut *space = search_cut(run);
    if (cut_bits(space) > 1 && random_unit(stream) < state->crossover)
        cross_bits(first, second, cut_bits(space), stream);
    mutate_bits(run, first, stream);
    mutate_bits(run, second, stream);
    cut_repair(space, first, stream);
    cut_repair(space, second, stream);
}

static void breed_levels(search *run, uint8_t *first, uint8_t *second, random_stream *stream) {
    const nsga2_state *state = run->state;
    if (random_unit(stream) < state->crossover)
        variation_cross(stream, run->attributes, first, second);
    variation_mutate(search_lattice(run), stream, state->mutation, first);
    variation_mutate(search_lattice(run), stream, state->mutation, second);
}

static void breed_nodes(void *context, const uint8_t *one, const uint8_t *other, uint8_t *first,
                        uint8_t *second, random_stream *stream) {
    search *run = context;
    memcpy(first, one, run->node_bytes);
    memcpy(second, other, run->node_bytes);
    if (run->space->kind == &cut_kind)
        breed_bits(run, (uint64_t *)(void *)first, (uint64_t *)(void *)second, stream);
    else
        breed_levels(run, first, second, stream);
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
 * equal in all of them differ in how far they are from the preference; else lower levels are no
 * worse, and say more. */
static bool is_better(const nsga2_state *state, const search *run, const uint8_t *node,
                      const double *values, double deviation) {
    for (size_t i = 0; i < run->objectives->count; i++)
        if (values[i] != state->best[i])
            return values[i] < state->best[i];
    if (deviation != state->deviation || run->space->kind != &lattice_kind)
        return deviation < state->deviation;
    return memcmp(node, run->best_node, run->node_bytes) < 0;
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
    STATUS_TRY(range_number(&state->crossover, run, "crossover", 0, 1, error));
    STATUS_TRY(range_number(&state->mutation, run, "mutation", 0, 1, error));
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
    state->boundaries = arena_zero(memory, run->node_bytes, 1);
    state->first = arena_new(memory, run->node_bytes, 1);
    return state->results && state->others && state->sums && state->best && state->boundaries &&
           state->first;
}

static shoal_status nsga2_start(search *run, shoal_error *error) {
    if (!run->objectives)
        return status_fail(error, SHOAL_USAGE, "nsga2 needs objectives");
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

/* What is to be improved on: the answer of the run before, else the coarsest of all, so that even
 * the smallest budget ends with a release if there is one. Where the coarsest is none, nothing
 * is. */
static search_step evaluate_first(search *run, nsga2_state *state) {
    double values[OBJECTIVES_MOST], violation;
    for (size_t i = 0; i < run->objectives->count; i++)
        state->best[i] = INFINITY;
    if (run->found)
        memcpy(state->first, run->best_node, run->node_bytes);
    else
        make_coarsest(run, state->first);
    if (!evaluate_nodes(run, state->first, 1, values, &violation))
        return SEARCH_STOPPED;
    return run->found || !search_is_monotone(run) ? SEARCH_CONTINUE : SEARCH_PROVEN;
}

/* Children have only boundaries of their parents, but for mutation. */
static void refocus(search *run, nsga2_state *state) {
    size_t words = cut_words(search_cut(run));
    uint64_t *all = memory_zero(words, sizeof *all);
    if (!all)
        return;
    for (size_t i = 0; i < evolve_count(state->people); i++) {
        const uint8_t *node = evolve_node_at(state->people, i);
        for (size_t w = 0; w < words; w++) {
            uint64_t word;
            memcpy(&word, node + w * sizeof word, sizeof word);
            all[w] |= word;
        }
    }
    if (memcmp(all, state->boundaries, run->node_bytes) != 0) {
        memcpy(state->boundaries, all, run->node_bytes);
        cut_focus(search_cut(run), all);
    }
    memory_free(all);
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
    if (++state->generations % FOCUS_GENERATIONS == 0) {
        measure(run, state);
        if (run->space->kind == &cut_kind)
            refocus(run, state);
    }
    return SEARCH_CONTINUE;
}

/* Of several runs in a row the last one's. */
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
    { "stall", "500", "generations without a new candidate, in all, after which it ends" }
#define CROSSOVER                                                                                  \
    { "crossover", "0.8", "share of the pairs that are crossed, at one point" }

static const shoal_parameter cut_parameters[] = {
    POPULATION,
    BUDGET,
    STALL,
    CROSSOVER,
    {"mutation", "0.001", "share of the bits that flip, of an attribute one at most on average"},
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
    .summary = "several objectives at once, or a preference point: the whole trade-off",
    .recoding = &lattice_kind,
    .letter = 'N',
    .multi_objective = true,
    .parameters = lattice_parameters,
    .start = nsga2_start,
    .step = nsga2_step,
    .finish = nsga2_finish,
};

const algorithm algorithm_cut_nsga2 = {
    .name = "nsga2",
    .summary = "several objectives at once, or a preference point: the whole trade-off",
    .recoding = &cut_kind,
    .letter = 'N',
    .multi_objective = true,
    .parameters = cut_parameters,
    .start = nsga2_start,
    .step = nsga2_step,
    .finish = nsga2_finish,
};
