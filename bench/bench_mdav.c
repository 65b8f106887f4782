/* MDAV at k = 5: bench_mdav [ROWS]
 *
 * Tables of ten dimensions (standard normal, uniform, a mixture of twenty clusters) of 50,000 and
 * 100,000 rows, or of so many: seconds with one thread and with two, and how many times faster that
 * is than a textbook loop over the records, row by row, on one thread. The loop runs on up to
 * 50,000 rows; the clusters of all must be the very same. Then small tables, as a search of
 * attribute groups meets them by the thousand: microseconds a table. The best of the repeats
 * counts. */
#include "base/clock.h"
#include "base/memory.h"
#include "base/random.h"
#include "cluster/clusterer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DIMENSIONS 10
#define K 5
#define LOOP_ROWS 50000
#define MIXTURE 20
#define REPEATS 3
#define SMALL_ROWS 380
#define SMALL_DIMENSIONS 38
#define SMALL_CALLS 500

typedef enum shape { NORMAL, UNIFORM, CLUSTERED, SHAPES } shape;

static const char *const shape_names[SHAPES] = {"normal", "uniform", "clustered"};

static void check(shoal_status status, const shoal_error *error) {
    if (status == SHOAL_OK)
        return;
    fprintf(stderr, "bench_mdav: %s\n", error->message);
    exit((int)status);
}

static void *room_for(size_t count, size_t item) {
    shoal_error error;
    void *made = memory_zero(count, item);
    if (!made)
        check(status_no_memory(&error), &error);
    return made;
}

/* ---- Tables -------------------------------------------------------------------------------- */

static double draw_normal(random_stream *stream) {
    double radius = sqrt(-2 * log(1 - random_unit(stream)));
    return radius * cos(6.283185307179586 * random_unit(stream));
}

static double draw(random_stream *stream, shape of, uint64_t cluster, size_t dimension) {
    if (of == UNIFORM)
        return random_unit(stream);
    if (of == NORMAL)
        return draw_normal(stream);
    random_stream centre = random_open(cluster, "centre", dimension);
    return 10 * random_unit(&centre) + 0.3 * draw_normal(stream);
}

static points table_new(shape of, size_t rows, size_t dimensions) {
    double **columns = room_for(dimensions, sizeof *columns);
    random_stream stream = random_open(1, shape_names[of], rows);
    for (size_t i = 0; i < dimensions; i++)
        columns[i] = room_for(rows, sizeof **columns);
    for (size_t row = 0; row < rows; row++) {
        uint64_t cluster = random_below(&stream, MIXTURE);
        for (size_t i = 0; i < dimensions; i++)
            columns[i][row] = draw(&stream, of, cluster, i);
    }
    return (points){rows, dimensions, (const double *const *)columns};
}

static void table_free(points *made) {
    for (size_t i = 0; i < made->dimensions; i++)
        memory_free((void *)(uintptr_t)made->column[i]);
    memory_free((void *)(uintptr_t)made->column);
}

/* ---- The textbook loop --------------------------------------------------------------------- */

typedef struct loop {
    size_t left;
    double *records; /* [row][dimension] */
    uint32_t *rows;  /* [left] lowest first */
    double *distances;
    uint32_t *cluster;
    size_t clusters;
} loop;

static void loop_measure(loop *on, const double *query) {
    for (size_t i = 0; i < on->left; i++) {
        const double *record = on->records + (size_t)on->rows[i] * DIMENSIONS;
        double sum = 0;
        for (size_t j = 0; j < DIMENSIONS; j++)
            sum += (record[j] - query[j]) * (record[j] - query[j]);
        on->distances[i] = sum;
    }
}

static size_t loop_farthest(const loop *on) {
    size_t best = 0;
    for (size_t i = 1; i < on->left; i++)
        if (on->distances[i] > on->distances[best])
            best = i;
    return best;
}

/* Assigns `first` and its nearest; their distances are known. */
static void loop_cluster(loop *on, size_t first, size_t k) {
    size_t nearest[K * 3], count = 0;
    on->distances[first] = -1;
    for (size_t i = 0; i < on->left; i++) {
        if (count == k && on->distances[i] >= on->distances[nearest[count - 1]])
            continue;
        size_t place = count < k ? count++ : count - 1;
        for (; place > 0 && on->distances[i] < on->distances[nearest[place - 1]]; place--)
            nearest[place] = nearest[place - 1];
        nearest[place] = i;
    }
    for (size_t i = 0; i < count; i++) {
        on->cluster[on->rows[nearest[i]]] = (uint32_t)on->clusters;
        on->rows[nearest[i]] = UINT32_MAX;
    }
    on->clusters++;
    size_t kept = 0;
    for (size_t i = 0; i < on->left; i++)
        if (on->rows[i] != UINT32_MAX) {
            on->distances[kept] = on->distances[i];
            on->rows[kept++] = on->rows[i];
        }
    on->left = kept;
}

static void loop_extreme(loop *on, size_t k) {
    double centre[DIMENSIONS] = {0};
    for (size_t i = 0; i < on->left; i++)
        for (size_t j = 0; j < DIMENSIONS; j++)
            centre[j] += on->records[(size_t)on->rows[i] * DIMENSIONS + j];
    for (size_t j = 0; j < DIMENSIONS; j++)
        centre[j] /= (double)on->left;
    loop_measure(on, centre);
    size_t extreme = loop_farthest(on);
    loop_measure(on, on->records + (size_t)on->rows[extreme] * DIMENSIONS);
    loop_cluster(on, extreme, k);
}

static void loop_run(loop *on, size_t k) {
    while (on->left >= 3 * k) {
        loop_extreme(on, k);
        size_t opposite = loop_farthest(on);
        loop_measure(on, on->records + (size_t)on->rows[opposite] * DIMENSIONS);
        loop_cluster(on, opposite, k);
    }
    if (on->left >= 2 * k)
        loop_extreme(on, k);
    loop_cluster(on, 0, on->left);
}

/* Seconds; fills cluster[rows]. */
static double loop_time(uint32_t *cluster, const points *of) {
    loop on = {.left = of->rows};
    on.cluster = cluster;
    on.records = room_for(of->rows, DIMENSIONS * sizeof *on.records);
    on.rows = room_for(of->rows, sizeof *on.rows);
    on.distances = room_for(of->rows, sizeof *on.distances);
    for (size_t row = 0; row < of->rows; row++) {
        on.rows[row] = (uint32_t)row;
        for (size_t j = 0; j < DIMENSIONS; j++)
            on.records[row * DIMENSIONS + j] = of->column[j][row];
    }
    double begin = clock_seconds();
    loop_run(&on, K);
    double seconds = clock_seconds() - begin;
    memory_free(on.records);
    memory_free(on.rows);
    memory_free(on.distances);
    return seconds;
}

/* ---- Shoal --------------------------------------------------------------------------------- */

static double cluster_once(clusterer *used, const points *of) {
    double begin = clock_seconds();
    clusterer_begin(used, of, (point_parts){0});
    while (clusterer_step(used, 1u << 20))
        continue;
    return clock_seconds() - begin;
}

/* The least of the repeats; the clusters must be `expected` where that is not empty, and become it
 * where it is. */
static double cluster_time(const points *of, neighbour_scan scan, int threads, int repeats,
                           uint32_t *expected, bool *known) {
    shoal_error error;
    thread_pool *pool;
    clusterer *used;
    size_t count;
    double least = INFINITY;
    check(threads_start(&pool, threads, &error), &error);
    cluster_options options = {.k = K, .scan = scan, .pool = pool};
    check(clusterer_open(&used, of->rows, of->dimensions, &options, &error), &error);
    for (int i = 0; i < repeats; i++)
        least = fmin(least, cluster_once(used, of));
    const uint32_t *cluster = clusterer_clusters(used, &count);
    if (*known && memcmp(cluster, expected, of->rows * sizeof *cluster) != 0)
        check(status_fail(&error, SHOAL_UNVERIFIED, "the clusters differ"), &error);
    memcpy(expected, cluster, of->rows * sizeof *cluster);
    *known = true;
    clusterer_close(used);
    threads_stop(pool);
    return least;
}

static void print_ratio(double loop_seconds, double seconds) {
    if (loop_seconds > 0)
        printf(" %8.3f %7.1f", seconds, loop_seconds / seconds);
    else
        printf(" %8.3f %7s", seconds, "-");
}

static void bench_large(shape of, size_t rows) {
    points table = table_new(of, rows, DIMENSIONS);
    uint32_t *cluster = room_for(rows, sizeof *cluster);
    int repeats = rows > 200000 ? 1 : REPEATS;
    bool known = rows <= LOOP_ROWS;
    double seconds = known ? loop_time(cluster, &table) : 0;
    printf("%-10s %8zu", shape_names[of], rows);
    if (known)
        printf(" %9.3f", seconds);
    else
        printf(" %9s", "-");
    if (rows <= 100000)
        print_ratio(seconds, cluster_time(&table, SCAN_PLAIN, 1, 1, cluster, &known));
    else
        printf(" %8s %7s", "-", "-");
    for (int threads = 1; threads <= 2; threads++)
        print_ratio(seconds, cluster_time(&table, SCAN_AUTO, threads, repeats, cluster, &known));
    printf("\n");
    fflush(stdout);
    memory_free(cluster);
    table_free(&table);
}

static void bench_small(size_t dimensions, size_t k) {
    shoal_error error;
    clusterer *used;
    points table = table_new(NORMAL, SMALL_ROWS, dimensions);
    cluster_options options = {.k = k};
    double least = INFINITY;
    check(clusterer_open(&used, SMALL_ROWS, dimensions, &options, &error), &error);
    for (int i = 0; i < SMALL_CALLS; i++)
        least = fmin(least, cluster_once(used, &table));
    printf("%4d x %-3zu k = %-3zu %8.1f us\n", SMALL_ROWS, dimensions, k, least * 1e6);
    clusterer_close(used);
    table_free(&table);
}

int main(int argc, char **argv) {
    printf("%-10s %8s %9s %8s %7s %8s %7s %8s %7s\n", "table", "rows", "loop (s)", "scan", "ratio",
           "1 thread", "ratio", "2", "ratio");
    for (int i = 0; i < SHAPES; i++) {
        if (argc > 1) {
            bench_large((shape)i, (size_t)strtoull(argv[1], NULL, 10));
            continue;
        }
        bench_large((shape)i, LOOP_ROWS);
        bench_large((shape)i, 2 * LOOP_ROWS);
    }
    for (size_t dimensions = 2; argc == 1 && dimensions <= SMALL_DIMENSIONS; dimensions += 12)
        for (size_t k = K; k <= 100; k += k < 25 ? 20 : 75)
            bench_small(dimensions, k);
    return 0;
}
