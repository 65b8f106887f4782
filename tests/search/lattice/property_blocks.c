/* Bounds from blocks of attributes, against the best of all nodes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/driver/algorithms.h"
#include "search/lattice/attribute_blocks.h"
#include "support/lattice_search.h"
#include "support/oracle.h"
#include "support/random_cases.h"

static const lattice_shape small = {3, 7, 3, 6, 300, 512};

static uint64_t seed;

/* ---- Blocks alone: nothing is found for the whole, so that nothing caps the bound -------------
 */

static shoal_status blocks_start(search *run, shoal_error *error) {
    attribute_blocks *blocks = memory_zero(1, sizeof *blocks);
    run->state = blocks;
    return blocks && attribute_blocks_open(blocks, run) ? SHOAL_OK : status_no_memory(error);
}

static search_step blocks_step(search *run) {
    attribute_blocks *blocks = run->state;
    if (blocks->exhausted)
        return SEARCH_FINISHED;
    return attribute_blocks_step(blocks, run);
}

static void blocks_finish(search *run) {
    if (run->state)
        attribute_blocks_close(run->state);
    memory_free(run->state);
    run->state = NULL;
}

static const shoal_parameter parameters[] = {{"probe", "1", "as that of optimal"},
                                             {NULL, NULL, NULL}};

static const algorithm blocks_alone = {
    .name = "blocks",
    .recoding = &lattice_recoding,
    .letter = 'B',
    .exact = true,
    .parameters = parameters,
    .start = blocks_start,
    .step = blocks_step,
    .finish = blocks_finish,
};

typedef struct outcome {
    bool applies, found;
    double value, bound;
    int64_t evaluations;
} outcome;

static outcome search_by(const algorithm *by, lattice_problem *made, const metric *target,
                         int threads) {
    thread_pool *pool = property_threads(threads);
    lattice *space = lattice_problem_open(made, target, pool);
    search_setup setup = {.space = lattice_as_space(space), .algorithm = by};
    search probe = {.space = lattice_as_space(space), .attributes = made->attributes};
    outcome found = {.applies = attribute_blocks_apply(&probe)};
    search run;
    if (found.applies) {
        assert_int_equal(search_run(&run, &setup, NULL), SHOAL_OK);
        found.found = run.found;
        found.value = run.found ? run.best.value : 0;
        found.bound = run.bound;
        found.evaluations = run.evaluations;
        search_close(&run);
    }
    lattice_close(space);
    threads_stop(pool);
    return found;
}

static outcome bound_by_blocks(lattice_problem *made, const metric *target, int threads) {
    outcome got = search_by(&blocks_alone, made, target, threads);
    assert_false(got.found);
    return got;
}

/* ---- The search of all nodes, with what is known of blocks from the beginning ------------------
 */

typedef struct knowing {
    attribute_blocks blocks;
    interval_search *whole;
    bool turn; /* of the blocks */
} knowing;

static shoal_status knowing_start(search *run, shoal_error *error) {
    knowing *state = memory_zero(1, sizeof *state);
    uint8_t ends[2][16];
    run->state = state;
    assert_true(run->attributes <= sizeof ends[0]);
    lattice_bottom(search_lattice(run), ends[0]);
    lattice_top(search_lattice(run), ends[1]);
    if (!state || !attribute_blocks_open(&state->blocks, run))
        return status_no_memory(error);
    state->whole = interval_search_open(run, NULL, ends[0], ends[1]);
    bool knows = state->whole && interval_search_know(state->whole, &state->blocks.known, run);
    return knows ? SHOAL_OK : status_no_memory(error);
}

static search_step knowing_step(search *run) {
    knowing *state = run->state;
    state->turn = !state->turn;
    if (state->turn && !state->blocks.exhausted)
        return attribute_blocks_step(&state->blocks, run);
    run->state = state->whole;
    search_step taken = interval_search_step(run);
    run->state = state;
    return taken;
}

static void knowing_finish(search *run) {
    knowing *state = run->state;
    if (state) {
        attribute_blocks_close(&state->blocks);
        interval_search_close(state->whole);
    }
    memory_free(state);
    run->state = NULL;
}

static const algorithm knowing_whole = {
    .name = "knowing",
    .recoding = &lattice_recoding,
    .letter = 'K',
    .exact = true,
    .parameters = parameters,
    .start = knowing_start,
    .step = knowing_step,
    .finish = knowing_finish,
};

/* ---- Properties ------------------------------------------------------------------------------ */

static void blocks_never_promise_too_much(void **state) {
    (void)state;
    size_t applied = 0, useful = 0;
    for (size_t i = 0; i < property_cases(400); i++) {
        lattice_problem made;
        size_t target = i % ORACLE_METRICS;
        lattice_problem_new(&made, seed + i, &small);
        lattice_outcome best = lattice_search(&made, target, "exhaustive", NULL, 1, 0);
        outcome got = bound_by_blocks(&made, metric_list[target], 1);
        applied += got.applies;
        useful += got.applies && best.found && got.bound > 0;
        if (got.applies && best.found && got.bound > best.best.value &&
            !oracle_equal(got.bound, best.best.value))
            fail_msg("seed %llu, %s: the bound is %.17g, the optimum %.17g",
                     (unsigned long long)made.seed, metric_list[target]->name, got.bound,
                     best.best.value);
        lattice_problem_free(&made);
    }
    assert_true(applied > property_cases(400) / 10);
    assert_true(useful > property_cases(400) / 20);
}

static void what_is_known_hides_no_answer(void **state) {
    (void)state;
    size_t applied = 0;
    for (size_t i = 0; i < property_cases(400); i++) {
        lattice_problem made;
        size_t target = i % ORACLE_METRICS;
        lattice_problem_new(&made, seed + i, &small);
        lattice_outcome best = lattice_search(&made, target, "exhaustive", NULL, 1, 0);
        outcome got = search_by(&knowing_whole, &made, metric_list[target], 1);
        applied += got.applies;
        if (got.applies && (got.found != best.found ||
                            (best.found && (!oracle_equal(got.value, best.best.value) ||
                                            !oracle_equal(got.bound, best.best.value)))))
            fail_msg("seed %llu, %s: found %.17g and the bound %.17g, the optimum is %.17g",
                     (unsigned long long)made.seed, metric_list[target]->name, got.value, got.bound,
                     best.best.value);
        lattice_problem_free(&made);
    }
    assert_true(applied > property_cases(400) / 10);
}

/* Probing ends early where it narrows little: large enough for that, probed from the first interval
 * on. */
static void less_probing_hides_no_answer(void **state) {
    (void)state;
    static const lattice_shape larger = {6, 8, 3, 5, 300, 8192};
    static const shoal_parameter settings[] = {{"probe", "1", NULL}, {NULL, NULL, NULL}};
    for (size_t i = 0; i < property_cases(80); i++) {
        lattice_problem made;
        size_t target = i % ORACLE_METRICS;
        lattice_problem_new(&made, seed + i, &larger);
        lattice_outcome best = lattice_search(&made, target, "exhaustive", NULL, 1, 0);
        lattice_outcome got = lattice_search(&made, target, "optimal", settings, 1, 0);
        if (got.found != best.found ||
            (best.found && !oracle_equal(got.best.value, best.best.value)))
            fail_msg("seed %llu, %s: found %.17g, the optimum is %.17g",
                     (unsigned long long)made.seed, metric_list[target]->name, got.best.value,
                     best.best.value);
        lattice_problem_free(&made);
    }
}

static void threads_change_no_bound(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(60); i++) {
        lattice_problem made;
        lattice_problem_new(&made, seed + i, &small);
        const metric *target = metric_list[i % ORACLE_METRICS];
        outcome one = bound_by_blocks(&made, target, 1);
        outcome two = bound_by_blocks(&made, target, 2);
        outcome seven = bound_by_blocks(&made, target, 7);
        assert_memory_equal(&one.bound, &two.bound, sizeof one.bound);
        assert_memory_equal(&one.bound, &seven.bound, sizeof one.bound);
        assert_int_equal(one.evaluations, two.evaluations);
        assert_int_equal(one.evaluations, seven.evaluations);
        lattice_problem_free(&made);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_never_promise_too_much),
        cmocka_unit_test(what_is_known_hides_no_answer),
        cmocka_unit_test(less_probing_hides_no_answer),
        cmocka_unit_test(threads_change_no_bound),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
