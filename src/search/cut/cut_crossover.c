#include "search/cut/cut_crossover.h"

#include <assert.h>

typedef enum relation { AGREE, DIFFER, BOTH_SET } relation;

/* The first bit from `from` on where the parents are so related; `bits` when there is none. */
static size_t bit_where(relation wanted, const uint64_t *one, const uint64_t *other, size_t from,
                        size_t bits) {
    if (from >= bits)
        return bits;
    for (size_t word = from / 64; word <= (bits - 1) / 64; word++) {
        uint64_t differ = one[word] ^ other[word];
        uint64_t found = wanted == AGREE    ? ~differ
                         : wanted == DIFFER ? differ
                                            : one[word] & other[word];
        found &= bits_mask(word, from, bits);
        if (found)
            return word * 64 + (size_t)__builtin_ctzll(found);
    }
    return bits;
}

size_t crossover_points(const uint64_t *one, const uint64_t *other, size_t bits, uint32_t *out) {
    size_t count = 0, point = 0;
    for (;;) {
        size_t agreed = bit_where(AGREE, one, other, point, bits);
        size_t differed = bit_where(DIFFER, one, other, agreed, bits);
        point = bit_where(BOTH_SET, one, other, differed, bits) + 1;
        if (point >= bits)
            return count;
        assert(count < bits && (count == 0 || out[count - 1] < point));
        out[count++] = (uint32_t)point;
    }
}

static void child_is(uint64_t *child, const uint64_t *parent, size_t bits) {
    memcpy(child, parent, (bits + 63) / 64 * sizeof *child);
}

static void child_take(uint64_t *child, const uint64_t *parent, size_t begin, size_t end) {
    if (begin >= end)
        return;
    for (size_t word = begin / 64; word <= (end - 1) / 64; word++) {
        uint64_t mask = bits_mask(word, begin, end);
        child[word] = (child[word] & ~mask) | (parent[word] & mask);
    }
}

void crossover_between(uint64_t *child, const uint64_t *one, const uint64_t *other, size_t bits,
                       size_t begin, size_t end) {
    child_is(child, one, bits);
    child_take(child, other, begin, end);
}

/* Two different numbers below `bound`, ascending; all pairs are equally likely. */
static void random_pair(size_t *first, size_t *second, size_t bound, random_stream *stream) {
    assert(bound >= 2);
    size_t a = random_below(stream, bound), b = random_below(stream, bound - 1);
    b += b >= a;
    *first = a < b ? a : b;
    *second = a < b ? b : a;
}

static void cross_at_two(uint64_t *child, const uint64_t *other, size_t bits,
                         const uint32_t *points, size_t count, random_stream *stream) {
    if (count == 1) {
        child_take(child, other, points[0], bits);
        return;
    }
    size_t first, second;
    random_pair(&first, &second, count, stream);
    child_take(child, other, points[first], points[second]);
}

static void cross_at_all(uint64_t *child, const uint64_t *other, size_t bits,
                         const uint32_t *points, size_t count) {
    for (size_t i = 0; i < count; i += 2)
        child_take(child, other, points[i], i + 1 < count ? points[i + 1] : bits);
}

static void cross_at_any(uint64_t *child, const uint64_t *other, size_t bits,
                         const uint32_t *points, size_t count, random_stream *stream) {
    uint64_t coins = 0;
    for (size_t i = 0; i <= count; i++, coins >>= 1) {
        if (i % 64 == 0)
            coins = random_next(stream);
        if (coins & 1)
            child_take(child, other, i ? points[i - 1] : 0, i < count ? points[i] : bits);
    }
}

bool crossover_preserving(uint64_t *child, const uint64_t *one, const uint64_t *other, size_t bits,
                          crossover_use use, uint32_t *points, random_stream *stream) {
    assert(child != one && child != other);
    child_is(child, one, bits);
    size_t count = crossover_points(one, other, bits, points);
    if (count == 0)
        return false;
    if (use == CROSSOVER_ALL)
        cross_at_all(child, other, bits, points, count);
    else if (use == CROSSOVER_TWO)
        cross_at_two(child, other, bits, points, count, stream);
    else
        cross_at_any(child, other, bits, points, count, stream);
    return true;
}

static size_t count_differing(const uint64_t *one, const uint64_t *other, size_t bits) {
    size_t count = 0;
    for (size_t word = 0; word < (bits + 63) / 64; word++)
        count += (size_t)__builtin_popcountll(one[word] ^ other[word]);
    return count;
}

/* The differing bit before which there are `rank` others; `bits` when there is none. */
static size_t differing_at(const uint64_t *one, const uint64_t *other, size_t bits, size_t rank) {
    for (size_t word = 0; word < (bits + 63) / 64; word++) {
        uint64_t differ = one[word] ^ other[word];
        size_t here = (size_t)__builtin_popcountll(differ);
        if (rank < here) {
            for (; rank > 0; rank--)
                differ &= differ - 1;
            return word * 64 + (size_t)__builtin_ctzll(differ);
        }
        rank -= here;
    }
    return bits;
}

bool crossover_reduced_surrogate(uint64_t *child, const uint64_t *one, const uint64_t *other,
                                 size_t bits, random_stream *stream) {
    size_t differing = count_differing(one, other, bits);
    if (differing < 2) {
        child_is(child, one, bits);
        return false;
    }
    size_t first, second;
    do
        random_pair(&first, &second, differing + 1, stream);
    while (first == 0 && second == differing);
    crossover_between(child, one, other, bits, differing_at(one, other, bits, first),
                      differing_at(one, other, bits, second));
    return true;
}
