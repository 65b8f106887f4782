/* Optimal Lattice Anonymization (El Emam et al. 2009): bisects sublattices and tags predictively.
 *
 * A sublattice is given by an infeasible low and a feasible high node. Each node N of its middle
 * layer is settled; if N is feasible so is everything above it, and [low, N] is searched next,
 * else everything below is infeasible and [N, high] is. The paper stops a branch at two
 * neighbouring nodes; so do we, and also where all nodes of a sublattice are tagged already, since
 * overlapping sublattices would otherwise be searched over and over.
 *
 * A feasible node that was tagged without being evaluated lies above another feasible one, so every
 * minimal node has been evaluated and has competed for the incumbent when the last tag is set. */
#include "search/driver/algorithms.h"
#include "search/lattice/lattice_layer.h"
#include "search/lattice/search_lattice.h"

#include <assert.h>

/* Few nodes at once: going deep after the first ones tags many of those that follow. */
#define OLA_BATCH 16
#define OLA_MOST_NODES ((double)(1u << 28))
#define OLA_MOST_DESCENTS 1024 /* per step */

typedef enum ola_tag { OLA_OPEN, OLA_FEASIBLE, OLA_INFEASIBLE } ola_tag;

/* A sublattice being searched. */
typedef struct ola_frame {
    uint8_t *low, *high;
    uint8_t *next; /* of the middle layer, while there are more */
    bool more;
    uint8_t *settled; /* [OLA_BATCH] nodes of the middle layer whose halves come next */
    size_t count, taken;
} ola_frame;

typedef struct ola_state {
    arena memory;
    uint8_t *bottom, *top;
    uint64_t *stride; /* [attribute] in the numbering of nodes */
    uint64_t nodes, tagged;
    uint8_t *tags; /* four to a byte */
    ola_frame *frames;
    size_t depth, most_frames;
    bool begun;
    uint8_t *at; /* scratch */
    uint8_t *batch;
    evaluation *results;
} ola_state;

/* ---- Tags ---------------------------------------------------------------------------------- */

static uint64_t ola_index(const search *run, const uint8_t *node) {
    const ola_state *state = run->state;
    uint64_t index = 0;
    for (size_t a = 0; a < run->attributes; a++)
        index += (uint64_t)(node[a] - state->bottom[a]) * state->stride[a];
    return index;
}

static ola_tag ola_get(const ola_state *state, uint64_t index) {
    return (ola_tag)(state->tags[index / 4] >> (index % 4 * 2) & 3);
}

static void ola_set(ola_state *state, uint64_t index, ola_tag tag) {
    assert(index < state->nodes && ola_get(state, index) == OLA_OPEN);
    state->tags[index / 4] |= (uint8_t)((unsigned)tag << (index % 4 * 2));
    state->tagged++;
}

static uint64_t ola_move(const ola_state *state, uint64_t index, size_t a, int from, int to) {
    return to > from ? index + (uint64_t)(to - from) * state->stride[a]
                     : index - (uint64_t)(from - to) * state->stride[a];
}

/* Tags an open node and all above it as feasible, or all below it as infeasible. Where it meets a
 * tag everything beyond has one already, so that all calls together visit each node once. */
static void ola_spread(search *run, const uint8_t *node, bool feasible) {
    ola_state *state = run->state;
    const uint8_t *end = feasible ? state->top : state->bottom;
    ola_tag tag = feasible ? OLA_FEASIBLE : OLA_INFEASIBLE;
    uint64_t index = ola_index(run, node);
    uint8_t *at = state->at;
    memcpy(at, node, run->attributes);
    ola_set(state, index, tag);
    for (size_t a = run->attributes; a-- > 0;) {
        if (at[a] != end[a]) {
            uint8_t to = (uint8_t)(feasible ? at[a] + 1 : at[a] - 1);
            index = ola_move(state, index, a, at[a], to);
            at[a] = to;
            if (ola_get(state, index) == OLA_OPEN) {
                ola_set(state, index, tag);
                a = run->attributes;
                continue;
            }
        }
        index = ola_move(state, index, a, at[a], node[a]);
        at[a] = node[a];
    }
}

/* Whether a sublattice has a node without a tag. Looks at its infeasible part only. */
static bool ola_has_open(search *run, const uint8_t *low, const uint8_t *high) {
    ola_state *state = run->state;
    uint64_t index = ola_index(run, low);
    uint8_t *at = state->at;
    memcpy(at, low, run->attributes);
    for (size_t a = run->attributes; a-- > 0;) {
        if (at[a] < high[a]) {
            at[a]++;
            index += state->stride[a];
            ola_tag tag = ola_get(state, index);
            if (tag == OLA_OPEN)
                return true;
            if (tag == OLA_INFEASIBLE) {
                a = run->attributes;
                continue;
            }
        }
        index -= (uint64_t)(at[a] - low[a]) * state->stride[a];
        at[a] = low[a];
    }
    return false;
}

/* ---- Start and end ------------------------------------------------------------------------- */

static bool ola_new_frame(ola_state *state, ola_frame *frame, size_t attributes) {
    frame->low = arena_new(&state->memory, attributes, 1);
    frame->high = arena_new(&state->memory, attributes, 1);
    frame->next = arena_new(&state->memory, attributes, 1);
    frame->settled = arena_new(&state->memory, attributes, OLA_BATCH);
    return frame->low && frame->high && frame->next && frame->settled;
}

/* Each frame spans at most half the height, rounded up, of the one below it. */
static bool ola_new_frames(ola_state *state, size_t attributes) {
    size_t frames = 1;
    uint64_t height = layer_distance(state->bottom, state->top, attributes);
    for (; height > 1; height = (height + 1) / 2)
        frames++;
    state->most_frames = frames;
    state->frames = arena_zero(&state->memory, frames, sizeof *state->frames);
    if (!state->frames)
        return false;
    for (size_t i = 0; i < frames; i++)
        if (!ola_new_frame(state, &state->frames[i], attributes))
            return false;
    return true;
}

static bool ola_allocate(ola_state *state, size_t attributes) {
    state->bottom = arena_zero(&state->memory, attributes, 1);
    state->top = arena_new(&state->memory, attributes, 1);
    state->at = arena_new(&state->memory, attributes, 1);
    state->stride = arena_new(&state->memory, attributes, sizeof *state->stride);
    state->batch = arena_new(&state->memory, attributes, OLA_BATCH);
    state->results = arena_new(&state->memory, OLA_BATCH, sizeof *state->results);
    return state->bottom && state->top && state->at && state->stride && state->batch &&
           state->results;
}

static shoal_status ola_start(search *run, shoal_error *error) {
    double size = lattice_size(search_lattice(run));
    if (size > OLA_MOST_NODES)
        return status_refuse(error, SHOAL_USAGE, "lattice_too_large", "search.algorithm",
                             "the lattice has %.4g nodes and ola supports at most %.4g: use the "
                             "algorithm optimal, or fewer levels or quasi-identifiers",
                             size, OLA_MOST_NODES);
    ola_state *state = memory_zero(1, sizeof *state);
    if (!state)
        return status_no_memory(error);
    run->state = state;
    if (!ola_allocate(state, run->attributes))
        return status_no_memory(error);
    state->nodes = 1;
    lattice_bottom(search_lattice(run), state->bottom);
    lattice_top(search_lattice(run), state->top);
    for (size_t a = 0; a < run->attributes; a++) {
        state->stride[a] = state->nodes;
        state->nodes *= (uint64_t)(state->top[a] - state->bottom[a] + 1);
    }
    assert((double)state->nodes == size);
    state->tags = arena_zero(&state->memory, (size_t)(state->nodes / 4 + 1), 1);
    if (!state->tags || !ola_new_frames(state, run->attributes))
        return status_no_memory(error);
    return SHOAL_OK;
}

static void ola_finish(search *run) {
    ola_state *state = run->state;
    if (!state)
        return;
    arena_free(&state->memory);
    memory_free(state);
    run->state = NULL;
}

/* ---- Searching ----------------------------------------------------------------------------- */

static void ola_push(search *run, const uint8_t *low, const uint8_t *high) {
    ola_state *state = run->state;
    assert(state->depth < state->most_frames);
    ola_frame *frame = &state->frames[state->depth++];
    memcpy(frame->low, low, run->attributes);
    memcpy(frame->high, high, run->attributes);
    frame->count = frame->taken = 0;
    uint64_t height = layer_distance(low, high, run->attributes);
    frame->more = layer_first(frame->next, low, high, run->attributes, height / 2);
}

/* The ends of the whole lattice: what lies between is searched only when they differ. */
static bool ola_begin(search *run) {
    ola_state *state = run->state;
    state->begun = true;
    if (!search_evaluate(run, state->top, 1, state->results))
        return false;
    if (!state->results[0].feasible) {
        ola_spread(run, state->top, false);
        return true;
    }
    if (!search_evaluate(run, state->bottom, 1, state->results))
        return false;
    ola_spread(run, state->bottom, state->results[0].feasible);
    if (state->results[0].feasible)
        return true;
    ola_spread(run, state->top, true);
    ola_push(run, state->bottom, state->top);
    return true;
}

/* Settles the next few nodes of a frame's middle layer. */
static bool ola_settle(search *run, ola_frame *frame) {
    ola_state *state = run->state;
    size_t attributes = run->attributes;
    size_t open = 0;
    frame->count = frame->taken = 0;
    while (frame->more && frame->count < OLA_BATCH) {
        memcpy(frame->settled + frame->count++ * attributes, frame->next, attributes);
        if (ola_get(state, ola_index(run, frame->next)) == OLA_OPEN)
            memcpy(state->batch + open++ * attributes, frame->next, attributes);
        frame->more = layer_next(frame->next, frame->low, frame->high, attributes);
    }
    if (open > 0 && !search_evaluate(run, state->batch, open, state->results))
        return false;
    for (size_t i = 0; i < open; i++)
        ola_spread(run, state->batch + i * attributes, state->results[i].feasible);
    return true;
}

static void ola_descend(search *run, ola_frame *frame) {
    ola_state *state = run->state;
    const uint8_t *node = frame->settled + frame->taken++ * run->attributes;
    bool feasible = ola_get(state, ola_index(run, node)) == OLA_FEASIBLE;
    const uint8_t *low = feasible ? frame->low : node;
    const uint8_t *high = feasible ? node : frame->high;
    if (ola_has_open(run, low, high))
        ola_push(run, low, high);
}

static search_step ola_verdict(const search *run) {
    const metric *target = lattice_metric(search_lattice(run));
    bool proven = search_is_monotone(run) &&
                  (!run->found || target->monotone(lattice_context(search_lattice(run))));
    return proven ? SEARCH_PROVEN : SEARCH_FINISHED;
}

static search_step ola_step(search *run) {
    ola_state *state = run->state;
    if (!state->begun && !ola_begin(run))
        return SEARCH_STOPPED;
    for (int i = 0; i < OLA_MOST_DESCENTS && state->tagged < state->nodes; i++) {
        assert(state->depth > 0); /* what has no tag lies in a frame */
        ola_frame *frame = &state->frames[state->depth - 1];
        if (frame->taken < frame->count)
            ola_descend(run, frame);
        else if (!frame->more)
            state->depth--;
        else if (!ola_settle(run, frame))
            return SEARCH_STOPPED;
    }
    run->done = (double)state->tagged / (double)state->nodes;
    return state->tagged < state->nodes ? SEARCH_CONTINUE : ola_verdict(run);
}

static const shoal_parameter ola_parameters[] = {{NULL, NULL, NULL}};

const algorithm algorithm_ola = {
    .name = "ola",
    .summary = "finds all minimal feasible nodes by bisection with predictive tagging",
    .recoding = &lattice_recoding,
    .letter = 'O',
    .parameters = ola_parameters,
    .start = ola_start,
    .step = ola_step,
    .finish = ola_finish,
};
