#include "search/cut/cut_climb.h"

#include "recode/cut/cut_bound.h"

#include <assert.h>
#include <string.h>

/* Where rows may not be suppressed at will, partitions are also looked for that suppress fewer, at
 * these prices of a row, relative to what a row costs. */
static const double prices[] = {0, 0.125, 0.25, 0.5, 1, 2, 4, 16, 1e6};
#define PRICE_COUNT (sizeof prices / sizeof *prices)

/* Bits of an attribute whose changes are tried one by one. */
#define MOST_BITS 1024

static size_t most_changes(cut *space, size_t attributes) {
    size_t most = 1;
    for (size_t a = 0; a < attributes; a++) {
        const partitions *of = cut_partitions(space, a);
        size_t changes = of->of->constrained ? of->of->node_count : of->bits;
        most = of->bits <= MOST_BITS && changes > most ? changes : most;
    }
    return most;
}

bool climb_open(climb *out, arena *owner, search *run) {
    cut *space = search_cut(run);
    const metric_context *context = &run->space->context;
    size_t words = cut_words(space);
    size_t changes = most_changes(space, run->attributes);
    size_t count = context->limit < context->rows ? PRICE_COUNT : 1;
    size_t whole = count * cut_reshape_ways(space) * run->attributes;
    size_t room = changes > whole ? changes : whole;
    *out = (climb){
        .node = arena_new(owner, words, sizeof(uint64_t)),
        .penalties = arena_new(owner, count, sizeof(double)),
        .penalty_count = count,
        .room = room,
        .wide = arena_new(owner, words, sizeof(uint64_t)),
        .batch = arena_new(owner, room * words, sizeof(uint64_t)),
        .changes = arena_new(owner, changes, sizeof(partition_change)),
        .results = arena_new(owner, room, sizeof(evaluation)),
    };
    if (!out->node || !out->penalties || !out->wide || !out->batch || !out->changes ||
        !out->results)
        return false;
    for (size_t i = 0; i < count; i++)
        out->penalties[i] = prices[i] / (double)context->rows;
    return true;
}

bool climb_start(climb *walk, search *run, const uint64_t *node, size_t held) {
    assert(held <= run->attributes && cut_is_valid(search_cut(run), node));
    memcpy(walk->node, node, run->node_bytes);
    walk->whole = cut_has_pieces(search_cut(run));
    walk->held = held;
    walk->attribute = 0;
    walk->quiet = 0;
    return search_evaluate(run, (const uint8_t *)walk->node, 1, &walk->result);
}

/* Where any row may be suppressed, whole partitions are never worse than changes. */
static bool is_stuck(const climb *walk, const search *run) {
    bool exact = walk->penalty_count == 1 && cut_has_pieces(search_cut(run));
    return !walk->whole && (exact || walk->quiet >= run->attributes);
}

bool climb_is_done(const climb *walk, const search *run) {
    return is_stuck(walk, run) && walk->held == run->attributes;
}

bool climb_is_better(const evaluation *one, const evaluation *other, uint64_t limit) {
    uint64_t first = one->classes.suppressed > limit ? one->classes.suppressed : limit;
    uint64_t second = other->classes.suppressed > limit ? other->classes.suppressed : limit;
    return first != second ? first < second : one->value < other->value;
}

/* Evaluates what is in the batch and goes to the best of it, if that is better. */
static search_step go_to_best(climb *walk, search *run, size_t count, bool *improved) {
    assert(count <= walk->room);
    size_t words = cut_words(search_cut(run));
    uint64_t limit = run->space->context.limit;
    size_t best = SIZE_MAX;
    if (count > 0 && !search_evaluate(run, (const uint8_t *)walk->batch, count, walk->results))
        return SEARCH_STOPPED;
    for (size_t i = 0; i < count; i++) {
        const evaluation *than = best == SIZE_MAX ? &walk->result : &walk->results[best];
        if (climb_is_better(&walk->results[i], than, limit))
            best = i;
    }
    *improved = best != SIZE_MAX;
    if (*improved) {
        memcpy(walk->node, walk->batch + best * words, words * sizeof *walk->node);
        walk->result = walk->results[best];
    }
    return SEARCH_CONTINUE;
}

static search_step try_partitions(climb *walk, search *run) {
    shoal_error error;
    if (!search_spend(run, run->attributes))
        return SEARCH_STOPPED;
    shoal_status status = cut_reshape(search_cut(run), walk->node, walk->penalties,
                                      walk->penalty_count, walk->batch, &error);
    if (status != SHOAL_OK)
        return search_fail(run, status, &error);
    size_t words = cut_words(search_cut(run));
    size_t count = walk->penalty_count * cut_reshape_ways(search_cut(run));
    for (size_t i = 0; walk->held < run->attributes && i < count; i++)
        memcpy(walk->batch + (walk->held * count + i) * words, walk->node,
               words * sizeof *walk->batch);
    bool improved = false;
    search_step step = go_to_best(walk, run, count * run->attributes, &improved);
    walk->whole = improved;
    walk->quiet = 0;
    return step;
}

/* The next nodes differ in one attribute: all others are added up. */
static void focus(climb *walk, cut *space, const partitions *of) {
    memcpy(walk->wide, walk->node, cut_words(space) * sizeof *walk->wide);
    for (size_t b = 0; b < of->bits; b++)
        bits_set(walk->wide, of->offset + b, true);
    cut_focus(space, walk->wide);
}

static search_step try_changes(climb *walk, search *run) {
    cut *space = search_cut(run);
    size_t words = cut_words(space);
    const partitions *of = cut_partitions(space, walk->attribute);
    /* A boundary more or less hardly matters among very many. */
    bool stays = walk->attribute == walk->held || of->bits > MOST_BITS;
    size_t count = stays ? 0 : partitions_changes(of, walk->node, walk->changes);
    if (count > 2)
        focus(walk, space, of);
    for (size_t i = 0; i < count; i++) {
        uint64_t *changed = walk->batch + i * words;
        memcpy(changed, walk->node, words * sizeof *changed);
        partitions_apply(of, changed, walk->changes[i]);
    }
    bool improved = false;
    search_step step = go_to_best(walk, run, count, &improved);
    walk->whole = improved && cut_has_pieces(space);
    walk->quiet = improved ? 0 : walk->quiet + 1;
    walk->attribute = (walk->attribute + !improved) % run->attributes;
    assert(walk->quiet <= run->attributes);
    return step;
}

search_step climb_step(climb *walk, search *run) {
    if (is_stuck(walk, run)) {
        walk->held = run->attributes;
        walk->whole = cut_has_pieces(search_cut(run));
        walk->quiet = 0;
    }
    return walk->whole ? try_partitions(walk, run) : try_changes(walk, run);
}
