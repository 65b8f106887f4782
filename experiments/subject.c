#include "experiments/subject.h"

#include "base/random.h"
#include "bind/bound_table.h"
#include "store/hierarchy_csv.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

static shoal_status read_table(subject *out, const experiment *of, const char *path,
                               shoal_choice header, shoal_error *error) {
    source_options options = {
        .header = header,
        .sha256 = true,
        .pool = of->pool,
        .cancel = of->hooks.cancel,
    };
    if (access(path, R_OK) != 0)
        return status_fail(error, SHOAL_IO,
                           "there is no %.120s: name the folder of the benchmark tables with "
                           "--data or SHOAL_DATA",
                           path);
    return source_load(&out->table, NULL, &path, 1, &options, error);
}

shoal_status subject_read(subject *out, experiment *of, const char *file, shoal_choice header,
                          shoal_error *error) {
    text path = {0};
    text_format(&path, "%s/%s", of->asked.data, file);
    shoal_status status =
        path.failed ? status_no_memory(error) : read_table(out, of, path.bytes, header, error);
    text_free(&path);
    if (status != SHOAL_OK)
        return status;
    experiment_add_source(of, file, out->table);
    out->rows = out->table->rows;
    out->columns = memory_new(out->table->columns, sizeof *out->columns);
    out->given = memory_zero(out->table->columns, sizeof(shoal_hierarchy *));
    if (!out->columns || !out->given)
        return status_no_memory(error);
    return shoal_plan_new(&out->plan, error);
}

static plan_attribute *add_attribute(subject *out, size_t column_index) {
    plan_attribute *added = plan_attribute_named(out->plan, out->table->column[column_index].name);
    if (!added)
        return NULL;
    added->role = ROLE_QUASI;
    out->columns[out->attributes++] = column_index;
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
    shoal_hierarchy **made = &out->given[out->attributes];
    if (!add_attribute(out, column_index))
        return status_no_memory(error);
    STATUS_TRY(hierarchy_read_memory(made, rows, strlen(rows), out->name, error));
    return hierarchy_seal(*made, error);
}

shoal_status subject_draw(subject *out, size_t rows, uint64_t seed, shoal_error *error) {
    random_stream stream = random_open(seed, "rows", 0);
    size_t left = out->table->rows;
    if (rows > left)
        return status_fail(error, SHOAL_BAD_DATA, "%s has %zu rows; at least %zu were expected",
                           out->name, left, rows);
    out->kept = memory_new(left, sizeof *out->kept);
    if (!out->kept)
        return status_no_memory(error);
    out->rows = rows;
    for (size_t wanted = rows, row = 0; left > 0; row++, left--) {
        out->kept[row] = random_below(&stream, left) < wanted;
        wanted -= out->kept[row];
    }
    return SHOAL_OK;
}

/* The table bound to its plan, for a moment: everything is borrowed. */
static bound_table whole(const subject *of, const experiment *by) {
    return (bound_table){
        .table = of->table,
        .quasi = of->columns,
        .attributes = of->attributes,
        .kept = of->kept,
        .plan = of->plan,
        .pool = by->pool,
        .given = of->given,
    };
}

static shoal_status bind_all(subject *out, const experiment *of, bool ordered, shoal_error *error) {
    bound_table bound = whole(out, of);
    shoal_status status = bound_table_bind_hierarchies(&bound, ordered, error);
    out->hierarchies = bound.hierarchies;
    out->described = bound.described;
    out->domains = bound.domains;
    return status;
}

shoal_status subject_bind_cuts(subject *out, const experiment *of, shoal_error *error) {
    return bind_all(out, of, true, error);
}

shoal_status subject_bind(subject *out, const experiment *of, shoal_error *error) {
    return bind_all(out, of, false, error);
}

void subject_free(subject *made) {
    for (size_t a = 0; made->described && a < made->attributes; a++)
        memory_free(made->described[a]);
    for (size_t a = 0; made->hierarchies && a < made->attributes; a++)
        bound_hierarchy_free(&made->hierarchies[a]);
    for (size_t a = 0; made->domains && a < made->attributes; a++)
        ordered_domain_free(&made->domains[a]);
    for (size_t a = 0; made->given && a < made->attributes; a++)
        shoal_hierarchy_free(made->given[a]);
    memory_free(made->described);
    memory_free(made->hierarchies);
    memory_free(made->domains);
    memory_free(made->given);
    memory_free(made->columns);
    memory_free(made->kept);
    shoal_plan_free(made->plan);
    shoal_table_free(made->table);
    *made = (subject){0};
}

shoal_status problem_open(problem *out, const subject *of, const experiment *by, size_t attributes,
                          uint64_t k, double suppression, const char *metric_name,
                          shoal_error *error) {
    *out = (problem){
        .of = of,
        .attributes = attributes,
        .k = k,
        .limit = (uint64_t)floor(suppression * (double)of->rows + 1e-9),
        .metric = metric_find(metric_name),
    };
    bound_table bound = whole(of, by);
    bound.attributes = attributes;
    shoal_status status = bound_table_count(&bound, error);
    out->set = bound.set;
    return status;
}

static metric_context context_of(const problem *of) {
    return (metric_context){
        .hierarchies = of->of->hierarchies,
        .attributes = of->attributes,
        .rows = of->of->rows,
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
        .domains = of->of->domains,
        .metric = of->metric,
        .pool = pool,
    };
    return cut_open(out, &setup, error);
}

void problem_close(problem *opened) {
    frequency_free(&opened->set);
}
