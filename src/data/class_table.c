#include "data/class_table.h"

#include "base/hash.h"
#include "base/memory.h"

#define SMALLEST_BITS 8
/* Slots ahead of the one being filled whose memory is prefetched. */
#define LOOK_AHEAD 8

static size_t slot_of(const class_table *table, const uint64_t *key) {
    if (table->direct)
        return (size_t)key[0];
    uint64_t hash = table->words == 1 ? hash_word(key[0]) : hash_words(key, table->words);
    return (size_t)(hash >> (64 - table->slot_bits));
}

static bool same_key(const class_table *table, uint32_t class, const uint64_t *key) {
    const uint64_t *other = table->keys + (size_t) class * table->words;
    for (size_t w = 0; w < table->words; w++)
        if (other[w] != key[w])
            return false;
    return true;
}

/* Makes room for `capacity` classes and clears the slots. */
static bool make_room(class_table *table, size_t capacity, unsigned bits) {
    unsigned wanted = SMALLEST_BITS;
    while (wanted < 33 && ((size_t)1 << wanted) < 2 * capacity)
        wanted++;
    table->direct = table->words == 1 && bits <= wanted;
    table->slot_bits = table->direct ? (bits ? bits : 1) : wanted;
    table->slot_count = (size_t)1 << table->slot_bits;
    table->capacity = table->direct ? table->slot_count : table->slot_count / 2;
    if (!memory_grow((void **)&table->slots, &table->slots_held, table->slot_count, 4) ||
        !memory_grow((void **)&table->keys, &table->keys_held, table->capacity * table->words, 8) ||
        !memory_grow((void **)&table->counts, &table->counts_held, table->capacity, 4))
        return false;
    memset(table->slots, 0, table->slot_count * sizeof *table->slots);
    return true;
}

bool class_table_reset(class_table *table, size_t words, unsigned bits, size_t expected) {
    table->words = words;
    table->classes = 0;
    table->full = false;
    if (table->most > 0 && expected > table->most)
        expected = table->most;
    return make_room(table, expected, words == 1 ? bits : 64);
}

/* Doubles the room and puts every class into its new slot. Direct tables never need it. */
static bool grow(class_table *table) {
    table->full = table->most > 0 && table->capacity >= table->most;
    if (table->full || table->classes >= UINT32_MAX / 2 ||
        !make_room(table, 2 * table->capacity, 64))
        return false;
    for (size_t c = 0; c < table->classes; c++) {
        size_t slot = slot_of(table, table->keys + c * table->words);
        while (table->slots[slot])
            slot = (slot + 1) & (table->slot_count - 1);
        table->slots[slot] = (uint32_t)c + 1;
    }
    return true;
}

static uint32_t append(class_table *table, size_t slot, const uint64_t *key) {
    uint32_t class = (uint32_t)table->classes++;
    table->slots[slot] = class + 1;
    uint64_t *own = table->keys + (size_t) class * table->words;
    for (size_t w = 0; w < table->words; w++)
        own[w] = key[w];
    table->counts[class] = 0;
    return class;
}

static bool add_one(class_table *table, const uint64_t *key, size_t slot, uint32_t count) {
    uint32_t entry;
    while ((entry = table->slots[slot]) != 0) {
        if (same_key(table, entry - 1, key)) {
            class_count_add(&table->counts[entry - 1], count);
            return true;
        }
        slot = (slot + 1) & (table->slot_count - 1);
    }
    if (table->classes == table->capacity) {
        if (!grow(table))
            return false;
        return add_one(table, key, slot_of(table, key), count);
    }
    table->counts[append(table, slot, key)] = count;
    return true;
}

/* The common case, keys of one word in a table that is known to be large enough. */
static void add_words(class_table *table, const uint64_t *keys, const uint32_t *counts,
                      size_t count) {
    uint32_t *slots = table->slots;
    size_t mask = table->slot_count - 1;
    unsigned shift = 64 - table->slot_bits;
    size_t starts[LOOK_AHEAD];
    for (size_t i = 0; i < count + LOOK_AHEAD; i++) {
        size_t slot = i >= LOOK_AHEAD ? starts[i % LOOK_AHEAD] : 0;
        if (i < count) {
            size_t ahead = (size_t)(hash_word(keys[i]) >> shift);
            __builtin_prefetch(&slots[ahead]);
            starts[i % LOOK_AHEAD] = ahead;
        }
        if (i < LOOK_AHEAD)
            continue;
        uint64_t key = keys[i - LOOK_AHEAD];
        uint32_t entry;
        while ((entry = slots[slot]) != 0 && table->keys[entry - 1] != key)
            slot = (slot + 1) & mask;
        uint32_t class = entry ? entry - 1 : append(table, slot, &key);
        class_count_add(&table->counts[class], counts ? counts[i - LOOK_AHEAD] : 1);
    }
}

static void add_direct(class_table *table, const uint64_t *keys, const uint32_t *counts,
                       size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t entry = table->slots[keys[i]];
        uint32_t class = entry ? entry - 1 : append(table, (size_t)keys[i], &keys[i]);
        class_count_add(&table->counts[class], counts ? counts[i] : 1);
    }
}

bool class_table_add(class_table *table, const uint64_t *keys, const uint32_t *counts,
                     size_t count) {
    if (table->direct) {
        add_direct(table, keys, counts, count);
        return true;
    }
    if (table->words == 1 && table->classes + count <= table->capacity) {
        add_words(table, keys, counts, count);
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        const uint64_t *key = keys + i * table->words;
        if (!add_one(table, key, slot_of(table, key), counts ? counts[i] : 1))
            return false;
    }
    return true;
}

uint32_t class_table_find(const class_table *table, const uint64_t *key) {
    size_t slot = slot_of(table, key);
    uint32_t entry;
    while ((entry = table->slots[slot]) != 0) {
        if (same_key(table, entry - 1, key))
            return entry - 1;
        slot = (slot + 1) & (table->slot_count - 1);
    }
    return CLASS_NONE;
}

void class_table_free(class_table *table) {
    memory_free(table->keys);
    memory_free(table->counts);
    memory_free(table->slots);
    *table = (class_table){0};
}
