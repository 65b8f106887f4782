/* Iterated local search: take one attribute after the other, in random order, and give it the level
 * that is best while the others stay. When no attribute can be improved, force one attribute to a
 * level that it does not have, let the others come to terms with that, then let it go too; if this
 * ends in nothing better, go back and force another level, and after all of those, or too many,
 * begin anew at the top. A forced level may make the node infeasible; it is then led back by fewer
 * suppressed rows. */
#include "search/driver/algorithms.h"

#include "base/memory.h"
#include "search/lattice/search_lattice.h"

#include <assert.h>
#include <string.h>

/* Forced levels in a row without an improvement after which the walk begins anew: this many times
 * the next number of Luby's sequence, which is never far from the best choice for any table. */
#define PATIENCE 2

typedef struct forced_level {
    size_t attribute;
    uint8_t level;
} forced_level;

typedef struct local_search {
    random_stream random;
    bool started;
    uint8_t *node; /* where the walk is */
    evaluation here;
    uint8_t *anchor; /* best local optimum of the walk */
    evaluation at_anchor;
    bool anchored;
    size_t *order; /* attributes as they are tried, round and round */
    size_t position;
    size_t quiet;         /* attributes tried in a row that did not improve anything */
    size_t held;          /* the attribute that is forced for now; `attributes` when none is */
    forced_level *forced; /* all there are, in random order */
    size_t forced_count;
    size_t forced_next;
    size_t *first;    /* [attributes] where its levels begin in `alone` */
    uint64_t *alone;  /* [level] rows that the attribute alone suppresses at this level: with the
                         others it suppresses no fewer */
    uint8_t *trials;  /* nodes to be evaluated */
    evaluation *seen; /* their evaluations */
    int64_t optima;
    uint64_t beginnings;
} local_search;

static size_t count_levels(const search *run, size_t *most) {
    size_t all = 0;
    *most = 0;
    for (size_t a = 0; a < run->attributes; a++) {
        size_t levels = (size_t)lattice_height(search_lattice(run), a) + 1;
        *most = levels > *most ? levels : *most;
        all += levels;
    }
    return all;
}

static void list_forced(const search *run, local_search *walk) {
    size_t first = 0;
    for (size_t a = 0; a < run->attributes; a++) {
        int lowest = lattice_lowest(search_lattice(run), a);
        int height = lattice_height(search_lattice(run), a);
        walk->first[a] = first;
        first += (size_t)height + 1;
        for (int level = lowest; level <= height; level++)
            walk->forced[walk->forced_count++] = (forced_level){a, (uint8_t)level};
    }
}

static void local_close(local_search *walk) {
    if (!walk)
        return;
    memory_free(walk->node);
    memory_free(walk->anchor);
    memory_free(walk->order);
    memory_free(walk->forced);
    memory_free(walk->first);
    memory_free(walk->alone);
    memory_free(walk->trials);
    memory_free(walk->seen);
    memory_free(walk);
}

static local_search *local_open(const search *run) {
    size_t most;
    size_t all = count_levels(run, &most);
    local_search *walk = memory_zero(1, sizeof *walk);
    if (!walk)
        return NULL;
    walk->random = random_open(run->seed, "local", 0);
    walk->held = run->attributes;
    walk->node = memory_new(run->attributes, 1);
    walk->anchor = memory_new(run->attributes, 1);
    walk->order = memory_new(run->attributes, sizeof *walk->order);
    walk->forced = memory_new(all, sizeof *walk->forced);
    walk->first = memory_new(run->attributes, sizeof *walk->first);
    walk->alone = memory_zero(all, sizeof *walk->alone);
    walk->trials = memory_new(most, run->attributes);
    walk->seen = memory_new(most, sizeof *walk->seen);
    if (!walk->node || !walk->anchor || !walk->order || !walk->forced || !walk->first ||
        !walk->alone || !walk->trials || !walk->seen) {
        local_close(walk);
        return NULL;
    }
    list_forced(run, walk);
    lattice_top(search_lattice(run), walk->node);
    for (size_t a = 0; a < run->attributes; a++)
        walk->order[a] = a;
    return walk;
}

static bool is_better(const evaluation *one, const evaluation *other) {
    if (one->feasible != other->feasible)
        return one->feasible;
    if (!one->feasible && one->classes.suppressed != other->classes.suppressed)
        return one->classes.suppressed < other->classes.suppressed;
    return one->value < other->value;
}

static void shuffle_order(const search *run, local_search *walk) {
    for (size_t i = run->attributes; i > 1; i--) {
        size_t other = (size_t)random_below(&walk->random, i);
        size_t moved = walk->order[i - 1];
        walk->order[i - 1] = walk->order[other];
        walk->order[other] = moved;
    }
    walk->quiet = 0;
}

static void shuffle_forced(local_search *walk) {
    for (size_t i = walk->forced_count; i > 1; i--) {
        size_t other = (size_t)random_below(&walk->random, i);
        forced_level moved = walk->forced[i - 1];
        walk->forced[i - 1] = walk->forced[other];
        walk->forced[other] = moved;
    }
    walk->forced_next = 0;
}

/* ---- Descent ------------------------------------------------------------------------------- */

/* The levels of one attribute that may be better. From a feasible node, those that must be
 * infeasible or whose floor is already worse are left out unseen; lower ones suppress no less than
 * the node itself. */
static size_t list_trials(const search *run, local_search *walk, size_t attribute) {
    uint64_t limit = lattice_context(search_lattice(run))->limit;
    size_t count = 0;
    int height = lattice_height(search_lattice(run), attribute);
    for (int level = lattice_lowest(search_lattice(run), attribute); level <= height; level++) {
        uint8_t *trial = walk->trials + count * run->attributes;
        if (level == walk->node[attribute])
            continue;
        memcpy(trial, walk->node, run->attributes);
        trial[attribute] = (uint8_t)level;
        uint64_t least = walk->alone[walk->first[attribute] + (size_t)level];
        if (level < walk->node[attribute] && walk->here.classes.certain > least)
            least = walk->here.classes.certain;
        bool may_be_better =
            least <= limit && lattice_floor(search_lattice(run), trial, least) < walk->here.value;
        if (!walk->here.feasible || may_be_better)
            count++;
    }
    return count;
}

static search_step try_attribute(search *run, local_search *walk, size_t attribute) {
    size_t count = list_trials(run, walk, attribute);
    walk->quiet++;
    if (count == 0)
        return SEARCH_CONTINUE;
    if (!search_evaluate(run, walk->trials, count, walk->seen))
        return SEARCH_STOPPED;
    for (size_t i = 0; i < count; i++) {
        if (!is_better(&walk->seen[i], &walk->here))
            continue;
        walk->here = walk->seen[i];
        walk->node[attribute] = walk->trials[i * run->attributes + attribute];
        walk->quiet = 0;
    }
    return SEARCH_CONTINUE;
}

/* Evaluates every attribute alone, the others left out. */
static bool look_at_each_alone(search *run, local_search *walk) {
    for (size_t a = 0; a < run->attributes; a++) {
        int lowest = lattice_lowest(search_lattice(run), a);
        int height = lattice_height(search_lattice(run), a), levels = height - lowest + 1;
        for (int level = lowest; level <= height; level++) {
            uint8_t *node = walk->trials + (size_t)(level - lowest) * run->attributes;
            memset(node, LEVEL_ABSENT, run->attributes);
            node[a] = (uint8_t)level;
        }
        if (!search_evaluate(run, walk->trials, (size_t)levels, walk->seen))
            return false;
        for (int level = lowest; level <= height; level++)
            walk->alone[walk->first[a] + (size_t)level] =
                walk->seen[level - lowest].classes.certain;
    }
    return true;
}

/* ---- Leaving local optima ------------------------------------------------------------------ */

/* Keeps the better of the last two local optima; a new best one makes all forced levels worth
 * trying again. */
static void keep_anchor(const search *run, local_search *walk) {
    if (walk->anchored && !is_better(&walk->here, &walk->at_anchor)) {
        memcpy(walk->node, walk->anchor, run->attributes);
        return;
    }
    memcpy(walk->anchor, walk->node, run->attributes);
    walk->at_anchor = walk->here;
    walk->anchored = true;
    shuffle_forced(walk);
}

/* 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, … (Luby, Sinclair, Zuckerman 1993); `number` counts from 1. */
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

static search_step leave_optimum(search *run, local_search *walk) {
    walk->optima++;
    keep_anchor(run, walk);
    const forced_level *next = walk->forced + walk->forced_next;
    const forced_level *end = walk->forced + walk->forced_count;
    while (next < end && walk->node[next->attribute] == next->level)
        next++;
    if (next == end || walk->forced_next >= PATIENCE * luby(walk->beginnings + 1)) {
        /* From the top every order of the attributes leads down another way. */
        lattice_top(search_lattice(run), walk->node);
        walk->anchored = false;
        walk->beginnings++;
    } else {
        walk->node[next->attribute] = next->level;
        walk->held = next->attribute;
        walk->forced_next = (size_t)(next - walk->forced) + 1;
    }
    shuffle_order(run, walk);
    return search_evaluate(run, walk->node, 1, &walk->here) ? SEARCH_CONTINUE : SEARCH_STOPPED;
}

static search_step walk_on(search *run, local_search *walk) {
    if (!walk->started) {
        walk->started = true;
        shuffle_order(run, walk);
        if (!search_evaluate(run, walk->node, 1, &walk->here))
            return SEARCH_STOPPED;
        if (search_rules_out(run, &walk->here))
            return SEARCH_PROVEN; /* if the top is not feasible, nothing is */
        return look_at_each_alone(run, walk) ? SEARCH_CONTINUE : SEARCH_STOPPED;
    }
    if (walk->quiet >= run->attributes) {
        if (walk->held == run->attributes)
            return leave_optimum(run, walk);
        walk->held = run->attributes;
        walk->quiet = 0;
    }
    assert(walk->position < run->attributes);
    size_t attribute = walk->order[walk->position];
    walk->position = (walk->position + 1) % run->attributes;
    if (attribute != walk->held)
        return try_attribute(run, walk, attribute);
    walk->quiet++;
    return SEARCH_CONTINUE;
}

/* ---- As an algorithm ----------------------------------------------------------------------- */

static shoal_status local_start(search *run, shoal_error *error) {
    if (search_integer(run, "optima") < 1)
        return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                             "search.optima must be at least 1");
    run->state = local_open(run);
    return run->state ? SHOAL_OK : status_no_memory(error);
}

static search_step local_step(search *run) {
    const local_search *walk = run->state;
    int64_t wanted = search_integer(run, "optima");
    if (!run->exact)
        run->done = (double)walk->optima / (double)wanted;
    if (walk->optima >= wanted)
        return SEARCH_FINISHED;
    return walk_on(run, run->state);
}

static void local_finish(search *run) {
    local_close(run->state);
    run->state = NULL;
}

static const shoal_parameter local_parameters[] = {
    {"optima", "300", "local optima to visit"},
    SEARCH_RESTARTS,
    {NULL, NULL, NULL},
};

const algorithm algorithm_local = {
    .name = "local",
    .summary = "iterated local search: one attribute at a time, with ways out of local optima",
    .recoding = &lattice_recoding,
    .letter = 'L',
    .parameters = local_parameters,
    .start = local_start,
    .step = local_step,
    .finish = local_finish,
};
