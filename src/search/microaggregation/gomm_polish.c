#include "search/microaggregation/gomm_polish.h"

#include "search/microaggregation/group_operators.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Besides one mutation of any kind: enough that a climb does not lead straight back. */
#define FINE_MUTATIONS 2

bool gomm_polish_open(gomm_polish *out, arena *owner, size_t attributes, int64_t climbs) {
    *out = (gomm_polish){.attributes = attributes, .most = climbs};
    out->peak = arena_new(owner, attributes, sizeof *out->peak);
    for (size_t i = 0; i < 2; i++)
        out->scratch[i] = arena_new(owner, attributes, sizeof *out->scratch[i]);
    return out->peak && out->scratch[0] && out->scratch[1] &&
           gomm_climb_open(&out->walk, owner, attributes);
}

static void mutate(gomm_polish *work, group_number *node, group_operator which,
                   random_stream *stream) {
    group_mutate(which, work->scratch[0], node, work->attributes, work->scratch[1], stream);
    memcpy(node, work->scratch[0], work->attributes * sizeof *node);
}

static void start_from_mutations(gomm_polish *work, const search *run) {
    random_stream stream = random_open(run->seed, "gomm-polish", (uint64_t)work->begun);
    group_number *node = work->walk.node;
    memcpy(node, work->peak, work->attributes * sizeof *node);
    mutate(work, node, (group_operator)(1 + random_below(&stream, GROUP_OPERATORS - 1)), &stream);
    for (int i = 0; i < FINE_MUTATIONS; i++)
        mutate(work, node, random_below(&stream, 2) ? GROUP_ELEMENT_MOVE : GROUP_ELEMENT_SWAP,
               &stream);
    /* Its cost does not matter: any neighbour will do. */
    gomm_climb_start(&work->walk, node, INFINITY);
}

static void keep(gomm_polish *work, const group_number *node, double cost) {
    memcpy(work->peak, node, work->attributes * sizeof *node);
    work->height = cost;
}

search_step gomm_polish_step(gomm_polish *work, search *run, const group_number *node,
                             double cost) {
    if (work->most == 0)
        return SEARCH_FINISHED;
    if (work->begun == 0) {
        keep(work, node, cost);
        gomm_climb_start(&work->walk, node, cost);
        work->begun = 1;
    }
    search_step step = gomm_climb_step(&work->walk, run);
    if (step != SEARCH_FINISHED)
        return step;
    assert(work->begun <= work->most);
    if (work->walk.cost < work->height)
        keep(work, work->walk.node, work->walk.cost);
    if (work->begun >= work->most)
        return SEARCH_FINISHED;
    start_from_mutations(work, run);
    work->begun++;
    return SEARCH_CONTINUE;
}
