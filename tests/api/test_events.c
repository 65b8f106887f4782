/* Events of the calls: everything is told, with codes, and whoever returns 1 from any of them
 * cancels the call, which then leaves nothing behind. */
#include <shoal.h>

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { ROWS = 240, KINDS = 4 };
typedef enum kind { PROGRESS, PHASE, NOTE, WARNING } kind;

/* What was heard, and after how many events to cancel. */
typedef struct listener {
    size_t heard, kinds[KINDS];
    size_t cancel_at; /* from 1; 0: never */
    bool cancel_kind; /* the first event of the kind instead */
    kind cancelled_by;
    size_t by_hook[KINDS]; /* through the other hooks */
    bool uncoded;
} listener;

static bool is_listed(const char *list, const char *code) {
    for (const shoal_item *item = shoal_list(list); code && item->name; item++)
        if (strcmp(item->name, code) == 0)
            return true;
    return false;
}

static int hear(const shoal_event *event, void *user) {
    listener *by = user;
    kind found = event->progress ? PROGRESS : event->phase ? PHASE : event->note ? NOTE : WARNING;
    by->heard++;
    by->kinds[found]++;
    if (event->note)
        by->uncoded |= !is_listed("notes", event->note->code) || !event->note->message[0];
    if (event->warning)
        by->uncoded |= !is_listed("warnings", event->warning->code);
    return by->cancel_kind ? found == by->cancelled_by : by->heard == by->cancel_at;
}

static void hear_progress(const shoal_progress *line, void *user) {
    (void)line;
    ((listener *)user)->by_hook[PROGRESS]++;
}

static void hear_phase(const shoal_phase *at, void *user) {
    (void)at;
    ((listener *)user)->by_hook[PHASE]++;
}

static void hear_note(const char *sentence, void *user) {
    (void)sentence;
    ((listener *)user)->by_hook[NOTE]++;
}

static void hear_warning(const shoal_warning *warning, void *user) {
    (void)warning;
    ((listener *)user)->by_hook[WARNING]++;
}

static shoal_hooks hooks_of(listener *by) {
    return (shoal_hooks){.size = sizeof(shoal_hooks),
                         .progress = hear_progress,
                         .note = hear_note,
                         .user = by,
                         .warning = hear_warning,
                         .phase = hear_phase,
                         .event = hear};
}

/* ---- The calls ----------------------------------------------------------------------------- */

/* The id is worth a warning. */
static void write_table(void) {
    FILE *out = fopen("people.csv", "w");
    assert_non_null(out);
    fputs("age;sex;income;id\n", out);
    for (int i = 0; i < ROWS; i++)
        fprintf(out, "%d;%s;%d;n%d\n", 20 + i * 7 % 40, i % 3 ? "f" : "m", i * 13 % 90, i);
    fclose(out);
}

static shoal_plan *plan_of(void) {
    static const char *const keys[][2] = {
        {"attributes.age.role", "quasi"},
        {"attributes.sex.role", "quasi"},
        {"attributes.income.role", "sensitive"},
        {"privacy.k", "3"},
        {"threads", "2"},
        {"attributes.income.min_level", "1"}, /* means nothing, which is noted */
    };
    shoal_plan *plan;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        assert_int_equal(shoal_plan_set(plan, keys[i][0], keys[i][1], NULL), SHOAL_OK);
    return plan;
}

typedef shoal_status call(shoal_result **out, const shoal_plan *plan, const shoal_hooks *hooks,
                          shoal_error *error);

static shoal_status anonymize(shoal_result **out, const shoal_plan *plan, const shoal_hooks *hooks,
                              shoal_error *error) {
    shoal_job job = {.size = sizeof job,
                     .make_report = shoal_has_reports(),
                     .input = "people.csv",
                     .output = "out.csv",
                     .result_path = "out.json",
                     .plan_path = "out.yaml"};
    return shoal_anonymize(out, plan, &job, hooks, error);
}

static shoal_status assess(shoal_result **out, const shoal_plan *plan, const shoal_hooks *hooks,
                           shoal_error *error) {
    shoal_assess_job job = {.size = sizeof job,
                            .make_report = shoal_has_reports(),
                            .input = "people.csv",
                            .result_path = "out.json"};
    return shoal_assess(out, plan, &job, hooks, error);
}

static shoal_status inspect(shoal_result **out, const shoal_plan *plan, const shoal_hooks *hooks,
                            shoal_error *error) {
    shoal_inspect_job job = {.size = sizeof job,
                             .make_report = shoal_has_reports(),
                             .input = "people.csv",
                             .plan_path = "out.yaml",
                             .result_path = "out.json"};
    return shoal_inspect(out, plan, &job, hooks, error);
}

static shoal_status explore(shoal_result **out, const shoal_plan *plan, const shoal_hooks *hooks,
                            shoal_error *error) {
    shoal_explore_job job = {.size = sizeof job,
                             .make_report = shoal_has_reports(),
                             .input = "people.csv",
                             .ks = "2,5",
                             .suppressions = "0",
                             .csv_path = "out.csv",
                             .result_path = "out.json"};
    return shoal_explore(out, plan, &job, hooks, error);
}

static const struct {
    const char *name;
    call *run;
    bool tells[KINDS];
} calls[] = {
    {"anonymize", anonymize, {true, true, true, true}},
    {"assess", assess, {false, true, true, true}},
    {"inspect", inspect, {false, true, true, false}},
    {"explore", explore, {true, true, true, true}},
};
#define CALLS (sizeof calls / sizeof *calls)

/* ---- Tests --------------------------------------------------------------------------------- */

static size_t files(void) {
    size_t count = 0;
    DIR *folder = opendir(".");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

static void clean(void) {
    (void)unlink("out.csv");
    (void)unlink("out.json");
    (void)unlink("out.yaml");
}

static listener heard_by(size_t number) {
    shoal_plan *plan = plan_of();
    shoal_error error = {0};
    shoal_result *result = NULL;
    listener by = {0};
    shoal_hooks hooks = hooks_of(&by);
    if (calls[number].run(&result, plan, &hooks, &error) != SHOAL_OK)
        fail_msg("%s: %s", calls[number].name, error.message);
    shoal_result_free(result);
    shoal_plan_free(plan);
    clean();
    return by;
}

static void everything_is_told_twice(void **state) {
    (void)state;
    for (size_t c = 0; c < CALLS; c++) {
        listener by = heard_by(c);
        print_message("%s: %zu events\n", calls[c].name, by.heard);
        assert_false(by.uncoded);
        for (size_t k = 0; k < KINDS; k++) {
            assert_int_equal(by.kinds[k], by.by_hook[k]);
            assert_int_equal(by.kinds[k] > 0, calls[c].tells[k]);
        }
    }
}

/* Lines that come now and then depend on the clock: a late number may never be reached. */
static void assert_cancelled(size_t number, listener by, bool with_flag) {
    shoal_plan *plan = plan_of();
    shoal_error error = {0};
    shoal_result *result = NULL;
    volatile int flag = 0;
    shoal_hooks hooks = hooks_of(&by);
    size_t before = files();
    if (with_flag)
        hooks.cancel = &flag;
    shoal_status status = calls[number].run(&result, plan, &hooks, &error);
    shoal_plan_free(plan);
    if (by.cancel_at > by.heard) {
        assert_int_equal(status, SHOAL_OK);
        shoal_result_free(result);
        clean();
        return;
    }
    if (status != SHOAL_INTERRUPTED)
        fail_msg("%s, cancelled at %zu (%d): %d %s", calls[number].name, by.cancel_at,
                 (int)by.cancelled_by, (int)status, error.message);
    assert_null(result);
    assert_non_null(error.code);
    assert_int_equal(flag, with_flag);
    assert_int_equal(files(), before);
}

static void each_event_can_cancel(void **state) {
    (void)state;
    for (size_t c = 0; c < CALLS; c++) {
        listener all = heard_by(c);
        for (size_t at = 1; at <= all.heard; at++)
            assert_cancelled(c, (listener){.cancel_at = at}, at % 2);
    }
}

static void each_kind_can_cancel(void **state) {
    (void)state;
    for (size_t c = 0; c < CALLS; c++)
        for (size_t k = 0; k < KINDS; k++)
            if (calls[c].tells[k])
                assert_cancelled(c, (listener){.cancel_kind = true, .cancelled_by = (kind)k},
                                 k % 2);
}

/* A program that was built before there were events. */
static void shorter_hooks_hear_as_before(void **state) {
    (void)state;
    listener by = {0};
    shoal_hooks hooks = hooks_of(&by);
    shoal_plan *plan = plan_of();
    shoal_result *result = NULL;
    hooks.size = offsetof(shoal_hooks, event);
    assert_int_equal(anonymize(&result, plan, &hooks, NULL), SHOAL_OK);
    assert_int_equal(by.heard, 0);
    assert_true(by.by_hook[NOTE] > 0 && by.by_hook[PHASE] > 0 && by.by_hook[PROGRESS] > 0);
    shoal_result_free(result);
    shoal_plan_free(plan);
    clean();
}

static int enter(void **state) {
    static char folder[] = "/tmp/shoal-events-XXXXXX";
    *state = mkdtemp(folder);
    if (!*state || chdir(folder) != 0)
        return -1;
    write_table();
    return 0;
}

static int leave(void **state) {
    (void)unlink("people.csv");
    return chdir("/") != 0 || rmdir(*state) != 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_told_twice),
        cmocka_unit_test(each_kind_can_cancel),
        cmocka_unit_test(each_event_can_cancel),
        cmocka_unit_test(shorter_hooks_hear_as_before),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
