/* How many pairs of records have each pattern of agreement. */
#ifndef SHOAL_MEASURE_PATTERN_TABLE_H
#define SHOAL_MEASURE_PATTERN_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zeros but `words` is an empty one. */
typedef struct pattern_table {
    size_t words; /* of a pattern, at least 1 */
    size_t count;
    uint64_t *pattern;       /* [count * words] */
    uint64_t *pairs;         /* [count] */
    size_t pattern_capacity; /* in words */
    size_t pairs_capacity;
    uint32_t *slots; /* [slot_count] number of the pattern + 1, 0: empty */
    size_t slot_count;
} pattern_table;

void pattern_table_close(pattern_table *made);

/* False: out of memory. */
bool pattern_table_add(pattern_table *to, const uint64_t *pattern, uint64_t pairs);
bool pattern_table_add_all(pattern_table *to, const pattern_table *from);

/* In ascending order, so that sums do not depend on the order of insertion; nothing can be added
 * afterwards. */
bool pattern_table_sort(pattern_table *in);

#endif
