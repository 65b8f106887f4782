/* New nodes from old ones, and drawn at random, for NSGA-II. */
#include "recode/cut/cut_internal.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Bits of an attribute that flip on average, at most. */
#define MOST_FLIPS 1.0

/* No boundary, unless some are required: one group per attribute. */
static void coarsest(const recoding_space *space, uint8_t *node) {
    cut_coarsest((const cut *)space, (uint64_t *)(void *)node);
}

/* Where half of the boundaries are set, hardly any class has more than one row, and nothing leads
 * from there to larger ones. So attributes get from one group to as many as they have values, few
 * as often as many. */
static void draw(recoding_space *shared, uint8_t *bytes, random_stream *stream) {
    cut *space = cut_of_space(shared);
    uint64_t *node = (uint64_t *)(void *)bytes;
    memset(node, 0, shared->node_bytes);
    for (size_t a = 0; a < shared->context.attributes; a++) {
        const partitions *of = &space->partitions[a];
        double groups = pow((double)of->of->size, random_unit(stream));
        for (size_t b = 0; b < of->bits; b++)
            bits_set(node, of->offset + b, random_unit(stream) * (double)of->bits < groups - 1);
    }
    cut_repair(space, node, stream);
    assert(cut_is_valid(space, node));
}

/* Goes from one flipped bit to the next, so that rare mutations cost little. */
static void flip_bits(uint64_t *bits, const partitions *of, double rate, random_stream *stream) {
    if (rate <= 0)
        return;
    double scale = rate < 1 ? 1 / log1p(-rate) : 0;
    for (size_t at = 0; at < of->bits; at++) {
        double skip = floor(log1p(-random_unit(stream)) * scale);
        if (!(skip < (double)(of->bits - at)))
            return;
        at += (size_t)skip;
        bits_set(bits, of->offset + at, !bits_get(bits, of->offset + at));
    }
}

/* In an attribute of very many values a small share of the bits would still be many flips, nearly
 * all of them new boundaries. */
static void mutate(const cut *space, double rate, uint64_t *bits, random_stream *stream) {
    assert(rate >= 0 && rate <= 1);
    for (size_t a = 0; a < space->shared.context.attributes; a++) {
        const partitions *of = &space->partitions[a];
        double most = of->bits > 0 ? MOST_FLIPS / (double)of->bits : 0;
        flip_bits(bits, of, fmin(rate, most), stream);
    }
}

/* Swaps what follows a point, which may lie anywhere in the string. */
static void cross(uint64_t *one, uint64_t *other, size_t bits, random_stream *stream) {
    assert(bits > 1);
    size_t point = 1 + (size_t)random_below(stream, bits - 1);
    for (size_t word = point / 64; word * 64 < bits; word++) {
        uint64_t mask = word == point / 64 ? UINT64_MAX << (point % 64) : UINT64_MAX;
        uint64_t swapped = (one[word] ^ other[word]) & mask;
        one[word] ^= swapped;
        other[word] ^= swapped;
    }
}

static void breed(recoding_space *shared, const variation_rates *rates, uint8_t *first,
                  uint8_t *second, random_stream *stream) {
    cut *space = cut_of_space(shared);
    uint64_t *one = (uint64_t *)(void *)first;
    uint64_t *other = (uint64_t *)(void *)second;
    if (space->bits > 1 && random_unit(stream) < rates->crossover)
        cross(one, other, space->bits, stream);
    mutate(space, rates->mutation, one, stream);
    mutate(space, rates->mutation, other, stream);
    cut_repair(space, one, stream);
    cut_repair(space, other, stream);
    assert(cut_is_valid(space, one) && cut_is_valid(space, other));
}

/* Children have only boundaries of their parents, but for mutation. */
static void announce(recoding_space *shared, const uint8_t *nodes, size_t count) {
    cut *space = cut_of_space(shared);
    uint64_t *all = memory_zero(space->words, sizeof *all);
    if (!all)
        return;
    for (size_t i = 0; i < count * space->words; i++) {
        uint64_t word;
        memcpy(&word, nodes + i * sizeof word, sizeof word);
        all[i % space->words] |= word;
    }
    if (memcmp(all, space->announced, shared->node_bytes) != 0) {
        memcpy(space->announced, all, shared->node_bytes);
        cut_focus(space, all);
    }
    memory_free(all);
}

const space_variation cut_variation = {
    .coarsest = coarsest,
    .draw = draw,
    .breed = breed,
    .announce = announce,
};
