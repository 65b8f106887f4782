/* Work that takes a while: it waits in a queue, runs on a worker, can be cancelled, and tells how
 * far it has come. Safe for threads. */
#ifndef SHOAL_SERVER_JOBS_H
#define SHOAL_SERVER_JOBS_H

#include "server/failure.h"

typedef struct jobs jobs;
typedef struct job job;

/* What a job does. */
typedef struct job_work {
    const char *kind; /* "search"; static */
    bool live;        /* a new one of these cancels those before it */
    /* Runs on a worker. SHOAL_INTERRUPTED after a cancel: the job was cancelled. */
    shoal_status (*run)(job *at, void *asked, shoal_error *error);
    void (*drop)(void *asked); /* frees what was asked, whether it ran or not */
    void *asked;
} job_work;

SHOAL_CHECKED shoal_status jobs_new(jobs **out, int workers, shoal_error *error);
/* Cancels all and waits for it. */
void jobs_free(jobs *all);
void jobs_hang_up(jobs *all); /* ends all streams */

/* Puts work into the queue, and takes what it was asked, also where it fails: with the code
 * "too_many_jobs". Describes the job as `key` (may be NULL: nothing is described). */
SHOAL_CHECKED shoal_status jobs_add(jobs *all, const job_work *work, json_text *to, const char *key,
                                    shoal_error *error);
void jobs_cancel_kind(jobs *all, const char *kind);

/* False: there is no such job. */
bool jobs_describe(jobs *all, int64_t id, json_text *to);
void jobs_list(jobs *all, json_text *to, const char *key);
/* With `keep` a search ends with what it has. */
bool jobs_stop(jobs *all, int64_t id, bool keep);
/* *json is a copy, or NULL: it has none. *ended says whether it has come to its end. */
bool jobs_result(jobs *all, int64_t id, char **json, bool *ended);
/* Events of the job; NULL: no such job, or out of memory. */
http_stream *jobs_stream(jobs *all, int64_t id);

/* ---- For the work itself --------------------------------------------------------------------- */

shoal_hooks job_hooks(job *at);
const volatile int *job_cancel(const job *at);
const volatile int *job_keep(const job *at); /* for shoal_job.keep */
void job_begins(job *at, const char *phase); /* static; told at once */
void job_note(job *at, const char *code, const char *message);
/* Copies. False: out of memory. */
SHOAL_CHECKED bool job_set_result(job *at, const char *json);
/* What was found, with its value and bound. */
void job_set_candidate(job *at, int64_t id, const shoal_result *result);
void job_set_release(job *at, const char *id);

#endif
