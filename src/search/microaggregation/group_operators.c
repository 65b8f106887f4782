#include "search/microaggregation/group_operators.h"

#include <assert.h>
#include <string.h>

#define NOT_NAMED UINT16_MAX

static size_t draw(random_stream *stream, size_t bound) {
    return (size_t)random_below(stream, bound);
}

/* One of `bound` that is not `except`. */
static size_t draw_other(random_stream *stream, size_t bound, size_t except) {
    assert(bound > 1 && except < bound);
    size_t drawn = draw(stream, bound - 1);
    return drawn < except ? drawn : drawn + 1;
}

/* Brings a random set of `chosen` of the items to the front. */
static void draw_set(random_stream *stream, group_number *items, size_t count, size_t chosen) {
    for (size_t i = 0; i < chosen; i++) {
        size_t other = i + draw(stream, count - i);
        group_number item = items[other];
        items[other] = items[i];
        items[i] = item;
    }
}

const char *group_operator_name(group_operator which) {
    static const char *const names[GROUP_OPERATORS] = {"crossover",       "group-create",
                                                       "group-eliminate", "group-split",
                                                       "element-swap",    "element-move"};
    assert((int)which >= 0 && (int)which < GROUP_OPERATORS);
    return names[which];
}

void group_scatter(group_number *node, size_t attributes, random_stream *stream) {
    for (size_t a = 0; a < attributes; a++)
        node[a] = (group_number)draw(stream, attributes);
    (void)group_node_make_canonical(node, attributes);
}

/* ---- Crossover ----------------------------------------------------------------------------- */

group_site group_site_draw(const group_number *node, size_t attributes, random_stream *stream) {
    size_t ends = group_node_groups(node, attributes) + 1;
    size_t one = draw(stream, ends);
    size_t other = draw_other(stream, ends, one);
    return one < other ? (group_site){one, other} : (group_site){other, one};
}

void group_inject(group_number *child, const group_number *donor, group_site site,
                  const group_number *other, size_t attributes, group_number *scratch) {
    group_number *renamed = scratch;
    assert(site.low < site.high && site.high <= group_node_groups(donor, attributes));
    size_t groups = site.high - site.low;
    for (size_t a = 0; a < attributes; a++)
        renamed[a] = NOT_NAMED;
    for (size_t a = 0; a < attributes; a++) {
        bool injected = donor[a] >= site.low && donor[a] < site.high;
        if (!injected && renamed[other[a]] == NOT_NAMED)
            renamed[other[a]] = (group_number)groups++;
        child[a] = injected ? (group_number)(donor[a] - site.low) : renamed[other[a]];
    }
    (void)group_node_make_canonical(child, attributes);
}

/* ---- Mutations: each changes a copy of the parent that has so many groups ------------------- */

static void create(group_number *node, size_t attributes, size_t groups, group_number *scratch,
                   random_stream *stream) {
    size_t size = 1 + draw(stream, attributes);
    for (size_t a = 0; a < attributes; a++)
        scratch[a] = (group_number)a;
    draw_set(stream, scratch, attributes, size);
    /* Where all attributes are alone, the group of one that moves becomes free. */
    group_number number = groups < attributes ? (group_number)groups : node[scratch[0]];
    for (size_t i = 0; i < size; i++)
        node[scratch[i]] = number;
}

static void eliminate(group_number *node, size_t attributes, size_t groups, random_stream *stream) {
    if (groups < 2)
        return;
    size_t victim = draw(stream, groups);
    for (size_t a = 0; a < attributes; a++)
        if (node[a] == victim)
            node[a] = (group_number)draw_other(stream, groups, victim);
}

static void split(group_number *node, size_t attributes, size_t groups, group_number *scratch,
                  random_stream *stream) {
    size_t group = draw(stream, groups), size = 0;
    for (size_t a = 0; a < attributes; a++)
        if (node[a] == group)
            scratch[size++] = (group_number)a;
    draw_set(stream, scratch, size, size / 2);
    for (size_t i = 0; i < size / 2; i++)
        node[scratch[i]] = (group_number)groups;
}

static void swap_elements(group_number *node, size_t attributes, random_stream *stream) {
    if (attributes < 2)
        return;
    size_t one = draw(stream, attributes);
    size_t other = draw_other(stream, attributes, one);
    group_number group = node[one];
    node[one] = node[other];
    node[other] = group;
}

static void move_element(group_number *node, size_t attributes, size_t groups,
                         random_stream *stream) {
    if (groups < 2)
        return;
    size_t moved = draw(stream, attributes);
    node[moved] = (group_number)draw_other(stream, groups, node[moved]);
}

void group_mutate(group_operator which, group_number *child, const group_number *parent,
                  size_t attributes, group_number *scratch, random_stream *stream) {
    size_t groups = group_node_groups(parent, attributes);
    assert(attributes > 0 && child != parent && group_node_is_canonical(parent, attributes));
    memcpy(child, parent, attributes * sizeof *child);
    switch (which) {
    case GROUP_CREATE:
        create(child, attributes, groups, scratch, stream);
        break;
    case GROUP_ELIMINATE:
        eliminate(child, attributes, groups, stream);
        break;
    case GROUP_SPLIT:
        split(child, attributes, groups, scratch, stream);
        break;
    case GROUP_ELEMENT_SWAP:
        swap_elements(child, attributes, stream);
        break;
    case GROUP_ELEMENT_MOVE:
        move_element(child, attributes, groups, stream);
        break;
    case GROUP_CROSSOVER:
        break;
    }
    (void)group_node_make_canonical(child, attributes);
}
