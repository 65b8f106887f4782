/* A task beside the caller, and a flag that a clock or another flag sets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/background.h"
#include "base/clock.h"
#include "base/deadline.h"

#include <sched.h>

static void add_one(void *context) {
    ++*(int *)context;
}

static void tasks_run_one_after_the_other(void **state) {
    (void)state;
    for (int threaded = 0; threaded < 2; threaded++) {
        background *of = NULL;
        int sum = 0;
        assert_int_equal(background_open(&of, threaded, NULL), SHOAL_OK);
        background_wait(of);
        for (int i = 1; i <= 100; i++) {
            background_start(of, add_one, &sum);
            background_wait(of);
            assert_false(background_is_busy(of));
            assert_int_equal(sum, i);
        }
        background_start(of, add_one, &sum);
        background_close(of);
        assert_int_equal(sum, 101);
    }
    background_close(NULL);
}

static void await(const volatile int *flag) {
    while (!*flag)
        sched_yield();
}

static void flags_are_set_in_time(void **state) {
    (void)state;
    deadline *of = NULL;
    volatile int cancel = 0;
    assert_int_equal(deadline_open(&of, clock_seconds(), NULL, NULL), SHOAL_OK);
    await(deadline_flag(of));
    deadline_close(of);
    assert_int_equal(deadline_open(&of, clock_seconds() + 1e6, &cancel, NULL), SHOAL_OK);
    assert_int_equal(*deadline_flag(of), 0);
    cancel = 1;
    await(deadline_flag(of));
    deadline_close(of);
    assert_int_equal(deadline_open(&of, clock_seconds() + 1e6, NULL, NULL), SHOAL_OK);
    deadline_end(of);
    assert_int_equal(*deadline_flag(of), 1);
    deadline_close(of);
    deadline_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks_run_one_after_the_other),
        cmocka_unit_test(flags_are_set_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
