#include "boxes/box_nested.h"

#include "boxes/box_order.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Partners are looked for among all clusters where these are few; else among neighbours in orders
 * that begin with different attributes. */
#define FEW_CLUSTERS 4096
#define MOST_ORDERS 6
#define NEIGHBOURS 24

#define NONE UINT32_MAX

/* What it would cost to merge a cluster with its best partner. */
typedef struct offer {
    int64_t change;
    uint32_t from, to;
    uint32_t from_size, to_size; /* clusters in each when it was made: else it is out of date */
} offer;

typedef struct nesting {
    const box_work *work;
    const box_clusters *of;
    box_members members;
    uint16_t *least, *most; /* [clusters * attributes] */
    uint64_t *set;          /* the same; NULL: no attribute is a set */
    int64_t *cost;          /* [clusters] of a row */
    uint64_t *rows;         /* [clusters] */
    bool *holds;            /* [clusters] */
    uint32_t *into;         /* [clusters] what each was merged into; itself: it is still there */
    uint32_t *next;         /* [clusters] of the same union, in a ring */
    uint32_t *size;         /* [clusters] of the union */
    uint32_t *order[MOST_ORDERS], *place[MOST_ORDERS]; /* [clusters] */
    size_t orders, reach;
    offer *heap; /* the least change first */
    size_t waiting, held;
    uint32_t *tuples; /* [members] of a union, for the rule */
    box both;         /* of two */
    arena memory;
} nesting;

/* ---- Boxes ----------------------------------------------------------------------------------- */

static box box_of(const nesting *state, size_t cluster) {
    size_t at = cluster * state->work->of->attributes;
    return (box){state->least + at, state->most + at, state->set ? state->set + at : NULL};
}

/* The box of two clusters goes to state->both; false: it has a forbidden cell. */
static bool unite(nesting *state, uint32_t one, uint32_t other, int64_t *cost) {
    const box_costs *costs = state->work->costs;
    box first = box_of(state, one), second = box_of(state, other), *both = &state->both;
    *cost = 0;
    for (size_t a = 0; a < state->work->of->attributes; a++) {
        both->least[a] = first.least[a] < second.least[a] ? first.least[a] : second.least[a];
        both->most[a] = first.most[a] > second.most[a] ? first.most[a] : second.most[a];
        if (both->set && first.set && second.set)
            both->set[a] = first.set[a] | second.set[a];
        box_cost cell =
            box_cell_cost(costs, a, both->least[a], both->most[a], both->set ? both->set[a] : 0);
        if (cell >= BOX_FORBIDDEN)
            return false;
        *cost += cell;
    }
    return true;
}

static bool is_there(const nesting *state, uint32_t cluster) {
    return state->into[cluster] == cluster;
}

/* ---- Offers ---------------------------------------------------------------------------------- */

static bool comes_first(const offer *one, const offer *other) {
    if (one->change != other->change)
        return one->change < other->change;
    return one->from < other->from;
}

static bool push(nesting *state, offer each) {
    if (!memory_grow((void **)&state->heap, &state->held, state->waiting + 1, sizeof *state->heap))
        return false;
    size_t at = state->waiting++;
    for (; at > 0 && comes_first(&each, &state->heap[(at - 1) / 2]); at = (at - 1) / 2)
        state->heap[at] = state->heap[(at - 1) / 2];
    state->heap[at] = each;
    return true;
}

static offer pop(nesting *state) {
    offer first = state->heap[0], last = state->heap[--state->waiting];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < state->waiting; at = child) {
        if (child + 1 < state->waiting && comes_first(&state->heap[child + 1], &state->heap[child]))
            child++;
        if (!comes_first(&state->heap[child], &last))
            break;
        state->heap[at] = state->heap[child];
    }
    if (state->waiting > 0)
        state->heap[at] = last;
    return first;
}

static void consider(nesting *state, offer *best, uint32_t to) {
    int64_t cost;
    uint32_t from = best->from;
    if (to == from || !unite(state, from, to, &cost))
        return;
    int64_t rows = (int64_t)state->rows[from], others = (int64_t)state->rows[to];
    int64_t change = (rows + others) * cost - rows * state->cost[from] - others * state->cost[to];
    if (best->to == NONE || change < best->change || (change == best->change && to < best->to)) {
        best->to = to;
        best->change = change;
    }
}

/* The next clusters that are still there, both ways from one of the union in an order. */
static void look_around(nesting *state, offer *best, size_t order, uint32_t member) {
    size_t clusters = state->of->clusters, place = state->place[order][member];
    size_t seen = 0;
    for (size_t at = place; at > 0 && seen < state->reach; at--) {
        uint32_t each = state->order[order][at - 1];
        if (is_there(state, each)) {
            consider(state, best, each);
            seen++;
        }
    }
    seen = 0;
    for (size_t at = place + 1; at < clusters && seen < state->reach; at++) {
        uint32_t each = state->order[order][at];
        if (is_there(state, each)) {
            consider(state, best, each);
            seen++;
        }
    }
}

/* Finds the best partner of a cluster that does not hold. False when out of memory. */
static bool look_for_partner(nesting *state, uint32_t cluster) {
    offer best = {.from = cluster, .to = NONE};
    for (size_t i = 0; i < state->orders; i++)
        look_around(state, &best, i, cluster);
    if (best.to == NONE)
        return true;
    best.from_size = state->size[best.from];
    best.to_size = state->size[best.to];
    return push(state, best);
}

/* ---- Merging --------------------------------------------------------------------------------- */

static bool keeps_rule(nesting *state, uint32_t cluster) {
    const box_table *of = state->work->of;
    size_t count = 0;
    uint32_t each = cluster;
    if (!of->rule)
        return true;
    do {
        for (size_t m = state->members.begin[each]; m < state->members.begin[each + 1]; m++)
            state->tuples[count++] = state->members.tuple[m];
        each = state->next[each];
    } while (each != cluster);
    return of->rule(of->rule_context, state->tuples, count, 0);
}

/* The one with the smaller number stays. */
static uint32_t merge(nesting *state, uint32_t one, uint32_t other) {
    uint32_t kept = one < other ? one : other, gone = one < other ? other : one;
    size_t attributes = state->work->of->attributes;
    bool united = unite(state, one, other, &state->cost[kept]);
    assert(united);
    (void)united;
    box to = box_of(state, kept);
    memcpy(to.least, state->both.least, attributes * sizeof *to.least);
    memcpy(to.most, state->both.most, attributes * sizeof *to.most);
    if (to.set)
        memcpy(to.set, state->both.set, attributes * sizeof *to.set);
    state->rows[kept] += state->rows[gone];
    state->size[kept] += state->size[gone];
    state->into[gone] = kept;
    uint32_t next = state->next[kept];
    state->next[kept] = state->next[gone];
    state->next[gone] = next;
    state->holds[kept] = state->rows[kept] >= state->work->of->k && keeps_rule(state, kept);
    return kept;
}

static bool is_current(const nesting *state, const offer *each) {
    return is_there(state, each->to) && state->size[each->from] == each->from_size &&
           state->size[each->to] == each->to_size;
}

static shoal_status merge_all(nesting *state, shoal_error *error) {
    const box_work *work = state->work;
    for (uint32_t c = 0; c < state->of->clusters; c++)
        if (!state->holds[c] && !look_for_partner(state, c))
            return status_no_memory(error);
    for (size_t steps = 0; state->waiting > 0; steps++) {
        if (steps % 256 == 0 && work->cancel && *work->cancel)
            return status_fail(error, SHOAL_INTERRUPTED, "interrupted");
        offer each = pop(state);
        if (!is_there(state, each.from) || state->holds[each.from])
            continue;
        uint32_t again = each.from;
        if (is_current(state, &each))
            again = merge(state, each.from, each.to);
        if (!state->holds[again] && !look_for_partner(state, again))
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static bool make_room(nesting *state) {
    size_t clusters = state->of->clusters, attributes = state->work->of->attributes;
    bool sets = state->work->costs->sets;
    arena *memory = &state->memory;
    state->least = arena_new(memory, clusters * attributes, sizeof *state->least);
    state->most = arena_new(memory, clusters * attributes, sizeof *state->most);
    state->set = sets ? arena_zero(memory, clusters * attributes, sizeof *state->set) : NULL;
    state->cost = arena_new(memory, clusters, sizeof *state->cost);
    state->rows = arena_zero(memory, clusters, sizeof *state->rows);
    state->holds = arena_zero(memory, clusters, sizeof *state->holds);
    state->into = arena_new(memory, clusters, sizeof *state->into);
    state->next = arena_new(memory, clusters, sizeof *state->next);
    state->size = arena_new(memory, clusters, sizeof *state->size);
    state->tuples = arena_new(memory, state->of->first[state->of->tuples], sizeof *state->tuples);
    state->both.least = arena_new(memory, attributes, sizeof *state->both.least);
    state->both.most = arena_new(memory, attributes, sizeof *state->both.most);
    state->both.set = sets ? arena_zero(memory, attributes, sizeof *state->both.set) : NULL;
    return state->least && state->most && (state->set || !sets) && state->cost && state->rows &&
           state->holds && state->into && state->next && state->size && state->tuples &&
           state->both.least && state->both.most && (state->both.set || !sets);
}

static void fill(nesting *state) {
    const box_table *of = state->work->of;
    const box_members *members = &state->members;
    for (uint32_t c = 0; c < state->of->clusters; c++) {
        box hull = box_of(state, c);
        state->into[c] = state->next[c] = c;
        state->size[c] = 1;
        for (size_t m = members->begin[c]; m < members->begin[c + 1]; m++) {
            if (m == members->begin[c])
                box_begin(of, &hull, members->tuple[m]);
            else
                box_extend(of, &hull, members->tuple[m]);
            state->rows[c] += members->copies[m];
        }
        state->cost[c] = box_row_cost(state->work->costs, &hull);
        state->holds[c] = state->rows[c] >= of->k && keeps_rule(state, c);
    }
}

/* The clusters by their first tuples, and the attributes beginning with another one each time. */
static bool make_order(nesting *state, const box_order *by, size_t number, uint32_t *spare,
                       uint32_t *room) {
    const box_table *of = state->work->of;
    size_t clusters = state->of->clusters;
    uint32_t *first = arena_new(&state->memory, clusters, sizeof *first);
    uint32_t *order = arena_new(&state->memory, clusters, sizeof *order);
    uint32_t *place = arena_new(&state->memory, clusters, sizeof *place);
    size_t *attributes = arena_new(&state->memory, of->attributes, sizeof *attributes);
    if (!first || !order || !place || !attributes)
        return false;
    for (size_t a = 0; a < of->attributes; a++)
        attributes[a] = by->attribute[(a + number) % of->attributes];
    for (uint32_t c = 0; c < clusters; c++) {
        first[c] = state->members.tuple[state->members.begin[c]];
        order[c] = c;
    }
    box_order_sort(of, attributes, of->attributes, order, spare, clusters, first, room);
    for (uint32_t i = 0; i < clusters; i++)
        place[order[i]] = i;
    state->order[number] = order;
    state->place[number] = place;
    return true;
}

static shoal_status make_orders(nesting *state, shoal_error *error) {
    const box_table *of = state->work->of;
    size_t clusters = state->of->clusters;
    bool few = clusters <= FEW_CLUSTERS;
    size_t wanted = few ? 1 : of->attributes < MOST_ORDERS ? of->attributes : MOST_ORDERS;
    box_order by;
    shoal_status status = box_order_open(&by, state->work, error);
    uint32_t *spare = arena_new(&state->memory, clusters, sizeof *spare);
    uint32_t *room = arena_new(&state->memory, box_order_room(of), sizeof *room);
    if (status == SHOAL_OK && (!spare || !room))
        status = status_no_memory(error);
    for (; status == SHOAL_OK && state->orders < wanted; state->orders++)
        if (!make_order(state, &by, state->orders, spare, room))
            status = status_no_memory(error);
    state->reach = few ? clusters : NEIGHBOURS;
    box_order_close(&by);
    return status;
}

/* ---- All of it ------------------------------------------------------------------------------- */

static shoal_status nest(nesting *state, shoal_error *error) {
    STATUS_TRY(box_members_list(&state->members, state->of, error));
    if (!make_room(state))
        return status_no_memory(error);
    fill(state);
    STATUS_TRY(make_orders(state, error));
    return merge_all(state, error);
}

static uint32_t kept_of(const nesting *state, uint32_t cluster) {
    while (state->into[cluster] != cluster)
        cluster = state->into[cluster];
    return cluster;
}

static shoal_status take(box_clusters *out, const nesting *state, shoal_error *error) {
    STATUS_TRY(box_clusters_copy(out, state->of, error));
    for (size_t i = 0; i < out->first[out->tuples]; i++)
        if (out->portion[i].cluster != BOX_BLANK)
            out->portion[i].cluster = kept_of(state, out->portion[i].cluster);
    shoal_status status = box_clusters_settle(out, state->work, error);
    if (status != SHOAL_OK)
        box_clusters_free(out);
    return status;
}

shoal_status box_nested(box_clusters *out, const box_work *work, const box_clusters *from,
                        shoal_error *error) {
    nesting state = {.work = work, .of = from};
    shoal_status status = nest(&state, error);
    if (status == SHOAL_OK)
        status = take(out, &state, error);
    box_members_free(&state.members);
    memory_free(state.heap);
    arena_free(&state.memory);
    return status;
}
