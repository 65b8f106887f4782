/* The algorithms on lattices made for the purpose: their ends, their limits and their refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/driver/algorithms.h"
#include "search/lattice/lattice_layer.h"
#include "support/lattice_problem.h"

#include <math.h>

/* ---- Layers -------------------------------------------------------------------------------- */

typedef struct layer_case {
    const char *name;
    uint8_t low[3], high[3];
    uint64_t height;
    const char *nodes; /* three digits each */
} layer_case;

static const layer_case layers[] = {
    {"bottom", {0, 0, 0}, {1, 2, 1}, 0, "000"},
    {"middle", {0, 0, 0}, {1, 2, 1}, 2, "011 020 101 110"},
    {"top", {0, 0, 0}, {1, 2, 1}, 4, "121"},
    {"above the top", {0, 0, 0}, {1, 2, 1}, 5, ""},
    {"between two nodes", {1, 0, 2}, {3, 1, 3}, 1, "103 112 202"},
    {"an attribute without levels", {0, 0, 0}, {2, 0, 2}, 2, "002 101 200"},
    {"one node", {3, 1, 4}, {3, 1, 4}, 0, "314"},
};

static void layers_list_their_nodes(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
        const layer_case *each = &layers[i];
        char listed[64] = "";
        uint8_t node[3];
        bool more = layer_first(node, each->low, each->high, 3, each->height);
        for (size_t at = 0; more; at += 4) {
            assert_int_equal(layer_distance(each->low, node, 3), each->height);
            if (at > 0)
                listed[at - 1] = ' ';
            for (size_t a = 0; a < 3; a++)
                listed[at + a] = (char)('0' + node[a]);
            more = layer_next(node, each->low, each->high, 3);
        }
        if (strcmp(listed, each->nodes) != 0)
            fail_msg("%s: %s", each->name, listed);
    }
}

/* ---- Running ------------------------------------------------------------------------------- */

/* Runs with the loss metric; search_close is the caller's when this is SHOAL_OK. */
static shoal_status solve(search *run, lattice_problem *made, const search_setup *asked,
                          shoal_error *error) {
    search_setup setup = *asked;
    setup.space = lattice_as_space(lattice_problem_open(made, metric_find("loss"), NULL));
    shoal_status status = search_run(run, &setup, error);
    lattice_close(lattice_of_space(setup.space));
    return status;
}

typedef struct refusal {
    const char *name;
    const algorithm *algorithm;
    size_t attributes;
    int height;
    shoal_parameter setting;
    const char *message; /* a part of it */
} refusal;

static const refusal refusals[] = {
    {"ola, 2^29 nodes", &algorithm_ola, 29, 1, {0}, "use the algorithm optimal"},
    {"ola, 4^100 nodes", &algorithm_ola, 100, 3, {0}, "1.607e+60 nodes"},
    {"incognito, 21 attributes", &algorithm_incognito, 21, 0, {0}, "there are 21"},
    {"incognito, 3^20 nodes", &algorithm_incognito, 20, 1, {0}, "3.487e+09 nodes"},
    {"random, no samples", &algorithm_random, 2, 1, {"samples", "0", NULL}, "at least 1"},
    {"random, not a number", &algorithm_random, 2, 1, {"samples", "many", NULL}, "'many'"},
    {"random, unknown parameter", &algorithm_random, 2, 1, {"depth", "1", NULL}, "it has samples"},
    {"datafly, unknown parameter", &algorithm_datafly, 2, 1, {"depth", "1", NULL}, "'depth'"},
};

static void refusals_say_why(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const refusal *each = &refusals[i];
        const shoal_parameter settings[] = {each->setting, {NULL, NULL, NULL}};
        search_setup setup = {.algorithm = each->algorithm, .settings = settings};
        shoal_error error = {0};
        lattice_problem made;
        search run;
        lattice_problem_binary(&made, each->attributes, each->height, 20, 1);
        shoal_status status = solve(&run, &made, &setup, &error);
        if (status != SHOAL_USAGE || !strstr(error.message, each->message))
            fail_msg("%s: status %d, %s", each->name, (int)status, error.message);
        lattice_problem_free(&made);
    }
}

/* ---- Ends ---------------------------------------------------------------------------------- */

typedef struct ending {
    const char *name;
    size_t attributes;
    int height;
    size_t rows;
    uint64_t k, limit;
    bool found;
} ending;

static const ending endings[] = {
    {"one node, feasible", 3, 0, 9, 5, 0, true},
    {"one row", 2, 2, 1, 1, 0, true},
    {"fewer rows than k", 2, 2, 4, 5, 0, false},
    {"fewer rows than k, all may go", 2, 2, 4, 5, 4, true},
    {"only the top", 2, 2, 8, 8, 0, true},
    {"only the bottom is needed", 2, 1, 400, 2, 0, true},
};

static void every_algorithm_ends(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const ending *each = &endings[i];
        lattice_problem made;
        lattice_problem_binary(&made, each->attributes, each->height, each->rows, 1);
        made.context.k = each->k;
        made.context.limit = each->limit;
        for (size_t a = 0; algorithm_list[a]; a++) {
            if (algorithm_list[a]->recoding != &lattice_recoding ||
                algorithm_list[a]->multi_objective)
                continue;
            search_setup setup = {.algorithm = algorithm_list[a]};
            search run;
            assert_int_equal(solve(&run, &made, &setup, NULL), SHOAL_OK);
            if (run.found != each->found)
                fail_msg("%s, %s: found %d", each->name, algorithm_list[a]->name, run.found);
            search_close(&run);
        }
        lattice_problem_free(&made);
    }
}

/* Lattices far beyond any integer are only a matter of budget. */
static void evaluations_are_limited(void **state) {
    (void)state;
    const algorithm *const unbounded[] = {&algorithm_auto,       &algorithm_optimal,
                                          &algorithm_exhaustive, &algorithm_samarati,
                                          &algorithm_random,     &algorithm_genetic,
                                          &algorithm_tabu,       &algorithm_tabu_genetic,
                                          &algorithm_kgen,       NULL};
    lattice_problem made;
    lattice_problem_binary(&made, 100, 3, 200, 1);
    for (size_t a = 0; unbounded[a]; a++) {
        search_setup setup = {.algorithm = unbounded[a], .limits = {.evaluations = 300}};
        search run;
        assert_int_equal(solve(&run, &made, &setup, NULL), SHOAL_OK);
        assert_int_equal(run.stopped_by, STOPPED_BY_EVALUATIONS);
        assert_int_equal(run.evaluations, 300);
        assert_true(run.done >= 0 && run.done <= 1);
        search_close(&run);
    }
    lattice_problem_free(&made);
}

static void interrupts_stop_every_algorithm(void **state) {
    (void)state;
    int cancelled = 1;
    lattice_problem made;
    lattice_problem_binary(&made, 3, 2, 200, 1);
    for (size_t a = 0; algorithm_list[a]; a++) {
        if (algorithm_list[a]->recoding != &lattice_recoding || algorithm_list[a]->multi_objective)
            continue;
        search_setup setup = {.algorithm = algorithm_list[a], .limits = {.cancel = &cancelled}};
        search run;
        assert_int_equal(solve(&run, &made, &setup, NULL), SHOAL_OK);
        assert_int_equal(run.stopped_by, STOPPED_BY_INTERRUPT);
        assert_int_equal(run.evaluations, 0);
        assert_false(run.found);
        search_close(&run);
    }
    lattice_problem_free(&made);
}

/* ---- Economy ------------------------------------------------------------------------------- */

static search solved_by(lattice_problem *made, const algorithm *by, size_t memory) {
    search_setup setup = {.algorithm = by, .memory = memory};
    search run;
    assert_int_equal(solve(&run, made, &setup, NULL), SHOAL_OK);
    return run;
}

typedef struct economy {
    const algorithm *algorithm;
    int64_t most; /* evaluations */
    search_stop stopped_by;
    bool exact;
} economy;

/* Of 5 * 5 * 5 * 5 nodes. Incognito counts those of the smaller sets too. */
static const economy economies[] = {
    {&algorithm_exhaustive, 625, STOPPED_BY_PROOF, true},
    {&algorithm_optimal, 250, STOPPED_BY_PROOF, true},
    {&algorithm_ola, 250, STOPPED_BY_PROOF, true},
    {&algorithm_incognito, 625, STOPPED_BY_PROOF, true},
    {&algorithm_samarati, 300, STOPPED_BY_ITSELF, false},
    {&algorithm_datafly, 17, STOPPED_BY_ITSELF, false},
};

static void algorithms_evaluate_few_nodes(void **state) {
    (void)state;
    lattice_problem made;
    lattice_problem_binary(&made, 4, 4, 1000, 1);
    search best = solved_by(&made, &algorithm_exhaustive, 0);
    assert_int_equal(best.evaluations, 625);
    for (size_t i = 0; i < sizeof economies / sizeof *economies; i++) {
        const economy *each = &economies[i];
        search run = solved_by(&made, each->algorithm, 0);
        assert_true(run.found);
        assert_int_equal(run.stopped_by, each->stopped_by);
        if (run.evaluations > each->most)
            fail_msg("%s: %lld evaluations", each->algorithm->name, (long long)run.evaluations);
        if (each->exact ? run.best.value != best.best.value : run.best.value < best.best.value)
            fail_msg("%s: %.17g", each->algorithm->name, run.best.value);
        search_close(&run);
    }
    search_close(&best);
    lattice_problem_free(&made);
}

/* A memo without room costs evaluations, never the answer. */
static void memo_only_saves_work(void **state) {
    (void)state;
    lattice_problem made;
    lattice_problem_binary(&made, 3, 3, 300, 1);
    for (size_t a = 0; algorithm_list[a]; a++) {
        if (algorithm_list[a]->recoding != &lattice_recoding || algorithm_list[a]->multi_objective)
            continue;
        search roomy = solved_by(&made, algorithm_list[a], 0);
        search tight = solved_by(&made, algorithm_list[a], 1);
        assert_int_equal(roomy.found, tight.found);
        assert_memory_equal(roomy.best_node, tight.best_node, made.attributes);
        assert_true(roomy.evaluations <= tight.evaluations);
        assert_int_equal(tight.memo_hits, 0);
        search_close(&roomy);
        search_close(&tight);
    }
    lattice_problem_free(&made);
}

static void random_takes_samples_and_seed(void **state) {
    (void)state;
    const shoal_parameter settings[] = {{"samples", "3", NULL}, {NULL, NULL, NULL}};
    lattice_problem made;
    lattice_problem_binary(&made, 6, 3, 300, 1);
    made.context.limit = made.rows;
    uint8_t first[6] = {0};
    bool differs = false;
    for (uint64_t seed = 0; seed < 5; seed++) {
        search_setup setup = {.algorithm = &algorithm_random, .settings = settings, .seed = seed};
        search run;
        assert_int_equal(solve(&run, &made, &setup, NULL), SHOAL_OK);
        assert_int_equal(run.evaluations + run.memo_hits, 3);
        differs |= seed > 0 && memcmp(first, run.best_node, 6) != 0;
        if (seed == 0)
            memcpy(first, run.best_node, 6);
        search_close(&run);
    }
    assert_true(differs);
    lattice_problem_free(&made);
}

/* ---- Progress ------------------------------------------------------------------------------ */

typedef struct progress_log {
    char finders[64];
    size_t lines;
    double last_done;
    double last_best;
} progress_log;

static void log_line(const shoal_progress *line, void *user) {
    progress_log *kept = user;
    if (line->finder != ' ' && kept->lines < sizeof kept->finders)
        kept->finders[kept->lines++] = line->finder;
    if (line->finder != ' ' && !isnan(kept->last_best))
        assert_true(line->best < kept->last_best);
    assert_true(line->done >= 0 && line->done <= 1);
    kept->last_done = line->done;
    kept->last_best = line->best;
}

static void progress_names_the_finder(void **state) {
    (void)state;
    lattice_problem made;
    lattice_problem_binary(&made, 3, 3, 300, 1);
    for (size_t a = 0; algorithm_list[a]; a++) {
        if (algorithm_list[a]->recoding != &lattice_recoding || algorithm_list[a]->multi_objective)
            continue;
        progress_log kept = {.last_best = NAN};
        shoal_hooks hooks = {.size = sizeof hooks, .progress = log_line, .user = &kept};
        search_setup setup = {.algorithm = algorithm_list[a], .hooks = &hooks};
        search run;
        assert_int_equal(solve(&run, &made, &setup, NULL), SHOAL_OK);
        assert_true(kept.lines > 0);
        assert_int_equal(kept.finders[0], algorithm_list[a]->letter);
        assert_true(kept.last_best == run.best.value);
        search_close(&run);
    }
    lattice_problem_free(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_list_their_nodes),
        cmocka_unit_test(refusals_say_why),
        cmocka_unit_test(every_algorithm_ends),
        cmocka_unit_test(evaluations_are_limited),
        cmocka_unit_test(interrupts_stop_every_algorithm),
        cmocka_unit_test(algorithms_evaluate_few_nodes),
        cmocka_unit_test(memo_only_saves_work),
        cmocka_unit_test(random_takes_samples_and_seed),
        cmocka_unit_test(progress_names_the_finder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
