/* The walks of local on levels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/lattice_search.h"

#include <string.h>

/* Whatever patience is asked for: without a change there is nothing to wait for. */
static void walks_without_changes_end(void **state) {
    static const shoal_parameter patient[] = {{"patience", "4000000000000000000", NULL},
                                              {NULL, NULL, NULL}};
    (void)state;
    lattice_problem made;
    lattice_problem_binary(&made, 2, 0, 20, 1);
    lattice_outcome got = lattice_search(&made, 0, "local", patient, 1, 0);
    assert_true(got.found && !got.closed);
    lattice_problem_free(&made);
}

/* Two walks go side by side: which of them is told first must not depend on who counted what. */
static void threads_change_no_step(void **state) {
    static const int threads[] = {2, 7};
    (void)state;
    lattice_problem made;
    lattice_problem_binary(&made, 8, 4, 2000, 1);
    lattice_outcome alone = lattice_search(&made, 0, "local", NULL, 1, 3000);
    assert_true(alone.found);
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        lattice_outcome together = lattice_search(&made, 0, "local", NULL, threads[i], 3000);
        assert_memory_equal(together.node, alone.node, sizeof alone.node);
        assert_true(together.best.value == alone.best.value);
        assert_int_equal(together.evaluations, alone.evaluations);
        assert_int_equal(together.memo_hits, alone.memo_hits);
    }
    lattice_problem_free(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_without_changes_end),
        cmocka_unit_test(threads_change_no_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
