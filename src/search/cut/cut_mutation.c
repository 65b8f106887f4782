#include "search/cut/cut_mutation.h"

#include "search/cut/cut_crossover.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* One change in so many draws the attribute anew. */
#define DRAWN_ANEW 4
/* Boundaries that are changed otherwise, at most; and how far one moves, at most. */
#define MOST_CHANGES 3
#define FARTHEST 8

/* From one group to as many as there are values, few as often as many. */
static void draw_attribute(partitions *of, uint64_t *node, random_stream *stream) {
    double groups = pow((double)of->of->size, random_unit(stream));
    for (size_t b = 0; b < of->bits; b++)
        bits_set(node, of->offset + b, random_unit(stream) * (double)of->bits < groups - 1);
    if (of->of->constrained || of->of->required)
        (void)partitions_repair(of, node, stream);
}

void mutation_draw(cut *space, size_t attributes, uint64_t *node, random_stream *stream) {
    memset(node, 0, cut_words(space) * sizeof *node);
    for (size_t a = 0; a < attributes; a++)
        draw_attribute(cut_partitions(space, a), node, stream);
    assert(cut_is_valid(space, node));
}

size_t mutation_most_changes(cut *space, size_t attributes) {
    size_t most = 1;
    for (size_t a = 0; a < attributes; a++) {
        const partitions *of = cut_partitions(space, a);
        size_t changes = of->bits > of->of->node_count ? of->bits : of->of->node_count;
        most = changes > most ? changes : most;
    }
    return most;
}

/* Moves a boundary of a free attribute some values up or down, unless one is there already. */
static void move_boundary(const partitions *of, uint64_t *node, uint32_t at,
                          random_stream *stream) {
    int64_t far = 1 + (int64_t)random_below(stream, FARTHEST);
    int64_t to = (int64_t)at + (random_below(stream, 2) ? far : -far);
    if (to < 0 || to >= (int64_t)of->bits || bits_get(node, of->offset + (size_t)to))
        return;
    bits_set(node, of->offset + at, false);
    bits_set(node, of->offset + (size_t)to, true);
}

void mutation_change(cut *space, size_t attributes, uint64_t *node, partition_change *changes,
                     random_stream *stream) {
    partitions *of = cut_partitions(space, (size_t)random_below(stream, attributes));
    if (of->bits == 0)
        return;
    if (random_below(stream, DRAWN_ANEW) == 0) {
        draw_attribute(of, node, stream);
        return;
    }
    bool moves = !of->of->constrained && !of->of->required;
    for (uint64_t left = 1 + random_below(stream, MOST_CHANGES); left > 0; left--) {
        size_t count = partitions_changes(of, node, changes);
        if (count == 0)
            return;
        partition_change change = changes[random_below(stream, count)];
        if (moves && !change.splits)
            move_boundary(of, node, change.at, stream);
        else
            partitions_apply(of, node, change);
    }
    assert(cut_is_valid(space, node));
}

void mutation_mix(cut *space, size_t attributes, uint64_t *child, const uint64_t *one,
                  const uint64_t *other, random_stream *stream) {
    memcpy(child, one, cut_words(space) * sizeof *child);
    for (size_t a = 0; a < attributes; a++) {
        const partitions *of = cut_partitions(space, a);
        if (random_below(stream, 2))
            for (size_t b = of->offset; b < of->offset + of->bits; b++)
                bits_set(child, b, bits_get(other, b));
    }
}
