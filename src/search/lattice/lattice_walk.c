#include "search/lattice/lattice_walk.h"

#include "base/memory.h"
#include "search/lattice/lattice_walk_internal.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* What the rows of the table would cost beyond the limit, at first: more than they cost otherwise.
 */
#define FIRST_PRICE 4.0
#define MOST_PRICE 1e9
#define HARDER 2.0
#define EASIER 1.2
#define FIRST_TENURE 2

/* ---- Levels ---------------------------------------------------------------------------------- */

int lattice_walk_levels(const search *run, size_t attribute) {
    return lattice_height(search_lattice(run), attribute) + 1;
}

bool walk_levels_open(walk_levels *out, const search *run) {
    *out = (walk_levels){.first = memory_new(run->attributes, sizeof *out->first)};
    if (!out->first)
        return false;
    for (size_t a = 0; a < run->attributes; a++) {
        int own = lattice_walk_levels(run, a);
        out->first[a] = out->count;
        out->deepest = own - 1 > out->deepest ? own - 1 : out->deepest;
        out->count += (size_t)own;
    }
    out->lone = memory_zero(out->count, sizeof *out->lone);
    return out->lone != NULL;
}

void walk_levels_close(walk_levels *levels) {
    memory_free(levels->first);
    memory_free(levels->lone);
    *levels = (walk_levels){0};
}

/* ---- Opening --------------------------------------------------------------------------------- */

void lattice_walk_close(lattice_walk *walk) {
    if (!walk)
        return;
    memory_free(walk->node);
    memory_free(walk->best_node);
    memory_free(walk->until);
    memory_free(walk->visits);
    memory_free(walk->order);
    memory_free(walk->changes);
    memory_free(walk->lost);
    memory_free(walk->nodes);
    memory_free(walk);
}

static bool open_parts(lattice_walk *walk, const search *run) {
    walk->order = memory_new(run->attributes, sizeof *walk->order);
    walk->node = memory_zero(run->attributes, 1);
    walk->best_node = memory_zero(run->attributes, 1);
    walk->until = memory_zero(walk->levels->count, sizeof *walk->until);
    walk->changes = memory_new(walk->levels->count, sizeof *walk->changes);
    walk->lost = memory_new(run->attributes, sizeof *walk->lost);
    walk->nodes = memory_new(WALK_CHUNK, run->attributes);
    walk->visits = memory_zero(WALK_VISITS, sizeof *walk->visits);
    return walk->order && walk->node && walk->best_node && walk->until && walk->changes &&
           walk->lost && walk->nodes && walk->visits;
}

lattice_walk *lattice_walk_open(const search *run, const walk_levels *levels, uint64_t index) {
    lattice_walk *walk = memory_zero(1, sizeof *walk);
    if (!walk)
        return NULL;
    walk->levels = levels;
    if (!open_parts(walk, run)) {
        lattice_walk_close(walk);
        return NULL;
    }
    for (size_t a = 0; a < run->attributes; a++)
        walk->order[a] = a;
    walk->random = random_open(run->seed, "local", index);
    walk->price = FIRST_PRICE;
    walk->tenure = FIRST_TENURE;
    return walk;
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
    uint64_t alone = walk->levels->lone[walk->levels->first[attribute] + (size_t)level];
    return alone > lost ? alone : lost;
}

double lattice_walk_bound(const search *run, const uint8_t *node, uint64_t lost) {
    double sum = 0;
    for (size_t a = 0; a < run->attributes; a++)
        sum += lattice_floor_of(search_lattice(run), a, node[a], lost);
    return sum;
}

/* Of equal nodes the one that suppresses fewer rows has more room for what comes next. */
static bool is_better(const evaluation *one, const evaluation *other) {
    return one->value < other->value ||
           (one->value == other->value && one->classes.suppressed < other->classes.suppressed);
}

void lattice_walk_note(const search *run, lattice_walk *walk) {
    if (!walk->here.feasible || (walk->found && !is_better(&walk->here, &walk->best)))
        return;
    if (!walk->found || walk->here.value < walk->best.value)
        walk->improved_at = walk->steps;
    walk->found = true;
    walk->paired = false;
    walk->best = walk->here;
    memcpy(walk->best_node, walk->node, run->attributes);
}

/* ---- Beginning ------------------------------------------------------------------------------- */

void lattice_walk_begin(lattice_walk *walk, uint64_t patience) {
    memset(walk->until, 0, walk->levels->count * sizeof *walk->until);
    walk->stage = WALK_BEGINNING;
    walk->patience = patience;
    walk->found = walk->paired = false;
    walk->improved_at = walk->steps;
    walk->side = 0;
    walk->idle = 0;
}

static size_t ask_beginning(const search *run, lattice_walk *walk) {
    memcpy(walk->nodes, walk->node, run->attributes);
    return 1;
}

static void answer_beginning(const search *run, lattice_walk *walk) {
    walk->here = walk->seen[0];
    lattice_walk_note(run, walk);
    lattice_walk_begin_descent(run, walk);
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
    walk->stage = WALK_DESCENDING;
}

/* The way down is to end at a feasible node, but only just: otherwise rows beyond the limit were
 * too cheap. */
static void end_descent(const search *run, lattice_walk *walk) {
    if (!walk->here.feasible && walk->price < MOST_PRICE) {
        walk->price *= HARDER;
        lattice_walk_begin_descent(run, walk);
        return;
    }
    if (walk->here.feasible)
        walk->price = fmax(LEAST_PRICE, walk->price / EASIER);
    lattice_walk_begin_step(run, walk);
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

/* The next attribute that may have a better level, until none has one. */
static size_t ask_descent(const search *run, lattice_walk *walk) {
    while (walk->quiet < run->attributes) {
        size_t count = list_levels(run, walk, walk->order[walk->position]);
        if (count > 0)
            return count;
        walk->position = (walk->position + 1) % run->attributes;
        walk->quiet++;
    }
    end_descent(run, walk);
    return 0;
}

static void answer_descent(const search *run, lattice_walk *walk) {
    size_t a = walk->order[walk->position];
    walk->position = (walk->position + 1) % run->attributes;
    walk->quiet++;
    for (size_t i = 0; i < walk->asked; i++) {
        if (lattice_walk_score(run, walk, &walk->seen[i]) >=
            lattice_walk_score(run, walk, &walk->here))
            continue;
        walk->here = walk->seen[i];
        walk->node[a] = walk->nodes[i * run->attributes + a];
        walk->quiet = 0;
    }
    lattice_walk_note(run, walk);
}

/* ---- Asking ---------------------------------------------------------------------------------- */

static size_t ask_stage(const search *run, lattice_walk *walk) {
    switch (walk->stage) {
    case WALK_BEGINNING:
        return ask_beginning(run, walk);
    case WALK_DESCENDING:
        return ask_descent(run, walk);
    case WALK_STEPPING:
        return lattice_walk_ask_step(run, walk);
    case WALK_PAIRING:
        return lattice_walk_ask_pairs(run, walk);
    default:
        return 0;
    }
}

size_t lattice_walk_ask(const search *run, lattice_walk *walk) {
    walk->asked = 0;
    while (walk->asked == 0 && walk->stage != WALK_OVER)
        walk->asked = ask_stage(run, walk);
    return walk->asked;
}

void lattice_walk_answer(const search *run, lattice_walk *walk) {
    assert(walk->asked > 0);
    if (walk->stage == WALK_BEGINNING)
        answer_beginning(run, walk);
    else if (walk->stage == WALK_DESCENDING)
        answer_descent(run, walk);
    else if (walk->stage == WALK_STEPPING)
        lattice_walk_answer_step(run, walk);
    else
        lattice_walk_answer_pairs(run, walk);
}
