#include "recode/microaggregation/row_classes.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

#define NO_KEY UINT64_MAX

bool row_classes_open(row_classes *out, size_t rows, arena *memory) {
    *out = (row_classes){.rows = rows, .slots = 16};
    while (out->slots < 2 * rows)
        out->slots *= 2;
    out->of = arena_new(memory, rows, sizeof *out->of);
    out->sizes = arena_new(memory, rows + 1, sizeof *out->sizes);
    out->key = arena_new(memory, out->slots, sizeof *out->key);
    out->number = arena_new(memory, out->slots, sizeof *out->number);
    return out->of && out->sizes && out->key && out->number;
}

void row_classes_begin(row_classes *classes, const uint32_t *cluster, size_t count) {
    memcpy(classes->of, cluster, classes->rows * sizeof *classes->of);
    assert(count <= classes->rows);
    classes->count = count;
}

static uint32_t number_of(row_classes *classes, uint64_t key) {
    size_t mask = classes->slots - 1, at = (size_t)hash_mix(key) & mask;
    while (classes->key[at] != key && classes->key[at] != NO_KEY)
        at = (at + 1) & mask;
    if (classes->key[at] == NO_KEY) {
        classes->key[at] = key;
        classes->number[at] = (uint32_t)classes->count++;
        assert(classes->count <= classes->rows);
    }
    return classes->number[at];
}

void row_classes_split(row_classes *classes, const uint32_t *cluster) {
    memset(classes->key, 0xff, classes->slots * sizeof *classes->key);
    classes->count = 0;
    for (size_t row = 0; row < classes->rows; row++)
        classes->of[row] = number_of(classes, (uint64_t)classes->of[row] << 32 | cluster[row]);
}

void row_classes_count(row_classes *classes) {
    memset(classes->sizes, 0, (classes->rows + 1) * sizeof *classes->sizes);
    for (size_t row = 0; row < classes->rows; row++)
        classes->sizes[classes->of[row]]++;
}
