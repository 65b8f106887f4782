/* Local search: many short walks, some of them side by side. A walk goes down to a local optimum,
 * one attribute after the other in random order; takes some steps of a tabu search around it; and,
 * if it came close to the best answer, tries all pairs of changes. The best nodes of the walks are
 * kept. Most walks begin between two of them, changed a little; the others at the top, from which
 * every order of the attributes leads down another way. */
#include "search/driver/algorithms.h"

#include "base/memory.h"
#include "search/lattice/lattice_walk.h"

#include <assert.h>
#include <string.h>

/* Nodes that are kept. */
#define ELITES 8
/* Every third walk begins at the top. */
#define TOP_EVERY 3
/* Pairs are tried around nodes that are at most this much worse than the best answer. */
#define PAIRS_WITHIN 0.005
/* Walks side by side. What they ask for is evaluated together, each around its own node, so that
 * several threads have something to do. */
#define WALKS 2

typedef struct elite {
    uint8_t *node;
    double value;
} elite;

typedef struct local_search {
    walk_levels levels;
    lattice_walk *walks[WALKS];
    size_t count;   /* of walks */
    uint8_t *nodes; /* [WALKS * WALK_CHUNK * attributes] that they ask for together */
    evaluation *seen;
    elite elites[ELITES];
    size_t elite_count;
    int64_t begun; /* walks */
    bool looked;   /* at the attributes alone */
} local_search;

static void local_close(local_search *state) {
    if (!state)
        return;
    for (size_t i = 0; i < state->count; i++)
        lattice_walk_close(state->walks[i]);
    for (size_t i = 0; i < ELITES; i++)
        memory_free(state->elites[i].node);
    walk_levels_close(&state->levels);
    memory_free(state->nodes);
    memory_free(state->seen);
    memory_free(state);
}

/* Each can have its own base. */
static size_t walks_of(const search *run) {
    size_t places = lattice_near_places(search_lattice(run));
    return places < WALKS ? places : WALKS;
}

static bool open_parts(local_search *state, const search *run) {
    state->nodes = memory_new(WALKS * WALK_CHUNK, run->attributes);
    state->seen = memory_new(WALKS * WALK_CHUNK, sizeof *state->seen);
    bool made = state->nodes && state->seen && walk_levels_open(&state->levels, run);
    for (; made && state->count < walks_of(run); state->count += made)
        made = (state->walks[state->count] =
                    lattice_walk_open(run, &state->levels, state->count)) != NULL;
    for (size_t i = 0; made && i < ELITES; i++)
        made = (state->elites[i].node = memory_zero(run->attributes, 1)) != NULL;
    return made;
}

static local_search *local_open(const search *run) {
    local_search *state = memory_zero(1, sizeof *state);
    if (state && open_parts(state, run))
        return state;
    local_close(state);
    return NULL;
}

/* ---- The best nodes -------------------------------------------------------------------------- */

static bool is_elite(const search *run, const local_search *state, const uint8_t *node) {
    for (size_t i = 0; i < state->elite_count; i++)
        if (memcmp(state->elites[i].node, node, run->attributes) == 0)
            return true;
    return false;
}

/* The place for a node of this value; ELITES: there is none. */
static size_t place_for(const local_search *state, double value) {
    size_t worst = 0;
    if (state->elite_count < ELITES)
        return state->elite_count;
    for (size_t i = 1; i < ELITES; i++)
        if (state->elites[i].value > state->elites[worst].value)
            worst = i;
    return state->elites[worst].value > value ? worst : ELITES;
}

static void keep_elite(const search *run, local_search *state, const lattice_walk *walk) {
    if (!walk->found || is_elite(run, state, walk->best_node))
        return;
    size_t place = place_for(state, walk->best.value);
    if (place == ELITES)
        return;
    memcpy(state->elites[place].node, walk->best_node, run->attributes);
    state->elites[place].value = walk->best.value;
    if (place == state->elite_count)
        state->elite_count++;
}

/* ---- Where walks begin ----------------------------------------------------------------------- */

static void change_some(const search *run, lattice_walk *walk) {
    size_t changes = 2 + (size_t)random_below(&walk->random, run->attributes / 4 + 1);
    for (size_t i = 0; i < changes; i++) {
        size_t a = (size_t)random_below(&walk->random, run->attributes);
        int lowest = lattice_lowest(search_lattice(run), a);
        uint64_t levels = (uint64_t)(lattice_walk_levels(run, a) - lowest);
        walk->node[a] = (uint8_t)(lowest + (int)random_below(&walk->random, levels));
    }
}

/* Every attribute has its level from one of two elites; then some are changed. */
static void begin_between(const search *run, const local_search *state, lattice_walk *walk) {
    const elite *one = &state->elites[random_below(&walk->random, state->elite_count)];
    const elite *other = &state->elites[random_below(&walk->random, state->elite_count)];
    for (size_t a = 0; a < run->attributes; a++)
        walk->node[a] = random_below(&walk->random, 2) ? other->node[a] : one->node[a];
    change_some(run, walk);
}

/* 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, … (Luby, Sinclair, Zuckerman 1993); `number` counts from 1. It is
 * never far from the best choice for any table. */
static uint64_t luby(uint64_t number) {
    assert(number >= 1);
    uint64_t size = 1;
    while (size < number)
        size = 2 * size + 1;
    while (size != number) {
        size /= 2;
        if (number > size)
            number -= size;
    }
    return (size + 1) / 2;
}

static void begin_walk(const search *run, local_search *state, lattice_walk *walk) {
    if (state->elite_count > 1 && state->begun % TOP_EVERY != 0)
        begin_between(run, state, walk);
    else
        lattice_top(search_lattice(run), walk->node);
    uint64_t patience = (uint64_t)search_integer(run, "patience");
    lattice_walk_begin(walk, patience * luby((uint64_t)++state->begun));
}

/* ---- The walks ------------------------------------------------------------------------------- */

static bool is_worth_pairs(const search *run, const local_search *state, const lattice_walk *walk) {
    return walk->found && !walk->paired && !is_elite(run, state, walk->best_node) &&
           walk->best.value <= run->best.value * (1 + PAIRS_WITHIN);
}

/* What a walk does that is over; false: nothing more. */
static bool go_on(const search *run, local_search *state, lattice_walk *walk) {
    if (is_worth_pairs(run, state, walk)) {
        lattice_walk_begin_pairs(walk);
        return true;
    }
    keep_elite(run, state, walk);
    if (state->begun >= search_integer(run, "optima"))
        return false;
    begin_walk(run, state, walk);
    return true;
}

/* Adds the nodes that a walk needs next to those of the others. */
static size_t ask(const search *run, local_search *state, lattice_walk *walk, size_t asked) {
    while (lattice_walk_ask(run, walk) == 0 && go_on(run, state, walk))
        ;
    memcpy(state->nodes + asked * run->attributes, walk->nodes, walk->asked * run->attributes);
    return asked + walk->asked;
}

static size_t answer(const search *run, const local_search *state, lattice_walk *walk,
                     size_t answered) {
    if (walk->asked == 0)
        return answered;
    memcpy(walk->seen, state->seen + answered, walk->asked * sizeof *walk->seen);
    lattice_walk_answer(run, walk);
    return answered + walk->asked;
}

/* Evaluates every attribute alone, the others left out: what it loses then, it loses always. */
static bool look_at_attributes(search *run, local_search *state) {
    for (size_t a = 0; a < run->attributes; a++) {
        int some = 0, levels = lattice_walk_levels(run, a);
        for (int l = lattice_lowest(search_lattice(run), a); l < levels; l += some) {
            some = levels - l < WALK_CHUNK ? levels - l : WALK_CHUNK;
            memset(state->nodes, LEVEL_ABSENT, (size_t)some * run->attributes);
            for (int i = 0; i < some; i++)
                state->nodes[(size_t)i * run->attributes + a] = (uint8_t)(l + i);
            if (!search_evaluate(run, state->nodes, (size_t)some, state->seen))
                return false;
            for (int i = 0; i < some; i++)
                state->levels.lone[state->levels.first[a] + (size_t)(l + i)] =
                    state->seen[i].classes.certain;
        }
    }
    return true;
}

static search_step look(search *run, local_search *state) {
    state->looked = true;
    lattice_top(search_lattice(run), state->nodes);
    if (!search_evaluate(run, state->nodes, 1, state->seen))
        return SEARCH_STOPPED;
    if (search_rules_out(run, state->seen))
        return SEARCH_PROVEN; /* if the top is not feasible, nothing is */
    return look_at_attributes(run, state) ? SEARCH_CONTINUE : SEARCH_STOPPED;
}

/* ---- As an algorithm ------------------------------------------------------------------------- */

static search_step local_step(search *run) {
    local_search *state = run->state;
    size_t asked = 0, answered = 0;
    if (!state->looked)
        return look(run, state);
    if (!run->exact)
        run->done = (double)state->begun / (double)search_integer(run, "optima");
    for (size_t i = 0; i < state->count; i++)
        asked = ask(run, state, state->walks[i], asked);
    if (asked == 0)
        return SEARCH_FINISHED;
    if (!search_evaluate(run, state->nodes, asked, state->seen))
        return SEARCH_STOPPED;
    for (size_t i = 0; i < state->count; i++)
        answered = answer(run, state, state->walks[i], answered);
    return SEARCH_CONTINUE;
}

static shoal_status local_start(search *run, shoal_error *error) {
    if (search_integer(run, "optima") < 1 || search_integer(run, "patience") < 0)
        return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                             "search.optima must be at least 1, search.patience at least 0");
    run->state = local_open(run);
    return run->state ? SHOAL_OK : status_no_memory(error);
}

static void local_finish(search *run) {
    local_close(run->state);
    run->state = NULL;
}

static const shoal_parameter local_parameters[] = {
    {"optima", "300", "walks to local optima, and around them"},
    {"patience", "3", "steps of a walk without a better node, times a number of Luby's sequence"},
    SEARCH_RESTARTS,
    {NULL, NULL, NULL},
};

const algorithm algorithm_local = {
    .name = "local",
    .summary = "local search: descents, tabu steps and pairs of changes, from the best so far",
    .recoding = &lattice_recoding,
    .letter = 'L',
    .parameters = local_parameters,
    .start = local_start,
    .step = local_step,
    .finish = local_finish,
};
