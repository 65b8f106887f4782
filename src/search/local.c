/* Iterated local search: take one attribute after the other, in random order, and give it the level
 * that is best while the others stay; when no attribute can be improved, shake a few of them and
 * begin again from there, going back to the best point seen if that leads nowhere. Works on
 * infeasible nodes too, by fewer suppressed rows, so that a shake may land anywhere. */
#include "search/local.h"

#include "base/memory.h"
#include "search/algorithms.h"

#include <string.h>

/* Attributes that a shake changes: at least so many, and up to so many more. */
#define SHAKE_LEAST 2
#define SHAKE_MORE 4
/* Every so many local optima without an improvement one shake goes through a third of them. */
#define STALLS_TO_LARGE_SHAKE 16

struct local_search {
    random_stream random;
    bool started;
    uint8_t *node; /* where the walk is */
    evaluation here;
    uint8_t *anchor; /* best local optimum of the walk */
    evaluation at_anchor;
    bool anchored;
    size_t *order; /* attributes of the sweep */
    size_t position;
    bool improved;    /* during the sweep */
    uint8_t *trials;  /* nodes to be evaluated */
    evaluation *seen; /* their evaluations */
    int64_t optima;
    int64_t stalls;
};

static size_t most_levels(const search *run) {
    size_t most = 1;
    for (size_t a = 0; a < run->attributes; a++)
        if ((size_t)lattice_height(run->space, a) + 1 > most)
            most = (size_t)lattice_height(run->space, a) + 1;
    return most;
}

local_search *local_open(const search *run, uint64_t number) {
    local_search *walk = memory_zero(1, sizeof *walk);
    if (!walk)
        return NULL;
    walk->random = random_open(run->seed, "local", number);
    walk->node = memory_new(run->attributes, 1);
    walk->anchor = memory_new(run->attributes, 1);
    walk->order = memory_new(run->attributes, sizeof *walk->order);
    walk->trials = memory_new(most_levels(run), run->attributes);
    walk->seen = memory_new(most_levels(run), sizeof *walk->seen);
    if (!walk->node || !walk->anchor || !walk->order || !walk->trials || !walk->seen) {
        local_close(walk);
        return NULL;
    }
    for (size_t a = 0; a < run->attributes; a++) {
        walk->order[a] = a;
        walk->node[a] = (uint8_t)lattice_height(run->space, a);
    }
    return walk;
}

void local_close(local_search *walk) {
    if (!walk)
        return;
    memory_free(walk->node);
    memory_free(walk->anchor);
    memory_free(walk->order);
    memory_free(walk->trials);
    memory_free(walk->seen);
    memory_free(walk);
}

int64_t local_optima(const local_search *walk) {
    return walk->optima;
}

static bool is_better(const evaluation *one, const evaluation *other) {
    if (one->feasible != other->feasible)
        return one->feasible;
    if (!one->feasible && one->classes.suppressed != other->classes.suppressed)
        return one->classes.suppressed < other->classes.suppressed;
    return one->value < other->value;
}

static void begin_sweep(const search *run, local_search *walk) {
    for (size_t i = run->attributes; i > 1; i--) {
        size_t other = (size_t)random_below(&walk->random, i);
        size_t moved = walk->order[i - 1];
        walk->order[i - 1] = walk->order[other];
        walk->order[other] = moved;
    }
    walk->position = 0;
    walk->improved = false;
}

/* The levels of one attribute that may be better. From a feasible node, those whose floor is
 * already worse are left out unseen. */
static size_t list_trials(const search *run, local_search *walk, size_t attribute) {
    size_t count = 0;
    for (int level = 0; level <= lattice_height(run->space, attribute); level++) {
        uint8_t *trial = walk->trials + count * run->attributes;
        if (level == walk->node[attribute])
            continue;
        memcpy(trial, walk->node, run->attributes);
        trial[attribute] = (uint8_t)level;
        if (!walk->here.feasible || lattice_floor(run->space, trial, 0) < walk->here.value)
            count++;
    }
    return count;
}

static search_step try_attribute(search *run, local_search *walk, size_t attribute) {
    size_t count = list_trials(run, walk, attribute);
    if (count == 0)
        return SEARCH_CONTINUE;
    if (!search_evaluate(run, walk->trials, count, walk->seen))
        return SEARCH_STOPPED;
    for (size_t i = 0; i < count; i++) {
        if (!is_better(&walk->seen[i], &walk->here))
            continue;
        walk->here = walk->seen[i];
        walk->node[attribute] = walk->trials[i * run->attributes + attribute];
        walk->improved = true;
    }
    return SEARCH_CONTINUE;
}

static size_t shake_size(const search *run, local_search *walk) {
    size_t size = SHAKE_LEAST + (size_t)random_below(&walk->random, SHAKE_MORE);
    if (walk->stalls > 0 && walk->stalls % STALLS_TO_LARGE_SHAKE == 0)
        size = run->attributes / 3 > size ? run->attributes / 3 : size;
    return size < run->attributes ? size : run->attributes;
}

/* Keeps the better of the two local optima and sets out from it in another direction. */
static search_step shake(search *run, local_search *walk) {
    bool worse = walk->anchored && is_better(&walk->at_anchor, &walk->here);
    bool better = !walk->anchored || is_better(&walk->here, &walk->at_anchor);
    walk->stalls = better ? 0 : walk->stalls + 1;
    walk->optima++;
    if (worse) {
        memcpy(walk->node, walk->anchor, run->attributes);
    } else {
        memcpy(walk->anchor, walk->node, run->attributes);
        walk->at_anchor = walk->here;
        walk->anchored = true;
    }
    for (size_t left = shake_size(run, walk); left > 0; left--) {
        size_t a = (size_t)random_below(&walk->random, run->attributes);
        int levels = lattice_height(run->space, a) + 1;
        walk->node[a] = (uint8_t)random_below(&walk->random, (uint64_t)levels);
    }
    begin_sweep(run, walk);
    return search_evaluate(run, walk->node, 1, &walk->here) ? SEARCH_CONTINUE : SEARCH_STOPPED;
}

search_step local_step(search *run, local_search *walk) {
    if (!walk->started) {
        walk->started = true;
        begin_sweep(run, walk);
        return search_evaluate(run, walk->node, 1, &walk->here) ? SEARCH_CONTINUE : SEARCH_STOPPED;
    }
    if (walk->position < run->attributes)
        return try_attribute(run, walk, walk->order[walk->position++]);
    if (!walk->improved)
        return shake(run, walk);
    begin_sweep(run, walk);
    return SEARCH_CONTINUE;
}

/* ---- As an algorithm ----------------------------------------------------------------------- */

static shoal_status start(search *run, shoal_error *error) {
    if (search_integer(run, "optima") < 1)
        return status_fail(error, SHOAL_USAGE, "search.optima must be at least 1");
    run->state = local_open(run, 0);
    return run->state ? SHOAL_OK : status_no_memory(error);
}

static search_step step(search *run) {
    const local_search *walk = run->state;
    int64_t wanted = search_integer(run, "optima");
    run->done = (double)walk->optima / (double)wanted;
    if (walk->optima >= wanted)
        return SEARCH_FINISHED;
    return local_step(run, run->state);
}

static void finish(search *run) {
    local_close(run->state);
    run->state = NULL;
}

static const shoal_parameter parameters[] = {
    {"optima", "300", "local optima to visit"},
    SEARCH_RESTARTS,
    {NULL, NULL, NULL},
};

const algorithm algorithm_local = {
    .name = "local",
    .summary = "iterated local search: one attribute at a time, and shakes out of local optima",
    .recoding = "lattice",
    .letter = 'L',
    .parameters = parameters,
    .start = start,
    .step = step,
    .finish = finish,
};
