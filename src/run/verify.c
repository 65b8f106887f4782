/* shoal_verify: the check of a release, for a file on disk. */
#include "io/csv.h"
#include "release/classes.h"
#include "run/roles.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct check {
    const shoal_plan *plan;
    const char *path;
    thread_pool *pool;
    shoal_table *table;
    size_t *quasi;
    size_t attributes;
    release_classes found;
} check;

static shoal_status check_plan(const shoal_plan *plan, shoal_error *error) {
    if (plan->k < 1)
        return status_fail(error, SHOAL_USAGE, "--k is missing: what the release is to be held to");
    if (plan_count_role(plan, ROLE_QUASI) == 0)
        return status_fail(error, SHOAL_USAGE,
                           "no quasi-identifier is named: list them with --quasi a,b,c");
    return SHOAL_OK;
}

static shoal_status read_release(check *run, shoal_error *error) {
    csv_options options = {
        .delimiter = run->plan->delimiter,
        .header = run->plan->header,
        .trim = run->plan->trim,
        .keep = roles_keep_quasi,
        .context = (void *)run->plan,
        .pool = run->pool,
    };
    STATUS_TRY(csv_read(&run->table, run->path, &options, error));
    STATUS_TRY(roles_find_quasi(&run->quasi, &run->attributes, run->table, run->plan, true, error));
    return release_classes_count(&run->found, run->table, run->quasi, run->attributes, run->plan,
                                 run->pool, error);
}

/* Rows of `*` are suppressed, unless all are: such a table is one class. */
static shoal_verdict judge(const release_classes *found) {
    bool one_class = found->stars == found->rows;
    return (shoal_verdict){
        .rows = (int64_t)found->rows,
        .suppressed = one_class ? 0 : (int64_t)found->stars,
        .classes = one_class ? 1 : (int64_t)found->classes,
        .k_eff = one_class ? (int64_t)found->rows : (int64_t)found->smallest,
    };
}

/* Without a limit any number of rows may be suppressed. */
static int64_t suppression_limit(const shoal_plan *plan, int64_t rows) {
    return plan->suppression_given ? (int64_t)floor(plan->suppression * (double)rows + 1e-9) : rows;
}

static void compare(shoal_verdict *verdict, const check *run, shoal_error *error) {
    int64_t limit = suppression_limit(run->plan, verdict->rows);
    verdict->holds = false;
    if (verdict->k_eff < run->plan->k)
        status_fail(error, SHOAL_OK,
                    "%.120s: its smallest class has size %" PRId64 ", below k = %" PRId64,
                    run->path, verdict->k_eff, run->plan->k);
    else if (verdict->suppressed > limit)
        status_fail(error, SHOAL_OK,
                    "%.120s: suppressed rows: %" PRId64 ", more than the %" PRId64
                    " that the plan allows",
                    run->path, verdict->suppressed, limit);
    else
        verdict->holds = true;
}

static void check_close(check *run) {
    memory_free(run->quasi);
    shoal_table_free(run->table);
    threads_stop(run->pool);
}

shoal_status shoal_verify(shoal_verdict *verdict, const shoal_plan *plan, const char *path,
                          shoal_error *error) {
    check run = {.plan = plan, .path = path};
    shoal_status status = check_plan(plan, error);
    if (status == SHOAL_OK)
        status = threads_start(&run.pool, plan->threads, error);
    if (status == SHOAL_OK)
        status = read_release(&run, error);
    if (status == SHOAL_OK) {
        shoal_verdict made = judge(&run.found);
        compare(&made, &run, error);
        size_t size = verdict->size < sizeof made ? verdict->size : sizeof made;
        made.size = verdict->size;
        memcpy(verdict, &made, size);
    }
    check_close(&run);
    return status;
}
