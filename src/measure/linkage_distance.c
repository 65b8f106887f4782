#include "base/memory.h"
#include "measure/box_tree.h"
#include "measure/distinct_records.h"
#include "measure/linkage.h"

#include <assert.h>

#define RECORDS_OF_A_TASK 64

typedef struct distance_search {
    const linkage_attack *attack;
    size_t attacked;
    distinct_records records;
    box_tree tree;
    double *from;        /* [worker * dimensions] */
    linkage_sums *found; /* [worker] */
} distance_search;

/* How many records are as near as one's own, which is the nearest then. */
static uint64_t count_best(const distance_search *search, size_t row, double *from) {
    linkage_record(from, search->attack->original, row);
    return box_tree_count_nearest(&search->tree, from, search->records.of[row],
                                  search->records.shared);
}

static void link_some(void *context, size_t item, int worker) {
    distance_search *search = context;
    size_t begin = item * RECORDS_OF_A_TASK;
    size_t end = begin + RECORDS_OF_A_TASK;
    double *from = search->from + (size_t)worker * search->attack->original->dimensions;
    linkage_sums found = search->found[worker];
    if (linkage_cancelled(search->attack))
        return;
    for (size_t j = begin; j < end && j < search->attacked; j++)
        linkage_sums_add(
            &found,
            count_best(search, linkage_spaced(j, search->attacked, search->attack->original->rows),
                       from));
    search->found[worker] = found;
}

static shoal_status link_all(linkage_outcome *out, distance_search *search, shoal_error *error) {
    const linkage_attack *attack = search->attack;
    STATUS_TRY(distinct_records_open(&search->records, attack->masked, error));
    STATUS_TRY(box_tree_open(&search->tree, attack->masked, search->records.first,
                             search->records.count, error));
    size_t workers = (size_t)threads_count(attack->pool);
    search->from = memory_new(workers, attack->original->dimensions * sizeof *search->from);
    search->found = memory_zero(workers, sizeof *search->found);
    if (!search->from || !search->found)
        return status_no_memory(error);
    size_t tasks = (search->attacked + RECORDS_OF_A_TASK - 1) / RECORDS_OF_A_TASK;
    threads_run(attack->pool, tasks, link_some, search);
    if (linkage_cancelled(attack))
        return linkage_interrupted(error);
    *out = (linkage_outcome){.attacked = search->attacked};
    linkage_sums all = {0};
    for (size_t i = 0; i < workers; i++) {
        all.linked += search->found[i].linked;
        all.share += search->found[i].share;
    }
    linkage_outcome_fill(out, &all);
    return SHOAL_OK;
}

shoal_status linkage_by_distance(linkage_outcome *out, const linkage_attack *attack,
                                 shoal_error *error) {
    assert(attack->original->rows == attack->masked->rows &&
           attack->original->dimensions == attack->masked->dimensions);
    distance_search search = {.attack = attack, .attacked = linkage_attacked(attack)};
    shoal_status status = link_all(out, &search, error);
    memory_free(search.from);
    memory_free(search.found);
    box_tree_close(&search.tree);
    distinct_records_close(&search.records);
    return status;
}
