/* Opening a table: read, inspected, and given the plan of the project or one to start from. */
#include "server/session_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define READING "input."
#define MOST_READING 8

typedef struct open_asked {
    session *by;
    char *id, *path, *name;
    shoal_plan *reading; /* the keys that were given */
    char *given[MOST_READING];
    size_t given_count;
} open_asked;

static void drop(void *asked) {
    open_asked *of = asked;
    free(of->id);
    free(of->path);
    free(of->name);
    for (size_t i = 0; i < of->given_count; i++)
        free(of->given[i]);
    shoal_plan_free(of->reading);
    free(of);
}

/* ---- The plan -------------------------------------------------------------------------------- */

static shoal_status copy_key(shoal_plan *to, const shoal_plan *from, const char *key,
                             shoal_error *error) {
    char *value = NULL;
    shoal_status status = shoal_plan_get(&value, from, key, error);
    if (status == SHOAL_OK && value)
        status = shoal_plan_set(to, key, value, error);
    shoal_free(value);
    return status;
}

static shoal_status set_given(shoal_plan *plan, const open_asked *asked, shoal_error *error) {
    for (size_t i = 0; i < asked->given_count; i++)
        TRY(copy_key(plan, asked->reading, asked->given[i], error));
    return SHOAL_OK;
}

/* How the table is read: as the plan of the project says, and what was given. */
static shoal_status reading_plan(shoal_plan **out, const shoal_plan *stored,
                                 const open_asked *asked, shoal_error *error) {
    const shoal_plan_key *key;
    TRY(shoal_plan_new(out, error));
    for (size_t i = 0; stored && (key = shoal_plan_key_at(i)); i++)
        if (strncmp(key->key, READING, strlen(READING)) == 0)
            TRY(copy_key(*out, stored, key->key, error));
    return set_given(*out, asked, error);
}

/* Whether the table has every column that the plan names. */
static bool fits(const shoal_plan *plan, const opened_table *table) {
    const char *name;
    for (size_t i = 0; (name = shoal_plan_attribute(plan, i)); i++)
        if (opened_table_column(table, name) < 0)
            return false;
    return true;
}

static shoal_status suggested_plan(shoal_plan **out, const opened_table *table,
                                   const shoal_plan *reading, shoal_error *error) {
    const char *yaml = shoal_result_plan(table->inspection);
    const shoal_plan_key *key;
    TRY(shoal_plan_new(out, error));
    if (yaml)
        TRY(shoal_plan_parse(*out, yaml, strlen(yaml), error));
    for (size_t i = 0; (key = shoal_plan_key_at(i)); i++)
        if (strncmp(key->key, READING, strlen(READING)) == 0)
            TRY(copy_key(*out, reading, key->key, error));
    return SHOAL_OK;
}

/* Another table's plan is not used: `*misfits` says so. */
static shoal_status choose_plan(const open_asked *asked, shoal_plan **plan, bool *misfits,
                                const opened_table *table, const shoal_plan *reading,
                                shoal_error *error) {
    const project *of = &asked->by->project;
    *misfits = *plan && !fits(*plan, table);
    if (*misfits) {
        shoal_plan_free(*plan);
        *plan = NULL;
    }
    if (!*plan)
        TRY(project_take_plan(plan, of, table, error));
    if (*plan && !fits(*plan, table)) {
        shoal_plan_free(*plan);
        *plan = NULL;
    }
    return *plan ? set_given(*plan, asked, error) : suggested_plan(plan, table, reading, error);
}

/* ---- What is shown meanwhile ----------------------------------------------------------------- */

/* Tells at once: the rows can be looked at before anything is known of the columns. */
static void show(job *at, session *by, opened_table *table) {
    pthread_mutex_lock(&by->lock);
    opened_table_release(by->opening);
    by->opening = opened_table_share(table);
    pthread_mutex_unlock(&by->lock);
    job_begins(at, "inspect");
}

/* After a failure. Another one that is being opened as well stays. */
static void hide(session *by, const opened_table *table) {
    pthread_mutex_lock(&by->lock);
    if (by->opening == table) {
        opened_table_release(by->opening);
        by->opening = NULL;
    }
    pthread_mutex_unlock(&by->lock);
}

/* ---- The job --------------------------------------------------------------------------------- */

static shoal_status check_cancel(const job *at, shoal_error *error) {
    return *job_cancel(at) ? refuse(error, SHOAL_INTERRUPTED, "cancelled", NULL, "cancelled")
                           : SHOAL_OK;
}

/* The plan is read again: it may have been changed while the table was read. Takes the table where
 * it succeeds. */
static shoal_status settle(const open_asked *asked, opened_table *table, const shoal_plan *reading,
                           bool *misfits, shoal_error *error) {
    session *by = asked->by;
    shoal_plan *plan = NULL;
    shoal_status status = project_read_plan(&plan, &by->project, error);
    if (status == SHOAL_OK)
        status = choose_plan(asked, &plan, misfits, table, reading, error);
    if (status == SHOAL_OK && *misfits)
        status = project_set_plan_aside(&by->project, error); /* it is not lost */
    if (status == SHOAL_OK)
        status = project_write_input(&by->project, table, error);
    if (status == SHOAL_OK)
        status = session_take_plan(by, plan, table, error);
    if (status != SHOAL_OK)
        shoal_plan_free(plan);
    return status;
}

/* The table and its plan are the session's where this succeeds. It is too late to cancel once the
 * project is written. */
static shoal_status take(job *at, const open_asked *asked, opened_table *table,
                         const shoal_plan *reading, shoal_error *error) {
    bool misfits = false;
    pthread_mutex_lock(&asked->by->changing);
    shoal_status status = check_cancel(at, error);
    if (status == SHOAL_OK)
        status = settle(asked, table, reading, &misfits, error);
    pthread_mutex_unlock(&asked->by->changing);
    if (status == SHOAL_OK && misfits)
        job_note(
            at, "plan_set_aside",
            "the plan of the project names columns that this table has not: it was set aside under "
            "a name that begins with plan.previous");
    return status;
}

/* Releases go on: they have what they need. */
static void cancel_older(jobs *all) {
    static const char *const kinds[] = {"search", "risk", "compare", "explore"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        jobs_cancel_kind(all, kinds[i]);
}

/* Takes the table where it succeeds. */
static shoal_status look(job *at, const open_asked *asked, opened_table *table,
                         const shoal_plan *reading, shoal_error *error) {
    shoal_hooks hooks = job_hooks(at);
    TRY(check_cancel(at, error));
    show(at, asked->by, table);
    TRY(opened_table_inspect(table, reading, asked->by->context, &hooks, error));
    if (!job_set_result(at, shoal_result_json(table->inspection)))
        return refuse_no_memory(error);
    return take(at, asked, table, reading, error);
}

static shoal_status open_read(job *at, const open_asked *asked, const shoal_plan *reading,
                              shoal_error *error) {
    session *by = asked->by;
    opened_table *table = NULL;
    job_begins(at, "read");
    TRY(opened_table_read(&table, asked->path, asked->name, reading, error));
    size_t folder = strlen(by->private_folder);
    table->is_upload = strncmp(asked->path, by->private_folder, folder) == 0;
    shoal_status status = look(at, asked, table, reading, error);
    if (status != SHOAL_OK) {
        hide(by, table);
        opened_table_release(table);
        return status;
    }
    cancel_older(by->jobs);
    source_files_opened(by->files, asked->id);
    return SHOAL_OK;
}

static shoal_status run(job *at, void *of, shoal_error *error) {
    const open_asked *asked = of;
    shoal_plan *stored = NULL, *reading = NULL;
    shoal_status status = project_read_plan(&stored, &asked->by->project, error);
    if (status == SHOAL_OK)
        status = reading_plan(&reading, stored, asked, error);
    if (status == SHOAL_OK)
        status = open_read(at, asked, reading, error);
    shoal_plan_free(stored);
    shoal_plan_free(reading);
    if (status != SHOAL_OK && error)
        failure_rename(error, asked->path, asked->name);
    return status;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

/* "sheet" stands for "input.sheet". Members of a body that are no reading keys are refused. */
static shoal_status take_member(open_asked *to, const char *name, const char *value,
                                shoal_error *error) {
    bool is_whole = strncmp(name, READING, strlen(READING)) == 0;
    char *key = text_of("%s%s", is_whole ? "" : READING, name), *old = NULL;
    if (!key)
        return refuse_no_memory(error);
    if (shoal_plan_get(&old, to->reading, key, NULL) != SHOAL_OK ||
        to->given_count == MOST_READING) {
        free(key);
        return refuse(error, SHOAL_USAGE, "member_unknown", NULL,
                      "\"%.60s\" is no key for reading a table", name);
    }
    shoal_free(old);
    to->given[to->given_count++] = key;
    if (!value)
        return refuse(error, SHOAL_USAGE, "member_invalid", NULL, "%.60s must be a text", name);
    return shoal_plan_set(to->reading, key, value, error);
}

static shoal_status take_body(open_asked *to, const shoal_value *body, shoal_error *error) {
    const char *name;
    TRY(shoal_plan_new(&to->reading, error));
    for (size_t i = 0; (name = shoal_value_key(body, i)); i++)
        if (strcmp(name, "file") != 0)
            TRY(take_member(to, name, shoal_value_text(shoal_value_at(body, i)), error));
    return SHOAL_OK;
}

/* What is opened has an absolute path, wherever the server was started. */
static shoal_status find_file(open_asked *to, const char *id, shoal_error *error) {
    to->id = strdup(id);
    if (!to->id)
        return refuse_no_memory(error);
    if (!source_files_find(to->by->files, id, &to->path, &to->name))
        return refuse(error, SHOAL_USAGE, "file_unknown", NULL,
                      "there is no such file, or it is gone: list the files again");
    char *whole = strstr(to->path, "://") ? NULL : realpath(to->path, NULL);
    if (whole) {
        free(to->path);
        to->path = whole;
    }
    return SHOAL_OK;
}

shoal_status open_job_add(session *at, const char *file_id, const shoal_value *body, json_text *to,
                          shoal_error *error) {
    open_asked *asked = calloc(1, sizeof *asked);
    if (!asked)
        return refuse_no_memory(error);
    asked->by = at;
    shoal_status status = find_file(asked, file_id, error);
    if (status == SHOAL_OK)
        status = take_body(asked, body, error);
    if (status != SHOAL_OK) {
        drop(asked);
        return status;
    }
    job_work work = {.kind = "open", .run = run, .drop = drop, .asked = asked};
    return jobs_add(at->jobs, &work, to, "job", error);
}
