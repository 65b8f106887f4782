#include "support/recoded_table.h"

#include "bind/roles.h"
#include "store/csv_source.h"

#include <stdlib.h>
#include <string.h>

void plan_set(shoal_plan *plan, const char *key, const char *value) {
    if (shoal_plan_set(plan, key, value, NULL) != SHOAL_OK)
        abort();
}

static shoal_status read_text(bound_table *bound, const char *csv, shoal_error *error) {
    source_options options = {
        .delimiter = bound->plan->delimiter,
        .header = bound->plan->header,
        .trim = SHOAL_NO,
        .keep = roles_keep_needed,
        .context = (void *)bound->plan,
    };
    source *from = NULL;
    STATUS_TRY(csv_source_open_memory(&from, csv, strlen(csv), &options, error));
    shoal_status status = source_load_opened(&bound->owned, &bound->format, from, &options, error);
    bound->table = bound->owned;
    return status;
}

shoal_status recoded_table_open(recoded_table *out, const shoal_plan *plan, const char *csv,
                                shoal_error *error) {
    return recoded_table_open_with(out, plan, csv, NULL, error);
}

shoal_status recoded_table_open_with(recoded_table *out, const shoal_plan *plan, const char *csv,
                                     thread_pool *pool, shoal_error *error) {
    *out = (recoded_table){.bound = {.plan = plan, .path = "test.csv", .pool = pool}};
    bound_table *bound = &out->bound;
    STATUS_TRY(rules_read(&bound->rules, plan, error));
    STATUS_TRY(run_request_read(&out->request, plan, &bound->rules, error));
    STATUS_TRY(read_text(bound, csv, error));
    STATUS_TRY(bound_table_find_columns(bound, false, error));
    STATUS_TRY(bound_table_choose_rows(bound, error));
    STATUS_TRY(bound_table_find_persons(bound, error));
    bound->target = run_request_target(&out->request, &bound->rules);
    STATUS_TRY(out->request.recoding->bind(&out->recoder, bound, error));
    return run_search_open(&out->searched, &out->request, out->recoder, error);
}

/* Suppressed rows that do not hold as a class are left out. */
static shoal_status settle_suppressed(recoded_table *of, shoal_error *error) {
    publication *published = &of->recoder->publication;
    suppressed_class suppressed;
    shoal_status status = suppressed_class_judge(&suppressed, &of->bound, published, error);
    if (status == SHOAL_OK && !suppressed.holds)
        status = suppressed_class_leave_out(&of->kept, &suppressed, &of->bound, published, error);
    suppressed_class_free(&suppressed);
    return status;
}

shoal_status recoded_table_publish(recoded_table *of, shoal_error *error) {
    const run_request *request = &of->request;
    run_search *searched = &of->searched;
    search_setup setup = {
        .space = searched->space,
        .algorithm = request->algorithm,
        .settings = request->settings,
        .seed = request->plan->seed,
        .objectives = request->objectives.count > 0 ? &request->objectives : NULL,
        .asked_k = (uint64_t)request->plan->k,
        .others = searched->others,
        .other_count = searched->other_count,
        .limits = {.evaluations = request->plan->evaluations},
        .skip_proof = true,
    };
    STATUS_TRY(search_run(&searched->search, &setup, error));
    if (!searched->search.found)
        return status_fail(error, SHOAL_INFEASIBLE, "no feasible node was found");
    STATUS_TRY(request->recoding->publish(of->recoder, searched->space, searched->search.best_node,
                                          error));
    STATUS_TRY(settle_suppressed(of, error));
    of->columns = release_columns(&of->bound);
    if (!of->columns)
        return status_no_memory(error);
    of->task = (release_task){
        .table = of->bound.table,
        .format = of->bound.format,
        .columns = of->columns,
        .kept_rows = of->kept ? of->kept : of->bound.kept,
        .published = &of->recoder->publication,
    };
    return SHOAL_OK;
}

void recoded_table_close(recoded_table *of) {
    memory_free(of->columns);
    memory_free(of->kept);
    recoder_close(of->recoder);
    run_search_close(&of->searched);
    run_request_close(&of->request);
    bound_table_close(&of->bound);
    *of = (recoded_table){0};
}
