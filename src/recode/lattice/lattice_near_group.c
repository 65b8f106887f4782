/* Which nodes of a batch belong together. Several walks ask for nodes at once, each for some around
 * its own: every one of these groups has a base of its own. What is chosen changes the time, never
 * the answer. */
#include "recode/lattice/lattice_internal.h"

/* Attributes in which nodes of a group differ from its first one. */
#define MOST_APART 4

static size_t apart(const uint8_t *one, const uint8_t *other, size_t attributes) {
    size_t differing = 0;
    for (size_t a = 0; a < attributes; a++)
        differing += one[a] != other[a];
    return differing;
}

/* Groups of nodes that follow each other; one of all where they would be too many. */
static size_t divide(const uint8_t *nodes, size_t count, size_t attributes, size_t most,
                     near_group *out) {
    size_t groups = 0;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *node = nodes + i * attributes;
        bool same = groups > 0 && apart(nodes + out[groups - 1].begin * attributes, node,
                                        attributes) <= MOST_APART;
        if (!same && groups == most) {
            out[0] = (near_group){.count = count};
            return 1;
        }
        if (!same)
            out[groups++] = (near_group){.begin = i};
        out[groups - 1].count++;
    }
    return groups;
}

/* The place whose base is nearest, of those that are not taken; one without a base is far. */
static size_t nearest_place(const lattice *space, const uint8_t *node, const bool *taken) {
    size_t attributes = lattice_attributes(space), best = NEAR_PLACES, least = 0;
    for (size_t i = 0; i < space->near_places; i++) {
        const near_base *base = &space->near[i].base;
        size_t far = base->source ? apart(base->node, node, attributes) : attributes;
        if (taken[i] || (best < NEAR_PLACES && far >= least))
            continue;
        best = i;
        least = far;
    }
    return best;
}

size_t lattice_near_divide(const lattice *space, const uint8_t *nodes, size_t count,
                           near_group *out) {
    size_t attributes = lattice_attributes(space);
    bool taken[NEAR_PLACES] = {false};
    if (space->near_places == 0 || count == 0)
        return 0;
    size_t groups = divide(nodes, count, attributes, space->near_places, out);
    for (size_t i = 0; i < groups; i++) {
        out[i].place = nearest_place(space, nodes + out[i].begin * attributes, taken);
        taken[out[i].place] = true;
    }
    return groups;
}
