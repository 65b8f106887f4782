/* The steps of gomm one by one: selection, the climb to a local optimum, and the dynamic control of
 * dgomm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/driver/algorithms.h"
#include "search/microaggregation/gomm_climb.h"
#include "search/microaggregation/gomm_population.h"
#include "search/microaggregation/operator_monitor.h"
#include "support/hidden_space.h"
#include "support/random_cases.h"

#include <math.h>
#include <string.h>

/* ---- Selection ----------------------------------------------------------------------------- */

/* Algorithm 3 as printed. The lists are sorted; `out` has room for P. */
static void select_as_printed(const chromosome **out, size_t P, chromosome **N, chromosome **O,
                              size_t offspring) {
    size_t length = 0;
    while (length < P && offspring > 0) {
        if ((*O)->cost < (*N)->cost) {
            out[length++] = *O++;
            offspring--;
        } else {
            out[length++] = *N++;
        }
    }
    while (length < P)
        out[length++] = *N++;
}

static void sort_slowly(chromosome **list, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t j = i; j > 0 && list[j]->cost < list[j - 1]->cost; j--) {
            chromosome *one = list[j];
            list[j] = list[j - 1];
            list[j - 1] = one;
        }
}

static void fill(gomm_population *people, size_t count, random_stream *stream) {
    for (size_t i = 0; i < count; i++) {
        chromosome *child = gomm_population_add(people);
        group_scatter(child->node, people->attributes, stream);
        child->cost = (double)random_below(stream, 12);
    }
}

static void selection_is_the_printed_one(void **state) {
    (void)state;
    enum { MOST = 20 };
    uint64_t seed = property_seed();
    for (size_t i = 0; i < property_cases(2000); i++) {
        random_stream stream = random_open(seed, "test-selection", i);
        size_t size = 1 + (size_t)random_below(&stream, MOST);
        size_t most = (size_t)random_below(&stream, MOST + 1);
        arena memory = {0};
        gomm_population people;
        assert_true(gomm_population_open(&people, &memory, 4, size, most));
        fill(&people, size, &stream);
        gomm_population_select(&people);
        assert_int_equal(people.members.count, size);
        for (int generation = 0; generation < 3; generation++) {
            chromosome *offspring[MOST];
            const chromosome *expected[MOST];
            fill(&people, most, &stream);
            memcpy(offspring, people.offspring.each, most * sizeof *offspring);
            sort_slowly(offspring, most);
            select_as_printed(expected, size, people.members.each, offspring, most);
            gomm_population_select(&people);
            assert_int_equal(people.members.count, size);
            assert_int_equal(people.discarded.count, most);
            assert_memory_equal(people.members.each, expected, size * sizeof *expected);
            gomm_population_clear(&people);
        }
        arena_free(&memory);
    }
}

static bool same_node(const chromosome *one, const chromosome *other, size_t attributes) {
    return memcmp(one->node, other->node, attributes * sizeof *one->node) == 0;
}

/* What is left are all groupings there were, each once, members first. */
static void clones_are_dropped(void **state) {
    (void)state;
    enum { SIZE = 12, MOST = 30, ATTRIBUTES = 4 };
    uint64_t seed = property_seed();
    for (size_t i = 0; i < property_cases(500); i++) {
        random_stream stream = random_open(seed, "test-clones", i);
        arena memory = {0};
        gomm_population people;
        assert_true(gomm_population_open(&people, &memory, ATTRIBUTES, SIZE, MOST));
        fill(&people, SIZE, &stream);
        gomm_population_drop_clones(&people);
        gomm_population_select(&people);
        gomm_population_clear(&people);
        fill(&people, MOST, &stream);
        chromosome *made[MOST];
        size_t kept = 0;
        memcpy(made, people.offspring.each, sizeof made);
        gomm_population_drop_clones(&people);
        for (size_t c = 0; c < MOST; c++) {
            bool known = false;
            for (size_t m = 0; m < people.members.count; m++)
                known = known || same_node(people.members.each[m], made[c], ATTRIBUTES);
            for (size_t m = 0; m < c; m++)
                known = known || same_node(made[m], made[c], ATTRIBUTES);
            assert_int_equal(made[c]->clone, known);
            if (!known)
                assert_ptr_equal(people.offspring.each[kept++], made[c]);
        }
        assert_int_equal(people.offspring.count, kept);
        assert_int_equal(people.discarded.count, MOST - kept);
        arena_free(&memory);
    }
}

/* ---- Local search -------------------------------------------------------------------------- */

static size_t apart(const group_number *one, const group_number *other, size_t attributes) {
    size_t count = 0;
    for (size_t a = 0; a < attributes; a++)
        for (size_t b = 0; b < a; b++)
            count += (one[a] == one[b]) != (other[a] == other[b]);
    return count;
}

/* Neighbours are other groupings, and every merge and every way to leave a group is among them. */
static void neighbours_are_other_groupings(void **state) {
    (void)state;
    enum { MOST = 9 };
    uint64_t seed = property_seed();
    for (size_t i = 0; i < property_cases(300); i++) {
        random_stream stream = random_open(seed, "test-neighbours", i);
        size_t attributes = 1 + (size_t)random_below(&stream, MOST), merged = 0, left = 0;
        group_number node[MOST], other[MOST];
        group_scatter(node, attributes, &stream);
        size_t groups = group_node_groups(node, attributes), shared = 0;
        for (size_t n = 0; n < gomm_neighbours(attributes, groups); n++) {
            bool differs = gomm_neighbour(other, node, attributes, groups, n);
            assert_true(group_node_is_canonical(other, attributes));
            size_t now = group_node_groups(other, attributes);
            assert_true(now + 1 >= groups && now <= groups + 1);
            /* Swaps of two groups of one are moves that change nothing. */
            if (!differs)
                assert_int_equal(apart(node, other, attributes), 0);
            merged += n >= attributes * (groups + 1) + attributes * (attributes - 1) / 2;
            left += now == groups + 1;
        }
        for (size_t a = 0; a < attributes; a++) {
            size_t together = 0;
            for (size_t b = 0; b < attributes; b++)
                together += node[a] == node[b];
            shared += together > 1;
        }
        assert_int_equal(merged, groups * (groups - 1) / 2);
        assert_int_equal(left, shared);
    }
}

/* After a climb no neighbour is better, and more climbs are never worse. */
static void polished_groupings_are_local_optima(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    double before = INFINITY;
    const char *const climbs[] = {"0", "1", "4"};
    hidden_space space;
    hidden_space_open(&space, 24, 5, seed);
    for (size_t w = 0; w < 24 * 24; w += 3)
        space.weights[w] *= -0.2;
    for (size_t i = 0; i < 3; i++) {
        const shoal_parameter settings[] = {
            {"generations", "10", NULL}, {"polish", climbs[i], NULL}, {NULL, NULL, NULL}};
        search run;
        hidden_space_search(
            &run, &space,
            &(hidden_run){.algorithm = &algorithm_gomm, .settings = settings, .seed = 3});
        assert_int_equal(run.stopped_by, STOPPED_BY_ITSELF);
        assert_int_equal(operator_monitor_generations(run.monitor), 11);
        group_number best[24], other[24];
        memcpy(best, run.best_node, sizeof best);
        size_t groups = group_node_groups(best, 24);
        for (size_t n = 0; i > 0 && n < gomm_neighbours(24, groups); n++) {
            (void)gomm_neighbour(other, best, 24, groups, n);
            assert_true(hidden_space_cost(&space, other) >= run.best.value);
        }
        assert_true(run.best.value <= before);
        before = run.best.value;
        search_close(&run);
    }
    hidden_space_close(&space);
}

/* ---- The dynamic control ------------------------------------------------------------------- */

/* Whether one of an operator's children outlived the generation of its birth. In the last one,
 * those that are alive. */
static bool contributes(const search *run, size_t generation, group_operator maker) {
    const operator_record *record = operator_monitor_record(run->monitor, generation, maker);
    return record->created > record->discarded_unused || record->lifetimes > 0;
}

static void check_switches(const search *run, int64_t patience) {
    size_t generations = operator_monitor_generations(run->monitor);
    for (int i = 0; i < GROUP_OPERATORS; i++) {
        int64_t idle = 0;
        for (size_t g = 1; g < generations; g++) {
            idle = contributes(run, g, (group_operator)i) ? 0 : idle + 1;
            bool on = operator_monitor_generation(run->monitor, g)->on >> i & 1;
            bool was = operator_monitor_generation(run->monitor, g - 1)->on >> i & 1;
            assert_int_equal(on, was && idle < patience);
            uint64_t created = operator_monitor_record(run->monitor, g, (group_operator)i)->created;
            assert_int_equal(created, !was ? 0 : i == GROUP_CROSSOVER ? 50 : 10);
        }
    }
}

static void dgomm_gives_up_idle_operators(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    for (uint64_t i = 0; i < 10; i++) {
        const shoal_parameter settings[] = {{"patience", i % 2 ? "5" : "2", NULL},
                                            {"clones", i % 3 ? "exclude" : "allow", NULL},
                                            {"generations", "300", NULL},
                                            {NULL, NULL, NULL}};
        hidden_space space;
        search run;
        hidden_space_open(&space, 8 + (size_t)i, 4, seed);
        hidden_space_search(
            &run, &space,
            &(hidden_run){.algorithm = &algorithm_dgomm, .settings = settings, .seed = i});
        check_switches(&run, i % 2 ? 5 : 2);
        size_t last = operator_monitor_generations(run.monitor) - 1;
        assert_int_equal(run.stopped_by, STOPPED_BY_ITSELF);
        assert_true(last == 300 || operator_monitor_generation(run.monitor, last)->on == 0);
        search_close(&run);
        hidden_space_close(&space);
    }
}

/* As long as nothing is given up, dgomm is gomm; from then on it only proposes less. */
static void dgomm_goes_the_way_of_gomm(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    const operator_set all = (1u << GROUP_OPERATORS) - 1;
    for (uint64_t i = 0; i < 12; i++) {
        const shoal_parameter settings[] = {{"clones", i % 2 ? "exclude" : "allow", NULL},
                                            {"polish", "0", NULL},
                                            {NULL, NULL, NULL}};
        hidden_space space;
        search whole, dynamic;
        hidden_space_open(&space, 8 + (size_t)i, 4, seed);
        hidden_space_search(
            &whole, &space,
            &(hidden_run){.algorithm = &algorithm_gomm, .settings = settings, .seed = i});
        hidden_space_search(
            &dynamic, &space,
            &(hidden_run){.algorithm = &algorithm_dgomm, .settings = settings, .seed = i});
        for (size_t g = 0; g < operator_monitor_generations(dynamic.monitor); g++) {
            const generation_record *one = operator_monitor_generation(whole.monitor, g);
            const generation_record *other = operator_monitor_generation(dynamic.monitor, g);
            assert_true(one->best == other->best && one->mean == other->mean);
            if (other->on != all)
                break;
        }
        assert_true(dynamic.evaluations + dynamic.memo_hits <= 10200);
        search_close(&whole);
        search_close(&dynamic);
        hidden_space_close(&space);
    }
}

/* Where both have the time to find the best there is, dgomm needs less of it. */
static void dgomm_finds_the_same_with_less(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    for (uint64_t i = 0; i < 12; i++) {
        const shoal_parameter settings[] = {{"clones", i % 2 ? "exclude" : "allow", NULL},
                                            {"polish", "0", NULL},
                                            {NULL, NULL, NULL}};
        hidden_space space;
        search whole, dynamic;
        hidden_space_open(&space, 6 + (size_t)i / 3, 3, seed + i);
        hidden_space_search(
            &whole, &space,
            &(hidden_run){.algorithm = &algorithm_gomm, .settings = settings, .seed = i});
        hidden_space_search(
            &dynamic, &space,
            &(hidden_run){.algorithm = &algorithm_dgomm, .settings = settings, .seed = i});
        assert_true(dynamic.best.value == whole.best.value);
        assert_memory_equal(dynamic.best_node, whole.best_node, whole.node_bytes);
        assert_true(dynamic.evaluations <= whole.evaluations);
        assert_true(dynamic.evaluations + dynamic.memo_hits < 10200);
        search_close(&whole);
        search_close(&dynamic);
        hidden_space_close(&space);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(selection_is_the_printed_one),
        cmocka_unit_test(clones_are_dropped),
        cmocka_unit_test(neighbours_are_other_groupings),
        cmocka_unit_test(polished_groupings_are_local_optima),
        cmocka_unit_test(dgomm_gives_up_idle_operators),
        cmocka_unit_test(dgomm_goes_the_way_of_gomm),
        cmocka_unit_test(dgomm_finds_the_same_with_less),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
