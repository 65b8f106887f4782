/* Tarjan's search. */
#include "base/strong_components.h"

#include "base/memory.h"

typedef struct component_search {
    uint32_t *component;
    uint32_t *number, *lowest; /* [nodes] order of discovery from 1, 0: not yet */
    bool *open;                /* [nodes] on the stack */
    uint32_t *stack, *path;    /* [nodes] */
    uint32_t found, components;
    size_t stacked, depth;
} component_search;

static bool open_search(component_search *out, size_t nodes, arena *memory) {
    out->number = arena_zero(memory, nodes, sizeof *out->number);
    out->lowest = arena_zero(memory, nodes, sizeof *out->lowest);
    out->open = arena_zero(memory, nodes, sizeof *out->open);
    out->stack = arena_new(memory, nodes, sizeof *out->stack);
    out->path = arena_new(memory, nodes, sizeof *out->path);
    return out->number && out->lowest && out->open && out->stack && out->path;
}

static void enter(component_search *by, uint32_t node) {
    by->number[node] = by->lowest[node] = ++by->found;
    by->open[node] = true;
    by->stack[by->stacked++] = node;
    by->path[by->depth++] = node;
}

static void leave(component_search *by, uint32_t node) {
    by->depth--;
    if (by->lowest[node] == by->number[node]) {
        uint32_t of;
        do {
            of = by->stack[--by->stacked];
            by->open[of] = false;
            by->component[of] = by->components;
        } while (of != node);
        by->components++;
    }
    if (by->depth == 0)
        return;
    uint32_t before = by->path[by->depth - 1];
    if (by->lowest[node] < by->lowest[before])
        by->lowest[before] = by->lowest[node];
}

static void search_from(component_search *by, const component_graph *of, uint32_t start) {
    enter(by, start);
    while (by->depth > 0) {
        uint32_t node = by->path[by->depth - 1], to = of->next(of->context, node);
        if (to == COMPONENT_NO_ARC)
            leave(by, node);
        else if (by->number[to] == 0)
            enter(by, to);
        else if (by->open[to] && by->number[to] < by->lowest[node])
            by->lowest[node] = by->number[to];
    }
}

bool strong_components(uint32_t *component, const component_graph *of) {
    component_search by = {0};
    arena memory = {0};
    by.component = component;
    bool made = open_search(&by, of->nodes, &memory);
    for (uint32_t node = 0; made && node < of->nodes; node++)
        if (by.number[node] == 0)
            search_from(&by, of, node);
    arena_free(&memory);
    return made;
}
