/* Nearest rows by branch and bound over hulls: the pair that a tuple makes with anything below a
 * node costs at least what it makes with the node's nearest position, attribute by attribute. */
#include "boxes/box_floor.h"

#include "boxes/box_hulls.h"

/* Visits of a node or of a tuple that all tuples together may take, times attributes; and that each
 * of them may at least. */
#define LOOKUPS ((size_t)1 << 28)
#define FEWEST_VISITS 256

#define TUPLES_AT_ONCE 64

typedef struct floor_entry {
    int64_t cost;
    uint64_t copies;
} floor_entry;

/* The nearest found so far: a heap with the farthest of them first. */
typedef struct floor_heap {
    floor_entry *entry;
    size_t count;
    uint64_t copies, needed;
} floor_heap;

typedef struct floor_pending {
    uint32_t node;
    int64_t cost; /* of the nearest that could be below */
} floor_pending;

typedef struct floor_worker {
    floor_heap found;
    floor_pending *stack;
    box_cost *row; /* what this tuple's position costs with each other one, where that is tabled */
    const box_cost **rows; /* [attributes] into `row`; NULL: not tabled */
} floor_worker;

typedef struct floor_search {
    const box_work *work;
    const box_hulls *hulls;
    floor_worker *worker;
    size_t visits; /* that one tuple may take */
    int32_t *out;
} floor_search;

/* ---- The nearest so far ---------------------------------------------------------------------- */

static void sift_down(floor_heap *heap) {
    size_t at = 0;
    floor_entry moved = heap->entry[0];
    for (size_t child; (child = 2 * at + 1) < heap->count; at = child) {
        if (child + 1 < heap->count && heap->entry[child + 1].cost > heap->entry[child].cost)
            child++;
        if (heap->entry[child].cost <= moved.cost)
            break;
        heap->entry[at] = heap->entry[child];
    }
    heap->entry[at] = moved;
}

static void sift_up(floor_heap *heap, size_t at) {
    floor_entry moved = heap->entry[at];
    for (; at > 0 && heap->entry[(at - 1) / 2].cost < moved.cost; at = (at - 1) / 2)
        heap->entry[at] = heap->entry[(at - 1) / 2];
    heap->entry[at] = moved;
}

/* What something must cost less than to matter. */
static int64_t farthest(const floor_heap *heap) {
    return heap->copies >= heap->needed ? heap->entry[0].cost : INT64_MAX;
}

static void add_found(floor_heap *heap, int64_t cost, uint64_t copies) {
    heap->entry[heap->count] = (floor_entry){cost, copies};
    heap->copies += copies;
    sift_up(heap, heap->count++);
    while (heap->copies - heap->entry[0].copies >= heap->needed) {
        heap->copies -= heap->entry[0].copies;
        heap->entry[0] = heap->entry[--heap->count];
        sift_down(heap);
    }
}

/* ---- Costs of pairs -------------------------------------------------------------------------- */

static box_cost pair_cell(const floor_search *in, size_t attribute, uint32_t one, uint32_t other) {
    uint64_t set = (uint64_t)1 << one % BOX_MOST_SET | (uint64_t)1 << other % BOX_MOST_SET;
    return box_cell_cost(in->work->costs, attribute, one < other ? one : other,
                         one < other ? other : one, set);
}

static void fill_rows(const floor_search *in, floor_worker *worker, const uint16_t *position) {
    const box_table *of = in->work->of;
    box_cost *row = worker->row;
    for (size_t a = 0; a < of->attributes; a++) {
        uint32_t size = of->attribute[a].size;
        worker->rows[a] = size <= BOX_TABLED ? row : NULL;
        for (uint32_t p = 0; size <= BOX_TABLED && p < size; p++)
            *row++ = pair_cell(in, a, position[a], p);
    }
}

static box_cost cell_with(const floor_search *in, const floor_worker *worker, size_t attribute,
                          uint32_t own, uint32_t other) {
    return worker->rows[attribute] ? worker->rows[attribute][other]
                                   : pair_cell(in, attribute, own, other);
}

/* Stops once it is at least `enough`. */
static int64_t tuple_cost(const floor_search *in, const floor_worker *worker,
                          const uint16_t *position, const uint16_t *other, int64_t enough) {
    size_t attributes = in->work->of->attributes;
    int64_t sum = 0;
    for (size_t a = 0; a < attributes && sum < enough; a++)
        sum += cell_with(in, worker, a, position[a], other[a]);
    return sum;
}

/* The position of a hull that costs least with `own`. */
static uint32_t nearest_position(const floor_search *in, size_t at, size_t attribute,
                                 uint32_t own) {
    const box_hulls *hulls = in->hulls;
    if (in->work->of->attribute[attribute].shape == BOX_SET)
        return hulls->set[at] >> own & 1 ? own
               : hulls->least[at] == own ? hulls->most[at]
                                         : hulls->least[at];
    return own < hulls->least[at]  ? hulls->least[at]
           : own > hulls->most[at] ? hulls->most[at]
                                   : own;
}

static int64_t node_cost(const floor_search *in, const floor_worker *worker,
                         const uint16_t *position, size_t node, int64_t enough) {
    size_t attributes = in->work->of->attributes;
    int64_t sum = 0;
    for (size_t a = 0; a < attributes && sum < enough; a++) {
        uint32_t other = nearest_position(in, node * attributes + a, a, position[a]);
        sum += cell_with(in, worker, a, position[a], other);
    }
    return sum;
}

/* ---- One tuple ------------------------------------------------------------------------------- */

static uint64_t copies_of(const box_table *of, size_t tuple) {
    return of->count ? of->count[tuple] : 1;
}

static void scan_leaf(const floor_search *in, floor_worker *worker, const uint16_t *position,
                      size_t tuple, const box_hull_node *leaf) {
    const box_hulls *hulls = in->hulls;
    for (uint32_t i = leaf->begin; i < leaf->end; i++) {
        if (hulls->tuple[i] == tuple)
            continue;
        int64_t enough = farthest(&worker->found);
        int64_t cost = tuple_cost(in, worker, position,
                                  hulls->position + i * in->work->of->attributes, enough);
        if (cost < enough)
            add_found(&worker->found, cost, copies_of(in->work->of, hulls->tuple[i]));
    }
}

/* The nearer child is on top. */
static size_t push_children(const floor_search *in, floor_worker *worker, const uint16_t *position,
                            uint32_t node, size_t open) {
    int64_t enough = farthest(&worker->found);
    floor_pending first = {node + 1, node_cost(in, worker, position, node + 1, enough)};
    uint32_t other = in->hulls->node[node].other;
    floor_pending second = {other, node_cost(in, worker, position, other, enough)};
    worker->stack[open] = first.cost <= second.cost ? second : first;
    worker->stack[open + 1] = first.cost <= second.cost ? first : second;
    return open + 2;
}

/* What was not visited may be as near as its hull. */
static int64_t search_nearest(const floor_search *in, floor_worker *worker, size_t tuple,
                              const uint16_t *position) {
    int64_t unvisited = INT64_MAX;
    size_t open = 1, visits = 0;
    worker->stack[0] = (floor_pending){0, 0};
    while (open > 0) {
        floor_pending next = worker->stack[--open];
        const box_hull_node *node = &in->hulls->node[next.node];
        if (next.cost >= farthest(&worker->found))
            continue;
        if (visits >= in->visits) {
            unvisited = next.cost < unvisited ? next.cost : unvisited;
            continue;
        }
        visits += node->other ? 2 : node->end - node->begin;
        if (node->other)
            open = push_children(in, worker, position, next.node, open);
        else
            scan_leaf(in, worker, position, tuple, node);
    }
    int64_t found = farthest(&worker->found);
    return found < unvisited ? found : unvisited;
}

static void find_floor(void *context, size_t item, int number) {
    const floor_search *in = context;
    const box_table *of = in->work->of;
    floor_worker *worker = &in->worker[number];
    size_t end = (item + 1) * TUPLES_AT_ONCE;
    for (size_t i = item * TUPLES_AT_ONCE; i < of->tuples && i < end; i++) {
        size_t tuple = in->hulls->tuple[i]; /* near ones one after another */
        const uint16_t *position = of->position + tuple * of->attributes;
        fill_rows(in, worker, position);
        int64_t cost = tuple_cost(in, worker, position, position, INT64_MAX);
        uint64_t own = copies_of(of, tuple);
        if (own < of->k && of->rows >= of->k) {
            worker->found = (floor_heap){worker->found.entry, 0, 0, of->k - own};
            cost = search_nearest(in, worker, tuple, position);
        }
        in->out[tuple] = (int32_t)(cost < BOX_FLOOR_MOST ? cost : BOX_FLOOR_MOST);
    }
}

/* ---- All of them ----------------------------------------------------------------------------- */

static bool open_workers(floor_search *out, arena *memory) {
    const box_table *of = out->work->of;
    int workers = threads_count(out->work->pool);
    size_t most = of->k < of->tuples ? (size_t)of->k : of->tuples, tabled = 0;
    for (size_t a = 0; a < of->attributes; a++)
        tabled += of->attribute[a].size <= BOX_TABLED ? of->attribute[a].size : 0;
    out->worker = arena_zero(memory, (size_t)workers, sizeof *out->worker);
    for (int w = 0; out->worker && w < workers; w++) {
        floor_worker *each = &out->worker[w];
        each->found.entry = arena_new(memory, most + 1, sizeof *each->found.entry);
        each->stack = arena_new(memory, out->hulls->depth + 2, sizeof *each->stack);
        each->row = arena_new(memory, tabled, sizeof *each->row);
        each->rows = arena_new(memory, of->attributes, sizeof *each->rows);
        if (!each->found.entry || !each->stack || !each->row || !each->rows)
            return false;
    }
    return out->worker != NULL;
}

shoal_status box_floor_find(int32_t *out, const box_work *work, shoal_error *error) {
    const box_table *of = work->of;
    box_hulls hulls;
    arena memory = {0};
    floor_search search = {.work = work, .hulls = &hulls};
    shoal_status status = box_hulls_open(&hulls, work, error);
    if (status == SHOAL_OK && !open_workers(&search, &memory))
        status = status_no_memory(error);
    if (status == SHOAL_OK && of->tuples > 0) {
        search.out = out;
        search.visits = LOOKUPS / (of->attributes + 1) / of->tuples;
        search.visits = search.visits < FEWEST_VISITS ? FEWEST_VISITS : search.visits;
        threads_run(work->pool, (of->tuples - 1) / TUPLES_AT_ONCE + 1, find_floor, &search);
    }
    arena_free(&memory);
    box_hulls_close(&hulls);
    return status;
}
