#include "cluster/near_lists.h"

#include "cluster/block_order.h"
#include "cluster/lanes.h"
#include "cluster/row_distance.h"
#include "cluster/sort.h"

#include <assert.h>
#include <math.h>

/* Rows beside each other whose lists are found one after the other. */
#define TOGETHER 16

/* ---- Opening ------------------------------------------------------------------------------- */

/* Workers share all of the index but the queue. */
static bool open_worker(near_worker *out, arena *owner, const near_lists *lists,
                        const block_index *in) {
    size_t waiting = in->records.blocks + in->groups;
    out->in = *in;
    out->in.work = 0;
    out->in.queue.heap = arena_new(owner, waiting, sizeof *out->in.queue.heap);
    out->found = arena_new(owner, lists->length + 1, sizeof *out->found);
    out->query = arena_new(owner, lists->of->of.dimensions, sizeof *out->query);
    return out->in.queue.heap && out->found && out->query;
}

static bool build_index(block_index *out, arena *owner, const bound_rows *of, uint32_t *order) {
    static const size_t units[] = {GROUP_LANES, BLOCK_LANES, LANES};
    arena scratch = {0};
    neighbour *room = arena_new(&scratch, of->rows, sizeof *room);
    bool made = room && block_index_open(out, owner, of->rows, of->of.dimensions);
    if (made) {
        for (size_t i = 0; i < of->rows; i++)
            order[i] = (uint32_t)i;
        block_order(order, of->rows, &of->of, units, LANES, room);
        block_index_build(out, &of->of, order, of->rows);
    }
    arena_free(&scratch);
    return made;
}

bool near_lists_open(near_lists *out, arena *owner, const bound_rows *of, size_t length, bool kept,
                     thread_pool *pool) {
    size_t threads = (size_t)threads_count(pool), others = of->rows - 1;
    block_index in;
    assert(of->k > 1 && of->rows >= of->k && length >= of->k - 1);
    *out = (near_lists){.of = of, .length = length < others ? length : others, .kept = kept};
    out->pool = pool;
    out->workers = arena_zero(owner, threads, sizeof *out->workers);
    out->order = arena_new(owner, of->rows, sizeof *out->order);
    out->sums = arena_new(owner, of->rows, sizeof *out->sums);
    out->reach = arena_new(owner, of->rows, sizeof *out->reach);
    if (kept)
        out->near = arena_new(owner, of->rows, out->length * sizeof *out->near);
    if (!out->workers || !out->order || !out->sums || !out->reach || (kept && !out->near) ||
        !build_index(&in, owner, of, out->order))
        return false;
    for (size_t i = 0; i < threads; i++)
        if (!open_worker(&out->workers[i], owner, out, &in))
            return false;
    return true;
}

/* ---- Finding ------------------------------------------------------------------------------- */

/* Takes the row itself out; where too many equal ones came before it, the last instead. */
static void take_out(neighbour *found, size_t length, uint32_t row) {
    for (size_t i = 0; i < length; i++)
        if (found[i].row == row) {
            memmove(found + i, found + i + 1, (length - i) * sizeof *found);
            return;
        }
}

/* What was found for a row beside it is near, too: nothing farther needs to be looked at. */
static double limit_of(const near_lists *in, const near_worker *worker) {
    double most = 0;
    for (size_t i = 0; i <= in->length; i++) {
        double distance = row_distance(&in->of->of, worker->found[i].row, worker->query);
        most = distance > most ? distance : most;
    }
    return most;
}

static void find_list(near_lists *in, near_worker *worker, size_t row, bool first) {
    size_t length = in->length;
    candidates found;
    for (size_t d = 0; d < in->of->of.dimensions; d++)
        worker->query[d] = in->of->column[d][row];
    double limit = first ? INFINITY : limit_of(in, worker);
    candidates_begin_within(&found, worker->found, length + 1, limit);
    block_index_nearest(&worker->in, worker->query, &found);
    sort_neighbours(worker->found, length + 1, neighbour_nearer);
    take_out(worker->found, length, (uint32_t)row);
    worker->found[length] = (neighbour){0, (uint32_t)row};
    in->sums[row] = 0;
    for (size_t i = 0; i + 1 < in->of->k; i++)
        in->sums[row] += worker->found[i].distance;
    in->reach[row] = length + 1 < in->of->rows ? worker->found[length - 1].distance : INFINITY;
    if (in->kept)
        memcpy(in->near + row * length, worker->found, length * sizeof *in->near);
}

static void find_some(void *context, size_t item, int number) {
    near_lists *in = context;
    size_t first = in->done + item * TOGETHER, end = first + TOGETHER;
    for (size_t i = first; i < end && i < in->of->rows; i++)
        find_list(in, &in->workers[number], in->order[i], i == first);
}

void near_lists_find(near_lists *in, size_t rows) {
    size_t left = in->of->rows - in->done, some = rows < left ? rows : left;
    threads_run(in->pool, (some + TOGETHER - 1) / TOGETHER, find_some, in);
    in->done += some;
    in->work = 0;
    for (int i = 0; i < threads_count(in->pool); i++)
        in->work += in->workers[i].in.work;
}

/* ---- Turning ------------------------------------------------------------------------------- */

/* Lists have the nearest rows, the lowest of equally distant ones. */
static bool has(const near_lists *in, size_t row, neighbour other) {
    neighbour last = near_lists_of(in, row)[in->length - 1];
    return !neighbour_nearer(last, other);
}

/* Calls for each row that is in the list of another one without having it in its own. */
static void each_back(near_lists *in, size_t *place) {
    for (uint32_t row = 0; row < in->of->rows; row++) {
        const neighbour *near = near_lists_of(in, row);
        for (size_t i = 0; i < in->length; i++) {
            neighbour back = {near[i].distance, row};
            if (has(in, near[i].row, back))
                continue;
            if (in->back)
                in->back[place[near[i].row]] = back;
            place[near[i].row]++;
        }
    }
}

static bool fill_back(near_lists *in, arena *owner) {
    size_t rows = in->of->rows;
    in->begin = arena_zero(owner, rows + 2, sizeof *in->begin);
    if (!in->begin)
        return false;
    /* Counting leaves the end of each list in the place of the next but one, filling in its own. */
    each_back(in, in->begin + 2);
    for (size_t row = 0; row < rows; row++)
        in->begin[row + 2] += in->begin[row + 1];
    in->back_count = in->begin[rows + 1];
    in->back = arena_new(owner, in->back_count, sizeof *in->back);
    if (!in->back)
        return false;
    each_back(in, in->begin + 1);
    return true;
}

/* ---- Shares -------------------------------------------------------------------------------- */

/* Puts a share among the `wanted` smallest. */
static size_t put_share(double *least, size_t found, size_t wanted, double share) {
    if (found == wanted && share >= least[found - 1])
        return found;
    size_t place = found < wanted ? found++ : found - 1;
    for (; place > 0 && least[place - 1] > share; place--)
        least[place] = least[place - 1];
    least[place] = share;
    return found;
}

/* Two rows that are in no list of each other are at least as far apart as both lists reach, and so
 * as both weights. A row's share of that distance is the least if it is where its own list ends and
 * the other's weight is as large. */
static double share_beyond(const near_lists *in, size_t row) {
    double reach = in->reach[row], both = in->weight[row] + reach;
    return both > 0 && isfinite(reach) ? reach * (in->weight[row] / both) : reach;
}

static void fill_shares(void *context, size_t row, int number) {
    near_lists *in = context;
    size_t wanted = in->summed, found = 0;
    double *least = in->shares + row * (wanted + 1), sum = 0;
    (void)number;
    for (size_t i = 0; i < in->length; i++) {
        neighbour near = near_lists_of(in, row)[i];
        double share = near_lists_share(in, row, near.row, near.distance);
        found = put_share(least, found, wanted, share);
    }
    for (size_t i = in->begin[row]; i < in->begin[row + 1]; i++) {
        double share = near_lists_share(in, row, in->back[i].row, in->back[i].distance);
        found = put_share(least, found, wanted, share);
    }
    double beyond = share_beyond(in, row);
    for (size_t i = 0; i < wanted; i++) {
        double next = i < found && least[i] < beyond ? least[i] : beyond;
        least[i] = sum;
        sum += next;
    }
    least[wanted] = sum;
}

double near_lists_weigh(near_lists *in, size_t place) {
    double sum = 0;
    place = place < in->length ? place : in->length;
    for (size_t row = 0; row < in->of->rows; row++)
        in->weight[row] = near_lists_of(in, row)[place - 1].distance;
    threads_run(in->pool, in->of->rows, fill_shares, in);
    for (size_t row = 0; row < in->of->rows; row++)
        sum += near_lists_shares(in, row, in->of->k - 1);
    return sum;
}

bool near_lists_turn(near_lists *in, arena *owner, size_t summed) {
    size_t rows = in->of->rows;
    assert(in->done == rows && in->kept);
    in->weight = arena_new(owner, rows, sizeof *in->weight);
    in->summed = summed;
    in->shares = arena_new(owner, rows, (summed + 1) * sizeof *in->shares);
    if (!in->weight || !in->shares || !fill_back(in, owner))
        return false;
    return true;
}
