/* Hierarchies of columns: shown, built, checked, edited and uploaded. */
#include "server/api_parts.h"
#include "server/hierarchy_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define MOST_FINDINGS 1000
#define MOST_LEVELS 200

/* ---- Which column ---------------------------------------------------------------------------- */

/* By its name; else "~3" by its place, from 0, for names that a path cannot have. */
static int64_t find_column(const opened_table *table, const char *part) {
    int64_t place = opened_table_column(table, part);
    size_t digits = strspn(part + (*part == '~'), "0123456789");
    bool is_number = *part == '~' && digits > 0 && digits < 9 && !part[1 + digits];
    if (place >= 0 || !is_number)
        return place;
    place = strtoll(part + 1, NULL, 10);
    return place < shoal_table_columns(table->table) ? place : -1;
}

/* What a call about a column needs. */
typedef struct subject {
    plan_state plan;
    int64_t column;
    const char *name;
} subject;

static bool subject_open(subject *out, const api_call *call, http_answer *answer) {
    shoal_error error = {0};
    if (session_plan(call->at, &out->plan, NULL, &error) != SHOAL_OK) {
        failure_answer(answer, &error);
        return false;
    }
    out->column = find_column(out->plan.of, call->part[0]);
    out->name = shoal_table_column_name(out->plan.of->table, out->column);
    if (out->column >= 0)
        return true;
    http_answer_error(answer, 404, "column_unknown", NULL, "the table has no such column");
    plan_state_drop(&out->plan);
    return false;
}

/* ---- Findings -------------------------------------------------------------------------------- */

typedef struct findings {
    json_text list;
    size_t count;
} findings;

static void hear(const char *problem, int64_t line, void *user) {
    findings *to = user;
    if (to->count++ >= MOST_FINDINGS)
        return;
    json_open(&to->list, NULL, '{');
    json_string(&to->list, "message", problem);
    if (line > 0)
        json_integer(&to->list, "line", line);
    else
        json_null(&to->list, "line");
    json_close(&to->list, '}');
}

static void findings_describe(json_text *to, findings *of) {
    char *list = json_take(&of->list, NULL);
    to->failed |= !list;
    json_open(to, "findings", '[');
    if (list && *list)
        json_raw(to, NULL, list);
    json_close(to, ']');
    free(list);
}

/* ---- Bodies as files ------------------------------------------------------------------------- */

static void add_field(FILE *file, const char *text) {
    bool quoted = strpbrk(text, ";\"\r\n,\t|") || *text == ' ' || !*text;
    if (quoted)
        putc('"', file);
    for (; *text; text++) {
        if (quoted && *text == '"')
            putc('"', file);
        putc(*text, file);
    }
    if (quoted)
        putc('"', file);
}

/* One line; false: it is no list of texts. */
static bool add_line(FILE *file, const shoal_value *labels) {
    size_t count = shoal_value_count(labels);
    if (shoal_value_kind_of(labels) != SHOAL_VALUE_LIST || count == 0 || count > MOST_LEVELS + 1)
        return false;
    for (size_t i = 0; i < count; i++) {
        const char *label = shoal_value_text(shoal_value_at(labels, i));
        if (!label)
            return false;
        if (i > 0)
            putc(';', file);
        add_field(file, label);
    }
    putc('\n', file);
    return true;
}

static bool is_csv(const http_request *request) {
    const char *type = http_header(request, "Content-Type");
    return type && strncasecmp(type, "text/csv", 8) == 0;
}

/* The lines of {"values": [["34", "30-39", "*"]…]}; the caller frees. NULL: answered. */
static char *lines_of(const api_call *call, size_t *length, http_answer *answer) {
    static const char *const members[] = {"values", NULL};
    shoal_value *body;
    char *bytes = NULL;
    if (!body_take(&body, call, members, answer))
        return NULL;
    const shoal_value *values = shoal_value_get(body, "values");
    FILE *file = open_memstream(&bytes, length);
    bool fine = file && shoal_value_kind_of(values) == SHOAL_VALUE_LIST;
    for (size_t i = 0; fine && i < shoal_value_count(values); i++)
        fine = add_line(file, shoal_value_at(values, i));
    bool written = file && fclose(file) == 0;
    shoal_value_free(body);
    if (fine && written)
        return bytes;
    free(bytes);
    if (fine || !file)
        http_answer_error(answer, 507, "no_memory", NULL, "memory ran out");
    else
        http_answer_error(answer, 400, "member_invalid", NULL,
                          "values must be a list of lists of 1 to %d texts", MOST_LEVELS + 1);
    return NULL;
}

/* The body as it will be kept; the caller frees. NULL: answered. */
static char *take_file(const api_call *call, size_t *length, http_answer *answer) {
    const http_request *request = call->request;
    if (!is_csv(request))
        return lines_of(call, length, answer);
    if (!request->body || request->body_length == 0) {
        http_answer_error(answer, 400, "body_missing", NULL, "the body is the hierarchy");
        return NULL;
    }
    char *copy = malloc(request->body_length);
    if (!copy) {
        http_answer_error(answer, 507, "no_memory", NULL, "memory ran out");
        return NULL;
    }
    *length = request->body_length;
    return memcpy(copy, request->body, request->body_length);
}

/* ---- Checking -------------------------------------------------------------------------------- */

static shoal_status check_bytes(session *at, const subject *of, const char *bytes, size_t length,
                                findings *found, int64_t *problems, shoal_error *error) {
    char *path = session_temporary(at, ".hierarchy.csv");
    if (!path)
        return refuse_no_memory(error);
    shoal_status status = file_replace(path, bytes, length, error);
    if (status == SHOAL_OK)
        status =
            shoal_hierarchy_check(path, of->plan.of->table, of->name, hear, found, problems, error);
    (void)unlink(path);
    free(path);
    return status;
}

/* A file that cannot be read at all is one problem. */
static void check_or_tell(session *at, const subject *of, const char *bytes, size_t length,
                          findings *found, int64_t *problems, shoal_error *error) {
    *problems = 0;
    if (check_bytes(at, of, bytes, length, found, problems, error) == SHOAL_OK)
        return;
    if (*problems == 0)
        hear(error->message, error->line, found);
    *problems += *problems == 0;
}

void hierarchy_check_post(const api_call *call, http_answer *answer) {
    subject of;
    findings found = {0};
    int64_t problems = 0;
    size_t length = 0;
    shoal_error error = {0};
    if (!subject_open(&of, call, answer))
        return;
    char *bytes = take_file(call, &length, answer);
    if (bytes) {
        check_or_tell(call->at, &of, bytes, length, &found, &problems, &error);
        json_text document = {0};
        json_open(&document, NULL, '{');
        json_integer(&document, "problems", problems);
        findings_describe(&document, &found);
        json_close(&document, '}');
        answer_document(answer, 200, &document);
    }
    free(bytes);
    plan_state_drop(&of.plan);
}

/* ---- Showing --------------------------------------------------------------------------------- */

/* `found` may be NULL: there are none. */
static void answer_view(http_answer *answer, hierarchy_view *view, const subject *of,
                        findings *found) {
    json_text document = {0};
    json_open(&document, NULL, '{');
    hierarchy_view_describe(&document, view, of->plan.of, of->column);
    if (found)
        findings_describe(&document, found);
    json_close(&document, '}');
    hierarchy_view_close(view);
    answer_document(answer, 200, &document);
}

static void answer_planned(const api_call *call, subject *of, findings *found,
                           http_answer *answer) {
    hierarchy_view view;
    shoal_error error = {0};
    shoal_status status = hierarchy_view_of_plan(&view, &call->at->project, of->plan.yaml,
                                                 of->plan.of, of->name, &error);
    if (status == SHOAL_OK)
        answer_view(answer, &view, of, found);
    else
        failure_answer(answer, &error);
}

void hierarchy_get(const api_call *call, http_answer *answer) {
    subject of;
    if (!subject_open(&of, call, answer))
        return;
    answer_planned(call, &of, NULL, answer);
    plan_state_drop(&of.plan);
}

/* ---- Keeping --------------------------------------------------------------------------------- */

/* With `changing` held. */
static shoal_status set_in_plan(session *at, const subject *of, const char *spec,
                                shoal_error *error) {
    char *key = text_of("attributes.%s.hierarchy", of->name);
    shoal_plan *copy = NULL;
    plan_state state = {0};
    shoal_status status = key ? session_look(at, &state, &copy, error) : refuse_no_memory(error);
    if (status == SHOAL_OK && state.of != of->plan.of)
        status = refuse(error, SHOAL_INTERRUPTED, "table_changed", NULL, "another table is open");
    if (status == SHOAL_OK)
        status = shoal_plan_set(copy, key, spec, error);
    if (status == SHOAL_OK)
        status = session_take_plan(at, copy, NULL, error);
    if (status != SHOAL_OK)
        shoal_plan_free(copy);
    plan_state_drop(&state);
    free(key);
    return status;
}

/* The subject as the plan has it by now. */
static shoal_status look_again(session *at, subject *of, shoal_error *error) {
    plan_state_drop(&of->plan);
    TRY(session_plan(at, &of->plan, NULL, error));
    of->name = shoal_table_column_name(of->plan.of->table, of->column);
    return of->name
               ? SHOAL_OK
               : refuse(error, SHOAL_INTERRUPTED, "table_changed", NULL, "another table is open");
}

/* Names the hierarchy in the plan, and shows the plan as it is then. */
static shoal_status name_in_plan(session *at, subject *of, const char *spec, shoal_error *error) {
    pthread_mutex_lock(&at->changing);
    shoal_status status = set_in_plan(at, of, spec, error);
    pthread_mutex_unlock(&at->changing);
    return status == SHOAL_OK ? look_again(at, of, error) : status;
}

static void count_change(session *at) {
    pthread_mutex_lock(&at->lock);
    at->hierarchies++;
    pthread_mutex_unlock(&at->lock);
}

/* Candidates that were made with the file as it was cannot be released any more. It is counted
 * before and after: whoever looked in between cannot know which file was read. With `changing`
 * held, and only while the table is the one that the file was checked against. */
static shoal_status replace_file(session *at, const subject *of, const char *path,
                                 const char *bytes, size_t length, shoal_error *error) {
    pthread_mutex_lock(&at->lock);
    bool is_open = at->opened == of->plan.of;
    pthread_mutex_unlock(&at->lock);
    if (!is_open)
        return refuse(error, SHOAL_INTERRUPTED, "table_changed", NULL, "another table is open");
    count_change(at);
    shoal_status status = file_replace(path, bytes, length, error);
    count_change(at);
    return status;
}

static shoal_status keep_file(session *at, subject *of, const char *bytes, size_t length,
                              shoal_error *error) {
    char *inside = project_hierarchy_path(of->name);
    char *path = inside ? text_of("%s/%s", at->project.folder, inside) : NULL;
    char *folder = text_of("%s/hierarchies", at->project.folder);
    shoal_status status = path && folder ? folder_make(folder, error) : refuse_no_memory(error);
    pthread_mutex_lock(&at->changing);
    if (status == SHOAL_OK)
        status = replace_file(at, of, path, bytes, length, error);
    if (status == SHOAL_OK)
        status = set_in_plan(at, of, inside, error);
    pthread_mutex_unlock(&at->changing);
    free(folder);
    free(path);
    free(inside);
    return status == SHOAL_OK ? look_again(at, of, error) : status;
}

static void answer_problems(http_answer *answer, findings *found, int64_t problems) {
    shoal_error error;
    json_text document = {0};
    (void)refuse(&error, SHOAL_BAD_DATA, "hierarchy_invalid", "attributes.NAME.hierarchy",
                 "the hierarchy has %lld problem%s", (long long)problems, problems == 1 ? "" : "s");
    json_open(&document, NULL, '{');
    failure_describe(&document, "error", &error);
    findings_describe(&document, found);
    json_close(&document, '}');
    answer_document(answer, 422, &document);
}

void hierarchy_put(const api_call *call, http_answer *answer) {
    subject of;
    findings found = {0};
    int64_t problems = 0;
    size_t length = 0;
    shoal_error error = {0};
    if (!subject_open(&of, call, answer))
        return;
    char *bytes = take_file(call, &length, answer);
    if (bytes) {
        check_or_tell(call->at, &of, bytes, length, &found, &problems, &error);
        if (problems > 0)
            answer_problems(answer, &found, problems);
        else if (keep_file(call->at, &of, bytes, length, &error) == SHOAL_OK)
            answer_planned(call, &of, &found, answer);
        else
            failure_answer(answer, &error);
    }
    free(json_take(&found.list, NULL));
    free(bytes);
    plan_state_drop(&of.plan);
}

void hierarchy_delete(const api_call *call, http_answer *answer) {
    subject of;
    shoal_error error = {0};
    if (!subject_open(&of, call, answer))
        return;
    if (name_in_plan(call->at, &of, "auto", &error) == SHOAL_OK)
        answer_planned(call, &of, NULL, answer);
    else
        failure_answer(answer, &error);
    plan_state_drop(&of.plan);
}

static void build(const api_call *call, subject *of, const shoal_value *body, http_answer *answer) {
    hierarchy_view view;
    shoal_error error = {0};
    const char *spec = shoal_value_text(shoal_value_get(body, "spec"));
    bool keep = shoal_value_flag(shoal_value_get(body, "keep"));
    shoal_status status = hierarchy_view_build(&view, of->plan.of, of->name, spec, &error);
    if (status == SHOAL_OK && keep)
        status = name_in_plan(call->at, of, spec, &error);
    if (status == SHOAL_OK) {
        answer_view(answer, &view, of, NULL);
        return;
    }
    hierarchy_view_close(&view);
    failure_answer(answer, &error);
}

void hierarchy_build_post(const api_call *call, http_answer *answer) {
    static const char *const members[] = {"spec", "keep", NULL};
    shoal_value *body;
    subject of;
    if (!body_take(&body, call, members, answer))
        return;
    if (body_has(body, "spec", answer) && body_is(body, "spec", SHOAL_VALUE_TEXT, answer) &&
        body_is(body, "keep", SHOAL_VALUE_FLAG, answer) && subject_open(&of, call, answer)) {
        build(call, &of, body, answer);
        plan_state_drop(&of.plan);
    }
    shoal_value_free(body);
}
