/* kgen (section 3): a genetic search for lattices that no exact method can finish. Parents are
 * drawn by their value and their age, the crossover uses that everything above a feasible node is
 * feasible, and the best of parents and offspring survive.
 *
 * What the paper leaves open, and its slips, are settled in docs/algorithms.md. */
#include "search/driver/algorithms.h"
#include "search/driver/memo.h"
#include "search/lattice/kgen_operators.h"
#include "search/lattice/kgen_population.h"
#include "search/lattice/search_lattice.h"

#include <assert.h>
#include <string.h>

#define MOST_MEMBERS ((int64_t)1 << 20)

typedef struct kgen_pair {
    size_t parents[2]; /* members of the population */
    bool crossed;
    size_t minimum; /* where the parents' minimum is in the batch; SIZE_MAX: not needed */
} kgen_pair;

/* Which levels are cut at the start. */
typedef enum kgen_reduction { REDUCE_SOUNDLY, REDUCE_AS_KGEN, REDUCE_NOTHING } kgen_reduction;

typedef struct kgen_state {
    arena memory;
    double crossover, mutation, horizontal, horizontal_share, infeasible;
    int64_t budget, stall;
    bool printed; /* selection=kgen-printed */
    kgen_reduction reduction;

    kgen_bounds bounds;
    population people;
    memo *seen;         /* every node that was ever a member */
    int64_t spent;      /* nodes that were */
    int64_t standstill; /* generations without a new one */
    double worst;       /* value of the top */
    uint64_t generation;
    size_t pairs;
    kgen_pair *pair;     /* [pairs] */
    double *weights;     /* [size] */
    size_t *order;       /* [attributes] scratch of a mutation */
    uint8_t *children;   /* [2 * attributes] */
    uint8_t *batch;      /* [batch_room * attributes] nodes to be evaluated */
    evaluation *results; /* [batch_room] */
    size_t batch_room;
    bool begun;
} kgen_state;

/* ---- Start --------------------------------------------------------------------------------- */

static shoal_status check_rates(const search *run, shoal_error *error) {
    static const char *const rates[] = {"crossover", "mutation", "horizontal", "horizontal_share",
                                        "infeasible"};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        double rate = search_number(run, rates[i]);
        if (!(rate >= 0 && rate <= 1))
            return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                                 "%s is %s; kgen needs a share from 0 to 1", rates[i],
                                 search_text(run, rates[i]));
    }
    return SHOAL_OK;
}

static shoal_status check_counts(const search *run, shoal_error *error) {
    static const char *const counts[] = {"population", "budget", "stall"};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        int64_t count = search_integer(run, counts[i]);
        if (count < 1)
            return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                                 "%s is %lld; kgen needs at least 1", counts[i], (long long)count);
    }
    if (search_integer(run, "population") > MOST_MEMBERS)
        return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                             "population is %s; kgen supports at most %lld",
                             search_text(run, "population"), (long long)MOST_MEMBERS);
    return SHOAL_OK;
}

static shoal_status read_choices(kgen_state *state, const search *run, shoal_error *error) {
    static const char *const reductions[] = {"sound", "kgen", "off"};
    const char *selection = search_text(run, "selection");
    const char *reduction = search_text(run, "reduction");
    state->printed = strcmp(selection, "kgen-printed") == 0;
    if (!state->printed && strcmp(selection, "inverse") != 0)
        return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                             "selection is '%.40s'; it must be inverse or kgen-printed", selection);
    for (int i = REDUCE_SOUNDLY; i <= REDUCE_NOTHING; i++)
        if (strcmp(reduction, reductions[i]) == 0) {
            state->reduction = (kgen_reduction)i;
            return SHOAL_OK;
        }
    return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                         "reduction is '%.40s'; it must be sound, kgen or off", reduction);
}

static void read_parameters(search *run, kgen_state *state) {
    state->crossover = search_number(run, "crossover");
    state->mutation = search_number(run, "mutation");
    state->horizontal = search_number(run, "horizontal");
    state->horizontal_share = search_number(run, "horizontal_share");
    state->infeasible = search_number(run, "infeasible");
    state->budget = search_integer(run, "budget");
    state->stall = search_integer(run, "stall");
}

/* The batch holds the offspring of a generation or the levels of all attributes, one by one. */
static size_t room_for_batch(const search *run, size_t offspring) {
    size_t levels = 1;
    for (size_t a = 0; a < run->attributes; a++)
        levels += (size_t)lattice_height(search_lattice(run), a);
    return levels > offspring ? levels : offspring;
}

static bool make_room(search *run, kgen_state *state, size_t size) {
    arena *owner = &state->memory;
    state->pairs = (size + 1) / 2;
    state->batch_room = room_for_batch(run, 2 * state->pairs);
    state->bounds.attributes = run->attributes;
    state->bounds.low = arena_zero(owner, run->attributes, 1);
    state->bounds.high = arena_zero(owner, run->attributes, 1);
    state->pair = arena_new(owner, state->pairs, sizeof *state->pair);
    state->weights = arena_new(owner, size, sizeof *state->weights);
    state->order = arena_new(owner, run->attributes, sizeof *state->order);
    state->children = arena_new(owner, 2, run->attributes);
    state->batch = arena_new(owner, state->batch_room, run->attributes);
    state->results = arena_new(owner, state->batch_room, sizeof *state->results);
    return state->bounds.low && state->bounds.high && state->pair && state->weights &&
           state->order && state->children && state->batch && state->results &&
           population_open(&state->people, owner, run->attributes, size, size + 2 * state->pairs);
}

static shoal_status kgen_start(search *run, shoal_error *error) {
    STATUS_TRY(check_rates(run, error));
    STATUS_TRY(check_counts(run, error));
    kgen_state *state = memory_zero(1, sizeof *state);
    if (!state)
        return status_no_memory(error);
    run->state = state;
    STATUS_TRY(read_choices(state, run, error));
    read_parameters(run, state);
    if (!make_room(run, state, (size_t)search_integer(run, "population")))
        return status_no_memory(error);
    lattice_bottom(search_lattice(run), state->bounds.low);
    lattice_top(search_lattice(run), state->bounds.high);
    return memo_open(&state->seen, run->attributes, SIZE_MAX, error);
}

/* ---- Lattice reduction (section 3.2) ------------------------------------------------------- */

/* Every level below the highest of every attribute, all other attributes left out. */
static size_t place_levels(const search *run, kgen_state *state) {
    size_t count = 0;
    for (size_t a = 0; a < run->attributes; a++)
        for (uint8_t level = state->bounds.low[a]; level < state->bounds.high[a]; level++) {
            uint8_t *node = state->batch + count++ * run->attributes;
            memset(node, LEVEL_ABSENT, run->attributes);
            node[a] = level;
        }
    assert(count <= state->batch_room);
    return count;
}

/* Leaving attributes out merges classes. A level that alone needs too many rows suppressed is thus
 * in no feasible node. The paper cuts levels that need any row suppressed, and with them feasible
 * nodes. */
static bool reduce_lattice(search *run) {
    kgen_state *state = run->state;
    bool strict = state->reduction == REDUCE_AS_KGEN;
    if (state->reduction == REDUCE_NOTHING)
        return true;
    if (!search_evaluate(run, state->batch, place_levels(run, state), state->results))
        return false;
    const evaluation *result = state->results;
    for (size_t a = 0; a < run->attributes; a++)
        for (uint8_t level = state->bounds.low[a]; level < state->bounds.high[a]; level++, result++)
            if (strict ? result->classes.suppressed > 0 : search_rules_out(run, result))
                state->bounds.low[a] = (uint8_t)(level + 1);
    return true;
}

/* ---- Members ------------------------------------------------------------------------------- */

/* Adds a node to the population unless it was a member before: it would be there still if it were
 * good enough. False when out of memory. */
static bool propose(search *run, const uint8_t *node) {
    kgen_state *state = run->state;
    if (state->spent >= state->budget || memo_find(state->seen, node) != MEMO_NONE)
        return true;
    if (memo_add(state->seen, node) == MEMO_NONE)
        return false;
    individual *newborn = population_add(&state->people);
    assert(newborn); /* there is room for a whole generation */
    memcpy(newborn->node, node, run->attributes);
    state->spent++;
    return true;
}

/* Evaluates the members from `first` on and lets the best of all survive. */
static search_step close_generation(search *run, size_t first) {
    kgen_state *state = run->state;
    population *people = &state->people;
    size_t count = people->count - first;
    assert(first <= people->count && count <= state->batch_room);
    for (size_t i = 0; i < count; i++)
        memcpy(state->batch + i * run->attributes, people->members[first + i].node,
               run->attributes);
    if (!search_evaluate(run, state->batch, count, state->results))
        return SEARCH_STOPPED;
    for (size_t i = 0; i < count; i++)
        people->members[first + i].result = state->results[i];
    population_survive(people, state->infeasible);
    state->standstill = count > 0 ? 0 : state->standstill + 1;
    if (!run->exact)
        run->done = (double)state->spent / (double)state->budget;
    bool over = state->spent >= state->budget || state->standstill >= state->stall;
    return over ? SEARCH_FINISHED : SEARCH_CONTINUE;
}

static search_step begin(search *run) {
    kgen_state *state = run->state;
    evaluation top;
    if (!search_evaluate(run, state->bounds.high, 1, &top))
        return SEARCH_STOPPED;
    if (search_rules_out(run, &top))
        return SEARCH_PROVEN;
    state->worst = top.value;
    if (!reduce_lattice(run))
        return SEARCH_STOPPED;
    for (size_t i = 0; i < state->people.size; i++) {
        random_stream stream = random_open(run->seed, "kgen-initial", i);
        kgen_scatter(state->children, &state->bounds, &stream);
        if (!propose(run, state->children))
            return search_no_memory(run);
    }
    state->begun = true;
    return close_generation(run, 0);
}

/* ---- A generation -------------------------------------------------------------------------- */

static random_stream stream_of(const search *run, const char *purpose, size_t pair) {
    const kgen_state *state = run->state;
    return random_open(run->seed, purpose, state->generation * state->pairs + pair);
}

/* Draws the pairs. Returns how many minima of two feasible parents have to be evaluated before they
 * can be crossed. */
static size_t choose_pairs(search *run) {
    kgen_state *state = run->state;
    const population *people = &state->people;
    size_t minima = 0;
    population_weigh(people, state->worst, state->printed, state->weights);
    for (size_t i = 0; i < state->pairs; i++) {
        random_stream stream = stream_of(run, "kgen-selection", i);
        size_t one = population_draw(state->weights, people->count, SIZE_MAX, &stream);
        size_t other = population_draw(state->weights, people->count, one, &stream);
        kgen_pair *pair = &state->pair[i];
        *pair = (kgen_pair){{one, other}, random_unit(&stream) < state->crossover, SIZE_MAX};
        const individual *first = &people->members[one], *second = &people->members[other];
        if (!pair->crossed || !first->result.feasible || !second->result.feasible)
            continue;
        pair->minimum = minima;
        kgen_minimum(state->batch + minima++ * run->attributes, first->node, second->node,
                     run->attributes);
    }
    return minima;
}

static size_t make_children(search *run, size_t index) {
    kgen_state *state = run->state;
    const kgen_pair *pair = &state->pair[index];
    const individual *one = &state->people.members[pair->parents[0]];
    const individual *other = &state->people.members[pair->parents[1]];
    random_stream stream = stream_of(run, "kgen-crossover", index);
    if (pair->crossed)
        return kgen_cross(state->children, (kgen_parent){one->node, one->result.feasible},
                          (kgen_parent){other->node, other->result.feasible},
                          pair->minimum != SIZE_MAX && state->results[pair->minimum].feasible,
                          run->attributes, &stream);
    memcpy(state->children, one->node, run->attributes);
    memcpy(state->children + run->attributes, other->node, run->attributes);
    return 2;
}

static void mutate(kgen_state *state, uint8_t *node, random_stream *stream) {
    if (random_unit(stream) < state->mutation)
        kgen_mutate(node, &state->bounds, stream);
    if (random_unit(stream) < state->horizontal)
        kgen_mutate_horizontally(node, &state->bounds, state->horizontal_share, state->order,
                                 stream);
}

static search_step kgen_step(search *run) {
    kgen_state *state = run->state;
    if (!state->begun)
        return begin(run);
    size_t minima = choose_pairs(run);
    if (!search_evaluate(run, state->batch, minima, state->results))
        return SEARCH_STOPPED;
    size_t parents = state->people.count;
    population_age(&state->people);
    for (size_t i = 0; i < state->pairs; i++) {
        random_stream stream = stream_of(run, "kgen-mutation", i);
        size_t children = make_children(run, i);
        for (size_t c = 0; c < children; c++) {
            uint8_t *child = state->children + c * run->attributes;
            mutate(state, child, &stream);
            if (!propose(run, child))
                return search_no_memory(run);
        }
    }
    state->generation++;
    return close_generation(run, parents);
}

static void kgen_finish(search *run) {
    kgen_state *state = run->state;
    if (!state)
        return;
    memo_close(state->seen);
    arena_free(&state->memory);
    memory_free(state);
    run->state = NULL;
}

static const shoal_parameter kgen_parameters[] = {
    {"population", "100", "nodes that survive a generation"},
    {"crossover", "0.9", "share of the pairs that are crossed; the others are copied"},
    {"mutation", "0.2", "share of the children in which one attribute goes up or down a level"},
    {"horizontal", "0.4", "share of the children that are mutated horizontally"},
    {"horizontal_share", "0.5",
     "largest share of the attributes that a horizontal mutation changes"},
    {"infeasible", "0.5", "share of the survivors reserved for infeasible nodes"},
    {"budget", "5000", "members in total, including the first population"},
    {"stall", "50", "ends after so many generations without a new node"},
    {"selection", "inverse", "parents by 1 - value, or kgen-printed: by value as in formula 3"},
    {"reduction", "sound", "levels excluded at the start: sound, kgen (the paper's) or off"},
    SEARCH_RESTARTS,
    {NULL, NULL, NULL},
};

const algorithm algorithm_kgen = {
    .name = "kgen",
    .summary = "genetic search with a crossover designed for lattices",
    .recoding = &lattice_recoding,
    .letter = 'K',
    .parameters = kgen_parameters,
    .start = kgen_start,
    .step = kgen_step,
    .finish = kgen_finish,
};
