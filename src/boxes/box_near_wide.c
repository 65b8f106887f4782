/* The near spots of wide tables, where branch and bound would visit nearly all: first those that
 * stand near in some orders of the spots, then near spots of near spots, in a few passes. What is
 * found is near, not always nearest. */
#include "boxes/box_near_wide.h"

#include "base/random.h"

#include <stdlib.h>
#include <string.h>

/* Orders of the attributes, fewer where there are many spots, and the neighbours in each that are
 * looked at, on both sides. */
#define ORDERS 24
#define ORDERS_OF_MANY 6
#define MANY_SPOTS ((size_t)1 << 17)
#define WINDOW 12
#define PASSES 2
/* Spots that a thread takes at once. */
#define PIECE 256

typedef struct near_list {
    uint32_t *near;
    uint32_t *distance;
    size_t most, count;
} near_list;

typedef struct wide_search {
    box_spots *made;
    uint32_t *item;   /* [spots] in one of the orders */
    uint32_t *tuple;  /* [spots] a tuple of each */
    uint32_t *before; /* [spots * near_most] the lists before a pass */
    uint16_t *before_count;
    uint32_t *seen; /* [workers * spots] the spot that has seen it last, + 1 */
    arena memory;
} wide_search;

static near_list list_of(const box_spots *made, size_t spot) {
    size_t at = spot * made->near_most;
    return (near_list){made->near + at, made->distance + at, made->near_most,
                       made->near_count[spot]};
}

/* Keeps the list sorted. Spots of equal distance stay in the order in which they came. */
static void add(near_list *to, uint32_t spot, uint32_t distance) {
    if (to->count == to->most && distance >= to->distance[to->most - 1])
        return;
    size_t at = to->count < to->most ? to->count++ : to->most - 1;
    for (; at > 0 && to->distance[at - 1] > distance; at--) {
        to->distance[at] = to->distance[at - 1];
        to->near[at] = to->near[at - 1];
    }
    to->distance[at] = distance;
    to->near[at] = spot;
}

/* Gives up, with UINT32_MAX, once it is not below `most`. */
static uint32_t distance_below(const box_spots *of, size_t one, size_t other, uint32_t most) {
    const uint16_t *first = of->position + one * of->lanes;
    const uint16_t *second = of->position + other * of->lanes;
    uint64_t sum = 0;
    for (size_t i = 0; i < of->used; i++) {
        const spot_lane *lane = &of->lane[i];
        if (i >= of->spans)
            sum += lane->of_count[first[i] == second[i] ? 1 : 2];
        else
            sum += (uint64_t)(first[i] < second[i] ? spot_lane_cost(lane, first[i], second[i])
                                                   : spot_lane_cost(lane, second[i], first[i]));
        if (sum >= most)
            return UINT32_MAX;
    }
    return (uint32_t)sum;
}

static void consider(const box_spots *of, near_list *to, size_t spot, uint32_t other) {
    uint32_t most = to->count < to->most ? BOX_FORBIDDEN : to->distance[to->most - 1];
    uint32_t distance = distance_below(of, spot, other, most);
    if (distance != UINT32_MAX)
        add(to, other, distance);
}

static uint32_t *open_seen(const wide_search *run, int worker) {
    return run->seen + (size_t)worker * run->made->count;
}

/* The list itself has been seen. */
static void mark_list(const box_spots *of, uint32_t *seen, size_t spot) {
    const uint32_t *near = of->near + spot * of->near_most;
    seen[spot] = (uint32_t)spot + 1;
    for (size_t i = 0; i < of->near_count[spot]; i++)
        seen[near[i]] = (uint32_t)spot + 1;
}

/* ---- Windows --------------------------------------------------------------------------------- */

static void look_around(void *context, size_t item, int worker) {
    wide_search *run = context;
    box_spots *made = run->made;
    uint32_t *seen = open_seen(run, worker);
    size_t begin = item * PIECE, end = begin + PIECE < made->count ? begin + PIECE : made->count;
    for (size_t at = begin; at < end; at++) {
        size_t spot = run->item[at];
        size_t first = at > WINDOW ? at - WINDOW : 0;
        size_t last = at + WINDOW < made->count ? at + WINDOW : made->count - 1;
        near_list list = list_of(made, spot);
        mark_list(made, seen, spot);
        for (size_t i = first; i <= last; i++)
            if (seen[run->item[i]] != spot + 1)
                consider(made, &list, spot, run->item[i]);
        made->near_count[spot] = (uint16_t)list.count;
    }
}

/* Attributes in an order that is drawn anew each time. */
static void draw_order(size_t *attribute, size_t count, uint64_t number) {
    random_stream stream = random_open(number, "near", 0);
    for (size_t i = 0; i < count; i++)
        attribute[i] = i;
    for (size_t i = count; i > 1; i--) {
        size_t other = (size_t)random_below(&stream, i), kept = attribute[i - 1];
        attribute[i - 1] = attribute[other];
        attribute[other] = kept;
    }
}

/* ---- Near spots of near spots ---------------------------------------------------------------- */

static void look_farther(void *context, size_t item, int worker) {
    wide_search *run = context;
    box_spots *made = run->made;
    uint32_t *seen = open_seen(run, worker);
    size_t begin = item * PIECE, end = begin + PIECE < made->count ? begin + PIECE : made->count;
    for (size_t spot = begin; spot < end; spot++) {
        const uint32_t *before = run->before + spot * made->near_most;
        near_list list = list_of(made, spot);
        mark_list(made, seen, spot);
        for (size_t i = 0; i < run->before_count[spot]; i++) {
            const uint32_t *theirs = run->before + before[i] * made->near_most;
            for (size_t j = 0; j < run->before_count[before[i]]; j++) {
                if (seen[theirs[j]] == spot + 1)
                    continue;
                seen[theirs[j]] = (uint32_t)spot + 1;
                consider(made, &list, spot, theirs[j]);
            }
        }
        made->near_count[spot] = (uint16_t)list.count;
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

static bool open_search(wide_search *run) {
    const box_spots *made = run->made;
    size_t lists = made->count * made->near_most;
    size_t workers = (size_t)threads_count(made->work->pool);
    run->item = arena_new(&run->memory, made->count, sizeof *run->item);
    run->tuple = arena_new(&run->memory, made->count, sizeof *run->tuple);
    run->before = arena_new(&run->memory, lists, sizeof *run->before);
    run->before_count = arena_new(&run->memory, made->count, sizeof *run->before_count);
    run->seen = arena_zero(&run->memory, workers * made->count, sizeof *run->seen);
    if (!run->item || !run->tuple || !run->before || !run->before_count || !run->seen)
        return false;
    for (size_t spot = 0; spot < made->count; spot++)
        run->tuple[spot] = made->order.tuple[made->begin[spot]];
    return true;
}

static bool find_in_orders(wide_search *run) {
    box_spots *made = run->made;
    const box_table *of = made->work->of;
    size_t *attribute = arena_new(&run->memory, of->attributes, sizeof *attribute);
    uint32_t *spare = arena_new(&run->memory, made->count, sizeof *spare);
    uint32_t *room = arena_new(&run->memory, box_order_room(of), sizeof *room);
    if (!attribute || !spare || !room)
        return false;
    uint64_t orders = made->count > MANY_SPOTS ? ORDERS_OF_MANY : ORDERS;
    for (uint64_t number = 0; number < orders; number++) {
        draw_order(attribute, of->attributes, number);
        for (size_t spot = 0; spot < made->count; spot++)
            run->item[spot] = (uint32_t)spot;
        box_order_sort(of, attribute, of->attributes, run->item, spare, made->count, run->tuple,
                       room);
        threads_run(made->work->pool, (made->count + PIECE - 1) / PIECE, look_around, run);
    }
    return true;
}

bool box_near_wide(box_spots *made) {
    wide_search run = {.made = made};
    bool fine = open_search(&run) && find_in_orders(&run);
    for (int pass = 0; fine && pass < PASSES; pass++) {
        memcpy(run.before, made->near, made->count * made->near_most * sizeof *run.before);
        memcpy(run.before_count, made->near_count, made->count * sizeof *run.before_count);
        threads_run(made->work->pool, (made->count + PIECE - 1) / PIECE, look_farther, &run);
        if (made->work->cancel && *made->work->cancel)
            break;
    }
    arena_free(&run.memory);
    return fine;
}
