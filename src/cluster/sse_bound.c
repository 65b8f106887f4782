#include "cluster/sse_bound.h"

#include "cluster/bound_ascent.h"
#include "cluster/bound_rows.h"
#include "cluster/near_lists.h"
#include "cluster/univariate.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* Rows of a list beyond those that a cluster needs, for the second part. */
#define FURTHER_NEAR 40
/* The same for the row whose distance is the weight there, after the first values. */
#define FURTHER_WEIGHING 2
/* Above this k no lists are kept. */
#define LARGEST_K 64
/* Rows that one step takes up. */
#define PIECE 512
/* Distances in lists that take as long as trying one row for a cluster. */
#define DISTANCES_OF_ROW 8
/* About what a row in a list takes, in both directions. */
#define BYTES_IN_LIST 40

struct sse_bound {
    sse_bound_setup setup;
    arena memory;
    univariate line; /* of one dimension; and where it puts its clusters */
    division into;
    bool ascends; /* there is a second part */
    bool turned;
    bool ascending;
    bound_rows rows;
    near_lists near;
    bound_ascent ascent;
    double sum;   /* of the first part, so far */
    size_t added; /* rows whose values it has */
    double value;
    uint64_t work;
};

/* Each distance, and sums of them in any order, are off by less than this share, and so is the sum
 * of squares that the bound is compared with. What is below the normal numbers is not divided by
 * it. */
static double made_safe(const sse_bound *used, double bound) {
    double k = (double)used->setup.k;
    double terms =
        (double)used->setup.of->dimensions + 8 * k * k + 4 * (double)used->setup.of->rows + 64;
    double safe = bound / (1 + terms * DBL_EPSILON) - DBL_MIN;
    return safe > 0 && isfinite(safe) ? safe : 0;
}

/* ---- One cluster ---------------------------------------------------------------------------- */

/* Fewer than 2k rows cannot be divided. */
static double sse_of_all(const sse_bound_setup *setup) {
    double sum = 0;
    for (size_t d = 0; d < setup->of->dimensions; d++) {
        const double *column = setup->of->column[d];
        double origin = column[setup->rows[0]], mean = 0;
        for (size_t i = 0; i < setup->count; i++)
            mean += (column[setup->rows[i]] - origin) / (double)setup->count;
        for (size_t i = 0; i < setup->count; i++) {
            double difference = column[setup->rows[i]] - origin - mean;
            sum += difference * difference;
        }
    }
    return sum;
}

/* ---- One dimension -------------------------------------------------------------------------- */

static bool open_line(sse_bound *made) {
    const sse_bound_setup *setup = &made->setup;
    made->into.of = setup->of;
    made->into.cluster = arena_new(&made->memory, setup->of->rows, sizeof *made->into.cluster);
    if (!made->into.cluster ||
        !univariate_open(&made->line, &made->memory, setup->count, setup->k, &made->into))
        return false;
    univariate_begin(&made->line, setup->rows, setup->count);
    return true;
}

static bool step_on_line(sse_bound *used) {
    univariate *line = &used->line;
    for (int i = 0; i < PIECE && line->done < line->count; i++)
        (void)!univariate_step(line, &used->work);
    if (line->done == line->count)
        used->value = made_safe(used, line->cost[line->count]);
    return line->done < line->count;
}

/* ---- The first part ------------------------------------------------------------------------- */

static bool has_room(const sse_bound *made, size_t length) {
    return made->setup.k <= LARGEST_K &&
           made->rows.rows <= made->setup.memory / BYTES_IN_LIST / length;
}

static bool open_lists(sse_bound *made) {
    const sse_bound_setup *setup = &made->setup;
    size_t least = 2 * setup->k - 2, most = 2 * setup->k + FURTHER_NEAR;
    if (!bound_rows_open(&made->rows, &made->memory, setup->of, setup->rows, setup->count,
                         setup->k))
        return false;
    made->ascends = !setup->brief && has_room(made, most);
    bool kept = has_room(made, least);
    size_t length = made->ascends ? most : kept ? least : setup->k - 1;
    return near_lists_open(&made->near, &made->memory, &made->rows, length, kept, setup->pool);
}

shoal_status sse_bound_open(sse_bound **out, const sse_bound_setup *setup, shoal_error *error) {
    assert(setup->count > 0 && setup->k > 0);
    sse_bound *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    made->setup = *setup;
    bool opened = true;
    if (setup->k > 1 && setup->count < 2 * setup->k)
        made->value = made_safe(made, sse_of_all(setup));
    else if (setup->k > 1)
        opened = setup->of->dimensions == 1 ? open_line(made) : open_lists(made);
    made->setup.rows = NULL;
    if (opened)
        *out = made;
    else
        sse_bound_close(made);
    return opened ? SHOAL_OK : status_no_memory(error);
}

void sse_bound_close(sse_bound *used) {
    if (!used)
        return;
    arena_free(&used->memory);
    memory_free(used);
}

/* A row of a cluster of m rows has 1/2m of its distances to the others, at least those to the m - 1
 * nearest; that is least for m = k. Rows without a list yet count as 0. */
static bool find_lists(sse_bound *used) {
    near_lists *near = &used->near;
    near_lists_find(near, PIECE);
    size_t k = used->setup.k;
    for (; used->added < near->done; used->added++)
        used->sum += near->sums[near->order[used->added]];
    used->value = made_safe(used, used->sum / (2 * (double)k));
    return used->added < used->rows.rows || near->kept;
}

static void raise_value(sse_bound *used, double bound) {
    double value = made_safe(used, bound);
    used->value = value > used->value ? value : used->value;
}

/* Those of which the values are better: of longer lists sometimes the last. */
static double choose_weights(near_lists *near, bool longer) {
    size_t least = 2 * near->of->k - 2;
    double sum = near_lists_weigh(near, least);
    if (!longer)
        return sum;
    double of_last = near_lists_weigh(near, near->length);
    return of_last > sum ? of_last : near_lists_weigh(near, least);
}

/* The same with a row's shares of its distances, which are not all halves. */
static bool turn_lists(sse_bound *used) {
    near_lists *near = &used->near;
    size_t k = used->setup.k;
    if (!near_lists_turn(near, &used->memory, used->ascends ? 2 * k - 2 : k - 1))
        return false;
    raise_value(used, choose_weights(near, used->ascends) / (double)k);
    used->turned = true;
    return used->ascends;
}

/* ---- The second part ------------------------------------------------------------------------ */

static bool open_ascent(sse_bound *used) {
    bound_ascent_setup setup = {&used->near, used->setup.target, used->setup.pool};
    if (!bound_ascent_open(&used->ascent, &used->memory, &setup))
        return false;
    near_lists_weigh(&used->near, 2 * used->setup.k + FURTHER_WEIGHING);
    return true;
}

/* A round that does not end proves nothing. */
static bool is_too_much(const sse_bound *used) {
    uint64_t work = used->setup.work;
    return work > 0 && bound_ascent_first_round(&used->ascent) > work;
}

bool sse_bound_step(sse_bound *used) {
    if (used->line.count > 0)
        return step_on_line(used);
    if (used->rows.rows == 0)
        return false;
    if (used->added < used->rows.rows)
        return find_lists(used);
    if (!used->turned)
        return turn_lists(used);
    if (!used->ascending && !open_ascent(used))
        return false;
    used->ascending = true;
    bool more = bound_ascent_step(&used->ascent);
    raise_value(used, bound_ascent_value(&used->ascent));
    return more && !is_too_much(used);
}

double sse_bound_value(const sse_bound *used) {
    return used->value;
}

uint64_t sse_bound_work(const sse_bound *used) {
    return used->work + used->near.work / DISTANCES_OF_ROW +
           (used->ascending ? bound_ascent_work(&used->ascent) : 0);
}
