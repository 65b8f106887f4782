#include "cluster/plain_scan.h"

#include <assert.h>

/* To wake the threads costs as much as this many coordinates do. */
#define WORTH_THREADS ((size_t)1 << 19)
#define SHARE 32 /* blocks */

bool plain_scan_open(plain_scan *out, arena *memory, thread_pool *pool, size_t most_wanted) {
    size_t threads = (size_t)threads_count(pool);
    *out = (plain_scan){.pool = pool, .most_wanted = most_wanted};
    if (threads == 1)
        return true;
    out->found = arena_new(memory, threads, sizeof *out->found);
    out->room = arena_new(memory, most_wanted, threads * sizeof *out->room);
    return out->found && out->room;
}

static void scan_some(const plain_scan *used, candidates *found, size_t first, size_t end) {
    for (size_t block = first; block < end; block++)
        if (found->wanted == 0)
            blocks_scan_far(used->records, block, used->query, found);
        else if (used->far)
            blocks_scan_both(used->records, block, used->query, found);
        else
            blocks_scan_near(used->records, block, used->query, found);
}

static void scan_share(void *context, size_t item, int worker) {
    const plain_scan *used = context;
    size_t first = item * SHARE, end = first + SHARE;
    end = end < used->records->blocks ? end : used->records->blocks;
    scan_some(used, &used->found[worker], first, end);
}

/* The results of the threads are merged by distance and row. */
static void gather(candidates *into, const candidates *from) {
    for (size_t i = 0; i < from->wanted; i++)
        if (neighbour_nearer(from->nearest[i], into->nearest[0]))
            candidates_replace_top(into, from->nearest[i]);
    if (neighbour_farther(from->farthest, into->farthest))
        into->farthest = from->farthest;
}

void plain_scan_run(plain_scan *used, const block_set *records, const double *query,
                    candidates *found, bool far) {
    size_t threads = (size_t)threads_count(used->pool);
    assert(found->wanted <= used->most_wanted);
    used->records = records;
    used->query = query;
    used->far = far;
    if (threads == 1 || records->blocks * BLOCK_LANES * records->dimensions < WORTH_THREADS) {
        scan_some(used, found, 0, records->blocks);
        return;
    }
    for (size_t i = 0; i < threads; i++)
        candidates_begin(&used->found[i], used->room + i * used->most_wanted, found->wanted);
    threads_run(used->pool, records->blocks / SHARE + 1, scan_share, used);
    for (size_t i = 0; i < threads; i++)
        gather(found, &used->found[i]);
}
