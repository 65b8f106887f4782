#include "server/project.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_PLAN ((size_t)4 << 20)
#define LONGEST_NAME 150
#define MOST_ASIDE 1000

/* ---- The folder ------------------------------------------------------------------------------ */

static void remove_leftovers(const char *folder) {
    char *releases = text_of("%s/releases", folder);
    DIR *listed = releases ? opendir(releases) : NULL;
    for (struct dirent *entry; listed && (entry = readdir(listed));) {
        if (strncmp(entry->d_name, ".making-", 8) != 0)
            continue;
        char *path = text_of("%s/%s", releases, entry->d_name);
        if (path)
            folder_remove(path);
        free(path);
    }
    if (listed)
        closedir(listed);
    free(releases);
}

/* The lock ends with the process, however that ends. */
static shoal_status lock_folder(project *of, shoal_error *error) {
    of->lock = open(of->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (of->lock < 0)
        return refuse_io(error, "open the project", of->folder);
    if (flock(of->lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return SHOAL_OK; /* file systems over a network may know no locks of folders */
    return refuse(error, SHOAL_IO, "project_in_use", NULL,
                  "%.150s is open in another `shoal serve`: use that one, or end it", of->folder);
}

shoal_status project_open(project *out, const char *folder, bool kept, shoal_error *error) {
    *out = (project){.kept = kept, .lock = -1};
    TRY(folder_make(folder, error));
    out->folder = realpath(folder, NULL);
    if (!out->folder)
        return refuse_io(error, "open the project", folder);
    shoal_status status = lock_folder(out, error);
    if (status == SHOAL_OK)
        remove_leftovers(out->folder);
    else
        project_close(out);
    return status;
}

void project_close(project *of) {
    if (of->folder && of->lock >= 0)
        close(of->lock);
    free(of->folder);
    *of = (project){.lock = -1};
}

/* ---- The plan -------------------------------------------------------------------------------- */

static shoal_status parse_plan(shoal_plan **out, const char *yaml, size_t length,
                               const char *folder, shoal_error *error) {
    TRY(shoal_plan_new(out, error));
    shoal_status status = shoal_plan_parse_in(*out, yaml, length, folder, error);
    if (status != SHOAL_OK) {
        shoal_plan_free(*out);
        *out = NULL;
    }
    return status;
}

shoal_status project_read_plan(shoal_plan **out, const project *of, shoal_error *error) {
    char *path = text_of("%s/plan.yaml", of->folder), *yaml = NULL;
    size_t length = 0;
    *out = NULL;
    if (!path)
        return refuse_no_memory(error);
    shoal_status status = SHOAL_OK;
    if (file_is_there(path)) {
        status = file_take(&yaml, &length, path, MOST_PLAN, error);
        if (status == SHOAL_OK)
            status = parse_plan(out, yaml, length, "", error);
    }
    free(yaml);
    free(path);
    return status;
}

shoal_status project_write_plan(const project *of, const shoal_plan *plan, shoal_error *error) {
    char *yaml = NULL;
    TRY(shoal_plan_format(&yaml, plan, error));
    char *path = text_of("%s/plan.yaml", of->folder);
    shoal_status status =
        path ? file_replace(path, yaml, strlen(yaml), error) : refuse_no_memory(error);
    shoal_free(yaml);
    free(path);
    return status;
}

/* plan.previous.yaml, or plan.previous-2.yaml and so on: one that was set aside earlier stays. The
 * caller frees; NULL: there are too many, or out of memory. */
static char *name_aside(const project *of) {
    char *path = text_of("%s/plan.previous.yaml", of->folder);
    struct stat found;
    for (int number = 2; path && lstat(path, &found) == 0; number++) {
        free(path);
        path =
            number <= MOST_ASIDE ? text_of("%s/plan.previous-%d.yaml", of->folder, number) : NULL;
    }
    return path;
}

shoal_status project_set_plan_aside(const project *of, shoal_error *error) {
    char *from = text_of("%s/plan.yaml", of->folder), *to = name_aside(of);
    shoal_status status =
        from && to
            ? SHOAL_OK
            : refuse(error, SHOAL_IO, "io", NULL,
                     "the plan cannot be set aside: remove older ones (plan.previous-N.yaml)");
    if (status == SHOAL_OK && rename(from, to) != 0)
        status = refuse_io(error, "rename", from);
    free(from);
    free(to);
    return status;
}

shoal_status project_run_plan(shoal_plan **out, const project *of, const char *yaml,
                              shoal_error *error) {
    return parse_plan(out, yaml, strlen(yaml), of->folder, error);
}

/* ---- Names of hierarchies -------------------------------------------------------------------- */

static bool is_plain(unsigned char at, bool is_first) {
    return at >= 0x20 && at != 0x7F && at != '/' && at != '%' && !(is_first && at == '.');
}

static unsigned long hash_of(const char *text) {
    unsigned long hash = 5381;
    for (; *text; text++)
        hash = hash * 33 + (unsigned char)*text;
    return hash;
}

/* A long name is cut, and told from others by a number. */
char *project_hierarchy_path(const char *column) {
    char name[3 * LONGEST_NAME + 24];
    size_t used = 0;
    for (const char *at = column; *at && used < LONGEST_NAME; at++) {
        unsigned char byte = (unsigned char)*at;
        if (is_plain(byte, at == column))
            name[used++] = *at;
        else
            used += (size_t)snprintf(name + used, 4, "%%%02X", byte);
    }
    name[used] = '\0';
    if (strlen(column) > LONGEST_NAME / 3 && used >= LONGEST_NAME)
        snprintf(name + used, 24, "-%016lx", hash_of(column));
    return text_of("hierarchies/%s.csv", name);
}

/* The library's builders, as shoal_hierarchy_build lists them. What is not among them is taken for
 * a path, and refused from clients. */
const char *hierarchy_spec_path(const char *spec) {
    static const char *const builders[] = {"auto", "ranges", "bands", "magnitudes", "intervals",
                                           "mask", "prefix", "dates", "groups",     "grown",
                                           "flat", "icd10",  "m49",   "countries",  "nuts"};
    static const char places[] = "places:";
    if (strncmp(spec, places, sizeof places - 1) == 0)
        return spec + sizeof places - 1;
    size_t word = strcspn(spec, ":");
    for (size_t i = 0; i < sizeof builders / sizeof *builders; i++)
        if (strlen(builders[i]) == word && strncmp(spec, builders[i], word) == 0)
            return NULL;
    return spec;
}

/* ---- What is known of the input -------------------------------------------------------------- */

shoal_status project_write_input(const project *of, const opened_table *input, shoal_error *error) {
    json_text document = {0};
    char *shown = shoal_name_shown(input->path);
    json_open(&document, NULL, '{');
    json_string(&document, "name", input->name);
    json_string(&document, "path", input->is_upload ? NULL : shown);
    json_string(&document, "sha256", *input->sha256 ? input->sha256 : NULL);
    json_integer(&document, "rows", shoal_table_rows(input->table));
    json_close(&document, '}');
    shoal_free(shown);
    size_t length = 0;
    char *json = json_take(&document, &length), *path = text_of("%s/input.json", of->folder);
    shoal_status status =
        json && path ? file_replace(path, json, length, error) : refuse_no_memory(error);
    free(json);
    free(path);
    return status;
}

char *project_input(const project *of) {
    char *path = text_of("%s/input.json", of->folder), *json = NULL, *found = NULL;
    shoal_value *root = NULL;
    size_t length = 0;
    if (path && file_is_there(path) &&
        file_take(&json, &length, path, MOST_PLAN, NULL) == SHOAL_OK &&
        shoal_value_parse(&root, json, length, NULL) == SHOAL_OK) {
        const char *text = shoal_value_text(shoal_value_get(root, "path"));
        found = text ? strdup(text) : NULL;
    }
    shoal_value_free(root);
    free(json);
    free(path);
    return found;
}
