#include "measure/pattern_table.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdlib.h>

void pattern_table_close(pattern_table *made) {
    memory_free(made->pattern);
    memory_free(made->pairs);
    memory_free(made->slots);
    *made = (pattern_table){.words = made->words};
}

static bool patterns_equal(const uint64_t *a, const uint64_t *b, size_t words) {
    for (size_t w = 0; w < words; w++)
        if (a[w] != b[w])
            return false;
    return true;
}

/* The slot of the pattern, or the free one where it belongs. */
static size_t slot_find(const pattern_table *in, const uint64_t *pattern) {
    size_t mask = in->slot_count - 1;
    size_t at = hash_words(pattern, in->words) & mask;
    while (in->slots[at] != 0 &&
           !patterns_equal(in->pattern + (in->slots[at] - 1) * in->words, pattern, in->words))
        at = (at + 1) & mask;
    return at;
}

static bool slots_grow(pattern_table *in) {
    if (in->count < in->slot_count / 2)
        return true;
    size_t larger = in->slot_count ? 2 * in->slot_count : 64;
    uint32_t *slots = memory_zero(larger, sizeof *slots);
    if (!slots)
        return false;
    memory_free(in->slots);
    in->slots = slots;
    in->slot_count = larger;
    for (size_t i = 0; i < in->count; i++)
        in->slots[slot_find(in, in->pattern + i * in->words)] = (uint32_t)(i + 1);
    return true;
}

static bool pattern_append(pattern_table *to, const uint64_t *pattern, uint64_t pairs) {
    if (!memory_grow((void **)&to->pattern, &to->pattern_capacity, (to->count + 1) * to->words,
                     sizeof *to->pattern) ||
        !memory_grow((void **)&to->pairs, &to->pairs_capacity, to->count + 1, sizeof *to->pairs))
        return false;
    memcpy(to->pattern + to->count * to->words, pattern, to->words * sizeof *pattern);
    to->pairs[to->count++] = pairs;
    return true;
}

bool pattern_table_add(pattern_table *to, const uint64_t *pattern, uint64_t pairs) {
    if (!slots_grow(to))
        return false;
    size_t at = slot_find(to, pattern);
    if (to->slots[at] != 0) {
        to->pairs[to->slots[at] - 1] += pairs;
        return true;
    }
    if (!pattern_append(to, pattern, pairs))
        return false;
    to->slots[at] = (uint32_t)to->count;
    return true;
}

bool pattern_table_add_all(pattern_table *to, const pattern_table *from) {
    for (size_t i = 0; i < from->count; i++)
        if (!pattern_table_add(to, from->pattern + i * from->words, from->pairs[i]))
            return false;
    return true;
}

/* Rows of the pattern's words and its number of pairs. */
static int by_pattern(const void *one, const void *other, void *words) {
    const uint64_t *a = one;
    const uint64_t *b = other;
    for (size_t w = 0; w < *(const size_t *)words; w++)
        if (a[w] != b[w])
            return a[w] < b[w] ? -1 : 1;
    return 0;
}

bool pattern_table_sort(pattern_table *in) {
    size_t width = in->words + 1;
    uint64_t *rows = memory_new(in->count, width * sizeof *rows);
    if (!rows)
        return false;
    for (size_t i = 0; i < in->count; i++) {
        memcpy(rows + i * width, in->pattern + i * in->words, in->words * sizeof *rows);
        rows[i * width + in->words] = in->pairs[i];
    }
    qsort_r(rows, in->count, width * sizeof *rows, by_pattern, &in->words);
    for (size_t i = 0; i < in->count; i++) {
        memcpy(in->pattern + i * in->words, rows + i * width, in->words * sizeof *rows);
        in->pairs[i] = rows[i * width + in->words];
    }
    memory_free(rows);
    return true;
}
