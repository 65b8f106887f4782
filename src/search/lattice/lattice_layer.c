#include "search/lattice/lattice_layer.h"

#include <assert.h>

uint64_t layer_distance(const uint8_t *low, const uint8_t *high, size_t attributes) {
    uint64_t distance = 0;
    for (size_t a = 0; a < attributes; a++) {
        assert(low[a] <= high[a]);
        distance += (uint64_t)(high[a] - low[a]);
    }
    return distance;
}

/* Spends `height` steps on node[begin..], the last attributes first; returns the steps left. */
static uint64_t layer_fill(uint8_t *node, const uint8_t *low, const uint8_t *high, size_t begin,
                           size_t attributes, uint64_t height) {
    for (size_t a = attributes; a-- > begin;) {
        uint64_t room = (uint64_t)(high[a] - low[a]);
        uint64_t steps = height < room ? height : room;
        node[a] = (uint8_t)(low[a] + steps);
        height -= steps;
    }
    return height;
}

bool layer_first(uint8_t *node, const uint8_t *low, const uint8_t *high, size_t attributes,
                 uint64_t height) {
    return layer_fill(node, low, high, 0, attributes, height) == 0;
}

bool layer_next(uint8_t *node, const uint8_t *low, const uint8_t *high, size_t attributes) {
    uint64_t behind = 0;
    for (size_t a = attributes; a-- > 0;) {
        if (behind > 0 && node[a] < high[a]) {
            node[a]++;
            layer_fill(node, low, high, a + 1, attributes, behind - 1);
            return true;
        }
        assert(low[a] <= node[a] && node[a] <= high[a]);
        behind += (uint64_t)(node[a] - low[a]);
    }
    return false;
}
