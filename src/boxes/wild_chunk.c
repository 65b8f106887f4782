#include "boxes/wild_chunk.h"

#include <assert.h>
#include <string.h>

/* Up to so many attributes all subsets are looked at. */
#define TABLED_ATTRIBUTES 12
#define NEVER ((int64_t)1 << 40)

bool wild_chunk_open(wild_chunk *out, const wild_table *of, size_t items) {
    size_t subsets = of->attributes <= TABLED_ATTRIBUTES ? (size_t)1 << of->attributes : 1;
    *out = (wild_chunk){.of = of, .items = items, .safe = true};
    out->all = of->attributes == 64 ? UINT64_MAX : (UINT64_C(1) << of->attributes) - 1;
    out->code = arena_zero(&out->memory, of->attributes, sizeof *out->code);
    for (size_t a = 0; out->code && a < of->attributes; a++)
        if (!(out->code[a] = arena_new(&out->memory, items, sizeof **out->code)))
            return false;
    out->full = arena_zero(&out->memory, items, sizeof *out->full);
    out->shown = arena_zero(&out->memory, items, sizeof *out->shown);
    out->copies = arena_zero(&out->memory, items, sizeof *out->copies);
    out->lends = arena_zero(&out->memory, items, sizeof *out->lends);
    out->support = arena_zero(&out->memory, items, sizeof *out->support);
    out->tuple = arena_zero(&out->memory, items, sizeof *out->tuple);
    out->kept_shown = arena_new(&out->memory, items, sizeof *out->kept_shown);
    out->kept_support = arena_new(&out->memory, items, sizeof *out->kept_support);
    out->kept_lends = arena_new(&out->memory, items, sizeof *out->kept_lends);
    out->differ = arena_new(&out->memory, items, sizeof *out->differ);
    out->total = arena_new(&out->memory, subsets, sizeof *out->total);
    out->needy = arena_new(&out->memory, subsets, sizeof *out->needy);
    out->price = arena_new(&out->memory, subsets, sizeof *out->price);
    return out->code && out->full && out->shown && out->copies && out->lends && out->support &&
           out->tuple && out->kept_shown && out->kept_support && out->kept_lends && out->differ &&
           out->total && out->needy && out->price;
}

void wild_chunk_close(wild_chunk *chunk) {
    arena_free(&chunk->memory);
    *chunk = (wild_chunk){0};
}

/* ---- Comparing ------------------------------------------------------------------------------- */

#define BLOCK ((size_t)512)
#define BITS 16 /* of the attributes compared at a time */

/* Adds a bit where codes are not `own`. All numbers have 16 bits, so that many are compared at
 * once. */
static void mark_others(uint16_t *restrict part, const uint16_t *restrict code, size_t count,
                        uint16_t own, uint16_t bit) {
    for (size_t i = 0; i < count; i++) {
        uint16_t other = (uint16_t)(code[i] == own ? 0 : UINT16_MAX);
        part[i] = (uint16_t)(part[i] | (other & bit));
    }
}

/* Fills chunk->differ for an item, if it showed `shown`. */
static void compare(wild_chunk *chunk, size_t item, uint64_t shown) {
    size_t attributes = chunk->of->attributes;
    uint16_t part[BLOCK];
    for (size_t begin = 0; begin < chunk->items; begin += BLOCK) {
        size_t count = chunk->items - begin < BLOCK ? chunk->items - begin : BLOCK;
        uint64_t *differ = chunk->differ + begin;
        for (size_t first = 0; first < attributes; first += BITS) {
            memset(part, 0, sizeof part);
            for (size_t a = first; a < attributes && a < first + BITS; a++)
                if (shown >> a & 1)
                    mark_others(part, chunk->code[a] + begin, count, chunk->code[a][item],
                                (uint16_t)(1u << (a - first)));
            for (size_t i = 0; i < count; i++)
                differ[i] = (first > 0 ? differ[i] : 0) | (uint64_t)part[i] << first;
        }
        for (size_t i = 0; i < count; i++)
            differ[i] &= chunk->shown[begin + i];
    }
}

void wild_chunk_count(wild_chunk *chunk) {
    memcpy(chunk->support, chunk->copies, chunk->items * sizeof *chunk->support);
    memcpy(chunk->lends, chunk->copies, chunk->items * sizeof *chunk->lends);
    /* Items of one tuple are neighbours. */
    for (size_t i = 0, end; i < chunk->items; i = end) {
        for (end = i + 1; end < chunk->items && chunk->tuple[end] == chunk->tuple[i];)
            end++;
        for (size_t j = i; end - i > 1 && j < end; j++)
            chunk->support[j] = (uint32_t)(end - i);
    }
    /* Tuples without missing values are compatible only with those that have some. */
    for (size_t i = 0; i < chunk->items; i++) {
        if (chunk->full[i] == chunk->all)
            continue;
        compare(chunk, i, chunk->shown[i]);
        for (size_t j = 0; j < chunk->items; j++) {
            if (chunk->tuple[j] == chunk->tuple[i] || chunk->differ[j] != 0)
                continue;
            chunk->support[j] += chunk->full[j] == chunk->all ? chunk->copies[i] : 0;
            chunk->support[i] += chunk->copies[j];
        }
    }
}

int64_t wild_chunk_price(const wild_chunk *chunk, size_t item, uint64_t blank) {
    int64_t sum = 0;
    for (; blank; blank &= blank - 1) {
        size_t a = (size_t)__builtin_ctzll(blank);
        box_cost cost = chunk->of->cost[a][chunk->code[a][item]];
        sum += cost == BOX_FORBIDDEN ? NEVER : cost;
    }
    return sum;
}

/* ---- Showing --------------------------------------------------------------------------------- */

static void add_support(wild_chunk *chunk, size_t item, uint64_t shown, uint32_t lends,
                        bool added) {
    uint32_t own = 0;
    compare(chunk, item, shown);
    for (size_t i = 0; i < chunk->items; i++) {
        bool matches = chunk->differ[i] == 0 && i != item && chunk->lends[i] > 0;
        uint32_t change = matches ? lends : 0;
        chunk->support[i] += added ? change : 0 - change;
        own += matches ? chunk->lends[i] : 0;
    }
    chunk->support[item] = own + chunk->copies[item];
}

void wild_chunk_show(wild_chunk *chunk, size_t item, uint64_t shown) {
    uint64_t before = chunk->full[item] & ~chunk->shown[item];
    bool was_blank = chunk->lends[item] == 0;
    bool blank = shown == 0 && chunk->full[item] == chunk->all;
    assert((shown & ~chunk->full[item]) == 0);
    chunk->cost += wild_chunk_price(chunk, item, chunk->full[item] & ~shown) -
                   wild_chunk_price(chunk, item, before);
    if (!was_blank)
        add_support(chunk, item, chunk->shown[item], chunk->copies[item], false);
    chunk->shown[item] = shown;
    chunk->lends[item] = blank ? 0 : chunk->copies[item];
    if (!blank)
        add_support(chunk, item, shown, chunk->copies[item], true);
    if (blank != was_blank)
        chunk->spare += was_blank ? chunk->copies[item] : 0 - (uint64_t)chunk->copies[item];
}

/* Whether everybody stays safe when the item shows `more` too; chunk->differ is what others would
 * differ in. */
static bool may_show(const wild_chunk *chunk, size_t item, uint64_t more) {
    uint64_t own = 0;
    for (size_t i = 0; i < chunk->items; i++) {
        uint64_t differ = chunk->differ[i];
        if (i == item || chunk->lends[i] == 0 || (differ & ~more) != 0)
            continue;
        if (differ == 0)
            own += chunk->lends[i];
        else if (chunk->support[i] < chunk->of->k + chunk->copies[item])
            return false;
    }
    return own + chunk->copies[item] >= chunk->of->k;
}

void wild_chunk_restore(wild_chunk *chunk, size_t item) {
    uint64_t left = chunk->full[item] & ~chunk->shown[item];
    while (left && chunk->lends[item] > 0) {
        uint64_t dearest = left & (0 - left);
        for (uint64_t rest = left; rest; rest &= rest - 1) {
            uint64_t bit = rest & (0 - rest);
            if (wild_chunk_price(chunk, item, bit) > wild_chunk_price(chunk, item, dearest))
                dearest = bit;
        }
        left &= ~dearest;
        compare(chunk, item, chunk->shown[item] | dearest);
        if (may_show(chunk, item, dearest))
            wild_chunk_show(chunk, item, chunk->shown[item] | dearest);
    }
}

/* ---- Choosing -------------------------------------------------------------------------------- */

/* Of how many rows, and items below k, each set of attributes is all that they differ in; then, of
 * how many a part of it is. */
static void sum_subsets(wild_chunk *chunk, size_t item) {
    size_t attributes = chunk->of->attributes, subsets = (size_t)1 << attributes;
    memset(chunk->total, 0, subsets * sizeof *chunk->total);
    memset(chunk->needy, 0, subsets * sizeof *chunk->needy);
    for (size_t i = 0; i < chunk->items; i++) {
        chunk->total[chunk->differ[i]] += chunk->lends[i];
        chunk->needy[chunk->differ[i]] += wild_chunk_needs(chunk, i);
    }
    /* Those that it matches anyway gain nothing. */
    chunk->needy[0] = wild_chunk_needs(chunk, item);
    for (size_t bit = 1; bit < subsets; bit *= 2)
        for (size_t s = 0; s < subsets; s++)
            if (s & bit) {
                chunk->total[s] += chunk->total[s ^ bit];
                chunk->needy[s] += chunk->needy[s ^ bit];
            }
    chunk->price[0] = 0;
    for (size_t s = 1; s < subsets; s++) {
        uint64_t bit = s & (0 - s);
        bool first = s == bit;
        chunk->price[s] =
            first ? (chunk->full[item] & bit ? wild_chunk_price(chunk, item, bit) : NEVER)
                  : chunk->price[s ^ bit] + chunk->price[bit];
    }
}

static wild_choice choose_of_all(wild_chunk *chunk, size_t item) {
    size_t subsets = (size_t)1 << chunk->of->attributes;
    wild_choice best = {.cost = NEVER};
    sum_subsets(chunk, item);
    for (size_t s = 0; s < subsets; s++) {
        int64_t price = chunk->price[s];
        if (price > best.cost || price >= NEVER || s == chunk->all ||
            chunk->total[s] < chunk->of->k)
            continue;
        if (price < best.cost || chunk->needy[s] > best.gain)
            best = (wild_choice){true, s, price, chunk->needy[s]};
    }
    return best;
}

/* Too many attributes for all subsets: unions of what near items differ in. */
#define NEAREST 128
#define STARTS 16

typedef struct near_set {
    uint64_t differ;
    int64_t price;
    uint64_t rows;
} near_set;

static size_t list_near(wild_chunk *chunk, size_t item, near_set *list) {
    size_t count = 0;
    for (size_t i = 0; i < chunk->items; i++) {
        uint64_t differ = chunk->differ[i];
        if (chunk->lends[i] == 0)
            continue;
        int64_t price = wild_chunk_price(chunk, item, differ);
        if (price >= NEVER || (count == NEAREST && price > list[count - 1].price))
            continue;
        size_t at = 0;
        while (at < count && list[at].differ != differ)
            at++;
        if (at < count) {
            list[at].rows += chunk->lends[i];
            continue;
        }
        at = count < NEAREST ? count++ : count - 1;
        for (; at > 0 && list[at - 1].price > price; at--)
            list[at] = list[at - 1];
        list[at] = (near_set){differ, price, chunk->lends[i]};
    }
    return count;
}

/* Extends a set until k rows of the list differ in nothing else; false: there are too few. */
static bool extend(uint64_t *set, const wild_chunk *chunk, size_t item, const near_set *list,
                   size_t count) {
    for (;;) {
        uint64_t rows = 0;
        int64_t least = NEVER;
        size_t nearest = count;
        for (size_t i = 0; i < count; i++) {
            uint64_t more = list[i].differ & ~*set;
            rows += more ? 0 : list[i].rows;
            int64_t price = more ? wild_chunk_price(chunk, item, more) : NEVER;
            if (price < least && (*set | more) != chunk->all) {
                least = price;
                nearest = i;
            }
        }
        if (rows >= chunk->of->k)
            return true;
        if (nearest == count)
            return false;
        *set |= list[nearest].differ;
    }
}

static uint32_t gain_of(const wild_chunk *chunk, size_t item, uint64_t blank) {
    uint32_t gain = wild_chunk_needs(chunk, item);
    for (size_t i = 0; i < chunk->items; i++)
        gain += i != item && chunk->differ[i] != 0 && (chunk->differ[i] & ~blank) == 0 &&
                wild_chunk_needs(chunk, i);
    return gain;
}

static wild_choice choose_of_near(wild_chunk *chunk, size_t item) {
    near_set list[NEAREST];
    size_t count = list_near(chunk, item, list);
    wild_choice best = {.cost = NEVER};
    for (size_t i = 0; i < count && i < STARTS; i++) {
        uint64_t set = list[i].differ;
        if (set == chunk->all || !extend(&set, chunk, item, list, count))
            continue;
        int64_t price = wild_chunk_price(chunk, item, set);
        if (price < best.cost)
            best = (wild_choice){true, set, price, 0};
    }
    best.gain = best.possible ? gain_of(chunk, item, best.blank) : 0;
    return best;
}

wild_choice wild_chunk_choose(wild_chunk *chunk, size_t item) {
    assert(!wild_chunk_is_blanked(chunk, item));
    compare(chunk, item, chunk->shown[item]);
    return chunk->of->attributes <= TABLED_ATTRIBUTES ? choose_of_all(chunk, item)
                                                      : choose_of_near(chunk, item);
}
