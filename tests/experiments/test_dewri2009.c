/* The dewri2009 experiment: its cases, Adult as its Table 1 has it, and what is said of an answer.
 */
#include "experiments/dewri2009.h"
#include "search/multi/objectives.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const struct figure_case {
    const char *name;
    dewri2009_number figure;
    size_t index;
    uint64_t k;
    int population;
    size_t weighting;
    double bias;
} figure_cases[] = {
    {"Figure 1, k 2", DEWRI2009_K, 0, 2, 100, 0, 1},
    {"Figure 1, k 5", DEWRI2009_K, 1, 5, 100, 0, 1},
    {"Figure 1, k 10", DEWRI2009_K, 2, 10, 100, 0, 1},
    {"Figure 1, k 25", DEWRI2009_K, 3, 25, 100, 0, 1},
    {"Figure 1, k 50", DEWRI2009_K, 4, 50, 100, 0, 1},
    {"Figure 1, k 100", DEWRI2009_K, 5, 100, 100, 0, 1},
    {"Figure 2, 100", DEWRI2009_POPULATION, 0, 5, 100, 0, 1},
    {"Figure 2, 250", DEWRI2009_POPULATION, 1, 5, 250, 0, 1},
    {"Figure 2, 500", DEWRI2009_POPULATION, 2, 5, 500, 0, 1},
    {"Figure 3, wv1", DEWRI2009_WEIGHTS, 0, 5, 100, 0, 0.1},
    {"Figure 3, wv2", DEWRI2009_WEIGHTS, 1, 5, 100, 1, 0.1},
    {"Figure 3, wv3", DEWRI2009_WEIGHTS, 2, 5, 100, 2, 0.1},
    {"Figure 3, wv4", DEWRI2009_WEIGHTS, 3, 5, 100, 3, 0.1},
    {"Figure 3, wv5", DEWRI2009_WEIGHTS, 4, 5, 100, 4, 0.1},
    {"Figure 4, 1", DEWRI2009_BIAS, 0, 5, 100, 1, 1},
    {"Figure 4, 0.5", DEWRI2009_BIAS, 1, 5, 100, 1, 0.5},
    {"Figure 4, 0.1", DEWRI2009_BIAS, 2, 5, 100, 1, 0.1},
    {"Figure 4, 0.05", DEWRI2009_BIAS, 3, 5, 100, 1, 0.05},
    {"Figure 4, 0.01", DEWRI2009_BIAS, 4, 5, 100, 1, 0.01},
};

static void figures_have_their_cases(void **state) {
    (void)state;
    size_t counts[DEWRI2009_FIGURES] = {0};
    for (size_t i = 0; i < sizeof figure_cases / sizeof *figure_cases; i++) {
        const struct figure_case *expected = &figure_cases[i];
        print_message("  %s\n", expected->name);
        const dewri2009_figure *figure = &dewri2009_figures[expected->figure];
        const dewri2009_case *found = &dewri2009_cases[figure->cases[expected->index]];
        assert_int_equal(found->wish.k, expected->k);
        assert_int_equal(found->population, expected->population);
        assert_int_equal(found->weighting, expected->weighting);
        assert_true(found->wish.point.loss == 0.2);
        assert_true(found->wish.point.bias == expected->bias);
        counts[expected->figure]++;
    }
    for (size_t f = 0; f < DEWRI2009_FIGURES; f++)
        assert_int_equal(dewri2009_figures[f].count, counts[f]);
}

static void shares_add_up(void **state) {
    (void)state;
    for (size_t w = 0; w < DEWRI2009_WEIGHTINGS; w++) {
        double sum = 0;
        print_message("  %s\n", dewri2009_weightings[w].name);
        for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++)
            sum += dewri2009_share(&dewri2009_weightings[w], a);
        assert_true(fabs(sum - 1) < 1e-12);
    }
}

/* ---- Adult ---------------------------------------------------------------------------------- */

static bool read_adult(subject *out, experiment *asking, size_t weighting) {
    char path[4096];
    shoal_error error = {0};
    snprintf(path, sizeof path, "%s/adult/adult.csv", asking->asked.data);
    if (access(path, R_OK) != 0)
        return false;
    if (dewri2009_read(out, asking, &dewri2009_weightings[weighting], &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    return true;
}

static experiment asking(void) {
    const char *data = getenv("SHOAL_DATA");
    return (experiment){.asked = {.data = data ? data : "../shared/data"}};
}

static void adult_is_as_in_table_1(void **state) {
    (void)state;
    experiment of = asking();
    subject adult = {0};
    size_t bits = 0;
    if (!read_adult(&adult, &of, 1)) {
        skip();
        return;
    }
    assert_int_equal(adult.bound.rows, 30162);
    assert_int_equal(adult.bound.attributes, DEWRI2009_ATTRIBUTES);
    for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++) {
        print_message("  %s\n", dewri2009_attributes[a].name);
        assert_string_equal(adult.bound.domains[a].name, dewri2009_attributes[a].name);
        assert_int_equal(adult.bound.domains[a].size, dewri2009_attributes[a].values);
        assert_true(adult.bound.domains[a].weight == dewri2009_weightings[1].weights[a]);
        assert_true(adult.bound.hierarchies[a].weight == dewri2009_weightings[1].weights[a]);
        bits += adult.bound.domains[a].size - 1;
    }
    assert_int_equal(bits, 105);
    subject_free(&adult);
}

/* ---- Answers -------------------------------------------------------------------------------- */

typedef struct looking {
    const dewri2009_wish *wish;
    dewri2009_answer answer;
} looking;

static void look(const search *run, const shoal_progress *line, void *user) {
    looking *by = user;
    shoal_error error = {0};
    if (!line->last)
        return;
    if (dewri2009_look(&by->answer, run, by->wish, run->best_node, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
}

static void search_adult(looking *by, const experiment *of, const subject *adult) {
    static const shoal_parameter settings[] = {{"budget", "1500", NULL}, {NULL, NULL, NULL}};
    shoal_error error = {0};
    problem on;
    cut *space;
    objectives wanted;
    assert_int_equal(
        problem_open(&on, adult, adult->bound.attributes, by->wish->k, 0, "nwp", &error), SHOAL_OK);
    problem open = on;
    open.k = 1;
    assert_int_equal(problem_cut(&space, &open, NULL, &error), SHOAL_OK);
    assert_int_equal(objectives_read(&wanted, NULL, "nwp=0.2,necd=0.1", "nwp", &error), SHOAL_OK);
    trial_setup setup = {
        .problem = &on,
        .algorithm = algorithm_find("cut", "nsga2"),
        .seed = 1,
        .settings = settings,
        .objectives = &wanted,
        .space = cut_as_space(space),
        .watch = look,
        .watcher = by,
    };
    assert_int_equal(trial_make(&by->answer.made, of, &setup, &error), SHOAL_OK);
    cut_close(space);
    problem_close(&on);
}

/* Sorted by ach, each with a larger k than the one before: what else would dominate or repeat. */
static void check_front(const dewri2009_answer *made, const dewri2009_wish *wish) {
    size_t higher = 0;
    assert_true(made->front_count > 1);
    for (size_t i = 0; i < made->front_count; i++) {
        const dewri2009_point *each = &made->front[i];
        assert_true(each->k >= wish->k);
        assert_true(each->ach == preference_achievement(&wish->point, each->nwp, each->necd));
        assert_true(i == 0 || (each->ach > each[-1].ach && each->k > each[-1].k));
        higher += each->k > wish->k;
    }
    assert_int_equal(made->higher, higher);
}

static void answers_are_consistent(void **state) {
    (void)state;
    static const dewri2009_wish wish = {{0.2, 0.1}, 5};
    experiment of = asking();
    subject adult = {0};
    looking by = {.wish = &wish};
    if (!read_adult(&adult, &of, 4)) {
        skip();
        return;
    }
    search_adult(&by, &of, &adult);
    const dewri2009_answer *made = &by.answer;
    const dewri2009_point *reported = &made->reported[DEWRI2009_FRESH];
    double nwp = 0;
    check_front(made, &wish);
    assert_true(dewri2009_same_point(reported, &made->front[0]));
    assert_true(dewri2009_same_point(reported, &made->reported[DEWRI2009_EVERY]));
    assert_true(trial_values_agree(made->made.value, reported->ach));
    for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++)
        nwp += dewri2009_share(&dewri2009_weightings[4], a) * made->losses[a];
    assert_true(trial_values_agree(nwp, reported->nwp));
    assert_int_equal(made->members, 100);
    assert_true(made->feasible <= made->solutions && made->solutions <= made->candidates);
    assert_true(made->candidates <= made->members && made->minima >= 1);
    assert_int_equal(made->better, 0);
    dewri2009_answer_free(&by.answer);
    subject_free(&adult);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_have_their_cases),
        cmocka_unit_test(shares_add_up),
        cmocka_unit_test(adult_is_as_in_table_1),
        cmocka_unit_test(answers_are_consistent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
