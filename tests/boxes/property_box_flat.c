/* The greedy method for cells that are kept or blanked, on random tables: clusters hold and none
 * cost less than the best of all divisions, which small tables get; on flat ones the rounds that
 * follow mostly find it, too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "boxes/box_flat.h"
#include "boxes/box_refiner.h"
#include "boxes/box_small.h"
#include "support/box_cases.h"
#include "support/random_cases.h"

static uint64_t seed;

#define ROUNDS 12

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

static void small_tables_have_the_optimum(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(300); i++) {
        random_stream stream = random_open(seed, "optimum", i);
        box_case_kind kind = {
            .tuples = 9, .rows = 10, .forbidden = i % 5 == 0, .blanks = i % 3 == 0 ? 2 : 0};
        box_case of;
        box_clusters made;
        bool found;
        box_case_draw(&of, &stream, &kind);
        if (i % 2)
            flatten(&of, &stream);
        int64_t least = box_case_optimum(&of);
        assert_int_equal(box_small(&made, &found, &of.work, NULL), SHOAL_OK);
        assert_int_equal(found, least < INT64_MAX);
        if (found) {
            assert_int_equal(made.cost, least);
            assert_true(box_clusters_hold(&made, &of.work));
        }
        box_clusters_free(&made);
        box_case_free(&of);
    }
}

/* Rounds come close. */
static void rounds_never_lose(void **state) {
    (void)state;
    size_t reached = 0, cases = property_cases(150);
    for (size_t i = 0; i < cases; i++) {
        random_stream stream = random_open(seed, "rounds", i);
        box_case_kind kind = {.tuples = 9, .rows = 10};
        box_case of;
        box_clusters made;
        box_refiner *used;
        int64_t moves = 1;
        box_case_draw(&of, &stream, &kind);
        flatten(&of, &stream);
        int64_t least = box_case_optimum(&of);
        assert_int_equal(box_flat_greedy(&made, &of.work, NULL), SHOAL_OK);
        assert_int_equal(box_refiner_open(&used, &of.work, &made, NULL), SHOAL_OK);
        for (uint64_t round = 0; round < ROUNDS && moves > 0; round++)
            assert_int_equal(box_refiner_round(used, round, (double)round / ROUNDS, &moves, NULL),
                             SHOAL_OK);
        assert_true(box_refiner_cost(used) >= least);
        reached += box_refiner_cost(used) == least;
        box_refiner_close(used);
        box_clusters_free(&made);
        box_case_free(&of);
    }
    print_message("%zu of %zu are the best\n", reached, cases);
    assert_true(reached >= cases - cases / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_table_is_divided),
        cmocka_unit_test(large_tables_are_divided),
        cmocka_unit_test(small_tables_have_the_optimum),
        cmocka_unit_test(rounds_never_lose),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
