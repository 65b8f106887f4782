/* A program built with an older header (shoal.h beside this file), run with the library of today:
 * its structs are shorter. Each lies right before a page that nobody may touch. */
#include "shoal.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Zeroed room for a struct that ends where memory ends. It is never given back. */
static void *edge(size_t size) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *made = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED || size > page || mprotect(made + page, page, PROT_NONE) != 0)
        _exit(3);
    return made + page - (size + 7) / 8 * 8;
}

static int fail(const char *what, const shoal_error *error) {
    fprintf(stderr, "%s: %s\n", what, error->message);
    return 1;
}

static void count_note(const char *sentence, void *user) {
    *(int *)user += *sentence != '\0';
}

static shoal_hooks *hooks_new(int *notes) {
    shoal_hooks *hooks = edge(sizeof *hooks);
    hooks->size = sizeof *hooks;
    hooks->note = count_note;
    hooks->user = notes;
    return hooks;
}

static int release(const shoal_plan *plan, const shoal_hooks *hooks, shoal_error *error) {
    shoal_job *job = edge(sizeof *job);
    shoal_verdict *verdict = edge(sizeof *verdict);
    shoal_result *result = NULL;
    job->size = sizeof *job;
    job->input = "people.csv";
    job->output = "old.csv";
    if (shoal_anonymize(&result, plan, job, hooks, error) != SHOAL_OK)
        return fail("anonymize", error);
    shoal_result_free(result);
    verdict->size = sizeof *verdict;
    if (shoal_verify(verdict, plan, "old.csv", error) != SHOAL_OK || !verdict->holds)
        return fail("verify", error);
    return verdict->rows == 500 ? 0 : 1;
}

static int look(const shoal_plan *plan, const shoal_hooks *hooks, shoal_error *error) {
    shoal_assess_job *assess = edge(sizeof *assess);
    shoal_inspect_job *inspect = edge(sizeof *inspect);
    shoal_explore_job *explore = edge(sizeof *explore);
    shoal_result *result = NULL;
    assess->size = sizeof *assess;
    assess->input = "old.csv";
    assess->against = "people.csv";
    if (shoal_assess(&result, plan, assess, hooks, error) != SHOAL_OK)
        return fail("assess", error);
    shoal_result_free(result);
    inspect->size = sizeof *inspect;
    inspect->input = "people.csv";
    if (shoal_inspect(&result, plan, inspect, hooks, error) != SHOAL_OK)
        return fail("inspect", error);
    shoal_result_free(result);
    explore->size = sizeof *explore;
    explore->input = "people.csv";
    explore->ks = "3,5";
    explore->suppressions = "2%";
    explore->skip_costs = true;
    if (shoal_explore(&result, plan, explore, hooks, error) != SHOAL_OK)
        return fail("explore", error);
    shoal_result_free(result);
    return 0;
}

static int read_table(shoal_error *error) {
    shoal_csv_options *options = edge(sizeof *options);
    shoal_table *table = NULL;
    options->size = sizeof *options;
    options->delimiter = ',';
    if (shoal_table_read_csv(&table, "people.csv", options, error) != SHOAL_OK)
        return fail("read", error);
    int64_t rows = shoal_table_rows(table);
    shoal_table_free(table);
    return rows == 500 ? 0 : 1;
}

/* What was never to grow has not grown: arrays of it would be read at the wrong places. */
static int read_lists(void) {
    const shoal_item *item = shoal_list("metrics");
    const shoal_place *place = shoal_places();
    size_t items = 0, places = 0;
    for (; item[items].name; items++)
        if (!item[items].summary[0])
            return 1;
    for (; place[places].name; places++)
        if (!place[places].summary[0])
            return 1;
    return items > 5 && places > 5 ? 0 : 1;
}

int main(void) {
    shoal_error *error = edge(sizeof *error);
    shoal_plan *plan = NULL;
    int notes = 0;
    shoal_hooks *hooks = hooks_new(&notes);
    if (shoal_plan_new(&plan, error) != SHOAL_OK ||
        shoal_plan_read(plan, "people.plan.yaml", error) != SHOAL_OK)
        return fail("plan", error);
    int failed = release(plan, hooks, error) || look(plan, hooks, error) || read_table(error) ||
                 read_lists();
    shoal_plan_free(plan);
    if (!failed)
        puts(shoal_version());
    return failed;
}
