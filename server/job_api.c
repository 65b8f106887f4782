/* Jobs: asked for, looked at, followed and stopped. */
#include "server/api_parts.h"

#include <stdlib.h>
#include <string.h>

static const struct job_kind {
    const char *name;
    shoal_status (*add)(session *at, const shoal_value *body, json_text *to, shoal_error *error);
    const char *members[6];
    const char *needs; /* the member without which it is nothing; NULL: none */
} kinds[] = {
    {"risk", risk_job_add, {"kind", "set"}, NULL},
    {"search", search_job_add, {"kind", "set", "live", "front", "pick"}, NULL},
    {"compare", compare_job_add, {"kind", "candidate"}, "candidate"},
    {"explore", explore_job_add, {"kind", "k", "suppression", "recodings"}, NULL},
    {"release", release_job_add, {"kind", "candidate", "name", "public", "accept"}, "candidate"},
};

static const struct job_kind *find_kind(const char *name) {
    for (size_t i = 0; name && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

static const char *unknown_member(const shoal_value *body, const struct job_kind *of) {
    const char *name;
    for (size_t i = 0; (name = shoal_value_key(body, i)); i++) {
        bool known = false;
        for (size_t m = 0; m < 6 && of->members[m]; m++)
            known |= strcmp(of->members[m], name) == 0;
        if (!known)
            return name;
    }
    return NULL;
}

static bool check_members(const shoal_value *body, const struct job_kind *of, http_answer *answer) {
    static const struct {
        const char *name;
        shoal_value_kind kind;
    } members[] = {
        {"set", SHOAL_VALUE_OBJECT},       {"live", SHOAL_VALUE_FLAG},
        {"front", SHOAL_VALUE_TEXT},       {"pick", SHOAL_VALUE_TEXT},
        {"candidate", SHOAL_VALUE_TEXT},   {"k", SHOAL_VALUE_TEXT},
        {"suppression", SHOAL_VALUE_TEXT}, {"recodings", SHOAL_VALUE_TEXT},
        {"name", SHOAL_VALUE_TEXT},        {"public", SHOAL_VALUE_FLAG},
        {"accept", SHOAL_VALUE_LIST},
    };
    const char *unknown = unknown_member(body, of);
    if (unknown) {
        http_answer_error(answer, 400, "member_unknown", NULL,
                          "\"%.60s\" is not a member of a job \"%s\"", unknown, of->name);
        return false;
    }
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (!body_is(body, members[i].name, members[i].kind, answer))
            return false;
    return !of->needs || body_has(body, of->needs, answer);
}

static void add_job(const api_call *call, const struct job_kind *of, const shoal_value *body,
                    http_answer *answer) {
    shoal_error error = {0};
    json_text document = {0};
    json_open(&document, NULL, '{');
    shoal_status status = of->add(call->at, body, &document, &error);
    json_close(&document, '}');
    if (status == SHOAL_OK) {
        answer_document(answer, 202, &document);
        return;
    }
    free(json_take(&document, NULL));
    if (strcmp(error.code, "candidate_unknown") == 0)
        http_answer_error(answer, 404, error.code, NULL, "%s", error.message);
    else
        failure_answer(answer, &error);
}

void jobs_post(const api_call *call, http_answer *answer) {
    shoal_value *body;
    if (!body_take(&body, call, NULL, answer))
        return;
    const struct job_kind *of = find_kind(shoal_value_text(shoal_value_get(body, "kind")));
    if (!of)
        http_answer_error(answer, 400, "kind_unknown", NULL,
                          "kind must be risk, search, compare, explore or release");
    else if (check_members(body, of, answer))
        add_job(call, of, body, answer);
    shoal_value_free(body);
}

void jobs_get(const api_call *call, http_answer *answer) {
    json_text document = {0};
    json_open(&document, NULL, '{');
    jobs_list(call->at->jobs, &document, "jobs");
    json_close(&document, '}');
    answer_document(answer, 200, &document);
}

static void answer_unknown(http_answer *answer) {
    http_answer_error(answer, 404, "job_unknown", NULL, "there is no such job, or no longer");
}

static void answer_job(const api_call *call, http_answer *answer) {
    json_text document = {0};
    if (jobs_describe(call->at->jobs, id_number(call->part[0]), &document))
        answer_document(answer, 200, &document);
    else
        answer_unknown(answer);
}

void job_get(const api_call *call, http_answer *answer) {
    answer_job(call, answer);
}

void job_events_get(const api_call *call, http_answer *answer) {
    http_stream *stream = jobs_stream(call->at->jobs, id_number(call->part[0]));
    if (stream)
        http_answer_stream(answer, stream);
    else
        answer_unknown(answer);
}

void job_result_get(const api_call *call, http_answer *answer) {
    char *json = NULL;
    bool ended = false;
    if (!jobs_result(call->at->jobs, id_number(call->part[0]), &json, &ended))
        answer_unknown(answer);
    else if (!ended)
        http_answer_error(answer, 409, "job_not_ended", NULL, "the job has not ended yet");
    else if (!json)
        http_answer_error(answer, 404, "no_result", NULL, "the job ended without a result");
    else
        http_answer_json(answer, 200, json, strlen(json));
}

void job_stop_post(const api_call *call, http_answer *answer) {
    static const char *const members[] = {"keep", NULL};
    shoal_value *body;
    if (!body_take(&body, call, members, answer))
        return;
    if (body_is(body, "keep", SHOAL_VALUE_FLAG, answer)) {
        (void)jobs_stop(call->at->jobs, id_number(call->part[0]),
                        shoal_value_flag(shoal_value_get(body, "keep")));
        answer_job(call, answer);
    }
    shoal_value_free(body);
}
