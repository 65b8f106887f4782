/* Counter-based random streams: the numbers depend only on (seed, purpose, index), never on the
 * order of the requests, so a run gives the same bytes for every number of threads. */
#ifndef SHOAL_BASE_RANDOM_H
#define SHOAL_BASE_RANDOM_H

#include "base/hash.h"

typedef struct random_stream {
    uint64_t key;
    uint64_t counter;
} random_stream;

/* `purpose` is a short constant such as "mutation"; `index` distinguishes streams of one purpose.
 * */
static inline random_stream random_open(uint64_t seed, const char *purpose, uint64_t index) {
    uint64_t key = hash_mix(seed ^ 0x5851f42d4c957f2du);
    key = hash_mix(key ^ hash_bytes(purpose, strlen(purpose)));
    return (random_stream){hash_mix(key + index * 0x9e3779b97f4a7c15u), 0};
}

static inline uint64_t random_next(random_stream *stream) {
    return hash_mix(stream->key + ++stream->counter * 0x9e3779b97f4a7c15u);
}

/* Uniform in [0, bound), without the bias of a plain remainder. bound > 0. */
static inline uint64_t random_below(random_stream *stream, uint64_t bound) {
    uint64_t threshold = (0 - bound) % bound;
    uint64_t draw;
    do
        draw = random_next(stream);
    while (draw < threshold);
    return draw % bound;
}

/* Uniform in [0, 1). */
static inline double random_unit(random_stream *stream) {
    return (double)(random_next(stream) >> 11) * 0x1p-53;
}

#endif
