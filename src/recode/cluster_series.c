#include "recode/cluster_series.h"

#include "boxes/box_nested.h"
#include "boxes/box_refiner.h"

#include <assert.h>

/* Each k is larger than the one before by this factor, and by 1 at least. */
#define GROWTH 1.25
/* Points at most, and bytes that all of them may take. */
#define MOST_POINTS 40
#define MOST_BYTES ((uint64_t)512 << 20)
/* The first clusters are refined with about so many moves, of which a round has four for every row,
 * in this number of rounds at most. */
#define MOVES 2000000
#define ROUND_MOVES 4
#define MOST_ROUNDS 12

struct cluster_series {
    const box_binding *binding;
    uint64_t seed;
    size_t made;
    box_clusters clusters[MOST_POINTS]; /* [made] */
};

static uint64_t next_k(uint64_t k) {
    uint64_t next = (uint64_t)(GROWTH * (double)k);
    return next > k ? next : k + 1;
}

static size_t points_in_memory(const box_table *of) {
    uint64_t bytes = 24 * (uint64_t)of->tuples + 1;
    uint64_t points = MOST_BYTES / bytes;
    return points < 1 ? 1 : points > MOST_POINTS ? MOST_POINTS : (size_t)points;
}

/* The last one leaves two clusters, at least. */
size_t cluster_series_points(const box_binding *of) {
    size_t points = 1, most = points_in_memory(&of->table);
    for (uint64_t k = next_k(of->table.k); points < most && k <= of->table.rows / 2; k = next_k(k))
        points++;
    return points;
}

uint64_t cluster_series_k(const box_binding *of, size_t point) {
    uint64_t k = of->table.k;
    for (; point > 0; point--)
        k = next_k(k);
    return k;
}

shoal_status cluster_series_open(cluster_series **out, const box_binding *binding, uint64_t seed,
                                 shoal_error *error) {
    cluster_series *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    made->binding = binding;
    made->seed = seed;
    *out = made;
    return SHOAL_OK;
}

void cluster_series_close(cluster_series *of) {
    if (!of)
        return;
    for (size_t i = 0; i < of->made; i++)
        box_clusters_free(&of->clusters[i]);
    memory_free(of);
}

/* ---- Making them ----------------------------------------------------------------------------- */

static shoal_status run_rounds(box_refiner *used, const box_table *of, shoal_error *error) {
    uint64_t rounds = MOVES / (ROUND_MOVES * of->rows + 1);
    rounds = rounds > MOST_ROUNDS ? MOST_ROUNDS : rounds;
    for (uint64_t round = 0; round < rounds; round++) {
        int64_t moves;
        double done = (double)(round + 1) / (double)rounds;
        STATUS_TRY(box_refiner_round(used, round, done, &moves, error));
    }
    return SHOAL_OK;
}

static shoal_status refine(box_clusters *made, const box_work *work, shoal_error *error) {
    box_refiner *used = NULL;
    box_clusters better = {0};
    if (!box_clusters_hold(made, work))
        return SHOAL_OK;
    shoal_status status = box_refiner_open(&used, work, made, error);
    if (status == SHOAL_OK)
        status = run_rounds(used, work->of, error);
    if (status == SHOAL_OK && box_refiner_cost(used) < made->cost)
        status = box_refiner_take(used, &better, error);
    box_refiner_close(used);
    if (status == SHOAL_OK && better.first) {
        box_clusters_free(made);
        *made = better;
    }
    return status;
}

static shoal_status make_first(box_clusters *out, const box_work *work, shoal_error *error) {
    STATUS_TRY(box_agglomerate(out, work, error));
    shoal_status status = refine(out, work, error);
    if (status != SHOAL_OK)
        box_clusters_free(out);
    return status;
}

static shoal_status make_next(cluster_series *of, shoal_error *error) {
    box_work work = box_binding_work(of->binding, of->seed);
    box_table larger = *work.of;
    box_clusters *out = &of->clusters[of->made];
    assert(of->made < MOST_POINTS);
    larger.k = cluster_series_k(of->binding, of->made);
    work.of = &larger;
    STATUS_TRY(of->made == 0 ? make_first(out, &work, error)
                             : box_nested(out, &work, &of->clusters[of->made - 1], error));
    of->made++;
    return SHOAL_OK;
}

shoal_status cluster_series_get(const box_clusters **out, cluster_series *of, size_t point,
                                shoal_error *error) {
    assert(point < cluster_series_points(of->binding));
    while (of->made <= point)
        STATUS_TRY(make_next(of, error));
    *out = &of->clusters[point];
    return SHOAL_OK;
}
