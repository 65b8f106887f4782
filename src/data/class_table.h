/* Groups packed tuples: equal keys are one class, whose counts add up. A count stays at UINT32_MAX
 * once it gets there: larger than any k that is allowed, and so never taken for a small class. */
#ifndef SHOAL_DATA_CLASS_TABLE_H
#define SHOAL_DATA_CLASS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CLASS_NONE UINT32_MAX

/* Counts of condensed tables may be large; a sum is never less than its parts. */
static inline void class_count_add(uint32_t *to, uint32_t more) {
    uint32_t sum = *to + more;
    *to = sum < more ? UINT32_MAX : sum;
}

typedef struct class_table {
    size_t words;     /* per key */
    size_t classes;   /* found so far */
    uint64_t *keys;   /* [class * words] */
    uint32_t *counts; /* [class] rows */

    uint32_t *slots; /* class + 1, or 0; keys that are short enough are their own slot */
    size_t slot_count;
    unsigned slot_bits; /* slot_count = 1 << slot_bits */
    bool direct;
    size_t capacity; /* classes that fit before the table grows */
    size_t most;     /* capacity beyond which it does not grow; 0: none. The caller's, see `full` */
    bool full;       /* a class did not fit: the table lacks some */
    size_t slots_held, keys_held, counts_held;
} class_table;

/* Empties the table for keys of `words` words whose only word, when words == 1, has `bits` bits in
 * use. `expected` classes fit without growing. Memory is kept from use to use. False when out of
 * memory. */
bool class_table_reset(class_table *table, size_t words, unsigned bits, size_t expected);

/* Adds `count` keys; counts may be NULL for 1 each. False when out of memory, or full. */
bool class_table_add(class_table *table, const uint64_t *keys, const uint32_t *counts,
                     size_t count);

/* The class of a key, or CLASS_NONE. */
uint32_t class_table_find(const class_table *table, const uint64_t *key);

void class_table_free(class_table *table);

#endif
