/* Rows with the very same coordinates: the lowest that is left stands for all of them. */
#ifndef SHOAL_CLUSTER_DUPLICATES_H
#define SHOAL_CLUSTER_DUPLICATES_H

#include "base/memory.h"
#include "cluster/points.h"

#define DUPLICATE_NONE UINT32_MAX

/* Lists of equal rows, ascending. */
typedef struct duplicates {
    uint32_t *next;     /* [row] DUPLICATE_NONE: the last; of a first that was removed its heir */
    uint32_t *previous; /* [row] DUPLICATE_NONE: the first, which stands for the others */
    uint64_t *hashes;   /* [rows] */
    uint32_t *slots;    /* [a power of two, at least twice the rows] first rows by their hash */
} duplicates;

/* False when out of memory. */
bool duplicates_open(duplicates *out, arena *memory, size_t most_rows);
/* rows[count] are ascending. Writes the first of every list, ascending, and returns how many there
 * are. */
size_t duplicates_group(duplicates *out, const points *of, const uint32_t *rows, size_t count,
                        uint32_t *firsts);

typedef enum duplicate_change {
    DUPLICATE_BEHIND, /* another row stands for the list as before */
    DUPLICATE_HEIR,   /* now the next row stands for it */
    DUPLICATE_LAST    /* nothing is left of it */
} duplicate_change;

duplicate_change duplicates_remove(duplicates *from, uint32_t row);

#endif
