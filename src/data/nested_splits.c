#include "data/nested_splits.h"

int nested_splits_rounds(size_t items, int most) {
    int rounds = 0;
    while (rounds < most && ((size_t)6 << rounds) <= 2 * items)
        rounds++;
    return rounds;
}

size_t split_end(const split_item *items, size_t count, size_t item, int round) {
    size_t end = item + 1;
    while (end < count && !split_begins(items, end, round))
        end++;
    return end;
}

typedef struct split_choice {
    size_t item; /* 0: none */
    bool fair;   /* a quarter of the rows or more on each side */
    int roundness;
    uint64_t off; /* twice the distance from the middle */
} split_choice;

static bool is_better(const split_choice *one, const split_choice *other) {
    if (other->item == 0 || one->fair != other->fair)
        return other->item == 0 || one->fair;
    if (one->fair && one->roundness != other->roundness)
        return one->roundness > other->roundness;
    return one->off < other->off;
}

static split_choice choose(const split_item *items, size_t begin, size_t end) {
    uint64_t all = 0, before = 0;
    split_choice best = {0};
    for (size_t i = begin; i < end; i++)
        all += items[i].rows;
    for (size_t i = begin + 1; i < end; i++) {
        before += items[i - 1].rows;
        split_choice next = {.item = i,
                             .fair = 4 * before >= all && 4 * (all - before) >= all,
                             .roundness = items[i].roundness,
                             .off = 2 * before > all ? 2 * before - all : all - 2 * before};
        if (!items[i].joined && is_better(&next, &best))
            best = next;
    }
    return best;
}

int nested_splits(split_item *items, size_t count, int rounds) {
    for (size_t i = 0; i < count; i++)
        items[i].depth = SPLIT_NONE;
    for (int round = 0; round < rounds; round++) {
        bool any = false;
        for (size_t begin = 0, end; begin < count; begin = end) {
            end = split_end(items, count, begin, round - 1);
            split_choice best = choose(items, begin, end);
            if (best.item > 0)
                items[best.item].depth = (uint8_t)round;
            any |= best.item > 0;
        }
        if (!any)
            return round;
    }
    return rounds;
}
