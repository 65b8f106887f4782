/* Nested splits of ordered items: in two, each part in two again, and so on, so that the parts have
 * about equally many rows and begin at round places. */
#ifndef SHOAL_DATA_NESTED_SPLITS_H
#define SHOAL_DATA_NESTED_SPLITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct split_item {
    uint64_t rows;
    int roundness; /* of a split before it: the largest in reach of the middle is taken */
    bool joined;   /* no split may be before it */
    uint8_t depth; /* filled in: the split before it was made in this round, or SPLIT_NONE */
} split_item;

#define SPLIT_NONE UINT8_MAX

/* Rounds of splits that leave at most two parts for every three items, and at most 2^most. */
int nested_splits_rounds(size_t items, int most);

/* Splits in `rounds` rounds and returns how many of them split anything. Parts after round r are
 * the runs between items with depth <= r: rounds nest. Of the splits that leave a quarter
 * of the rows on each side it takes the roundest, then the one nearest the middle. */
int nested_splits(split_item *items, size_t count, int rounds);

/* Whether a part of the round begins with the item. */
static inline bool split_begins(const split_item *items, size_t item, int round) {
    return item == 0 || items[item].depth <= round;
}

/* The first item after the part of the round that `item` belongs to. */
size_t split_end(const split_item *items, size_t count, size_t item, int round);

#endif
