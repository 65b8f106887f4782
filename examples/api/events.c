/* Hooks: what a call tells while it runs, and how it is cancelled from there. */
#include "example.h"

/* [shoal_anonymize] */
typedef struct heard {
    int notes, phases, warnings;
    const char *cancel_in; /* the phase to cancel in; NULL: none */
} heard;

static int listen(const shoal_event *event, void *user) {
    heard *by = user;
    by->notes += event->note != NULL;
    by->warnings += event->warning != NULL;
    by->phases += event->phase != NULL && event->phase->last;
    return event->phase && by->cancel_in && strcmp(event->phase->name, by->cancel_in) == 0;
}
/* [] */

int main(void) {
    shoal_table *people = people_new(), *release = NULL;
    shoal_plan *plan = people_plan();
    shoal_result *result = NULL;
    shoal_error error = {0};
    /* [shoal_anonymize] */
    heard all = {0}, some = {.cancel_in = "write"};
    shoal_job job = {.size = sizeof job, .table = people, .release = &release};
    shoal_hooks hooks = {.size = sizeof hooks, .event = listen, .user = &all};
    must(shoal_anonymize(&result, plan, &job, &hooks, &error), &error);
    check(all.phases >= 3 && all.notes > 0);
    /* [] */
    shoal_result_free(result);
    shoal_table_free(release);
    result = NULL;
    /* [shoal_anonymize] */
    hooks.user = &some;
    check(shoal_anonymize(&result, plan, &job, &hooks, &error) == SHOAL_INTERRUPTED);
    check(!release && same(error.code, "cancelled"));
    /* [] */
    shoal_result_free(result);
    shoal_table_free(people);
    shoal_plan_free(plan);
    return 0;
}
