#include "search/climb.h"

#include <string.h>

static size_t most_changes(cut *space, size_t attributes) {
    size_t most = 1;
    for (size_t a = 0; a < attributes; a++) {
        const partitions *of = cut_partitions(space, a);
        size_t changes = of->of->constrained ? of->of->node_count : of->bits;
        most = changes > most ? changes : most;
    }
    return most;
}

bool climb_open(climb *out, arena *owner, search *run) {
    cut *space = search_cut(run);
    size_t words = cut_words(space);
    size_t most = most_changes(space, run->attributes);
    *out = (climb){
        .node = arena_new(owner, words, sizeof(uint64_t)),
        .wide = arena_new(owner, words, sizeof(uint64_t)),
        .batch = arena_new(owner, most * words, sizeof(uint64_t)),
        .changes = arena_new(owner, most, sizeof(partition_change)),
        .results = arena_new(owner, most, sizeof(evaluation)),
    };
    return out->node && out->wide && out->batch && out->changes && out->results;
}

bool climb_start(climb *walk, search *run, const uint64_t *node) {
    memcpy(walk->node, node, run->node_bytes);
    walk->attribute = 0;
    walk->quiet = 0;
    return search_evaluate(run, (const uint8_t *)walk->node, 1, &walk->result);
}

bool climb_is_done(const climb *walk, const search *run) {
    return walk->quiet >= run->attributes;
}

/* The next candidates differ in one attribute: all others are added up. */
static void focus(climb *walk, cut *space, const partitions *of) {
    memcpy(walk->wide, walk->node, cut_words(space) * sizeof *walk->wide);
    for (size_t b = 0; b < of->bits; b++)
        bits_set(walk->wide, of->offset + b, true);
    cut_focus(space, walk->wide);
}

static bool is_improvement(const evaluation *better, const evaluation *than, uint64_t limit) {
    uint64_t one = better->classes.suppressed > limit ? better->classes.suppressed : limit;
    uint64_t other = than->classes.suppressed > limit ? than->classes.suppressed : limit;
    return one != other ? one < other : better->value < than->value;
}

search_step climb_step(climb *walk, search *run) {
    cut *space = search_cut(run);
    size_t words = cut_words(space);
    const partitions *of = cut_partitions(space, walk->attribute);
    size_t count = partitions_changes(of, walk->node, walk->changes);
    if (count > 2)
        focus(walk, space, of);
    for (size_t i = 0; i < count; i++) {
        uint64_t *changed = walk->batch + i * words;
        memcpy(changed, walk->node, words * sizeof *changed);
        partitions_apply(of, changed, walk->changes[i]);
    }
    if (count > 0 && !search_evaluate(run, (const uint8_t *)walk->batch, count, walk->results))
        return SEARCH_STOPPED;
    uint64_t limit = run->space->context.limit;
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        const evaluation *than = best == SIZE_MAX ? &walk->result : &walk->results[best];
        if (is_improvement(&walk->results[i], than, limit))
            best = i;
    }
    if (best != SIZE_MAX) {
        memcpy(walk->node, walk->batch + best * words, words * sizeof *walk->node);
        walk->result = walk->results[best];
        walk->quiet = 0;
        return SEARCH_CONTINUE;
    }
    walk->quiet++;
    walk->attribute = (walk->attribute + 1) % run->attributes;
    return SEARCH_CONTINUE;
}
