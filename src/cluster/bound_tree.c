#include "cluster/bound_tree.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Rows to choose from whose distances are kept, and rows to choose from at all but at first. */
#define WIDTH 256
#define ROOM 4096
/* Items that are sorted by inserting. */
#define FEW 32
/* Levels of the search; larger clusters are never decided to the end. */
#define MOST_LEVELS 40
/* How often the items of a node are narrowed, and what must be gone for another time. */
#define TIGHTEN_MOST 4
#define TIGHTEN_SHARE 8

/* A node: the rows that are in have the values, less the distances between them by the size. */
typedef struct tree_node {
    size_t taken, left;
    double sum;
    tree_item *items;
    size_t count;
    bool kept; /* the distances between the items */
} tree_node;

bool bound_tree_open(bound_tree *out, arena *owner, const near_lists *lists) {
    const bound_rows *of = lists->of;
    size_t most = 2 * of->k - 1;
    *out = (bound_tree){.of = of, .lists = lists, .most = most};
    out->room = of->rows < ROOM ? of->rows : ROOM;
    out->levels = most < MOST_LEVELS ? most : MOST_LEVELS;
    out->width = of->rows < WIDTH ? of->rows : WIDTH;
    out->apart = arena_new(owner, out->width, out->width * sizeof *out->apart);
    out->share = arena_new(owner, out->width, out->width * sizeof *out->share);
    out->near = arena_new(owner, out->width, most * sizeof *out->near);
    out->best = arena_new(owner, most, sizeof *out->best);
    out->level = arena_new(owner, out->levels, sizeof *out->level);
    out->in = arena_new(owner, most, sizeof *out->in);
    if (!out->apart || !out->share || !out->near || !out->best || !out->level || !out->in)
        return false;
    for (size_t i = 0; i < out->levels; i++)
        if (!(out->level[i] = arena_new(owner, out->room, sizeof **out->level)))
            return false;
    return true;
}

double bound_tree_worth(const bound_tree *used) {
    return (double)used->size * fmax(used->answer->excess, used->limit);
}

size_t bound_tree_best(bound_tree *used, const tree_item *items, size_t count, size_t wanted) {
    size_t found = 0;
    double *best = used->best;
    for (size_t i = 0; i < count; i++) {
        double gain = items[i].gain;
        if (found == wanted && gain <= best[found - 1])
            continue;
        size_t place = found < wanted ? found++ : found - 1;
        for (; place > 0 && best[place - 1] < gain; place--)
            best[place] = best[place - 1];
        best[place] = gain;
    }
    used->looked += count;
    return found;
}

/* ---- Narrowing ------------------------------------------------------------------------------ */

/* Leaves the items that can be part of something worthwhile; false if nothing is. */
static bool narrow(bound_tree *used, tree_node *at) {
    if (bound_tree_best(used, at->items, at->count, at->left) < at->left)
        return false;
    double others = at->sum;
    for (size_t i = 0; i + 1 < at->left; i++)
        others += used->best[i];
    double needed = bound_tree_worth(used) - others;
    if (used->best[at->left - 1] <= needed)
        return false;
    size_t kept = 0;
    for (size_t i = 0; i < at->count; i++)
        if (at->items[i].gain > needed)
            at->items[kept++] = at->items[i];
    at->count = kept;
    return true;
}

/* The sum of an item's `wanted` smallest shares of distances to other items. */
static double sum_of_nearest(bound_tree *used, const tree_node *at, size_t item, size_t wanted) {
    const double *shares = used->share + at->items[item].place * used->width;
    double *least = used->best, sum = 0;
    size_t found = 0;
    for (size_t i = 0; i < at->count && wanted > 0; i++) {
        double share = shares[at->items[i].place];
        if (i == item || (found == wanted && share >= least[found - 1]))
            continue;
        size_t place = found < wanted ? found++ : found - 1;
        for (; place > 0 && least[place - 1] > share; place--)
            least[place] = least[place - 1];
        least[place] = share;
    }
    for (size_t i = 0; i < found; i++)
        sum += least[i];
    return sum;
}

/* Gains within the items that are left, again while that makes them fewer. */
static bool tighten(bound_tree *used, tree_node *at) {
    double m = (double)used->size;
    for (int times = 0; times < TIGHTEN_MOST; times++) {
        size_t before = at->count;
        for (size_t i = 0; i < before; i++) {
            tree_item *item = &at->items[i];
            double near = sum_of_nearest(used, at, i, at->left - 1);
            item->gain = used->u[item->row] - (item->distance + near) / m;
        }
        used->looked += before * before / 8;
        if (!narrow(used, at))
            return false;
        if (before - at->count <= before / TIGHTEN_SHARE)
            break;
    }
    return true;
}

static bool item_before(tree_item one, tree_item other) {
    return one.gain > other.gain || (one.gain == other.gain && one.row < other.row);
}

static void sink(tree_item *heap, size_t count, size_t place) {
    tree_item moved = heap[place];
    for (size_t child; (child = 2 * place + 1) < count; place = child) {
        if (child + 1 < count && item_before(heap[child], heap[child + 1]))
            child++;
        if (!item_before(moved, heap[child]))
            break;
        heap[place] = heap[child];
    }
    heap[place] = moved;
}

static void sort_many(tree_item *items, size_t count) {
    for (size_t i = count / 2; i-- > 0;)
        sink(items, count, i);
    for (size_t last = count; last-- > 1;) {
        tree_item top = items[0];
        items[0] = items[last];
        items[last] = top;
        sink(items, last, 0);
    }
}

static void sort_items(tree_item *items, size_t count) {
    if (count > FEW) {
        sort_many(items, count);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        tree_item moved = items[i];
        size_t place = i;
        for (; place > 0 && item_before(moved, items[place - 1]); place--)
            items[place] = items[place - 1];
        items[place] = moved;
    }
}

/* ---- Answers -------------------------------------------------------------------------------- */

/* The rows that are in, and the first items. */
static void note(const bound_tree *used, const tree_node *at, double excess) {
    price *to = used->answer;
    to->excess = excess;
    to->size = (uint32_t)used->size;
    memcpy(to->row, used->in, at->taken * sizeof *to->row);
    for (size_t i = 0; i < at->left; i++)
        to->row[at->taken + i] = at->items[i].row;
}

/* All of a node is left open: it has at most so much. */
static void leave_open(bound_tree *used, const tree_node *at, double most) {
    double limit = most / (double)used->size;
    if (limit <= used->limit)
        return;
    used->limit = limit;
    if (limit > used->answer->excess)
        note(used, at, used->answer->excess);
}

/* ---- The search ----------------------------------------------------------------------------- */

/* The sum of the smallest shares of an item, as far as it is known at once. */
static double near_sum(const bound_tree *used, const tree_node *at, const tree_item *item) {
    return at->kept ? used->near[item->place * used->most + at->left - 1]
                    : near_lists_shares(used->lists, item->row, at->left - 1);
}

/* The items after the one that joins, in a node of their own. */
static tree_node join(bound_tree *used, const tree_node *at, size_t item) {
    tree_item joined = at->items[item];
    tree_node next = {.taken = at->taken + 1, .left = at->left - 1, .kept = at->kept};
    const double *apart = used->apart + joined.place * used->width;
    double m = (double)used->size;
    used->in[at->taken] = joined.row;
    next.sum = at->sum + used->u[joined.row] - joined.distance / m;
    next.items = used->level[at->taken];
    for (size_t i = item + 1; i < at->count; i++) {
        tree_item *to = &next.items[next.count++];
        *to = at->items[i];
        to->distance += at->kept ? apart[to->place] : bound_distance(used->of, joined.row, to->row);
        to->gain = used->u[to->row] - (to->distance + near_sum(used, &next, to)) / m;
    }
    return next;
}

/* Distances between the items, and the sums of the smallest shares of each. */
static void load(bound_tree *used, tree_node *at) {
    size_t width = used->width;
    for (size_t i = 0; i < at->count; i++) {
        at->items[i].place = (uint32_t)i;
        for (size_t j = 0; j < i; j++) {
            uint32_t one = at->items[i].row, other = at->items[j].row;
            double apart = bound_distance(used->of, one, other);
            used->apart[i * width + j] = used->apart[j * width + i] = apart;
            used->share[i * width + j] = near_lists_share(used->lists, one, other, apart);
            used->share[j * width + i] = near_lists_share(used->lists, other, one, apart);
        }
    }
    used->looked += at->count * at->count / 2;
    at->kept = true;
    for (size_t i = 0; i < at->count; i++) {
        double *near = used->near + i * used->most, sum = 0;
        sum_of_nearest(used, at, i, at->left - 1);
        near[0] = 0;
        for (size_t n = 1; n < at->left; n++)
            near[n] = sum += n < at->count ? used->best[n - 1] : 0;
    }
}

static bool is_cut_off(const bound_tree *used, const tree_node *at) {
    return at->taken >= used->levels || at->count > used->room || used->looked > used->budget;
}

/* Goes as deep as there are levels. */
static void decide(bound_tree *used, tree_node *at) {
    if (!narrow(used, at))
        return;
    if (!at->kept && at->left > 1 && at->count <= used->width)
        load(used, at);
    if (at->kept && at->left > 1 && !tighten(used, at))
        return;
    sort_items(at->items, at->count);
    double most = at->sum;
    for (size_t i = 0; i < at->left; i++)
        most += at->items[i].gain;
    /* Where nothing is left to choose, all distances are in it. */
    if (at->left == 1 || (at->kept && at->count == at->left)) {
        note(used, at, most / (double)used->size);
        return;
    }
    if (is_cut_off(used, at)) {
        leave_open(used, at, most);
        return;
    }
    for (size_t i = 0; most > bound_tree_worth(used); i++) {
        tree_node next = join(used, at, i);
        decide(used, &next);
        if (i + at->left >= at->count)
            break;
        most += at->items[i + at->left].gain - at->items[i].gain;
    }
}

void bound_tree_search(bound_tree *used, tree_item *items, size_t count) {
    tree_node at = {.taken = 1, .left = used->size - 1, .sum = used->u[used->in[0]]};
    at.items = items;
    at.count = count;
    assert(used->size > 1 && used->size <= used->most);
    decide(used, &at);
}
