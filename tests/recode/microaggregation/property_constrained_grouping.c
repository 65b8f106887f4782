/* Groups of attributes under privacy models against a row-by-row oracle: which rows are suppressed,
 * what that costs, and what of it does not depend on threads and memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/numeric_metrics.h"
#include "recode/microaggregation/averaged_table.h"
#include "support/grouping_oracle.h"
#include "support/grouping_space.h"
#include "support/grouping_table.h"
#include "support/random_cases.h"
#include "support/row_rules.h"

#include <stdlib.h>

#define NODES 8
#define MOST_ROWS 60

static const grouping_shape small = {6, MOST_ROWS, 1, 5};
static const size_t memories[] = {0, 200000, 4000, 1};

static uint64_t seed;

typedef struct drawn {
    grouping_table made;
    row_rules rules;
    grouping_setup problem;
    group_number *nodes; /* [NODES * attributes] the first has one group */
} drawn;

#define HOLDS(of, condition)                                                                       \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("seed %llu: %s", (unsigned long long)(of)->made.seed, #condition);            \
    } while (0)

static void drawn_new(drawn *out, uint64_t index) {
    grouping_table_draw(&out->made, seed + index, &small);
    random_stream stream = random_open(seed + index, "guarded grouping", 0);
    const numeric_table *numbers = &out->made.numbers;
    size_t attributes = numbers->attributes;
    row_rules_draw(&out->rules, numbers->rows, (size_t)numbers->suppressed, &stream);
    uint64_t spare = random_below(&stream, 2) ? 0 : random_below(&stream, numbers->rows + 1);
    out->problem = (grouping_setup){
        .table = numbers,
        .ground = &out->made.ground,
        .method = {.method = random_below(&stream, 4) ? CLUSTER_MDAV : CLUSTER_VMDAV,
                   .gamma = 0.5,
                   .k = (size_t)out->made.plan->k},
        .metric = random_below(&stream, 3) ? &metric_score : &metric_sse,
        .original_scale = random_below(&stream, 2),
        .limit = numbers->suppressed + spare,
        .bound_rules = out->rules.made,
    };
    out->nodes = memory_zero(NODES * attributes, sizeof *out->nodes);
    assert_non_null(out->nodes);
    for (size_t i = 1; i < NODES; i++) {
        uint64_t most = 1 + random_below(&stream, attributes);
        for (size_t a = 0; a < attributes; a++)
            out->nodes[i * attributes + a] = (group_number)random_below(&stream, most);
        group_node_make_canonical(out->nodes + i * attributes, attributes);
    }
}

static void drawn_free(drawn *of) {
    memory_free(of->nodes);
    row_rules_free(&of->rules);
    grouping_table_free(&of->made);
}

/* The clusters are the space's own: what becomes of them is in question here. */
static void take_clusters(grouping_answer *out, const drawn *of, grouping *space) {
    for (size_t g = 0; g < out->groups; g++) {
        const averaged_group *group;
        assert_int_equal(grouping_get(&group, space, out->node, (group_number)g, NULL), SHOAL_OK);
        if (out->groups > 1)
            HOLDS(of,
                  memcmp(out->cluster[g], group->cluster, out->rows * sizeof *group->cluster) == 0);
        memcpy(out->cluster[g], group->cluster, out->rows * sizeof *group->cluster);
        out->clusters[g] = group->count;
    }
}

/* Of every row all others are looked at. */
static uint64_t find_lost(const grouping_answer *of, const row_rules *rules, uint8_t *lost) {
    uint64_t count = 0;
    for (size_t row = 0; row < of->rows; row++) {
        bool same[MOST_ROWS];
        for (size_t other = 0; other < of->rows; other++) {
            same[other] = true;
            for (size_t g = 0; g < of->groups; g++)
                same[other] &= of->cluster[g][row] == of->cluster[g][other];
        }
        lost[row] = !row_rules_hold(rules, same);
        count += lost[row];
    }
    return count;
}

static uint64_t check_node(const drawn *of, grouping *space, const group_number *node,
                           const evaluation *got) {
    grouping_answer expected;
    uint8_t lost[MOST_ROWS], marked[MOST_ROWS];
    uint64_t count;
    grouping_oracle_cluster(&expected, &of->problem, node);
    take_clusters(&expected, of, space);
    uint64_t rows_lost = find_lost(&expected, &of->rules, lost);
    expected.lost = lost;
    grouping_oracle_measure(&expected, &of->problem);
    HOLDS(of, got->classes.suppressed == of->made.numbers.suppressed + rows_lost);
    HOLDS(of, got->classes.certain == got->classes.suppressed);
    HOLDS(of, got->feasible == (got->classes.suppressed <= of->problem.limit &&
                                rows_lost < of->made.numbers.rows));
    HOLDS(of, grouping_oracle_agrees(&expected, &of->problem, got->value));
    assert_int_equal(grouping_lost(marked, &count, space, node, NULL), SHOAL_OK);
    HOLDS(of, count == rows_lost && memcmp(marked, lost, expected.rows) == 0);
    grouping_oracle_free(&expected);
    return rows_lost;
}

static void values_equal_oracle(void **state) {
    (void)state;
    uint64_t lost = 0, feasible = 0;
    for (size_t i = 0; i < property_cases(200); i++) {
        drawn each;
        evaluation got[NODES];
        drawn_new(&each, i);
        size_t attributes = each.made.numbers.attributes;
        grouping *space = grouping_space_open(&each.problem, memories[i % 4], NULL);
        grouping_space_evaluate(space, each.nodes, NODES, got);
        for (size_t n = 0; n < NODES; n++) {
            lost += check_node(&each, space, each.nodes + n * attributes, &got[n]);
            feasible += got[n].feasible;
        }
        grouping_space_close(space);
        drawn_free(&each);
    }
    assert_true((lost > 0 && feasible > 0) || property_cases(200) < 200);
}

static void values_do_not_depend_on_threads(void **state) {
    (void)state;
    thread_pool *pool = property_threads(3);
    for (size_t i = 0; i < property_cases(200) / 4; i++) {
        drawn each;
        evaluation one[NODES], other[NODES];
        drawn_new(&each, i);
        for (size_t way = 0; way < 4; way++) {
            grouping *space =
                grouping_space_open(&each.problem, memories[way], way % 2 ? pool : NULL);
            grouping_space_evaluate(space, each.nodes, NODES, way == 0 ? one : other);
            grouping_space_close(space);
            for (size_t n = 0; way > 0 && n < NODES; n++)
                HOLDS(&each, one[n].value == other[n].value &&
                                 one[n].classes.suppressed == other[n].classes.suppressed);
        }
        drawn_free(&each);
    }
    threads_stop(pool);
}

/* Clusters that are offered replace those that are there only where they are better. */
static void replacing_never_makes_worse(void **state) {
    (void)state;
    size_t better = 0;
    for (size_t i = 0; i < property_cases(200) / 2; i++) {
        drawn each;
        evaluation before, after, judged;
        uint32_t cluster[MOST_ROWS];
        drawn_new(&each, i);
        size_t rows = each.made.numbers.rows, k = each.problem.method.k;
        random_stream stream = random_open(seed + i, "replacing", 0);
        grouping *space = grouping_space_open(&each.problem, 0, NULL);
        grouping_space_evaluate(space, each.nodes, 1, &before);
        const averaged_group *group;
        assert_int_equal(grouping_get(&group, space, each.nodes, 0, NULL), SHOAL_OK);
        bool parted = grouping_parts(space).count > 1;
        size_t count = rows / k;
        for (size_t row = 0; row < rows; row++)
            cluster[row] = (uint32_t)(row % count);
        if (random_below(&stream, 4) == 0 || parted) {
            count = group->count;
            memcpy(cluster, group->cluster, rows * sizeof *cluster);
        }
        assert_int_equal(grouping_replace(space, each.nodes, 0, cluster, count, NULL), SHOAL_OK);
        assert_int_equal(grouping_judge_one(&judged, space, each.nodes, NULL), SHOAL_OK);
        grouping_space_evaluate(space, each.nodes, 1, &after);
        HOLDS(&each, judged.value == after.value && judged.feasible == after.feasible);
        HOLDS(&each, after.feasible || !before.feasible);
        HOLDS(&each, after.feasible != before.feasible || after.value <= before.value);
        (void)check_node(&each, space, each.nodes, &after);
        better += after.value < before.value;
        grouping_space_close(space);
        drawn_free(&each);
    }
    /* It happens, though rarely. */
    assert_true(better > 0 || property_cases(200) < 200);
}

/* ---- What is published ----------------------------------------------------------------------- */

static void check_mask(const drawn *of, const averaged_table *mask) {
    const numeric_table *numbers = &of->made.numbers;
    uint64_t lost = 0;
    for (size_t i = 0; i < numbers->rows; i++) {
        bool same[MOST_ROWS];
        lost += mask->lost[i];
        for (size_t a = 0; a < mask->attributes; a++) {
            const averaged_column *each = &mask->column[a];
            bool star = codes_get(&each->code, numbers->row[i]) == each->label_count;
            HOLDS(of, star == (mask->lost[i] != 0));
            HOLDS(of, !star || each->value[i] == 0);
        }
        for (size_t other = 0; other < numbers->rows; other++) {
            same[other] = true;
            for (size_t a = 0; a < mask->attributes; a++)
                same[other] &= codes_get(&mask->column[a].code, numbers->row[i]) ==
                               codes_get(&mask->column[a].code, numbers->row[other]);
        }
        /* Also where averages that are rounded to the same text make one class of several. */
        HOLDS(of, mask->lost[i] || row_rules_hold(&of->rules, same));
    }
    HOLDS(of, lost == mask->lost_count);
}

static void published_classes_hold(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(200) / 2; i++) {
        drawn each;
        drawn_new(&each, i);
        grouping *space = grouping_space_open(&each.problem, memories[i % 4], NULL);
        for (size_t n = 0; n < NODES; n++) {
            averaged_table mask;
            const group_number *node = each.nodes + n * each.made.numbers.attributes;
            assert_int_equal(averaged_table_make(&mask, space, node,
                                                 (averaged_rows){each.made.table.rows, NULL}, NULL),
                             SHOAL_OK);
            check_mask(&each, &mask);
            averaged_table_free(&mask);
        }
        grouping_space_close(space);
        drawn_free(&each);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_equal_oracle),
        cmocka_unit_test(values_do_not_depend_on_threads),
        cmocka_unit_test(replacing_never_makes_worse),
        cmocka_unit_test(published_classes_hold),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
