/* GENITOR's parameters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/driver/search.h"
#include "support/cut_problem.h"

#include <stdlib.h>
#include <string.h>

static const cut_shape shape = {4, 4, 8, 9, 120, 160, 1e9};

static shoal_status solve(search *run, cut_problem *made, const shoal_parameter *settings,
                          shoal_error *error) {
    cut *space = cut_problem_open(made, metric_find("loss"), NULL);
    search_setup setup = {
        .space = cut_as_space(space),
        .algorithm = algorithm_find("cut", "genitor"),
        .settings = settings,
        .seed = 1,
        .skip_proof = true,
    };
    shoal_status status = search_run(run, &setup, error);
    cut_close(space);
    return status;
}

/* Name, value, and what the message says. */
static const shoal_parameter refused[] = {
    {"population", "1", "from 2 to"},
    {"population", "-5", "from 2 to"},
    {"population", "1048577", "from 2 to"},
    {"population", "many", "'many'"},
    {"budget", "0", "at least 1"},
    {"stall", "0", "at least 1"},
    {"bias", "0.9", "from 1 to 2"},
    {"bias", "2.1", "from 1 to 2"},
    {"bias", "nan", "'nan'"},
    {"crossover", "one-point", "preserving, reduced-surrogate"},
    {"points", "three", "all, two, any"},
    {"mutation", "-0.1", "from 0 to 1"},
    {"mutation", "1.5", "from 0 to 1"},
    {"mutation", "often", "'often'"},
    {"mutation", "", "''"},
    {"duplicates", "maybe", "exclude, allow"},
    {"batch", "0", "from 1 to"},
    {"batch", "4097", "from 1 to"},
    {"polish", "yes", "off, on"},
    {"restarts", "often", "'often'"},
};

static void refusals_name_the_parameter(void **state) {
    (void)state;
    cut_problem made;
    cut_problem_new(&made, 1, &shape);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const shoal_parameter settings[] = {{refused[i].name, refused[i].fallback, NULL},
                                            {NULL, NULL, NULL}};
        shoal_error error = {0};
        search run;
        shoal_status status = solve(&run, &made, settings, &error);
        if (status == SHOAL_OK)
            search_close(&run);
        if (status != SHOAL_USAGE || !strstr(error.message, refused[i].summary) ||
            !strstr(error.message, refused[i].name))
            fail_msg("%s=%s: status %d, %s", refused[i].name, refused[i].fallback, (int)status,
                     error.message);
    }
    cut_problem_free(&made);
}

static void unknown_parameters_are_refused(void **state) {
    (void)state;
    static const shoal_parameter settings[] = {{"generations", "9", NULL}, {NULL, NULL, NULL}};
    cut_problem made;
    shoal_error error = {0};
    search run;
    cut_problem_new(&made, 1, &shape);
    assert_int_equal(solve(&run, &made, settings, &error), SHOAL_USAGE);
    assert_non_null(strstr(error.message, "no parameter 'generations'"));
    cut_problem_free(&made);
}

static const shoal_parameter accepted[] = {
    {"population", "2", NULL},  {"population", "1000", NULL},
    {"budget", "1", NULL},      {"budget", "7", NULL},
    {"stall", "1", NULL},       {"bias", "1", NULL},
    {"bias", "2", NULL},        {"crossover", "preserving", NULL},
    {"mutation", "0", NULL},    {"mutation", "1", NULL},
    {"mutation", "auto", NULL}, {"crossover", "reduced-surrogate", NULL},
    {"points", "all", NULL},    {"points", "two", NULL},
    {"points", "any", NULL},    {"duplicates", "allow", NULL},
    {"batch", "1", NULL},       {"batch", "4096", NULL},
    {"polish", "off", NULL},    {"duplicates", "exclude", NULL},
};

static void every_setting_ends_within_its_budget(void **state) {
    (void)state;
    cut_problem made;
    cut_problem_new(&made, 1, &shape);
    made.context.limit = made.rows;
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
        bool budget = strcmp(accepted[i].name, "budget") == 0;
        const shoal_parameter settings[] = {{accepted[i].name, accepted[i].fallback, NULL},
                                            {budget ? "population" : "budget", "40", NULL},
                                            {NULL, NULL, NULL}};
        search run;
        assert_int_equal(solve(&run, &made, settings, NULL), SHOAL_OK);
        int64_t most = budget ? strtoll(accepted[i].fallback, NULL, 10) : 40;
        if (!run.found || run.evaluations < 1 || run.evaluations > most)
            fail_msg("%s=%s: %lld evaluations, %sfound", accepted[i].name, accepted[i].fallback,
                     (long long)run.evaluations, run.found ? "" : "nothing ");
        assert_int_equal(run.stopped_by, STOPPED_BY_ITSELF);
        search_close(&run);
    }
    cut_problem_free(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals_name_the_parameter),
        cmocka_unit_test(unknown_parameters_are_refused),
        cmocka_unit_test(every_setting_ends_within_its_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
