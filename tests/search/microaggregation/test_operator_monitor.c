/* The operator monitor on a history short enough to work out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/microaggregation/operator_monitor.h"

#include <math.h>

/* ---- Formulas ------------------------------------------------------------------------------ */

typedef struct change_case {
    const char *name;
    double cost, reference;
    int outcome;    /* -1 worse, 0 equal, 1 better */
    double change;  /* 4.2 and 4.3 */
    double printed; /* 4.1 */
} change_case;

static const change_case changes[] = {
    {"a fifth better", 40, 50, 1, 20, 80},
    {"as good", 50, 50, 0, 0, 100},
    {"a quarter more costs 20 %", 50, 40, -1, -20, -80},
    {"twice as much", 80, 40, -1, -50, -50},
    {"nothing left", 0, 40, 1, 100, 0},
    {"from nothing to nothing", 0, 0, 0, 0, 100},
    {"from nothing to something", 3, 0, -1, -100, 0},
    {"a hair better", 1 - 0x1p-40, 1, 1, 0x1p-40 * 100, (1 - 0x1p-40) * 100},
};

static void assert_near(const char *name, double found, double expected) {
    if (fabs(found - expected) > 1e-12)
        fail_msg("%s: %.17g, not %.17g", name, found, expected);
}

static void changes_follow_the_formulas(void **state) {
    (void)state;
    const operator_monitor_settings settings = {.algorithm = "gomm"};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const change_case *each = &changes[i];
        operator_monitor *monitor = operator_monitor_open(&settings);
        assert_non_null(monitor);
        assert_true(operator_monitor_begin(monitor));
        operator_monitor_create(monitor, GROUP_SPLIT, each->cost, each->reference);
        const operator_record *record = operator_monitor_record(monitor, 0, GROUP_SPLIT);
        bool worse = each->outcome < 0;
        assert_int_equal(record->created, 1);
        assert_int_equal(record->improved, each->outcome > 0);
        assert_int_equal(record->equal, each->outcome == 0);
        assert_int_equal(record->worsened, worse);
        assert_near(each->name, record->improvements, worse ? 0 : each->change);
        assert_near(each->name, record->largest_improvement, worse ? 0 : each->change);
        assert_near(each->name, record->worsenings, worse ? each->change : 0);
        assert_near(each->name, record->largest_worsening, worse ? each->change : 0);
        assert_near(each->name, record->printed_improvements, worse ? 0 : each->printed);
        assert_near(each->name, record->printed_worsenings, worse ? each->printed : 0);
        operator_monitor_close(monitor);
    }
}

/* ---- A history of two generations ---------------------------------------------------------- */

#define BIT(which) ((operator_set)1 << (which))

/* Generation 1: a crossover with parents of 30 and 50 makes two children: one of 30 that becomes a
 * parent and lives on, one of 50 that dies at once; four moves from 40 make 30 (dies in generation
 * 2, never used), 35 (alive at the end, never used), 80 and a clone. Generation 2: a move from 30
 * makes 24, alive at the end; the crossover is off. */
static operator_monitor *two_generations(void) {
    const operator_monitor_settings settings = {
        .algorithm = "dgomm",
        .seed = 7,
        .attributes = 12,
        .population = 3,
        .generations = 2,
        .crossovers = 1,
        .mutations = 4,
        .operators = BIT(GROUP_CROSSOVER) | BIT(GROUP_ELEMENT_MOVE),
        .patience = 1,
    };
    operator_monitor *monitor = operator_monitor_open(&settings);
    assert_non_null(monitor);
    assert_true(operator_monitor_begin(monitor));
    operator_monitor_end(monitor, &(generation_record){3, 30, 40, 2.5, 3, 0, settings.operators});

    assert_true(operator_monitor_begin(monitor));
    operator_monitor_create(monitor, GROUP_CROSSOVER, 30, 40);
    operator_monitor_create(monitor, GROUP_CROSSOVER, 50, 40);
    operator_monitor_create(monitor, GROUP_ELEMENT_MOVE, 30, 40);
    operator_monitor_create(monitor, GROUP_ELEMENT_MOVE, 35, 40);
    operator_monitor_create(monitor, GROUP_ELEMENT_MOVE, 80, 40);
    operator_monitor_create(monitor, GROUP_ELEMENT_MOVE, 40, 40);
    operator_monitor_discard(monitor, &(operator_life){GROUP_CROSSOVER, 1, 1, false, false});
    operator_monitor_discard(monitor, &(operator_life){GROUP_ELEMENT_MOVE, 1, 1, false, false});
    operator_monitor_discard(monitor, &(operator_life){GROUP_ELEMENT_MOVE, 1, 1, false, true});
    operator_monitor_end(monitor,
                         &(generation_record){3, 30, 32, 2, 8, 1, BIT(GROUP_ELEMENT_MOVE)});

    assert_true(operator_monitor_begin(monitor));
    operator_monitor_create(monitor, GROUP_ELEMENT_MOVE, 24, 30);
    operator_monitor_discard(monitor, &(operator_life){GROUP_ELEMENT_MOVE, 1, 2, false, false});
    operator_monitor_end(monitor, &(generation_record){3, 24, 30, 2, 9, 1, 0});

    operator_monitor_survive(monitor, &(operator_life){GROUP_CROSSOVER, 1, 2, true, false});
    operator_monitor_survive(monitor, &(operator_life){GROUP_ELEMENT_MOVE, 1, 2, false, false});
    operator_monitor_survive(monitor, &(operator_life){GROUP_ELEMENT_MOVE, 2, 2, false, false});
    return monitor;
}

static void histories_are_counted(void **state) {
    (void)state;
    operator_monitor *monitor = two_generations();
    const operator_record *record = operator_monitor_record(monitor, 1, GROUP_ELEMENT_MOVE);
    assert_int_equal(operator_monitor_generations(monitor), 3);
    assert_int_equal(record->created, 4);
    assert_int_equal(record->clones, 1);
    assert_int_equal(record->discarded_unused, 3);
    assert_int_equal(record->alive_unused, 1);
    assert_int_equal(record->lifetimes, 2);
    assert_near("lifetime", operator_record_mean((double)record->lifetimes, record->created), 0.5);
    assert_near("mean improvement", operator_record_mean(record->improvements, record->improved),
                18.75);
    assert_true(isnan(operator_record_mean(0, 0)));
    assert_int_equal(operator_monitor_record(monitor, 1, GROUP_CREATE)->created, 0);
    operator_monitor_close(monitor);
}

static void operators_are_printed(void **state) {
    (void)state;
    operator_monitor *monitor = two_generations();
    text out = {0};
    operator_monitor_print_operators(&out, monitor);
    assert_false(out.failed);
    assert_string_equal(out.bytes, "generation,operator,created,clones,discarded_unused,"
                                   "alive_unused,lifetime,improved,worsened,equal,"
                                   "improvement_mean,improvement_largest,worsening_mean,"
                                   "worsening_largest,printed_improvement_mean,"
                                   "printed_worsening_mean\n"
                                   "1,crossover,2,0,1,0,0.5,1,1,0,25,25,-20,-20,,\n"
                                   "1,element-move,4,1,3,1,0.5,2,1,1,18.75,25,-50,-50,"
                                   "87.5,-50\n"
                                   "2,crossover,0,0,0,0,,0,0,0,,,,,,\n"
                                   "2,element-move,1,0,0,1,0,1,0,0,20,20,,,80,\n");
    text_free(&out);
    operator_monitor_close(monitor);
}

static void generations_are_printed(void **state) {
    (void)state;
    operator_monitor *monitor = two_generations();
    text out = {0};
    operator_monitor_print_generations(&out, monitor);
    assert_false(out.failed);
    assert_string_equal(out.bytes,
                        "generation,members,best,mean,groups,evaluations,memo_hits,operators_on\n"
                        "0,3,30,40,2.5,3,0,crossover+element-move\n"
                        "1,3,30,32,2,8,1,element-move\n"
                        "2,3,24,30,2,9,1,\n");
    text_free(&out);
    operator_monitor_close(monitor);
}

static void everything_is_printed_as_json(void **state) {
    (void)state;
    operator_monitor *monitor = two_generations();
    text out = {0};
    operator_monitor_print_json(&out, monitor);
    assert_false(out.failed);
    assert_non_null(strstr(
        out.bytes, "{\n  \"settings\": {\"algorithm\": \"dgomm\", \"seed\": 7, \"attributes\": 12, "
                   "\"population\": 3, \"generations\": 2, \"crossovers\": 1, \"mutations\": 4, "
                   "\"operators\": [\"crossover\", \"element-move\"], \"clones\": \"exclude\", "
                   "\"patience\": 1},\n  \"generations\": [\n    {\"generation\": 0, "));
    assert_non_null(strstr(out.bytes, "    {\"generation\": 2, \"members\": 3, \"best\": 24, "
                                      "\"mean\": 30, \"groups\": 2, \"evaluations\": 9, "
                                      "\"memo_hits\": 1, \"operators_on\": []}\n  ],\n"
                                      "  \"operators\": [\n    {\"generation\": 1, "
                                      "\"operator\": \"crossover\", \"created\": 2,"));
    assert_non_null(strstr(out.bytes,
                           "\"worsening_mean\": null, \"worsening_largest\": null, "
                           "\"printed_improvement_mean\": 80, \"printed_worsening_mean\": null}\n"
                           "  ]\n}\n"));
    text_free(&out);
    operator_monitor_close(monitor);
}

/* Nothing was made: tables without rows, and arrays without members. */
static void nothing_is_printed_too(void **state) {
    (void)state;
    operator_monitor *monitor =
        operator_monitor_open(&(operator_monitor_settings){.algorithm = "gomm", .clones = true});
    text out = {0};
    assert_non_null(monitor);
    operator_monitor_print_json(&out, monitor);
    assert_string_equal(
        out.bytes, "{\n  \"settings\": {\"algorithm\": \"gomm\", \"seed\": 0, \"attributes\": 0, "
                   "\"population\": 0, \"generations\": 0, \"crossovers\": 0, \"mutations\": 0, "
                   "\"operators\": [], \"clones\": \"allow\", \"patience\": null},\n"
                   "  \"generations\": [\n  ],\n  \"operators\": [\n  ]\n}\n");
    text_free(&out);
    operator_monitor_close(monitor);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_follow_the_formulas),   cmocka_unit_test(histories_are_counted),
        cmocka_unit_test(operators_are_printed),         cmocka_unit_test(generations_are_printed),
        cmocka_unit_test(everything_is_printed_as_json), cmocka_unit_test(nothing_is_printed_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
