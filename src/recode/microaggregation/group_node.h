/* A node of microaggregation: which group each attribute is in. Canonical form: groups are numbered
 * from 0 in the order of their first attributes, so that one grouping has one node. */
#ifndef SHOAL_RECODE_MICROAGGREGATION_GROUP_NODE_H
#define SHOAL_RECODE_MICROAGGREGATION_GROUP_NODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint16_t group_number;
#define GROUP_NODE_MOST_ATTRIBUTES 65535

/* Numbers the groups of node[attributes] anew; they may have any numbers below 65,535 before.
 * Returns how many groups there are. */
size_t group_node_make_canonical(group_number *node, size_t attributes);
bool group_node_is_canonical(const group_number *node, size_t attributes);

/* The number of groups of a canonical node. */
size_t group_node_groups(const group_number *node, size_t attributes);

#endif
