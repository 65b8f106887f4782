#include "recode/lattice/near_change.h"

#include <assert.h>
#include <string.h>

/* Classes ahead of the one that is merged whose slots are fetched. */
#define LOOK_AHEAD 8

bool near_change_open(near_change *out, size_t attributes) {
    *out = (near_change){.coarser = memory_new(attributes, sizeof(size_t))};
    return out->coarser != NULL;
}

void near_change_close(near_change *change) {
    for (size_t i = 0; i < NEAR_MOST_FINER; i++) {
        memory_free(change->finer[i].place);
        memory_free(change->finer[i].deltas);
    }
    memory_free(change->coarser);
    memory_free(change->ids);
    memory_free(change->heads);
    memory_free(change->counts);
    memory_free(change->hashes);
    memory_free(change->kept);
    memory_free(change->slots);
    memory_free(change->chain);
    memory_free(change->child);
    memory_free(change->filled);
    *change = (near_change){0};
}

/* Group of the base of each group of a finer level. */
static const uint32_t *parents_of(const near_problem *problem, size_t attribute, int from, int to) {
    return problem->maps->maps[attribute][from][to];
}

static uint32_t group_in(const near_base *base, size_t class, size_t attribute) {
    return packing_get(base->keys + class * base->words, base->fields[attribute]);
}

/* ---- Finer levels ---------------------------------------------------------------------------- */

/* Numbers the groups of a level within their groups of the base; sets the width. */
static bool number_children(near_change *change, near_finer *of, const near_base *base,
                            const near_problem *problem, int level) {
    size_t a = of->attribute;
    uint32_t size = problem->context->hierarchies[a].level[level].size;
    const uint32_t *parent = parents_of(problem, a, level, base->node[a]);
    if (!memory_grow((void **)&change->child, &change->child_held, size, 4) ||
        !memory_grow((void **)&change->filled, &change->filled_held, base->sizes[a], 4))
        return false;
    memset(change->filled, 0, base->sizes[a] * sizeof *change->filled);
    of->width = 1;
    for (uint32_t g = 0; g < size; g++) {
        change->child[g] = change->filled[parent[g]]++;
        if (change->filled[parent[g]] > of->width)
            of->width = change->filled[parent[g]];
    }
    return true;
}

static bool price_children(near_change *change, near_finer *of, const near_base *base,
                           const near_problem *problem, int level) {
    size_t a = of->attribute;
    const uint32_t *parent = parents_of(problem, a, level, base->node[a]);
    uint32_t size = problem->context->hierarchies[a].level[level].size;
    const int64_t *fine = problem->costs->units[a][level];
    const int64_t *coarse = problem->costs->units[a][base->node[a]];
    if (!memory_grow((void **)&of->deltas, &of->deltas_held, base->sizes[a] * of->width,
                     sizeof *of->deltas))
        return false;
    for (uint32_t g = 0; g < size; g++)
        of->deltas[parent[g] * of->width + change->child[g]] = fine[g] - coarse[parent[g]];
    return true;
}

static size_t codes_of(const near_base *base, const near_problem *problem, size_t attribute) {
    const bound_hierarchy *of = &problem->context->hierarchies[attribute];
    return base->source->ground ? of->ground : of->level[base->source->levels[attribute]].size;
}

static bool place_codes(const near_change *change, near_finer *of, const near_base *base,
                        const near_problem *problem, int level) {
    size_t count = codes_of(base, problem, of->attribute);
    const uint32_t *map =
        level_maps_from(problem->maps, problem->context, base->source, of->attribute, level);
    if (!memory_grow((void **)&of->place, &of->place_held, count, sizeof *of->place))
        return false;
    for (size_t code = 0; code < count; code++)
        of->place[code] = (uint32_t)change->width * change->child[map ? map[code] : code];
    return true;
}

static bool add_finer(near_change *change, const near_base *base, const near_problem *problem,
                      size_t attribute, int level) {
    assert(change->finer_count < NEAR_MOST_FINER);
    near_finer *of = &change->finer[change->finer_count++];
    of->attribute = attribute;
    if (!number_children(change, of, base, problem, level) ||
        !place_codes(change, of, base, problem, level) ||
        (problem->costs && !price_children(change, of, base, problem, level)))
        return false;
    change->width *= of->width;
    return true;
}

/* ---- Coarser levels -------------------------------------------------------------------------- */

/* The hashes of the keys with the coarser levels, and which bits of the keys stay as they are. A
 * field has room for the groups of every level. */
static void change_hashes(const near_change *change, const near_base *base,
                          const near_problem *problem, const uint8_t *node) {
    memcpy(change->hashes, base->hashes, base->classes * sizeof *base->hashes);
    memset(change->kept, 0xff, base->words * sizeof *change->kept);
    for (size_t i = 0; i < change->coarser_count; i++) {
        size_t a = change->coarser[i];
        packing_field field = base->fields[a];
        if (field.bits == 0)
            continue;
        const uint32_t *up = parents_of(problem, a, base->node[a], node[a]);
        uint64_t multiplier = near_multiplier(field.word) << field.shift;
        change->kept[field.word] &= ~(((UINT64_C(1) << field.bits) - 1) << field.shift);
        for (size_t c = 0; c < base->classes; c++) {
            uint32_t group = group_in(base, c, a);
            change->hashes[c] += ((uint64_t)up[group] - group) * multiplier;
        }
    }
}

static bool make_slots(near_change *change, size_t classes, unsigned *bits) {
    *bits = 6;
    while (((size_t)1 << *bits) < 2 * classes)
        (*bits)++;
    if (!memory_grow((void **)&change->slots, &change->slots_held, (size_t)1 << *bits, 8))
        return false;
    memset(change->slots, 0, sizeof *change->slots << *bits);
    return true;
}

/* Whether two classes of the base are one with the coarser levels. */
static bool are_merged(const near_change *change, const near_base *base,
                       const near_problem *problem, const uint8_t *node, size_t one, size_t other) {
    for (size_t w = 0; w < base->words; w++)
        if ((base->keys[one * base->words + w] ^ base->keys[other * base->words + w]) &
            change->kept[w])
            return false;
    for (size_t i = 0; i < change->coarser_count; i++) {
        size_t a = change->coarser[i];
        const uint32_t *up = parents_of(problem, a, base->node[a], node[a]);
        if (base->fields[a].bits > 0 && up[group_in(base, one, a)] != up[group_in(base, other, a)])
            return false;
    }
    return true;
}

/* A slot has a merged class + 1 and, above it, the half of the hash that its place does not tell.
 */
static inline bool has_tag(uint64_t slot, uint64_t hash) {
    return (slot ^ hash << 32) >> 32 == 0;
}

static void merge_classes(near_change *change, const near_base *base, const near_problem *problem,
                          const uint8_t *node, unsigned bits) {
    uint64_t *slots = change->slots, *hashes = change->hashes;
    size_t mask = ((size_t)1 << bits) - 1, classes = base->classes;
    change->merged = 0;
    for (size_t c = 0; c < classes; c++)
        hashes[c] = hash_word(hashes[c]);
    for (size_t c = 0; c < classes; c++) {
        size_t slot = (size_t)(hashes[c] >> (64 - bits));
        uint64_t entry;
        __builtin_prefetch(
            &slots[hashes[c + LOOK_AHEAD < classes ? c + LOOK_AHEAD : c] >> (64 - bits)]);
        while ((entry = slots[slot]) != 0 &&
               (!has_tag(entry, hashes[c]) ||
                !are_merged(change, base, problem, node, change->heads[(uint32_t)entry - 1], c)))
            slot = (slot + 1) & mask;
        if (entry == 0) {
            change->heads[change->merged] = (uint32_t)c;
            change->counts[change->merged] = 0;
            entry = slots[slot] = hashes[c] << 32 | ++change->merged;
        }
        change->ids[c] = (uint32_t)entry - 1;
        class_count_add(&change->counts[(uint32_t)entry - 1], base->counts[c]);
    }
}

static bool merge(near_change *change, const near_base *base, const near_problem *problem,
                  const uint8_t *node) {
    unsigned bits;
    if (!memory_grow((void **)&change->ids, &change->ids_held, base->classes, 4) ||
        !memory_grow((void **)&change->heads, &change->heads_held, base->classes, 4) ||
        !memory_grow((void **)&change->counts, &change->counts_held, base->classes, 4) ||
        !memory_grow((void **)&change->hashes, &change->hashes_held, base->classes, 8) ||
        !memory_grow((void **)&change->kept, &change->kept_held, base->words, 8) ||
        !make_slots(change, base->classes, &bits))
        return false;
    change_hashes(change, base, problem, node);
    merge_classes(change, base, problem, node, bits);
    return true;
}

bool near_change_chain(near_change *change, const near_base *base) {
    if (change->coarser_count == 0)
        return true;
    if (!memory_grow((void **)&change->chain, &change->chain_held, base->classes, 4))
        return false;
    /* Until it is done, a head's own place has the class that is to come after it. */
    for (size_t m = 0; m < change->merged; m++)
        change->chain[change->heads[m]] = NEAR_NONE;
    for (size_t c = base->classes; c-- > 0;) {
        uint32_t head = change->heads[change->ids[c]];
        if (c == head)
            continue;
        change->chain[c] = change->chain[head];
        change->chain[head] = (uint32_t)c;
    }
    return true;
}

/* ---- The change ------------------------------------------------------------------------------ */

bool near_change_make(near_change *change, const near_base *base, const near_problem *problem,
                      const uint8_t *node) {
    change->finer_count = change->coarser_count = 0;
    change->width = 1;
    change->merged = base->classes;
    for (size_t a = 0; a < problem->context->attributes; a++) {
        if (node[a] > base->node[a])
            change->coarser[change->coarser_count++] = a;
        else if (node[a] < base->node[a] && !add_finer(change, base, problem, a, node[a]))
            return false;
    }
    return change->coarser_count == 0 || merge(change, base, problem, node);
}

#define ADD_PLACES(type)                                                                           \
    static void add_places_##type(uint64_t *to, const uint32_t *place, const type *of_tuples,      \
                                  size_t count) {                                                  \
        for (size_t i = 0; i < count; i++)                                                         \
            to[i] += place[of_tuples[i]];                                                          \
    }

ADD_PLACES(uint8_t)
ADD_PLACES(uint16_t)
ADD_PLACES(uint32_t)

static void add_places(uint64_t *to, const near_finer *of, const codes *from, size_t begin,
                       size_t count) {
    if (from->width == 1)
        add_places_uint8_t(to, of->place, (const uint8_t *)from->data + begin, count);
    else if (from->width == 2)
        add_places_uint16_t(to, of->place, (const uint16_t *)from->data + begin, count);
    else
        add_places_uint32_t(to, of->place, (const uint32_t *)from->data + begin, count);
}

void near_change_parts(const near_change *change, const near_base *base, size_t begin, size_t count,
                       uint64_t *out) {
    const uint32_t *class_of = base->class_of + begin;
    if (change->coarser_count > 0)
        for (size_t i = 0; i < count; i++)
            out[i] = (uint64_t)change->ids[class_of[i]] * change->width;
    else
        for (size_t i = 0; i < count; i++)
            out[i] = (uint64_t)class_of[i] * change->width;
    for (size_t i = 0; i < change->finer_count; i++)
        add_places(out, &change->finer[i], &base->source->tuples.codes[change->finer[i].attribute],
                   begin, count);
}

#define PICK_PLACES(type)                                                                          \
    static void pick_places_##type(uint32_t *restrict to, const uint32_t *place,                   \
                                   const type *of_tuples, const uint32_t *order, size_t count) {   \
        for (size_t i = 0; i < count; i++)                                                         \
            to[i] += place[of_tuples[order[i]]];                                                   \
    }

PICK_PLACES(uint8_t)
PICK_PLACES(uint16_t)
PICK_PLACES(uint32_t)

void near_change_pick(const near_change *change, const near_base *base, size_t count,
                      uint32_t *out) {
    memset(out, 0, count * sizeof *out);
    for (size_t i = 0; i < change->finer_count; i++) {
        const near_finer *of = &change->finer[i];
        const codes *from = &base->source->tuples.codes[of->attribute];
        if (from->width == 1)
            pick_places_uint8_t(out, of->place, from->data, base->order, count);
        else if (from->width == 2)
            pick_places_uint16_t(out, of->place, from->data, base->order, count);
        else
            pick_places_uint32_t(out, of->place, from->data, base->order, count);
    }
}

int64_t near_change_price(const near_change *change, const near_base *base,
                          const near_problem *problem, const uint8_t *node, size_t merged) {
    size_t class = near_change_head(change, merged);
    int64_t price = base->prices[class];
    for (size_t i = 0; i < change->coarser_count; i++) {
        size_t a = change->coarser[i];
        uint32_t group = group_in(base, class, a);
        const uint32_t *up = parents_of(problem, a, base->node[a], node[a]);
        price += problem->costs->units[a][node[a]][up[group]] -
                 problem->costs->units[a][base->node[a]][group];
    }
    return price;
}
