/* Reactive tabu search over all changes of one attribute. Every step takes the best change that is
 * not forbidden, be it for the worse, and forbids to take it back for a while: longer where nodes
 * come back, shorter where they do not (R. Battiti, G. Tecchiolli, 1994). Suppressed rows beyond
 * the limit have a price, which rises while the walk is infeasible and falls while it is feasible,
 * so that it keeps crossing the border, where the best nodes are. When nothing better comes, it
 * goes on from one of the best nodes found, changed in part to another of them. */
#include "search/driver/algorithms.h"

#include "base/memory.h"
#include "search/lattice/search_lattice.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Nodes evaluated at a time: those with the lowest bounds first. */
#define CHUNK 32
#define ELITES 8
#define PAIRS_WITHIN 0.005
/* Remembered nodes of the walk, to notice that it comes back. */
#define VISITS 4096
#define FIRST_PRICE 4.0
#define PRICE_STEP 1.3
#define TENURE_MOST 0.5 /* of the attributes */

typedef struct change {
    double bound; /* on the score of the node */
    uint32_t attribute;
    uint8_t level;
    bool forbidden;
} change;

typedef struct elite {
    uint8_t *node;
    double value;
} elite;

typedef struct reactive {
    random_stream random;
    bool started;
    uint8_t *node;
    evaluation here;
    size_t *first;     /* [attributes] where its levels begin in `until` */
    uint64_t *until;   /* [level] step until which the attribute may not take this level */
    change *changes;   /* [levels] */
    uint64_t *alone;   /* [level] rows that the attribute alone loses at this level: with the others
                          it loses no fewer */
    uint64_t *lost;    /* [attributes] rows that the lowest level tried, and all below, lose */
    int deepest;       /* levels between the top and the bottom of an attribute */
    uint8_t *nodes;    /* [CHUNK * attributes] */
    evaluation seen[CHUNK];
    uint64_t steps;
    double price; /* of all rows, beyond the limit */
    int same;     /* steps in a row on one side of the border; negative: infeasible */
    double tenure;
    uint64_t last_return;
    uint64_t *visits; /* [VISITS] hashes of nodes */
    double best;      /* feasible value of this walk */
    uint8_t *best_node;
    uint64_t improved;
    elite elites[ELITES];
    size_t elite_count;
    int64_t walks;
    size_t *order; /* attributes as the descent takes them */
    size_t position, quiet;
    bool descending;
    bool paired; /* a pair of changes was better */
} reactive;

static size_t levels_of(const search *run, size_t attribute) {
    return (size_t)lattice_height(search_lattice(run), attribute) + 1;
}

static void reactive_close(reactive *walk) {
    if (!walk)
        return;
    memory_free(walk->node);
    memory_free(walk->first);
    memory_free(walk->until);
    memory_free(walk->changes);
    memory_free(walk->lost);
    memory_free(walk->alone);
    memory_free(walk->order);
    memory_free(walk->nodes);
    memory_free(walk->visits);
    memory_free(walk->best_node);
    for (size_t i = 0; i < ELITES; i++)
        memory_free(walk->elites[i].node);
    memory_free(walk);
}

static bool open_parts(reactive *walk, const search *run) {
    size_t levels = 0;
    walk->first = memory_new(run->attributes, sizeof *walk->first);
    for (size_t a = 0; walk->first && a < run->attributes; a++) {
        walk->first[a] = levels;
        levels += levels_of(run, a);
        if ((int)levels_of(run, a) - 1 > walk->deepest)
            walk->deepest = (int)levels_of(run, a) - 1;
    }
    walk->node = memory_new(run->attributes, 1);
    walk->best_node = memory_new(run->attributes, 1);
    walk->until = memory_zero(levels, sizeof *walk->until);
    walk->changes = memory_new(levels, sizeof *walk->changes);
    walk->alone = memory_zero(levels, sizeof *walk->alone);
    walk->order = memory_new(run->attributes, sizeof *walk->order);
    for (size_t a = 0; walk->order && a < run->attributes; a++)
        walk->order[a] = a;
    walk->lost = memory_new(run->attributes, sizeof *walk->lost);
    walk->nodes = memory_new(CHUNK, run->attributes);
    walk->visits = memory_zero(VISITS, sizeof *walk->visits);
    for (size_t i = 0; i < ELITES; i++)
        if (!(walk->elites[i].node = memory_new(run->attributes, 1)))
            return false;
    return walk->first && walk->node && walk->best_node && walk->until && walk->changes && walk->lost && walk->alone && walk->order &&
           walk->nodes && walk->visits;
}

static reactive *reactive_open(const search *run) {
    reactive *walk = memory_zero(1, sizeof *walk);
    if (!walk)
        return NULL;
    if (!open_parts(walk, run)) {
        reactive_close(walk);
        return NULL;
    }
    walk->random = random_open(run->seed, "reactive", 0);
    walk->best = INFINITY;
    walk->price = FIRST_PRICE;
    walk->tenure = 2;
    return walk;
}

/* ---- Scores ---------------------------------------------------------------------------------- */

static double penalty(const search *run, const reactive *walk, uint64_t suppressed) {
    const metric_context *context = lattice_context(search_lattice(run));
    if (suppressed <= context->limit)
        return 0;
    return walk->price * (double)(suppressed - context->limit) / (double)context->rows;
}

static double score(const search *run, const reactive *walk, const evaluation *of) {
    return of->value + penalty(run, walk, of->classes.suppressed);
}

/* ---- Changes --------------------------------------------------------------------------------- */

static double floor_at(const search *run, size_t attribute, int level, uint64_t suppressed) {
    return lattice_floor_of(search_lattice(run), attribute, level, suppressed);
}

static int by_bound(const void *one, const void *other) {
    const change *left = one, *right = other;
    if (left->bound != right->bound)
        return left->bound < right->bound ? -1 : 1;
    if (left->attribute != right->attribute)
        return left->attribute < right->attribute ? -1 : 1;
    return (left->level > right->level) - (left->level < right->level);
}

/* Evaluates every attribute alone, the others left out. */
static bool look_at_each_alone(search *run, reactive *walk) {
    for (size_t a = 0; a < run->attributes; a++) {
        size_t some = 0;
        for (size_t l = (size_t)lattice_lowest(search_lattice(run), a); l < levels_of(run, a); l += some) {
            some = levels_of(run, a) - l < CHUNK ? levels_of(run, a) - l : CHUNK;
            memset(walk->nodes, LEVEL_ABSENT, some * run->attributes);
            for (size_t i = 0; i < some; i++)
                walk->nodes[i * run->attributes + a] = (uint8_t)(l + i);
            if (!search_evaluate(run, walk->nodes, some, walk->seen))
                return false;
            for (size_t i = 0; i < some; i++)
                walk->alone[walk->first[a] + l + i] = walk->seen[i].classes.certain;
        }
    }
    return true;
}

static uint64_t lost_at(const reactive *walk, size_t attribute, int level, uint64_t lost) {
    uint64_t alone = walk->alone[walk->first[attribute] + (size_t)level];
    return alone > lost ? alone : lost;
}

/* What a node costs at least that has another level of one attribute, and loses so many rows. */
static double bound_with(const search *run, const reactive *walk, size_t attribute, int level,
                         uint64_t lost) {
    double sum = penalty(run, walk, lost);
    for (size_t a = 0; a < run->attributes; a++)
        sum += floor_at(run, a, a == attribute ? level : walk->node[a], lost);
    return sum;
}

/* A forbidden change is of interest only if it leads to a new best node. */
static size_t add_change(const search *run, const reactive *walk, change *to, size_t a, int level,
                         uint64_t lost) {
    double bound = bound_with(run, walk, a, level, lost_at(walk, a, level, lost));
    bool forbidden = walk->until[walk->first[a] + (size_t)level] > walk->steps;
    *to = (change){bound, (uint32_t)a, (uint8_t)level, forbidden};
    return !forbidden || bound < run->best.value;
}

/* Levels that are `depth` lower: they lose at least what the one above it loses. */
static size_t list_lower(const search *run, const reactive *walk, int depth, change *out) {
    size_t count = 0;
    for (size_t a = 0; a < run->attributes; a++) {
        int level = walk->node[a] - depth;
        if (level >= lattice_lowest(search_lattice(run), a))
            count += add_change(run, walk, out + count, a, level, walk->lost[a]);
    }
    return count;
}

/* Higher levels, and the next lower one, which loses no fewer rows than the node. */
static size_t list_changes(const search *run, reactive *walk) {
    size_t count = 0;
    for (size_t a = 0; a < run->attributes; a++) {
        int now = walk->node[a];
        walk->lost[a] = walk->here.classes.certain;
        for (int l = now + 1; l < (int)levels_of(run, a); l++)
            count += add_change(run, walk, walk->changes + count, a, l, 0);
    }
    return count + list_lower(run, walk, 1, walk->changes + count);
}

typedef struct choice {
    bool made;
    change change;
    evaluation is;
    double score;
} choice;

static void consider(const search *run, reactive *walk, const change *of, const evaluation *is,
                     double best_before, choice *best) {
    double worth = score(run, walk, is);
    if (of->level < walk->node[of->attribute] && is->classes.certain > walk->lost[of->attribute])
        walk->lost[of->attribute] = is->classes.certain;
    if (of->forbidden && !(is->feasible && is->value < best_before))
        return;
    bool better = !best->made || worth < best->score ||
                  (worth == best->score && is->classes.suppressed < best->is.classes.suppressed);
    if (better)
        *best = (choice){true, *of, *is, worth};
}

/* Evaluates the listed changes, the most promising first, until the others cannot be better. */
static bool try_listed(search *run, reactive *walk, size_t count, double best_before,
                       choice *best) {
    size_t some;
    qsort(walk->changes, count, sizeof *walk->changes, by_bound);
    for (size_t at = 0; at < count; at += some) {
        if (best->made && walk->changes[at].bound >= best->score)
            return true;
        some = count - at < CHUNK ? count - at : CHUNK;
        for (size_t i = 0; i < some; i++) {
            uint8_t *node = walk->nodes + i * run->attributes;
            memcpy(node, walk->node, run->attributes);
            node[walk->changes[at + i].attribute] = walk->changes[at + i].level;
        }
        if (!search_evaluate(run, walk->nodes, some, walk->seen))
            return false;
        for (size_t i = 0; i < some; i++)
            consider(run, walk, &walk->changes[at + i], &walk->seen[i], best_before, best);
    }
    return true;
}

/* The best change that is allowed; none where all are forbidden. False: stop now. */
static bool choose(search *run, reactive *walk, choice *best) {
    double best_before = run->found ? run->best.value : INFINITY;
    *best = (choice){.score = INFINITY};
    if (!try_listed(run, walk, list_changes(run, walk), best_before, best))
        return false;
    for (int depth = 2; depth <= walk->deepest; depth++)
        if (!try_listed(run, walk, list_lower(run, walk, depth, walk->changes), best_before, best))
            return false;
    return true;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Notices nodes that come back, and adjusts for how long changes are forbidden. */
static void react(const search *run, reactive *walk) {
    uint64_t hash = hash_bytes(walk->node, run->attributes) | 1;
    uint64_t *visit = &walk->visits[hash % VISITS];
    double most = fmax(3, TENURE_MOST * (double)run->attributes);
    if (*visit == hash) {
        walk->tenure = fmin(walk->tenure * 1.2 + 1, most);
        walk->last_return = walk->steps;
    } else if (walk->steps - walk->last_return > 2 * run->attributes) {
        walk->tenure = fmax(1, walk->tenure * 0.9);
        walk->last_return = walk->steps;
    }
    *visit = hash;
}

static void adjust_price(reactive *walk) {
    bool feasible = walk->here.feasible;
    walk->same = feasible ? (walk->same > 0 ? walk->same + 1 : 1)
                          : (walk->same < 0 ? walk->same - 1 : -1);
    if (walk->same <= -4)
        walk->price *= PRICE_STEP;
    else if (walk->same >= 4)
        walk->price = fmax(1e-3, walk->price / PRICE_STEP);
}

static void note_best(const search *run, reactive *walk) {
    if (!walk->here.feasible || walk->here.value >= walk->best)
        return;
    walk->best = walk->here.value;
    memcpy(walk->best_node, walk->node, run->attributes);
    walk->improved = walk->steps;
}

static void take(const search *run, reactive *walk, const choice *chosen) {
    size_t a = chosen->change.attribute;
    uint64_t more = (uint64_t)walk->tenure + random_below(&walk->random, 3);
    walk->until[walk->first[a] + walk->node[a]] = walk->steps + 1 + more;
    walk->node[a] = chosen->change.level;
    walk->here = chosen->is;
    walk->steps++;
    react(run, walk);
    adjust_price(walk);
    note_best(run, walk);
}

/* ---- Descent --------------------------------------------------------------------------------- */

static void begin_descent(const search *run, reactive *walk) {
    for (size_t i = run->attributes; i > 1; i--) {
        size_t other = (size_t)random_below(&walk->random, i);
        size_t moved = walk->order[i - 1];
        walk->order[i - 1] = walk->order[other];
        walk->order[other] = moved;
    }
    walk->quiet = walk->position = 0;
    walk->descending = true;
}

/* Gives one attribute the level that is best while the others stay. */
static search_step descend(search *run, reactive *walk) {
    size_t a = walk->order[walk->position], count = 0;
    walk->position = (walk->position + 1) % run->attributes;
    walk->descending = ++walk->quiet < run->attributes;
    double worth = score(run, walk, &walk->here);
    for (int l = lattice_lowest(search_lattice(run), a); l < (int)levels_of(run, a); l++) {
        uint64_t lost = lost_at(walk, a, l, l < walk->node[a] ? walk->here.classes.certain : 0);
        if (l == walk->node[a] || count == CHUNK || bound_with(run, walk, a, l, lost) >= worth)
            continue;
        memcpy(walk->nodes + count * run->attributes, walk->node, run->attributes);
        walk->nodes[count++ * run->attributes + a] = (uint8_t)l;
    }
    if (count > 0 && !search_evaluate(run, walk->nodes, count, walk->seen))
        return SEARCH_STOPPED;
    for (size_t i = 0; i < count; i++) {
        if (score(run, walk, &walk->seen[i]) >= score(run, walk, &walk->here))
            continue;
        walk->here = walk->seen[i];
        walk->node[a] = walk->nodes[i * run->attributes + a];
        walk->quiet = 0;
        walk->descending = true;
    }
    note_best(run, walk);
    return SEARCH_CONTINUE;
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* The levels of two attributes are exchanged, or one goes a level up and the other one down. False:
 * one of them has no such level, or the node cannot be better than the best of the walk. */
static bool make_pair(const search *run, const reactive *walk, size_t up, size_t down, bool exchange,
                      uint8_t *node) {
    memcpy(node, walk->node, run->attributes);
    node[up] = (uint8_t)(exchange ? walk->node[down] : node[up] + 1);
    node[down] = (uint8_t)(exchange ? walk->node[up] : node[down] - 1);
    if (node[up] <= walk->node[up] || node[up] >= levels_of(run, up) ||
        node[down] >= walk->node[down] || node[down] < lattice_lowest(search_lattice(run), down) ||
        (exchange && node[up] == walk->node[up] + 1 && node[down] == walk->node[down] - 1))
        return false;
    uint64_t lost = lost_at(walk, down, node[down], 0);
    double bound = 0;
    for (size_t a = 0; a < run->attributes; a++)
        bound += floor_at(run, a, node[a], lost);
    return lost <= lattice_context(search_lattice(run))->limit && bound < walk->best;
}

static bool try_pairs(search *run, reactive *walk, size_t count) {
    if (count > 0 && !search_evaluate(run, walk->nodes, count, walk->seen))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!walk->seen[i].feasible || walk->seen[i].value >= walk->best)
            continue;
        walk->best = walk->seen[i].value;
        memcpy(walk->best_node, walk->nodes + i * run->attributes, run->attributes);
        walk->paired = true;
        walk->here = walk->seen[i];
    }
    return true;
}

/* Tries all pairs around the best node of the walk, which goes on from a better one. */
static search_step pair_up(search *run, reactive *walk) {
    size_t count = 0;
    walk->paired = false;
    memcpy(walk->node, walk->best_node, run->attributes);
    for (size_t pair = 0; pair < 2 * run->attributes * run->attributes; pair++) {
        size_t up = pair / 2 % run->attributes, down = pair / 2 / run->attributes;
        if (up == down || !make_pair(run, walk, up, down, pair % 2,
                                     walk->nodes + count * run->attributes) ||
            ++count < CHUNK)
            continue;
        if (!try_pairs(run, walk, count))
            return SEARCH_STOPPED;
        count = 0;
    }
    if (!try_pairs(run, walk, count))
        return SEARCH_STOPPED;
    memcpy(walk->node, walk->best_node, run->attributes);
    if (walk->paired) {
        walk->improved = walk->steps;
        begin_descent(run, walk);
    }
    return SEARCH_CONTINUE;
}

static bool is_worth_pairs(const search *run, const reactive *walk) {
    for (size_t i = 0; i < walk->elite_count; i++)
        if (memcmp(walk->elites[i].node, walk->best_node, run->attributes) == 0)
            return false;
    return isfinite(walk->best) && walk->best <= run->best.value * (1 + PAIRS_WITHIN);
}

/* ---- Beginning again ------------------------------------------------------------------------- */

/* Puts the best node of the walk among the elites, in the place of the worst. */
static void keep_elite(const search *run, reactive *walk) {
    size_t place = walk->elite_count;
    for (size_t i = 0; i < walk->elite_count; i++)
        if (memcmp(walk->elites[i].node, walk->best_node, run->attributes) == 0)
            return;
    if (isinf(walk->best))
        return;
    if (walk->elite_count < ELITES)
        walk->elite_count++;
    else {
        place = 0;
        for (size_t i = 1; i < ELITES; i++)
            if (walk->elites[i].value > walk->elites[place].value)
                place = i;
        if (walk->elites[place].value <= walk->best)
            return;
    }
    memcpy(walk->elites[place].node, walk->best_node, run->attributes);
    walk->elites[place].value = walk->best;
}

/* A random node on the way from one elite to another, changed a little more. */
static void relink(const search *run, reactive *walk) {
    const elite *from = &walk->elites[random_below(&walk->random, walk->elite_count)];
    const elite *to = &walk->elites[random_below(&walk->random, walk->elite_count)];
    memcpy(walk->node, from->node, run->attributes);
    for (size_t a = 0; a < run->attributes; a++)
        if (random_below(&walk->random, 2))
            walk->node[a] = to->node[a];
    size_t changes = 2 + (size_t)random_below(&walk->random, run->attributes / 4 + 1);
    for (size_t i = 0; i < changes; i++) {
        size_t a = (size_t)random_below(&walk->random, run->attributes);
        int lowest = lattice_lowest(search_lattice(run), a);
        walk->node[a] = (uint8_t)((uint64_t)lowest +
                                  random_below(&walk->random, levels_of(run, a) - (size_t)lowest));
    }
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

static search_step begin_walk(search *run, reactive *walk) {
    if (walk->walks > 0)
        keep_elite(run, walk);
    if (walk->elite_count > 1 && walk->walks % 3 != 0)
        relink(run, walk);
    else
        lattice_top(search_lattice(run), walk->node);
    if (!search_evaluate(run, walk->node, 1, &walk->here))
        return SEARCH_STOPPED;
    if (walk->walks == 0 && search_rules_out(run, &walk->here))
        return SEARCH_PROVEN;
    if (walk->walks == 0 && !look_at_each_alone(run, walk))
        return SEARCH_STOPPED;
    walk->walks++;
    walk->best = INFINITY;
    walk->improved = walk->steps;
    walk->same = 0;
    note_best(run, walk);
    for (size_t a = 0; a < run->attributes; a++)
        for (size_t l = 0; l < levels_of(run, a); l++)
            walk->until[walk->first[a] + l] = 0;
    begin_descent(run, walk);
    return SEARCH_CONTINUE;
}

static shoal_status reactive_start(search *run, shoal_error *error) {
    run->state = reactive_open(run);
    return run->state ? SHOAL_OK : status_no_memory(error);
}

static search_step reactive_step(search *run) {
    reactive *walk = run->state;
    uint64_t patience = (uint64_t)search_integer(run, "patience") * luby((uint64_t)walk->walks + 1);
    if (walk->walks >= search_integer(run, "walks") && walk->steps - walk->improved > patience)
        return SEARCH_FINISHED;
    bool ended = walk->walks == 0 || (!walk->descending && walk->steps - walk->improved > patience);
    if (ended && walk->walks > 0 && is_worth_pairs(run, walk)) {
        search_step taken = pair_up(run, walk);
        if (walk->paired || taken != SEARCH_CONTINUE)
            return taken;
    }
    if (ended)
        return begin_walk(run, walk);
    if (walk->descending)
        return descend(run, walk);
    choice best;
    if (!choose(run, walk, &best))
        return SEARCH_STOPPED;
    if (best.made)
        take(run, walk, &best);
    else
        walk->steps++;
    return SEARCH_CONTINUE;
}

static void reactive_finish(search *run) {
    reactive_close(run->state);
    run->state = NULL;
}

static const shoal_parameter reactive_parameters[] = {
    {"walks", "300", "walks to make"},
    {"patience", "8", "steps of a walk without a better node, times a number of Luby's sequence"},
    SEARCH_RESTARTS,
    {NULL, NULL, NULL},
};

const algorithm algorithm_reactive = {
    .name = "reactive",
    .summary = "reactive tabu search over all changes of one attribute, across the limit",
    .recoding = &lattice_recoding,
    .letter = 'R',
    .parameters = reactive_parameters,
    .start = reactive_start,
    .step = reactive_step,
    .finish = reactive_finish,
};
