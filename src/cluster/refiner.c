#include "cluster/refiner.h"

#include "cluster/refiner_anneal.h"
#include "cluster/refiner_clusters.h"
#include "cluster/refiner_scan.h"
#include "cluster/sort.h"

#include <assert.h>
#include <math.h>

/* Rows of a region: between a few clusters and some dozens, for small k never fewer than this. For
 * large k only three clusters, as all of its rows are compared with each other. */
#define FEWEST_ROWS 50
#define MOST_ROWS 200
#define FEWEST_CLUSTERS 5
#define MOST_CLUSTERS 20
#define MANY_ROWS 2000

/* Changes looked at per row of a region: few at first, then ever more, a share of all that have
 * been looked at before. What short looks can find is found by then, and the time is not known. */
#define FIRST_CHANGES 50.0
#define LATER_SHARE (1.0 / 20)

/* Once looks are so long, a region may come out worse, as long as all regions together are worse
 * than the best by at most this, in mean losses of a row. */
#define LONG_CHANGES 500
#define TOLERATED 0.1

struct refiner {
    arena memory;
    const points *of;
    size_t k;
    uint64_t seed;
    refined_clusters clusters;
    near_scan scan;
    size_t fewest_rows, most_rows; /* of a region, before its last cluster is whole */
    uint64_t regions;              /* begun so far */
    int64_t looked_at;             /* changes */
    /* The best clusters are the current ones, or have been put aside. */
    bool aside;
    uint32_t *best; /* [rows] numbered as in the answer */
    size_t best_count;
    double best_sse;
    double excess; /* of the current clusters over them */
    bool annealing;
    region region;
    anneal anneal;
    neighbour *near;  /* [most_rows] */
    neighbour *rows;  /* [most_rows + 2k - 2] of the region, in their order */
    uint32_t *row;    /* the same */
    uint32_t *number; /* [clusters of the region] in `clusters` */
    uint32_t *local;  /* [rows] their clusters before, in the region */
    size_t taken;     /* numbers */
    double before;    /* sum of squared distances of the region's clusters */
};

/* ---- Opening -------------------------------------------------------------------------------- */

static size_t larger(size_t one, size_t other) {
    return one > other ? one : other;
}

static size_t smaller(size_t one, size_t other) {
    return one < other ? one : other;
}

/* k is at most the number of rows, so that nothing overflows. */
static bool open_region(refiner *opened, size_t rows) {
    size_t k = opened->k;
    opened->fewest_rows = larger(FEWEST_ROWS, FEWEST_CLUSTERS * k);
    size_t most_rows = smaller(MOST_CLUSTERS * k, larger(MANY_ROWS, 3 * k));
    opened->most_rows = smaller(rows, larger(MOST_ROWS, most_rows));
    size_t most = smaller(rows, opened->most_rows + 2 * k - 2);
    opened->near = arena_new(&opened->memory, opened->most_rows, sizeof *opened->near);
    opened->rows = arena_new(&opened->memory, most, sizeof *opened->rows);
    opened->row = arena_new(&opened->memory, most, sizeof *opened->row);
    opened->local = arena_new(&opened->memory, most, sizeof *opened->local);
    opened->number = arena_new(&opened->memory, most / k, sizeof *opened->number);
    return opened->near && opened->rows && opened->row && opened->local && opened->number &&
           region_open(&opened->region, &opened->memory, most, opened->of->dimensions, k) &&
           anneal_open(&opened->anneal, &opened->memory, &opened->region, most);
}

static bool open_all(refiner *opened, const refiner_setup *setup) {
    opened->best = arena_new(&opened->memory, setup->of->rows, sizeof *opened->best);
    return opened->best &&
           refined_open(&opened->clusters, &opened->memory, setup->of, setup->k, setup->start,
                        setup->start_count) &&
           near_scan_open(&opened->scan, &opened->memory, setup->of, setup->parts, setup->k) &&
           open_region(opened, opened->scan.rows);
}

shoal_status refiner_open(refiner **out, const refiner_setup *setup, shoal_error *error) {
    assert(setup->k >= 1 && setup->start_count > 0);
    refiner *opened = memory_zero(1, sizeof *opened);
    if (!opened)
        return status_no_memory(error);
    opened->of = setup->of;
    opened->k = setup->k;
    opened->seed = setup->seed;
    if (!open_all(opened, setup)) {
        refiner_close(opened);
        return status_no_memory(error);
    }
    *out = opened;
    return SHOAL_OK;
}

void refiner_close(refiner *used) {
    if (!used)
        return;
    arena_free(&used->memory);
    memory_free(used);
}

/* ---- Choosing a region ---------------------------------------------------------------------- */

/* What a cluster may still gain: nothing where its part is one cluster for ever. */
static double weight(const refiner *used, size_t number) {
    const refined_clusters *all = &used->clusters;
    bool fixed =
        all->first[number] == ROW_NONE || near_scan_part_rows(&used->scan, all->first[number]) == 0;
    return fixed ? 0 : all->sse[number];
}

/* A row by the share that its cluster has in the sum of squared distances; ROW_NONE: that is 0. */
static uint32_t draw_lossy_row(const refiner *used, random_stream *stream) {
    const refined_clusters *all = &used->clusters;
    double total = 0;
    for (size_t number = 0; number < all->numbers; number++)
        total += weight(used, number);
    if (!(total > 0))
        return ROW_NONE;
    double rest = random_unit(stream) * total;
    size_t drawn = 0;
    for (size_t number = 0; number < all->numbers && rest >= 0; number++)
        if (weight(used, number) > 0) {
            drawn = number;
            rest -= weight(used, number);
        }
    uint32_t row = all->first[drawn];
    for (uint64_t skip = random_below(stream, all->size[drawn]); skip > 0; skip--)
        row = all->next[row];
    return row;
}

static size_t draw_size(const refiner *used, random_stream *stream) {
    double fewest = (double)used->fewest_rows, most = (double)used->most_rows;
    if (most <= fewest)
        return used->most_rows;
    return (size_t)(fewest * pow(most / fewest, random_unit(stream)));
}

/* Adds all rows of a cluster; how many there are in the region then. */
static size_t add_cluster(refiner *used, size_t rows, uint32_t number) {
    const refined_clusters *all = &used->clusters;
    used->before += all->sse[number];
    used->number[used->taken++] = number;
    for (uint32_t row = all->first[number]; row != ROW_NONE; row = all->next[row])
        used->rows[rows++].row = row;
    return rows;
}

static bool has_cluster(const refiner *used, uint32_t number) {
    for (size_t i = 0; i < used->taken; i++)
        if (used->number[i] == number)
            return true;
    return false;
}

static bool lower_row(neighbour one, neighbour other) {
    return one.row < other.row;
}

/* Whole clusters, those of the rows nearest to `centre`. */
static size_t gather_rows(refiner *used, uint32_t centre, size_t wanted) {
    size_t found = near_scan_find(&used->scan, used->near, wanted, centre);
    size_t rows = 0;
    used->taken = 0;
    used->before = 0;
    for (size_t i = 0; i < found && rows < wanted; i++) {
        uint32_t row = used->near[i].row;
        if (row != NEIGHBOUR_NONE && !has_cluster(used, used->clusters.cluster[row]))
            rows = add_cluster(used, rows, used->clusters.cluster[row]);
    }
    sort_neighbours(used->rows, rows, lower_row);
    return rows;
}

static uint32_t local_number(const refiner *used, uint32_t number) {
    uint32_t i = 0;
    while (used->number[i] != number)
        i++;
    assert(i < used->taken);
    return i;
}

static void fill_region(refiner *used, size_t rows) {
    const points *of = used->of;
    size_t stride = used->region.stride;
    memset(used->region.point, 0, rows * stride * sizeof *used->region.point);
    for (size_t i = 0; i < rows; i++) {
        used->row[i] = used->rows[i].row;
        used->local[i] = local_number(used, used->clusters.cluster[used->row[i]]);
        for (size_t dimension = 0; dimension < of->dimensions; dimension++)
            used->region.point[i * stride + dimension] = of->column[dimension][used->row[i]];
    }
    region_load(&used->region, rows, used->local, used->taken);
}

/* ---- Regions one after another -------------------------------------------------------------- */

static int64_t changes_for(const refiner *used, size_t rows) {
    double before = (double)used->looked_at / (double)used->scan.rows;
    return (int64_t)((double)rows * (FIRST_CHANGES + LATER_SHARE * before));
}

/* False when nothing can get better, here and, around a lossy row, anywhere: around it are at least
 * two clusters, as its part has 2k rows. */
static bool begin_around(refiner *used, uint32_t centre, random_stream *stream) {
    if (centre == ROW_NONE)
        return false;
    size_t rows = gather_rows(used, centre, draw_size(used, stream));
    if (used->taken < 2 || !(used->before > 0))
        return false;
    fill_region(used, rows);
    anneal_begin(&used->anneal, *stream, changes_for(used, rows));
    return true;
}

static bool begin_region(refiner *used) {
    random_stream stream = random_open(used->seed, "refine", used->regions++);
    if (random_next(&stream) >> 63) {
        uint32_t centre = used->scan.row[random_below(&stream, used->scan.places)];
        if (begin_around(used, centre, &stream))
            return true;
    }
    return begin_around(used, draw_lossy_row(used, &stream), &stream);
}

static double assign(refiner *used, const uint32_t *cluster, size_t count) {
    refined_clusters *all = &used->clusters;
    assert(count > 0);
    while (used->taken > count)
        refined_number_return(all, used->number[--used->taken]);
    while (used->taken < count)
        used->number[used->taken++] = refined_number_take(all);
    refined_assign(all, used->row, used->region.rows, cluster, used->number);
    double sse = 0;
    for (size_t i = 0; i < count; i++)
        sse += all->sse[used->number[i]];
    return sse;
}

static double slack(const refiner *used) {
    bool long_enough = used->anneal.total >= (int64_t)used->region.rows * LONG_CHANGES;
    return long_enough ? TOLERATED * refiner_best(used) / (double)used->of->rows : 0;
}

static void put_aside(refiner *used) {
    used->aside = true;
    used->excess = 0;
    used->best_sse = refined_sse(&used->clusters);
    refined_number(&used->clusters, used->best, &used->best_count);
}

/* Takes over what annealing came to; not if it is the same or too much worse. */
static void end_region(refiner *used) {
    size_t count = used->taken;
    double worse = used->anneal.best_sse - used->anneal.start_sse;
    if (worse == 0 || !(used->excess + worse <= slack(used)))
        return;
    if (worse > 0 && !used->aside)
        put_aside(used);
    double change = assign(used, used->anneal.best, used->anneal.best_clusters) - used->before;
    /* What seemed better may have been rounding. */
    if (!(worse < 0 ? change < 0 : change < INFINITY)) {
        assign(used, used->local, count);
        return;
    }
    used->excess += used->aside ? change : 0;
    if (used->aside && used->excess < 0 && refined_sse(&used->clusters) < used->best_sse) {
        used->aside = false;
        used->excess = 0;
    }
}

int64_t refiner_step(refiner *used, int64_t changes) {
    int64_t done = 0;
    if (used->scan.rows == 0 || used->k == 1)
        return 0;
    while (done < changes) {
        if (!used->annealing)
            used->annealing = begin_region(used);
        if (!used->annealing)
            break;
        done += anneal_step(&used->anneal, changes - done);
        if (used->anneal.done == used->anneal.total) {
            end_region(used);
            used->looked_at += used->anneal.total;
            used->annealing = false;
        }
    }
    return done;
}

double refiner_best(const refiner *used) {
    return used->aside ? used->best_sse : refined_sse(&used->clusters);
}

void refiner_take(const refiner *used, uint32_t *cluster, size_t *count) {
    if (!used->aside) {
        refined_number(&used->clusters, cluster, count);
        return;
    }
    memcpy(cluster, used->best, used->of->rows * sizeof *cluster);
    *count = used->best_count;
}
