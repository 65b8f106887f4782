#include "experiments/subject.h"

#include "base/random.h"
#include "store/hierarchy_csv.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

static shoal_status read_table(subject *out, const char *path, shoal_error *error) {
    if (access(path, R_OK) != 0)
        return status_fail(error, SHOAL_IO,
                           "there is no %.120s: name the folder of the benchmark tables with "
                           "--data or SHOAL_DATA",
                           path);
    out->bound.path = path;
    return bound_table_read(&out->bound, &(table_reading){.hash = true}, error);
}

shoal_status subject_read(subject *out, experiment *of, const char *file, shoal_choice header,
                          shoal_error *error) {
    bound_table *bound = &out->bound;
    text path = {0};
    STATUS_TRY(shoal_plan_new(&out->plan, error));
    out->plan->header = header;
    *bound = (bound_table){.plan = out->plan, .hooks = &of->hooks, .pool = of->pool};
    text_format(&path, "%s/%s", of->asked.data, file);
    shoal_status status =
        path.failed ? status_no_memory(error) : read_table(out, path.bytes, error);
    text_free(&path);
    bound->path = file;
    bound->hooks = NULL; /* how hierarchies are built is not told: the page says it */
    if (status != SHOAL_OK)
        return status;
    experiment_add_source(of, file, bound->table);
    bound->rows = bound->table->rows;
    bound->quasi = memory_new(bound->table->columns, sizeof *bound->quasi);
    bound->given = out->given = memory_zero(bound->table->columns, sizeof(shoal_hierarchy *));
    return bound->quasi && out->given ? SHOAL_OK : status_no_memory(error);
}

static plan_attribute *add_attribute(subject *out, size_t column_index) {
    plan_attribute *added =
        plan_attribute_named(out->plan, out->bound.table->column[column_index].name);
    if (!added)
        return NULL;
    added->role = ROLE_QUASI;
    out->bound.quasi[out->bound.attributes++] = column_index;
    return added;
}

shoal_status subject_add(subject *out, size_t column_index, const char *spec, shoal_error *error) {
    plan_attribute *added = add_attribute(out, column_index);
    char *copy = memory_text(spec, strlen(spec));
    if (!added || !copy) {
        memory_free(copy);
        return status_no_memory(error);
    }
    memory_free(added->hierarchy);
    added->hierarchy = copy;
    return SHOAL_OK;
}

shoal_status subject_add_text(subject *out, size_t column_index, const char *rows,
                              shoal_error *error) {
    shoal_hierarchy **made = &out->given[out->bound.attributes];
    if (!add_attribute(out, column_index))
        return status_no_memory(error);
    STATUS_TRY(hierarchy_read_memory(made, rows, strlen(rows), out->name, error));
    return hierarchy_seal(*made, error);
}

shoal_status subject_draw(subject *out, size_t rows, uint64_t seed, shoal_error *error) {
    random_stream stream = random_open(seed, "rows", 0);
    size_t left = out->bound.table->rows;
    if (rows > left)
        return status_fail(error, SHOAL_BAD_DATA, "%s has %zu rows; at least %zu were expected",
                           out->name, left, rows);
    out->bound.kept = memory_new(left, sizeof *out->bound.kept);
    if (!out->bound.kept)
        return status_no_memory(error);
    out->bound.rows = rows;
    for (size_t wanted = rows, row = 0; left > 0; row++, left--) {
        out->bound.kept[row] = random_below(&stream, left) < wanted;
        wanted -= out->bound.kept[row];
    }
    return SHOAL_OK;
}

void subject_free(subject *made) {
    for (size_t a = 0; made->given && a < made->bound.attributes; a++)
        shoal_hierarchy_free(made->given[a]);
    memory_free(made->given);
    bound_table_close(&made->bound);
    shoal_plan_free(made->plan);
    *made = (subject){0};
}

shoal_status problem_open(problem *out, const subject *of, size_t attributes, uint64_t k,
                          double suppression, const char *metric_name, shoal_error *error) {
    *out = (problem){
        .of = of,
        .attributes = attributes,
        .k = k,
        .limit = (uint64_t)floor(suppression * (double)of->bound.rows + 1e-9),
        .metric = metric_find(metric_name),
    };
    bound_table first = of->bound; /* everything is borrowed but what it counts */
    first.attributes = attributes;
    shoal_status status = bound_table_count(&first, error);
    out->set = first.set;
    return status;
}

static metric_context context_of(const problem *of) {
    return (metric_context){
        .hierarchies = of->of->bound.hierarchies,
        .attributes = of->attributes,
        .rows = of->of->bound.rows,
        .k = of->k,
        .limit = of->limit,
    };
}

shoal_status problem_space(lattice **out, const problem *of, thread_pool *pool,
                           shoal_error *error) {
    lattice_setup setup = {
        .ground = &of->set,
        .context = context_of(of),
        .metric = of->metric,
        .pool = pool,
    };
    return lattice_open(out, &setup, error);
}

shoal_status problem_cut(cut **out, const problem *of, thread_pool *pool, shoal_error *error) {
    cut_setup setup = {
        .ground = &of->set,
        .context = context_of(of),
        .domains = of->of->bound.domains,
        .metric = of->metric,
        .pool = pool,
    };
    return cut_open(out, &setup, error);
}

void problem_close(problem *opened) {
    frequency_free(&opened->set);
}
