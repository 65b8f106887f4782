/* Groups of attributes against the oracle that writes the masked table out, on random small tables:
 * whatever the memory, the threads, and what was evaluated before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/numeric_metrics.h"
#include "recode/microaggregation/group_linkage.h"
#include "support/grouping_oracle.h"
#include "support/grouping_space.h"
#include "support/grouping_table.h"
#include "support/random_cases.h"

#define NODES 24

static const grouping_shape small = {6, 60, 1, 7};
static const grouping_shape wide = {6, 14, 129, GROUPING_TABLE_MOST_ATTRIBUTES};

static uint64_t seed;

/* Bytes to remember groups in: the default, which has room for all and their distances; some
 * groups; one group without its distances; nothing at all. */
static const size_t memories[] = {0, 200000, 4000, 1};

typedef struct drawn {
    grouping_table made;
    grouping_setup problem;
    group_number *nodes; /* [NODES * attributes] */
    random_stream stream;
} drawn;

static void draw_node(group_number *node, size_t attributes, random_stream *stream) {
    uint64_t most = 1 + random_below(stream, attributes);
    for (size_t a = 0; a < attributes; a++)
        node[a] = (group_number)random_below(stream, most);
    group_node_make_canonical(node, attributes);
}

static void drawn_new(drawn *out, uint64_t index, const grouping_shape *shape) {
    static const cluster_method methods[] = {CLUSTER_MDAV, CLUSTER_MDAV, CLUSTER_MDAV,
                                             CLUSTER_VMDAV};
    grouping_table_draw(&out->made, seed + index, shape);
    out->stream = random_open(seed + index, "grouping", 0);
    random_stream *stream = &out->stream;
    size_t attributes = out->made.numbers.attributes;
    out->problem = (grouping_setup){
        .table = &out->made.numbers,
        .ground = &out->made.ground,
        .method = {.method = methods[random_below(stream, 4)],
                   .form = random_below(stream, 2) ? MDAV_GENERAL : MDAV_ALGORITHM_1,
                   .gamma = (double)random_below(stream, 3) / 2,
                   .k = (size_t)out->made.plan->k},
        .metric = random_below(stream, 3) ? &metric_score : &metric_sse,
        .original_scale = random_below(stream, 2),
        .limit = random_below(stream, out->made.numbers.suppressed + 2),
    };
    out->nodes = memory_new(NODES * attributes, sizeof *out->nodes);
    assert_non_null(out->nodes);
    for (size_t i = 0; i < NODES; i++)
        draw_node(out->nodes + i * attributes, attributes, stream);
}

static const group_number *drawn_node(const drawn *of, size_t index) {
    return of->nodes + index * of->made.numbers.attributes;
}

static void drawn_free(drawn *of) {
    memory_free(of->nodes);
    grouping_table_free(&of->made);
}

#define HOLDS(of, condition)                                                                       \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("seed %llu: %s", (unsigned long long)(of)->made.seed, #condition);            \
    } while (0)

/* ---- Values --------------------------------------------------------------------------------- */

static void check_value(const drawn *of, size_t index, const evaluation *got) {
    grouping_answer expected;
    uint64_t suppressed = of->made.numbers.suppressed;
    grouping_oracle_cluster(&expected, &of->problem, drawn_node(of, index));
    grouping_oracle_measure(&expected, &of->problem);
    HOLDS(of, grouping_oracle_agrees(&expected, &of->problem, got->value));
    HOLDS(of, got->classes.suppressed == suppressed);
    HOLDS(of, got->feasible == (suppressed <= of->problem.limit));
    grouping_oracle_free(&expected);
}

static void values_equal_oracle(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(120); i++) {
        drawn each;
        evaluation got[NODES];
        drawn_new(&each, i, &small);
        grouping *space = grouping_space_open(&each.problem, memories[i % 4], NULL);
        grouping_space_evaluate(space, each.nodes, NODES, got);
        for (size_t n = 0; n < NODES; n++)
            check_value(&each, n, &got[n]);
        grouping_space_close(space);
        drawn_free(&each);
    }
}

static void hundreds_of_attributes_equal_oracle(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(120) / 12; i++) {
        drawn each;
        evaluation got[NODES];
        drawn_new(&each, i, &wide);
        grouping *space = grouping_space_open(&each.problem, memories[i % 4], NULL);
        grouping_space_evaluate(space, each.nodes, NODES, got);
        for (size_t n = 0; n < NODES; n++)
            check_value(&each, n, &got[n]);
        grouping_space_close(space);
        drawn_free(&each);
    }
}

/* Every attribute for itself, by the exact method. */
static void single_attributes_equal_oracle(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(120) / 2; i++) {
        drawn each;
        evaluation got;
        drawn_new(&each, i, &small);
        each.problem.method.method = CLUSTER_UNIVARIATE;
        for (size_t a = 0; a < each.made.numbers.attributes; a++)
            each.nodes[a] = (group_number)a;
        grouping *space = grouping_space_open(&each.problem, memories[i % 4], NULL);
        grouping_space_evaluate(space, each.nodes, 1, &got);
        check_value(&each, 0, &got);
        grouping_space_close(space);
        drawn_free(&each);
    }
}

/* In batches of any size and order, some nodes again and again. */
static void evaluate_somehow(grouping *space, drawn *of, const evaluation *expected) {
    size_t attributes = of->made.numbers.attributes;
    group_number *batch = memory_new(NODES * attributes, sizeof *batch);
    assert_non_null(batch);
    for (size_t round = 0; round < 6; round++) {
        evaluation got[NODES];
        size_t index[NODES], count = 1 + random_below(&of->stream, NODES);
        for (size_t i = 0; i < count; i++) {
            index[i] = random_below(&of->stream, NODES);
            memcpy(batch + i * attributes, drawn_node(of, index[i]), attributes * sizeof *batch);
        }
        grouping_space_evaluate(space, batch, count, got);
        for (size_t i = 0; i < count; i++)
            HOLDS(of, got[i].value == expected[index[i]].value);
    }
    memory_free(batch);
}

static void values_do_not_depend_on_anything_else(void **state) {
    (void)state;
    thread_pool *pools[] = {NULL, property_threads(2), property_threads(3)};
    for (size_t i = 0; i < property_cases(120) / 2; i++) {
        drawn each;
        evaluation expected[NODES];
        drawn_new(&each, i, &small);
        grouping *space = grouping_space_open(&each.problem, 0, NULL);
        grouping_space_evaluate(space, each.nodes, NODES, expected);
        grouping_space_close(space);
        for (size_t way = 0; way < 4 * 3; way++) {
            each.problem.method.scan = (neighbour_scan)(way % 3);
            space = grouping_space_open(&each.problem, memories[way / 3], pools[way % 3]);
            evaluate_somehow(space, &each, expected);
            grouping_space_close(space);
        }
        drawn_free(&each);
    }
    threads_stop(pools[1]);
    threads_stop(pools[2]);
}

/* ---- One group ------------------------------------------------------------------------------ */

static void check_members(const drawn *of, const averaged_group *group) {
    size_t k = of->problem.method.k, seen = 0;
    for (size_t c = 0; c < group->count; c++) {
        HOLDS(of, group->first[c + 1] - group->first[c] >= k);
        for (size_t m = group->first[c]; m < group->first[c + 1]; m++, seen++) {
            HOLDS(of, group->cluster[group->member[m]] == c);
            HOLDS(of, m == group->first[c] || group->member[m] > group->member[m - 1]);
        }
    }
    HOLDS(of, seen == group->rows && group->first[0] == 0);
}

static void check_group(const drawn *of, const averaged_group *group,
                        const grouping_answer *expected, size_t g) {
    size_t dimension = 0;
    double lost = 0;
    HOLDS(of, group->rows == expected->rows && group->count == expected->clusters[g]);
    HOLDS(of,
          memcmp(group->cluster, expected->cluster[g], group->rows * sizeof *group->cluster) == 0);
    for (size_t a = 0; a < expected->attributes; a++) {
        if (expected->node[a] != g)
            continue;
        const double *value = of->made.numbers.column[a].value;
        HOLDS(of, dimension < group->dimensions && group->column[dimension] == value);
        for (size_t row = 0; row < group->rows; row++) {
            double masked = group->mean[group->cluster[row] * group->dimensions + dimension];
            HOLDS(of, masked == expected->masked[a][row]);
            lost += (masked - value[row]) * (masked - value[row]);
        }
        dimension++;
    }
    HOLDS(of, dimension == group->dimensions && grouping_oracle_near(lost, group->sse));
    check_members(of, group);
}

static void check_parts(const drawn *of, point_parts parts, const grouping_answer *expected,
                        size_t g) {
    size_t count = 0;
    for (size_t row = 0; row < expected->rows; row++) {
        uint32_t part = expected->part[g][row];
        count = part >= count ? part + (size_t)1 : count;
        HOLDS(of, (parts.part ? parts.part[row] : 0) == part);
    }
    HOLDS(of, parts.count == count);
}

static void groups_are_the_oracles(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(120); i++) {
        drawn each;
        grouping_answer expected;
        drawn_new(&each, i, &small);
        grouping *space = grouping_space_open(&each.problem, memories[i % 4], NULL);
        const group_number *node = drawn_node(&each, i % NODES);
        grouping_oracle_cluster(&expected, &each.problem, node);
        grouping_oracle_measure(&expected, &each.problem);
        for (size_t round = 0; round < 2; round++)
            for (size_t g = 0; g < expected.groups; g++) {
                const averaged_group *group;
                assert_int_equal(grouping_get(&group, space, node, (group_number)g, NULL),
                                 SHOAL_OK);
                check_group(&each, group, &expected, g);
                check_parts(&each, grouping_parts(space), &expected, g);
            }
        grouping_oracle_free(&expected);
        grouping_space_close(space);
        drawn_free(&each);
    }
}

/* Any clusters of at least k rows of the same part: runs of the rows in order. */
static void cut_into_runs(grouping_answer *out, size_t g, size_t k) {
    size_t parts = 0, clusters = 0;
    for (size_t row = 0; row < out->rows; row++)
        parts = out->part[g][row] >= parts ? out->part[g][row] + (size_t)1 : parts;
    for (size_t part = 0; part < parts; part++) {
        size_t left = 0, taken = 0;
        for (size_t row = 0; row < out->rows; row++)
            left += out->part[g][row] == part;
        for (size_t row = 0; row < out->rows; row++) {
            if (out->part[g][row] != part)
                continue;
            out->cluster[g][row] = (uint32_t)clusters;
            left--;
            if (++taken >= k && left >= k) {
                clusters++;
                taken = 0;
            }
        }
        clusters++;
    }
    out->clusters[g] = clusters;
}

static void replaced_groups_count(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(120); i++) {
        drawn each;
        grouping_answer expected;
        evaluation got[NODES];
        drawn_new(&each, i, &small);
        grouping *space = grouping_space_open(&each.problem, 0, NULL);
        const group_number *node = drawn_node(&each, 0);
        if (i % 2)
            grouping_space_evaluate(space, each.nodes, NODES, got);
        grouping_oracle_cluster(&expected, &each.problem, node);
        for (size_t g = 0; g < expected.groups; g++) {
            cut_into_runs(&expected, g, each.problem.method.k);
            assert_int_equal(grouping_replace(space, node, (group_number)g, expected.cluster[g],
                                              expected.clusters[g], NULL),
                             SHOAL_OK);
        }
        grouping_oracle_measure(&expected, &each.problem);
        for (size_t g = 0; g < expected.groups; g++) {
            const averaged_group *group;
            assert_int_equal(grouping_get(&group, space, node, (group_number)g, NULL), SHOAL_OK);
            check_group(&each, group, &expected, g);
        }
        grouping_space_evaluate(space, node, 1, got);
        HOLDS(&each, grouping_oracle_agrees(&expected, &each.problem, got->value));
        grouping_oracle_free(&expected);
        grouping_space_close(space);
        drawn_free(&each);
    }
}

/* ---- Linkage -------------------------------------------------------------------------------- */

static bool never_over(const void *context) {
    (void)context;
    return false;
}

static uint64_t link_groups(const drawn *of, const grouping_answer *answer, bool tables) {
    averaged_group groups[GROUPING_TABLE_MOST_ATTRIBUTES];
    const averaged_group *list[GROUPING_TABLE_MOST_ATTRIBUTES];
    const double origin[GROUPING_TABLE_MOST_ATTRIBUTES] = {0};
    arena memory = {0};
    link_scratch scratch;
    assert_true(link_scratch_open(&scratch, answer->rows, answer->attributes, &memory));
    for (size_t g = 0; g < answer->groups; g++) {
        const double *values[GROUPING_TABLE_MOST_ATTRIBUTES];
        averaged_group_setup setup = {.of = {.rows = answer->rows, .column = values},
                                      .origin = origin,
                                      .cluster = answer->cluster[g],
                                      .count = answer->clusters[g],
                                      /* Some groups have their distances at hand, some do not. */
                                      .table_bytes = tables && g % 3 < 2 ? SIZE_MAX / 2 : 0};
        for (size_t a = 0; a < answer->attributes; a++)
            if (answer->node[a] == g)
                values[setup.of.dimensions++] = of->made.numbers.column[a].value;
        assert_true(averaged_group_make(&groups[g], &setup));
        HOLDS(of, (groups[g].distance != NULL) == (setup.table_bytes > 0));
        list[g] = &groups[g];
    }
    uint64_t linked = groups_link(list, answer->groups, &scratch, NULL, never_over, NULL);
    arena_free(&memory);
    for (size_t g = 0; g < answer->groups; g++)
        averaged_group_free(&groups[g]);
    return linked;
}

/* Of clusters that no method would make. */
static void links_equal_oracle(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(120); i++) {
        drawn each;
        grouping_answer expected;
        drawn_new(&each, i, &small);
        grouping_oracle_cluster(&expected, &each.problem, drawn_node(&each, 0));
        for (size_t g = 0; g < expected.groups; g++) {
            size_t most = 1 + random_below(&each.stream, expected.rows);
            uint32_t number[64], used = 0;
            memset(number, 0xff, sizeof number);
            for (size_t row = 0; row < expected.rows; row++) {
                size_t draw = random_below(&each.stream, most);
                number[draw] = number[draw] == UINT32_MAX ? used++ : number[draw];
                expected.cluster[g][row] = number[draw];
            }
            expected.clusters[g] = used;
        }
        grouping_oracle_measure(&expected, &each.problem);
        HOLDS(&each, link_groups(&each, &expected, true) == expected.linked);
        HOLDS(&each, link_groups(&each, &expected, false) == expected.linked);
        grouping_oracle_free(&expected);
        drawn_free(&each);
    }
}

/* One group leaves every record with k equal ones, of which none is strictly nearest. */
static void one_group_links_nobody(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(120); i++) {
        drawn each;
        grouping_answer expected;
        drawn_new(&each, i, &small);
        memset(each.nodes, 0, each.made.numbers.attributes * sizeof *each.nodes);
        grouping_oracle_cluster(&expected, &each.problem, each.nodes);
        if (each.problem.method.k > 1)
            HOLDS(&each, link_groups(&each, &expected, true) == 0);
        grouping_oracle_free(&expected);
        drawn_free(&each);
    }
}

/* ---- Nodes ---------------------------------------------------------------------------------- */

static void only_canonical_nodes_are_nodes(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(120); i++) {
        drawn each;
        drawn_new(&each, i, &small);
        grouping *space = grouping_space_open(&each.problem, 0, NULL);
        recoding_space *shared = grouping_as_space(space);
        size_t attributes = each.made.numbers.attributes;
        for (size_t n = 0; n < NODES; n++) {
            group_number *node = each.nodes + n * attributes;
            group_number before[8], moved = (group_number)random_below(&each.stream, 65535);
            HOLDS(&each, shared->kind->is_node(shared, (const uint8_t *)node));
            memcpy(before, node, attributes * sizeof *node);
            node[random_below(&each.stream, attributes)] = moved;
            bool is_node = shared->kind->is_node(shared, (const uint8_t *)node);
            memcpy(before, node, attributes * sizeof *node);
            group_node_make_canonical(node, attributes);
            HOLDS(&each, is_node == (memcmp(before, node, attributes * sizeof *node) == 0));
        }
        grouping_space_close(space);
        drawn_free(&each);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_equal_oracle),
        cmocka_unit_test(hundreds_of_attributes_equal_oracle),
        cmocka_unit_test(single_attributes_equal_oracle),
        cmocka_unit_test(values_do_not_depend_on_anything_else),
        cmocka_unit_test(groups_are_the_oracles),
        cmocka_unit_test(replaced_groups_count),
        cmocka_unit_test(links_equal_oracle),
        cmocka_unit_test(one_group_links_nobody),
        cmocka_unit_test(only_canonical_nodes_are_nodes),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
