/* Pairs of changes around the best node of a walk. Where attributes are alike, or tell each other,
 * no single change of them is better, but two at once are. */
#include "search/lattice/lattice_walk_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* One goes up and the other down; both get the other's level; both go down; both go up. */
enum { TRADE, EXCHANGE, BOTH_DOWN, BOTH_UP, PAIR_KINDS };

static bool has_level(const search *run, size_t attribute, int level) {
    return level >= lattice_lowest(search_lattice(run), attribute) &&
           level < lattice_walk_levels(run, attribute);
}

/* The new levels of two attributes; false: this is no pair, or stands elsewhere in the list. */
static bool choose_levels(const lattice_walk *walk, size_t one, size_t other, int kind, int *first,
                          int *second) {
    *first = walk->best_node[one];
    *second = walk->best_node[other];
    switch (kind) {
    case TRADE:
        ++*first, --*second;
        return one != other;
    case EXCHANGE:
        *first = walk->best_node[other];
        *second = walk->best_node[one];
        return one < other && abs(*first - *second) > 1;
    case BOTH_DOWN:
        --*first, --*second;
        return one < other;
    default:
        ++*first, ++*second;
        return one < other;
    }
}

/* False: there are no such levels, or the node cannot be better than the best one. */
static bool make_pair(const search *run, const lattice_walk *walk, size_t one, size_t other,
                      int kind, uint8_t *node) {
    int first, second;
    if (!choose_levels(walk, one, other, kind, &first, &second) || !has_level(run, one, first) ||
        !has_level(run, other, second))
        return false;
    memcpy(node, walk->best_node, run->attributes);
    node[one] = (uint8_t)first;
    node[other] = (uint8_t)second;
    uint64_t lost = kind == BOTH_DOWN ? walk->best.classes.certain : 0;
    lost = lattice_walk_lost(walk, one, first, lattice_walk_lost(walk, other, second, lost));
    return lost <= lattice_context(search_lattice(run))->limit &&
           lattice_walk_bound(run, node, lost) < walk->best.value;
}

void lattice_walk_begin_pairs(lattice_walk *walk) {
    assert(walk->stage == WALK_OVER && walk->found);
    walk->stage = WALK_PAIRING;
    walk->pair = 0;
    walk->paired = true;
    walk->pair_best = walk->best.value;
}

/* All have been tried. */
static void end_pairs(const search *run, lattice_walk *walk) {
    walk->stage = WALK_OVER;
    if (walk->pair_best >= walk->best.value)
        return;
    lattice_walk_note(run, walk);
    lattice_walk_begin_descent(run, walk);
}

size_t lattice_walk_ask_pairs(const search *run, lattice_walk *walk) {
    size_t pairs = run->attributes * run->attributes, count = 0;
    while (walk->pair < PAIR_KINDS * pairs && count < WALK_CHUNK) {
        size_t i = walk->pair++;
        size_t one = i % pairs % run->attributes, other = i % pairs / run->attributes;
        count += make_pair(run, walk, one, other, (int)(i / pairs),
                           walk->nodes + count * run->attributes);
    }
    if (count == 0)
        end_pairs(run, walk);
    return count;
}

/* The walk goes to the best of those that are better than all before. */
void lattice_walk_answer_pairs(const search *run, lattice_walk *walk) {
    for (size_t i = 0; i < walk->asked; i++) {
        if (!walk->seen[i].feasible || walk->seen[i].value >= walk->pair_best)
            continue;
        walk->pair_best = walk->seen[i].value;
        walk->here = walk->seen[i];
        memcpy(walk->node, walk->nodes + i * run->attributes, run->attributes);
    }
}
