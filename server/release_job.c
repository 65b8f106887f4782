/* Making a release: from the file that was opened, as the command line does, and verified. */
#include "server/release_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LONGEST_RELEASE_NAME 100

typedef struct release_asked {
    session *by;
    candidate *from;
    char *name; /* NULL: that of the input */
    bool is_public;
    char *accept; /* codes of warnings, with commas between; NULL: none */
} release_asked;

static void drop(void *asked) {
    release_asked *of = asked;
    candidate_release(of->from);
    free(of->name);
    free(of->accept);
    free(of);
}

/* ---- The folder ------------------------------------------------------------------------------ */

static shoal_status open_folder(release_making *of, const char *asked_name, shoal_error *error) {
    session *by = of->by;
    char *releases = text_of("%s/releases", by->project.folder);
    release_next_id(of->id, &by->project);
    snprintf(of->token, sizeof of->token, ".making-%s-%ld-%lld", of->id, (long)getpid(),
             (long long)of->from->id);
    of->place.folder = releases ? text_of("%s/%s", releases, of->token) : NULL;
    shoal_status status = of->place.folder ? SHOAL_OK : refuse_no_memory(error);
    if (status == SHOAL_OK) {
        folder_remove(of->place.folder);
        status = folder_make(of->place.folder, error);
    }
    free(releases);
    TRY(status);
    TRY(release_name(&of->name, of->from->of->name, asked_name, error));
    of->output = text_of("%s/%s", of->place.folder, of->name);
    of->command = release_command(of);
    return of->output && of->command ? SHOAL_OK : refuse_no_memory(error);
}

static void close_folder(release_making *of) {
    if (of->place.folder)
        folder_remove(of->place.folder); /* renamed by now, where all went well */
    free(of->place.folder);
    free(of->name);
    free(of->output);
    free(of->command);
    shoal_result_free(of->result);
}

/* Complete under its name in one step. */
static shoal_status publish(const release_making *of, shoal_error *error) {
    char *releases = text_of("%s/releases", of->by->project.folder);
    char *final = releases ? text_of("%s/%s", releases, of->id) : NULL;
    shoal_status status =
        final ? folder_sync_all(of->place.folder, error) : refuse_no_memory(error);
    if (status == SHOAL_OK && rename(of->place.folder, final) != 0)
        status = refuse_io(error, "publish", final);
    if (status == SHOAL_OK)
        status = folder_sync(releases, error);
    free(final);
    free(releases);
    return status;
}

/* ---- The plan -------------------------------------------------------------------------------- */

/* A search that the clock or the user ended is ended at the same place by its number of
 * evaluations, so that the command gives the same bytes on any machine. */
static shoal_status settle_end(shoal_plan *plan, const shoal_result *result, shoal_error *error) {
    const char *by = shoal_result_text(result, "stopped_by");
    double evaluations = shoal_result_number(result, "evaluations");
    bool settled = !by || (strcmp(by, "time") != 0 && strcmp(by, "interrupt") != 0);
    TRY(shoal_plan_set(plan, "search.time_limit", "0", error));
    if (settled || !(evaluations >= 1))
        return SHOAL_OK;
    return shoal_plan_set_integer(plan, "search.evaluations", (int64_t)evaluations, error);
}

/* Whether a list with commas between has the code; NULL has none. */
static bool list_has(const char *list, const char *code) {
    size_t length = strlen(code);
    for (const char *at = list; at && *at; at += strcspn(at, ","), at += *at == ',') {
        at += strspn(at, " ");
        if (strcspn(at, ", ") == length && memcmp(at, code, length) == 0)
            return true;
    }
    return false;
}

#define MOST_CODES 100

/* What was acknowledged is in the plan, with what it accepts already. */
static shoal_status accept_warnings(shoal_plan *plan, const char *codes, shoal_error *error) {
    const char *all[MOST_CODES];
    size_t count = 0;
    char *old = NULL;
    if (!codes)
        return SHOAL_OK;
    TRY(shoal_plan_get(&old, plan, "warnings.accept", error));
    for (const shoal_item *each = shoal_list("warnings"); each && each->name; each++)
        if (count < MOST_CODES && (list_has(codes, each->name) || list_has(old, each->name)))
            all[count++] = each->name;
    shoal_free(old);
    return shoal_plan_set_list(plan, "warnings.accept", all, count, error);
}

/* The candidate's, with copies of its hierarchies in the folder. */
static shoal_status make_plan(shoal_plan **out, const release_making *of, const char *accept,
                              shoal_error *error) {
    shoal_plan *plan = NULL;
    char *yaml = NULL;
    TRY(project_run_plan(&plan, &of->by->project, of->from->plan, error));
    shoal_status status = project_take_hierarchies(plan, &of->place, of->from->of, error);
    if (status == SHOAL_OK)
        status = settle_end(plan, of->from->result, error);
    if (status == SHOAL_OK)
        status = accept_warnings(plan, accept, error);
    if (status == SHOAL_OK)
        status = shoal_plan_format(&yaml, plan, error);
    if (status == SHOAL_OK)
        status = project_run_plan(out, &of->place, yaml, error);
    shoal_free(yaml);
    shoal_plan_free(plan);
    return status;
}

/* ---- The release ----------------------------------------------------------------------------- */

static shoal_status take_front(char **out, const release_making *of, shoal_error *error) {
    *out = NULL;
    if (!of->from->front)
        return SHOAL_OK;
    *out = text_of("%s/front.csv", of->place.folder);
    if (!*out)
        return refuse_no_memory(error);
    return of->from->pick ? file_copy(of->from->front, *out, error) : SHOAL_OK;
}

static shoal_status anonymize(job *at, release_making *of, const shoal_plan *plan, bool is_public,
                              shoal_error *error) {
    char *front = NULL;
    shoal_hooks hooks = job_hooks(at);
    shoal_status status = take_front(&front, of, error);
    shoal_job work = {
        .size = sizeof work,
        .input = of->from->of->path,
        .output = of->output,
        .front_path = front,
        .pick = of->from->pick,
        .make_report = shoal_has_reports(),
        .public_report = is_public,
        .command = of->command,
        .context = of->by->context,
    };
    if (status == SHOAL_OK)
        status = shoal_anonymize(&of->result, plan, &work, &hooks, error);
    free(front);
    return status;
}

/* The plan with what the table has shown, such as words for missing values, which the rows of a
 * release alone may not show again. Its hierarchies are in the folder already, by whole paths. */
static shoal_status write_plan(const release_making *of, shoal_error *error) {
    const char *yaml = shoal_result_plan(of->result);
    shoal_plan *plan = NULL;
    if (!yaml)
        return refuse_no_memory(error);
    TRY(project_run_plan(&plan, &of->place, yaml, error));
    shoal_status status = project_take_hierarchies(plan, &of->place, of->from->of, error);
    if (status == SHOAL_OK)
        status = project_write_plan(&of->place, plan, error);
    shoal_plan_free(plan);
    return status;
}

/* Both are the answer to the same question: anything else was not chosen by anybody. */
static shoal_status compare(const release_making *of, shoal_error *error) {
    static const char *const numbers[] = {"value", "suppressed", "classes", "k_eff", "rows"};
    const char *sha256 = shoal_result_text(of->result, "input.sha256");
    if (*of->from->of->sha256 && sha256 && strcmp(sha256, of->from->of->sha256) != 0)
        return refuse(error, SHOAL_BAD_DATA, "input_changed", NULL,
                      "%.100s has changed since it was read: open it again", of->from->of->name);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        double one = shoal_result_number(of->from->result, numbers[i]);
        double other = shoal_result_number(of->result, numbers[i]);
        if (one != other && !(isnan(one) && isnan(other)))
            return refuse(error, SHOAL_UNVERIFIED, "release_differs", NULL,
                          "the release would not be the candidate (%s is %g, not %g): search again",
                          numbers[i], other, one);
    }
    return SHOAL_OK;
}

static bool names_person(const shoal_plan *plan) {
    const char *name;
    bool found = false;
    for (size_t i = 0; !found && (name = shoal_plan_attribute(plan, i)); i++) {
        char *key = text_of("attributes.%s.role", name), *role = NULL;
        found = key && shoal_plan_get(&role, plan, key, NULL) == SHOAL_OK && role &&
                strcmp(role, "person") == 0;
        shoal_free(role);
        free(key);
    }
    return found;
}

static shoal_status verify_with(release_making *of, const shoal_plan *plan, shoal_error *error) {
    const char *paths[] = {of->output};
    shoal_verify_job work = {
        .size = sizeof work,
        .paths = paths,
        .path_count = 1,
        .original = names_person(plan) ? of->from->of->path : NULL,
        .context = of->by->context,
    };
    of->verdict = (shoal_verdict){.size = sizeof of->verdict};
    TRY(shoal_verify_release(&of->verdict, plan, &work, error));
    if (of->verdict.holds)
        return SHOAL_OK;
    return refuse(error, SHOAL_UNVERIFIED, "unverified", NULL,
                  "the release does not hold what the plan asks for, and was removed");
}

/* With the plan that lies in the folder, as anybody will who verifies it later. */
static shoal_status verify(job *at, release_making *of, shoal_error *error) {
    char *path = text_of("%s/plan.yaml", of->place.folder);
    shoal_plan *plan = NULL;
    job_begins(at, "verify");
    shoal_status status = path ? shoal_plan_new(&plan, error) : refuse_no_memory(error);
    if (status == SHOAL_OK)
        status = shoal_plan_read(plan, path, error);
    if (status == SHOAL_OK)
        status = verify_with(of, plan, error);
    shoal_plan_free(plan);
    free(path);
    return status;
}

/* ---- The job --------------------------------------------------------------------------------- */

static shoal_status refuse_hierarchies(shoal_error *error) {
    return refuse(error, SHOAL_USAGE, "hierarchies_changed", NULL,
                  "a hierarchy was edited since the candidate was found: search again");
}

static shoal_status check_hierarchies(session *by, const candidate *from, shoal_error *error) {
    pthread_mutex_lock(&by->lock);
    bool same = by->hierarchies == from->hierarchies;
    pthread_mutex_unlock(&by->lock);
    return same ? SHOAL_OK : refuse_hierarchies(error);
}

/* Of the copies: nobody changes them any more. */
static shoal_status check_copies(session *by, const candidate *from, const shoal_plan *plan,
                                 shoal_error *error) {
    char *fingerprint = NULL;
    TRY(check_hierarchies(by, from, error));
    TRY(project_fingerprint(&fingerprint, plan, from->of, error));
    bool same = strcmp(fingerprint, from->fingerprint) == 0;
    free(fingerprint);
    return same ? SHOAL_OK : refuse_hierarchies(error);
}

static shoal_status make(job *at, const release_asked *asked, release_making *of,
                         shoal_error *error) {
    shoal_plan *plan = NULL;
    TRY(check_hierarchies(of->by, of->from, error));
    job_begins(at, "read");
    TRY(opened_table_check(of->from->of, job_cancel(at), error));
    TRY(open_folder(of, asked->name, error));
    TRY(make_plan(&plan, of, asked->accept, error));
    shoal_status status = check_copies(of->by, of->from, plan, error);
    if (status == SHOAL_OK)
        status = anonymize(at, of, plan, asked->is_public, error);
    shoal_plan_free(plan);
    TRY(status);
    TRY(compare(of, error));
    TRY(write_plan(of, error));
    TRY(verify(at, of, error));
    job_begins(at, "publish");
    TRY(release_write_papers(of, job_cancel(at), error));
    char *result = release_result(of);
    status = result ? publish(of, error) : refuse_no_memory(error);
    if (status == SHOAL_OK && !job_set_result(at, result))
        job_note(at, "no_memory", "memory ran out: the result is in result.json only");
    free(result);
    return status;
}

static shoal_status run(job *at, void *asked_for, shoal_error *error) {
    const release_asked *asked = asked_for;
    release_making of = {.by = asked->by, .from = asked->from};
    pthread_mutex_lock(&asked->by->making);
    shoal_status status = make(at, asked, &of, error);
    close_folder(&of);
    pthread_mutex_unlock(&asked->by->making);
    if (status == SHOAL_OK)
        job_set_release(at, of.id);
    else if (error)
        failure_rename(error, asked->from->of->path, asked->from->of->name);
    return status;
}

static bool is_warning(const char *code) {
    for (const shoal_item *each = shoal_list("warnings"); each && each->name; each++)
        if (strcmp(each->name, code) == 0)
            return true;
    return false;
}

static shoal_status take_code(char **codes, const char *code, shoal_error *error) {
    if (!code)
        return refuse(error, SHOAL_USAGE, "member_invalid", NULL, "accept must be a list of texts");
    if (!is_warning(code))
        return refuse(error, SHOAL_USAGE, "warning_unknown", "warnings.accept",
                      "\"%.60s\" is no code of a warning: see `shoal list warnings`", code);
    char *longer = *codes ? text_of("%s,%s", *codes, code) : strdup(code);
    if (!longer)
        return refuse_no_memory(error);
    free(*codes);
    *codes = longer;
    return SHOAL_OK;
}

static shoal_status take_accept(release_asked *to, const shoal_value *codes, shoal_error *error) {
    const shoal_value *each;
    if (codes && shoal_value_count(codes) > MOST_CODES)
        return refuse(error, SHOAL_USAGE, "value_invalid", NULL, "accept has more than %d codes",
                      MOST_CODES);
    for (size_t i = 0; codes && (each = shoal_value_at(codes, i)); i++)
        TRY(take_code(&to->accept, shoal_value_text(each), error));
    return SHOAL_OK;
}

static shoal_status take_body(release_asked *to, const shoal_value *body, shoal_error *error) {
    const char *id = shoal_value_text(shoal_value_get(body, "candidate"));
    const char *name = shoal_value_text(shoal_value_get(body, "name"));
    TRY(session_candidate(to->by, id, &to->from, error));
    to->is_public = shoal_value_flag(shoal_value_get(body, "public"));
    TRY(take_accept(to, shoal_value_get(body, "accept"), error));
    if (!name)
        return SHOAL_OK;
    if (strlen(name) > LONGEST_RELEASE_NAME)
        return refuse(error, SHOAL_USAGE, "name_invalid", NULL, "the name is longer than %d bytes",
                      LONGEST_RELEASE_NAME);
    to->name = strdup(name);
    return to->name ? SHOAL_OK : refuse_no_memory(error);
}

static shoal_status check_name(const release_asked *asked, shoal_error *error) {
    char *name = NULL;
    shoal_status status = release_name(&name, asked->from->of->name, asked->name, error);
    free(name);
    return status;
}

shoal_status release_job_add(session *at, const shoal_value *body, json_text *to,
                             shoal_error *error) {
    release_asked *asked = calloc(1, sizeof *asked);
    if (!asked)
        return refuse_no_memory(error);
    asked->by = at;
    shoal_status status = take_body(asked, body, error);
    if (status == SHOAL_OK)
        status = check_name(asked, error);
    if (status != SHOAL_OK) {
        drop(asked);
        return status;
    }
    job_work work = {.kind = "release", .run = run, .drop = drop, .asked = asked};
    return jobs_add(at->jobs, &work, to, "job", error);
}
