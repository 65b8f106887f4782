/* A context: threads and memory that many calls share, here from two threads at once. */
#include "example.h"

#include <pthread.h>

static shoal_context *context;

/* [shoal_context_new] */
static void *release_once(void *original) {
    shoal_error error = {0};
    shoal_table *release = NULL;
    shoal_result *result = NULL;
    shoal_plan *plan = people_plan();
    shoal_job job = {
        .size = sizeof job, .table = original, .release = &release, .context = context};
    must(shoal_anonymize(&result, plan, &job, NULL, &error), &error);
    shoal_result_free(result);
    shoal_plan_free(plan);
    return release;
}
/* [] */

int main(void) {
    /* [shoal_context_new shoal_context_free] */
    shoal_error error = {0};
    const shoal_context_options options = {
        .size = sizeof options, .threads = 2, .calls = 2, .memory = 64 << 20};
    must(shoal_context_new(&context, &options, &error), &error);
    /* [] */
    shoal_table *people = people_new();
    pthread_t threads[2];
    void *releases[2] = {NULL, NULL};
    /* [shoal_context_new] */
    for (int i = 0; i < 2; i++)
        check(pthread_create(&threads[i], NULL, release_once, people) == 0);
    for (int i = 0; i < 2; i++)
        check(pthread_join(threads[i], &releases[i]) == 0);
    /* [] */
    check(same(shoal_table_value(releases[0], 7, 0), shoal_table_value(releases[1], 7, 0)));
    /* [shoal_context_free] */
    shoal_context_free(context); /* no call uses it any more */
    /* [] */
    shoal_table_free(releases[0]);
    shoal_table_free(releases[1]);
    shoal_table_free(people);
    return 0;
}
