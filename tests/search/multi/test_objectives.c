/* Objectives by name, the preference point, and what becomes of them as numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/metrics.h"
#include "search/multi/objectives.h"

#include <math.h>

/* ---- Reading ------------------------------------------------------------------------------- */

static const struct {
    const char *wanted, *prefer;
    const char *names[OBJECTIVES_MOST + 1]; /* with + where they are maximized */
} read_cases[] = {
    {NULL, NULL, {"dm", "+k_eff"}},
    {NULL, "nwp=0.2,necd=0.1", {"ach", "+k_eff"}},
    {"loss,k_eff", NULL, {"loss", "+k_eff"}},
    {"k_eff,loss", "nwp=0,necd=1", {"+k_eff", "loss"}},
    {"classes,suppressed,necd", NULL, {"+classes", "suppressed", "necd"}},
    {"min:classes,max:suppressed", NULL, {"classes", "+suppressed"}},
    {"max:loss,min:k_eff", NULL, {"+loss", "k_eff"}},
    {"min:loss,max:k_eff", NULL, {"loss", "+k_eff"}},
    {"ach,dm", "necd=0.5,nwp=0.25", {"ach", "dm"}},
    {"loss,precision,dm,aecs,entropy,nwp,necd,k_eff",
     NULL,
     {"loss", "precision", "dm", "aecs", "entropy", "nwp", "necd", "+k_eff"}},
};

static void names_and_directions(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof read_cases / sizeof *read_cases; i++) {
        objectives of;
        assert_int_equal(
            objectives_read(&of, read_cases[i].wanted, read_cases[i].prefer, "dm", NULL), SHOAL_OK);
        assert_int_equal(of.preferred, read_cases[i].prefer != NULL);
        size_t count = 0;
        for (; read_cases[i].names[count]; count++) {
            const char *name = read_cases[i].names[count];
            bool maximized = *name == '+';
            assert_true(count < of.count);
            assert_string_equal(of.each[count].name, name + maximized);
            assert_int_equal(of.each[count].maximized, maximized);
            assert_int_equal(of.each[count].metric != NULL,
                             of.each[count].kind == OBJECTIVE_METRIC);
        }
        assert_int_equal(of.count, count);
    }
}

static const struct {
    const char *wanted, *prefer, *says;
} refused[] = {
    {"loss", NULL, "one objective"},
    {"", NULL, "'' is not an objective"},
    {",", NULL, "'' is not an objective"},
    {"loss,", NULL, "'' is not an objective"},
    {"loss,,k_eff", NULL, "'' is not an objective"},
    {"loss,k", NULL, "'k' is not an objective"},
    {"loss,k_effs", NULL, "'k_effs' is not an objective"},
    {"Loss,k_eff", NULL, "'Loss' is not an objective"},
    {"loss, k_eff", NULL, "' k_eff' is not an objective"},
    {"loss,max:", NULL, "'max:' is not an objective"},
    {"loss,max:nothing", NULL, "'nothing' is not an objective"},
    {"loss,max:max:k_eff", NULL, "'max:k_eff' is not an objective"},
    {"loss,sum:k_eff", NULL, "'sum:k_eff' is not an objective"},
    {"loss,k_eff,loss", NULL, "loss is named twice"},
    {"loss,max:loss", NULL, "loss is named twice"},
    {"ach,k_eff", NULL, "needs a preference"},
    {"loss,precision,dm,aecs,entropy,nwp,necd,k_eff,classes", NULL, "more than 8"},
    {NULL, "", "from 0 to 1"},
    {NULL, "nwp=0.2", "from 0 to 1"},
    {NULL, "necd=0.2", "from 0 to 1"},
    {NULL, "nwp=0.2,necd=", "from 0 to 1"},
    {NULL, "nwp=0.2,necd", "from 0 to 1"},
    {NULL, "nwp=0.2,necd=0.1,", "from 0 to 1"},
    {NULL, "nwp=0.2,,necd=0.1", "from 0 to 1"},
    {NULL, "nwp=0.2;necd=0.1", "from 0 to 1"},
    {NULL, "nwp=0.2,nwp=0.1", "from 0 to 1"},
    {NULL, "nwp=0.2,necd=0.1,nwp=0.2", "from 0 to 1"},
    {NULL, "nwp=-0.1,necd=0.1", "from 0 to 1"},
    {NULL, "nwp=0.1,necd=1.1", "from 0 to 1"},
    {NULL, "nwp=nan,necd=0.1", "from 0 to 1"},
    {NULL, "nwp=inf,necd=0.1", "from 0 to 1"},
    {NULL, "nwp=20%,necd=0.1", "from 0 to 1"},
    {NULL, "loss=0.2,necd=0.1", "from 0 to 1"},
};

static void refusals(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        objectives of;
        shoal_error error = {0};
        shoal_status status =
            objectives_read(&of, refused[i].wanted, refused[i].prefer, "loss", &error);
        if (status != SHOAL_USAGE || !strstr(error.message, refused[i].says))
            fail_msg("%s, %s: status %d, %s", refused[i].wanted ? refused[i].wanted : "-",
                     refused[i].prefer ? refused[i].prefer : "-", (int)status, error.message);
    }
}

static void the_preference_point(void **state) {
    (void)state;
    objectives of;
    assert_int_equal(objectives_read(&of, NULL, "necd=0.125,nwp=1", "loss", NULL), SHOAL_OK);
    assert_true(of.point.loss == 1 && of.point.bias == 0.125);
    assert_int_equal(objectives_read(&of, NULL, "nwp=0,necd=1e-3", "loss", NULL), SHOAL_OK);
    assert_true(of.point.loss == 0 && of.point.bias == 1e-3);
}

/* ---- Sums over cells ----------------------------------------------------------------------- */

static const struct {
    const char *wanted, *prefer;
    const metric *sums[4];
} sum_cases[] = {
    {"loss,k_eff", NULL, {&metric_loss}},
    {"k_eff,classes", NULL, {&metric_loss}},
    {"necd,dm", NULL, {&metric_loss}},
    {"necd,entropy,nwp", NULL, {&metric_entropy, &metric_nwp}},
    {"ach,k_eff", "nwp=1,necd=1", {&metric_nwp}},
    {"loss,nwp", "nwp=1,necd=1", {&metric_nwp, &metric_loss}},
    {"k_eff,precision,loss,nwp", NULL, {&metric_precision, &metric_loss, &metric_nwp}},
};

static void each_sum_has_its_space(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof sum_cases / sizeof *sum_cases; i++) {
        objectives of;
        const metric *sums[OBJECTIVES_MOST];
        assert_int_equal(
            objectives_read(&of, sum_cases[i].wanted, sum_cases[i].prefer, "loss", NULL), SHOAL_OK);
        size_t count = objectives_sums(&of, sums);
        size_t expected = 0;
        for (; sum_cases[i].sums[expected]; expected++)
            assert_true(expected < count && sums[expected] == sum_cases[i].sums[expected]);
        assert_int_equal(count, expected);
    }
}

/* ---- Values -------------------------------------------------------------------------------- */

static const metric_context context = {.attributes = 1, .rows = 101, .k = 5, .limit = 7};
static const class_statistics classes = {.suppressed = 6,
                                         .classes = 8,
                                         .groups = 12,
                                         .smallest = 5,
                                         .largest = 30,
                                         .squares = 1200,
                                         .squares_of_groups = 1210};

static void values_are_minimized_and_turned_back(void **state) {
    (void)state;
    static const double sums[OBJECTIVES_MOST] = {0.25, 0.5};
    static const double shown[] = {0.25, 5, 8, 6, 1200 + 6 * 101, 101.0 / 9 / 5, 0.25, 0.5};
    objectives of;
    double values[OBJECTIVES_MOST];
    assert_int_equal(objectives_read(&of, "loss,k_eff,min:classes,max:suppressed,dm,aecs,necd,nwp",
                                     NULL, "loss", NULL),
                     SHOAL_OK);
    objectives_values(&of, &context, &classes, sums, values);
    for (size_t i = 0; i < of.count; i++) {
        assert_true(objective_shown(&of.each[i], values[i]) == shown[i]);
        assert_true(values[i] == (of.each[i].maximized ? -shown[i] : shown[i]));
    }
    /* No -0 for users. */
    assert_false(signbit(objective_shown(&of.each[1], -0.0)));
}

static void achievement_is_of_the_first_sum_and_the_spread(void **state) {
    (void)state;
    static const double sums[OBJECTIVES_MOST] = {0.5};
    objectives of;
    double values[OBJECTIVES_MOST];
    assert_int_equal(objectives_read(&of, NULL, "nwp=0.2,necd=0.1", "loss", NULL), SHOAL_OK);
    objectives_values(&of, &context, &classes, sums, values);
    assert_true(values[0] == preference_achievement(&of.point, 0.5, 0.25));
    assert_true(values[1] == -5);
}

static void values_lie_in_their_ranges(void **state) {
    (void)state;
    static const struct {
        const char *wanted;
        double best, worst;
    } ranges[] = {
        {"loss,dm", 0, 1},         {"max:loss,dm", -1, 0},    {"k_eff,dm", -101, 0},
        {"min:k_eff,dm", 0, 101},  {"suppressed,dm", 0, 101}, {"dm,loss", 0, 101 * 101},
        {"max:aecs,dm", -20.2, 0}, {"necd,dm", 0, 1},         {"classes,dm", -101, 0},
        {"entropy,dm", 0, 1},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        objectives of;
        double best, worst;
        assert_int_equal(objectives_read(&of, ranges[i].wanted, NULL, "loss", NULL), SHOAL_OK);
        objective_range(&of.each[0], &of, &context, &best, &worst);
        assert_true(best == ranges[i].best && worst == ranges[i].worst);
    }
    objectives of;
    double best, worst;
    assert_int_equal(objectives_read(&of, NULL, "nwp=0.2,necd=0.1", "loss", NULL), SHOAL_OK);
    objective_range(&of.each[0], &of, &context, &best, &worst);
    assert_true(best == 0 && worst == preference_achievement(&of.point, 1, 1));
}

static void violations(void **state) {
    (void)state;
    static const struct {
        bool preferred, feasible;
        uint64_t smallest, suppressed, k, limit;
        double violation;
    } cases[] = {
        {false, true, 5, 7, 5, 7, 0},
        {false, false, 5, 8, 5, 7, 1},
        {false, false, 0, 101, 5, 0, 101},
        {false, true, 1, 0, 5, 0, 0},
        /* Nothing is left to keep the privacy models. */
        {false, false, 0, 101, 5, 101, 1},
        {true, true, 5, 0, 5, 0, 0},
        {true, true, 9, 0, 5, 0, 0},
        {true, true, 4, 0, 5, 0, 1},
        {true, true, 1, 0, 100, 0, 99},
        /* Rows that violate them count like rows of classes below k. */
        {true, false, 4, 3, 5, 0, 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        objectives of = {.preferred = cases[i].preferred};
        evaluation result = {
            .classes = {.smallest = cases[i].smallest, .suppressed = cases[i].suppressed},
            .feasible = cases[i].feasible};
        assert_true(objectives_violation(&of, &result, cases[i].k, cases[i].limit) ==
                    cases[i].violation);
    }
}

static void the_asked_k_is_what_metrics_know(void **state) {
    (void)state;
    recoding_space space = {.context = context};
    space.context.k = 1;
    metric_context asked = objectives_context(&space, 5);
    assert_int_equal(asked.k, 5);
    assert_int_equal(asked.rows, 101);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_directions),
        cmocka_unit_test(refusals),
        cmocka_unit_test(the_preference_point),
        cmocka_unit_test(each_sum_has_its_space),
        cmocka_unit_test(values_are_minimized_and_turned_back),
        cmocka_unit_test(achievement_is_of_the_first_sum_and_the_spread),
        cmocka_unit_test(values_lie_in_their_ranges),
        cmocka_unit_test(violations),
        cmocka_unit_test(the_asked_k_is_what_metrics_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
