#include "store/csv_index.h"

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

/* What is known of quotes at the end of a block. */
typedef struct quote_state {
    uint64_t inside;      /* all bits: within a quoted value */
    uint64_t after_end;   /* lowest bit: the last byte was a delimiter or line feed */
    uint64_t after_quote; /* lowest bit: it was a quote */
    bool seen;            /* there were quotes */
    bool doubled;         /* some were doubled */
} quote_state;

typedef struct index_state {
    csv_span *spans;
    size_t count; /* values that ended */
    size_t lines; /* line ends among them */
    quote_state quotes;
} index_state;

/* Bit i of the result: the number of set bits up to and including i is odd. */
static inline uint64_t running_parity(uint64_t bits) {
    for (int step = 1; step < BLOCK; step *= 2)
        bits ^= bits << step;
    return bits;
}

/* Takes the delimiters and line feeds inside of quotes out of the masks. A quote may open a value
 * only behind a delimiter or line end, or (doubled) behind a quote; false where one does not. */
static inline bool resolve_quotes(block_masks *masks, quote_state *state) {
    uint64_t quotes = masks->quotes;
    if (!(quotes | state->inside)) {
        state->after_end = masks->ends >> 63;
        state->after_quote = 0;
        return true;
    }
    uint64_t quoted = running_parity(quotes) ^ state->inside;
    uint64_t openers = quotes & quoted;
    uint64_t behind_quote = openers & ((quotes << 1) | state->after_quote);
    uint64_t behind_end = openers & ((masks->ends << 1) | state->after_end);
    state->seen = true;
    state->doubled |= behind_quote != 0;
    state->after_end = masks->ends >> 63;
    state->after_quote = quotes >> 63;
    state->inside = 0 - (quoted >> 63);
    masks->ends &= ~quoted;
    masks->lines &= ~quoted;
    return openers == (behind_quote | behind_end);
}

/* The masks of a block, of which only the first `valid` bytes count. */
static inline void cut_masks(block_masks *masks, size_t valid) {
    if (valid >= BLOCK)
        return;
    uint64_t kept = ((uint64_t)1 << valid) - 1;
    masks->ends &= kept;
    masks->lines &= kept;
    masks->quotes &= kept;
    masks->nul &= kept;
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

/* The loops behind all instruction sets; `classify` is constant and inlined. */
#define INLINED static inline __attribute__((always_inline))

/* Spans of the text until `most` are there. False: csv_scan has to look. */
INLINED bool index_blocks(block_classifier *classify, index_state *state, const char *text,
                          size_t begin, size_t end, char delimiter, size_t most) {
    for (size_t at = begin; at < end && state->count < most; at += BLOCK) {
        block_masks masks = classify(text + at, delimiter);
        cut_masks(&masks, end - at);
        if (masks.nul || !resolve_quotes(&masks, &state->quotes))
            return false;
        state->lines += (size_t)__builtin_popcountll(masks.lines);
        emit(state, masks.ends, at);
    }
    return true;
}

/* End of the last record; false: csv_last_end has to look. */
INLINED bool last_end_blocks(block_classifier *classify, const char *text, size_t length,
                             char delimiter, size_t *last) {
    quote_state quotes = {.after_end = 1};
    *last = 0;
    for (size_t at = 0; at < length; at += BLOCK) {
        block_masks masks = classify(text + at, delimiter);
        cut_masks(&masks, length - at);
        if (!resolve_quotes(&masks, &quotes))
            return false;
        if (masks.lines)
            *last = at + BLOCK - (size_t)__builtin_clzll(masks.lines);
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

#define FOR_AVX2 __attribute__((target("avx2,bmi,popcnt")))

static FOR_AVX2 bool index_avx2(index_state *state, const char *text, size_t begin, size_t end,
                                char delimiter, size_t most) {
    return index_blocks(classify_avx2, state, text, begin, end, delimiter, most);
}

static FOR_AVX2 bool last_end_avx2(const char *text, size_t length, char delimiter, size_t *last) {
    return last_end_blocks(classify_avx2, text, length, delimiter, last);
}

static bool has_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi");
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
    if (has_avx2())
        return index_avx2(state, text, begin, end, delimiter, most);
#endif
    return index_blocks(classify_any, state, text, begin, end, delimiter, most);
}

static bool last_end_any(const char *text, size_t length, char delimiter, size_t *last) {
#if defined(__x86_64__)
    if (has_avx2())
        return last_end_avx2(text, length, delimiter, last);
#endif
    return last_end_blocks(classify_any, text, length, delimiter, last);
}

size_t csv_index_last_end(const csv_dialect *dialect, const char *text, size_t length) {
    if (!memchr(text, '"', length)) {
        const char *line = memrchr(text, '\n', length);
        return line ? (size_t)(line - text) + 1 : 0;
    }
    size_t last;
    if (last_end_any(text, length, dialect->delimiter, &last))
        return last;
    return csv_last_end(dialect, text, length);
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
static bool strip_quotes(const char *text, csv_span *span) {
    if (span->end - span->begin < 2 || text[span->end - 1] != '"')
        return false;
    span->begin++;
    span->end--;
    return true;
}

static bool quotes_are_doubled(const char *at, const char *end) {
    while (at < end && (at = memchr(at, '"', (size_t)(end - at))) != NULL) {
        if (at + 1 == end || at[1] != '"')
            return false;
        at += 2;
    }
    return true;
}

/* The text is changed only once every value was found sound: csv_scan may still have to read it. */
static bool strip_all_quotes(char *text, csv_span *spans, size_t count, bool doubled) {
    for (size_t i = 0; i < count; i++) {
        csv_span *span = &spans[i];
        if (span->end == span->begin || text[span->begin] != '"')
            continue;
        if (!strip_quotes(text, span))
            return false;
        if (doubled && !quotes_are_doubled(text + span->begin, text + span->end))
            return false;
    }
    for (size_t i = 0; doubled && i < count; i++)
        if (spans[i].end > spans[i].begin)
            csv_unescape(text, &spans[i]);
    return true;
}

size_t csv_index(const csv_dialect *dialect, char *text, size_t begin, size_t end, csv_span *spans,
                 size_t most, size_t columns, size_t *next) {
    index_state state = {.spans = spans, .quotes.after_end = 1};
    spans[0].begin = (uint32_t)begin;
    if (!index_any(&state, text, begin, end, dialect->delimiter, most))
        return 0;
    size_t rows = state.count / columns;
    if (state.lines != rows || !end_rows(text, spans, rows, columns))
        return 0;
    *next = spans[rows * columns].begin;
    if (dialect->trim)
        trim_spans(text, spans, rows * columns);
    if (state.quotes.seen && !strip_all_quotes(text, spans, rows * columns, state.quotes.doubled))
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
