/* Steps of a reactive tabu search (R. Battiti, G. Tecchiolli, 1994): the best change of one
 * attribute, after which it may not be taken back for a while; for longer where nodes come back. */
#include "search/lattice/lattice_walk_internal.h"

#include "base/hash.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Largest number of steps for which a change is forbidden, as a share of the attributes. */
#define MOST_TENURE 0.5
/* Steps on one side of the limit after which the price of rows beyond it changes, and how. */
#define STEPS_ON_ONE_SIDE 4
#define PRICE_FACTOR 1.3
#define LEAST_PRICE 1e-3

typedef struct chosen_change {
    bool made;
    level_change change;
    evaluation is;
    double score;
} chosen_change;

/* ---- Listing --------------------------------------------------------------------------------- */

static int by_bound(const void *one, const void *other) {
    const level_change *left = one, *right = other;
    if (left->bound != right->bound)
        return left->bound < right->bound ? -1 : 1;
    if (left->attribute != right->attribute)
        return left->attribute < right->attribute ? -1 : 1;
    return (left->level > right->level) - (left->level < right->level);
}

/* Whether the change is worth trying. A forbidden one is only if it leads to a new best node. */
static bool make_change(const search *run, lattice_walk *walk, size_t a, int level, uint64_t known,
                        level_change *out) {
    uint64_t lost = lattice_walk_lost(walk, a, level, known);
    uint8_t now = walk->node[a];
    walk->node[a] = (uint8_t)level;
    double bound =
        lattice_walk_bound(run, walk->node, lost) + lattice_walk_penalty(run, walk, lost);
    walk->node[a] = now;
    bool forbidden = walk->until[walk->first[a] + (size_t)level] > walk->steps;
    *out = (level_change){bound, (uint32_t)a, (uint8_t)level, forbidden};
    return !forbidden || !run->found || bound < run->best.value;
}

/* Levels that are `depth` lower: they lose at least what the one above them loses. */
static size_t list_lower(const search *run, lattice_walk *walk, int depth, level_change *out) {
    size_t count = 0;
    for (size_t a = 0; a < run->attributes; a++) {
        int level = walk->node[a] - depth;
        if (level >= lattice_lowest(search_lattice(run), a))
            count += make_change(run, walk, a, level, walk->lost[a], out + count);
    }
    return count;
}

/* Higher levels, and the next lower one. */
static size_t list_nearest(const search *run, lattice_walk *walk) {
    size_t count = 0;
    for (size_t a = 0; a < run->attributes; a++) {
        walk->lost[a] = walk->here.classes.certain;
        for (int l = walk->node[a] + 1; l < lattice_walk_levels(run, a); l++)
            count += make_change(run, walk, a, l, 0, walk->changes + count);
    }
    return count + list_lower(run, walk, 1, walk->changes + count);
}

/* ---- Choosing -------------------------------------------------------------------------------- */

static void consider(const search *run, lattice_walk *walk, const level_change *of,
                     const evaluation *is, double best_before, chosen_change *best) {
    double score = lattice_walk_score(run, walk, is);
    if (of->level < walk->node[of->attribute] && is->classes.certain > walk->lost[of->attribute])
        walk->lost[of->attribute] = is->classes.certain;
    if (of->forbidden && !(is->feasible && is->value < best_before))
        return;
    if (!best->made || score < best->score ||
        (score == best->score && is->classes.suppressed < best->is.classes.suppressed))
        *best = (chosen_change){true, *of, *is, score};
}

/* Tries the listed changes, the most promising first, until the others cannot be better. */
static bool try_listed(search *run, lattice_walk *walk, size_t count, double best_before,
                       chosen_change *best) {
    size_t some;
    qsort(walk->changes, count, sizeof *walk->changes, by_bound);
    for (size_t at = 0; at < count; at += some) {
        if (best->made && walk->changes[at].bound >= best->score)
            return true;
        some = count - at < WALK_CHUNK ? count - at : WALK_CHUNK;
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

/* Lower levels are tried one after the other, since each tells what those below it lose at least.
 */
static bool choose(search *run, lattice_walk *walk, chosen_change *best) {
    double best_before = run->found ? run->best.value : INFINITY;
    *best = (chosen_change){.score = INFINITY};
    if (!try_listed(run, walk, list_nearest(run, walk), best_before, best))
        return false;
    for (int depth = 2; depth <= walk->deepest; depth++)
        if (!try_listed(run, walk, list_lower(run, walk, depth, walk->changes), best_before, best))
            return false;
    return true;
}

/* ---- Taking ---------------------------------------------------------------------------------- */

/* Notices nodes that come back, and adjusts for how long changes are forbidden. */
static void react(const search *run, lattice_walk *walk) {
    uint64_t hash = hash_bytes(walk->node, run->attributes) | 1;
    uint64_t *visit = &walk->visits[hash % WALK_VISITS];
    double most = fmax(3, MOST_TENURE * (double)run->attributes);
    if (*visit == hash) {
        walk->tenure = fmin(walk->tenure * 1.2 + 1, most);
        walk->reacted_at = walk->steps;
    } else if (walk->steps - walk->reacted_at > 2 * run->attributes) {
        walk->tenure = fmax(1, walk->tenure * 0.9);
        walk->reacted_at = walk->steps;
    }
    *visit = hash;
}

/* The walk is to keep crossing the limit: the best nodes are beside it. */
static void adjust_price(lattice_walk *walk) {
    if (walk->here.feasible)
        walk->side = walk->side > 0 ? walk->side + 1 : 1;
    else
        walk->side = walk->side < 0 ? walk->side - 1 : -1;
    if (walk->side <= -STEPS_ON_ONE_SIDE)
        walk->price *= PRICE_FACTOR;
    else if (walk->side >= STEPS_ON_ONE_SIDE)
        walk->price = fmax(LEAST_PRICE, walk->price / PRICE_FACTOR);
}

static void take(const search *run, lattice_walk *walk, const chosen_change *chosen) {
    size_t a = chosen->change.attribute;
    uint64_t forbidden = (uint64_t)walk->tenure + random_below(&walk->random, 3);
    walk->until[walk->first[a] + walk->node[a]] = walk->steps + 1 + forbidden;
    walk->node[a] = chosen->change.level;
    walk->here = chosen->is;
    react(run, walk);
    adjust_price(walk);
}

bool lattice_walk_step(search *run, lattice_walk *walk) {
    chosen_change best;
    if (!choose(run, walk, &best))
        return false;
    walk->steps++;
    if (best.made)
        take(run, walk, &best);
    lattice_walk_note(run, walk);
    return true;
}
