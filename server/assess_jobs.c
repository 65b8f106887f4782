/* Jobs that judge and make nothing: the risk of the raw table, a candidate against the original,
 * and what other k and limits would give. */
#include "server/session_parts.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST_LIST 500

typedef struct assess_asked {
    session *by;
    plan_state plan;
    candidate *judged;                   /* NULL: the raw table */
    char *ks, *suppressions, *recodings; /* NULL: the usual */
} assess_asked;

static void drop(void *asked) {
    assess_asked *of = asked;
    plan_state_drop(&of->plan);
    candidate_release(of->judged);
    free(of->ks);
    free(of->suppressions);
    free(of->recodings);
    free(of);
}

/* ---- Running --------------------------------------------------------------------------------- */

static shoal_status keep_result(job *at, shoal_result *result, shoal_status status,
                                shoal_error *error) {
    if (status == SHOAL_OK && !job_set_result(at, shoal_result_json(result)))
        status = refuse_no_memory(error);
    shoal_result_free(result);
    return status;
}

static shoal_status assess(job *at, const assess_asked *asked, const shoal_plan *plan,
                           shoal_error *error) {
    const shoal_table *raw = asked->plan.of->table;
    shoal_hooks hooks = job_hooks(at);
    shoal_result *result = NULL;
    shoal_assess_job work = {
        .size = sizeof work,
        .table = asked->judged ? asked->judged->release : raw,
        .against_table = asked->judged ? raw : NULL,
        .context = asked->by->context,
    };
    shoal_status status = shoal_assess(&result, plan, &work, &hooks, error);
    return keep_result(at, result, status, error);
}

static shoal_status explore(job *at, const assess_asked *asked, const shoal_plan *plan,
                            shoal_error *error) {
    shoal_hooks hooks = job_hooks(at);
    shoal_result *result = NULL;
    shoal_explore_job work = {
        .size = sizeof work,
        .table = asked->plan.of->table,
        .ks = asked->ks,
        .suppressions = asked->suppressions,
        .recodings = asked->recodings,
        .context = asked->by->context,
    };
    shoal_status status = shoal_explore(&result, plan, &work, &hooks, error);
    return keep_result(at, result, status, error);
}

static shoal_status run_assess(job *at, void *of, shoal_error *error) {
    const assess_asked *asked = of;
    shoal_plan *plan = NULL;
    TRY(project_run_plan(&plan, &asked->by->project, asked->plan.yaml, error));
    shoal_status status = assess(at, asked, plan, error);
    shoal_plan_free(plan);
    return status;
}

static shoal_status run_explore(job *at, void *of, shoal_error *error) {
    const assess_asked *asked = of;
    shoal_plan *plan = NULL;
    TRY(project_run_plan(&plan, &asked->by->project, asked->plan.yaml, error));
    shoal_status status = explore(at, asked, plan, error);
    shoal_plan_free(plan);
    return status;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

/* Takes `asked` where `status` is a success, and frees it otherwise. */
static shoal_status add(assess_asked *asked, shoal_status status, job_work work, json_text *to,
                        shoal_error *error) {
    if (status != SHOAL_OK) {
        drop(asked);
        return status;
    }
    work.drop = drop;
    work.asked = asked;
    return jobs_add(asked->by->jobs, &work, to, "job", error);
}

static assess_asked *asked_new(session *by) {
    assess_asked *made = calloc(1, sizeof *made);
    if (made)
        made->by = by;
    return made;
}

/* Roles change faster than risks are assessed: only the last one counts. */
shoal_status risk_job_add(session *at, const shoal_value *body, json_text *to, shoal_error *error) {
    assess_asked *asked = asked_new(at);
    if (!asked)
        return refuse_no_memory(error);
    shoal_status status = session_plan(at, &asked->plan, shoal_value_get(body, "set"), error);
    if (status == SHOAL_OK)
        jobs_cancel_kind(at->jobs, "risk");
    return add(asked, status, (job_work){.kind = "risk", .run = run_assess}, to, error);
}

/* With the plan and the table that the candidate was made with. */
static shoal_status take_candidate(assess_asked *to, const char *id, shoal_error *error) {
    TRY(session_candidate(to->by, id, &to->judged, error));
    to->plan.of = opened_table_share(to->judged->of);
    to->plan.yaml = strdup(to->judged->plan);
    if (!to->plan.yaml)
        return refuse_no_memory(error);
    return to->judged->release ? SHOAL_OK
                               : refuse(error, SHOAL_USAGE, "no_rows", NULL,
                                        "the candidate has no rows to compare");
}

shoal_status compare_job_add(session *at, const shoal_value *body, json_text *to,
                             shoal_error *error) {
    assess_asked *asked = asked_new(at);
    if (!asked)
        return refuse_no_memory(error);
    const char *id = shoal_value_text(shoal_value_get(body, "candidate"));
    shoal_status status = take_candidate(asked, id, error);
    return add(asked, status, (job_work){.kind = "compare", .run = run_assess}, to, error);
}

static shoal_status take_list(char **out, const shoal_value *body, const char *member,
                              shoal_error *error) {
    const char *text = shoal_value_text(shoal_value_get(body, member));
    if (!text)
        return SHOAL_OK;
    if (strlen(text) > LONGEST_LIST)
        return refuse(error, SHOAL_USAGE, "value_invalid", NULL, "%s is longer than %d bytes",
                      member, LONGEST_LIST);
    *out = strdup(text);
    return *out ? SHOAL_OK : refuse_no_memory(error);
}

static shoal_status take_lists(assess_asked *to, const shoal_value *body, shoal_error *error) {
    TRY(session_plan(to->by, &to->plan, NULL, error));
    TRY(take_list(&to->ks, body, "k", error));
    TRY(take_list(&to->suppressions, body, "suppression", error));
    return take_list(&to->recodings, body, "recodings", error);
}

shoal_status explore_job_add(session *at, const shoal_value *body, json_text *to,
                             shoal_error *error) {
    assess_asked *asked = asked_new(at);
    if (!asked)
        return refuse_no_memory(error);
    shoal_status status = take_lists(asked, body, error);
    return add(asked, status, (job_work){.kind = "explore", .run = run_explore}, to, error);
}
