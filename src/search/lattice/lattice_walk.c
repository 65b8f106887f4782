#include "search/lattice/lattice_walk.h"

#include "base/memory.h"
#include "search/lattice/lattice_walk_internal.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* What the rows of the table would cost beyond the limit, at first: more than they cost otherwise.
 */
#define FIRST_PRICE 4.0
#define LEAST_PRICE 1e-3
#define MOST_PRICE 1e9
#define HARDER 2.0
#define EASIER 1.2
#define FIRST_TENURE 2

void lattice_walk_close(lattice_walk *walk) {
    if (!walk)
        return;
    memory_free(walk->node);
    memory_free(walk->best_node);
    memory_free(walk->first);
    memory_free(walk->lone);
    memory_free(walk->until);
    memory_free(walk->visits);
    memory_free(walk->order);
    memory_free(walk->changes);
    memory_free(walk->lost);
    memory_free(walk->nodes);
    memory_free(walk);
}

static size_t number_levels(const search *run, lattice_walk *walk) {
    size_t levels = 0;
    for (size_t a = 0; a < run->attributes; a++) {
        int own = lattice_walk_levels(run, a);
        walk->first[a] = levels;
        walk->order[a] = a;
        walk->deepest = own - 1 > walk->deepest ? own - 1 : walk->deepest;
        levels += (size_t)own;
    }
    return levels;
}

static bool open_parts(lattice_walk *walk, const search *run) {
    walk->first = memory_new(run->attributes, sizeof *walk->first);
    walk->order = memory_new(run->attributes, sizeof *walk->order);
    if (!walk->first || !walk->order)
        return false;
    size_t levels = number_levels(run, walk);
    walk->node = memory_zero(run->attributes, 1);
    walk->best_node = memory_zero(run->attributes, 1);
    walk->lone = memory_zero(levels, sizeof *walk->lone);
    walk->until = memory_zero(levels, sizeof *walk->until);
    walk->changes = memory_new(levels, sizeof *walk->changes);
    walk->lost = memory_new(run->attributes, sizeof *walk->lost);
    walk->nodes = memory_new(WALK_CHUNK, run->attributes);
    walk->visits = memory_zero(WALK_VISITS, sizeof *walk->visits);
    return walk->node && walk->best_node && walk->lone && walk->until && walk->changes &&
           walk->lost && walk->nodes && walk->visits;
}

lattice_walk *lattice_walk_open(const search *run) {
    lattice_walk *walk = memory_zero(1, sizeof *walk);
    if (!walk)
        return NULL;
    if (!open_parts(walk, run)) {
        lattice_walk_close(walk);
        return NULL;
    }
    walk->random = random_open(run->seed, "local", 0);
    walk->price = FIRST_PRICE;
    walk->tenure = FIRST_TENURE;
    return walk;
}

int lattice_walk_levels(const search *run, size_t attribute) {
    return lattice_height(search_lattice(run), attribute) + 1;
}

/* ---- Scores ---------------------------------------------------------------------------------- */

double lattice_walk_penalty(const search *run, const lattice_walk *walk, uint64_t suppressed) {
    const metric_context *context = lattice_context(search_lattice(run));
    if (suppressed <= context->limit)
        return 0;
    return walk->price * (double)(suppressed - context->limit) / (double)context->rows;
}

double lattice_walk_score(const search *run, const lattice_walk *walk, const evaluation *of) {
    return of->value + lattice_walk_penalty(run, walk, of->classes.suppressed);
}

uint64_t lattice_walk_lost(const lattice_walk *walk, size_t attribute, int level, uint64_t lost) {
    uint64_t alone = walk->lone[walk->first[attribute] + (size_t)level];
    return alone > lost ? alone : lost;
}

double lattice_walk_bound(const search *run, const uint8_t *node, uint64_t lost) {
    double sum = 0;
    for (size_t a = 0; a < run->attributes; a++)
        sum += lattice_floor_of(search_lattice(run), a, node[a], lost);
    return sum;
}

bool lattice_walk_look(search *run, lattice_walk *walk) {
    for (size_t a = 0; a < run->attributes; a++) {
        int some = 0, levels = lattice_walk_levels(run, a);
        for (int l = lattice_lowest(search_lattice(run), a); l < levels; l += some) {
            some = levels - l < WALK_CHUNK ? levels - l : WALK_CHUNK;
            memset(walk->nodes, LEVEL_ABSENT, (size_t)some * run->attributes);
            for (int i = 0; i < some; i++)
                walk->nodes[(size_t)i * run->attributes + a] = (uint8_t)(l + i);
            if (!search_evaluate(run, walk->nodes, (size_t)some, walk->seen))
                return false;
            for (int i = 0; i < some; i++)
                walk->lone[walk->first[a] + (size_t)(l + i)] = walk->seen[i].classes.certain;
        }
    }
    return true;
}

/* ---- Beginning ------------------------------------------------------------------------------- */

void lattice_walk_note(const search *run, lattice_walk *walk) {
    if (!walk->here.feasible || (walk->found && walk->here.value >= walk->best.value))
        return;
    walk->found = true;
    walk->best = walk->here;
    memcpy(walk->best_node, walk->node, run->attributes);
    walk->improved_at = walk->steps;
}

bool lattice_walk_begin(search *run, lattice_walk *walk) {
    if (!search_evaluate(run, walk->node, 1, &walk->here))
        return false;
    size_t last = run->attributes - 1;
    memset(walk->until, 0,
           (walk->first[last] + (size_t)lattice_walk_levels(run, last)) * sizeof *walk->until);
    walk->found = false;
    walk->improved_at = walk->steps;
    walk->side = 0;
    lattice_walk_note(run, walk);
    lattice_walk_begin_descent(run, walk);
    return true;
}

/* ---- Descent --------------------------------------------------------------------------------- */

void lattice_walk_begin_descent(const search *run, lattice_walk *walk) {
    for (size_t i = run->attributes; i > 1; i--) {
        size_t other = (size_t)random_below(&walk->random, i);
        size_t moved = walk->order[i - 1];
        walk->order[i - 1] = walk->order[other];
        walk->order[other] = moved;
    }
    walk->quiet = walk->position = 0;
    walk->descending = true;
}

/* The levels of an attribute that may be better. Lower ones lose no fewer rows than the node. */
static size_t list_levels(const search *run, const lattice_walk *walk, size_t attribute) {
    double worth = lattice_walk_score(run, walk, &walk->here);
    size_t count = 0;
    for (int l = lattice_lowest(search_lattice(run), attribute);
         l < lattice_walk_levels(run, attribute) && count < WALK_CHUNK; l++) {
        uint8_t *node = walk->nodes + count * run->attributes;
        uint64_t known = l < walk->node[attribute] ? walk->here.classes.certain : 0;
        uint64_t lost = lattice_walk_lost(walk, attribute, l, known);
        memcpy(node, walk->node, run->attributes);
        node[attribute] = (uint8_t)l;
        count +=
            l != walk->node[attribute] &&
            lattice_walk_bound(run, node, lost) + lattice_walk_penalty(run, walk, lost) < worth;
    }
    return count;
}

/* The way down is to end at a feasible node, but only just: otherwise rows beyond the limit were
 * too cheap. */
static void end_descent(const search *run, lattice_walk *walk) {
    if (walk->here.feasible) {
        walk->price = fmax(LEAST_PRICE, walk->price / EASIER);
    } else if (walk->price < MOST_PRICE) {
        walk->price *= HARDER;
        lattice_walk_begin_descent(run, walk);
    }
}

bool lattice_walk_descend(search *run, lattice_walk *walk) {
    size_t a = walk->order[walk->position];
    size_t count = list_levels(run, walk, a);
    assert(walk->descending);
    walk->position = (walk->position + 1) % run->attributes;
    walk->quiet++;
    if (count > 0 && !search_evaluate(run, walk->nodes, count, walk->seen))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (lattice_walk_score(run, walk, &walk->seen[i]) >=
            lattice_walk_score(run, walk, &walk->here))
            continue;
        walk->here = walk->seen[i];
        walk->node[a] = walk->nodes[i * run->attributes + a];
        walk->quiet = 0;
    }
    walk->descending = walk->quiet < run->attributes;
    lattice_walk_note(run, walk);
    if (!walk->descending)
        end_descent(run, walk);
    return true;
}
