#include "measure/unique_combinations.h"

#include "base/memory.h"
#include "data/class_table.h"
#include "data/packing.h"
#include "measure/unique_ranking.h"

/* Sets of one size are numbered in lexicographic order. For each, a bit per candidate says whether
 * the candidate is unique on it; so a candidate is a minimal unique of a set when its bit is set
 * and that of no set with one attribute less is. */
typedef struct level {
    size_t size;
    size_t sets;
    uint64_t *bits; /* [set * words] */
} level;

/* Candidates are the tuples of one row, or of one person: no others can be unique on anything. */
typedef struct finder {
    const frequency_set *of;
    const volatile int *cancel;
    unique_combinations *out;
    uint32_t *sizes;      /* [attributes] codes are below */
    uint32_t *candidates; /* [count] tuples */
    size_t count;
    size_t words;      /* of bits for the candidates */
    uint64_t *any;     /* [words] candidates with a minimal unique */
    uint64_t *uses;    /* [attribute * words] with one that uses the attribute */
    uint64_t *minimal; /* [words] of the set being looked at */
    uint64_t *keys;    /* [tuples * key words] of the set being looked at */
    class_table table;
    unique_scores scores;
    unique_records *records; /* may be NULL */
    const uint32_t *owner;   /* [tuples]; NULL: rows are counted */
    uint32_t *owners;        /* [tuples] of the groups of the set being looked at */
} finder;

static bool bit_get(const uint64_t *bits, size_t at) {
    return bits[at / 64] >> (at % 64) & 1;
}

static void bit_set(uint64_t *bits, size_t at) {
    bits[at / 64] |= UINT64_C(1) << (at % 64);
}

/* The first set bit from `at` on; 64 * words when there is none. */
static size_t bit_next(const uint64_t *bits, size_t words, size_t at) {
    for (size_t w = at / 64; w < words; w++, at = w * 64) {
        uint64_t left = bits[w] >> (at % 64);
        if (left)
            return at + (size_t)__builtin_ctzll(left);
    }
    return words * 64;
}

static uint64_t bits_count(const uint64_t *bits, size_t words) {
    uint64_t count = 0;
    for (size_t w = 0; w < words; w++)
        count += (uint64_t)__builtin_popcountll(bits[w]);
    return count;
}

/* Place of an ascending set among those of its size. */
static size_t set_place(const size_t *set, size_t size, size_t attributes) {
    size_t place = 0, next = 0;
    for (size_t i = 0; i < size; i++) {
        for (; next < set[i]; next++)
            place += (size_t)unique_binomial(attributes - next - 1, size - i - 1);
        next = set[i] + 1;
    }
    return place;
}

static bool set_next(size_t *set, size_t size, size_t attributes) {
    for (size_t i = size; i-- > 0;) {
        if (set[i] + size - i >= attributes)
            continue;
        set[i]++;
        for (size_t j = i + 1; j < size; j++)
            set[j] = set[j - 1] + 1;
        return true;
    }
    return false;
}

/* Candidates that are unique on a set with one attribute less. */
static void known_uniques(uint64_t *bits, const finder *in, const level *below, const size_t *set) {
    size_t part[UNIQUE_MOST];
    memset(bits, 0, in->words * sizeof *bits);
    for (size_t left_out = 0; below->size > 0 && left_out <= below->size; left_out++) {
        for (size_t i = 0; i < below->size; i++)
            part[i] = set[i + (i >= left_out)];
        const uint64_t *known =
            below->bits + set_place(part, below->size, in->of->attributes) * in->words;
        for (size_t w = 0; w < in->words; w++)
            bits[w] |= known[w];
    }
}

/* Groups all tuples on the set. */
static bool group_tuples(finder *in, const size_t *set, size_t size) {
    packing_field fields[UNIQUE_MOST];
    uint32_t sizes[UNIQUE_MOST];
    unsigned bits;
    for (size_t i = 0; i < size; i++)
        sizes[i] = in->sizes[set[i]];
    size_t words = packing_layout(fields, sizes, size, &bits);
    memset(in->keys, 0, in->of->tuples * words * sizeof *in->keys);
    if (!class_table_reset(&in->table, words, bits, in->of->tuples))
        return false;
    for (size_t begin = 0; begin < in->of->tuples; begin += PACKING_BLOCK) {
        size_t left = in->of->tuples - begin;
        size_t count = left < PACKING_BLOCK ? left : PACKING_BLOCK;
        uint64_t *keys = in->keys + begin * words;
        for (size_t i = 0; i < size; i++)
            if (fields[i].bits > 0)
                packing_add(keys, words, fields[i], &in->of->codes[set[i]], begin, NULL, count);
        if (!class_table_add(&in->table, keys, in->of->counts + begin, count))
            return false;
    }
    return true;
}

#define OWNER_NONE (UNIQUE_SHARED - 1)

/* Who owns all tuples of each group. */
static void find_owners(finder *in) {
    for (size_t c = 0; c < in->table.classes; c++)
        in->owners[c] = OWNER_NONE;
    for (size_t t = 0; t < in->of->tuples; t++) {
        uint32_t *of = &in->owners[class_table_find(&in->table, in->keys + t * in->table.words)];
        *of = *of == OWNER_NONE || *of == in->owner[t] ? in->owner[t] : UNIQUE_SHARED;
    }
}

static bool is_unique(const finder *in, uint32_t group) {
    return in->owner ? in->owners[group] != UNIQUE_SHARED : in->table.counts[group] == 1;
}

/* Finds the candidates that are unique on the set but not `known`, and adds them to `known`. */
static bool find_minimal(finder *in, uint64_t *known, const size_t *set, size_t size) {
    memset(in->minimal, 0, in->words * sizeof *in->minimal);
    if (bits_count(known, in->words) == in->count)
        return true;
    if (!group_tuples(in, set, size))
        return false;
    if (in->owner)
        find_owners(in);
    for (size_t i = 0; i < in->count; i++) {
        if (bit_get(known, i))
            continue;
        const uint64_t *key = in->keys + in->candidates[i] * in->table.words;
        if (is_unique(in, class_table_find(&in->table, key)))
            bit_set(in->minimal, i);
    }
    for (size_t w = 0; w < in->words; w++)
        known[w] |= in->minimal[w];
    return true;
}

static void count_by_record(const finder *in, size_t size) {
    uint32_t *count = in->records->count[size];
    for (size_t c = bit_next(in->minimal, in->words, 0); c < in->count;
         c = bit_next(in->minimal, in->words, c + 1))
        count[in->candidates[c]]++;
}

static void count_set(finder *in, const size_t *set, size_t size) {
    uint64_t records = bits_count(in->minimal, in->words);
    uint64_t score = unique_score(in->of->attributes, size, in->out->most);
    in->out->subsets++;
    if (records == 0)
        return;
    in->out->sets += records;
    in->out->score += records * score;
    unique_rank_subset(in->out, set, size, records);
    if (in->records)
        count_by_record(in, size);
    for (size_t i = 0; i < size; i++) {
        unique_attribute *attribute = &in->out->attribute[set[i]];
        attribute->sets += records;
        attribute->score += records * score;
        uint64_t *uses = in->uses + set[i] * in->words;
        for (size_t w = 0; w < in->words; w++)
            uses[w] |= in->minimal[w];
        for (size_t c = bit_next(in->minimal, in->words, 0); c < in->count;
             c = bit_next(in->minimal, in->words, c + 1))
            unique_scores_add(&in->scores, set[i],
                              codes_get(&in->of->codes[set[i]], in->candidates[c]), score);
    }
}

static shoal_status find_level(finder *in, level *here, const level *below, shoal_error *error) {
    size_t set[UNIQUE_MOST];
    here->size = below->size + 1;
    here->sets = (size_t)unique_binomial(in->of->attributes, here->size);
    here->bits = memory_new(here->sets, in->words * sizeof *here->bits);
    if (!here->bits)
        return status_no_memory(error);
    for (size_t i = 0; i < here->size; i++)
        set[i] = i;
    for (size_t place = 0; place < here->sets; place++) {
        uint64_t *bits = here->bits + place * in->words;
        if (in->cancel && *in->cancel)
            return status_fail(error, SHOAL_INTERRUPTED,
                               "interrupted while looking for unique combinations");
        known_uniques(bits, in, below, set);
        if (!find_minimal(in, bits, set, here->size))
            return status_no_memory(error);
        count_set(in, set, here->size);
        set_next(set, here->size, in->of->attributes);
    }
    for (size_t place = 0; place < here->sets; place++)
        for (size_t w = 0; w < in->words; w++)
            in->any[w] |= here->bits[place * in->words + w];
    return SHOAL_OK;
}

static shoal_status find_levels(finder *in, shoal_error *error) {
    level below = {0};
    shoal_status status = SHOAL_OK;
    for (size_t size = 1; size <= in->out->most && status == SHOAL_OK; size++) {
        level here;
        uint64_t before = bits_count(in->any, in->words);
        status = find_level(in, &here, &below, error);
        memory_free(below.bits);
        below = here;
        in->out->by_size[size] = bits_count(in->any, in->words) - before;
    }
    memory_free(below.bits);
    in->out->records = bits_count(in->any, in->words);
    return status;
}

static bool open_records(const finder *in) {
    if (!in->records)
        return true;
    *in->records = (unique_records){.most = in->out->most};
    for (size_t size = 1; size <= in->out->most; size++) {
        in->records->count[size] = memory_zero(in->of->tuples, sizeof **in->records->count);
        if (!in->records->count[size])
            return false;
    }
    return true;
}

static bool open_finder(finder *in) {
    const frequency_set *of = in->of;
    in->sizes = memory_zero(of->attributes, sizeof *in->sizes);
    in->candidates = memory_new(of->tuples, sizeof *in->candidates);
    if (!in->sizes || !in->candidates)
        return false;
    for (size_t t = 0; t < of->tuples; t++)
        if (in->owner ? in->owner[t] != UNIQUE_SHARED : of->counts[t] == 1)
            in->candidates[in->count++] = (uint32_t)t;
    for (size_t a = 0; a < of->attributes; a++)
        for (size_t t = 0; t < of->tuples; t++)
            if (codes_get(&of->codes[a], t) >= in->sizes[a])
                in->sizes[a] = codes_get(&of->codes[a], t) + 1;
    in->words = (in->count + 63) / 64;
    in->any = memory_zero(in->words, sizeof *in->any);
    in->minimal = memory_new(in->words, sizeof *in->minimal);
    in->uses = memory_zero(of->attributes, in->words * sizeof *in->uses);
    /* Two codes always fit into one word. */
    in->keys = memory_new(of->tuples, (in->out->most / 2 + 1) * sizeof *in->keys);
    in->owners = in->owner ? memory_new(of->tuples, sizeof *in->owners) : NULL;
    return (!in->owner || in->owners) && in->any && in->minimal && in->uses && in->keys &&
           unique_scores_open(&in->scores, in->sizes, of->attributes) && open_records(in);
}

static void close_finder(finder *in) {
    unique_scores_close(&in->scores);
    class_table_free(&in->table);
    memory_free(in->keys);
    memory_free(in->owners);
    memory_free(in->uses);
    memory_free(in->minimal);
    memory_free(in->any);
    memory_free(in->candidates);
    memory_free(in->sizes);
}

static void count_records(finder *in) {
    for (size_t a = 0; a < in->of->attributes; a++) {
        unique_attribute *attribute = &in->out->attribute[a];
        const uint64_t *uses = in->uses + a * in->words;
        attribute->records = bits_count(uses, in->words);
        attribute->share = in->out->score ? (double)attribute->score / (double)in->out->score : 0;
        for (size_t c = bit_next(uses, in->words, 0); c < in->count;
             c = bit_next(uses, in->words, c + 1))
            unique_scores_record(&in->scores, a, codes_get(&in->of->codes[a], in->candidates[c]));
    }
    unique_rank_values(in->out, &in->scores);
}

shoal_status unique_combinations_find(unique_combinations *out, const frequency_set *of,
                                      const unique_options *options, shoal_error *error) {
    finder in = {.of = of,
                 .cancel = options->cancel,
                 .out = out,
                 .records = options->records,
                 .owner = options->owner};
    if (in.records)
        *in.records = (unique_records){0};
    *out = (unique_combinations){.attributes = of->attributes, .rows = of->rows};
    unique_limit(out, of, options);
    out->attribute = memory_zero(of->attributes, sizeof *out->attribute);
    shoal_status status = SHOAL_OK;
    if (!out->attribute || !open_finder(&in))
        status = status_no_memory(error);
    out->unique_rows = in.count;
    if (status == SHOAL_OK && in.count > 0)
        status = find_levels(&in, error);
    if (status == SHOAL_OK)
        count_records(&in);
    else
        unique_combinations_free(out);
    close_finder(&in);
    return status;
}

void unique_combinations_free(unique_combinations *found) {
    memory_free(found->attribute);
    found->attribute = NULL;
}

void unique_records_free(unique_records *made) {
    for (size_t size = 1; size <= UNIQUE_MOST; size++)
        memory_free(made->count[size]);
    *made = (unique_records){0};
}

double unique_record_score(const unique_records *of, size_t tuple, size_t attributes) {
    double score = 0;
    for (size_t size = 1; size <= of->most; size++) {
        if (of->count[size][tuple] == 0)
            continue;
        double each = 1;
        for (size_t i = size; i < attributes; i++)
            each *= (double)(attributes - i);
        score += each * of->count[size][tuple];
    }
    return score;
}
