#include "front/front_check.h"

#include "release/row_losses.h"

#include <inttypes.h>
#include <math.h>

/* ---- Points, from the original ------------------------------------------------------------- */

shoal_status front_check_open_original(front_check *run, shoal_error *error) {
    job *made = &run->made;
    STATUS_TRY(job_check_plan(made, error));
    if (made->objectives.count == 0)
        return status_fail(error, SHOAL_USAGE,
                           "the plan asks for %s, which makes no fronts; give the plan that the "
                           "front was made by (anonymize --write-plan)",
                           made->algorithm->name);
    STATUS_TRY(threads_start(&made->pool, run->plan->threads, error));
    STATUS_TRY(job_read(made, error));
    STATUS_TRY(job_bind(made, error));
    STATUS_TRY(job_open_spaces(made, error));
    if (made->recoding != &cut_kind)
        STATUS_TRY(job_open_lattice(&made->space, made, made->hierarchies, error));
    run->node = memory_zero(made->searched->node_bytes, 1);
    return run->node ? SHOAL_OK : status_no_memory(error);
}

static bool has_column(const front_check *run, const objective *wanted) {
    for (size_t c = 0; c < run->front.table->columns; c++) {
        const char *name;
        int direction = saved_front_direction(&run->front, (int64_t)c, &name);
        if (direction == (wanted->maximized ? 1 : -1) && strcmp(name, wanted->name) == 0)
            return true;
    }
    return false;
}

static void check_objectives(front_check *run) {
    const objectives *of = &run->made.objectives;
    for (size_t i = 0; i < of->count && !run->says[0]; i++)
        if (!has_column(run, &of->each[i]))
            front_check_say(run,
                            "%.100s: it has no column %s:%s, which the plan "
                            "asks for",
                            run->front.path, of->each[i].maximized ? "max" : "min",
                            of->each[i].name);
}

static void list_numbers(front_numbers *out, const job *made, const lattice_detail *detail) {
    double nwp = (double)NAN;
    front_numbers_add(out, "k_eff", (double)detail->classes.smallest);
    front_numbers_add(out, "classes", (double)detail->classes.classes);
    front_numbers_add(out, "suppressed", (double)detail->classes.suppressed);
    for (size_t i = 0; i < job_metric_count(made) && out->count < FRONT_CHECK_NUMBERS - 1; i++) {
        bool meant = job_metric_has_meaning(made, metric_list[i]);
        front_numbers_add(out, metric_list[i]->name,
                          meant ? detail->metric_values[i] : (double)NAN);
        if (strcmp(metric_list[i]->name, "nwp") == 0)
            nwp = detail->metric_values[i];
    }
    double necd = metric_find("necd")->value(&made->searched->context, &detail->classes);
    if (made->objectives.preferred)
        front_numbers_add(out, "ach", preference_achievement(&made->objectives.point, nwp, necd));
}

static bool check_text(front_check *run, size_t point, int64_t place, const char *expected) {
    const char *said = saved_front_cell(&run->front, point, place);
    if (strcmp(said, expected) == 0)
        return true;
    front_check_differs(run, point, run->front.table->column[place].name, said, expected);
    return false;
}

static shoal_status check_point(front_check *run, size_t point, const char *task,
                                shoal_error *error) {
    const saved_front *front = &run->front;
    if (!check_text(run, point, front->recoding, run->made.recoding->name) ||
        !check_text(run, point, front->task, task))
        return SHOAL_OK;
    if (!job_read_node(run->node, &run->made, front, point)) {
        front_check_differs(run, point, "node", saved_front_cell(front, point, front->node),
                            "a candidate of this plan");
        return SHOAL_OK;
    }
    lattice_detail detail;
    front_numbers known = {0};
    STATUS_TRY(job_describe(&run->made, run->node, &detail, error));
    list_numbers(&known, &run->made, &detail);
    lattice_detail_free(&detail);
    (void)front_check_compare(run, point, &known);
    return SHOAL_OK;
}

shoal_status front_check_describe(front_check *run, shoal_error *error) {
    char task[17];
    job_name_task(task, run->made.searched);
    check_objectives(run);
    for (size_t p = 0; p < saved_front_points(&run->front) && !run->says[0]; p++)
        STATUS_TRY(check_point(run, p, task, error));
    return SHOAL_OK;
}

/* ---- The release, row by row --------------------------------------------------------------- */

static void compare_rows(front_check *run, size_t point, const row_losses *found) {
    front_numbers known = {0};
    if (found->agrees) {
        front_numbers_add(&known, "suppressed", (double)found->suppressed);
        front_numbers_add(&known, "loss", found->loss);
        front_numbers_add(&known, "nwp", found->nwp);
        front_numbers_add(&known, "entropy", found->entropy);
        (void)front_check_compare(run, point, &known);
    } else if (found->row == 0) {
        front_check_say(run, "%.80s has %zu rows, where %.80s makes %" PRIu64, run->release.path,
                        run->release.table->rows, run->made.asked.input, found->rows);
    } else {
        front_check_say(run,
                        "%.60s: row %" PRIu64 ", %.30s: it says %.40s, where point %zu makes %.40s",
                        run->release.path, found->row, run->made.hierarchies[found->attribute].name,
                        found->found, point + 1, found->expected);
    }
}

static shoal_status measure_rows(front_check *run, size_t point, const bound_hierarchy *hierarchies,
                                 const uint8_t *levels, shoal_error *error) {
    row_losses found;
    row_losses_input input = {
        .original = run->made.table,
        .written = run->release.table,
        .original_columns = run->made.quasi,
        .written_columns = run->release.quasi,
        .attributes = run->made.attributes,
        .kept = run->made.kept,
        .hierarchies = hierarchies,
        .node = levels,
        .k = (uint64_t)run->plan->k,
    };
    STATUS_TRY(row_losses_sum(&found, &input, error));
    compare_rows(run, point, &found);
    return SHOAL_OK;
}

/* A cut is the upper of two levels. */
static shoal_status measure_cut(front_check *run, size_t point, shoal_error *error) {
    size_t attributes = run->made.attributes;
    bound_hierarchy *hierarchies = memory_zero(attributes, sizeof *hierarchies);
    uint8_t *top = memory_new(attributes, 1);
    shoal_status status = hierarchies && top ? SHOAL_OK : status_no_memory(error);
    if (status == SHOAL_OK)
        status = cut_hierarchies(cut_of_space(run->made.searched),
                                 (const uint64_t *)(const void *)run->node, hierarchies, error);
    if (status == SHOAL_OK) {
        memset(top, 1, attributes);
        status = measure_rows(run, point, hierarchies, top, error);
    }
    for (size_t a = 0; hierarchies && a < attributes; a++)
        bound_hierarchy_free(&hierarchies[a]);
    memory_free(hierarchies);
    memory_free(top);
    return status;
}

shoal_status front_check_rows(front_check *run, size_t point, shoal_error *error) {
    if (run->release.attributes != run->made.attributes)
        return status_fail(error, SHOAL_USAGE, "%.100s has %zu quasi-identifiers, %.100s has %zu",
                           run->release.path, run->release.attributes, run->made.asked.input,
                           run->made.attributes);
    if (!job_read_node(run->node, &run->made, &run->front, point))
        return status_no_memory(error);
    return run->made.recoding == &cut_kind
               ? measure_cut(run, point, error)
               : measure_rows(run, point, run->made.hierarchies, run->node, error);
}
