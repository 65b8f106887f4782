#include "recode/microaggregation/group_node.h"

#include <assert.h>

#define NOT_SEEN UINT16_MAX

size_t group_node_make_canonical(group_number *node, size_t attributes) {
    group_number renamed[GROUP_NODE_MOST_ATTRIBUTES];
    size_t groups = 0;
    assert(attributes <= GROUP_NODE_MOST_ATTRIBUTES);
    for (size_t a = 0; a < attributes; a++)
        renamed[node[a]] = NOT_SEEN;
    for (size_t a = 0; a < attributes; a++) {
        if (renamed[node[a]] == NOT_SEEN)
            renamed[node[a]] = (group_number)groups++;
        node[a] = renamed[node[a]];
    }
    assert(group_node_is_canonical(node, attributes));
    return groups;
}

bool group_node_is_canonical(const group_number *node, size_t attributes) {
    size_t groups = 0;
    for (size_t a = 0; a < attributes; a++) {
        if (node[a] > groups)
            return false;
        groups += node[a] == groups;
    }
    return true;
}

size_t group_node_groups(const group_number *node, size_t attributes) {
    size_t groups = 0;
    for (size_t a = 0; a < attributes; a++)
        if (node[a] >= groups)
            groups = (size_t)node[a] + 1;
    return groups;
}
