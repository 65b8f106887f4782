/* `auto` for the recoding `keep`, whose space has one node. */
#include "search/driver/algorithms.h"

static shoal_status start(search *run, shoal_error *error) {
    run->state = memory_zero(run->node_bytes, 1);
    return run->state ? SHOAL_OK : status_no_memory(error);
}

/* One node is all there is: whatever comes of it is proven. */
static search_step step(search *run) {
    evaluation found;
    if (!search_evaluate(run, run->state, 1, &found))
        return SEARCH_STOPPED;
    run->done = 1;
    return SEARCH_PROVEN;
}

static void finish(search *run) {
    memory_free(run->state);
    run->state = NULL;
}

static const shoal_parameter parameters[] = {{NULL, NULL, NULL}};

const algorithm algorithm_keep_auto = {
    .name = "auto",
    .summary = "evaluates the one node there is",
    .recoding = &keep_recoding,
    .letter = 'K',
    .exact = true,
    .parameters = parameters,
    .start = start,
    .step = step,
    .finish = finish,
};
