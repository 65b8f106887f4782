/* Many threads that call at once, with contexts of their own and with a shared one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <shoal.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CALLERS = 64, ROWS = 120, COLUMNS = 4 };

static const char *const columns[COLUMNS] = {"age", "sex", "zip", "illness"};
static const char *const recodings[] = {"lattice",  "cut",      "local",
                                        "mondrian", "suppress", "microaggregation"};
enum { RECODINGS = 6 };

static char cells[COLUMNS][ROWS][12];

static void fill_cells(void) {
    for (size_t row = 0; row < ROWS; row++) {
        snprintf(cells[0][row], sizeof cells[0][row], "%zu", 20 + row * 7 % 50);
        snprintf(cells[1][row], sizeof cells[1][row], "%s", row % 3 ? "f" : "m");
        snprintf(cells[2][row], sizeof cells[2][row], "%05zu", 10000 + row * 13 % 37 * 100);
        snprintf(cells[3][row], sizeof cells[3][row], "i%zu", row * 5 % 7);
    }
}

static shoal_table *table_new(shoal_context *context) {
    static const char *texts[COLUMNS][ROWS];
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    shoal_column of[COLUMNS];
    shoal_table *made = NULL;
    pthread_mutex_lock(&lock);
    for (size_t c = 0; c < COLUMNS; c++) {
        for (size_t row = 0; row < ROWS; row++)
            texts[c][row] = cells[c][row];
        of[c] = (shoal_column){.size = sizeof *of, .name = columns[c], .texts = texts[c]};
    }
    shoal_status status = shoal_table_from_columns(&made, of, COLUMNS, ROWS, context, NULL);
    pthread_mutex_unlock(&lock);
    return status == SHOAL_OK ? made : NULL;
}

static shoal_plan *plan_new(const char *recoding) {
    static const char *const settings[][2] = {
        {"attributes.age.role", "quasi"},
        {"attributes.sex.role", "quasi"},
        {"attributes.zip.role", "quasi"},
        {"attributes.illness.role", "sensitive"},
        {"privacy.k", "4"},
        {"suppression", "0.1"},
        {"search.evaluations", "300"},
        {"threads", "2"},
    };
    shoal_plan *plan = NULL;
    bool fine = shoal_plan_new(&plan, NULL) == SHOAL_OK;
    for (size_t i = 0; fine && i < sizeof settings / sizeof *settings; i++)
        fine = shoal_plan_set(plan, settings[i][0], settings[i][1], NULL) == SHOAL_OK;
    if (strcmp(recoding, "microaggregation") == 0)
        fine = fine && shoal_plan_set(plan, "attributes.sex.role", "plain", NULL) == SHOAL_OK;
    fine = fine && shoal_plan_set(plan, "recoding", recoding, NULL) == SHOAL_OK;
    return fine ? plan : NULL;
}

/* Every cell of a table in one text, to be freed. */
static char *table_text(const shoal_table *table) {
    size_t room = 1 << 16, used = 0;
    char *made = calloc(room, 1);
    for (int64_t row = 0; made && row < shoal_table_rows(table); row++)
        for (int64_t c = 0; c < shoal_table_columns(table); c++)
            used +=
                (size_t)snprintf(made + used, room - used, "%s|", shoal_table_value(table, row, c));
    return made;
}

/* ---- One caller -------------------------------------------------------------------------------
 */

typedef struct caller {
    size_t number;
    shoal_context *shared; /* NULL: one of its own */
    const char *expected;  /* NULL: it is the first */
    char *found;
    const char *fault; /* NULL: all is well */
} caller;

static shoal_status verify_and_assess(const shoal_plan *plan, const shoal_table *original,
                                      const shoal_table *release, shoal_context *context,
                                      bool inspects, bool *holds) {
    shoal_verdict verdict = {.size = sizeof verdict};
    shoal_verify_job check = {.size = sizeof check, .table = release, .context = context};
    shoal_assess_job look = {
        .size = sizeof look, .table = release, .against_table = original, .context = context};
    shoal_inspect_job inspect = {.size = sizeof inspect, .table = original, .context = context};
    shoal_result *result = NULL;
    shoal_status status = shoal_verify_release(&verdict, plan, &check, NULL);
    *holds = verdict.holds;
    if (status == SHOAL_OK)
        status = shoal_assess(&result, plan, &look, NULL, NULL);
    shoal_result_free(result);
    result = NULL;
    if (status == SHOAL_OK && inspects)
        status = shoal_inspect(&result, plan, &inspect, NULL, NULL);
    shoal_result_free(result);
    return status;
}

static const char *run(caller *self, shoal_context *context) {
    shoal_table *table = table_new(context), *release = NULL;
    shoal_plan *plan = plan_new(recodings[self->number % RECODINGS]);
    shoal_result *result = NULL;
    bool holds = false;
    const char *fault = table && plan ? NULL : "no table or no plan";
    shoal_job job = {.size = sizeof job, .table = table, .release = &release, .context = context};
    if (!fault && shoal_anonymize(&result, plan, &job, NULL, NULL) != SHOAL_OK)
        fault = "no release";
    if (!fault &&
        (verify_and_assess(plan, table, release, context, self->number < 8, &holds) != SHOAL_OK ||
         !holds))
        fault = "the release does not hold";
    if (!fault)
        self->found = table_text(release);
    if (!fault && self->expected && strcmp(self->expected, self->found) != 0)
        fault = "another release";
    shoal_result_free(result);
    shoal_table_free(release);
    shoal_table_free(table);
    shoal_plan_free(plan);
    return fault;
}

static void *caller_main(void *argument) {
    caller *self = argument;
    shoal_context *own = NULL;
    shoal_context_options options = {.size = sizeof options, .threads = 1 + (int)self->number % 3};
    if (!self->shared && shoal_context_new(&own, &options, NULL) != SHOAL_OK)
        self->fault = "no context";
    if (!self->fault)
        self->fault = run(self, self->shared ? self->shared : own);
    shoal_context_free(own);
    return NULL;
}

static void call_at_once(shoal_context *shared) {
    static caller each[CALLERS];
    pthread_t thread[CALLERS];
    caller first[RECODINGS] = {{0}};
    for (size_t i = 0; i < RECODINGS; i++) {
        first[i].number = i;
        first[i].fault = run(&first[i], NULL);
        if (first[i].fault)
            fail_msg("%s: %s", recodings[i], first[i].fault);
    }
    for (size_t i = 0; i < CALLERS; i++) {
        each[i] = (caller){.number = i, .shared = shared, .expected = first[i % RECODINGS].found};
        assert_int_equal(pthread_create(&thread[i], NULL, caller_main, &each[i]), 0);
    }
    for (size_t i = 0; i < CALLERS; i++)
        pthread_join(thread[i], NULL);
    for (size_t i = 0; i < CALLERS; i++) {
        if (each[i].fault)
            fail_msg("caller %zu, %s: %s", i, recodings[i % RECODINGS], each[i].fault);
        free(each[i].found);
    }
    for (size_t i = 0; i < RECODINGS; i++)
        free(first[i].found);
}

static void callers_with_contexts_of_their_own(void **state) {
    (void)state;
    call_at_once(NULL);
}

static void callers_with_a_shared_context(void **state) {
    (void)state;
    shoal_context *shared = NULL;
    shoal_context_options options = {.size = sizeof options, .threads = 3, .calls = 5};
    assert_int_equal(shoal_context_new(&shared, &options, NULL), SHOAL_OK);
    call_at_once(shared);
    shoal_context_free(shared);
}

/* ---- Limits -----------------------------------------------------------------------------------
 */

static atomic_int running, most;

static void count_running(const shoal_phase *at, void *user) {
    (void)user;
    if (strcmp(at->name, "read") == 0 && !at->last) {
        int now = atomic_fetch_add(&running, 1) + 1, before = atomic_load(&most);
        while (now > before && !atomic_compare_exchange_weak(&most, &before, now))
            ;
    }
    if (strcmp(at->name, "judge") == 0 && at->last)
        atomic_fetch_sub(&running, 1);
}

static void *counted_main(void *context) {
    shoal_hooks hooks = {.size = sizeof hooks, .phase = count_running};
    shoal_table *table = table_new(context), *release = NULL;
    shoal_plan *plan = plan_new("lattice");
    shoal_result *result = NULL;
    shoal_job job = {.size = sizeof job, .table = table, .release = &release, .context = context};
    bool fine = shoal_anonymize(&result, plan, &job, &hooks, NULL) == SHOAL_OK;
    shoal_result_free(result);
    shoal_table_free(release);
    shoal_table_free(table);
    shoal_plan_free(plan);
    return fine ? context : NULL;
}

static void no_more_calls_at_a_time_than_allowed(void **state) {
    (void)state;
    shoal_context *shared = NULL;
    shoal_context_options options = {
        .size = sizeof options, .threads = 2, .calls = 2, .memory = 1 << 20};
    pthread_t thread[16];
    assert_int_equal(shoal_context_new(&shared, &options, NULL), SHOAL_OK);
    for (size_t i = 0; i < 16; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, counted_main, shared), 0);
    for (size_t i = 0; i < 16; i++) {
        void *fine = NULL;
        pthread_join(thread[i], &fine);
        assert_non_null(fine);
    }
    assert_true(atomic_load(&most) >= 1 && atomic_load(&most) <= 2);
    shoal_context_free(shared);
}

static void a_cancelled_call_does_not_begin(void **state) {
    (void)state;
    volatile int cancel = 1;
    shoal_context *context = NULL;
    shoal_hooks hooks = {.size = sizeof hooks, .cancel = &cancel};
    shoal_table *table = table_new(NULL), *release = NULL;
    shoal_plan *plan = plan_new("lattice");
    shoal_result *result = NULL;
    assert_int_equal(shoal_context_new(&context, NULL, NULL), SHOAL_OK);
    shoal_job job = {.size = sizeof job, .table = table, .release = &release, .context = context};
    assert_int_equal(shoal_anonymize(&result, plan, &job, &hooks, NULL), SHOAL_INTERRUPTED);
    assert_null(release);
    shoal_result_free(result);
    shoal_table_free(table);
    shoal_plan_free(plan);
    shoal_context_free(context);
}

static void bad_limits_are_refused(void **state) {
    (void)state;
    static const shoal_context_options wrong[] = {
        {.size = sizeof *wrong, .threads = -1},
        {.size = sizeof *wrong, .memory = -1},
        {.size = sizeof *wrong, .calls = -1},
    };
    for (size_t i = 0; i < 3; i++) {
        shoal_context *context = NULL;
        shoal_error error = {0};
        assert_int_equal(shoal_context_new(&context, &wrong[i], &error), SHOAL_USAGE);
        assert_null(context);
        assert_true(*error.message);
    }
}

int main(void) {
    fill_cells();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(callers_with_contexts_of_their_own),
        cmocka_unit_test(callers_with_a_shared_context),
        cmocka_unit_test(no_more_calls_at_a_time_than_allowed),
        cmocka_unit_test(a_cancelled_call_does_not_begin),
        cmocka_unit_test(bad_limits_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
