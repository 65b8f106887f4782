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

static void count_rows(wildcard_scratch *scratch, const class_table *classes, uint64_t k,
                       const uint8_t *barred) {
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
}

/* ---- Persons --------------------------------------------------------------------------------- */

void class_persons_close(class_persons *of) {
    roamers_free(&of->roaming);
    memory_free(of->own);
    memory_free(of->first);
    memory_free(of->sets);
    memory_free(of->last);
    *of = (class_persons){0};
}

/* Lists the sets of each class. */
static bool list_sets(class_persons *out, size_t classes) {
    const roamers *of = &out->roaming;
    size_t total = of->first[of->sets];
    out->sets = memory_new(total, sizeof *out->sets);
    out->last = memory_new(of->sets, sizeof *out->last);
    out->first = memory_zero(classes + 2, sizeof *out->first);
    if (!out->sets || !out->last || !out->first)
        return false;
    for (size_t m = 0; m < total; m++)
        out->first[of->members[m] + 2]++;
    for (size_t c = 2; c < classes + 2; c++)
        out->first[c] += out->first[c - 1];
    /* Filling moves each beginning to its end, which is where the next one begins. */
    for (size_t set = 0; set < of->sets; set++)
        for (size_t m = of->first[set]; m < of->first[set + 1]; m++)
            out->sets[out->first[of->members[m] + 1]++] = (uint32_t)set;
    return true;
}

bool class_persons_open(class_persons *out, const uint32_t *persons, const roamers *of_tuples,
                        const uint32_t *class_of, size_t classes) {
    *out = (class_persons){0};
    out->own = memory_new(classes, sizeof *out->own);
    if (!out->own || !roamers_roll(&out->roaming, of_tuples, class_of) ||
        !list_sets(out, classes)) {
        class_persons_close(out);
        return false;
    }
    memcpy(out->own, persons, classes * sizeof *out->own);
    for (size_t c = 0; c < classes; c++)
        for (size_t i = out->first[c]; i < out->first[c + 1]; i++)
            out->own[c] -= out->roaming.persons[out->sets[i]];
    return true;
}

/* The persons of class `other` that were not yet counted for class `one`. */
static uint32_t persons_added(class_persons *of, uint32_t one, uint32_t other) {
    uint32_t added = of->own[other];
    for (size_t i = of->first[other]; i < of->first[other + 1]; i++) {
        uint32_t set = of->sets[i];
        added += of->last[set] == one ? 0 : of->roaming.persons[set];
        of->last[set] = one;
    }
    return added;
}

/* Different persons in the class and in all compatible ones that are not suppressed. */
static uint32_t support_of(const wildcard_scratch *scratch, const class_table *classes,
                           class_persons *of, uint32_t class) {
    bool is_wild = false;
    for (size_t w = 0; w < classes->words && !is_wild; w++)
        is_wild = scratch->masks[class * classes->words + w] != UINT64_MAX;
    size_t count = is_wild ? classes->classes : scratch->wild_count;
    uint32_t support = persons_added(of, class, class);
    for (size_t i = 0; i < count; i++) {
        uint32_t other = is_wild ? (uint32_t)i : scratch->wild[i];
        if (other != class && !scratch->dead[other] && compatible(scratch, classes, class, other))
            support += persons_added(of, class, other);
    }
    return support;
}

/* The sets that were counted for a class are marked with its number, so marks of an earlier round
 * are cleared. */
static void count_persons(wildcard_scratch *scratch, const class_table *classes, uint64_t k,
                          const uint8_t *barred, class_persons *of) {
    for (uint32_t c = 0; c < classes->classes; c++) {
        scratch->dead[c] = barred && barred[c];
        scratch->support[c] = 0;
    }
    for (bool changed = true; changed;) {
        changed = false;
        memset(of->last, 0xff, of->roaming.sets * sizeof *of->last);
        for (uint32_t c = 0; c < classes->classes; c++) {
            if (scratch->dead[c])
                continue;
            scratch->support[c] = support_of(scratch, classes, of, c);
            scratch->dead[c] = scratch->support[c] < k;
            changed |= scratch->dead[c] && scratch->wild_count > 0;
        }
    }
}

bool wildcard_count(wildcard_scratch *scratch, const class_table *classes,
                    const packing_field *fields, const uint32_t *missing, size_t attributes,
                    uint64_t k, const uint8_t *barred, class_persons *of) {
    if (!make_room(scratch, classes))
        return false;
    find_wild(scratch, classes, fields, missing, attributes);
    if (of)
        count_persons(scratch, classes, k, barred, of);
    else
        count_rows(scratch, classes, k, barred);
    return true;
}

void wildcard_free(wildcard_scratch *scratch) {
    memory_free(scratch->masks);
    memory_free(scratch->support);
    memory_free(scratch->wild);
    memory_free(scratch->dead);
    *scratch = (wildcard_scratch){0};
}
