/* What was released: the history of a project, and its files. */
#include "server/api_parts.h"
#include "server/release_parts.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_LISTED 1000
#define MOST_DIGITS 9
#define MOST_PAPER ((size_t)4 << 20)

/* ---- The folders ----------------------------------------------------------------------------- */

static bool is_id(const char *name) {
    size_t digits = strspn(name, "0123456789");
    return digits >= 3 && digits <= MOST_DIGITS && !name[digits];
}

static int is_release(const struct dirent *entry) {
    return is_id(entry->d_name);
}

static int by_number(const struct dirent **one, const struct dirent **other) {
    long first = strtol((*one)->d_name, NULL, 10), second = strtol((*other)->d_name, NULL, 10);
    return (first > second) - (first < second);
}

/* In their order; the caller frees. */
static int list_ids(const project *of, struct dirent ***entries) {
    char *folder = text_of("%s/releases", of->folder);
    *entries = NULL;
    int count = folder ? scandir(folder, entries, is_release, by_number) : 0;
    free(folder);
    return count > 0 ? count : 0;
}

static void free_ids(struct dirent **entries, int count) {
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
}

int64_t releases_count(const project *of) {
    struct dirent **entries;
    int count = list_ids(of, &entries);
    free_ids(entries, count);
    return count;
}

void release_next_id(char out[16], const project *of) {
    struct dirent **entries;
    int count = list_ids(of, &entries);
    long last = count > 0 ? strtol(entries[count - 1]->d_name, NULL, 10) : 0;
    snprintf(out, 16, "%03u", (unsigned)last + 1);
    free_ids(entries, count);
}

/* ---- Their papers ---------------------------------------------------------------------------- */

/* Whether it has what everybody takes for granted; it may have been edited. */
static bool is_paper(const shoal_value *root) {
    return shoal_value_text(shoal_value_get(root, "id")) &&
           shoal_value_kind_of(shoal_value_get(root, "files")) == SHOAL_VALUE_LIST &&
           shoal_value_kind_of(shoal_value_get(root, "input")) == SHOAL_VALUE_OBJECT &&
           shoal_value_text(shoal_value_get(root, "command"));
}

/* release.json; both are to be freed. False: there is none that can be read. */
static bool read_paper(const project *of, const char *id, char **json, shoal_value **root) {
    char *path = text_of("%s/releases/%s/release.json", of->folder, id);
    size_t length = 0;
    *json = NULL;
    *root = NULL;
    bool read = path && file_take(json, &length, path, MOST_PAPER, NULL) == SHOAL_OK &&
                shoal_value_parse(root, *json, length, NULL) == SHOAL_OK && is_paper(*root);
    free(path);
    if (read)
        return true;
    free(*json);
    shoal_value_free(*root);
    return false;
}

/* Names in the paper are of the server's making, but the file may have been edited. */
static bool is_inside(const char *name) {
    static const char folder[] = "hierarchies/";
    if (strncmp(name, folder, sizeof folder - 1) == 0)
        name += sizeof folder - 1;
    return *name && *name != '.' && !strchr(name, '/');
}

/* Whether the files have the sizes that they had. */
static bool is_whole(const project *of, const char *id, const shoal_value *root) {
    const shoal_value *files = shoal_value_get(root, "files"), *each;
    for (size_t i = 0; (each = shoal_value_at(files, i)); i++) {
        const char *name = shoal_value_text(shoal_value_get(each, "name"));
        double bytes = shoal_value_number(shoal_value_get(each, "bytes"));
        struct stat found;
        char *path =
            name && is_inside(name) ? text_of("%s/releases/%s/%s", of->folder, id, name) : NULL;
        bool same = path && lstat(path, &found) == 0 && S_ISREG(found.st_mode) &&
                    (double)found.st_size == bytes;
        free(path);
        if (!same)
            return false;
    }
    return shoal_value_count(files) > 0;
}

/* The paper as it is, and one member more. */
static void describe_release(json_text *to, const project *of, const char *id) {
    char *json, *end;
    shoal_value *root;
    if (!read_paper(of, id, &json, &root)) {
        json_open(to, NULL, '{');
        json_string(to, "id", id);
        json_flag(to, "whole", false);
        json_close(to, '}');
        return;
    }
    end = strrchr(json, '}');
    *end = '\0';
    char *more = text_of("%s, \"whole\": %s}", json, is_whole(of, id, root) ? "true" : "false");
    to->failed |= !more;
    json_raw(to, NULL, more);
    free(more);
    free(json);
    shoal_value_free(root);
}

void releases_get(const api_call *call, http_answer *answer) {
    const project *of = &call->at->project;
    struct dirent **entries;
    int count = list_ids(of, &entries);
    json_text document = {0};
    json_open(&document, NULL, '{');
    json_open(&document, "releases", '[');
    for (int i = count > MOST_LISTED ? count - MOST_LISTED : 0; i < count; i++)
        describe_release(&document, of, entries[i]->d_name);
    json_close(&document, ']');
    json_close(&document, '}');
    free_ids(entries, count);
    answer_document(answer, 200, &document);
}

/* ---- Downloads ------------------------------------------------------------------------------- */

/* The name of the list that was asked for; NULL: it is none of them. */
static const char *listed_name(const shoal_value *root, const char *asked) {
    const shoal_value *files = shoal_value_get(root, "files"), *each;
    if (strcmp(asked, "release.json") == 0)
        return "release.json";
    for (size_t i = 0; (each = shoal_value_at(files, i)); i++) {
        const char *name = shoal_value_text(shoal_value_get(each, "name"));
        if (name && is_inside(name) && strcmp(name, asked) == 0)
            return name;
    }
    return NULL;
}

static const char *type_of(const char *name) {
    static const char *const types[][2] = {
        {".csv", "text/csv; charset=utf-8"},
        {".json", "application/json; charset=utf-8"},
        {".html", "text/html; charset=utf-8"},
        {".yaml", "application/yaml; charset=utf-8"},
    };
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

/* A folder of the one before, which it closes; no links. */
static int enter(int above, const char *name) {
    int folder =
        above >= 0 ? openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
    if (above >= 0)
        close(above);
    return folder;
}

/* One of the release's own files: a link in its place leads elsewhere. -1: it is not there. */
static int open_file(const project *of, const char *id, const char *name) {
    const char *last = strrchr(name, '/');
    char *releases = text_of("%s/releases", of->folder);
    int folder = releases ? open(releases, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(releases);
    folder = enter(folder, id);
    if (last)
        folder = enter(folder, "hierarchies");
    if (folder < 0)
        return -1;
    int file =
        openat(folder, last ? last + 1 : name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    close(folder);
    return file;
}

static void send_file(const project *of, const char *id, const char *name, http_answer *answer) {
    int file = open_file(of, id, name);
    struct stat found;
    const char *last = strrchr(name, '/');
    if (file >= 0 && fstat(file, &found) == 0 && S_ISREG(found.st_mode)) {
        http_answer_file(answer, file, (int64_t)found.st_size, type_of(name),
                         last ? last + 1 : name);
        return;
    }
    if (file >= 0)
        close(file);
    http_answer_error(answer, 404, "file_gone", NULL, "the file is not there any more");
}

static void answer_file(const api_call *call, const char *asked, http_answer *answer) {
    const project *of = &call->at->project;
    const char *id = call->part[0];
    char *json;
    shoal_value *root;
    if (!is_id(id) || !read_paper(of, id, &json, &root)) {
        http_answer_error(answer, 404, "release_unknown", NULL, "there is no such release");
        return;
    }
    const char *name = listed_name(root, asked);
    if (name)
        send_file(of, id, name, answer);
    else
        http_answer_error(answer, 404, "file_unknown", NULL, "the release has no such file");
    free(json);
    shoal_value_free(root);
}

void release_file_get(const api_call *call, http_answer *answer) {
    answer_file(call, call->part[1], answer);
}

void release_hierarchy_get(const api_call *call, http_answer *answer) {
    char name[LONGEST_PART + 16];
    snprintf(name, sizeof name, "hierarchies/%s", call->part[1]);
    answer_file(call, name, answer);
}
