/* Sources in addition to the ground, which merge tuples that the next nodes do not distinguish. The
 * source used for a node changes only the time, never the answer. */
#include "recode/cut/cut_internal.h"

#include <assert.h>
#include <string.h>

/* A source is worth its room when it has at most this share of the tuples of the next larger. */
#define WORTH_KEEPING 0.8
#define MERGE_GROUND 0.95

static bool covers(const cut_source *source, const uint64_t *node, size_t words) {
    for (size_t w = 0; source->boundaries && w < words; w++)
        if (node[w] & ~source->boundaries[w])
            return false;
    return true;
}

const cut_source *cut_source_for(cut *space, const uint64_t *node) {
    cut_source *best = &space->ground;
    for (size_t i = 0; i < space->source_count; i++)
        if (space->sources[i]->tuples < best->tuples &&
            covers(space->sources[i], node, space->words))
            best = space->sources[i];
    best->used = ++space->clock;
    return best;
}

static void drop(cut_source *source) {
    if (!source)
        return;
    cut_source_free(source);
    memory_free(source);
}

void cut_sources_close(cut *space) {
    for (size_t i = 0; i < space->source_count; i++)
        drop(space->sources[i]);
    space->source_count = 0;
    cut_source_free(&space->ground);
}

/* The place of a new source: a free one, or that of the one not used for longest. */
static size_t find_place(cut *space) {
    size_t oldest = 0;
    assert(space->source_count <= CUT_SOURCES);
    if (space->source_count < CUT_SOURCES)
        return space->source_count++;
    for (size_t i = 1; i < CUT_SOURCES; i++)
        if (space->sources[i]->used < space->sources[oldest]->used)
            oldest = i;
    drop(space->sources[oldest]);
    return oldest;
}

/* The classes that were counted, as a source; NULL when out of memory. */
static cut_source *make_source(const cut *space, const cut_source *from, const cut_counter *counter,
                               const uint64_t *boundaries) {
    size_t classes = counter->count;
    assert(classes <= from->tuples);
    cut_source *made = memory_zero(1, sizeof *made);
    uint32_t *first = memory_new(classes, sizeof *first);
    uint32_t *counts = memory_new(classes, sizeof *counts);
    for (size_t c = 0; first && counts && c < classes; c++) {
        first[c] = counter->classes[c].tuple;
        counts[c] = counter->classes[c].rows;
    }
    bool fine = made && first && counts && cut_source_roll(made, from, first, counts, classes);
    memory_free(first);
    memory_free(counts);
    if (fine)
        made->boundaries = arena_new(&made->memory, space->words, sizeof *made->boundaries);
    if (!fine || !made->boundaries) {
        drop(made);
        return NULL;
    }
    memcpy(made->boundaries, boundaries, space->words * sizeof *boundaries);
    return made;
}

/* A source that distinguishes what the boundaries do; NULL if it does not pay off. */
static cut_source *roll_up(cut *space, const uint64_t *boundaries, double worth) {
    cut_worker *worker = &space->workers[0];
    size_t attributes = space->shared.context.attributes;
    const cut_source *from = cut_source_for(space, boundaries);
    memcpy(worker->node, boundaries, space->words * sizeof *boundaries);
    cut_fill_groups(space, worker);
    if (!cut_counter_fits(&worker->groups, attributes) ||
        !cut_counter_count(&worker->counter, from, &worker->groups, attributes) ||
        (double)worker->counter.count > worth * (double)from->tuples)
        return NULL;
    return make_source(space, from, &worker->counter, boundaries);
}

void cut_focus(cut *space, const uint64_t *boundaries) {
    cut_source *made = space->shared.wildcard ? NULL : roll_up(space, boundaries, WORTH_KEEPING);
    if (!made)
        return;
    made->used = ++space->clock;
    space->sources[find_place(space)] = made;
}

void cut_merge_ground(cut *space) {
    uint64_t *all = memory_new(space->words, sizeof *all);
    if (all)
        cut_finest(space, all);
    cut_source *merged = all ? roll_up(space, all, MERGE_GROUND) : NULL;
    memory_free(all);
    if (!merged)
        return;
    cut_source_free(&space->ground);
    space->ground = *merged;
    space->ground.boundaries = NULL;
    memory_free(merged);
}
