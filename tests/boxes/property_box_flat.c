/* The greedy method for cells that are kept or blanked, on random tables: clusters hold, none cost
 * less than the best of all divisions, and on small flat tables, where no row may be left out, the
 * rounds that follow find it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "boxes/box_flat.h"
#include "boxes/box_refiner.h"
#include "support/box_cases.h"
#include "support/random_cases.h"

static uint64_t seed;

#define ROUNDS 30

/* A cell costs nothing, or what its attribute's blanks cost. */
static void flatten(box_case *of, random_stream *stream) {
    bool equal = random_below(stream, 2) == 0;
    for (size_t a = 0; a < of->table.attributes; a++) {
        box_case_attribute *drawn = &of->drawn[a];
        box_cost blank = equal ? BOX_UNIT : (box_cost)(1 + random_below(stream, BOX_UNIT));
        for (uint32_t least = 0; least < drawn->size; least++)
            for (uint32_t most = least; most < drawn->size; most++)
                drawn->cost[least][most] = least == most ? 0 : blank;
        for (uint32_t count = 0; count <= BOX_CASE_SIZE; count++)
            drawn->of_count[count] = count > 1 ? blank : 0;
    }
    /* A row that is blanked is blanked in every cell. */
    of->table.blank_cost = 0;
    for (size_t a = 0; a < of->table.attributes; a++)
        of->table.blank_cost += of->drawn[a].of_count[BOX_CASE_SIZE];
    box_costs_close(&of->costs);
    assert_int_equal(box_costs_open(&of->costs, &of->table, NULL), SHOAL_OK);
}

static void every_table_is_divided(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(400); i++) {
        random_stream stream = random_open(seed, "any", i);
        box_case_kind kind = {
            .tuples = 10, .rows = 10, .forbidden = i % 4 == 0, .blanks = i % 3 == 0 ? 3 : 0};
        box_case of;
        box_clusters made;
        box_case_draw(&of, &stream, &kind);
        if (i % 2)
            flatten(&of, &stream);
        int64_t least = box_case_optimum(&of);
        assert_int_equal(box_flat_greedy(&made, &of.work, NULL), SHOAL_OK);
        bool holds = box_clusters_hold(&made, &of.work);
        assert_int_equal(holds, least < INT64_MAX);
        assert_true(!holds || made.cost >= least);
        box_clusters_free(&made);
        box_case_free(&of);
    }
}

static void large_tables_are_divided(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(40); i++) {
        random_stream stream = random_open(seed, "large", i);
        box_case_kind kind = {.tuples = 400, .rows = 900, .blanks = i % 2 ? 20 : 0};
        box_case of;
        box_clusters made;
        box_case_draw(&of, &stream, &kind);
        flatten(&of, &stream);
        assert_int_equal(box_flat_greedy(&made, &of.work, NULL), SHOAL_OK);
        assert_true(box_clusters_hold(&made, &of.work));
        box_clusters_free(&made);
        box_case_free(&of);
    }
}

static int64_t refined_cost(const box_case *of) {
    box_clusters made;
    box_refiner *used;
    int64_t moves = 1;
    assert_int_equal(box_flat_greedy(&made, &of->work, NULL), SHOAL_OK);
    assert_int_equal(box_refiner_open(&used, &of->work, &made, NULL), SHOAL_OK);
    int64_t least = made.cost;
    for (uint64_t round = 0; round < ROUNDS && moves > 0; round++) {
        assert_int_equal(box_refiner_round(used, round, (double)round / ROUNDS, &moves, NULL),
                         SHOAL_OK);
        if (box_refiner_cost(used) < least)
            least = box_refiner_cost(used);
    }
    box_refiner_close(used);
    box_clusters_free(&made);
    return least;
}

static void small_tables_reach_the_optimum(void **state) {
    (void)state;
    size_t reached = 0, cases = property_cases(150);
    for (size_t i = 0; i < cases; i++) {
        random_stream stream = random_open(seed, "optimum", i);
        box_case_kind kind = {.tuples = 9, .rows = 10, .blanks = i % 3 == 0 ? 2 : 0};
        box_case of;
        box_case_draw(&of, &stream, &kind);
        flatten(&of, &stream);
        int64_t least = box_case_optimum(&of), found = refined_cost(&of);
        assert_true(found >= least);
        if (found != least && of.table.blanks == 0)
            print_message("case %zu: %lld, optimum %lld, rows %llu, k %llu, blanks %llu\n", i,
                          (long long)found, (long long)least, (unsigned long long)of.table.rows,
                          (unsigned long long)of.table.k, (unsigned long long)of.table.blanks);
        reached += found == least || of.table.blanks > 0;
        box_case_free(&of);
    }
    assert_int_equal(reached, cases);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_table_is_divided),
        cmocka_unit_test(large_tables_are_divided),
        cmocka_unit_test(small_tables_reach_the_optimum),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
