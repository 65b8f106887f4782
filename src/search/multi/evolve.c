#include "search/multi/evolve.h"

#include <assert.h>
#include <stdlib.h>

/* Ranks and crowding are those of the survivors. */
typedef struct generation {
    uint8_t *nodes; /* parents, followed by their children */
    double *values;
    double *violations;
    uint32_t *ranks;
    double *crowding;
} generation;

typedef struct keyed {
    double key;
    size_t index;
} keyed;

struct evolve {
    evolve_setup setup;
    arena memory;
    size_t pairs;
    size_t count;     /* members of `now` that have survived */
    uint64_t streams; /* used up to now */
    generation now;
    generation next;
    /* Scratch of a step, for parents and children. */
    uint32_t *ranks;
    double *crowding;
    size_t *order;     /* members by rank */
    double *gathered;  /* values of some members, ... */
    uint32_t *found;   /* ... their ranks, ... */
    double *distances; /* ... and their crowding */
    keyed *sorted;
};

/* Ranks and twice as many members must be numbered well within 32 bits. */
#define MOST_POPULATION ((size_t)1 << 28)

/* ---- Opening ------------------------------------------------------------------------------- */

static bool generation_open(generation *made, arena *owner, size_t room,
                            const evolve_problem *problem) {
    made->nodes = arena_zero(owner, room, problem->node_bytes);
    made->values = arena_zero(owner, room, problem->objectives * sizeof *made->values);
    made->violations = arena_zero(owner, room, sizeof *made->violations);
    made->ranks = arena_zero(owner, room, sizeof *made->ranks);
    made->crowding = arena_zero(owner, room, sizeof *made->crowding);
    return made->nodes && made->values && made->violations && made->ranks && made->crowding;
}

static bool evolve_allocate(evolve *run) {
    const evolve_problem *problem = &run->setup.problem;
    if (problem->objectives > SIZE_MAX / sizeof(double))
        return false;
    size_t room = run->setup.population + 2 * run->pairs;
    run->ranks = arena_new(&run->memory, room, sizeof *run->ranks);
    run->crowding = arena_new(&run->memory, room, sizeof *run->crowding);
    run->order = arena_new(&run->memory, room, sizeof *run->order);
    run->gathered = arena_new(&run->memory, room, problem->objectives * sizeof *run->gathered);
    run->found = arena_new(&run->memory, room, sizeof *run->found);
    run->distances = arena_new(&run->memory, room, sizeof *run->distances);
    run->sorted = arena_new(&run->memory, room, sizeof *run->sorted);
    return run->ranks && run->crowding && run->order && run->gathered && run->found &&
           run->distances && run->sorted &&
           generation_open(&run->now, &run->memory, room, problem) &&
           generation_open(&run->next, &run->memory, room, problem);
}

shoal_status evolve_open(evolve **out, const evolve_setup *setup, shoal_error *error) {
    *out = NULL;
    if (setup->population < 2 || setup->population > MOST_POPULATION)
        return status_fail(error, SHOAL_USAGE, "a population of %zu: it must be from 2 to %zu",
                           setup->population, MOST_POPULATION);
    if (setup->problem.objectives == 0)
        return status_fail(error, SHOAL_USAGE, "there is no objective; name at least one");
    evolve *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    made->setup = *setup;
    made->pairs = (setup->population + 1) / 2;
    if (!evolve_allocate(made)) {
        evolve_close(made);
        return status_no_memory(error);
    }
    assert(setup->problem.draw && setup->problem.breed && setup->problem.evaluate);
    *out = made;
    return SHOAL_OK;
}

void evolve_close(evolve *run) {
    if (!run)
        return;
    arena_free(&run->memory);
    memory_free(run);
}

/* ---- Members ------------------------------------------------------------------------------- */

size_t evolve_count(const evolve *run) {
    return run->count;
}

evolve_member evolve_member_at(const evolve *run, size_t index) {
    assert(index < run->count);
    return (evolve_member){
        .values = run->now.values + index * run->setup.problem.objectives,
        .violation = run->now.violations[index],
        .rank = run->now.ranks[index],
        .crowding = run->now.crowding[index],
    };
}

static uint8_t *node_at(const evolve *run, size_t index) {
    return run->now.nodes + index * run->setup.problem.node_bytes;
}

const uint8_t *evolve_node_at(const evolve *run, size_t index) {
    return node_at(run, index);
}

int evolve_compare_crowded(const evolve_member *one, const evolve_member *other) {
    if (one->rank != other->rank)
        return one->rank < other->rank ? -1 : 1;
    return pareto_order(other->crowding, one->crowding);
}

/* All that is feasible is equally so. */
static double excess(double violation) {
    return violation <= 0 ? 0 : violation;
}

int evolve_compare(const evolve_member *one, const evolve_member *other) {
    int order = pareto_order(excess(one->violation), excess(other->violation));
    return order != 0 ? order : evolve_compare_crowded(one, other);
}

/* ---- Children ------------------------------------------------------------------------------ */

static size_t tournament(const evolve *run, size_t first, size_t second, random_stream *stream) {
    const evolve_problem *problem = &run->setup.problem;
    evolve_member one = evolve_member_at(run, first);
    evolve_member other = evolve_member_at(run, second);
    int order = problem->compare ? problem->compare(problem->context, &one, &other)
                                 : evolve_compare(&one, &other);
    if (order == 0)
        order = random_below(stream, 2) ? 1 : -1;
    return order < 0 ? first : second;
}

/* A member drawn from all but one. */
static size_t draw_other(const evolve *run, size_t taken, random_stream *stream) {
    assert(run->count > 1 && taken < run->count);
    size_t drawn = random_below(stream, run->count - 1);
    return drawn + (drawn >= taken);
}

static void breed_pair(evolve *run, size_t pair) {
    const evolve_problem *problem = &run->setup.problem;
    random_stream stream = random_open(run->setup.seed, "evolve", run->streams + pair);
    size_t first = random_below(&stream, run->count);
    size_t second = random_below(&stream, run->count);
    size_t one = tournament(run, first, second, &stream);
    first = draw_other(run, one, &stream);
    second = draw_other(run, one, &stream);
    size_t other = tournament(run, first, second, &stream);
    size_t child = run->count + 2 * pair;
    problem->breed(problem->context, node_at(run, one), node_at(run, other), node_at(run, child),
                   node_at(run, child + 1), &stream);
}

/* These two write after the survivors and return how many. */
static size_t evolve_draw(evolve *run) {
    const evolve_problem *problem = &run->setup.problem;
    size_t population = run->setup.population;
    for (size_t i = 0; i < population; i++) {
        random_stream stream = random_open(run->setup.seed, "evolve", i);
        problem->draw(problem->context, node_at(run, i), &stream);
    }
    return population;
}

static size_t evolve_breed(evolve *run) {
    for (size_t pair = 0; pair < run->pairs; pair++)
        breed_pair(run, pair);
    return 2 * run->pairs;
}

static bool evolve_evaluate(evolve *run, size_t newcomers) {
    const evolve_problem *problem = &run->setup.problem;
    double *violations = run->now.violations + run->count;
    memset(violations, 0, newcomers * sizeof *violations);
    return problem->evaluate(problem->context, node_at(run, run->count), newcomers,
                             run->now.values + run->count * problem->objectives, violations);
}

/* ---- Ranks --------------------------------------------------------------------------------- */

static int compare_keyed(const void *one, const void *other) {
    const keyed *first = one;
    const keyed *second = other;
    int order = pareto_order(first->key, second->key);
    return order != 0 ? order : (first->index > second->index) - (first->index < second->index);
}

/* Ranks from `rank` on for those that violate constraints. */
static void rank_infeasible(evolve *run, size_t total, uint32_t rank) {
    keyed *sorted = run->sorted;
    size_t count = 0;
    for (size_t i = 0; i < total; i++)
        if (excess(run->now.violations[i]) != 0)
            sorted[count++] = (keyed){run->now.violations[i], i};
    qsort(sorted, count, sizeof *sorted, compare_keyed);
    for (size_t i = 0; i < count; i++) {
        rank += i > 0 && pareto_order(sorted[i - 1].key, sorted[i].key) != 0;
        run->ranks[sorted[i].index] = rank;
    }
}

static size_t gather_feasible(evolve *run, size_t total) {
    size_t objectives = run->setup.problem.objectives;
    size_t count = 0;
    for (size_t i = 0; i < total; i++) {
        if (excess(run->now.violations[i]) != 0)
            continue;
        memcpy(run->gathered + count * objectives, run->now.values + i * objectives,
               objectives * sizeof *run->gathered);
        run->order[count++] = i;
    }
    return count;
}

static bool evolve_rank(evolve *run, size_t total) {
    size_t objectives = run->setup.problem.objectives;
    if (!run->setup.constrained)
        return pareto_rank(run->now.values, total, objectives, run->ranks);
    size_t feasible = gather_feasible(run, total);
    if (!pareto_rank(run->gathered, feasible, objectives, run->found))
        return false;
    uint32_t beyond = 0;
    for (size_t i = 0; i < feasible; i++) {
        run->ranks[run->order[i]] = run->found[i];
        if (beyond <= run->found[i])
            beyond = run->found[i] + 1;
    }
    rank_infeasible(run, total, beyond);
    return true;
}

/* ---- Survival ------------------------------------------------------------------------------ */

static void sort_order(evolve *run, size_t start, size_t end) {
    qsort(run->sorted + start, end - start, sizeof *run->sorted, compare_keyed);
    for (size_t i = start; i < end; i++)
        run->order[i] = run->sorted[i].index;
}

static size_t front_end(const evolve *run, size_t start, size_t total) {
    uint32_t rank = run->ranks[run->order[start]];
    size_t end = start + 1;
    while (end < total && run->ranks[run->order[end]] == rank)
        end++;
    return end;
}

static bool crowd_front(evolve *run, size_t start, size_t end) {
    const size_t *members = run->order + start;
    if (!pareto_crowd(run->now.values, run->setup.problem.objectives, members, end - start,
                      run->distances))
        return false;
    for (size_t i = 0; i < end - start; i++)
        run->crowding[members[i]] = run->distances[i];
    return true;
}

/* The least crowded first. */
static void sort_front(evolve *run, size_t start, size_t end) {
    for (size_t i = start; i < end; i++)
        run->sorted[i] = (keyed){-run->crowding[run->order[i]], run->order[i]};
    sort_order(run, start, end);
}

/* Puts those that survive first in order[]. Only the last of their fronts may be cut. */
static bool evolve_select(evolve *run, size_t total) {
    size_t population = run->setup.population;
    for (size_t i = 0; i < total; i++)
        run->sorted[i] = (keyed){run->ranks[i], i};
    sort_order(run, 0, total);
    assert(total >= population);
    for (size_t start = 0, end; start < population; start = end) {
        end = front_end(run, start, total);
        if (!crowd_front(run, start, end))
            return false;
        if (end > population)
            sort_front(run, start, end);
    }
    return true;
}

static void evolve_survive(evolve *run) {
    size_t bytes = run->setup.problem.node_bytes;
    size_t objectives = run->setup.problem.objectives;
    const generation *from = &run->now;
    generation to = run->next;
    for (size_t i = 0; i < run->setup.population; i++) {
        size_t member = run->order[i];
        memcpy(to.nodes + i * bytes, from->nodes + member * bytes, bytes);
        memcpy(to.values + i * objectives, from->values + member * objectives,
               objectives * sizeof *to.values);
        to.violations[i] = from->violations[member];
        to.ranks[i] = run->ranks[member];
        to.crowding[i] = run->crowding[member];
    }
    run->next = run->now;
    run->now = to;
    run->count = run->setup.population;
}

evolve_step evolve_next(evolve *run) {
    bool first = run->count == 0;
    size_t newcomers = first ? evolve_draw(run) : evolve_breed(run);
    if (!evolve_evaluate(run, newcomers))
        return EVOLVE_STOPPED;
    size_t total = run->count + newcomers;
    if (!evolve_rank(run, total) || !evolve_select(run, total))
        return EVOLVE_NO_MEMORY;
    run->streams += first ? newcomers : run->pairs;
    evolve_survive(run);
    return EVOLVE_CONTINUE;
}
