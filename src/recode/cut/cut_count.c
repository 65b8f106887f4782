#include "recode/cut/cut_count.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

/* Tuples whose keys are put together before they are counted. */
#define BLOCK 512
/* Counts by key need no probing, but a table that is much larger than the tuples falls out of the
 * cache. */
#define DIRECT_LEAST 4096
#define DIRECT_PER_TUPLE 4
/* Slots ahead of the one being counted whose memory is prefetched. */
#define LOOK_AHEAD 8

void cut_counter_free(cut_counter *counter) {
    memory_free(counter->keys);
    memory_free(counter->prices);
    memory_free(counter->strides);
    memory_free(counter->block);
    memory_free(counter->direct);
    memory_free(counter->slots);
    memory_free(counter->places);
    memory_free(counter->classes);
    *counter = (cut_counter){0};
}

/* ---- Keys ---------------------------------------------------------------------------------- */

/* Strides of a mixed-radix number; *span is the number of keys. */
static bool lay_out(uint64_t *strides, const cut_groups *groups, size_t attributes,
                    uint64_t *span) {
    *span = 1;
    for (size_t a = 0; a < attributes; a++) {
        if (strides)
            strides[a] = *span;
        if (__builtin_mul_overflow(*span, (uint64_t)groups->sizes[a], span))
            return false;
    }
    return true;
}

bool cut_counter_fits(const cut_groups *groups, size_t attributes) {
    uint64_t span;
    return lay_out(NULL, groups, attributes, &span);
}

static void fill_column_keys(uint64_t *keys, const cut_column *joined, const cut_groups *groups,
                             const uint64_t *strides) {
    memset(keys, 0, joined->combinations * sizeof *keys);
    for (size_t i = 0; i < joined->attributes; i++) {
        const uint32_t *group = groups->group[joined->attribute[i]];
        const uint32_t *position = joined->positions + i * joined->combinations;
        uint64_t stride = strides[joined->attribute[i]];
        for (uint32_t c = 0; c < joined->combinations; c++)
            keys[c] += group[position[c]] * stride;
    }
}

#define ADD_COLUMN(type)                                                                           \
    static void add_##type(uint64_t *block, const uint64_t *keys, const type *code, bool first,    \
                           size_t count) {                                                         \
        if (first)                                                                                 \
            for (size_t i = 0; i < count; i++)                                                     \
                block[i] = keys[code[i]];                                                          \
        else                                                                                       \
            for (size_t i = 0; i < count; i++)                                                     \
                block[i] += keys[code[i]];                                                         \
    }

ADD_COLUMN(uint16_t)
ADD_COLUMN(uint32_t)

/* Two columns at once save a pass over the block. */
static void add_pair(uint64_t *block, const uint64_t *keys, const uint16_t *code,
                     const uint64_t *other_keys, const uint16_t *other, bool first, size_t count) {
    if (first)
        for (size_t i = 0; i < count; i++)
            block[i] = keys[code[i]] + other_keys[other[i]];
    else
        for (size_t i = 0; i < count; i++)
            block[i] += keys[code[i]] + other_keys[other[i]];
}

static void fill_block(uint64_t *block, const uint64_t *keys, const cut_source *source,
                       size_t begin, size_t count) {
    const cut_column *joined = source->column;
    for (size_t c = 0; c < source->columns;) {
        const uint64_t *next_keys = keys + joined[c].combinations;
        const void *code = joined[c].codes.data;
        if (joined[c].codes.width == 4) {
            add_uint32_t(block, keys, (const uint32_t *)code + begin, c == 0, count);
        } else if (c + 1 < source->columns && joined[c + 1].codes.width == 2) {
            add_pair(block, keys, (const uint16_t *)code + begin, next_keys,
                     (const uint16_t *)joined[c + 1].codes.data + begin, c == 0, count);
            next_keys += joined[++c].combinations;
        } else {
            add_uint16_t(block, keys, (const uint16_t *)code + begin, c == 0, count);
        }
        keys = next_keys;
        c++;
    }
}

/* ---- Counting ------------------------------------------------------------------------------ */

/* Room that is all zeros; what was there is, too. */
static bool grow_zeros(void **items, size_t *held, size_t needed, size_t size) {
    if (needed <= *held)
        return true;
    memory_free(*items);
    *items = memory_zero(needed, size);
    *held = *items ? needed : 0;
    return *items != NULL;
}

static bool make_room(cut_counter *counter, const cut_source *source, size_t attributes) {
    return memory_grow((void **)&counter->keys, &counter->keys_held, source->combinations, 8) &&
           memory_grow((void **)&counter->strides, &counter->strides_held, attributes, 8) &&
           memory_grow((void **)&counter->block, &counter->block_held, BLOCK, 8) &&
           memory_grow((void **)&counter->places, &counter->places_held, source->tuples + 1, 4) &&
           memory_grow((void **)&counter->classes, &counter->classes_held, source->tuples + 1,
                       sizeof *counter->classes);
}

/* Writes every tuple after the last class; only the first of a class stays there. */
static size_t count_direct(cut_counter *counter, const uint32_t *rows, size_t begin, size_t count,
                           size_t classes) {
    uint32_t *direct = counter->direct;
    uint32_t *places = counter->places;
    cut_class *found = counter->classes;
    for (size_t i = 0; i < count; i++) {
        uint64_t key = counter->block[i];
        assert(key < counter->direct_held);
        uint32_t before = direct[key];
        places[classes] = (uint32_t)key;
        found[classes].tuple = (uint32_t)(begin + i);
        classes += before == 0;
        direct[key] = before + rows[begin + i];
    }
    return classes;
}

static size_t count_hashed(cut_counter *counter, unsigned bits, const uint32_t *rows, size_t begin,
                           size_t count, size_t classes) {
    cut_slot *slots = counter->slots;
    size_t mask = ((size_t)1 << bits) - 1;
    size_t starts[BLOCK + LOOK_AHEAD];
    for (size_t i = 0; i < count; i++)
        starts[i] = (size_t)(hash_word(counter->block[i]) >> (64 - bits));
    for (size_t i = count; i < count + LOOK_AHEAD; i++)
        starts[i] = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t key = counter->block[i];
        size_t slot = starts[i];
        __builtin_prefetch(&slots[starts[i + LOOK_AHEAD]]);
        while (slots[slot].number != 0 && slots[slot].key != key)
            slot = (slot + 1) & mask;
        counter->places[classes] = (uint32_t)slot;
        counter->classes[classes].tuple = (uint32_t)(begin + i);
        classes += slots[slot].number == 0;
        slots[slot].key = key;
        slots[slot].number += rows[begin + i];
    }
    return classes;
}

/* Takes the counts of the classes and resets them to zero. */
static void collect(cut_counter *counter, bool hashed) {
    for (size_t c = 0; c < counter->count; c++) {
        size_t at = counter->places[c];
        uint32_t *rows = hashed ? &counter->slots[at].number : &counter->direct[at];
        counter->classes[c].rows = *rows;
        *rows = 0;
    }
}

static unsigned bits_of_slots(size_t tuples) {
    unsigned bits = 8;
    while (((size_t)1 << bits) < 2 * tuples)
        bits++;
    return bits;
}

/* Lays out the keys and makes room; *bits is 0 for counting by the key itself. */
static bool prepare(cut_counter *counter, const cut_source *source, const cut_groups *groups,
                    size_t attributes, unsigned *bits) {
    uint64_t span;
    if (!make_room(counter, source, attributes) ||
        !lay_out(counter->strides, groups, attributes, &span))
        return false;
    size_t most = DIRECT_PER_TUPLE * source->tuples;
    bool by_key = span <= (most > DIRECT_LEAST ? most : DIRECT_LEAST);
    *bits = by_key ? 0 : bits_of_slots(source->tuples);
    if (by_key ? !grow_zeros((void **)&counter->direct, &counter->direct_held, (size_t)span, 4)
               : !grow_zeros((void **)&counter->slots, &counter->slots_held, (size_t)1 << *bits,
                             sizeof *counter->slots))
        return false;
    uint64_t *keys = counter->keys;
    for (size_t c = 0; c < source->columns; keys += source->column[c++].combinations)
        fill_column_keys(keys, &source->column[c], groups, counter->strides);
    return true;
}

bool cut_counter_count(cut_counter *counter, const cut_source *source, const cut_groups *groups,
                       size_t attributes) {
    unsigned bits;
    size_t classes = 0;
    if (!prepare(counter, source, groups, attributes, &bits))
        return false;
    for (size_t begin = 0; begin < source->tuples; begin += BLOCK) {
        size_t left = source->tuples - begin;
        size_t count = left < BLOCK ? left : BLOCK;
        fill_block(counter->block, counter->keys, source, begin, count);
        classes = bits == 0 ? count_direct(counter, source->counts, begin, count, classes)
                            : count_hashed(counter, bits, source->counts, begin, count, classes);
    }
    assert(classes <= source->tuples);
    counter->count = classes;
    collect(counter, bits != 0);
    return true;
}

/* Where the number of a key's class is kept. */
static uint32_t *find_number(cut_counter *counter, unsigned bits, uint64_t key, size_t *at) {
    *at = (size_t)key;
    if (bits == 0)
        return &counter->direct[key];
    *at = (size_t)(hash_word(key) >> (64 - bits));
    while (counter->slots[*at].number != 0 && counter->slots[*at].key != key)
        *at = (*at + 1) & (((size_t)1 << bits) - 1);
    counter->slots[*at].key = key;
    return &counter->slots[*at].number;
}

static void classify_block(cut_counter *counter, unsigned bits, const uint32_t *rows, size_t begin,
                           size_t count, uint32_t *ids) {
    for (size_t i = 0; i < count; i++) {
        size_t at;
        uint32_t *number = find_number(counter, bits, counter->block[i], &at);
        if (*number == 0) {
            counter->classes[counter->count] = (cut_class){(uint32_t)(begin + i), 0};
            counter->places[counter->count] = (uint32_t)at;
            *number = (uint32_t)++counter->count;
        }
        ids[begin + i] = *number - 1;
        counter->classes[*number - 1].rows += rows[begin + i];
    }
}

bool cut_counter_classify(cut_counter *counter, const cut_source *source, const cut_groups *groups,
                          size_t attributes, uint32_t *ids) {
    unsigned bits;
    if (!prepare(counter, source, groups, attributes, &bits))
        return false;
    counter->count = 0;
    for (size_t begin = 0; begin < source->tuples; begin += BLOCK) {
        size_t left = source->tuples - begin;
        size_t count = left < BLOCK ? left : BLOCK;
        fill_block(counter->block, counter->keys, source, begin, count);
        classify_block(counter, bits, source->counts, begin, count, ids);
    }
    for (size_t c = 0; c < counter->count; c++) {
        if (bits == 0)
            counter->direct[counter->places[c]] = 0;
        else
            counter->slots[counter->places[c]].number = 0;
    }
    return true;
}

/* ---- What was counted ---------------------------------------------------------------------- */

class_statistics cut_counter_statistics(const cut_counter *counter, uint64_t k) {
    class_statistics out = {.groups = counter->count, .smallest = UINT64_MAX};
    for (size_t c = 0; c < counter->count; c++) {
        uint64_t rows = counter->classes[c].rows;
        uint64_t square = rows * rows;
        bool published = rows >= k;
        out.squares_of_groups += square;
        out.suppressed += published ? 0 : rows;
        out.classes += published;
        out.members += published ? rows : 0;
        out.uniques += published && rows == 1;
        out.squares += published ? square : 0;
        out.smallest = published && rows < out.smallest ? rows : out.smallest;
        out.largest = published && rows > out.largest ? rows : out.largest;
    }
    if (out.classes == 0)
        out.smallest = 0;
    assert(out.smallest <= out.largest && out.classes <= out.groups);
    out.certain = out.suppressed;
    return out;
}

static void fill_prices(int64_t *prices, const cut_column *joined, const cut_groups *groups) {
    memset(prices, 0, joined->combinations * sizeof *prices);
    for (size_t i = 0; i < joined->attributes; i++) {
        const uint32_t *group = groups->group[joined->attribute[i]];
        const int64_t *units = groups->units[joined->attribute[i]];
        const uint32_t *position = joined->positions + i * joined->combinations;
        for (uint32_t c = 0; c < joined->combinations; c++)
            prices[c] += units[group[position[c]]];
    }
}

static bool fill_all_prices(cut_counter *counter, const cut_source *source,
                            const cut_groups *groups) {
    if (!memory_grow((void **)&counter->prices, &counter->prices_held, source->combinations, 8))
        return false;
    int64_t *prices = counter->prices;
    for (size_t c = 0; c < source->columns; prices += source->column[c++].combinations)
        fill_prices(prices, &source->column[c], groups);
    return true;
}

static int64_t price_of(const cut_counter *counter, const cut_source *source, uint32_t tuple) {
    const int64_t *prices = counter->prices;
    int64_t row = 0;
    for (size_t c = 0; c < source->columns; prices += source->column[c++].combinations)
        row += prices[codes_get(&source->column[c].codes, tuple)];
    return row;
}

bool cut_counter_extra(cut_counter *counter, const cut_source *source, const cut_groups *groups,
                       uint64_t k, cut_sum *out) {
    *out = 0;
    if (!fill_all_prices(counter, source, groups))
        return false;
    for (size_t i = 0; i < counter->count; i++) {
        const cut_class *class = &counter->classes[i];
        if (class->rows < k)
            *out += (cut_sum)price_of(counter, source, class->tuple) * class->rows;
    }
    return true;
}

bool cut_counter_prices(cut_counter *counter, const cut_source *source, const cut_groups *groups,
                        int64_t *out) {
    if (!fill_all_prices(counter, source, groups))
        return false;
    for (size_t i = 0; i < counter->count; i++)
        out[i] = price_of(counter, source, counter->classes[i].tuple);
    return true;
}
