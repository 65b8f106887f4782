/* Mixing functions for hash tables. Not for secrets. */
#ifndef SHOAL_BASE_HASH_H
#define SHOAL_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t hash_mix(uint64_t x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ (x >> 32);
}

/* One multiplication and a fold of its 128-bit product: enough for well-spread table slots. */
static inline uint64_t hash_word(uint64_t x) {
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)(x ^ 0x9e3779b97f4a7c15u) * 0xa0761d6478bd642fu;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t hash_words(const uint64_t *words, size_t count) {
    uint64_t hash = count;
    for (size_t i = 0; i < count; i++)
        hash = hash_word(hash ^ words[i]) + i;
    return hash;
}

static inline uint64_t hash_bytes(const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    uint64_t hash = length * 0x9e3779b97f4a7c15u;
    for (; length >= 8; length -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        hash = hash_word(hash ^ word);
    }
    uint64_t last = 0;
    memcpy(&last, at, length);
    return hash_word(hash ^ last);
}

#endif
