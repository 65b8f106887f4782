/* Counting the classes of one node on a source. */
#ifndef SHOAL_RECODE_CUT_CUT_COUNT_H
#define SHOAL_RECODE_CUT_CUT_COUNT_H

#include "measure/metric.h"
#include "recode/cut/cut_source.h"

__extension__ typedef __int128 cut_sum;

/* The groups of a node. */
typedef struct cut_groups {
    uint32_t *sizes;  /* [attributes] number of groups */
    uint32_t **group; /* [attribute][position], wildcards' included */
    int64_t **units;  /* [attribute][group] what a suppressed row adds, in COST_UNITs */
} cut_groups;

typedef struct cut_class {
    uint32_t tuple; /* one of the class */
    uint32_t rows;
} cut_class;

/* Of a hash table; the number is 0 when it is empty, as all are between nodes. */
typedef struct cut_slot {
    uint64_t key;
    uint32_t number; /* of the rows; or of the class, from 1 */
} cut_slot;

/* Scratch of one worker, used again for every node. */
typedef struct cut_counter {
    uint64_t *keys; /* [combination of each column] its part of a tuple's key */
    size_t keys_held;
    int64_t *prices; /* [combination of each column] its part of a row's extra */
    size_t prices_held;
    uint64_t *strides; /* [attributes] */
    size_t strides_held;
    uint64_t *block; /* keys of a block of tuples */
    size_t block_held;
    uint32_t *direct; /* counts by key, all 0 between nodes */
    size_t direct_held;
    cut_slot *slots; /* or by its hash */
    size_t slots_held;
    uint32_t *places; /* [classes] of their counts */
    size_t places_held;
    cut_class *classes; /* [count] of the last node */
    size_t classes_held;
    size_t count;
} cut_counter;

void cut_counter_free(cut_counter *counter);

/* Whether keys of such groups fit into 64 bits; else the node is counted the general way. */
bool cut_counter_fits(const cut_groups *groups, size_t attributes);

/* Counts the classes into counter->classes. False when out of memory. */
SHOAL_CHECKED bool cut_counter_count(cut_counter *counter, const cut_source *source,
                                     const cut_groups *groups, size_t attributes);

/* The same, and the number of each tuple's class; ids has room for the source's tuples. */
SHOAL_CHECKED bool cut_counter_classify(cut_counter *counter, const cut_source *source,
                                        const cut_groups *groups, size_t attributes, uint32_t *ids);

class_statistics cut_counter_statistics(const cut_counter *counter, uint64_t k);

/* What the rows of classes below k add, in COST_UNITs. */
SHOAL_CHECKED bool cut_counter_extra(cut_counter *counter, const cut_source *source,
                                     const cut_groups *groups, uint64_t k, cut_sum *out);

/* What a row of each class adds when it is suppressed, in COST_UNITs; out has room for the
 * classes. */
SHOAL_CHECKED bool cut_counter_prices(cut_counter *counter, const cut_source *source,
                                      const cut_groups *groups, int64_t *out);

#endif
