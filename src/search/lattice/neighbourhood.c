#include "search/lattice/neighbourhood.h"

#include <assert.h>
#include <string.h>

bool neighbourhood_open(neighbourhood *out, arena *memory, const lattice *space, size_t centers,
                        bool one_step) {
    size_t attributes = lattice_attributes(space);
    size_t around = 0;
    for (size_t a = 0; a < attributes; a++)
        around += (size_t)lattice_height(space, a);
    *out = (neighbourhood){
        .space = space, .attributes = attributes, .one_step = one_step, .most_centers = centers};
    out->centers = arena_zero(memory, centers, attributes);
    out->feasible_from = arena_zero(memory, centers, attributes * sizeof *out->feasible_from);
    out->infeasible_to = arena_zero(memory, centers, attributes * sizeof *out->infeasible_to);
    out->list = arena_zero(memory, centers, around * sizeof *out->list);
    out->node = arena_zero(memory, attributes, 1);
    return out->centers && out->feasible_from && out->infeasible_to && out->list && out->node;
}

void neighbourhood_clear(neighbourhood *of) {
    of->center_count = of->count = 0;
}

void neighbourhood_add(neighbourhood *of, const uint8_t *center, bool feasible) {
    assert(of->center_count < of->most_centers);
    size_t first = of->center_count++ * of->attributes;
    memcpy(of->centers + first, center, of->attributes);
    for (size_t a = 0; a < of->attributes; a++) {
        of->feasible_from[first + a] =
            feasible ? center[a] : (int16_t)(lattice_height(of->space, a) + 1);
        of->infeasible_to[first + a] = feasible ? -1 : center[a];
    }
}

/* Whether the node is the center or one of its neighbours. */
static bool is_around(const neighbourhood *of, size_t center, const uint8_t *node) {
    const uint8_t *own = of->centers + center * of->attributes;
    size_t differences = 0;
    for (size_t a = 0; a < of->attributes && differences < 2; a++) {
        int distance = node[a] < own[a] ? own[a] - node[a] : node[a] - own[a];
        differences += distance == 0 ? 0 : of->one_step && distance > 1 ? 2 : 1;
    }
    return differences < 2;
}

static bool is_listed(const neighbourhood *of, const uint8_t *node, size_t centers_done) {
    for (size_t c = 0; c < centers_done; c++)
        if (is_around(of, c, node))
            return true;
    return false;
}

static void list_along(neighbourhood *of, size_t center, size_t a, const tabu_list *tabu) {
    uint8_t own = of->node[a];
    int lowest = lattice_lowest(of->space, a), height = lattice_height(of->space, a);
    int low = of->one_step && own > lowest ? own - 1 : of->one_step ? own : lowest;
    int high = of->one_step && own < height ? own + 1 : of->one_step ? own : height;
    for (int level = low; level <= high; level++) {
        of->node[a] = (uint8_t)level;
        if (level != own && !tabu_list_holds(tabu, of->node) && !is_listed(of, of->node, center))
            of->list[of->count++] = (neighbour){center, a, (uint8_t)level, false};
    }
    of->node[a] = own;
}

void neighbourhood_list(neighbourhood *of, const tabu_list *tabu) {
    of->count = 0;
    for (size_t c = 0; c < of->center_count; c++) {
        memcpy(of->node, of->centers + c * of->attributes, of->attributes);
        for (size_t a = 0; a < of->attributes; a++)
            list_along(of, c, a, tabu);
    }
}

void neighbourhood_node(const neighbourhood *of, const neighbour *at, uint8_t *node) {
    assert(at->center < of->center_count && at->attribute < of->attributes);
    memcpy(node, of->centers + at->center * of->attributes, of->attributes);
    node[at->attribute] = at->level;
}

neighbour_kind neighbourhood_kind(const neighbourhood *of, const neighbour *at) {
    size_t along = at->center * of->attributes + at->attribute;
    if (at->level >= of->feasible_from[along])
        return NEIGHBOUR_FEASIBLE;
    return at->level <= of->infeasible_to[along] ? NEIGHBOUR_INFEASIBLE : NEIGHBOUR_UNKNOWN;
}

void neighbourhood_learn(neighbourhood *of, const neighbour *at, bool feasible) {
    size_t along = at->center * of->attributes + at->attribute;
    if (feasible && at->level < of->feasible_from[along])
        of->feasible_from[along] = at->level;
    if (!feasible && at->level > of->infeasible_to[along])
        of->infeasible_to[along] = at->level;
}
