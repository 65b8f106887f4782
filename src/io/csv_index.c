#include "io/csv_index.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define BLOCK 64

typedef struct block_masks {
    uint64_t ends;  /* delimiters and line feeds */
    uint64_t lines; /* line feeds */
    uint64_t quotes;
    uint64_t nul; /* not zero when there is a NUL byte */
} block_masks;

typedef block_masks block_classifier(const char *text, char delimiter);

typedef struct index_state {
    csv_span *spans;
    size_t count; /* values that ended */
    size_t lines; /* line ends among them */
    bool quoted;  /* there were quotes */
} index_state;

/* Bit i of the result: the number of set bits up to and including i is odd. */
static inline uint64_t running_parity(uint64_t bits) {
    for (int step = 1; step < BLOCK; step *= 2)
        bits ^= bits << step;
    return bits;
}

/* The end of one value is followed by the begin of the next. */
static inline void emit(index_state *state, uint64_t ends, size_t at) {
    uint32_t *to = &state->spans[state->count].end;
    state->count += (size_t)__builtin_popcountll(ends);
    while (ends) {
        uint32_t position = (uint32_t)at + (uint32_t)__builtin_ctzll(ends);
        to[0] = position;
        to[1] = position + 1;
        to += 2;
        ends &= ends - 1;
    }
}

/* The loop behind both instruction sets; `classify` is constant and inlined. False: csv_scan has
 * to look. A quote may open a value only behind a delimiter, a line end or (doubled) a quote. */
static inline __attribute__((always_inline)) bool index_blocks(block_classifier *classify,
                                                               index_state *state, const char *text,
                                                               size_t begin, size_t end,
                                                               char delimiter, size_t most) {
    uint64_t inside = 0;
    uint64_t opener = 1; /* the byte before this block lets a quote open a value */
    for (size_t at = begin; at < end && state->count < most; at += BLOCK) {
        block_masks masks = classify(text + at, delimiter);
        if (end - at < BLOCK) {
            uint64_t valid = ((uint64_t)1 << (end - at)) - 1;
            masks.ends &= valid;
            masks.lines &= valid;
            masks.quotes &= valid;
            masks.nul &= valid;
        }
        if (masks.nul)
            return false;
        if (masks.quotes | inside) {
            state->quoted = true;
            uint64_t quoted = running_parity(masks.quotes) ^ inside;
            uint64_t allowed = ((masks.ends | masks.quotes) << 1) | opener;
            if (masks.quotes & quoted & ~allowed)
                return false;
            opener = (masks.ends | masks.quotes) >> 63;
            inside = (uint64_t)((int64_t)quoted >> 63);
            masks.ends &= ~quoted;
            masks.lines &= ~quoted;
        } else {
            opener = masks.ends >> 63;
        }
        state->lines += (size_t)__builtin_popcountll(masks.lines);
        emit(state, masks.ends, at);
    }
    return true;
}

#if defined(__x86_64__)

static inline __attribute__((target("avx2"))) uint64_t equal_avx2(__m256i low, __m256i high,
                                                                  __m256i wanted) {
    uint32_t first = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, wanted));
    uint32_t second = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, wanted));
    return (uint64_t)second << 32 | first;
}

static inline __attribute__((target("avx2"))) block_masks classify_avx2(const char *text,
                                                                        char delimiter) {
    __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)text);
    __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(text + 32));
    block_masks masks;
    masks.lines = equal_avx2(low, high, _mm256_set1_epi8('\n'));
    masks.ends = masks.lines | equal_avx2(low, high, _mm256_set1_epi8(delimiter));
    masks.quotes = equal_avx2(low, high, _mm256_set1_epi8('"'));
    masks.nul = equal_avx2(low, high, _mm256_setzero_si256());
    return masks;
}

static __attribute__((target("avx2,bmi,popcnt"))) bool index_avx2(index_state *state,
                                                                  const char *text, size_t begin,
                                                                  size_t end, char delimiter,
                                                                  size_t most) {
    return index_blocks(classify_avx2, state, text, begin, end, delimiter, most);
}

static inline uint64_t equal_block(const char *text, char wanted) {
    uint64_t bits = 0;
    for (int i = 0; i < BLOCK; i += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(text + i));
        int equal = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(wanted)));
        bits |= (uint64_t)(uint32_t)equal << i;
    }
    return bits;
}

#else

static inline uint64_t equal_block(const char *text, char wanted) {
    uint64_t bits = 0;
    for (int i = 0; i < BLOCK; i++)
        bits |= (uint64_t)(text[i] == wanted) << i;
    return bits;
}

#endif

static inline block_masks classify_any(const char *text, char delimiter) {
    block_masks masks;
    masks.lines = equal_block(text, '\n');
    masks.ends = masks.lines | equal_block(text, delimiter);
    masks.quotes = equal_block(text, '"');
    masks.nul = equal_block(text, '\0');
    return masks;
}

static bool index_any(index_state *state, const char *text, size_t begin, size_t end,
                      char delimiter, size_t most) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"))
        return index_avx2(state, text, begin, end, delimiter, most);
#endif
    return index_blocks(classify_any, state, text, begin, end, delimiter, most);
}

/* Every columns-th value must end its line; as the number of line ends is known, no other does. */
static bool end_rows(const char *text, csv_span *spans, size_t rows, size_t columns) {
    for (size_t row = 0; row < rows; row++) {
        csv_span *span = &spans[row * columns + columns - 1];
        if (text[span->end] != '\n')
            return false;
        if (span->end > span->begin && text[span->end - 1] == '\r')
            span->end--;
    }
    return true;
}

static void trim_spans(const char *text, csv_span *spans, size_t count) {
    for (size_t i = 0; i < count; i++)
        while (spans[i].begin < spans[i].end &&
               (text[spans[i].begin] == ' ' || text[spans[i].begin] == '\t'))
            spans[i].begin++;
}

/* Takes the quotes off a value: false unless they are around all of it. */
static bool strip_quotes(const char *text, csv_span *span, bool *escaped) {
    if (span->end - span->begin < 2 || text[span->end - 1] != '"')
        return false;
    span->begin++;
    span->end--;
    const char *at = text + span->begin;
    const char *end = text + span->end;
    while (at < end && (at = memchr(at, '"', (size_t)(end - at))) != NULL) {
        if (at + 1 == end || at[1] != '"')
            return false;
        *escaped = true;
        at += 2;
    }
    return true;
}

/* The text is changed only once every value was found sound: csv_scan may still have to read it. */
static bool strip_all_quotes(char *text, csv_span *spans, size_t count) {
    bool escaped = false;
    for (size_t i = 0; i < count; i++)
        if (text[spans[i].begin] == '"' && spans[i].end > spans[i].begin &&
            !strip_quotes(text, &spans[i], &escaped))
            return false;
    for (size_t i = 0; escaped && i < count; i++)
        if (spans[i].end > spans[i].begin)
            csv_unescape(text, &spans[i]);
    return true;
}

size_t csv_index(const csv_dialect *dialect, char *text, size_t begin, size_t end, csv_span *spans,
                 size_t most, size_t columns, size_t *next) {
    index_state state = {.spans = spans};
    spans[0].begin = (uint32_t)begin;
    if (!index_any(&state, text, begin, end, dialect->delimiter, most))
        return 0;
    size_t rows = state.count / columns;
    if (state.lines != rows || !end_rows(text, spans, rows, columns))
        return 0;
    *next = spans[rows * columns].begin;
    if (dialect->trim)
        trim_spans(text, spans, rows * columns);
    if (state.quoted && !strip_all_quotes(text, spans, rows * columns))
        return 0;
    return rows;
}

size_t csv_count_lines(const char *text, size_t length) {
    size_t lines = 0;
    while (length > 0) {
        size_t now = length < UINT8_MAX ? length : UINT8_MAX;
        uint8_t few = 0;
        for (size_t i = 0; i < now; i++)
            few = (uint8_t)(few + (text[i] == '\n'));
        lines += few;
        text += now;
        length -= now;
    }
    return lines;
}
