/* A search: the table and the release are in memory, and no report is made. */
#include "server/session_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct search_asked {
    session *by;
    plan_state plan;
    char *front; /* a link to the front that is picked from; NULL: none */
    char *pick;
} search_asked;

static void drop(void *asked) {
    search_asked *of = asked;
    plan_state_drop(&of->plan);
    if (of->front)
        (void)unlink(of->front);
    free(of->front);
    free(of->pick);
    free(of);
}

/* ---- The candidate --------------------------------------------------------------------------- */

static void name_candidate(candidate *made) {
    const shoal_value *root = shoal_result_value(made->result);
    const char *recoding = shoal_value_text(shoal_value_get(root, "recoding"));
    double k = shoal_value_number(shoal_value_get(root, "k"));
    if (isnan(k))
        snprintf(made->name, sizeof made->name, "%s", recoding ? recoding : "");
    else
        snprintf(made->name, sizeof made->name, "k = %.0f, %s", k, recoding ? recoding : "");
}

/* Of another table by now: nobody wants it. */
static shoal_status add_candidate(job *at, session *by, candidate *made, shoal_error *error) {
    name_candidate(made);
    pthread_mutex_lock(&by->lock);
    bool stale = by->opened != made->of;
    bool added = !stale && candidates_add(&by->candidates, made);
    if (added)
        job_set_candidate(at, made->id, made->result);
    pthread_mutex_unlock(&by->lock);
    if (stale)
        return refuse(error, SHOAL_INTERRUPTED, "cancelled", NULL, "another table is open");
    return added ? SHOAL_OK
                 : refuse(error, SHOAL_USAGE, "too_many_candidates", NULL,
                          "%d candidates are pinned: unpin one", MOST_CANDIDATES);
}

/* ---- The search ------------------------------------------------------------------------------ */

/* Where the front goes, or comes from. The candidate owns the file. */
static shoal_status place_front(candidate *made, search_asked *asked, shoal_error *error) {
    if (asked->front) {
        made->front = asked->front;
        made->pick = asked->pick;
        asked->front = asked->pick = NULL;
        return SHOAL_OK;
    }
    made->front = session_temporary(asked->by, ".front.csv");
    return made->front ? SHOAL_OK : refuse_no_memory(error);
}

/* A search for one objective has no front, and says so before it begins. */
static bool is_frontless(const shoal_error *error) {
    return error->code && strcmp(error->code, "single_objective") == 0;
}

static shoal_status search(job *at, const search_asked *asked, const shoal_plan *plan,
                           candidate *made, shoal_error *error) {
    shoal_hooks hooks = job_hooks(at);
    shoal_job work = {
        .size = sizeof work,
        .table = asked->plan.of->table,
        .release = &made->release,
        .keep = job_keep(at),
        .front_path = made->front,
        .pick = made->pick,
        .context = asked->by->context,
    };
    shoal_status status = shoal_anonymize(&made->result, plan, &work, &hooks, error);
    if (status == SHOAL_USAGE && !made->pick && is_frontless(error)) {
        free(made->front);
        made->front = NULL;
        work.front_path = NULL;
        status = shoal_anonymize(&made->result, plan, &work, &hooks, error);
    }
    bool was_kept = status == SHOAL_INTERRUPTED && made->release && *job_keep(at);
    if (made->result && !job_set_result(at, shoal_result_json(made->result)))
        return refuse_no_memory(error);
    return was_kept ? SHOAL_OK : status;
}

static shoal_status make(job *at, search_asked *asked, candidate *made, shoal_error *error) {
    shoal_plan *plan = NULL;
    made->of = opened_table_share(asked->plan.of);
    made->revision = asked->plan.revision;
    made->hierarchies = asked->plan.hierarchies;
    made->plan = strdup(asked->plan.yaml);
    if (!made->plan)
        return refuse_no_memory(error);
    TRY(project_run_plan(&plan, &asked->by->project, made->plan, error));
    shoal_status status = project_fingerprint(&made->fingerprint, plan, made->of, error);
    if (status == SHOAL_OK)
        status = place_front(made, asked, error);
    if (status == SHOAL_OK)
        status = search(at, asked, plan, made, error);
    shoal_plan_free(plan);
    return status;
}

static shoal_status run(job *at, void *of, shoal_error *error) {
    search_asked *asked = of;
    candidate *made = candidate_new();
    if (!made)
        return refuse_no_memory(error);
    shoal_status status = make(at, asked, made, error);
    if (status == SHOAL_OK)
        status = add_candidate(at, asked->by, made, error);
    if (status != SHOAL_OK)
        candidate_release(made);
    return status;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

/* A point of an earlier front, with the plan that made the front. */
static shoal_status take_front(search_asked *to, const candidate *from, const char *pick,
                               shoal_error *error) {
    if (!from->front)
        return refuse(error, SHOAL_USAGE, "front_missing", NULL,
                      "the candidate has no front to pick from");
    to->front = session_temporary(to->by, ".front.csv");
    to->pick = strdup(pick);
    char *yaml = strdup(from->plan);
    if (!to->front || !to->pick || !yaml) {
        free(yaml);
        free(to->front);
        to->front = NULL;
        return refuse_no_memory(error);
    }
    plan_state_drop(&to->plan);
    to->plan.of = opened_table_share(from->of);
    to->plan.yaml = yaml;
    to->plan.revision = from->revision;
    to->plan.hierarchies = from->hierarchies;
    if (link(from->front, to->front) != 0)
        return refuse_io(error, "read the front of", from->name);
    return SHOAL_OK;
}

static shoal_status take_body(search_asked *to, const shoal_value *body, shoal_error *error) {
    const char *front = shoal_value_text(shoal_value_get(body, "front"));
    const char *pick = shoal_value_text(shoal_value_get(body, "pick"));
    candidate *from = NULL;
    TRY(session_plan(to->by, &to->plan, shoal_value_get(body, "set"), error));
    if (!front && !pick)
        return SHOAL_OK;
    if (!front || !pick)
        return refuse(error, SHOAL_USAGE, "pick_missing", NULL,
                      "front and pick belong together: the candidate, and the point");
    TRY(session_candidate(to->by, front, &from, error));
    shoal_status status = take_front(to, from, pick, error);
    candidate_release(from);
    return status;
}

shoal_status search_job_add(session *at, const shoal_value *body, json_text *to,
                            shoal_error *error) {
    search_asked *asked = calloc(1, sizeof *asked);
    if (!asked)
        return refuse_no_memory(error);
    asked->by = at;
    shoal_status status = take_body(asked, body, error);
    if (status != SHOAL_OK) {
        drop(asked);
        return status;
    }
    job_work work = {.kind = "search",
                     .live = shoal_value_flag(shoal_value_get(body, "live")),
                     .run = run,
                     .drop = drop,
                     .asked = asked};
    return jobs_add(at->jobs, &work, to, "job", error);
}
