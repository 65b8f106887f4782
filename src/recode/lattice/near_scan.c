#include "recode/lattice/near_scan.h"

#include <assert.h>

static void scan_from(near_scanned *to, const uint32_t *counters, size_t begin, size_t end,
                      uint64_t least, uint32_t *out) {
    for (size_t i = begin; i < end; i++) {
        to->groups += counters[i] > 0;
        to->squares += (uint64_t)counters[i] * counters[i];
        out[to->listed] = (uint32_t)i;
        to->listed += counters[i] >= least;
    }
}

near_scanned near_scan_plainly(const uint32_t *counters, size_t count, uint64_t least,
                               uint32_t *out) {
    near_scanned found = {0};
    assert(least > 0);
    scan_from(&found, counters, 0, count, least, out);
    return found;
}

#if defined __SSE2__

#include <emmintrin.h>

/* Four counters at a time; every x86-64 has what it takes. */
enum { LANES = 4 };

/* For each set of lanes their numbers, a byte each, the lowest first. */
static const uint32_t lanes_of[16] = {
    0, 0,      1,      0x0100,   2,      0x0200,   0x0201,   0x020100,
    3, 0x0300, 0x0301, 0x030100, 0x0302, 0x030200, 0x030201, 0x03020100,
};
static const uint8_t lane_count[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

typedef struct scan_sums {
    __m128i empty;   /* minus the number of zeros, in each lane */
    __m128i squares; /* of the even lanes and of the odd ones */
} scan_sums;

static inline void add_lanes(scan_sums *to, __m128i rows) {
    __m128i odd = _mm_srli_epi64(rows, 32);
    to->empty = _mm_add_epi32(to->empty, _mm_cmpeq_epi32(rows, _mm_setzero_si128()));
    to->squares = _mm_add_epi64(to->squares, _mm_mul_epu32(rows, rows));
    to->squares = _mm_add_epi64(to->squares, _mm_mul_epu32(odd, odd));
}

/* Writes all four places, of which those of the set count. */
static inline void list_lanes(uint32_t *out, size_t at, int set) {
    __m128i zero = _mm_setzero_si128();
    __m128i lanes = _mm_cvtsi32_si128((int)lanes_of[set]);
    lanes = _mm_unpacklo_epi16(_mm_unpacklo_epi8(lanes, zero), zero);
    lanes = _mm_add_epi32(lanes, _mm_set1_epi32((int)at));
    _mm_storeu_si128((__m128i *)(void *)out, lanes);
}

static void finish(const scan_sums *sums, size_t count, near_scanned *out) {
    uint64_t squares[2];
    uint32_t empty[LANES];
    _mm_storeu_si128((__m128i *)(void *)squares, sums->squares);
    _mm_storeu_si128((__m128i *)(void *)empty, sums->empty);
    out->squares = squares[0] + squares[1];
    out->groups = count;
    for (size_t i = 0; i < LANES; i++)
        out->groups -= (uint32_t)-empty[i];
}

near_scanned near_scan(const uint32_t *counters, size_t count, uint64_t least, uint32_t *out) {
    near_scanned found = {0};
    scan_sums sums = {_mm_setzero_si128(), _mm_setzero_si128()};
    size_t whole = count - count % LANES;
    assert(least > 0);
    if (least > UINT32_MAX)
        return near_scan_plainly(counters, count, least, out);
    /* Comparing is signed: both sides are shifted. */
    __m128i sign = _mm_set1_epi32(INT32_MIN);
    __m128i below = _mm_xor_si128(_mm_set1_epi32((int)(uint32_t)(least - 1)), sign);
    for (size_t i = 0; i < whole; i += LANES) {
        __m128i rows = _mm_loadu_si128((const __m128i *)(const void *)(counters + i));
        __m128i enough = _mm_cmpgt_epi32(_mm_xor_si128(rows, sign), below);
        int set = _mm_movemask_ps(_mm_castsi128_ps(enough));
        add_lanes(&sums, rows);
        list_lanes(out + found.listed, i, set);
        found.listed += lane_count[set];
    }
    finish(&sums, whole, &found);
    scan_from(&found, counters, whole, count, least, out);
    return found;
}

#else

near_scanned near_scan(const uint32_t *counters, size_t count, uint64_t least, uint32_t *out) {
    return near_scan_plainly(counters, count, least, out);
}

#endif
