/* What is kept of a search's log. */
#include "search/driver/search_trace.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void tell(search_trace *to, int64_t evaluations, bool improvement, bool last) {
    trace_add(to, &(shoal_progress){.finder = improvement ? 'X' : ' ',
                                    .evaluations = evaluations,
                                    .best = 1.0 / (double)(evaluations + 1),
                                    .bound = NAN,
                                    .last = last});
}

typedef struct trace_case {
    const char *name;
    int64_t lines;
    int64_t improves; /* every so many lines is an improvement; 0: none but the first */
} trace_case;

static const trace_case cases[] = {
    {"nothing", 0, 0},
    {"one line", 1, 1},
    {"just full", TRACE_MOST, 1},
    {"one more", TRACE_MOST + 1, 1},
    {"only rises", 100000, 0},
    {"only improvements", 100000, 1},
    {"both", 100000, 7},
    {"few improvements", 100000, 1000},
};

static search_trace *run(const trace_case *given) {
    search_trace *made = calloc(1, sizeof *made);
    assert_non_null(made);
    for (int64_t i = 0; i < given->lines; i++) {
        bool improvement = i == 0 || (given->improves > 0 && i % given->improves == 0);
        tell(made, i, improvement, i + 1 == given->lines);
    }
    return made;
}

static void memory_is_bounded_and_the_ends_stay(void **state) {
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        print_message("%s\n", cases[c].name);
        search_trace *made = run(&cases[c]);
        assert_true(made->count <= TRACE_MOST);
        assert_true(made->count >= (size_t)cases[c].lines || made->count > TRACE_MOST / 8);
        if (made->count > 0) {
            assert_int_equal(made->point[0].evaluations, 0);
            assert_int_equal(made->point[made->count - 1].evaluations, cases[c].lines - 1);
        }
        for (size_t i = 1; i < made->count; i++)
            assert_true(made->point[i - 1].evaluations < made->point[i].evaluations);
        free(made);
    }
}

static void improvements_stay_before_rises(void **state) {
    (void)state;
    search_trace *made = run(&cases[7]);
    size_t improvements = 0;
    for (size_t i = 0; i < made->count; i++)
        improvements += made->point[i].improvement;
    assert_int_equal(improvements, 100);
    free(made);
}

static void the_same_lines_leave_the_same_trace(void **state) {
    (void)state;
    search_trace *one = run(&cases[6]), *other = run(&cases[6]);
    assert_int_equal(one->count, other->count);
    for (size_t i = 0; i < one->count; i++)
        assert_int_equal(one->point[i].evaluations, other->point[i].evaluations);
    free(one);
    free(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_bounded_and_the_ends_stay),
        cmocka_unit_test(improvements_stay_before_rises),
        cmocka_unit_test(the_same_lines_leave_the_same_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
