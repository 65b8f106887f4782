#include "cluster/bound_ascent.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* Rows priced between two returns: at most and at least, and what they may look at. */
#define MOST_IN_PIECE 256
#define LEAST_IN_PIECE 8
#define FIRST_IN_PIECE 32
#define WORK_OF_PIECE ((uint64_t)1 << 21)
/* Items looked at for one row: at first, and at most. */
#define FIRST_BUDGET ((uint64_t)1 << 12)
#define LAST_BUDGET ((uint64_t)1 << 22)
#define BUDGET_GROWTH 4
/* More is looked at if this part of the rows was left open. */
#define OPEN_PART 16
/* The step, as a share of what leads to the target: at first, and how it changes with success,
 * after so many failures, and after one that is far off, down to the least; then, if more can be
 * looked at, from this on. */
#define FIRST_STEP 1
#define LARGER 1.1
#define FAILURES 6
#define SMALLER 0.6
#define MUCH_SMALLER 0.25
#define LEAST_STEP 0.01
#define AGAIN_STEP 0.3
/* How far the target is from the bound, as a share of it. */
#define MOST_RISE 0.1
#define LEAST_RISE 0.01

/* ---- Opening -------------------------------------------------------------------------------- */

static bool open_priced(priced_rows *out, arena *owner, size_t rows, size_t most) {
    out->row = arena_new(owner, rows, most * sizeof *out->row);
    out->size = arena_new(owner, rows, sizeof *out->size);
    out->excess = arena_new(owner, rows, sizeof *out->excess);
    return out->row && out->size && out->excess;
}

static bool make_room(bound_ascent *out, arena *owner) {
    size_t rows = out->of->rows;
    double **const each[] = {&out->u, &out->scale, &out->slope, &out->best_u, &out->best_slope};
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        if (!(*each[i] = arena_zero(owner, rows, sizeof(double))))
            return false;
    size_t threads = (size_t)threads_count(out->setup.pool);
    out->source = arena_new(owner, rows, sizeof *out->source);
    out->open = arena_new(owner, rows, sizeof *out->open);
    out->pricers = arena_new(owner, threads, sizeof *out->pricers);
    if (!out->source || !out->open || !out->pricers ||
        !open_priced(&out->priced, owner, rows, out->most) ||
        !open_priced(&out->before, owner, rows, out->most) ||
        !price_list_open(&out->list, owner, out->setup.near))
        return false;
    for (size_t i = 0; i < threads; i++)
        if (!pricer_open(&out->pricers[i], owner, &out->list))
            return false;
    return true;
}

static bool is_fixed(const bound_ascent *used, size_t row) {
    return used->of->head[row] != BOUND_ALONE;
}

/* Rows of which 2k or more are equal cost nothing among themselves: their value stays 0, and so
 * those that are only counted need not be looked at. */
static void set_first(bound_ascent *out) {
    const near_lists *near = out->setup.near;
    size_t k = out->of->k;
    double sum = 0;
    for (size_t row = 0; row < out->of->rows; row++) {
        double value = near_lists_shares(near, row, k - 1) / (double)k;
        out->u[row] = is_fixed(out, row) ? 0 : value;
        sum += out->u[row];
        uint32_t *cluster = out->priced.row + row * out->most;
        out->priced.size[row] = (uint32_t)k;
        cluster[0] = (uint32_t)row;
        for (size_t i = 1; i < k; i++)
            cluster[i] = near_lists_of(near, row)[i - 1].row;
    }
    for (size_t row = 0; row < out->of->rows; row++)
        out->scale[row] = is_fixed(out, row) ? 0 : out->u[row] + 1e-3 * sum / (double)out->of->rows;
    out->value = sum;
    out->tried = true;
    for (size_t row = 0; row < out->of->rows; row++)
        out->best_slope[row] = 1;
    memcpy(out->best_u, out->u, out->of->rows * sizeof *out->u);
}

static size_t common_divisor(size_t one, size_t other) {
    while (other > 0) {
        size_t rest = one % other;
        one = other;
        other = rest;
    }
    return one;
}

/* Rows beside each other in a table are alike. With steps of about the golden ratio any piece of
 * them is much like the others; without a common divisor each row has its turn. */
static size_t find_stride(size_t rows) {
    size_t stride = rows * 5 / 8 + 1;
    while (common_divisor(rows, stride) > 1)
        stride++;
    return stride;
}

bool bound_ascent_open(bound_ascent *out, arena *owner, const bound_ascent_setup *setup) {
    *out = (bound_ascent){.setup = *setup, .of = setup->near->of};
    out->most = 2 * out->of->k - 1;
    out->step = FIRST_STEP;
    out->stride = find_stride(out->of->rows);
    assert(setup->near->length >= out->of->k - 1);
    if (!make_room(out, owner))
        return false;
    set_first(out);
    out->budget = FIRST_BUDGET;
    return true;
}

/* ---- A round -------------------------------------------------------------------------------- */

static double excess_of(const bound_ascent *used, size_t row) {
    const uint32_t *cluster = used->priced.row + row * used->most;
    size_t size = used->priced.size[row];
    double values = 0, distances = 0;
    for (size_t i = 0; i < size; i++) {
        values += used->u[cluster[i]];
        for (size_t j = 0; j < i; j++)
            distances += bound_distance(used->of, cluster[i], cluster[j]);
    }
    return (values - distances / (double)size) / (double)size;
}

/* A good cluster of a row is one for all its rows. */
static void share_clusters(bound_ascent *used) {
    size_t rows = used->of->rows;
    for (uint32_t row = 0; row < rows; row++) {
        used->before.excess[row] = excess_of(used, row);
        used->source[row] = row;
    }
    for (uint32_t row = 0; row < rows; row++)
        for (size_t i = 0; i < used->priced.size[row]; i++) {
            uint32_t member = used->priced.row[row * used->most + i];
            if (used->before.excess[row] > used->before.excess[used->source[member]])
                used->source[member] = row;
        }
    priced_rows last = used->priced;
    for (size_t row = 0; row < rows; row++) {
        size_t from = used->source[row];
        used->before.size[row] = last.size[from];
        memcpy(used->before.row + row * used->most, last.row + from * used->most,
               last.size[from] * sizeof *last.row);
        last.excess[row] = used->before.excess[from];
    }
    used->priced = used->before;
    used->before = last;
    memcpy(used->priced.excess, last.excess, rows * sizeof *last.excess);
}

/* What is known may be far from the optimum: then the way is cut short. */
static double distance_to_target(const bound_ascent *used, double bound) {
    double most = MOST_RISE * fabs(used->value), least = LEAST_RISE * fabs(used->value);
    return fmax(least, fmin(most, used->setup.target - bound));
}

static void price_row(void *context, size_t item, int number) {
    bound_ascent *used = context;
    size_t row = (used->at + item) * used->stride % used->of->rows;
    price answer = {used->priced.excess[row], used->priced.row + row * used->most,
                    used->priced.size[row]};
    used->open[row] = !pricer_find(&used->pricers[number], &answer, (uint32_t)row, used->budget);
    used->priced.excess[row] = answer.excess;
    used->priced.size[row] = answer.size;
}

/* Rows that are only counted have the value 0, and what their equals exceed. */
static double exceeded_by_counted(const bound_ascent *used) {
    double sum = 0;
    for (size_t row = 0; row < used->of->rows; row++) {
        double most = 0;
        if (used->of->head[row] != row)
            continue;
        for (size_t same = row; same < used->of->rows && used->of->head[same] == row; same++)
            most = fmax(most, used->priced.excess[same]);
        sum += most * used->of->extra[row];
    }
    return sum;
}

/* Sums of values and distances of a cluster of m rows are off by less than some m units in the last
 * place of the largest: a cluster that was passed over by that does not matter. */
static double rounding(const bound_ascent *used) {
    double largest = 0, sum = 0;
    for (size_t row = 0; row < used->of->rows; row++) {
        largest = fmax(largest, fabs(used->u[row]));
        sum += fabs(used->u[row]) + fabs(used->priced.excess[row]);
    }
    double rows = (double)used->of->rows, counted = exceeded_by_counted(used);
    double in_clusters = 16 * ((double)used->most + 8) * (2 * rows * largest + sum + counted);
    return DBL_EPSILON * (in_clusters + 2 * rows * (sum + counted));
}

static double sum_up(bound_ascent *used) {
    double sum = 0;
    for (size_t row = 0; row < used->of->rows; row++)
        used->slope[row] = 1;
    for (size_t row = 0; row < used->of->rows; row++) {
        const uint32_t *cluster = used->priced.row + row * used->most;
        size_t size = used->priced.size[row];
        sum += used->u[row] - used->priced.excess[row];
        for (size_t i = 0; i < size; i++)
            used->slope[cluster[i]] -= 1 / (double)size;
    }
    return sum - exceeded_by_counted(used) - rounding(used);
}

/* ---- Moving --------------------------------------------------------------------------------- */

/* Along the slope, every value on the scale of its own. False at a maximum. */
static bool move(bound_ascent *used, double bound) {
    double square = 0;
    for (size_t row = 0; row < used->of->rows; row++)
        square += used->scale[row] * used->slope[row] * used->slope[row];
    if (!(square > 0))
        return false;
    double step = used->step * distance_to_target(used, bound) / square;
    for (size_t row = 0; row < used->of->rows; row++)
        used->u[row] += step * used->scale[row] * used->slope[row];
    return true;
}

static size_t count_open(const bound_ascent *used) {
    size_t open = 0;
    for (size_t row = 0; row < used->of->rows; row++)
        open += used->open[row];
    return open;
}

static bool is_too_open(const bound_ascent *used) {
    return count_open(used) > used->of->rows / OPEN_PART && used->budget < LAST_BUDGET;
}

static void keep(bound_ascent *used, double bound) {
    size_t bytes = used->of->rows * sizeof(double);
    used->value = bound;
    used->failures = 0;
    used->step = fmin(FIRST_STEP, LARGER * used->step);
    memcpy(used->best_u, used->u, bytes);
    memcpy(used->best_slope, used->slope, bytes);
}

/* Back to the best values: to try a smaller step from there or, where much was left open and that
 * did not help, to look at more. */
static bool go_back(bound_ascent *used, bool too_open, double smaller) {
    size_t bytes = used->of->rows * sizeof(double);
    memcpy(used->u, used->best_u, bytes);
    memcpy(used->slope, used->best_slope, bytes);
    used->failures = 0;
    if (too_open && used->tried) {
        used->tried = false;
        used->budget *= BUDGET_GROWTH;
        used->step = FIRST_STEP;
        return true;
    }
    used->tried = true;
    used->step *= smaller;
    if (used->step >= LEAST_STEP)
        return move(used, used->value);
    if (count_open(used) == 0 || used->budget >= LAST_BUDGET)
        return false;
    used->budget *= BUDGET_GROWTH;
    used->step = AGAIN_STEP;
    return true;
}

static bool end_round(bound_ascent *used) {
    double bound = sum_up(used);
    bool far_off = bound < used->value - distance_to_target(used, used->value);
    bool too_open = is_too_open(used);
    if (bound > used->value)
        keep(used, bound);
    else if (far_off || too_open || ++used->failures >= FAILURES)
        return go_back(used, too_open, far_off || too_open ? MUCH_SMALLER : SMALLER);
    return isfinite(bound) && move(used, bound);
}

static size_t next_piece(const bound_ascent *used) {
    size_t left = used->of->rows - used->at, piece = (size_t)(WORK_OF_PIECE / used->budget);
    piece = piece < LEAST_IN_PIECE ? LEAST_IN_PIECE : piece;
    piece = piece > MOST_IN_PIECE ? MOST_IN_PIECE : piece;
    if (used->rounds == 0 && used->at == 0)
        piece = FIRST_IN_PIECE;
    return left < piece ? left : piece;
}

bool bound_ascent_step(bound_ascent *used) {
    if (used->at == 0) {
        share_clusters(used);
        price_list_set(&used->list, used->u, used->setup.pool);
        used->work += used->of->rows * used->list.sizes;
    }
    size_t piece = next_piece(used);
    threads_run(used->setup.pool, piece, price_row, used);
    used->at += piece;
    if (used->at < used->of->rows)
        return true;
    used->at = 0;
    used->rounds++;
    return end_round(used);
}

double bound_ascent_value(const bound_ascent *used) {
    return used->value;
}

uint64_t bound_ascent_work(const bound_ascent *used) {
    uint64_t work = used->work;
    for (int i = 0; i < threads_count(used->setup.pool); i++)
        work += used->pricers[i].work;
    return work;
}

uint64_t bound_ascent_first_round(const bound_ascent *used) {
    if (used->rounds > 0 || used->at == 0)
        return 0;
    uint64_t work = bound_ascent_work(used) / used->at * used->of->rows;
    return used->at > FIRST_IN_PIECE ? work : work / 2;
}
