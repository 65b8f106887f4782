#include "search/lattice/kgen_operators.h"

#include <assert.h>

/* A standard mutation goes one step along the strategy path: up once in so many times, else down,
 * which is where the better nodes are. */
#define UP_ONE_IN 4

void kgen_minimum(uint8_t *out, const uint8_t *one, const uint8_t *other, size_t attributes) {
    for (size_t a = 0; a < attributes; a++)
        out[a] = one[a] < other[a] ? one[a] : other[a];
}

void kgen_maximum(uint8_t *out, const uint8_t *one, const uint8_t *other, size_t attributes) {
    for (size_t a = 0; a < attributes; a++)
        out[a] = one[a] > other[a] ? one[a] : other[a];
}

static uint8_t draw_level(int low, int high, random_stream *stream) {
    assert(0 <= low && low <= high);
    uint64_t levels = (uint64_t)high - (uint64_t)low + 1;
    return (uint8_t)((uint64_t)low + random_below(stream, levels));
}

void kgen_scatter(uint8_t *out, const kgen_bounds *within, random_stream *stream) {
    double at_top = random_unit(stream);
    for (size_t a = 0; a < within->attributes; a++)
        out[a] = random_unit(stream) < at_top ? within->high[a]
                                              : draw_level(within->low[a], within->high[a], stream);
}

void kgen_between(uint8_t *out, const uint8_t *low, const uint8_t *high, size_t attributes,
                  random_stream *stream) {
    for (size_t a = 0; a < attributes; a++)
        out[a] = random_below(stream, 2) == 0 ? low[a] : high[a];
}

size_t kgen_cross(uint8_t *out, kgen_parent one, kgen_parent other, bool minimum_feasible,
                  size_t attributes, random_stream *stream) {
    assert(out != one.node && out != other.node);
    uint8_t *second = out + attributes;
    if (!one.feasible && !other.feasible) {
        kgen_maximum(out, one.node, other.node, attributes);
        return 1;
    }
    kgen_minimum(out, one.node, other.node, attributes);
    if (!one.feasible || !other.feasible) {
        kgen_between(out, out, one.feasible ? one.node : other.node, attributes, stream);
        return 1;
    }
    if (minimum_feasible)
        return 1;
    kgen_between(second, out, other.node, attributes, stream);
    kgen_between(out, out, one.node, attributes, stream);
    return 2;
}

void kgen_mutate(uint8_t *node, const kgen_bounds *within, random_stream *stream) {
    size_t movable = 0;
    for (size_t a = 0; a < within->attributes; a++)
        movable += within->low[a] < within->high[a];
    if (movable == 0)
        return;
    uint64_t left = random_below(stream, movable);
    size_t gene = 0;
    while (within->low[gene] == within->high[gene] || left-- > 0)
        gene++;
    bool up = node[gene] == within->low[gene] ||
              (node[gene] < within->high[gene] && random_below(stream, UP_ONE_IN) == 0);
    node[gene] = (uint8_t)(up ? node[gene] + 1 : node[gene] - 1);
    assert(within->low[gene] <= node[gene] && node[gene] <= within->high[gene]);
}

void kgen_mutate_horizontally(uint8_t *node, const kgen_bounds *within, double share, size_t *order,
                              random_stream *stream) {
    size_t attributes = within->attributes;
    assert(attributes > 0 && share >= 0 && share <= 1);
    size_t most = (size_t)(share * (double)attributes);
    size_t genes = most > 2 ? 2 + (size_t)random_below(stream, most - 1) : 2;
    if (genes > attributes)
        genes = attributes;
    for (size_t a = 0; a < attributes; a++)
        order[a] = a;
    for (size_t i = 0; i < genes; i++) {
        size_t other = i + (size_t)random_below(stream, attributes - i);
        size_t gene = order[other];
        order[other] = order[i];
        bool raise = i % 2 == 0;
        node[gene] = raise ? draw_level(node[gene], within->high[gene], stream)
                           : draw_level(within->low[gene], node[gene], stream);
    }
}
