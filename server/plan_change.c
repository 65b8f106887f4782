/* Keys of the plan that a client sets. No path from a client is used as it is. */
#include "server/session_parts.h"

#include <stdlib.h>
#include <string.h>

#define ATTRIBUTES "attributes."
#define MOST_VALUE 100000
#define MOST_KEYS 10000

/* ---- Paths ----------------------------------------------------------------------------------- */

static bool is_present_value(const shoal_plan *plan, const char *key, const char *value) {
    char *now = NULL;
    bool same = shoal_plan_get(&now, plan, key, NULL) == SHOAL_OK && now && strcmp(now, value) == 0;
    shoal_free(now);
    return same;
}

/* "hierarchies/NAME.csv", and it is there. */
static bool is_of_project(const project *of, const char *value) {
    static const char folder[] = "hierarchies/";
    if (strncmp(value, folder, sizeof folder - 1) != 0 || strchr(value + sizeof folder - 1, '/'))
        return false;
    char *path = text_of("%s/%s", of->folder, value);
    bool there = path && file_is_there(path);
    free(path);
    return there;
}

static shoal_status refuse_path(const char *key, const char *named, shoal_error *error) {
    return refuse(error, SHOAL_USAGE, "path_refused", key,
                  "%.80s: the server takes no paths: upload the file instead", named);
}

static shoal_status set_population(session *at, shoal_plan *plan, const char *value,
                                   shoal_error *error) {
    char *path = NULL, *name = NULL;
    if (is_present_value(plan, "population.file", value))
        return SHOAL_OK;
    if (!source_files_find(at->files, value, &path, &name))
        return refuse_path("population.file", "population.file", error);
    char *whole = strstr(path, "://") ? NULL : realpath(path, NULL);
    shoal_status status = shoal_plan_set(plan, "population.file", whole ? whole : path, error);
    free(whole);
    free(path);
    free(name);
    return status;
}

static shoal_status check_path(const session *at, const shoal_plan *plan, const char *key,
                               const char *value, shoal_error *error) {
    if (is_present_value(plan, key, value))
        return SHOAL_OK;
    if (strcmp(key, "hierarchies") == 0)
        return strcmp(value, "hierarchies") == 0 ? SHOAL_OK
                                                 : refuse_path("hierarchies", key, error);
    const char *dot = strrchr(key, '.');
    bool is_hierarchy =
        strncmp(key, ATTRIBUTES, strlen(ATTRIBUTES)) == 0 && dot && strcmp(dot, ".hierarchy") == 0;
    const char *path = is_hierarchy ? hierarchy_spec_path(value) : NULL;
    if (path && !is_of_project(&at->project, path))
        return refuse_path("attributes.NAME.hierarchy", key, error);
    return SHOAL_OK;
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* Attributes are columns of the table: the plan cannot grow without bound. */
static shoal_status check_column(const opened_table *of, const char *key, shoal_error *error) {
    if (strncmp(key, ATTRIBUTES, strlen(ATTRIBUTES)) != 0)
        return SHOAL_OK;
    const char *name = key + strlen(ATTRIBUTES), *dot = strrchr(name, '.');
    char *column = dot ? strndup(name, (size_t)(dot - name)) : NULL;
    bool known = column && opened_table_column(of, column) >= 0;
    free(column);
    return known ? SHOAL_OK
                 : refuse(error, SHOAL_USAGE, "column_unknown", NULL,
                          "%.100s: the table has no such column", key);
}

static shoal_status change_key(session *at, shoal_plan *plan, const opened_table *of,
                               const char *key, const shoal_value *given, shoal_error *error) {
    const char *value = shoal_value_text(given);
    if (strncmp(key, "input.", 6) == 0)
        return refuse(error, SHOAL_USAGE, "reading_key", NULL,
                      "%.60s says how the table is read: open the table again with it", key);
    TRY(check_column(of, key, error));
    if (shoal_value_kind_of(given) == SHOAL_VALUE_NULL)
        return shoal_plan_unset(plan, key, error);
    if (!value || strlen(value) > MOST_VALUE)
        return refuse(error, SHOAL_USAGE, "member_invalid", NULL,
                      "%.60s must be a text of at most %d bytes, or null", key, MOST_VALUE);
    if (strcmp(key, "population.file") == 0)
        return set_population(at, plan, value, error);
    TRY(check_path(at, plan, key, value, error));
    return shoal_plan_set(plan, key, value, error);
}

shoal_status plan_change(session *at, shoal_plan *plan, const opened_table *of,
                         const shoal_value *set, shoal_error *error) {
    const char *key;
    if (shoal_value_count(set) > MOST_KEYS)
        return refuse(error, SHOAL_USAGE, "member_invalid", NULL,
                      "at most %d keys can be set at a time", MOST_KEYS);
    for (size_t i = 0; (key = shoal_value_key(set, i)); i++)
        TRY(change_key(at, plan, of, key, shoal_value_at(set, i), error));
    return SHOAL_OK;
}
