/* A plan gets copies of its hierarchies in a folder: one that lies beside an input becomes the
 * project's, and a release has its own. */
#include "server/project.h"

#include <stdlib.h>
#include <string.h>

#define MOST_HIERARCHY ((size_t)256 << 20)

static shoal_status copy_into(const project *to, const char *from, const char *inside,
                              shoal_error *error) {
    char *bytes = NULL, *path = text_of("%s/%s", to->folder, inside);
    char *folder = text_of("%s/hierarchies", to->folder);
    size_t length = 0;
    shoal_status status = path && folder ? folder_make(folder, error) : refuse_no_memory(error);
    if (status == SHOAL_OK)
        status = file_take(&bytes, &length, from, MOST_HIERARCHY, error);
    if (status == SHOAL_OK)
        status = file_replace(path, bytes, length, error);
    free(bytes);
    free(path);
    free(folder);
    return status;
}

/* Sets "attributes.NAME.hierarchy" to the copy of its file. */
static shoal_status take_file(shoal_plan *plan, const project *to, const char *name,
                              const char *spec, const char *path, shoal_error *error) {
    char *inside = project_hierarchy_path(name);
    char *key = text_of("attributes.%s.hierarchy", name);
    char *made = inside ? text_of("%.*s%s", (int)(path - spec), spec, inside) : NULL;
    shoal_status status =
        made && key ? copy_into(to, path, inside, error) : refuse_no_memory(error);
    if (status == SHOAL_OK)
        status = shoal_plan_set(plan, key, made, error);
    free(inside);
    free(key);
    free(made);
    return status;
}

static shoal_status take_attribute(shoal_plan *plan, const project *to, const char *name,
                                   shoal_error *error) {
    char *key = text_of("attributes.%s.hierarchy", name), *spec = NULL;
    shoal_status status = key ? shoal_plan_get(&spec, plan, key, error) : refuse_no_memory(error);
    const char *path = spec ? hierarchy_spec_path(spec) : NULL;
    if (status == SHOAL_OK && path)
        status = take_file(plan, to, name, spec, path, error);
    shoal_free(spec);
    free(key);
    return status;
}

/* COLUMN.csv of the folder, for every column whose own key names nothing. */
static shoal_status take_from_folder(shoal_plan *plan, const project *to, const char *folder,
                                     const char *column, shoal_error *error) {
    char *key = text_of("attributes.%s.hierarchy", column), *own = NULL;
    char *path = strchr(column, '/') ? NULL : text_of("%s/%s.csv", folder, column);
    shoal_status status = key ? shoal_plan_get(&own, plan, key, error) : refuse_no_memory(error);
    if (status == SHOAL_OK && !own && path && file_is_there(path))
        status = take_file(plan, to, column, path, path, error);
    shoal_free(own);
    free(path);
    free(key);
    return status;
}

static shoal_status take_folder(shoal_plan *plan, const project *to, const opened_table *input,
                                shoal_error *error) {
    char *folder = NULL;
    const char *column;
    TRY(shoal_plan_get(&folder, plan, "hierarchies", error));
    if (!folder)
        return SHOAL_OK;
    shoal_status status = SHOAL_OK;
    for (int64_t i = 0; status == SHOAL_OK && (column = shoal_table_column_name(input->table, i));
         i++)
        status = take_from_folder(plan, to, folder, column, error);
    shoal_free(folder);
    return status == SHOAL_OK ? shoal_plan_unset(plan, "hierarchies", error) : status;
}

shoal_status project_take_hierarchies(shoal_plan *plan, const project *to,
                                      const opened_table *input, shoal_error *error) {
    const char *name;
    for (size_t i = 0; (name = shoal_plan_attribute(plan, i)); i++)
        TRY(take_attribute(plan, to, name, error));
    return take_folder(plan, to, input, error);
}

/* ---- Which files they are -------------------------------------------------------------------- */

/* The file that a column's specification names, or else that of the folder, where there is one. */
static shoal_status file_of(char **out, const char *spec, const char *folder, const char *column,
                            shoal_error *error) {
    const char *path = spec ? hierarchy_spec_path(spec) : NULL;
    bool is_in_folder = !spec && folder && !strchr(column, '/');
    if (!path && !is_in_folder)
        return SHOAL_OK;
    char *found = path ? strdup(path) : text_of("%s/%s.csv", folder, column);
    if (!found)
        return refuse_no_memory(error);
    if (path || file_is_there(found))
        *out = found;
    else
        free(found);
    return SHOAL_OK;
}

/* The file that a run takes for the column; the caller frees. NULL: none. */
static shoal_status find_file(char **out, const shoal_plan *plan, const char *folder,
                              const char *column, shoal_error *error) {
    char *key = text_of("attributes.%s.hierarchy", column), *spec = NULL;
    shoal_status status = key ? shoal_plan_get(&spec, plan, key, error) : refuse_no_memory(error);
    *out = NULL;
    if (status == SHOAL_OK)
        status = file_of(out, spec, folder, column, error);
    shoal_free(spec);
    free(key);
    return status;
}

static shoal_status add_fingerprint(json_text *to, const shoal_plan *plan, const char *folder,
                                    const char *column, shoal_error *error) {
    char sha256[FILE_HASH_SIZE], *path = NULL;
    int64_t bytes;
    TRY(find_file(&path, plan, folder, column, error));
    if (!path)
        return SHOAL_OK;
    shoal_status status = file_hash(sha256, &bytes, path, NULL, error);
    free(path);
    if (status == SHOAL_OK)
        json_string(to, column, sha256);
    return status;
}

shoal_status project_fingerprint(char **out, const shoal_plan *plan, const opened_table *input,
                                 shoal_error *error) {
    json_text document = {0};
    char *folder = NULL;
    const char *column;
    *out = NULL;
    TRY(shoal_plan_get(&folder, plan, "hierarchies", error));
    shoal_status status = SHOAL_OK;
    for (int64_t i = 0; status == SHOAL_OK && (column = shoal_table_column_name(input->table, i));
         i++)
        status = add_fingerprint(&document, plan, folder, column, error);
    shoal_free(folder);
    char *made = json_take(&document, NULL);
    if (status == SHOAL_OK && !made)
        status = refuse_no_memory(error);
    if (status == SHOAL_OK)
        *out = made;
    else
        free(made);
    return status;
}

/* ---- Beside the input ------------------------------------------------------------------------ */

/* The input's path without the last `count` suffixes, and ".plan.yaml"; NULL: it has fewer. */
static char *plan_beside(const char *input, int count) {
    char *stem = strdup(input);
    for (int i = 0; stem && i < count; i++) {
        char *slash = strrchr(stem, '/'), *dot = strrchr(stem, '.');
        if (!dot || (slash && dot <= slash + 1)) {
            free(stem);
            return NULL;
        }
        *dot = '\0';
    }
    char *path = stem ? text_of("%s.plan.yaml", stem) : NULL;
    free(stem);
    return path;
}

static shoal_status take_path(shoal_plan **out, const project *to, const opened_table *input,
                              const char *path, shoal_error *error) {
    shoal_plan *plan = NULL;
    TRY(shoal_plan_new(&plan, error));
    shoal_status status = shoal_plan_read(plan, path, error);
    if (status == SHOAL_OK)
        status = project_take_hierarchies(plan, to, input, error);
    if (status == SHOAL_OK)
        *out = plan;
    else
        shoal_plan_free(plan);
    return status;
}

/* Of "people.csv.gz" both "people.csv.plan.yaml" and "people.plan.yaml" are looked for. */
shoal_status project_take_plan(shoal_plan **out, const project *of, const opened_table *input,
                               shoal_error *error) {
    shoal_status status = SHOAL_OK;
    *out = NULL;
    if (input->is_upload || *input->path != '/')
        return SHOAL_OK;
    for (int count = 1; count <= 2 && status == SHOAL_OK && !*out; count++) {
        char *path = plan_beside(input->path, count);
        if (path && file_is_there(path))
            status = take_path(out, of, input, path, error);
        free(path);
    }
    return status;
}
