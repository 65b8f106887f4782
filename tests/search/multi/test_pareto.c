/* Dominance, ranks, crowding, hypervolumes and archives, worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/multi/pareto.h"

#include <math.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

typedef struct pair {
    const char *name;
    double one[3], other[3];
    bool covers, dominates;
    int order; /* of the points */
} pair;

static const pair pairs[] = {
    {"equal", {1, 2, 3}, {1, 2, 3}, true, false, 0},
    {"better everywhere", {0, 1, 2}, {1, 2, 3}, true, true, -1},
    {"better in the last", {1, 2, 2}, {1, 2, 3}, true, true, -1},
    {"worse everywhere", {2, 3, 4}, {1, 2, 3}, false, false, 1},
    {"neither", {0, 5, 0}, {1, 2, 3}, false, false, -1},
    {"zeros of both signs are equal", {-0.0, 0.0, 0}, {0.0, -0.0, 0}, true, false, 0},
    {"a number beats none", {1, 1, 1}, {1, 1, NAN}, true, true, -1},
    {"infinity beats no number", {1, INFINITY, 1}, {1, NAN, 1}, true, true, -1},
    {"no number is beaten", {NAN, 1, 1}, {5, 1, 1}, false, false, 1},
    {"no numbers are equal", {NAN, 1, NAN}, {-NAN, 1, NAN}, true, false, 0},
    {"infinities are equal", {INFINITY, 1, 1}, {INFINITY, 1, 2}, true, true, -1},
};

static void dominance(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(pairs); i++) {
        const pair *row = &pairs[i];
        print_message("  %s\n", row->name);
        assert_int_equal(pareto_covers(row->one, row->other, 3), row->covers);
        assert_int_equal(pareto_dominates(row->one, row->other, 3), row->dominates);
        assert_int_equal(pareto_order_points(row->one, row->other, 3), row->order);
        assert_int_equal(pareto_order_points(row->other, row->one, 3), -row->order);
    }
}

typedef struct rank_case {
    const char *name;
    size_t count, objectives;
    double values[16];
    uint32_t ranks[8];
} rank_case;

static const rank_case rank_cases[] = {
    {"nobody", 0, 2, {0}, {0}},
    {"one", 1, 2, {3, 4}, {0}},
    {"one objective", 4, 1, {5, 3, 5, 1}, {2, 1, 2, 0}},
    {"a front", 3, 2, {1, 3, 2, 2, 3, 1}, {0, 0, 0}},
    {"a chain", 3, 2, {3, 3, 1, 1, 2, 2}, {2, 0, 1}},
    {"duplicates", 4, 2, {1, 1, 2, 2, 1, 1, 2, 2}, {0, 1, 0, 1}},
    {"ties in the first", 3, 2, {1, 3, 1, 1, 1, 2}, {2, 0, 1}},
    {"ties in the second", 3, 2, {3, 1, 1, 1, 2, 1}, {2, 0, 1}},
    {"a step", 5, 2, {1, 4, 2, 2, 4, 1, 3, 3, 4, 4}, {0, 0, 0, 1, 2}},
    {"three objectives", 4, 3, {1, 2, 3, 3, 2, 1, 3, 2, 3, 3, 3, 3}, {0, 0, 1, 2}},
    {"not all the last of a front", 3, 3, {0, 0, 9, 1, 9, 0, 2, 1, 9}, {0, 0, 1}},
    {"no numbers come last", 4, 2, {NAN, 1, 1, 1, NAN, NAN, INFINITY, INFINITY}, {1, 0, 2, 1}},
    {"equal but for what is no number", 2, 2, {NAN, NAN, NAN, NAN}, {0, 0}},
};

static void ranks_by_hand(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(rank_cases); i++) {
        const rank_case *row = &rank_cases[i];
        uint32_t ranks[8];
        print_message("  %s\n", row->name);
        assert_true(pareto_rank(row->values, row->count, row->objectives, ranks));
        for (size_t j = 0; j < row->count; j++)
            assert_int_equal(ranks[j], row->ranks[j]);
    }
}

typedef struct crowd_case {
    const char *name;
    size_t count, objectives;
    double values[15];
    double distances[5];
} crowd_case;

static const crowd_case crowd_cases[] = {
    {"one", 1, 2, {1, 2}, {INFINITY}},
    {"two alike", 2, 2, {1, 2, 1, 2}, {INFINITY, INFINITY}},
    {"even", 3, 2, {0, 2, 1, 1, 2, 0}, {INFINITY, 2, INFINITY}},
    {"uneven", 4, 2, {0, 8, 4, 0, 1, 4, 2, 2}, {INFINITY, INFINITY, 1.25, 1.25}},
    {"all alike", 3, 2, {1, 2, 1, 2, 1, 2}, {0, 0, 0}},
    {"ends by number",
     5,
     2,
     {0, 1, 0, 1, 0, 1, 1, 0, 1, 0},
     {INFINITY, 0, INFINITY, INFINITY, INFINITY}},
    {"one constant",
     4,
     3,
     {0, 3, 7, 1, 2, 7, 2, 1, 7, 3, 0, 7},
     {INFINITY, 4. / 3, 4. / 3, INFINITY}},
    {"the infinite is far", 3, 2, {0, INFINITY, 1, 1, INFINITY, 0}, {INFINITY, 2, INFINITY}},
    {"no overflow", 3, 1, {-1.5e308, 0, 1.5e308}, {INFINITY, 1, INFINITY}},
};

static void crowding_by_hand(void **state) {
    (void)state;
    const size_t members[] = {0, 1, 2, 3, 4};
    for (size_t i = 0; i < LENGTH(crowd_cases); i++) {
        const crowd_case *row = &crowd_cases[i];
        double distances[5];
        print_message("  %s\n", row->name);
        assert_true(pareto_crowd(row->values, row->objectives, members, row->count, distances));
        for (size_t j = 0; j < row->count; j++)
            assert_true(distances[j] == row->distances[j] ||
                        fabs(distances[j] - row->distances[j]) < 1e-12);
    }
}

/* Two points of another rank lie between the members. */
static void crowding_sees_members_only(void **state) {
    (void)state;
    const double values[] = {9, 9, 2, 0, 8, 8, 0, 2, 1, 1};
    const size_t members[] = {4, 3, 1};
    double distances[3];
    assert_true(pareto_crowd(values, 2, members, 3, distances));
    assert_true(distances[0] == 2 && isinf(distances[1]) && isinf(distances[2]));
}

typedef struct volume_case {
    const char *name;
    size_t count, objectives;
    double values[16], reference[4];
    double volume;
} volume_case;

static const volume_case volume_cases[] = {
    {"nobody", 0, 2, {0}, {1, 1}, 0},
    {"one objective", 3, 1, {3, 2, 5}, {4}, 2},
    {"a square", 1, 2, {1, 1}, {3, 3}, 4},
    {"a stair", 3, 2, {0, 2, 1, 1, 2, 0}, {3, 3}, 6},
    {"what is dominated adds nothing", 3, 2, {1, 1, 2, 2, 1, 1}, {3, 3}, 4},
    {"on the reference", 2, 2, {3, 0, 0, 3}, {3, 3}, 0},
    {"partly beyond", 2, 2, {1, 1, -9, 4}, {3, 3}, 4},
    {"a cube", 1, 3, {0, 0, 0}, {2, 2, 2}, 8},
    {"three bars", 3, 3, {0, 1, 1, 1, 0, 1, 1, 1, 0}, {2, 2, 2}, 4},
    {"four objectives", 2, 4, {0, 0, 0, 1, 1, 1, 1, 0}, {2, 2, 2, 2}, 9},
    {"no number", 2, 2, {NAN, 0, 1, 1}, {3, 3}, 4},
    {"infinitely far", 2, 3, {-INFINITY, 0, 0, 1, 1, 1}, {3, 3, 3}, INFINITY},
    {"an infinite reference", 2, 3, {1, 1, 1, 0, 2, 1}, {3, 3, INFINITY}, INFINITY},
    {"no reference", 1, 2, {1, 1}, {NAN, 3}, 0},
};

static void volumes_by_hand(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(volume_cases); i++) {
        const volume_case *row = &volume_cases[i];
        double volume = -1;
        print_message("  %s\n", row->name);
        assert_true(
            pareto_hypervolume(row->values, row->count, row->objectives, row->reference, &volume));
        assert_true(volume == row->volume);
    }
}

typedef struct arrival {
    double values[2];
    uint8_t node;
    pareto_answer answer;
    const char *held; /* nodes in order */
} arrival;

static const arrival arrivals[] = {
    {{5, 5}, 'a', PARETO_ADDED, "a"},           {{5, 5}, 'b', PARETO_DOMINATED, "a"},
    {{6, 5}, 'c', PARETO_DOMINATED, "a"},       {{5, 6}, 'd', PARETO_DOMINATED, "a"},
    {{7, 3}, 'e', PARETO_ADDED, "ae"},          {{2, 8}, 'f', PARETO_ADDED, "fae"},
    {{6, 4}, 'g', PARETO_ADDED, "fage"},        {{5, 4}, 'h', PARETO_ADDED, "fhe"},
    {{NAN, 1}, 'i', PARETO_ADDED, "fhei"},      {{INFINITY, 1}, 'j', PARETO_ADDED, "fhej"},
    {{2, 7}, 'k', PARETO_ADDED, "khej"},        {{1, INFINITY}, 'l', PARETO_ADDED, "lkhej"},
    {{1, NAN}, 'm', PARETO_DOMINATED, "lkhej"}, {{1, 3}, 'n', PARETO_ADDED, "nj"},
    {{0, 0}, 'o', PARETO_ADDED, "o"},
};

static void arrivals_by_hand(void **state) {
    (void)state;
    pareto_archive *archive;
    assert_int_equal(pareto_archive_open(&archive, 2, 1, NULL), SHOAL_OK);
    for (size_t i = 0; i < LENGTH(arrivals); i++) {
        const arrival *row = &arrivals[i];
        assert_int_equal(pareto_archive_add(archive, row->values, &row->node), row->answer);
        assert_int_equal(pareto_archive_count(archive), strlen(row->held));
        for (size_t j = 0; row->held[j]; j++)
            assert_int_equal(*pareto_archive_node(archive, j), row->held[j]);
    }
    pareto_archive_close(archive);
}

static void archives_without_nodes(void **state) {
    (void)state;
    pareto_archive *archive;
    const double values[] = {1, 2, 3};
    assert_int_equal(pareto_archive_open(&archive, 3, 0, NULL), SHOAL_OK);
    assert_int_equal(pareto_archive_count(archive), 0);
    assert_int_equal(pareto_archive_add(archive, values, NULL), PARETO_ADDED);
    assert_int_equal(pareto_archive_add(archive, values, NULL), PARETO_DOMINATED);
    assert_memory_equal(pareto_archive_values(archive, 0), values, sizeof values);
    pareto_archive_close(archive);
    pareto_archive_close(NULL);
}

static void archives_that_cannot_be(void **state) {
    (void)state;
    pareto_archive *archive;
    shoal_error error;
    assert_int_equal(pareto_archive_open(&archive, 0, 1, &error), SHOAL_USAGE);
    assert_null(archive);
    assert_int_equal(pareto_archive_open(&archive, SIZE_MAX / 4, 1, &error), SHOAL_NO_MEMORY);
    assert_null(archive);
    const double values[] = {1, 2};
    assert_int_equal(pareto_archive_open(&archive, 2, SIZE_MAX / 4, &error), SHOAL_OK);
    assert_int_equal(pareto_archive_add(archive, values, NULL), PARETO_NO_MEMORY);
    assert_int_equal(pareto_archive_count(archive), 0);
    pareto_archive_close(archive);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dominance),
        cmocka_unit_test(ranks_by_hand),
        cmocka_unit_test(crowding_by_hand),
        cmocka_unit_test(crowding_sees_members_only),
        cmocka_unit_test(volumes_by_hand),
        cmocka_unit_test(arrivals_by_hand),
        cmocka_unit_test(archives_without_nodes),
        cmocka_unit_test(archives_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
