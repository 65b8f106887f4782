/* Which nodes of a batch are evaluated from a near one, and from which. Searches propose nodes that
 * differ in few attributes from where they are: the base follows them. What is chosen changes the
 * time, never the answer. */
#include "recode/lattice/lattice_internal.h"

#include <math.h>
#include <string.h>

/* Beyond so many tuples the classes of all of them take more memory than they are worth. */
#define MOST_TUPLES ((size_t)1 << 22)
/* Tuples of all bases together, where there are several. */
#define MOST_TOGETHER ((size_t)1 << 20)

/* About what things take, in nanoseconds: grouping a tuple and each of its codes, finding its class
 * again, dividing it, merging a class, counting it, and a node by itself. */
#define GROUP_TUPLE 6.0
#define GROUP_CODE 0.6
#define ASSIGN_TUPLE 8.0
#define DIVIDE_TUPLE 1.0
#define DIVIDE_CODE 0.7
#define MERGE_CLASS 4.0
#define MERGE_CODE 1.5
#define COUNT_CLASS 3.0
#define NODE 500.0

static near_sum total_of(const lattice *space, size_t attribute, int level) {
    const bound_level *of = &space->shared.context.hierarchies[attribute].level[level];
    near_sum sum = 0;
    for (uint32_t g = 0; g < of->size; g++)
        sum += (near_sum)of->frequency[g] * space->costs.units[attribute][level][g];
    return sum;
}

/* Whether the groups of every level have all rows, and counts of classes are exact. */
static bool rows_are_told(const lattice *space) {
    const metric_context *context = &space->shared.context;
    for (size_t a = 0; a < context->attributes; a++) {
        for (int l = 0; l <= context->hierarchies[a].height; l++) {
            const bound_level *of = &context->hierarchies[a].level[l];
            uint64_t rows = 0;
            for (uint32_t g = 0; g < of->size; g++)
                rows += of->frequency[g];
            if (rows != context->rows)
                return false;
        }
    }
    return context->rows < UINT32_MAX;
}

static bool make_totals(lattice *space) {
    size_t attributes = lattice_attributes(space);
    if (!space->shared.metric->tabulate || !rows_are_told(space))
        return true;
    space->totals = arena_zero(&space->near_memory, attributes, sizeof *space->totals);
    for (size_t a = 0; space->totals && a < attributes; a++) {
        int height = space->shared.context.hierarchies[a].height;
        space->totals[a] =
            arena_zero(&space->near_memory, (size_t)height + 1, sizeof **space->totals);
        for (int l = 0; space->totals[a] && l <= height; l++)
            space->totals[a][l] = total_of(space, a, l);
        if (!space->totals[a])
            return false;
    }
    return space->totals != NULL;
}

static bool open_places(lattice *space) {
    size_t attributes = lattice_attributes(space);
    for (size_t i = 0; i < space->near_places; i++) {
        near_place *place = &space->near[i];
        place->centre = memory_new(attributes, 1);
        place->meet = memory_new(attributes, 1);
        if (!place->centre || !place->meet || !near_base_open(&place->base, attributes))
            return false;
    }
    return true;
}

/* All together they have about as many tuples as one may have, but for the first. */
static size_t count_places(size_t tuples) {
    size_t places = MOST_TOGETHER / (tuples + 1);
    return places < 1 ? 1 : places > NEAR_PLACES ? NEAR_PLACES : places;
}

size_t lattice_near_places(const lattice *space) {
    return count_places(space->shared.ground->tuples);
}

shoal_status lattice_near_open(lattice *space, shoal_error *error) {
    const recoding_space *shared = &space->shared;
    if (shared->wildcard || shared->bound_rules || space->most_classes > 0 ||
        shared->ground->tuples > MOST_TUPLES)
        return SHOAL_OK;
    space->near_places = lattice_near_places(space);
    space->near_scratch = memory_zero((size_t)space->worker_count, sizeof(near_scratch *));
    if (!space->near_scratch || !open_places(space) || !make_totals(space))
        return status_no_memory(error);
    for (int i = 0; i < space->worker_count; i++)
        if (!(space->near_scratch[i] = near_scratch_open(shared->context.attributes)))
            return status_no_memory(error);
    return SHOAL_OK;
}

void lattice_near_close(lattice *space) {
    for (int i = 0; space->near_scratch && i < space->worker_count; i++)
        near_scratch_close(space->near_scratch[i]);
    for (size_t i = 0; i < space->near_places; i++) {
        memory_free(space->near[i].centre);
        memory_free(space->near[i].meet);
        memory_free(space->near[i].grouping);
        near_base_close(&space->near[i].base);
    }
    memory_free(space->near_scratch);
    arena_free(&space->near_memory);
}

static near_problem problem_of(const lattice *space) {
    return (near_problem){
        .context = &space->shared.context,
        .maps = &space->maps,
        .costs = space->shared.metric->tabulate ? &space->costs : NULL,
        .totals = space->totals,
    };
}

/* ---- Costs ----------------------------------------------------------------------------------- */

static double cost_of_grouping(lattice *space, const uint8_t *node) {
    const rolled_set *source = rolled_cache_source(&space->cache, node);
    double attributes = 0;
    for (size_t a = 0; a < lattice_attributes(space); a++)
        attributes += node[a] != LEVEL_ABSENT;
    return NODE + (double)source->tuples.tuples * (GROUP_TUPLE + GROUP_CODE * attributes);
}

/* Where near nodes may be made from: a base as it is, or as it would be after a move. */
typedef struct {
    const uint8_t *node;
    const rolled_set *source;
    size_t classes;
} near_origin;

/* What a node costs from there, or INFINITY. */
static double cost_from(const lattice *space, const near_origin *origin, const uint8_t *node) {
    near_distance is = near_distance_between(&space->shared.context, origin->node, node);
    if (is.far || !rolled_set_is_below(origin->source, node))
        return INFINITY;
    double merged = (double)origin->classes * (COUNT_CLASS + (is.coarser ? MERGE_CLASS : 0) +
                                               MERGE_CODE * (double)is.coarser);
    double divided = DIVIDE_TUPLE + DIVIDE_CODE * (double)is.finer;
    return NODE + merged + (is.finer ? divided * (double)origin->source->tuples.tuples : 0);
}

static double cost_of_move(const lattice *space, const near_place *place,
                           const rolled_set *source) {
    const near_base *base = &place->base;
    double tuples = (double)source->tuples.tuples;
    if (base->source == source &&
        !near_distance_between(&space->shared.context, base->node, place->centre).far)
        return 5 * DIVIDE_TUPLE * tuples;
    return tuples * (ASSIGN_TUPLE + GROUP_TUPLE + GROUP_CODE * (double)lattice_attributes(space));
}

/* ---- The centre of some nodes ---------------------------------------------------------------- */

/* The most frequent level of each attribute, the highest among equals; where the first node lacks
 * an attribute, so does the centre. */
static void find_centre(const lattice *space, near_place *place, const uint8_t *nodes,
                        size_t count) {
    size_t attributes = lattice_attributes(space);
    for (size_t a = 0; a < attributes; a++) {
        uint32_t times[256] = {0};
        uint8_t best = nodes[a];
        for (size_t i = 0; best != LEVEL_ABSENT && i < count; i++) {
            uint8_t level = nodes[i * attributes + a];
            if (level == LEVEL_ABSENT)
                continue;
            times[level]++;
            if (times[level] > times[best] || (times[level] == times[best] && level > best))
                best = level;
        }
        place->centre[a] = best;
    }
}

/* The smallest set that the centre and all nodes near it can be made from; the base's own if it is
 * not much larger. */
static const rolled_set *find_source(lattice *space, near_place *place, const uint8_t *nodes,
                                     size_t count) {
    size_t attributes = lattice_attributes(space);
    memcpy(place->meet, place->centre, attributes);
    for (size_t i = 0; i < count; i++) {
        const uint8_t *node = nodes + i * attributes;
        if (near_distance_between(&space->shared.context, place->centre, node).far)
            continue;
        for (size_t a = 0; a < attributes; a++)
            if (node[a] < place->meet[a])
                place->meet[a] = node[a];
    }
    const rolled_set *source = rolled_cache_source(&space->cache, place->meet);
    const rolled_set *old = place->base.source;
    bool good = old && rolled_set_is_below(old, place->meet) &&
                old->tuples.tuples <= 2 * source->tuples.tuples;
    return good ? old : source;
}

/* ---- Choosing -------------------------------------------------------------------------------- */

/* What the nodes cost if each is grouped anew. */
static double cost_without_base(lattice *space, near_place *place, const uint8_t *nodes,
                                size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        place->grouping[i] = cost_of_grouping(space, nodes + i * lattice_attributes(space));
        sum += place->grouping[i];
    }
    return sum;
}

/* What they cost if each is made in the cheaper way. */
static double cost_with(const lattice *space, const near_place *place, const uint8_t *nodes,
                        size_t count, const near_origin *origin) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += fmin(place->grouping[i],
                    cost_from(space, origin, nodes + i * lattice_attributes(space)));
    return sum;
}

static near_origin at_base(const near_place *place) {
    return (near_origin){place->base.node, place->base.source, place->base.classes};
}

/* The centre is taken to have as many classes as the base. */
static near_origin at_centre(const near_place *place, const rolled_set *source) {
    return (near_origin){place->centre, source,
                         place->base.source ? place->base.classes : source->tuples.tuples / 8};
}

static bool move_base(lattice *space, const near_group *group, const rolled_set *source, uint64_t k,
                      int worker) {
    near_problem problem = problem_of(space);
    near_place *place = &space->near[group->place];
    bool moved = near_base_move(&place->base, &problem, source, place->centre, k,
                                space->near_scratch[worker], &space->workers[worker]);
    space->cache.pinned[group->place] = moved ? source : NULL;
    return moved;
}

/* Whether the nodes have a base that pays, after it has moved if that pays. */
static bool find_base(lattice *space, const near_group *group, const uint8_t *nodes, uint64_t k,
                      int worker) {
    near_place *place = &space->near[group->place];
    const near_base *base = &place->base;
    size_t count = group->count;
    double without = cost_without_base(space, place, nodes, count), from_base = INFINITY;
    find_centre(space, place, nodes, count);
    const rolled_set *source = find_source(space, place, nodes, count);
    near_origin here = at_base(place), there = at_centre(place, source);
    double from_centre =
        cost_of_move(space, place, source) + cost_with(space, place, nodes, count, &there);
    if (base->source && base->k == k)
        from_base = cost_with(space, place, nodes, count, &here);
    if (without <= from_centre && without <= from_base)
        return false;
    return from_centre < from_base ? move_base(space, group, source, k, worker)
                                   : base->source != NULL;
}

void lattice_near_choose(lattice *space, near_group *group, const uint8_t *nodes, uint64_t k,
                         size_t *items, int worker) {
    near_place *place = &space->near[group->place];
    size_t attributes = lattice_attributes(space);
    group->near = 0;
    nodes += group->begin * attributes;
    items += group->begin;
    /* Out of memory: they are made without a base. */
    if (!memory_grow((void **)&place->grouping, &place->grouping_held, group->count,
                     sizeof(double)) ||
        !find_base(space, group, nodes, k, worker))
        return;
    near_origin base = at_base(place);
    for (size_t i = 0; i < group->count; i++) {
        if (cost_from(space, &base, nodes + i * attributes) > place->grouping[i])
            continue;
        size_t item = items[i];
        items[i] = items[group->near];
        items[group->near++] = item;
    }
}

bool lattice_near_count(lattice *space, const near_group *group, const uint8_t *node, int worker,
                        class_statistics *out, double *extra) {
    near_problem problem = problem_of(space);
    return near_base_count(&space->near[group->place].base, &problem, node,
                           space->near_scratch[worker], &space->workers[worker], out, extra);
}
