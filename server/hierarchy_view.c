#include "server/hierarchy_view.h"

#include <stdlib.h>
#include <string.h>

#define MOST_VALUES 5000
#define MOST_BYTES ((size_t)16 << 20)

void hierarchy_view_close(hierarchy_view *of) {
    shoal_hierarchy_free(of->hierarchy);
    free(of->source);
    shoal_free(of->described);
    *of = (hierarchy_view){0};
}

/* ---- Finding --------------------------------------------------------------------------------- */

static shoal_status build(hierarchy_view *out, const opened_table *table, const char *column,
                          const char *spec, shoal_error *error) {
    out->source = strdup(spec);
    if (!out->source)
        return refuse_no_memory(error);
    return shoal_hierarchy_build(&out->hierarchy, table->table, column, spec, &out->described,
                                 error);
}

static shoal_status read(hierarchy_view *out, const char *path, shoal_error *error) {
    out->source = strdup("file");
    if (!out->source)
        return refuse_no_memory(error);
    return shoal_hierarchy_read(&out->hierarchy, path, error);
}

/* COLUMN.csv of the plan's folder, as a run would find it; the caller frees. NULL: there is none.
 */
static char *path_in_folder(const shoal_plan *plan, const char *column) {
    char *folder = NULL, *path = NULL;
    if (strchr(column, '/') || shoal_plan_get(&folder, plan, "hierarchies", NULL) != SHOAL_OK)
        return NULL;
    path = folder ? text_of("%s/%s.csv", folder, column) : NULL;
    shoal_free(folder);
    if (path && file_is_there(path))
        return path;
    free(path);
    return NULL;
}

static shoal_status find(hierarchy_view *out, const shoal_plan *plan, const opened_table *table,
                         const char *column, shoal_error *error) {
    char *key = text_of("attributes.%s.hierarchy", column), *spec = NULL;
    shoal_status status = key ? shoal_plan_get(&spec, plan, key, error) : refuse_no_memory(error);
    char *found = status == SHOAL_OK && !spec ? path_in_folder(plan, column) : NULL;
    if (status != SHOAL_OK)
        ;
    else if (found)
        status = read(out, found, error);
    else if (spec && hierarchy_spec_path(spec) == spec)
        status = read(out, spec, error);
    else
        status = build(out, table, column, spec ? spec : "auto", error);
    free(found);
    shoal_free(spec);
    free(key);
    return status;
}

shoal_status hierarchy_view_of_plan(hierarchy_view *out, const project *of, const char *yaml,
                                    const opened_table *table, const char *column,
                                    shoal_error *error) {
    shoal_plan *plan = NULL;
    *out = (hierarchy_view){0};
    TRY(project_run_plan(&plan, of, yaml, error));
    shoal_status status = find(out, plan, table, column, error);
    shoal_plan_free(plan);
    if (status != SHOAL_OK)
        hierarchy_view_close(out);
    return status;
}

shoal_status hierarchy_view_build(hierarchy_view *out, const opened_table *table,
                                  const char *column, const char *spec, shoal_error *error) {
    *out = (hierarchy_view){0};
    if (hierarchy_spec_path(spec))
        return refuse(error, SHOAL_USAGE, "spec_unknown", NULL,
                      "\"%.60s\" is no builder such as ranges:5,10 or mask:right", spec);
    shoal_status status = build(out, table, column, spec, error);
    if (status != SHOAL_OK)
        hierarchy_view_close(out);
    return status;
}

/* ---- Showing --------------------------------------------------------------------------------- */

static uint64_t code_at(const shoal_column_view *column, int64_t row) {
    switch (column->code_width) {
    case 1:
        return ((const uint8_t *)column->codes)[row];
    case 2:
        return ((const uint16_t *)column->codes)[row];
    default:
        return ((const uint32_t *)column->codes)[row];
    }
}

/* Rows of each value of the table's dictionary, added to the hierarchy's values. */
static void add_rows(int64_t *rows, const uint64_t *counts, const shoal_column_view *column,
                     const shoal_table *table, int64_t place, const shoal_hierarchy *hierarchy) {
    for (int64_t code = 0; code < column->value_count; code++) {
        const char *text = shoal_table_dictionary(table, place, code, NULL);
        int64_t value = text ? shoal_hierarchy_find(hierarchy, text) : -1;
        if (value >= 0)
            rows[value] += (int64_t)counts[code];
    }
}

/* For each value of the hierarchy; NULL: out of memory. The caller frees. */
static int64_t *count_rows(const shoal_hierarchy *hierarchy, const shoal_table *table,
                           int64_t place) {
    shoal_column_view column = {.size = sizeof column};
    int64_t *rows = calloc((size_t)shoal_hierarchy_values(hierarchy) + 1, sizeof *rows);
    if (!rows || !shoal_table_view(table, place, &column))
        return rows;
    uint64_t *counts = calloc((size_t)column.value_count + 1, sizeof *counts);
    if (!counts) {
        free(rows);
        return NULL;
    }
    int64_t total = shoal_table_rows(table);
    for (int64_t row = 0; row < total; row++) {
        uint64_t code = code_at(&column, row);
        counts[code < (uint64_t)column.value_count ? code : (uint64_t)column.value_count]++;
    }
    add_rows(rows, counts, &column, table, place, hierarchy);
    free(counts);
    return rows;
}

static void describe_value(json_text *to, const shoal_hierarchy *of, int64_t value, int64_t rows) {
    const char *label;
    json_open(to, NULL, '{');
    json_open(to, "labels", '[');
    for (int64_t level = 0; (label = shoal_hierarchy_label(of, value, level)); level++)
        json_string(to, NULL, label);
    json_close(to, ']');
    json_integer(to, "rows", rows);
    json_close(to, '}');
}

void hierarchy_view_describe(json_text *to, const hierarchy_view *of, const opened_table *table,
                             int64_t column) {
    const shoal_hierarchy *hierarchy = of->hierarchy;
    int64_t total = shoal_hierarchy_values(hierarchy);
    int64_t *rows = count_rows(hierarchy, table->table, column);
    to->failed |= !rows;
    json_string(to, "column", shoal_table_column_name(table->table, column));
    json_string(to, "source", of->source);
    json_string(to, "described", of->described);
    json_integer(to, "height", shoal_hierarchy_height(hierarchy));
    json_integer(to, "total", total);
    json_open(to, "values", '[');
    for (int64_t i = 0; rows && i < total && i < MOST_VALUES && to->length < MOST_BYTES; i++)
        describe_value(to, hierarchy, i, rows[i]);
    json_close(to, ']');
    free(rows);
}
