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
    double *from;     /* [worker * dimensions] */
    uint64_t *linked; /* [worker] */
} distance_search;

/* Section 3.3: the search ends with the first other record that is not farther than one's own. */
static bool is_linked(const distance_search *search, size_t row, double *from) {
    size_t own = search->records.of[row];
    if (search->records.shared[own] > 1)
        return false;
    linkage_record(from, search->attack->original, row);
    double distance = box_tree_distance(&search->tree, from, own);
    return !box_tree_reaches(&search->tree, from, distance, own);
}

static void link_some(void *context, size_t item, int worker) {
    distance_search *search = context;
    size_t begin = item * RECORDS_OF_A_TASK;
    size_t end = begin + RECORDS_OF_A_TASK;
    double *from = search->from + (size_t)worker * search->attack->original->dimensions;
    uint64_t linked = 0;
    if (linkage_cancelled(search->attack))
        return;
    for (size_t j = begin; j < end && j < search->attacked; j++)
        linked += is_linked(
            search, linkage_spaced(j, search->attacked, search->attack->original->rows), from);
    search->linked[worker] += linked;
}

static shoal_status link_all(linkage_outcome *out, distance_search *search, shoal_error *error) {
    const linkage_attack *attack = search->attack;
    STATUS_TRY(distinct_records_open(&search->records, attack->masked, error));
    STATUS_TRY(box_tree_open(&search->tree, attack->masked, search->records.first,
                             search->records.count, error));
    size_t workers = (size_t)threads_count(attack->pool);
    search->from = memory_new(workers, attack->original->dimensions * sizeof *search->from);
    search->linked = memory_zero(workers, sizeof *search->linked);
    if (!search->from || !search->linked)
        return status_no_memory(error);
    size_t tasks = (search->attacked + RECORDS_OF_A_TASK - 1) / RECORDS_OF_A_TASK;
    threads_run(attack->pool, tasks, link_some, search);
    if (linkage_cancelled(attack))
        return linkage_interrupted(error);
    *out = (linkage_outcome){.attacked = search->attacked};
    for (size_t i = 0; i < workers; i++)
        out->linked += search->linked[i];
    return SHOAL_OK;
}

shoal_status linkage_by_distance(linkage_outcome *out, const linkage_attack *attack,
                                 shoal_error *error) {
    assert(attack->original->rows == attack->masked->rows &&
           attack->original->dimensions == attack->masked->dimensions);
    distance_search search = {.attack = attack, .attacked = linkage_attacked(attack)};
    shoal_status status = link_all(out, &search, error);
    memory_free(search.from);
    memory_free(search.linked);
    box_tree_close(&search.tree);
    distinct_records_close(&search.records);
    return status;
}
