/* What masked tables lose and give away, on tables small enough to work it out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/box_tree.h"
#include "measure/disclosure.h"
#include "measure/distinct_records.h"
#include "measure/information_loss.h"
#include "measure/linkage_weights.h"

#include <math.h>

#define ATTRIBUTES 3
#define ROWS 8

typedef struct masked_columns {
    size_t rows, attributes;
    double original[ATTRIBUTES][ROWS];
    double masked[ATTRIBUTES][ROWS];
} masked_columns;

typedef struct masked_points {
    const double *column[2][ATTRIBUTES];
    points original, masked;
} masked_points;

static void points_of(masked_points *out, const masked_columns *from) {
    for (size_t a = 0; a < ATTRIBUTES; a++) {
        out->column[0][a] = from->original[a];
        out->column[1][a] = from->masked[a];
    }
    out->original = (points){from->rows, from->attributes, out->column[0]};
    out->masked = (points){from->rows, from->attributes, out->column[1]};
}

/* ---- Information loss ----------------------------------------------------------------------- */

typedef struct loss_case {
    const char *name;
    masked_columns table;
    information_loss wanted;
} loss_case;

static const loss_case loss_cases[] = {
    {"nothing masked", {2, 1, {{-1, 1}}, {{-1, 1}}}, {.sse = 0}},
    {"all to the mean", {2, 1, {{-1, 1}}, {{0, 0}}}, {.sse = 1, .il1 = 1, .il3 = 1, .il4 = 1}},
    {"shifted", {2, 1, {{-1, 1}}, {{0, 2}}}, {.sse = 1, .il1 = 1, .il2 = 1}},
    {"swapped", {2, 1, {{-1, 1}}, {{1, -1}}}, {.sse = 4, .il1 = 2}},
    {"one of two attributes",
     {4, 2, {{-1, -1, 1, 1}, {-1, 1, -1, 1}}, {{-1, -1, 1, 1}, {0, 1, -1, 0}}},
     {.sse = 0.25, .il1 = 0.25, .il3 = 1.0 / 3, .il4 = 0.25, .il5 = M_SQRT1_2}},
    {"a constant attribute",
     {2, 2, {{-1, 1}, {0, 0}}, {{-1, 1}, {0.5, -0.5}}},
     {.il1 = 0.25, .il3 = 0.25, .il5 = 1}},
    {"masked to a constant whose mean is rounded",
     {6,
      2,
      {{-1, 1, -1, 1, -1, 1}, {-1, 1, 1, -1, -1, 1}},
      {{-1, 1, -1, 1, -1, 1}, {0.1, 0.1, 0.1, 0.1, 0.1, 0.1}}},
     {.sse = 0.505, .il1 = 0.5, .il2 = 0.05, .il3 = 4.0 / 9, .il4 = 0.5, .il5 = 1.0 / 3}},
    {"all constant", {3, 2, {{0}}, {{0}}}, {.sse = 0}},
    {"one row", {1, 2, {{0}, {0}}, {{1}, {0}}}, {.il1 = 0.5, .il2 = 0.5}},
    {"no row", {0, 2, {{0}}, {{0}}}, {.sse = 0}},
    {"no attribute", {2, 0, {{0}}, {{0}}}, {.sse = 0}},
};

static void check_number(const char *name, const char *field, double found, double wanted) {
    if (!(fabs(found - wanted) <= 1e-12))
        fail_msg("%s: %s is %.15g instead of %.15g", name, field, found, wanted);
}

static void losses_by_hand(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof loss_cases / sizeof *loss_cases; i++) {
        const loss_case *row = &loss_cases[i];
        masked_points table;
        information_loss found;
        points_of(&table, &row->table);
        assert_int_equal(information_loss_measure(&found, &table.original, &table.masked, NULL),
                         SHOAL_OK);
        check_number(row->name, "sse", found.sse, row->wanted.sse);
        check_number(row->name, "il1", found.il1, row->wanted.il1);
        check_number(row->name, "il2", found.il2, row->wanted.il2);
        check_number(row->name, "il3", found.il3, row->wanted.il3);
        check_number(row->name, "il4", found.il4, row->wanted.il4);
        check_number(row->name, "il5", found.il5, row->wanted.il5);
    }
}

/* ---- Intervals ------------------------------------------------------------------------------ */

typedef struct interval_case {
    const char *name;
    double original, masked, origin;
    bool disclosed;
} interval_case;

static const interval_case interval_cases[] = {
    {"the same", 3, 3, 0, true},
    {"at the end of the interval", 10, 11, 0, true},
    {"at its beginning", 10, 9, 0, true},
    {"above", 10, 11.5, 0, false},
    {"below", 10, 8.5, 0, false},
    {"of a negative value", -10, -9, 0, true},
    {"of a negative value, too far", -10, -8.5, 0, false},
    {"the mean itself", 0, 0, 0, true},
    {"near the mean", 0, 0.001, 0, false},
    {"near the mean on the original scale", 0, 1, 10, true},
    {"far from it on the original scale", 0, 1.5, 10, false},
    {"zero on the original scale", -10, -9.9, 10, false},
};

static void intervals_by_hand(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof interval_cases / sizeof *interval_cases; i++) {
        const interval_case *row = &interval_cases[i];
        double original[5];
        double masked[5];
        for (size_t j = 0; j < 5; j++) {
            original[j] = row->original;
            masked[j] = row->masked;
        }
        for (size_t rows = 0; rows <= 5; rows++)
            if (interval_disclosed(original, masked, rows, row->origin) != rows * row->disclosed)
                fail_msg("%s: wrong with %zu rows", row->name, rows);
    }
}

/* ---- Linkage -------------------------------------------------------------------------------- */

typedef struct linkage_case {
    const char *name;
    masked_columns table;
    size_t most;
    uint64_t attacked, by_distance, by_probability;
    double guessed_by_distance, guessed_by_probability;
} linkage_case;

/* Guesses by hand: where the own one is among t equally near or likely ones, the guess is right
 * with probability 1 / t. Nobody is linked by distance if all averages are equal, but a guess is
 * right one time in four. */
static const linkage_case linkage_cases[] = {
    {"no row", {0, 1, {{0}}, {{0}}}, 0, 0, 0, 0, 0, 0},
    {"one row", {1, 1, {{3}}, {{-5}}}, 0, 1, 1, 1, 1, 1},
    {"two rows and no attribute", {2, 0, {{0}}, {{0}}}, 0, 2, 0, 0, 0.5, 0.5},
    {"nothing masked", {3, 1, {{0, 1, 2}}, {{0, 1, 2}}}, 0, 3, 3, 3, 1, 1},
    {"nothing masked, two equal",
     {3, 1, {{0, 0, 1}}, {{0, 0, 1}}},
     0,
     3,
     1,
     1,
     (0.5 + 0.5 + 1) / 3,
     (0.5 + 0.5 + 1) / 3},
    {"all masked equal", {4, 1, {{0, 1, 2, 3}}, {{1.5, 1.5, 1.5, 1.5}}}, 0, 4, 0, 0, 0.25, 0.25},
    {"all constant", {4, 2, {{0}}, {{0}}}, 0, 4, 0, 0, 0.25, 0.25},
    {"two zeros are one", {2, 1, {{0, 0}}, {{0.0, -0.0}}}, 0, 2, 0, 0, 0.5, 0.5},
    {"swapped", {2, 1, {{0, 1}}, {{1, 0}}}, 0, 2, 0, 0, 0, 0},
    /* The first record is between both, and agrees with neither. */
    {"a tie is no link", {2, 1, {{0, -1}}, {{1, -1}}}, 0, 2, 1, 1, 0.75, 0.75},
    /* One of two by distance; 0.5 is too far to agree, so that all four are as likely. */
    {"pairs share their values",
     {4, 1, {{0, 1, 5, 6}}, {{0.5, 0.5, 5.5, 5.5}}},
     0,
     4,
     0,
     0,
     0.5,
     0.25},
    {"two groups tell apart what one does not",
     {4, 2, {{0, 1, 5, 6}, {0, 5, 1, 6}}, {{0.5, 0.5, 5.5, 5.5}, {0.5, 5.5, 0.5, 5.5}}},
     0,
     4,
     4,
     0,
     1,
     0.25},
    {"the second attribute decides",
     {3, 2, {{0, 0, 0}, {0, 4, 8}}, {{0, 0, 0}, {1, 5, 9}}},
     0,
     3,
     3,
     0,
     1,
     1.0 / 3},
    {"every second one", {6, 1, {{0, 1, 2, 3, 4, 5}}, {{0, 9, 2, 9, 4, 9}}}, 3, 3, 3, 3, 1, 1},
    {"the last one is not attacked",
     {4, 1, {{0, 1, 2, 3}}, {{0, 1, 2, 0}}},
     3,
     3,
     2,
     2,
     (0.5 + 1 + 1) / 3,
     (0.5 + 1 + 1) / 3},
    {"more than there are", {2, 1, {{0, 1}}, {{0, 1}}}, 5, 2, 2, 2, 1, 1},
};

typedef shoal_status linkage(linkage_outcome *, const linkage_attack *, shoal_error *);

static void check_linkage(const linkage_case *row, const char *how, linkage *link, uint64_t wanted,
                          double guessed) {
    masked_points table;
    linkage_outcome found;
    points_of(&table, &row->table);
    linkage_attack attack = {&table.original, &table.masked, row->most, NULL, NULL};
    assert_int_equal(link(&found, &attack, NULL), SHOAL_OK);
    if (found.attacked != row->attacked || found.linked != wanted)
        fail_msg("%s, by %s: %llu of %llu instead of %llu of %llu", row->name, how,
                 (unsigned long long)found.linked, (unsigned long long)found.attacked,
                 (unsigned long long)wanted, (unsigned long long)row->attacked);
    check_number(row->name, how, found.expected, guessed);
}

static void links_by_hand(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof linkage_cases / sizeof *linkage_cases; i++) {
        const linkage_case *row = &linkage_cases[i];
        check_linkage(row, "distance", linkage_by_distance, row->by_distance,
                      row->guessed_by_distance);
        check_linkage(row, "probability", linkage_by_probability, row->by_probability,
                      row->guessed_by_probability);
    }
}

static void attacks_can_be_cancelled(void **state) {
    const masked_columns columns = {3, 1, {{0, 1, 2}}, {{0, 1, 2}}};
    const volatile int cancel = 1;
    masked_points table;
    linkage_outcome found;
    shoal_error error;
    (void)state;
    points_of(&table, &columns);
    linkage_attack attack = {&table.original, &table.masked, 0, NULL, &cancel};
    assert_int_equal(linkage_by_distance(&found, &attack, &error), SHOAL_INTERRUPTED);
    assert_int_equal(error.status, SHOAL_INTERRUPTED);
    assert_int_equal(linkage_by_probability(&found, &attack, &error), SHOAL_INTERRUPTED);
    assert_string_equal(error.message, "interrupted while linking records");
}

static void too_many_rows_are_refused(void **state) {
    const points many = {.rows = UINT32_MAX};
    linkage_attack attack = {.original = &many, .masked = &many};
    linkage_outcome found;
    shoal_error error;
    (void)state;
    assert_int_equal(linkage_by_distance(&found, &attack, &error), SHOAL_BAD_DATA);
    assert_int_equal(linkage_by_probability(&found, &attack, &error), SHOAL_BAD_DATA);
}

/* ---- Parts ---------------------------------------------------------------------------------- */

static void distinct_records_by_hand(void **state) {
    const double x[] = {1, 2, 1, 0.0, -0.0, 2};
    const double y[] = {5, 5, 5, 5, 5, 6};
    const double *const columns[] = {x, y};
    const points table = {6, 2, columns};
    const uint32_t of[] = {0, 1, 0, 2, 2, 3};
    const uint32_t first[] = {0, 1, 3, 5};
    const uint32_t shared[] = {2, 1, 2, 1};
    distinct_records found;
    (void)state;
    assert_int_equal(distinct_records_open(&found, &table, NULL), SHOAL_OK);
    assert_int_equal(found.count, 4);
    assert_memory_equal(found.of, of, sizeof of);
    assert_memory_equal(found.first, first, sizeof first);
    assert_memory_equal(found.shared, shared, sizeof shared);
    distinct_records_close(&found);
}

/* Points 0, 1, 2, … on a line, in any order, every third one twice: from a point, itself is the
 * nearest; half way to the next one, both are. */
static void nearest_on_a_line(void **state) {
    static double x[1000];
    static uint32_t row[1000], shared[1000];
    const double *const columns[] = {x};
    (void)state;
    for (size_t count = 1; count <= 1000; count = count * 3 + 1) {
        const points table = {count, 1, columns};
        box_tree tree;
        for (size_t i = 0; i < count; i++) {
            x[i] = (double)i;
            row[i] = (uint32_t)((i * 17 + 3) % count);
            shared[i] = row[i] % 3 ? 1 : 2;
        }
        assert_true(count % 17 != 0);
        assert_int_equal(box_tree_open(&tree, &table, row, count, NULL), SHOAL_OK);
        for (size_t i = 0; i < count; i++) {
            double from = x[row[i]];
            bool last = row[i] == count - 1;
            uint64_t own = row[i] % 3 ? 1 : 2, next = (row[i] + 1) % 3 ? 1 : 2;
            assert_true(box_tree_distance(&tree, &from, i) == 0);
            assert_int_equal(box_tree_count_nearest(&tree, &from, i, shared), own);
            from += 0.5;
            assert_int_equal(box_tree_count_nearest(&tree, &from, i, shared),
                             own + (last ? 0 : next));
            from += 0.25;
            assert_int_equal(box_tree_count_nearest(&tree, &from, i, shared), last ? own : 0);
        }
        box_tree_close(&tree);
    }
}

/* An attribute that always agrees says nothing; two that agree only in pairs of one person say all
 * that the limits of the probabilities allow. */
static void weights_by_hand(void **state) {
    const uint64_t patterns[] = {1, 7};
    const linkage_attack attack = {0};
    pattern_table counted = {.words = 1};
    linkage_weights found;
    (void)state;
    assert_true(pattern_table_add(&counted, &patterns[1], 10));
    assert_true(pattern_table_add(&counted, &patterns[0], 80));
    assert_true(pattern_table_add(&counted, &patterns[0], 10));
    assert_int_equal(counted.count, 2);
    assert_true(pattern_table_sort(&counted));
    assert_int_equal(counted.pattern[0], 1);
    assert_int_equal(counted.pairs[0], 90);
    assert_int_equal(counted.pairs[1], 10);
    assert_int_equal(linkage_weights_open(&found, &counted, 3, 0.1, &attack, NULL), SHOAL_OK);
    check_number("constant", "weight", found.agree[0], 0);
    double all = 2 * log2((1 - 1e-6) / 1e-6);
    if (fabs(linkage_weight(&found, &patterns[1]) - all) > 1e-4 ||
        fabs(linkage_weight(&found, &patterns[0]) + all) > 1e-4)
        fail_msg("%g and %g", linkage_weight(&found, &patterns[1]),
                 linkage_weight(&found, &patterns[0]));
    linkage_weights_close(&found);
    pattern_table_close(&counted);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses_by_hand),
        cmocka_unit_test(intervals_by_hand),
        cmocka_unit_test(links_by_hand),
        cmocka_unit_test(attacks_can_be_cancelled),
        cmocka_unit_test(too_many_rows_are_refused),
        cmocka_unit_test(distinct_records_by_hand),
        cmocka_unit_test(nearest_on_a_line),
        cmocka_unit_test(weights_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
