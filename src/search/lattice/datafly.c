/* Datafly (Sweeney 1997): while too many rows would be suppressed, generalize the attribute that
 * has the most distinct values. One walk up the lattice that ignores the metric: the first feasible
 * node is the answer. */
#include "search/driver/algorithms.h"
#include "search/lattice/search_lattice.h"

#include <assert.h>

typedef struct datafly_state {
    uint64_t height; /* of the lattice */
    uint64_t walked;
    uint8_t *node;
} datafly_state;

static shoal_status datafly_start(search *run, shoal_error *error) {
    datafly_state *state = memory_zero(1, sizeof *state);
    if (!state)
        return status_no_memory(error);
    run->state = state;
    for (size_t a = 0; a < run->attributes; a++)
        state->height += (uint64_t)(lattice_height(search_lattice(run), a) -
                                    lattice_lowest(search_lattice(run), a));
    state->node = memory_zero(run->attributes, 1);
    if (!state->node)
        return status_no_memory(error);
    lattice_bottom(search_lattice(run), state->node);
    return SHOAL_OK;
}

/* Generalizes the attribute with the most distinct values at its level, the first one of equals;
 * false at the top. */
static bool datafly_climb(const search *run, uint8_t *node) {
    const bound_hierarchy *hierarchies = lattice_context(search_lattice(run))->hierarchies;
    size_t widest = run->attributes;
    uint32_t most = 0;
    for (size_t a = 0; a < run->attributes; a++) {
        uint32_t distinct = hierarchies[a].level[node[a]].size;
        if (node[a] < lattice_height(search_lattice(run), a) && distinct > most) {
            widest = a;
            most = distinct;
        }
    }
    if (widest == run->attributes)
        return false;
    node[widest]++;
    assert(node[widest] <= lattice_height(search_lattice(run), widest));
    return true;
}

static search_step datafly_step(search *run) {
    datafly_state *state = run->state;
    evaluation result;
    if (!search_evaluate(run, state->node, 1, &result))
        return SEARCH_STOPPED;
    if (result.feasible)
        return SEARCH_FINISHED;
    if (!datafly_climb(run, state->node))
        return search_rules_out(run, &result) ? SEARCH_PROVEN : SEARCH_FINISHED;
    run->done = (double)++state->walked / (double)(state->height + 1);
    return SEARCH_CONTINUE;
}

static void datafly_finish(search *run) {
    datafly_state *state = run->state;
    if (!state)
        return;
    memory_free(state->node);
    memory_free(state);
    run->state = NULL;
}

static const shoal_parameter datafly_parameters[] = {{NULL, NULL, NULL}};

const algorithm algorithm_datafly = {
    .name = "datafly",
    .summary = "generalizes the attribute with the most distinct values until the node is feasible",
    .recoding = &lattice_recoding,
    .letter = 'D',
    .parameters = datafly_parameters,
    .start = datafly_start,
    .step = datafly_step,
    .finish = datafly_finish,
};
