/* Which handler answers what. */
#include "server/api_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BEGIN "/api/1/"

/* A star stands for one part of the path. */
static const struct route {
    const char *method, *pattern;
    api_handler *handle;
} routes[] = {
    {"GET", "about", about_get},
    {"GET", "files", files_get},
    {"POST", "uploads", upload_post},
    {"DELETE", "uploads/*", upload_delete},
    {"POST", "open", open_post},
    {"GET", "session", session_get},
    {"GET", "inspection", inspection_get},
    {"GET", "rows", rows_get},
    {"GET", "plan", plan_get},
    {"PATCH", "plan", plan_patch},
    {"GET", "hierarchies/*", hierarchy_get},
    {"PUT", "hierarchies/*", hierarchy_put},
    {"DELETE", "hierarchies/*", hierarchy_delete},
    {"POST", "hierarchies/*/build", hierarchy_build_post},
    {"POST", "hierarchies/*/check", hierarchy_check_post},
    {"GET", "jobs", jobs_get},
    {"POST", "jobs", jobs_post},
    {"GET", "jobs/*", job_get},
    {"GET", "jobs/*/events", job_events_get},
    {"GET", "jobs/*/result", job_result_get},
    {"POST", "jobs/*/stop", job_stop_post},
    {"GET", "candidates/*", candidate_get},
    {"PATCH", "candidates/*", candidate_patch},
    {"DELETE", "candidates/*", candidate_delete},
    {"GET", "candidates/*/rows", candidate_rows_get},
    {"GET", "releases", releases_get},
    {"GET", "releases/*/files/*", release_file_get},
    {"GET", "releases/*/files/hierarchies/*", release_hierarchy_get},
};
#define ROUTES (sizeof routes / sizeof *routes)

/* Takes the next part off both; false: they differ. */
static bool match_part(const char **pattern, const char **path, char *part) {
    size_t wanted = strcspn(*pattern, "/"), given = strcspn(*path, "/");
    bool is_star = wanted == 1 && **pattern == '*';
    char unused[LONGEST_PART];
    if (is_star && (given == 0 || !http_part(part ? part : unused, LONGEST_PART, *path, given)))
        return false;
    if (!is_star && (wanted != given || memcmp(*pattern, *path, wanted) != 0))
        return false;
    *pattern += wanted;
    *path += given;
    return true;
}

static bool match(const char *pattern, const char *path, char parts[][LONGEST_PART]) {
    size_t found = 0;
    for (;;) {
        bool is_star = *pattern == '*';
        if (!match_part(&pattern, &path,
                        is_star && parts && found < MOST_PARTS ? parts[found] : NULL))
            return false;
        found += is_star;
        if (!*pattern || !*path)
            return !*pattern && !*path;
        pattern++;
        path++;
    }
}

/* By bits: which methods a path has. HEAD comes with GET. */
static void answer_method(http_answer *answer, const char *path) {
    static const char *const methods[] = {"GET", "POST", "PUT", "PATCH", "DELETE"};
    static const char *const lists[32] = {
        [1] = "GET, HEAD",
        [2] = "POST",
        [3] = "GET, HEAD, POST",
        [9] = "GET, HEAD, PATCH",
        [16] = "DELETE",
        [21] = "GET, HEAD, PUT, DELETE",
        [25] = "GET, HEAD, PATCH, DELETE",
    };
    unsigned found = 0;
    for (size_t i = 0; i < ROUTES; i++)
        for (unsigned m = 0; m < 5; m++)
            if (strcmp(routes[i].method, methods[m]) == 0 && match(routes[i].pattern, path, NULL))
                found |= 1u << m;
    if (found == 0)
        http_answer_error(answer, 404, "not_found", NULL, "there is no such call");
    else
        http_answer_other_method(answer, lists[found] ? lists[found] : "GET, HEAD");
}

void api_handle(session *at, const http_request *request, http_answer *answer) {
    const char *path = request->path;
    const char *method = strcmp(request->method, "HEAD") == 0 ? "GET" : request->method;
    if (strncmp(path, BEGIN, strlen(BEGIN)) != 0) {
        http_answer_error(answer, 404, "not_found", NULL, "there is no such call");
        return;
    }
    path += strlen(BEGIN);
    api_call call = {.at = at, .request = request};
    for (size_t i = 0; i < ROUTES; i++)
        if (strcmp(routes[i].method, method) == 0 && match(routes[i].pattern, path, call.part)) {
            routes[i].handle(&call, answer);
            return;
        }
    answer_method(answer, path);
}
