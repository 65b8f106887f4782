#include "recode/rolled_set.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

/* Choosing a source may examine every set, so there should not be too many. */
#define MOST_SETS 512

void rolled_details_free(rolled_details *details) {
    for (size_t i = 0; i < details->columns; i++)
        tuple_values_free(&details->values[i]);
    memory_free(details->values);
    tuple_persons_free(&details->persons);
    *details = (rolled_details){0};
}

static void rolled_set_free(rolled_set *set) {
    if (!set)
        return;
    if (!set->ground)
        frequency_free(&set->tuples);
    rolled_details_free(&set->of_rules);
    memory_free(set);
}

/* Moves the sets from `from` on to another place. */
static void shift(rolled_cache *cache, size_t from, size_t to) {
    size_t attributes = cache->sets[0]->tuples.attributes;
    size_t moved = cache->count - from;
    memmove(cache->sets + to, cache->sets + from, moved * sizeof *cache->sets);
    memmove(cache->levels + to * attributes, cache->levels + from * attributes, moved * attributes);
    cache->count = to + moved;
}

/* Smaller sets come first, so that the first one that serves is the best. */
static void insert(rolled_cache *cache, rolled_set *set) {
    size_t attributes = set->tuples.attributes;
    size_t at = cache->count;
    assert(cache->count < MOST_SETS);
    while (at > 1 && cache->sets[at - 1]->tuples.tuples > set->tuples.tuples)
        at--;
    if (at < cache->count)
        shift(cache, at, at + 1);
    else
        cache->count++;
    cache->sets[at] = set;
    memcpy(cache->levels + at * attributes, set->levels, attributes);
}

shoal_status rolled_cache_open(rolled_cache *out, const frequency_set *ground, size_t most_bytes,
                               shoal_error *error) {
    *out = (rolled_cache){.most_bytes = most_bytes};
    rolled_set *set = memory_zero(1, sizeof *set + ground->attributes);
    out->sets = memory_new(MOST_SETS, sizeof *out->sets);
    out->levels = memory_new(MOST_SETS, ground->attributes);
    if (!set || !out->sets || !out->levels) {
        memory_free(set);
        rolled_cache_close(out);
        return status_no_memory(error);
    }
    set->tuples = *ground;
    set->ground = true;
    insert(out, set);
    return SHOAL_OK;
}

void rolled_cache_close(rolled_cache *cache) {
    for (size_t i = 0; cache->sets && i < cache->count; i++)
        rolled_set_free(cache->sets[i]);
    memory_free(cache->sets);
    memory_free(cache->levels);
    *cache = (rolled_cache){0};
}

/* Whether none of eight levels is greater than the other's: subtracts their lower seven bits side
 * by side, so that nothing is borrowed from a neighbour; the highest bits decide where they differ.
 */
static bool eight_are_below(const uint8_t *low, const uint8_t *high) {
    const uint64_t top = UINT64_C(0x8080808080808080);
    uint64_t x, y;
    memcpy(&x, low, sizeof x);
    memcpy(&y, high, sizeof y);
    uint64_t lower_bits = (y | top) - (x & ~top);
    return (((y & ~x) | (~(x ^ y) & lower_bits)) & top) == top;
}

static bool is_below(const uint8_t *low, const uint8_t *high, size_t attributes) {
    size_t a = 0;
    for (; a + 8 <= attributes; a += 8)
        if (!eight_are_below(low + a, high + a))
            return false;
    for (; a < attributes; a++)
        if (low[a] > high[a])
            return false;
    return true;
}

bool rolled_set_is_below(const rolled_set *set, const uint8_t *node) {
    return set->ground || is_below(set->levels, node, set->tuples.attributes);
}

const rolled_set *rolled_cache_source(rolled_cache *cache, const uint8_t *node) {
    assert(cache->count > 0 && cache->sets[0]->ground);
    size_t attributes = cache->sets[0]->tuples.attributes;
    size_t at = 1;
    while (at < cache->count && !is_below(cache->levels + at * attributes, node, attributes))
        at++;
    rolled_set *best = cache->sets[at < cache->count ? at : 0];
    atomic_store_explicit(&best->used, cache->batch, memory_order_relaxed);
    return best;
}

static bool unpack(frequency_set *out, const class_table *classes, const packing_field *fields,
                   const uint32_t *sizes, size_t attributes) {
    out->attributes = attributes;
    out->tuples = classes->classes;
    out->codes = memory_zero(attributes, sizeof *out->codes);
    out->counts = memory_new(classes->classes, sizeof *out->counts);
    if (!out->codes || !out->counts)
        return false;
    memcpy(out->counts, classes->counts, classes->classes * sizeof *out->counts);
    for (size_t a = 0; a < attributes; a++) {
        codes *column = &out->codes[a];
        column->width = codes_width(sizes[a]);
        column->data = memory_new(classes->classes, (size_t)column->width);
        if (!column->data)
            return false;
        for (size_t i = 0; i < classes->classes; i++)
            codes_put(column, i, packing_get(classes->keys + i * classes->words, fields[a]));
    }
    return true;
}

rolled_set *rolled_set_new(rolled_cache *cache, const uint8_t *node, const class_table *classes,
                           const packing_field *fields, const uint32_t *sizes) {
    size_t attributes = cache->sets[0]->tuples.attributes;
    size_t bytes = 4;
    for (size_t a = 0; a < attributes; a++)
        bytes += (size_t)codes_width(sizes[a]);
    bytes *= classes->classes;
    if (atomic_fetch_add(&cache->bytes, bytes) + bytes > cache->most_bytes) {
        atomic_fetch_sub(&cache->bytes, bytes);
        return NULL;
    }
    rolled_set *set = memory_zero(1, sizeof *set + attributes);
    if (set && unpack(&set->tuples, classes, fields, sizes, attributes)) {
        memcpy(set->levels, node, attributes);
        set->bytes = bytes;
        atomic_store_explicit(&set->used, cache->batch, memory_order_relaxed);
        return set;
    }
    rolled_set_free(set);
    atomic_fetch_sub(&cache->bytes, bytes);
    return NULL;
}

void rolled_set_add(rolled_cache *cache, rolled_set *set, const rolled_details *details) {
    size_t bytes = tuple_persons_bytes(&details->persons);
    for (size_t i = 0; i < details->columns; i++)
        bytes += tuple_values_bytes(&details->values[i]);
    set->of_rules = *details;
    set->bytes += bytes;
    atomic_fetch_add(&cache->bytes, bytes);
}

void rolled_set_drop(rolled_cache *cache, rolled_set *set) {
    atomic_fetch_sub(&cache->bytes, set->bytes);
    rolled_set_free(set);
}

static bool is_pinned(const rolled_cache *cache, const rolled_set *set) {
    for (size_t i = 0; i < ROLLED_PINS; i++)
        if (cache->pinned[i] == set)
            return true;
    return false;
}

/* Removes the set that was not used for longest; false: none may go. */
static bool evict(rolled_cache *cache) {
    size_t oldest = 0; /* the ground set stays */
    for (size_t i = 1; i < cache->count; i++)
        if ((oldest == 0 || cache->sets[i]->used < cache->sets[oldest]->used) &&
            !is_pinned(cache, cache->sets[i]))
            oldest = i;
    if (oldest == 0)
        return false;
    atomic_fetch_sub(&cache->bytes, cache->sets[oldest]->bytes);
    rolled_set_free(cache->sets[oldest]);
    shift(cache, oldest + 1, oldest);
    return true;
}

void rolled_cache_keep(rolled_cache *cache, rolled_set **sets, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!sets[i])
            continue;
        if (cache->count == MOST_SETS)
            (void)evict(cache); /* there are others than the ground set and pinned ones */
        insert(cache, sets[i]);
        sets[i] = NULL;
    }
    while (cache->bytes > cache->most_bytes / 2)
        if (!evict(cache))
            break;
    cache->batch++;
}
