#include "search/cut/ranked_population.h"

#include <assert.h>
#include <math.h>
#include <string.h>

bool ranked_open(ranked *out, arena *owner, size_t words, size_t size, bool duplicates) {
    *out = (ranked){.size = size, .words = words, .duplicates = duplicates};
    out->members = arena_zero(owner, size, sizeof *out->members);
    for (size_t i = 0; out->members && i < size; i++) {
        out->members[i].node = arena_new(owner, words, sizeof(uint64_t));
        if (!out->members[i].node)
            return false;
    }
    return out->members != NULL;
}

static int compare(const ranked_member *one, uint64_t excess, double value) {
    if (one->excess != excess)
        return one->excess < excess ? -1 : 1;
    return (one->value > value) - (one->value < value);
}

/* The first rank that is worse. */
static size_t rank_behind(const ranked *in, uint64_t excess, double value) {
    size_t low = 0;
    size_t high = in->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare(&in->members[middle], excess, value) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Equal nodes have equal values: they stand right before the newcomer's place. */
static bool is_there(const ranked *in, size_t place, const uint64_t *node, uint64_t excess,
                     double value) {
    while (place-- > 0 && compare(&in->members[place], excess, value) == 0)
        if (memcmp(in->members[place].node, node, in->words * sizeof *node) == 0)
            return true;
    return false;
}

bool ranked_insert(ranked *into, const uint64_t *node, const evaluation *result, uint64_t limit) {
    uint64_t suppressed = result->classes.suppressed;
    uint64_t excess = suppressed > limit ? suppressed - limit : 0;
    size_t place = rank_behind(into, excess, result->value);
    if (place == into->size ||
        (!into->duplicates && is_there(into, place, node, excess, result->value)))
        return false;
    assert(place < into->size && place <= into->count);
    if (into->count < into->size)
        into->count++;
    ranked_member *members = into->members;
    uint64_t *room = members[into->count - 1].node;
    memmove(&members[place + 1], &members[place], (into->count - 1 - place) * sizeof *members);
    memcpy(room, node, into->words * sizeof *node);
    members[place] = (ranked_member){room, result->value, excess};
    assert(place == 0 || compare(&members[place - 1], excess, result->value) <= 0);
    return true;
}

size_t ranked_draw(const ranked *from, double bias, random_stream *stream) {
    assert(from->count > 0 && bias >= 1 && bias <= 2);
    double draw = random_unit(stream);
    double share = draw;
    if (bias > 1)
        share = (bias - sqrt(bias * bias - 4 * (bias - 1) * draw)) / (2 * (bias - 1));
    size_t rank = (size_t)(share * (double)from->count);
    return rank < from->count ? rank : from->count - 1;
}

void ranked_union(const ranked *of, uint64_t *out) {
    memset(out, 0, of->words * sizeof *out);
    for (size_t i = 0; i < of->count; i++)
        for (size_t w = 0; w < of->words; w++)
            out[w] |= of->members[i].node[w];
}
