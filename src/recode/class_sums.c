/* Sums over the classes of a node, for one k or for several at once. */
#include "recode/candidate_classes.h"

#include <assert.h>

__extension__ typedef __int128 wide_sum;

/* Fields of up to so many bits together become one table, where so many classes are looked up in
 * it. */
#define JOINED_BITS 11
#define WORTH_JOINING 1024

/* Sizes below this are counted one by one: most classes are small. */
enum { SMALL_SIZES = 256 };

/* Of the classes that are suppressed for a k but not for the one before it. */
typedef struct size_sums {
    uint64_t rows, classes, squares, uniques, smallest, largest;
    wide_sum cost;
} size_sums;

/* One more than there are k: classes that are always published. */
static size_sums *open_sums(node_classes *classes, size_t count) {
    if (!memory_grow((void **)&classes->sums, &classes->sums_held, count + 1, sizeof(size_sums)))
        return NULL;
    for (size_t i = 0; i <= count; i++)
        classes->sums[i] = (size_sums){.smallest = UINT64_MAX};
    return classes->sums;
}

/* The first k that suppresses classes of this size. */
static inline size_t place_of(uint64_t size, const uint64_t *ks, size_t count) {
    size_t place = 0;
    while (place < count && ks[place] <= size)
        place++;
    return place;
}

/* ---- Counting -------------------------------------------------------------------------------- */

static void add_classes(size_sums *to, uint64_t rows, uint64_t count) {
    to->classes += count;
    to->rows += count * rows;
    to->squares += count * rows * rows;
    to->uniques += rows == 1 ? count : 0;
    to->smallest = rows < to->smallest ? rows : to->smallest;
    to->largest = rows > to->largest ? rows : to->largest;
}

static void publish(class_statistics *to, const size_sums *more) {
    to->classes += more->classes;
    to->members += more->rows;
    to->squares += more->squares;
    to->uniques += more->uniques;
    to->smallest = more->smallest < to->smallest ? more->smallest : to->smallest;
    to->largest = more->largest > to->largest ? more->largest : to->largest;
}

static void add_counts(size_sums *sums, const class_table *table, const uint64_t *ks,
                       size_t count) {
    uint32_t small[SMALL_SIZES] = {0};
    for (size_t c = 0; c < table->classes; c++) {
        uint32_t rows = table->counts[c];
        if (rows < SMALL_SIZES)
            small[rows]++;
        else
            add_classes(&sums[place_of(rows, ks, count)], rows, 1);
    }
    for (size_t rows = 0; rows < SMALL_SIZES; rows++)
        if (small[rows] > 0)
            add_classes(&sums[place_of(rows, ks, count)], rows, small[rows]);
}

static void take_statistics(const size_sums *sums, size_t count, class_statistics *out) {
    uint64_t squares = 0, groups = 0;
    for (size_t i = 0; i <= count; i++) {
        squares += sums[i].squares;
        groups += sums[i].classes;
    }
    for (size_t i = 0; i < count; i++) {
        out[i] = (class_statistics){
            .groups = groups, .smallest = UINT64_MAX, .squares_of_groups = squares};
        for (size_t j = 0; j <= i; j++)
            out[i].suppressed += sums[j].rows;
        for (size_t j = i + 1; j <= count; j++)
            publish(&out[i], &sums[j]);
        out[i].smallest = out[i].classes ? out[i].smallest : 0;
        out[i].certain = out[i].suppressed;
    }
}

bool node_classes_count_each(node_classes *classes, const uint64_t *ks, size_t count,
                             class_statistics *out) {
    const class_table *table = &classes->table;
    size_sums *sums = open_sums(classes, count);
    assert(classes->sizes_of == table->counts && !classes->constrained);
    if (!sums)
        return false;
    add_counts(sums, table, ks, count);
    take_statistics(sums, count, out);
    return true;
}

/* ---- Costs ----------------------------------------------------------------------------------- */

/* Leaves out attributes whose rows all cost the same: their price, which is returned, is paid once
 * per suppressed row. Fields and costs of the others move to the front; *varying counts them. */
static int64_t gather_units(node_classes *classes, const uint8_t *node, const cost_table *costs,
                            size_t attributes, size_t *varying) {
    int64_t fixed = 0;
    *varying = 0;
    for (size_t a = 0; a < attributes; a++) {
        if (node[a] == LEVEL_ABSENT)
            continue;
        const int64_t *units = costs->units[a][node[a]];
        if (classes->fields[a].bits == 0) {
            fixed += units[0];
            continue;
        }
        classes->varying[*varying] = classes->fields[a];
        classes->varying_sizes[*varying] = classes->sizes[a];
        classes->units[(*varying)++] = units;
    }
    return fixed;
}

/* How many of the fields from the first on are neighbours and few bits together; *bits. */
static size_t neighbours(const packing_field *fields, size_t count, unsigned *bits) {
    size_t joined = 1;
    *bits = fields[0].bits;
    while (joined < count && fields[joined].word == fields[0].word &&
           fields[joined].shift == fields[0].shift + *bits &&
           *bits + fields[joined].bits <= JOINED_BITS)
        *bits += fields[joined++].bits;
    return joined;
}

/* Prices of all combinations of the fields' codes. Combinations that no class has may be beyond the
 * prices of a field, whose last code is then as good as any. */
static void join(int64_t *table, const packing_field *fields, const int64_t *const *units,
                 const uint32_t *sizes, size_t count) {
    size_t filled = 1;
    table[0] = 0;
    for (size_t i = 0; i < count; i++) {
        size_t places = (size_t)1 << fields[i].bits;
        for (size_t c = places; c-- > 0;) {
            int64_t price = units[i][c < sizes[i] ? c : sizes[i] - 1];
            for (size_t v = 0; v < filled; v++)
                table[c * filled + v] = table[v] + price;
        }
        filled *= places;
    }
}

/* Fills the lookups; returns how many there are, or SIZE_MAX when out of memory. */
static size_t open_lookups(node_classes *classes, size_t varying) {
    bool joins = classes->table.classes >= WORTH_JOINING;
    size_t count = 0, room = varying << JOINED_BITS;
    if (joins && !memory_grow((void **)&classes->joined, &classes->joined_held, room, 8))
        return SIZE_MAX;
    for (size_t at = 0; at < varying; count++) {
        unsigned bits = classes->varying[at].bits;
        size_t together = joins ? neighbours(&classes->varying[at], varying - at, &bits) : 1;
        const int64_t *units = classes->units[at];
        if (together > 1) {
            int64_t *table = classes->joined + (count << JOINED_BITS);
            join(table, &classes->varying[at], &classes->units[at], classes->varying_sizes + at,
                 together);
            units = table;
        }
        classes->lookups[count] =
            (price_lookup){units, (UINT64_C(1) << bits) - 1, classes->varying[at].word,
                           classes->varying[at].shift};
        at += together;
    }
    return count;
}

static inline int64_t price_of(const price_lookup *lookups, size_t count, const uint64_t *key) {
    int64_t row = 0;
    for (size_t i = 0; i < count; i++)
        row += lookups[i].units[key[lookups[i].word] >> lookups[i].shift & lookups[i].mask];
    return row;
}

static bool add_costs(node_classes *classes, const uint8_t *node, const cost_table *costs,
                      size_t attributes, const uint64_t *ks, size_t count) {
    const class_table *table = &classes->table;
    size_sums *sums = classes->sums;
    size_t varying;
    int64_t fixed = gather_units(classes, node, costs, attributes, &varying);
    size_t lookups = open_lookups(classes, varying);
    if (lookups == SIZE_MAX)
        return false;
    size_t small[SMALL_SIZES];
    for (size_t size = 0; size < SMALL_SIZES; size++)
        small[size] = place_of(size, ks, count);
    for (size_t c = 0; c < table->classes; c++) {
        uint32_t size = classes->sizes_of[c];
        size_t place = size < SMALL_SIZES ? small[size] : place_of(size, ks, count);
        if (place == count)
            continue;
        const uint64_t *key = table->keys + c * table->words;
        sums[place].cost +=
            (wide_sum)table->counts[c] * (fixed + price_of(classes->lookups, lookups, key));
    }
    return true;
}

static void take_costs(const size_sums *sums, size_t count, double *out) {
    wide_sum sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += sums[i].cost;
        out[i] = (double)sum * COST_UNIT;
    }
}

bool node_classes_extra_each(node_classes *classes, const uint8_t *node, const cost_table *costs,
                             const metric_context *context, const uint64_t *ks, size_t count,
                             double *out) {
    if (!open_sums(classes, count) ||
        !add_costs(classes, node, costs, context->attributes, ks, count))
        return false;
    take_costs(classes->sums, count, out);
    return true;
}

bool node_classes_extra(node_classes *classes, const uint8_t *node, const cost_table *costs,
                        const metric_context *context, double *out) {
    return node_classes_extra_each(classes, node, costs, context, &context->k, 1, out);
}

/* ---- Parts ----------------------------------------------------------------------------------- */

bool node_classes_begin_sums(node_classes *classes, size_t count) {
    return open_sums(classes, count) != NULL;
}

bool node_classes_add_sums(node_classes *classes, const uint8_t *node, const cost_table *costs,
                           size_t attributes, const uint64_t *ks, size_t count) {
    assert(classes->sizes_of == classes->table.counts && !classes->constrained);
    add_counts(classes->sums, &classes->table, ks, count);
    return !costs || add_costs(classes, node, costs, attributes, ks, count);
}

void node_classes_end_sums(const node_classes *classes, size_t count, class_statistics *out,
                           double *out_extra) {
    take_statistics(classes->sums, count, out);
    take_costs(classes->sums, count, out_extra);
}
