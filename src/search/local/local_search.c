#include "search/local/local_search.h"

#include "boxes/box_mend.h"

shoal_status local_open(local_search *out, search *run, shoal_error *error) {
    double seconds = run->limits.seconds;
    *out = (local_search){.space = cluster_of_space(run->space), .cost = INT64_MAX};
    cluster_space_begin(out->space);
    out->node = memory_zero(run->node_bytes, 1);
    if (!out->node)
        return status_no_memory(error);
    out->work = box_binding_work(cluster_space_binding(out->space), run->seed);
    out->work.cancel = run->limits.cancel;
    if (seconds <= 0)
        return SHOAL_OK;
    STATUS_TRY(deadline_open(&out->limit, run->started + seconds, run->limits.cancel, error));
    out->work.cancel = deadline_flag(out->limit);
    return SHOAL_OK;
}

void local_close(local_search *of) {
    box_spots_close(&of->spots);
    deadline_close(of->limit);
    memory_free(of->node);
}

shoal_status local_offer(local_search *of, search *run, box_clusters *clusters,
                         shoal_error *error) {
    evaluation judged;
    int64_t cost = clusters->cost;
    shoal_status status = cluster_space_offer(of->space, clusters, of->node, &judged, error);
    if (status == SHOAL_OK) {
        search_offer(run, of->node, &judged);
        if (judged.feasible && cost < of->cost)
            of->cost = cost;
    }
    box_clusters_free(clusters);
    return status;
}

shoal_status local_find_spots(local_search *of, shoal_error *error) {
    if (of->work.spots)
        return SHOAL_OK;
    box_spots_close(&of->spots);
    STATUS_TRY(box_spots_open(&of->spots, &of->work, error));
    of->work.spots = &of->spots;
    return SHOAL_OK;
}

shoal_status local_run_method(local_search *of, search *run, local_method *method,
                              shoal_error *error) {
    box_clusters made;
    STATUS_TRY(method(&made, &of->work, error));
    return local_offer(of, run, &made, error);
}

static void list_blocks(box_clusters *out, const box_table *of, const box_order *order) {
    for (size_t t = 0; t < of->tuples; t++) {
        out->first[t] = t;
        out->portion[t] = (box_portion){order->block[t], of->count ? of->count[t] : 1};
    }
    out->first[of->tuples] = of->tuples;
}

shoal_status local_coarsest(box_clusters *out, const box_work *work, shoal_error *error) {
    const box_table *of = work->of;
    box_order order;
    shoal_status status = box_order_open(&order, work, error);
    *out = (box_clusters){.tuples = of->tuples,
                          .first = memory_new(of->tuples + 1, sizeof *out->first),
                          .portion = memory_new(of->tuples, sizeof *out->portion)};
    if (status == SHOAL_OK && (!out->first || !out->portion))
        status = status_no_memory(error);
    if (status == SHOAL_OK) {
        list_blocks(out, of, &order);
        status = box_mend(out, work, &order, error);
    }
    box_order_close(&order);
    if (status != SHOAL_OK)
        box_clusters_free(out);
    return status;
}

search_step local_stop(search *run, shoal_status status, const shoal_error *error) {
    return status == SHOAL_INTERRUPTED ? search_interrupted(run) : search_fail(run, status, error);
}

bool local_is_settled(const local_search *of, int64_t bound) {
    const box_table *table = of->work.of;
    bool one_way = table->rows < 2 * table->k && table->blanks == 0;
    return of->cost < INT64_MAX && (one_way || of->cost <= bound);
}
