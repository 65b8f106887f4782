#include "boxes/box_hulls.h"

#include <string.h>

#define LEAF 8
#define DIGITS 256

typedef struct hulls_building {
    box_hulls *out;
    const box_work *work;
    uint32_t *spare;
    size_t capacity;
} hulls_building;

static uint16_t position_of(const box_table *of, uint32_t tuple, size_t attribute) {
    return of->position[(size_t)tuple * of->attributes + attribute];
}

/* ---- Sorting by one attribute ---------------------------------------------------------------- */

static void insert_sorted(const box_table *of, size_t attribute, uint32_t *tuple, size_t count) {
    for (size_t i = 1; i < count; i++) {
        uint32_t moved = tuple[i];
        uint16_t position = position_of(of, moved, attribute);
        size_t j = i;
        for (; j > 0 && position_of(of, tuple[j - 1], attribute) > position; j--)
            tuple[j] = tuple[j - 1];
        tuple[j] = moved;
    }
}

static void sort_digit(const box_table *of, size_t attribute, int shift, const uint32_t *from,
                       uint32_t *to, size_t count) {
    size_t begin[DIGITS + 1] = {0};
    for (size_t i = 0; i < count; i++)
        begin[(position_of(of, from[i], attribute) >> shift) % DIGITS + 1]++;
    for (size_t d = 0; d < DIGITS; d++)
        begin[d + 1] += begin[d];
    for (size_t i = 0; i < count; i++)
        to[begin[(position_of(of, from[i], attribute) >> shift) % DIGITS]++] = from[i];
}

static void sort_slice(const hulls_building *state, size_t attribute, uint32_t *tuple,
                       size_t count) {
    const box_table *of = state->work->of;
    if (count < 64) {
        insert_sorted(of, attribute, tuple, count);
        return;
    }
    sort_digit(of, attribute, 0, tuple, state->spare, count);
    sort_digit(of, attribute, 8, state->spare, tuple, count);
}

/* ---- Dividing -------------------------------------------------------------------------------- */

static box_cost cell(const hulls_building *state, size_t node, size_t attribute) {
    const box_hulls *out = state->out;
    size_t at = node * state->work->of->attributes + attribute;
    return box_cell_cost(state->work->costs, attribute, out->least[at], out->most[at],
                         out->set ? out->set[at] : 0);
}

static bool is_single(const box_hulls *of, size_t at) {
    return of->least[at] == of->most[at];
}

/* The attribute whose cell is dearest and that can be divided; `attributes` where there is none. */
static size_t choose_attribute(const hulls_building *state, size_t node) {
    size_t attributes = state->work->of->attributes, best = attributes;
    for (size_t a = 0; a < attributes; a++) {
        if (is_single(state->out, node * attributes + a))
            continue;
        if (best == attributes || cell(state, node, a) > cell(state, node, best))
            best = a;
    }
    return best;
}

static box_cost step_cost(const hulls_building *state, size_t attribute, uint32_t before,
                          uint32_t after) {
    uint64_t set = (uint64_t)1 << before % BOX_MOST_SET | (uint64_t)1 << after % BOX_MOST_SET;
    return box_cell_cost(state->work->costs, attribute, before, after, set);
}

/* Where to cut sorted tuples: in the middle half, where positions are far apart; otherwise as near
 * to the middle as can be. */
static size_t choose_cut(const hulls_building *state, size_t attribute, const uint32_t *tuple,
                         size_t count) {
    const box_table *of = state->work->of;
    size_t best = 0, best_off = count;
    box_cost best_step = 0;
    for (size_t i = 1; i < count; i++) {
        uint16_t before = position_of(of, tuple[i - 1], attribute);
        uint16_t after = position_of(of, tuple[i], attribute);
        if (before == after)
            continue;
        size_t off = i > count / 2 ? i - count / 2 : count / 2 - i;
        box_cost step = off <= count / 4 ? step_cost(state, attribute, before, after) : 0;
        if (best == 0 || step > best_step || (step == best_step && off < best_off)) {
            best = i;
            best_off = off;
            best_step = step;
        }
    }
    return best;
}

static void find_hull(const hulls_building *state, size_t node) {
    const box_table *of = state->work->of;
    box_hulls *out = state->out;
    size_t at = node * of->attributes;
    box hull = {out->least + at, out->most + at, out->set ? out->set + at : NULL};
    box_begin(of, &hull, out->tuple[out->node[node].begin]);
    for (uint32_t i = out->node[node].begin + 1; i < out->node[node].end; i++)
        box_extend(of, &hull, out->tuple[i]);
}

/* Divides a node; false: it stays a leaf. */
static bool divide_node(hulls_building *state, size_t node, size_t *cut) {
    box_hulls *out = state->out;
    size_t begin = out->node[node].begin, count = out->node[node].end - begin;
    if (count <= LEAF)
        return false;
    size_t attribute = choose_attribute(state, node);
    if (attribute == state->work->of->attributes)
        return false;
    sort_slice(state, attribute, out->tuple + begin, count);
    *cut = begin + choose_cut(state, attribute, out->tuple + begin, count);
    return true;
}

/* A part of the tuples that is still to become a node. */
typedef struct hulls_part {
    uint32_t begin, end;
    uint32_t parent; /* whose second child this is; UINT32_MAX: none */
    uint32_t depth;
} hulls_part;

static void build_nodes(hulls_building *state, hulls_part *stack) {
    box_hulls *out = state->out;
    size_t open = 1;
    stack[0] = (hulls_part){0, (uint32_t)state->work->of->tuples, UINT32_MAX, 1};
    while (open > 0) {
        hulls_part next = stack[--open];
        size_t node = out->nodes++, cut;
        out->node[node] = (box_hull_node){next.begin, next.end, 0};
        if (next.parent != UINT32_MAX)
            out->node[next.parent].other = (uint32_t)node;
        out->depth = next.depth > out->depth ? next.depth : out->depth;
        find_hull(state, node);
        if (!divide_node(state, node, &cut))
            continue;
        stack[open++] = (hulls_part){(uint32_t)cut, next.end, (uint32_t)node, next.depth + 1};
        stack[open++] = (hulls_part){next.begin, (uint32_t)cut, UINT32_MAX, next.depth + 1};
    }
}

static bool make_room(hulls_building *state, arena *scratch, hulls_part **stack) {
    const box_table *of = state->work->of;
    box_hulls *out = state->out;
    /* Every leaf but the last has a tuple more than none: so many nodes are enough. */
    size_t most = 2 * of->tuples + 1;
    out->node = arena_new(&out->memory, most, sizeof *out->node);
    out->tuple = arena_new(&out->memory, of->tuples, sizeof *out->tuple);
    out->position = arena_new(&out->memory, of->tuples * of->attributes, sizeof *out->position);
    out->least = arena_new(&out->memory, most * of->attributes, sizeof *out->least);
    out->most = arena_new(&out->memory, most * of->attributes, sizeof *out->most);
    out->set = state->work->costs->sets
                   ? arena_new(&out->memory, most * of->attributes, sizeof *out->set)
                   : NULL;
    state->spare = arena_new(scratch, of->tuples, sizeof *state->spare);
    *stack = arena_new(scratch, of->tuples + 2, sizeof **stack);
    return out->node && out->tuple && out->position && out->least && out->most &&
           (out->set || !state->work->costs->sets) && state->spare && *stack;
}

shoal_status box_hulls_open(box_hulls *out, const box_work *work, shoal_error *error) {
    const box_table *of = work->of;
    hulls_building state = {.out = out, .work = work};
    hulls_part *stack;
    arena scratch = {0};
    *out = (box_hulls){0};
    if (!make_room(&state, &scratch, &stack)) {
        arena_free(&scratch);
        return status_no_memory(error);
    }
    for (size_t t = 0; t < of->tuples; t++)
        out->tuple[t] = (uint32_t)t;
    if (of->tuples > 0)
        build_nodes(&state, stack);
    for (size_t i = 0; i < of->tuples; i++)
        memcpy(out->position + i * of->attributes, of->position + out->tuple[i] * of->attributes,
               of->attributes * sizeof *out->position);
    arena_free(&scratch);
    return SHOAL_OK;
}

void box_hulls_close(box_hulls *made) {
    arena_free(&made->memory);
    *made = (box_hulls){0};
}
