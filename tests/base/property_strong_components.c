/* Strong components against the transitive closure of random graphs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/strong_components.h"
#include "support/random_cases.h"

enum { MOST = 24 };

typedef struct drawn_graph {
    uint32_t nodes;
    bool arc[MOST][MOST];
    uint32_t at[MOST];
} drawn_graph;

static uint32_t next_arc(void *context, uint32_t node) {
    drawn_graph *of = context;
    while (of->at[node] < of->nodes)
        if (of->arc[node][of->at[node]++])
            return of->at[node] - 1;
    return COMPONENT_NO_ARC;
}

static void close_transitively(bool reach[MOST][MOST], const drawn_graph *of) {
    for (uint32_t i = 0; i < of->nodes; i++)
        for (uint32_t j = 0; j < of->nodes; j++)
            reach[i][j] = i == j || of->arc[i][j];
    for (uint32_t k = 0; k < of->nodes; k++)
        for (uint32_t i = 0; i < of->nodes; i++)
            for (uint32_t j = 0; j < of->nodes; j++)
                reach[i][j] |= reach[i][k] && reach[k][j];
}

static void components_reach_each_other(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    for (size_t item = 0, cases = property_cases(500); item < cases; item++) {
        random_stream from = random_open(seed, "strong components", item);
        drawn_graph of = {.nodes = 1 + (uint32_t)random_below(&from, MOST)};
        uint64_t one_in = 1 + random_below(&from, 2 * MOST);
        for (uint32_t i = 0; i < of.nodes; i++)
            for (uint32_t j = 0; j < of.nodes; j++)
                of.arc[i][j] = random_below(&from, one_in) == 0;
        bool reach[MOST][MOST];
        close_transitively(reach, &of);
        uint32_t component[MOST];
        component_graph graph = {.nodes = of.nodes, .next = next_arc, .context = &of};
        assert_true(strong_components(component, &graph));
        for (uint32_t i = 0; i < of.nodes; i++)
            for (uint32_t j = 0; j < of.nodes; j++)
                assert_int_equal(component[i] == component[j], reach[i][j] && reach[j][i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(components_reach_each_other)};
    return cmocka_run_group_tests_name("strong_components", tests, NULL, NULL);
}
