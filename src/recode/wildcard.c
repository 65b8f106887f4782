#include "recode/wildcard.h"

#include "base/memory.h"
#include "data/bound_hierarchy.h"

#include <assert.h>
#include <string.h>

static bool compatible(const wildcard_scratch *scratch, const class_table *classes, size_t one,
                       size_t other) {
    size_t words = classes->words;
    for (size_t w = 0; w < words; w++) {
        uint64_t differ = classes->keys[one * words + w] ^ classes->keys[other * words + w];
        if (differ & scratch->masks[one * words + w] & scratch->masks[other * words + w])
            return false;
    }
    return true;
}

static bool make_room(wildcard_scratch *scratch, const class_table *classes) {
    size_t count = classes->classes;
    return memory_grow((void **)&scratch->masks, &scratch->masks_held, count * classes->words, 8) &&
           memory_grow((void **)&scratch->support, &scratch->support_held, count, 4) &&
           memory_grow((void **)&scratch->wild, &scratch->wild_held, count, 4) &&
           memory_grow((void **)&scratch->dead, &scratch->dead_held, count, 1);
}

/* Blanks the fields that are missing and lists the classes that have any. */
static void find_wild(wildcard_scratch *scratch, const class_table *classes,
                      const packing_field *fields, const uint32_t *missing, size_t attributes) {
    size_t words = classes->words;
    memset(scratch->masks, 0xff, classes->classes * words * sizeof *scratch->masks);
    scratch->wild_count = 0;
    for (size_t c = 0; c < classes->classes; c++) {
        bool is_wild = false;
        for (size_t a = 0; a < attributes; a++) {
            packing_field field = fields[a];
            if (missing[a] == NO_CODE ||
                packing_get(classes->keys + c * words, field) != missing[a])
                continue;
            uint64_t bits = ((UINT64_C(1) << field.bits) - 1) << field.shift;
            scratch->masks[c * words + field.word] &= ~bits;
            is_wild = true;
        }
        if (is_wild)
            scratch->wild[scratch->wild_count++] = (uint32_t)c;
        scratch->dead[c] = is_wild ? 2 : 0;
    }
}

/* dead[] marks wild classes with 2 while pairs are counted, so that two of them meet once. */
static void count_pairs(wildcard_scratch *scratch, const class_table *classes) {
    memcpy(scratch->support, classes->counts, classes->classes * sizeof *scratch->support);
    for (size_t i = 0; i < scratch->wild_count; i++) {
        uint32_t w = scratch->wild[i];
        for (uint32_t c = 0; c < classes->classes; c++) {
            bool counted_already = c == w || (scratch->dead[c] == 2 && c < w);
            if (counted_already || !compatible(scratch, classes, w, c))
                continue;
            scratch->support[c] += classes->counts[w];
            scratch->support[w] += classes->counts[c];
        }
    }
    memset(scratch->dead, 0, classes->classes);
    assert(scratch->wild_count <= classes->classes);
}

static void withdraw(wildcard_scratch *scratch, const class_table *classes, uint32_t gone,
                     uint32_t other) {
    assert(scratch->dead[gone]);
    if (other != gone && !scratch->dead[other] && compatible(scratch, classes, gone, other))
        scratch->support[other] -= classes->counts[gone];
}

/* Two classes without missing values are never compatible, so that such a class only supports wild
 * ones. */
static void withdraw_from_all(wildcard_scratch *scratch, const class_table *classes,
                              uint32_t gone) {
    bool is_wild = false;
    for (size_t w = 0; w < classes->words && !is_wild; w++)
        is_wild = scratch->masks[gone * classes->words + w] != UINT64_MAX;
    if (is_wild) {
        for (uint32_t c = 0; c < classes->classes; c++)
            withdraw(scratch, classes, gone, c);
    } else {
        for (size_t i = 0; i < scratch->wild_count; i++)
            withdraw(scratch, classes, gone, scratch->wild[i]);
    }
}

/* All are dead before any leaves the support of the others, so that none of them is touched. */
static void withdraw_barred(wildcard_scratch *scratch, const class_table *classes,
                            const uint8_t *barred) {
    for (uint32_t c = 0; c < classes->classes; c++)
        if (barred[c]) {
            scratch->dead[c] = 1;
            scratch->support[c] = 0;
        }
    for (uint32_t c = 0; c < classes->classes; c++)
        if (barred[c])
            withdraw_from_all(scratch, classes, c);
}

bool wildcard_count(wildcard_scratch *scratch, const class_table *classes,
                    const packing_field *fields, const uint32_t *missing, size_t attributes,
                    uint64_t k, const uint8_t *barred) {
    if (!make_room(scratch, classes))
        return false;
    find_wild(scratch, classes, fields, missing, attributes);
    count_pairs(scratch, classes);
    if (barred)
        withdraw_barred(scratch, classes, barred);
    bool changed = scratch->wild_count > 0;
    while (changed) {
        changed = false;
        for (uint32_t c = 0; c < classes->classes; c++) {
            if (scratch->dead[c] || scratch->support[c] >= k)
                continue;
            scratch->dead[c] = 1;
            withdraw_from_all(scratch, classes, c);
            changed = true;
        }
    }
    return true;
}

void wildcard_free(wildcard_scratch *scratch) {
    memory_free(scratch->masks);
    memory_free(scratch->support);
    memory_free(scratch->wild);
    memory_free(scratch->dead);
    *scratch = (wildcard_scratch){0};
}
