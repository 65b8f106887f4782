/* A hierarchy as text for people. */
#ifndef SHOAL_CLI_HIERARCHY_TREE_H
#define SHOAL_CLI_HIERARCHY_TREE_H

#include <shoal.h>

/* Prints the number of groups of each level and the tree from the top, the latter in full or as
 * its first lines. False when out of memory. */
bool hierarchy_tree_print(const shoal_hierarchy *hierarchy, bool all);

#endif
