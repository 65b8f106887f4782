/* gomm and dgomm on a space whose costs are made up: what whole runs find, count and refuse. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/driver/algorithms.h"
#include "search/microaggregation/operator_monitor.h"
#include "support/hidden_space.h"
#include "support/random_cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *print_monitor(const search *run) {
    text out = {0};
    operator_monitor_print_json(&out, run->monitor);
    operator_monitor_print_operators(&out, run->monitor);
    operator_monitor_print_generations(&out, run->monitor);
    assert_false(out.failed);
    return out.bytes;
}

/* ---- Runs ---------------------------------------------------------------------------------- */

/* Every way to group up to eight attributes. */
static double least_cost(const hidden_space *space, group_number *node, size_t attribute,
                         size_t groups) {
    double least = INFINITY;
    if (attribute == space->attributes)
        return hidden_space_cost(space, node);
    for (size_t g = 0; g <= groups; g++) {
        node[attribute] = (group_number)g;
        least = fmin(least, least_cost(space, node, attribute + 1, g == groups ? g + 1 : groups));
    }
    return least;
}

static void small_optima_are_found(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    const algorithm *const algorithms[] = {&algorithm_gomm, &algorithm_dgomm};
    for (size_t attributes = 1; attributes <= 8; attributes++)
        for (size_t i = 0; i < 2; i++) {
            group_number node[8];
            hidden_space space;
            search run;
            hidden_space_open(&space, attributes, 3, seed);
            /* No longer the distance from one grouping, but from several at once. */
            for (size_t w = 0; w < attributes * attributes; w += 3)
                space.weights[w] *= -0.2;
            hidden_space_search(&run, &space,
                                &(hidden_run){.algorithm = algorithms[i], .seed = seed});
            assert_true(run.found);
            double least = least_cost(&space, node, 0, 0);
            if (fabs(run.best.value - least) > 1e-9)
                fail_msg("%s, %zu attributes: %g, but there is %g", algorithms[i]->name, attributes,
                         run.best.value, least);
            search_close(&run);
            hidden_space_close(&space);
        }
}

typedef struct proposal_case {
    const char *operators, *clones;
} proposal_case;

static const proposal_case proposals[] = {
    {"all", "allow"},
    {"all", "exclude"},
    {"crossover", "allow"},
    {"group-create", "allow"},
    {"group-eliminate", "allow"},
    {"group-split", "exclude"},
    {"element-swap", "allow"},
    {"element-move", "exclude"},
    {"crossover+element-move", "allow"},
    {"crossover+group-create+element-swap", "allow"},
};

/* Of one generation: so many children in all, of the operators that are in use. */
static void check_created(const search *run, size_t generation, const char *operators) {
    uint64_t all = 0;
    for (int i = 0; i < GROUP_OPERATORS; i++) {
        group_operator maker = (group_operator)i;
        const operator_record *record = operator_monitor_record(run->monitor, generation, maker);
        bool named = strstr(operators, group_operator_name(maker));
        if (strcmp(operators, "all") == 0)
            assert_int_equal(record->created, maker == GROUP_CROSSOVER ? 50 : 10);
        else if (named)
            assert_in_range(record->created, 33, 100);
        else
            assert_int_equal(record->created, 0);
        assert_int_equal(record->improved + record->worsened + record->equal, record->created);
        assert_true(record->discarded_unused + record->alive_unused <= record->created);
        assert_true(record->clones <= record->discarded_unused);
        assert_true(record->lifetimes <= record->created * (100 - generation));
        all += record->created;
    }
    assert_int_equal(all, 100);
}

static void thesis_runs_propose_10200(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    for (size_t i = 0; i < sizeof proposals / sizeof *proposals; i++) {
        const shoal_parameter settings[] = {{"operators", proposals[i].operators, NULL},
                                            {"clones", proposals[i].clones, NULL},
                                            {"polish", "0", NULL},
                                            {NULL, NULL, NULL}};
        hidden_space space;
        search run;
        hidden_space_open(&space, 12, 4, seed);
        hidden_space_search(
            &run, &space,
            &(hidden_run){.algorithm = &algorithm_gomm, .settings = settings, .seed = i});
        assert_int_equal(run.stopped_by, STOPPED_BY_ITSELF);
        assert_int_equal(run.evaluations + run.memo_hits, 10200);
        assert_int_equal(operator_monitor_generations(run.monitor), 101);
        double best = INFINITY;
        for (size_t g = 0; g <= 100; g++) {
            const generation_record *record = operator_monitor_generation(run.monitor, g);
            assert_true(record->best <= best && record->best <= record->mean * (1 + 1e-12));
            assert_true(record->groups >= 1 && record->groups <= 12);
            assert_int_equal(record->evaluations + record->memo_hits, 200 + 100 * (int64_t)g);
            best = record->best;
            if (g > 0)
                check_created(&run, g, proposals[i].operators);
        }
        assert_true(best == run.best.value);
        search_close(&run);
        hidden_space_close(&space);
    }
}

static void same_seed_same_run(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    hidden_space space;
    hidden_space_open(&space, 10, 3, seed);
    const algorithm *const algorithms[] = {&algorithm_gomm, &algorithm_dgomm};
    for (size_t i = 0; i < 2; i++) {
        search one, again, other;
        hidden_space_search(&one, &space, &(hidden_run){.algorithm = algorithms[i], .seed = 5});
        hidden_space_search(&again, &space,
                            &(hidden_run){.algorithm = algorithms[i], .seed = 5, .threads = 3});
        hidden_space_search(&other, &space, &(hidden_run){.algorithm = algorithms[i], .seed = 6});
        char *first = print_monitor(&one), *second = print_monitor(&again);
        char *third = print_monitor(&other);
        assert_memory_equal(one.best_node, again.best_node, one.node_bytes);
        assert_string_equal(first, second);
        assert_string_not_equal(first, third);
        free(first);
        free(second);
        free(third);
        search_close(&one);
        search_close(&again);
        search_close(&other);
    }
    hidden_space_close(&space);
}

static void many_attributes_work(void **state) {
    (void)state;
    const shoal_parameter settings[] = {
        {"population", "20", NULL}, {"generations", "20", NULL}, {NULL, NULL, NULL}};
    hidden_space space;
    search run;
    hidden_space_open(&space, 300, 200, 1);
    /* Polishing begins, but a climb to its end would take most of the suite's time. */
    hidden_space_search(
        &run, &space,
        &(hidden_run){
            .algorithm = &algorithm_gomm, .settings = settings, .seed = 1, .evaluations = 5000});
    assert_true(run.found && run.stopped_by == STOPPED_BY_EVALUATIONS);
    assert_true(operator_monitor_generation(run.monitor, 0)->groups > 128);
    assert_true(operator_monitor_generation(run.monitor, 20)->best <
                operator_monitor_generation(run.monitor, 0)->best);
    search_close(&run);
    hidden_space_close(&space);
}

/* ---- Limits -------------------------------------------------------------------------------- */

/* Whatever is left undone, the monitor has whole generations, and every child's fate. */
static void budgets_stop_anywhere(void **state) {
    (void)state;
    const shoal_parameter settings[] = {{"population", "9", NULL}, {"generations", "6", NULL},
                                        {"crossovers", "2", NULL}, {"mutations", "1", NULL},
                                        {"clones", "allow", NULL}, {"polish", "2", NULL},
                                        {NULL, NULL, NULL}};
    hidden_space space;
    hidden_space_open(&space, 9, 3, 4);
    for (int64_t budget = 1; budget < 150; budget++) {
        search run;
        hidden_space_search(&run, &space,
                            &(hidden_run){.algorithm = &algorithm_dgomm,
                                          .settings = settings,
                                          .seed = 2,
                                          .evaluations = budget});
        assert_true(run.found && run.evaluations <= budget);
        assert_true(run.stopped_by == STOPPED_BY_EVALUATIONS ||
                    run.stopped_by == STOPPED_BY_ITSELF);
        size_t generations = operator_monitor_generations(run.monitor);
        assert_true(generations <= 7 && (generations > 0) == (budget >= 9));
        for (size_t g = 1; g < generations; g++)
            for (int i = 0; i < GROUP_OPERATORS; i++) {
                const operator_record *record =
                    operator_monitor_record(run.monitor, g, (group_operator)i);
                assert_true(record->discarded_unused + record->alive_unused <= record->created);
                assert_true(record->lifetimes <= record->created * (generations - 1 - g));
            }
        free(print_monitor(&run));
        search_close(&run);
    }
    hidden_space_close(&space);
}

typedef struct refusal_case {
    const char *name, *value;
    const char *says;
} refusal_case;

static const refusal_case refusals[] = {
    {"population", "0", "search.population"},
    {"population", "2000000", "search.population"},
    {"generations", "0", "search.generations"},
    {"crossovers", "-1", "search.crossovers"},
    {"mutations", "-1", "search.mutations"},
    {"patience", "0", "search.patience"},
    {"operators", "", "names ''"},
    {"operators", "mutation", "names 'mutation'"},
    {"operators", "crossover+", "names ''"},
    {"operators", "crossover+group", "names 'group'"},
    {"operators", "crossover,group-split", "names 'crossover,group-split'"},
    {"clones", "some", "exclude or allow"},
    {"polish", "-1", "search.polish"},
};

static void wrong_settings_are_refused(void **state) {
    (void)state;
    hidden_space space;
    hidden_space_open(&space, 4, 2, 1);
    space.base.ground = &space.ground;
    space.base.metric = &space.made_up;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const shoal_parameter settings[] = {{refusals[i].name, refusals[i].value, NULL},
                                            {NULL, NULL, NULL}};
        search_setup setup = {
            .space = &space.base, .algorithm = &algorithm_dgomm, .settings = settings};
        search run;
        shoal_error error = {0};
        assert_int_equal(search_run(&run, &setup, &error), SHOAL_USAGE);
        if (!strstr(error.message, refusals[i].says))
            fail_msg("%s=%s: %s", refusals[i].name, refusals[i].value, error.message);
    }
    hidden_space_close(&space);
}

static void childless_runs_are_refused(void **state) {
    (void)state;
    const shoal_parameter settings[] = {
        {"crossovers", "0", NULL}, {"mutations", "0", NULL}, {NULL, NULL, NULL}};
    hidden_space space;
    hidden_space_open(&space, 4, 2, 1);
    space.base.ground = &space.ground;
    space.base.metric = &space.made_up;
    search_setup setup = {.space = &space.base, .algorithm = &algorithm_gomm, .settings = settings};
    search run;
    shoal_error error = {0};
    assert_int_equal(search_run(&run, &setup, &error), SHOAL_USAGE);
    assert_non_null(strstr(error.message, "needs children"));
    hidden_space_close(&space);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_optima_are_found),     cmocka_unit_test(thesis_runs_propose_10200),
        cmocka_unit_test(same_seed_same_run),         cmocka_unit_test(many_attributes_work),
        cmocka_unit_test(budgets_stop_anywhere),      cmocka_unit_test(wrong_settings_are_refused),
        cmocka_unit_test(childless_runs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
