/* The six genetic operators on groupings (balasch2010, section 3.4). Parents and children are in
 * canonical form; a child does not overlap its parents. `scratch`
 * has room for [attributes]. There is at least one attribute.
 *
 * What the thesis leaves open: any contiguous section of the groups, the whole of them included, is
 * equally likely to be the crossing site; a new group takes each number of attributes from 1 to all
 * with the same chance, and each set of so many. */
#ifndef SHOAL_SEARCH_MICROAGGREGATION_GROUP_OPERATORS_H
#define SHOAL_SEARCH_MICROAGGREGATION_GROUP_OPERATORS_H

#include "base/random.h"
#include "recode/microaggregation/group_node.h"

typedef enum group_operator {
    GROUP_CROSSOVER,
    GROUP_CREATE,
    GROUP_ELIMINATE,
    GROUP_SPLIT,
    GROUP_ELEMENT_SWAP,
    GROUP_ELEMENT_MOVE
} group_operator;
#define GROUP_OPERATORS 6

/* As users call them: crossover, group-create, ... */
const char *group_operator_name(group_operator which);

/* A member of the first population (section 3.1): each attribute draws one of as many groups as
 * there are attributes. */
void group_scatter(group_number *node, size_t attributes, random_stream *stream);

/* ---- Crossover ----------------------------------------------------------------------------- */

/* Groups low to high - 1; at least one. */
typedef struct group_site {
    size_t low, high;
} group_site;

group_site group_site_draw(const group_number *node, size_t attributes, random_stream *stream);

/* The groups of the donor's site, whole, and all other attributes together with those that they are
 * with in the other parent. */
void group_inject(group_number *child, const group_number *donor, group_site site,
                  const group_number *other, size_t attributes, group_number *scratch);

/* ---- Mutations ----------------------------------------------------------------------------- */

/* A clone where the operation can do nothing: one group to eliminate or to move within, a group of
 * one to split, two attributes of one group or a single attribute to swap. */
void group_mutate(group_operator which, group_number *child, const group_number *parent,
                  size_t attributes, group_number *scratch, random_stream *stream);

#endif
