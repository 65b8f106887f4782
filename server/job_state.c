/* What a job hears from the library, and what it says of itself. */
#include "server/jobs_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Hearing --------------------------------------------------------------------------------- */

static char *copy_of(const char *text) {
    return text ? strdup(text) : NULL;
}

/* Where memory runs out a remark is lost here; the result has it. */
static void add_remark(job_remarks *to, const char *code, const char *attribute,
                       const char *message, bool accepted) {
    if (to->count == MOST_REMARKS)
        return;
    to->list[to->count++] = (job_remark){
        .code = copy_of(code),
        .attribute = copy_of(attribute),
        .message = copy_of(message),
        .accepted = accepted,
    };
}

static void hear_progress(job *at, const shoal_progress *line) {
    at->phase = "search";
    at->done = line->done;
    at->best = line->best;
    at->bound = line->bound;
    at->gap = line->gap;
    at->evaluations = line->evaluations;
}

/* Names of phases come from the library's own code: they outlive the call. */
static void hear_phase(job *at, const shoal_phase *phase) {
    at->phase = phase->name;
    at->done = phase->done;
    if (strcmp(phase->name, "prove") != 0 || isnan(phase->bound))
        return;
    at->bound = phase->bound;
    at->gap = phase->gap;
}

static int hear(const shoal_event *event, void *user) {
    job *at = user;
    pthread_mutex_lock(&at->owner->lock);
    if (event->progress)
        hear_progress(at, event->progress);
    if (event->phase)
        hear_phase(at, event->phase);
    if (event->note)
        add_remark(&at->notes, event->note->code, event->note->attribute, event->note->message,
                   false);
    if (event->warning)
        add_remark(&at->warnings, event->warning->code, event->warning->attribute,
                   event->warning->message, event->warning->accepted);
    job_changed(at, false);
    pthread_mutex_unlock(&at->owner->lock);
    return 0;
}

shoal_hooks job_hooks(job *at) {
    return (shoal_hooks){
        .size = sizeof(shoal_hooks), .user = at, .cancel = &at->cancel, .event = hear};
}

const volatile int *job_cancel(const job *at) {
    return &at->cancel;
}

const volatile int *job_keep(const job *at) {
    return &at->keep;
}

void job_begins(job *at, const char *phase) {
    pthread_mutex_lock(&at->owner->lock);
    at->phase = phase;
    at->done = (double)NAN;
    job_changed(at, true);
    pthread_mutex_unlock(&at->owner->lock);
}

void job_note(job *at, const char *code, const char *message) {
    pthread_mutex_lock(&at->owner->lock);
    add_remark(&at->notes, code, NULL, message, false);
    job_changed(at, false);
    pthread_mutex_unlock(&at->owner->lock);
}

bool job_set_result(job *at, const char *json) {
    char *copy = strdup(json);
    pthread_mutex_lock(&at->owner->lock);
    if (copy) {
        free(at->result);
        at->result = copy;
    }
    pthread_mutex_unlock(&at->owner->lock);
    return copy != NULL;
}

void job_set_candidate(job *at, int64_t id, const shoal_result *result) {
    pthread_mutex_lock(&at->owner->lock);
    at->candidate = id;
    at->best = shoal_result_number(result, "value");
    at->bound = shoal_result_number(result, "bound");
    at->gap = shoal_result_number(result, "gap");
    pthread_mutex_unlock(&at->owner->lock);
}

void job_set_release(job *at, const char *id) {
    pthread_mutex_lock(&at->owner->lock);
    snprintf(at->release, sizeof at->release, "%s", id);
    pthread_mutex_unlock(&at->owner->lock);
}

/* ---- Saying ---------------------------------------------------------------------------------- */

static void describe_remarks(json_text *to, const char *key, const job_remarks *of,
                             bool are_warnings) {
    json_open(to, key, '[');
    for (size_t i = 0; i < of->count; i++) {
        json_open(to, NULL, '{');
        json_string(to, "code", of->list[i].code);
        json_string(to, "attribute", of->list[i].attribute);
        json_string(to, "message", of->list[i].message);
        if (are_warnings)
            json_flag(to, "accepted", of->list[i].accepted);
        json_close(to, '}');
    }
    json_close(to, ']');
}

static void describe_id(json_text *to, const char *key, int64_t id) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)id);
    json_string(to, key, id ? text : NULL);
}

static double seconds_of(const job *at) {
    double until = job_is_over(at) ? at->ended : job_clock();
    return at->began > 0 ? until - at->began : 0;
}

static void describe_progress(json_text *to, const job *at) {
    json_string(to, "phase", *at->phase ? at->phase : NULL);
    json_number(to, "done", at->done);
    json_number(to, "best", at->best);
    json_number(to, "bound", at->bound);
    json_number(to, "gap", at->gap);
    json_integer(to, "evaluations", at->evaluations);
    json_number(to, "seconds", seconds_of(at));
}

void job_describe(json_text *to, const char *key, const job *at) {
    static const char *const states[] = {"waiting", "running", "ended", "failed", "cancelled"};
    json_open(to, key, '{');
    describe_id(to, "id", at->id);
    json_string(to, "kind", at->work.kind);
    json_string(to, "state", states[at->state]);
    describe_progress(to, at);
    describe_id(to, "candidate", at->candidate);
    json_string(to, "release", *at->release ? at->release : NULL);
    failure_describe(to, "error", &at->error);
    describe_remarks(to, "notes", &at->notes, false);
    describe_remarks(to, "warnings", &at->warnings, true);
    json_close(to, '}');
}
