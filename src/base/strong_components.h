/* Strong components of a directed graph: nodes that reach each other. */
#ifndef SHOAL_BASE_STRONG_COMPONENTS_H
#define SHOAL_BASE_STRONG_COMPONENTS_H

#include <stdbool.h>
#include <stdint.h>

#define COMPONENT_NO_ARC UINT32_MAX

typedef struct component_graph {
    uint32_t nodes;
    /* Where the next arc of the node leads, each arc once; COMPONENT_NO_ARC after the last. */
    uint32_t (*next)(void *context, uint32_t node);
    void *context;
} component_graph;

/* component[nodes]: equal where nodes reach each other. Time grows with nodes and arcs, and nothing
 * recurses. False: out of memory. */
bool strong_components(uint32_t *component, const component_graph *of);

#endif
