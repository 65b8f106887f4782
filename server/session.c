#include "server/session_parts.h"

#include <stdlib.h>
#include <string.h>

#define MOST_PLAN ((size_t)1 << 20)

/* ---- Beginning and end ----------------------------------------------------------------------- */

static shoal_status start(session *at, const session_options *options, shoal_error *error) {
    shoal_context_options limits = {
        .size = sizeof limits, .memory = options->memory, .calls = at->job_limit + 1};
    at->private_folder = realpath(options->private_folder, NULL); /* as paths of tables are */
    if (!at->private_folder)
        return refuse_io(error, "open", options->private_folder);
    TRY(project_open(&at->project, options->project, options->kept, error));
    TRY(shoal_context_new(&at->context, &limits, error));
    return jobs_new(&at->jobs, at->job_limit, error);
}

shoal_status session_new(session **out, const session_options *options, shoal_error *error) {
    session *made = calloc(1, sizeof *made);
    *out = NULL;
    if (!made)
        return refuse_no_memory(error);
    pthread_mutex_init(&made->lock, NULL);
    pthread_mutex_init(&made->making, NULL);
    pthread_mutex_init(&made->changing, NULL);
    made->files = options->files;
    made->upload_limit = options->upload_limit;
    made->job_limit = options->jobs > 0 ? options->jobs : 2;
    made->revision = 1;
    shoal_status status = start(made, options, error);
    if (status == SHOAL_OK)
        *out = made;
    else
        session_free(made);
    return status;
}

void session_free(session *at) {
    if (!at)
        return;
    jobs_free(at->jobs);
    candidates_clear(&at->candidates);
    opened_table_release(at->opening);
    opened_table_release(at->opened);
    shoal_plan_free(at->plan);
    shoal_context_free(at->context);
    project_close(&at->project);
    free(at->private_folder);
    pthread_mutex_destroy(&at->making);
    pthread_mutex_destroy(&at->changing);
    pthread_mutex_destroy(&at->lock);
    free(at);
}

void session_hang_up(session *at) {
    jobs_hang_up(at->jobs);
}

shoal_status session_open(session *at, const char *file_id, shoal_error *error) {
    return open_job_add(at, file_id, NULL, NULL, error);
}

shoal_status session_reopen(session *at, shoal_error *error) {
    char *path = project_input(&at->project);
    if (!path)
        return SHOAL_OK;
    const char *id = file_is_there(path) ? source_files_name(at->files, path) : NULL;
    free(path);
    return id ? session_open(at, id, error) : SHOAL_OK;
}

/* ---- What handlers and jobs need ------------------------------------------------------------- */

opened_table *session_table(session *at, http_answer *answer) {
    pthread_mutex_lock(&at->lock);
    opened_table *found = opened_table_share(at->opened);
    pthread_mutex_unlock(&at->lock);
    if (!found)
        http_answer_error(answer, 409, "no_table", NULL, "no table is open yet");
    return found;
}

opened_table *session_opening(session *at) {
    pthread_mutex_lock(&at->lock);
    opened_table *found = opened_table_share(at->opening);
    pthread_mutex_unlock(&at->lock);
    return found;
}

shoal_status session_look(session *at, plan_state *out, shoal_plan **plan, shoal_error *error) {
    *out = (plan_state){0};
    *plan = NULL;
    pthread_mutex_lock(&at->lock);
    shoal_status status =
        at->opened ? shoal_plan_copy(plan, at->plan, error)
                   : refuse(error, SHOAL_INTERRUPTED, "no_table", NULL, "no table is open yet");
    if (status == SHOAL_OK) {
        out->of = opened_table_share(at->opened);
        out->revision = at->revision;
        out->hierarchies = at->hierarchies;
    }
    pthread_mutex_unlock(&at->lock);
    return status;
}

static shoal_status format_changed(session *at, plan_state *out, shoal_plan *plan,
                                   const shoal_value *set, shoal_error *error) {
    char *made = NULL;
    if (set)
        TRY(plan_change(at, plan, out->of, set, error));
    TRY(shoal_plan_format(&made, plan, error));
    out->yaml = strdup(made);
    shoal_free(made);
    return out->yaml ? SHOAL_OK : refuse_no_memory(error);
}

shoal_status session_plan(session *at, plan_state *out, const shoal_value *set,
                          shoal_error *error) {
    shoal_plan *copy = NULL;
    TRY(session_look(at, out, &copy, error));
    shoal_status status = format_changed(at, out, copy, set, error);
    shoal_plan_free(copy);
    if (status != SHOAL_OK)
        plan_state_drop(out);
    return status;
}

void plan_state_drop(plan_state *of) {
    opened_table_release(of->of);
    free(of->yaml);
    *of = (plan_state){0};
}

char *session_temporary(session *at, const char *suffix) {
    pthread_mutex_lock(&at->lock);
    int64_t number = ++at->next_file;
    pthread_mutex_unlock(&at->lock);
    return text_of("%s/made-%lld%s", at->private_folder, (long long)number, suffix);
}

static shoal_status write_plan(session *at, const shoal_plan *plan, shoal_error *error) {
    char *yaml = NULL;
    TRY(shoal_plan_format(&yaml, plan, error));
    bool fits = strlen(yaml) <= MOST_PLAN;
    shoal_free(yaml);
    if (!fits)
        return refuse(error, SHOAL_USAGE, "plan_too_large", NULL, "the plan is larger than 1 MiB");
    return project_write_plan(&at->project, plan, error);
}

/* With the lock held. What is dropped is freed by the caller, when nobody waits. */
static candidates take_table(session *at, opened_table *table) {
    candidates dropped = at->candidates;
    at->candidates = (candidates){.next_id = dropped.next_id};
    at->opened = table;
    if (at->opening == table) {
        opened_table_release(at->opening); /* not the last reference */
        at->opening = NULL;
    }
    at->hierarchies++;
    return dropped;
}

shoal_status session_take_plan(session *at, shoal_plan *plan, opened_table *table,
                               shoal_error *error) {
    candidates dropped = {0};
    TRY(write_plan(at, plan, error));
    pthread_mutex_lock(&at->lock);
    shoal_plan *old = at->plan;
    opened_table *before = table ? at->opened : NULL;
    if (table)
        dropped = take_table(at, table);
    at->plan = plan;
    at->revision++;
    pthread_mutex_unlock(&at->lock);
    candidates_clear(&dropped);
    opened_table_release(before);
    shoal_plan_free(old);
    return SHOAL_OK;
}

shoal_status session_candidate(session *at, const char *id, candidate **out, shoal_error *error) {
    char *end = NULL;
    long long number = id && *id >= '1' && *id <= '9' ? strtoll(id, &end, 10) : 0;
    *out = NULL;
    pthread_mutex_lock(&at->lock);
    candidate *found = end && !*end ? candidates_find(&at->candidates, number) : NULL;
    if (found)
        *out = candidate_share(found);
    pthread_mutex_unlock(&at->lock);
    return found ? SHOAL_OK
                 : refuse(error, SHOAL_USAGE, "candidate_unknown", NULL,
                          "there is no candidate %.20s: search again", id ? id : "");
}
