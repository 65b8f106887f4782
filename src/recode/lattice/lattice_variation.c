/* New levels from old ones, and drawn at random. */
#include "recode/lattice/lattice_internal.h"

#include <assert.h>
#include <string.h>

void lattice_bottom(const lattice *space, uint8_t *node) {
    for (size_t a = 0; a < lattice_attributes(space); a++)
        node[a] = (uint8_t)lattice_lowest(space, a);
}

void lattice_top(const lattice *space, uint8_t *node) {
    for (size_t a = 0; a < lattice_attributes(space); a++)
        node[a] = (uint8_t)lattice_height(space, a);
}

void lattice_draw(const lattice *space, random_stream *stream, uint8_t *node) {
    for (size_t a = 0; a < lattice_attributes(space); a++) {
        int lowest = lattice_lowest(space, a);
        int levels = lattice_height(space, a) - lowest + 1;
        node[a] = (uint8_t)((uint64_t)lowest + random_below(stream, (uint64_t)levels));
    }
}

void lattice_cross(random_stream *stream, size_t attributes, uint8_t *one, uint8_t *other) {
    assert(one != other);
    if (attributes < 2)
        return;
    for (size_t a = 1 + (size_t)random_below(stream, attributes - 1); a < attributes; a++) {
        uint8_t level = one[a];
        one[a] = other[a];
        other[a] = level;
    }
}

void lattice_mutate(const lattice *space, random_stream *stream, double rate, uint8_t *node) {
    assert(rate >= 0 && rate <= 1);
    for (size_t a = 0; a < lattice_attributes(space); a++) {
        int lowest = lattice_lowest(space, a);
        int others = lattice_height(space, a) - lowest;
        assert(lowest <= node[a] && node[a] <= lowest + others);
        if (others == 0 || random_unit(stream) >= rate)
            continue;
        uint8_t level = (uint8_t)((uint64_t)lowest + random_below(stream, (uint64_t)others));
        node[a] = level < node[a] ? level : (uint8_t)(level + 1);
    }
}

/* ---- As a space ---------------------------------------------------------------------------- */

static void coarsest(const recoding_space *space, uint8_t *node) {
    lattice_top((const lattice *)space, node);
}

static void draw(recoding_space *space, uint8_t *node, random_stream *stream) {
    lattice_draw(lattice_of_space(space), stream, node);
}

static void breed(recoding_space *shared, const variation_rates *rates, uint8_t *first,
                  uint8_t *second, random_stream *stream) {
    const lattice *space = lattice_of_space(shared);
    if (random_unit(stream) < rates->crossover)
        lattice_cross(stream, lattice_attributes(space), first, second);
    lattice_mutate(space, stream, rates->mutation, first);
    lattice_mutate(space, stream, rates->mutation, second);
}

/* Lower levels publish more. */
static bool is_preferred(const recoding_space *space, const uint8_t *node, const uint8_t *other) {
    return memcmp(node, other, space->node_bytes) < 0;
}

const space_variation lattice_variation = {
    .coarsest = coarsest,
    .draw = draw,
    .breed = breed,
    .is_preferred = is_preferred,
};
