#include "verify/front_check.h"

#include "bind/canonical_rows.h"
#include "bind/coded_extremes.h"
#include "bind/roles.h"
#include "data/taken_rows.h"
#include "measure/metrics.h"
#include "release/release_order.h"
#include "release/row_losses.h"
#include "store/row_order.h"

#include <inttypes.h>
#include <math.h>

/* ---- Points, from the original ------------------------------------------------------------- */

static shoal_status bind_original(front_original *made, shoal_error *error) {
    bound_table *bound = &made->bound;
    table_reading how = {.keep = roles_keep_needed, .context = (void *)bound->plan};
    bound->pool = made->pool;
    STATUS_TRY(bound_table_read(bound, &how, error));
    STATUS_TRY(coded_extremes_of_table(bound, error));
    if (recoding_tells_rows(made->request.recoding, bound->plan))
        STATUS_TRY(canonical_rows_sort(bound, error));
    STATUS_TRY(bound_table_find_columns(bound, false, error));
    STATUS_TRY(bound_table_choose_rows(bound, error));
    STATUS_TRY(bound_table_find_persons(bound, error));
    bound->target = run_request_target(&made->request, &bound->rules);
    STATUS_TRY(made->request.recoding->bind(&made->recoder, bound, error));
    return run_search_open(&made->searched, &made->request, made->recoder, error);
}

shoal_status front_check_open_original(front_check *run, shoal_error *error) {
    front_original *made = &run->made;
    STATUS_TRY(rules_read(&made->bound.rules, run->plan, error));
    STATUS_TRY(run_request_read(&made->request, run->plan, &made->bound.rules, error));
    if (made->request.objectives.count == 0)
        return status_refuse(error, SHOAL_USAGE, "front_unsupported", "search.algorithm",
                             "the plan names the algorithm %s, which makes no fronts: give the "
                             "plan that the front was made with",
                             made->request.algorithm->name);
    STATUS_TRY(threads_start(&made->pool, run->plan->threads, error));
    STATUS_TRY(bind_original(made, error));
    made->node = memory_zero(made->searched.space->node_bytes, 1);
    return made->node ? SHOAL_OK : status_no_memory(error);
}

void front_original_close(front_original *made) {
    memory_free(made->node);
    recoder_close(made->recoder);
    run_search_close(&made->searched);
    run_request_close(&made->request);
    bound_table_close(&made->bound);
    threads_stop(made->pool);
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
    const objectives *of = &run->made.request.objectives;
    for (size_t i = 0; i < of->count && !run->says[0]; i++)
        if (!has_column(run, &of->each[i]))
            front_check_say(run, "%.100s: it has no column %s:%s, which the plan requires",
                            run->front.path, of->each[i].maximized ? "max" : "min",
                            of->each[i].name);
}

static void list_numbers(front_numbers *out, const front_original *made,
                         const node_measures *found) {
    const metric *const *metrics = made->request.recoding->metrics;
    const objectives *wanted = &made->request.objectives;
    double nwp = (double)NAN;
    front_numbers_add(out, "k_eff", (double)found->classes.smallest);
    front_numbers_add(out, "classes", (double)found->classes.classes);
    front_numbers_add(out, "suppressed", (double)found->classes.suppressed);
    for (size_t i = 0; metrics[i] && out->count < FRONT_CHECK_NUMBERS - 1; i++) {
        if (recoding_shows(&made->bound, metrics[i]))
            front_numbers_add(out, metrics[i]->name, found->metrics[i]);
        if (metrics[i] == &metric_nwp)
            nwp = found->metrics[i];
    }
    double necd = metric_necd.value(&made->searched.space->context, &found->classes);
    if (wanted->preferred)
        front_numbers_add(out, "ach", preference_achievement(&wanted->point, nwp, necd));
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
    front_original *made = &run->made;
    if (!check_text(run, point, front->recoding, made->request.recoding->name) ||
        !check_text(run, point, front->task, task))
        return SHOAL_OK;
    if (!run_front_read_node(made->node, made->searched.space, front, point)) {
        front_check_differs(run, point, "node", saved_front_cell(front, point, front->node),
                            "a node of this plan");
        return SHOAL_OK;
    }
    double metrics[RUN_METRICS];
    node_measures found = {.metrics = metrics};
    front_numbers known = {0};
    STATUS_TRY(made->request.recoding->measure_node(made->recoder, made->searched.space, made->node,
                                                    &found, error));
    list_numbers(&known, made, &found);
    (void)front_check_compare(run, point, &known);
    return SHOAL_OK;
}

shoal_status front_check_describe(front_check *run, shoal_error *error) {
    char task[17];
    run_search_name_task(task, run->made.searched.space);
    check_objectives(run);
    for (size_t p = 0; p < saved_front_points(&run->front) && !run->says[0]; p++)
        STATUS_TRY(check_point(run, p, task, error));
    return SHOAL_OK;
}

/* ---- Which row is which ---------------------------------------------------------------------- */

/* Both sides sorted by their quasi-identifiers: if the release is that of the point, row for row,
 * it does not matter which of several rows that read the same is taken for which. */
static shoal_status sort_expected(uint32_t **out, const front_original *made, shoal_error *error) {
    const bound_table *bound = &made->bound;
    size_t columns = bound->table->columns;
    arena memory = {0};
    column *plain = arena_new(&memory, columns, sizeof *plain);
    release_column *use = arena_new(&memory, columns, sizeof *use);
    shoal_status status = plain && use ? SHOAL_OK : status_no_memory(error);
    shoal_table table = {.rows = bound->table->rows, .columns = columns, .column = plain};
    for (size_t i = 0; status == SHOAL_OK && i < columns; i++) {
        plain[i] = bound->table->column[i];
        plain[i].comma = false; /* the release was turned when it was read */
        use[i] = (release_column){.use = COLUMN_DROP};
    }
    for (size_t a = 0; status == SHOAL_OK && a < bound->attributes; a++)
        use[bound->quasi[a]] = (release_column){COLUMN_PUBLISH, a};
    release_task task = {.table = &table,
                         .columns = use,
                         .kept_rows = bound->kept,
                         .published = &made->recoder->publication,
                         .pool = made->pool};
    if (status == SHOAL_OK)
        status = release_order_make(out, &task, error);
    arena_free(&memory);
    return status;
}

static void fill_written(const void *context, size_t begin, size_t count, uint32_t *cells) {
    const bound_table *of = context;
    for (size_t a = 0; a < of->attributes; a++)
        codes_read(of->quasi_codes[a], begin, count, cells + a * ROW_FEED_MOST);
}

static shoal_status sort_written(uint32_t *out, const bound_table *of, shoal_error *error) {
    feed_column *texts = memory_zero(of->attributes, sizeof *texts);
    row_feed feed = {.rows = of->table->rows,
                     .columns = of->attributes,
                     .column = texts,
                     .fill = fill_written,
                     .context = of};
    for (size_t a = 0; texts && a < of->attributes; a++)
        texts[a].values = &of->table->column[of->quasi[a]].values;
    shoal_status status =
        texts ? row_order_make(out, &feed, of->pool, error) : status_no_memory(error);
    memory_free(texts);
    return status;
}

/* Puts the rows of the release into the order of the original's. */
static shoal_status match_rows(front_check *run, shoal_error *error) {
    const front_original *made = &run->made;
    bound_table *written = &run->release.bound;
    size_t rows = written->table->rows, originals = made->bound.table->rows, at = 0;
    uint32_t *expected = NULL, *sorted = memory_new(rows, sizeof *sorted);
    uint32_t *from = memory_new(rows, sizeof *from);
    uint32_t *place = memory_new(originals, sizeof *place);
    shoal_status status = sorted && from && place ? SHOAL_OK : status_no_memory(error);
    bool fits = rows == made->bound.rows; /* else it does not hold, and that is said */
    if (status == SHOAL_OK && fits)
        status = sort_expected(&expected, made, error);
    if (status == SHOAL_OK && fits)
        status = sort_written(sorted, written, error);
    for (size_t row = 0; status == SHOAL_OK && fits && row < originals; row++)
        place[row] = !made->bound.kept || made->bound.kept[row] ? (uint32_t)at++ : 0;
    for (size_t i = 0; status == SHOAL_OK && fits && i < rows; i++)
        from[place[expected[i]]] = sorted[i];
    if (status == SHOAL_OK && fits && !table_take_rows(written->owned, from, written->pool))
        status = status_no_memory(error);
    memory_free(expected);
    memory_free(sorted);
    memory_free(from);
    memory_free(place);
    return status;
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
        front_check_say(run, "%.80s has %zu rows, but a release of %.80s has %" PRIu64,
                        run->release.bound.path, run->release.bound.table->rows,
                        run->made.bound.path, found->rows);
    } else {
        front_check_say(run, "%.60s: row %" PRIu64 ", %.30s is %.40s, but point %zu makes it %.40s",
                        run->release.bound.path, found->row,
                        run->made.bound.hierarchies[found->attribute].name, found->found, point + 1,
                        found->expected);
    }
}

shoal_status front_check_rows(front_check *run, size_t point, shoal_error *error) {
    front_original *made = &run->made;
    const bound_table *written = &run->release.bound;
    if (written->attributes != made->bound.attributes)
        return status_fail(error, SHOAL_USAGE, "%.100s has %zu quasi-identifiers, %.100s has %zu",
                           written->path, written->attributes, made->bound.path,
                           made->bound.attributes);
    if (!run_front_read_node(made->node, made->searched.space, &run->front, point))
        return status_no_memory(error);
    STATUS_TRY(
        made->request.recoding->publish(made->recoder, made->searched.space, made->node, error));
    STATUS_TRY(match_rows(run, error));
    if (!made->recoder->publication.hierarchies) {
        front_check_cells(run, point);
        return SHOAL_OK;
    }
    row_losses found;
    row_losses_input input = {
        .original = made->bound.table,
        .written = written->table,
        .original_columns = made->bound.quasi,
        .written_columns = written->quasi,
        .attributes = made->bound.attributes,
        .kept = made->bound.kept,
        .hierarchies = made->recoder->publication.hierarchies,
        .node = made->recoder->publication.level,
        .k = (uint64_t)run->plan->k,
    };
    STATUS_TRY(row_losses_sum(&found, &input, error));
    compare_rows(run, point, &found);
    return SHOAL_OK;
}
