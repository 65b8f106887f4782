/* Steps of a reactive tabu search (R. Battiti, G. Tecchiolli, 1994): the best change of one
 * attribute, after which it may not be taken back for a while; for longer where nodes come back. */
#include "search/lattice/lattice_walk_internal.h"

#include "base/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Largest number of steps for which a change is forbidden, as a share of the attributes. */
#define MOST_TENURE 0.5
/* Steps on one side of the limit after which the price of rows beyond it changes, and how. */
#define STEPS_ON_ONE_SIDE 4
#define PRICE_FACTOR 1.3
/* Steps without any change, beside one for each attribute, after which none can be forbidden. */
#define MOST_IDLE 8

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
    bool forbidden = walk->until[walk->levels->first[a] + (size_t)level] > walk->steps;
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

/* Sorts what was listed at a depth, the most promising first. */
static void list_depth(const search *run, lattice_walk *walk, int depth) {
    walk->depth = depth;
    walk->tried = 0;
    walk->listed =
        depth == 1 ? list_nearest(run, walk) : list_lower(run, walk, depth, walk->changes);
    qsort(walk->changes, walk->listed, sizeof *walk->changes, by_bound);
}

/* ---- Choosing -------------------------------------------------------------------------------- */

static void consider(const search *run, lattice_walk *walk, const level_change *of,
                     const evaluation *is) {
    double score = lattice_walk_score(run, walk, is);
    if (of->level < walk->node[of->attribute] && is->classes.certain > walk->lost[of->attribute])
        walk->lost[of->attribute] = is->classes.certain;
    if (of->forbidden && !(is->feasible && is->value < walk->best_before))
        return;
    chosen_change *best = &walk->chosen;
    if (!best->made || score < best->score ||
        (score == best->score && is->classes.suppressed < best->is.classes.suppressed))
        *best = (chosen_change){true, *of, *is, score};
}

/* The next of the listed changes, until the others cannot be better than the best one. */
static size_t ask_listed(const search *run, lattice_walk *walk) {
    size_t left = walk->listed - walk->tried;
    size_t some = left < WALK_CHUNK ? left : WALK_CHUNK;
    if (some > 0 && walk->chosen.made && walk->changes[walk->tried].bound >= walk->chosen.score)
        return 0;
    for (size_t i = 0; i < some; i++) {
        const level_change *change = &walk->changes[walk->tried + i];
        uint8_t *node = walk->nodes + i * run->attributes;
        memcpy(node, walk->node, run->attributes);
        node[change->attribute] = change->level;
    }
    return some;
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

static void take(const search *run, lattice_walk *walk) {
    size_t a = walk->chosen.change.attribute;
    uint64_t forbidden = (uint64_t)walk->tenure + random_below(&walk->random, 3);
    walk->until[walk->levels->first[a] + walk->node[a]] = walk->steps + 1 + forbidden;
    walk->node[a] = walk->chosen.change.level;
    walk->here = walk->chosen.is;
    react(run, walk);
    adjust_price(walk);
}

void lattice_walk_begin_step(const search *run, lattice_walk *walk) {
    walk->stage = walk->steps - walk->improved_at < walk->patience ? WALK_STEPPING : WALK_OVER;
    if (walk->stage == WALK_OVER)
        return;
    walk->best_before = run->found ? run->best.value : INFINITY;
    walk->chosen.made = false;
    list_depth(run, walk, 1);
}

/* Where every change is forbidden, the walk waits; where there is none, it is over. */
static void end_step(const search *run, lattice_walk *walk) {
    walk->steps++;
    walk->idle = walk->chosen.made ? 0 : walk->idle + 1;
    if (walk->chosen.made)
        take(run, walk);
    lattice_walk_note(run, walk);
    lattice_walk_begin_step(run, walk);
    if (walk->idle > run->attributes + MOST_IDLE)
        walk->stage = WALK_OVER;
}

/* Lower levels are tried one after the other, since each tells what those below it lose at least.
 */
size_t lattice_walk_ask_step(const search *run, lattice_walk *walk) {
    size_t some = ask_listed(run, walk);
    while (some == 0 && walk->depth < walk->levels->deepest) {
        list_depth(run, walk, walk->depth + 1);
        some = ask_listed(run, walk);
    }
    if (some > 0)
        return some;
    end_step(run, walk);
    return 0;
}

void lattice_walk_answer_step(const search *run, lattice_walk *walk) {
    for (size_t i = 0; i < walk->asked; i++)
        consider(run, walk, &walk->changes[walk->tried + i], &walk->seen[i]);
    walk->tried += walk->asked;
}
