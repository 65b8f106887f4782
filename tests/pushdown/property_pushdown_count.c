/* Sets that do not fit into memory, where k alone decides: nodes below the floor, or all of them,
 * are counted by the database. With time for a proof the answer is that of a run in memory; with
 * little time its value and its bound enclose it; and whatever goes wrong, nothing is published. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "pushdown/pushdown_case.h"

/* Only k decides, and the metric is a sum over cells. */
static shoal_plan *draw_counted(run_case *out, const char *purpose, uint64_t index) {
    static const char *const metrics[] = {"loss", "precision", "entropy"};
    static const char *const algorithms[] = {"auto", "optimal", "exhaustive", "genetic"};
    draw_case(out, purpose, index);
    out->recoding = "lattice";
    out->metric = metrics[index % 3];
    out->rules.rules = 0;
    if (strcmp(out->rules.missing, "wildcard") == 0)
        out->rules.missing = "category";
    shoal_plan *plan = plan_of(out);
    set(plan, "search.algorithm", algorithms[index / 3 % 4]);
    if (index % 7 == 0)
        set(plan, "suppression_weight", "3");
    return plan;
}

/* From none that fits to most that do: what is left beside the least that classes take. */
static void set_memory(shoal_plan *plan, uint64_t index) {
    char memory[32];
    snprintf(memory, sizeof memory, "%llu",
             index % 8 ? 112350 + 20 * ((unsigned long long)index % 8) : 1);
    set(plan, "search.memory", memory);
}

static void clear(shoal_plan *plan) {
    shoal_plan_free(plan);
    free(row_engine.release);
    row_engine = (row_engine_settings){0};
    unlink("release.csv");
}

static void little_memory_finds_the_optimum(void **state) {
    (void)state;
    size_t cases = property_cases(240) / SHARE, counted = 0, alike = 0;
    for (size_t i = 0; i < cases; i++) {
        run_case of;
        shoal_plan *plan = draw_counted(&of, "pushdown-counted", i);
        set(plan, "search.prove", "1000");
        row_engine = (row_engine_settings){0};
        answer whole = run(plan, "memory");
        set_memory(plan, i);
        answer little = run(plan, "database");
        if (fails_as_class(&little)) {
            clear(plan);
            continue;
        }
        if (whole.status != little.status)
            fail_case(&of, "another end", little.error.message);
        bool optimal = whole.optimal && little.optimal;
        if (whole.status == SHOAL_OK && row_engine.counted > 0) {
            if (!little.optimal || little.bound != little.value || little.value > whole.value ||
                (optimal && whole.value != little.value))
                fail_case(&of, "another optimum", little.levels);
            counted++;
        }
        /* Of two equal answers, one search finds the one and another the other. */
        if (whole.status == SHOAL_OK && strcmp(whole.levels, little.levels) == 0) {
            whole.optimal = little.optimal;
            whole.bound = little.bound;
            compare(&of, &whole, &little);
            alike++;
        }
        clear(plan);
    }
    print_message("%zu counted, %zu alike\n", counted, alike);
    assert_true(counted > cases / 6 && alike > cases / 3);
}

static void few_counts_bound_the_optimum(void **state) {
    (void)state;
    size_t cases = property_cases(120) / SHARE, counted = 0;
    for (size_t i = 0; i < cases; i++) {
        run_case of;
        shoal_plan *plan = draw_counted(&of, "pushdown-few", i);
        set(plan, "search.algorithm", "optimal");
        row_engine = (row_engine_settings){0};
        answer whole = run(plan, "memory");
        set_memory(plan, 1 + i % 7);
        static const char *const seconds[] = {"auto", "1e-9", "0"};
        set(plan, "search.prove", seconds[i % 3]);
        answer few = run(plan, "database");
        if (fails_as_class(&few)) {
            clear(plan);
            continue;
        }
        if (whole.status != few.status)
            fail_case(&of, "another end", few.error.message);
        if (whole.status == SHOAL_OK && !(few.bound <= whole.value && whole.value <= few.value))
            fail_case(&of, "a bound or a value that cannot be", few.levels);
        if (few.optimal && few.value != whole.value)
            fail_case(&of, "called optimal, but is not", few.levels);
        counted += row_engine.counted > 0;
        clear(plan);
    }
    assert_true(counted >= cases / 20);
}

/* A server that is gone publishes nothing. A user who cancels the proof gets the answer so far, one
 * who cancels the search gets none. */
static void broken_counts_end_the_run(void **state) {
    (void)state;
    size_t cases = property_cases(120) / SHARE, failed = 0, released = 0, cancelled = 0;
    for (size_t i = 0; i < cases; i++) {
        run_case of;
        shoal_plan *plan = draw_counted(&of, "pushdown-broken", i);
        set_memory(plan, i / 2);
        bool cancels = i % 2;
        row_engine = (row_engine_settings){.fails_at = cancels ? 0 : 1 + (int)(i % 3),
                                           .cancels_at = cancels ? 1 + (int)(i % 3) : 0};
        answer broken = run(plan, "database");
        bool reached = row_engine.counted >= 1 + (int)(i % 3);
        if (reached && !cancels && (broken.status != SHOAL_IO || row_engine.published))
            fail_case(&of, "a failure was not told", broken.error.message);
        if (reached && cancels && row_engine.published != (broken.status == SHOAL_OK))
            fail_case(&of, "another end than was told", broken.error.message);
        if (reached && cancels && broken.status != SHOAL_OK && broken.status != SHOAL_INTERRUPTED)
            fail_case(&of, "failed", broken.error.message);
        failed += reached && !cancels;
        released += reached && cancels && broken.status == SHOAL_OK;
        cancelled += reached && cancels && broken.status == SHOAL_INTERRUPTED;
        clear(plan);
    }
    print_message("%zu failed, %zu released, %zu cancelled\n", failed, released, cancelled);
    /* A part of the cases need not have all of it. */
    assert_true(failed + released + cancelled > 0);
    assert_true(cases < 100 || (failed > 0 && released > 0 && cancelled > 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(little_memory_finds_the_optimum),
        cmocka_unit_test(few_counts_bound_the_optimum),
        cmocka_unit_test(broken_counts_end_the_run),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
