/* Blanking the cells of a chunk: greedily, and again where blanks were taken back. */
#include "boxes/wild_chunk.h"

static bool is_cancelled(const volatile int *cancel) {
    return cancel && *cancel;
}

/* ---- A heap of items ------------------------------------------------------------------------- */

typedef struct ranked_item {
    uint32_t item;
    uint32_t gain;
    int64_t cost;
    uint64_t known; /* blankings that its choice knows of */
} ranked_item;

/* The most help for what it costs comes first. */
static bool is_before(const ranked_item *one, const ranked_item *other) {
    int64_t first = (int64_t)one->gain * other->cost, second = (int64_t)other->gain * one->cost;
    return first != second ? first > second : one->item < other->item;
}

static void sift_down(ranked_item *heap, size_t count, size_t at) {
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= count)
            return;
        child += child + 1 < count && is_before(&heap[child + 1], &heap[child]);
        if (!is_before(&heap[child], &heap[at]))
            return;
        ranked_item moved = heap[at];
        heap[at] = heap[child];
        heap[child] = moved;
        at = child;
    }
}

/* ---- Rows that nothing of their own helps ---------------------------------------------------- */

/* The item shows one attribute only, and others stop showing it until k are left that match. */
static bool lend_to(wild_chunk *chunk, size_t item, size_t attribute) {
    uint64_t bit = UINT64_C(1) << attribute;
    uint64_t before = chunk->shown[item];
    int64_t price = wild_chunk_price(chunk, item, chunk->full[item] & ~bit);
    if (!(chunk->full[item] & bit) || price >= BOX_FORBIDDEN)
        return false;
    wild_chunk_show(chunk, item, bit);
    for (size_t i = 0; i < chunk->items && wild_chunk_needs(chunk, item); i++) {
        bool lends = i != item && chunk->lends[i] == 1 && chunk->shown[i] & bit &&
                     (chunk->shown[i] & ~bit || chunk->full[i] != chunk->all) &&
                     chunk->code[attribute][i] != chunk->code[attribute][item] &&
                     wild_chunk_price(chunk, i, bit) < BOX_FORBIDDEN;
        if (lends)
            wild_chunk_show(chunk, i, chunk->shown[i] & ~bit);
    }
    if (!wild_chunk_needs(chunk, item))
        return true;
    wild_chunk_show(chunk, item, before);
    return false;
}

/* An item whose every value is rarer than k. */
static void help(wild_chunk *chunk, size_t item) {
    int64_t whole = wild_chunk_price(chunk, item, chunk->full[item]);
    if (chunk->spare > 0 && chunk->full[item] == chunk->all && whole < BOX_FORBIDDEN) {
        wild_chunk_show(chunk, item, 0);
        return;
    }
    for (size_t a = 0; a < chunk->of->attributes; a++)
        if (lend_to(chunk, item, a))
            return;
    chunk->safe = false;
}

/* ---- Greedy ---------------------------------------------------------------------------------- */

typedef struct greedy {
    wild_chunk *chunk;
    ranked_item *heap;
    size_t count;
    uint64_t blankings;
} greedy;

static bool rank(greedy *by, ranked_item *out, size_t item, wild_choice *choice) {
    *choice = wild_chunk_choose(by->chunk, item);
    *out = (ranked_item){(uint32_t)item, choice->gain, choice->cost, by->blankings};
    return choice->possible;
}

/* Takes the first off the heap and blanks its cells, unless another turns out to come first. */
static void settle_first(greedy *by) {
    ranked_item *top = &by->heap[0];
    wild_choice choice;
    size_t item = top->item;
    if (!wild_chunk_needs(by->chunk, item) || wild_chunk_is_blanked(by->chunk, item) ||
        !rank(by, top, item, &choice)) {
        *top = by->heap[--by->count];
        sift_down(by->heap, by->count, 0);
        return;
    }
    sift_down(by->heap, by->count, 0);
    if (by->heap[0].item != item)
        return;
    wild_chunk_show(by->chunk, item, by->chunk->full[item] & ~choice.blank);
    by->blankings++;
}

static void settle_all(greedy *by, const volatile int *cancel) {
    while (by->count > 0 && !is_cancelled(cancel))
        settle_first(by);
}

/* Once is enough: what others show again makes no blank less needed. */
static void restore_all(wild_chunk *chunk, const volatile int *cancel) {
    for (size_t i = 0; i < chunk->items && !is_cancelled(cancel); i++)
        if (wild_chunk_is_blanked(chunk, i))
            wild_chunk_restore(chunk, i);
}

bool wild_chunk_greedy(wild_chunk *chunk, const volatile int *cancel) {
    greedy by = {.chunk = chunk, .heap = memory_new(chunk->items, sizeof *by.heap)};
    wild_choice choice;
    if (!by.heap)
        return false;
    for (size_t i = 0; i < chunk->items && !is_cancelled(cancel); i++)
        if (wild_chunk_needs(chunk, i) && rank(&by, &by.heap[by.count], i, &choice))
            by.count++;
    for (size_t i = by.count; i-- > 0;)
        sift_down(by.heap, by.count, i);
    settle_all(&by, cancel);
    for (size_t i = 0; i < chunk->items && !is_cancelled(cancel); i++)
        if (wild_chunk_needs(chunk, i))
            help(chunk, i);
    restore_all(chunk, cancel);
    memory_free(by.heap);
    return true;
}

/* ---- Blanking anew --------------------------------------------------------------------------- */

#define MOST_RUINED 4   /* items whose blanks are taken back at a time */
#define MOST_CHANGED 32 /* items blanked in their place */

/* What items showed before, in the order of their changes. */
typedef struct journal {
    uint32_t item[MOST_RUINED + MOST_CHANGED];
    uint64_t shown[MOST_RUINED + MOST_CHANGED];
    size_t count;
} journal;

static void change(wild_chunk *chunk, journal *log, size_t item, uint64_t shown) {
    log->item[log->count] = (uint32_t)item;
    log->shown[log->count++] = chunk->shown[item];
    wild_chunk_show(chunk, item, shown);
}

static void undo(wild_chunk *chunk, journal *log) {
    while (log->count > 0) {
        log->count--;
        wild_chunk_show(chunk, log->item[log->count], log->shown[log->count]);
    }
}

/* Takes back the blanks of an item, and of some that match it. */
static void ruin(wild_chunk *chunk, journal *log, size_t item, random_stream *stream) {
    size_t wanted = 1 + random_below(stream, MOST_RUINED);
    size_t begin = random_below(stream, chunk->items);
    change(chunk, log, item, chunk->full[item]);
    /* chunk->differ is the item's, who shows everything now. */
    uint32_t near[MOST_RUINED];
    size_t found = 0;
    for (size_t i = 0; i < chunk->items && found + 1 < wanted; i++) {
        size_t other = (begin + i) % chunk->items;
        if (other != item && wild_chunk_is_blanked(chunk, other) && chunk->lends[other] > 0 &&
            __builtin_popcountll(chunk->differ[other]) <= 1)
            near[found++] = (uint32_t)other;
    }
    for (size_t i = 0; i < found; i++)
        change(chunk, log, near[i], chunk->full[near[i]]);
}

/* The item in need whose blanks help most; false: there is none, or none can be helped. */
static bool find_best(wild_chunk *chunk, wild_choice *best, size_t *item) {
    ranked_item first = {0};
    bool found = false;
    for (size_t i = 0; i < chunk->items; i++) {
        if (!wild_chunk_needs(chunk, i))
            continue;
        if (wild_chunk_is_blanked(chunk, i))
            return false;
        wild_choice choice = wild_chunk_choose(chunk, i);
        if (!choice.possible)
            return false;
        ranked_item each = {(uint32_t)i, choice.gain, choice.cost, 0};
        if (found && !is_before(&each, &first))
            continue;
        found = true;
        first = each;
        *best = choice;
        *item = i;
    }
    return found;
}

static bool all_safe(const wild_chunk *chunk) {
    bool safe = true;
    for (size_t i = 0; i < chunk->items; i++)
        safe &= !wild_chunk_needs(chunk, i);
    return safe;
}

static size_t count_needy(const wild_chunk *chunk) {
    size_t count = 0;
    for (size_t i = 0; i < chunk->items; i++)
        count += wild_chunk_needs(chunk, i);
    return count;
}

/* Leaves the chunk as it was, or safe at no higher cost. */
static void try_anew(wild_chunk *chunk, size_t item, random_stream *stream) {
    journal log = {.count = 0};
    wild_choice choice;
    size_t next = 0;
    int64_t before = chunk->cost;
    ruin(chunk, &log, item, stream);
    bool few = count_needy(chunk) <= MOST_CHANGED;
    while (few && chunk->cost < before && log.count < MOST_RUINED + MOST_CHANGED &&
           find_best(chunk, &choice, &next))
        change(chunk, &log, next, chunk->full[next] & ~choice.blank);
    if (!all_safe(chunk) || chunk->cost > before)
        undo(chunk, &log);
    for (size_t i = 0; i < log.count; i++)
        wild_chunk_restore(chunk, log.item[i]);
}

/* Items tried in a round. */
#define TRIED ((size_t)512)

bool wild_chunk_improve(wild_chunk *chunk, random_stream *stream, const volatile int *cancel) {
    uint32_t *blanked = memory_new(chunk->items, sizeof *blanked);
    size_t count = 0;
    chunk->moves = 0;
    if (!blanked)
        return false;
    for (size_t i = 0; i < chunk->items; i++)
        if (wild_chunk_is_blanked(chunk, i) && chunk->lends[i] > 0)
            blanked[count++] = (uint32_t)i;
    for (size_t i = 0; i < TRIED && count > 0 && !is_cancelled(cancel); i++) {
        size_t item = blanked[random_below(stream, count)];
        if (wild_chunk_is_blanked(chunk, item))
            try_anew(chunk, item, stream);
        chunk->moves++;
    }
    restore_all(chunk, cancel);
    memory_free(blanked);
    return true;
}
